//! Tests that `deploy/one-machine/backup.sh` makes a backup that only the holder of the private key
//! can read.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::engines::{ADMIN, Pair};
use crate::one_machine::deploy;

/// Runs the shipped script with the test's folder and key.
fn back_up(data: &Path, folder: &Path, key: &str) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_callguide")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(deploy("one-machine/backup.sh"));
    command.env("PATH", path).env("CALLGUIDE_DATA", data).env("BACKUP_FOLDER", folder);
    let temporary = folder.ancestors().find(|folder| folder.exists()).unwrap();
    command.env("TMPDIR", temporary).env("BACKUP_KEY", key).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn only_the_private_key_can_decrypt_and_restore_a_backup() {
    if Command::new("age").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: age isn't installed, so the encrypted backup wasn't tried");
        return;
    }
    let pair = Pair::start();
    pair.engines[0].sign_in(ADMIN);
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("backups");
    fs::create_dir(&folder).unwrap();
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(base.path()).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    for name in ["key", "other"] {
        assert!(run("age-keygen", &["-o", name]).0);
    }
    let key = run("age-keygen", &["-y", "key"]).1;

    let output = back_up(&pair.data(), &folder, "age1wrong");
    assert!(!output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty(), "the key is tried first: {output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("BACKUP_KEY in /etc/"), "{output:?}");
    assert!(names(&folder).is_empty(), "nothing is left of a backup that can't be encrypted");

    let noted = || fs::metadata(pair.data().join("last-backup")).and_then(|note| note.modified()).ok();
    let nowhere = folder.join("nowhere");
    assert!(!back_up(&pair.data(), &nowhere, &key).status.success());
    assert_eq!(noted(), None, "there's no backup until it's encrypted");
    assert!(names(&folder).is_empty(), "nothing is left of one that can't be written");

    let old = folder.join("2020-01-01T000000Z.sqlite.age");
    let file = fs::File::create(&old).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    let output = back_up(&pair.data(), &folder, &key);
    assert!(output.status.success(), "{output:?}");
    let first = noted().expect("it's noted");
    assert!(!back_up(&pair.data(), &nowhere, &key).status.success());
    assert_eq!(noted(), Some(first), "the last backup is the one before");
    let [made] = &names(&folder)[..] else { panic!("one file, and no old one: {:?}", names(&folder)) };
    assert!(made.ends_with("Z.sqlite.age"), "{made}");
    let made = folder.join(made);
    assert!(fs::read(&made).unwrap().starts_with(b"age-encryption.org/"), "no word of it can be read");

    let made = made.to_str().unwrap();
    assert!(!run("age", &["-d", "-i", "other", "-o", "documents.sqlite", made]).0);
    assert!(run("age", &["-d", "-i", "key", "-o", "documents.sqlite", made]).0);
    let callguide = env!("CARGO_BIN_EXE_callguide");
    assert!(run(callguide, &["restore", "--data", "new", "documents.sqlite"]).0);
    let (_, list) = run(callguide, &["access", "list", "--data", "new"]);
    assert!(list.contains(ADMIN), "{list}");
}
