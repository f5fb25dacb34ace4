//! Tests `deploy/one-machine/`: the configuration for cloud-init, and what the scripts do and print.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::Regex;
use serde_json::Value;

pub fn deploy(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

fn cloud_init() -> Value {
    let text = fs::read_to_string(deploy("one-machine/cloud-init.yaml")).unwrap();
    assert!(text.starts_with("#cloud-config\n"), "cloud-init takes it for a script otherwise");
    serde_yaml::from_str(&text).unwrap()
}

/// Returns the settings in each file that cloud-init writes.
fn settings() -> Vec<(String, Vec<(String, String)>)> {
    let all = cloud_init();
    let files = all["write_files"].as_array().unwrap().iter().map(|file| {
        let lines = file["content"].as_str().unwrap().lines();
        let set = lines.filter_map(|line| line.trim_start_matches('#').split_once('='));
        let set = set.filter(|(name, _)| !name.contains(' '));
        let set = set.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        (file["path"].as_str().unwrap().to_owned(), set)
    });
    files.collect()
}

#[test]
fn cloud_init_contains_no_secrets_and_only_known_settings() {
    let settings = settings();
    let paths: Vec<_> = settings.iter().map(|(path, _)| path.as_str()).collect();
    let etc = ["release", "callguide", "backup"].map(|name| format!("/etc/callguide/{name}.env"));
    assert_eq!(paths, etc);
    let help = Command::new(env!("CARGO_BIN_EXE_callguide")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for (name, value) in settings.iter().flat_map(|(_, set)| set) {
        assert!(!name.contains("SECRET") && !name.contains("TOKEN"), "{name}={value}");
        // The settings for content from a URL are skipped: the help hides the value of one of them, so its name isn't
        // followed by `=`.
        let known = !name.starts_with("CALLGUIDE_") || name.starts_with("CALLGUIDE_CONTENT_");
        assert!(known || help.contains(&format!("[env: {name}=")), "serve knows no {name}");
    }
}

#[test]
fn cloud_init_runs_a_valid_script_that_names_shipped_files() {
    let all = cloud_init();
    let [run] = &all["runcmd"].as_array().unwrap()[..] else { panic!("one command") };
    let script = run[2].as_str().unwrap();
    assert_eq!((&run[0], &run[1]), (&"bash".into(), &"-euc".into()));
    let checked = Command::new("bash").args(["-n", "-c", script]).output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
    assert!(script.contains("sha256sum -c"), "what was fetched is checked before it runs");
    assert!(script.trim_end().ends_with("deploy/one-machine/install.sh"));
    let install = fs::read_to_string(deploy("one-machine/install.sh")).unwrap();
    let words = install.split_whitespace().filter(|word| word.starts_with("deploy/"));
    let mut named = 0;
    for word in words {
        // A shell expands the braces.
        let list = Command::new("bash").args(["-c", &format!("printf '%s\\n' {word}")]).output().unwrap();
        for file in String::from_utf8(list.stdout).unwrap().lines() {
            assert!(deploy("..").join(file).exists(), "{file} is installed and isn't there");
            named += 1;
        }
    }
    assert!(named > 10, "{named}");
}

/// Copies a shipped script to `base`, as if a release were unpacked there, and returns its path. The copy uses `base`
/// in place of /etc/callguide, and believes that systemd is running.
fn script(name: &str, base: &Path) -> PathBuf {
    let text = fs::read_to_string(deploy("one-machine").join(name)).unwrap();
    let moved = text.replace("/etc/callguide", base.to_str().unwrap());
    assert_ne!(moved, text, "{name} would write to this machine");
    let moved = moved.replace("/run/systemd/system", base.to_str().unwrap());
    let moved = moved.replace("/var/backups/callguide", base.to_str().unwrap());
    let path = base.join("deploy/one-machine").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, moved).unwrap();
    path
}

#[test]
fn essential_services_restart_indefinitely_and_failures_are_mailed() {
    let base = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_callguide"), base.path().join("callguide")).unwrap();
    fs::write(base.path().join("callguide.env"), "CALLGUIDE_PUBLIC_URL=https://callguide.example.org\n")
        .unwrap();
    // `install` only prints what it would install, and where.
    let stubs = "install() { echo \"${*: -2}\"; }; ln() { :; }; cmp() { :; }; systemctl() { :; }; systemd-sysusers() { :; }";
    let mut command = Command::new("bash");
    let output = command.args(["-c", &format!("{stubs}; . \"$0\"")]).arg(script("install.sh", base.path()));
    let output = output.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let put = String::from_utf8(output.stdout).unwrap();
    let proxy = fs::read_to_string(base.path().join("caddy.env")).unwrap();
    assert!(proxy.starts_with("CALLGUIDE_SITE=callguide.example.org\n"), "{proxy}");

    for (unit, settings) in
        [("callguide@", "systemd/callguide@.service"), ("caddy", "one-machine/caddy.conf")]
    {
        let text = fs::read_to_string(deploy(settings)).unwrap();
        for line in ["StartLimitIntervalSec=0", "Restart=on-failure", "RestartSec=2"] {
            assert!(text.lines().any(|set| set == line), "{settings} has no {line}");
        }
        for reason in ["crash", "mail"] {
            let there = format!("/etc/systemd/system/{unit}.service.d/{reason}.conf");
            let line = format!("deploy/one-machine/{reason}.conf {there}");
            assert!(put.lines().any(|put| put == line), "nothing is put to {there}:\n{put}");
        }
    }
    assert!(
        put.contains("deploy/one-machine/caddy.conf /etc/systemd/system/caddy.service.d/callguide.conf\n")
    );
}

#[test]
fn suggested_diagnostic_commands_never_open_a_pager() {
    let asks = Regex::new(r#"(journalctl -[unp]|systemctl (status|list-))[^`"\n]*"#).unwrap();
    let folders = ["deploy/one-machine", "deploy/systemd", "docs", "engine/src/cli/doctor"];
    let folders = folders.map(|folder| fs::read_dir(deploy("..").join(folder)).unwrap());
    let mut asked = 0;
    for file in folders.into_iter().flatten().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
    {
        let text = fs::read_to_string(&file).unwrap();
        for command in asks.find_iter(&text).map(|found| found.as_str()) {
            let safe = command.contains("--no-pager") || command.contains(" | ");
            assert!(safe, "{}: {command}: --no-pager", file.display());
            asked += 1;
        }
    }
    assert!(asked > 10, "{asked}");
}

/// Runs `callguide-setup mail` with these answers, one per line. Nothing is sent: a stub for msmtp exits with `status`.
fn try_mail(base: &Path, answers: &str, status: u8) -> (bool, String, String) {
    fs::write(base.join("answers"), answers).unwrap();
    let stub = format!(
        "cd {}; exec <answers; msmtp() {{ cat >/dev/null; return {status}; }}; systemctl() {{ echo \"$*\" >>asked; }}",
        base.display()
    );
    set_up(base, "mail", &stub)
}

/// Runs `callguide-setup mail` with answers that work, and returns what it prints.
fn set_up_mail(base: &Path, answers: &str) -> String {
    let (done, said, why) = try_mail(base, answers, 0);
    assert!(done, "{said}{why}");
    said
}

#[test]
fn a_failed_test_message_is_explained() {
    let base = tempfile::tempdir().unwrap();
    let answers = "ops@example.org\nsmtp.example.org\nbot@example.org\n\nhunter2\n";
    for (status, what) in [
        (
            75,
            "smtp.example.org:587 can't be reached, or doesn't answer. If its name and port are right, the provider",
        ),
        (74, "smtp.example.org:587 can't be reached, or doesn't answer. If its name"),
        (77, "rejected the username or the password"),
        (69, "for the reason above"),
    ] {
        let (done, said, why) = try_mail(base.path(), answers, status);
        assert!(!done && !said.contains("on its way"), "{said}");
        assert!(
            why.contains(what) && why.ends_with("Then run this again; press Enter to keep an answer.\n"),
            "{why}"
        );
    }
    assert!(!base.path().join("asked").exists(), "the doctor still names a message that wasn't sent");
    set_up_mail(base.path(), answers);
    assert_eq!(fs::read_to_string(base.path().join("asked")).unwrap(), "reset-failed callguide-mail@*\n");
    let settings = fs::read_to_string(base.path().join("msmtprc")).unwrap();
    assert!(
        settings.contains("\ntimeout "),
        "a port that a provider blocks doesn't answer at all: {settings}"
    );
}

#[test]
fn earlier_mail_settings_are_offered_again_without_the_password() {
    let base = tempfile::tempdir().unwrap();
    let base = base.path();
    let kept =
        || ["msmtprc", "mail.env", "mail-password"].map(|name| fs::read_to_string(base.join(name)).unwrap());
    set_up_mail(base, "ops@example.org\nsmtp.example.org\nbot@example.org\n\nhunter2\n");
    let first = kept();
    for line in ["host smtp.example.org", "port 587", "user bot@example.org", "from bot@example.org"] {
        assert!(first[0].lines().any(|set| set == line), "{line}: {}", first[0]);
    }
    assert_eq!(first[1..], ["MAIL_TO=ops@example.org\n", "hunter2\n"]);

    let said = set_up_mail(base, "\n\n\n\n\n");
    assert_eq!(kept(), first, "just Enter keeps everything");
    for offered in [
        "[ops@example.org]",
        "[smtp.example.org:587]",
        "[bot@example.org]",
        "[unchanged]",
        "Kept the one in ",
    ] {
        assert!(said.contains(offered), "{offered}: {said}");
    }
    assert!(!said.contains("hunter2"), "{said}");

    // The sender's address follows the user name until a different one is entered.
    set_up_mail(base, "\nsmtp.example.net:465\nann@example.org\n\n\n");
    let [settings, to, password] = kept();
    assert!(settings.contains("tls_starttls off\n") && settings.contains("port 465\n"), "{settings}");
    assert!(settings.contains("user ann@example.org\nfrom ann@example.org\n"), "{settings}");
    assert_eq!([to, password], first[1..]);
    set_up_mail(base, "\n\n\nphone@example.org\n\n");
    set_up_mail(base, "\n\nbot@example.org\n\n\n");
    assert!(kept()[0].contains("user bot@example.org\nfrom phone@example.org\n"), "{}", kept()[0]);
}

/// Runs `callguide-setup COMMAND` with these shell functions in place of programs.
fn set_up(base: &Path, command: &str, stubs: &str) -> (bool, String, String) {
    let setup = script("setup.sh", base);
    let run = format!("{stubs}; . \"$0\" {command}");
    let output = Command::new("bash").args(["-c", &run]).arg(setup).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_doctor_gets_the_same_settings_as_the_engine_from_systemd() {
    let base = tempfile::tempdir().unwrap();
    let lines = "# A=1\nCALLGUIDE_A=https://x/y?a=b&c=$d\n  CALLGUIDE_B=\"two words\" \nCALLGUIDE_C='1'\nCALLGUIDE_D=a b";
    fs::write(base.path().join("callguide.env"), lines).unwrap();
    fs::write(base.path().join("oidc-client-secret"), "hunter2\n").unwrap();
    let stubs = "systemctl() { :; }; setpriv()";
    let (done, said, why) = set_up(base.path(), "doctor", &format!("{stubs} {{ env; }}"));
    assert!(done, "{why}");
    for set in ["A=https://x/y?a=b&c=$d", "B=two words", "C=1", "D=a b", "OIDC_CLIENT_SECRET=hunter2"] {
        assert!(said.lines().any(|line| line == format!("CALLGUIDE_{set}")), "{set}: {said}");
    }
}

#[test]
fn the_doctor_reports_failed_units_whose_message_was_missed() {
    let base = tempfile::tempdir().unwrap();
    for (name, text) in [("callguide.env", ""), ("oidc-client-secret", "hunter2\n")] {
        fs::write(base.path().join(name), text).unwrap();
    }
    let asks = |state: &str| {
        let units = "callguide-copy.service loaded failed failed Copy\ncallguide-doctor.service loaded failed failed Ask";
        let systemctl =
            format!("case $1 in list-units) printf '{units}\\n' ;; show) echo {state} ;; *) exit 1 ;; esac");
        let stubs = format!("setpriv() {{ :; }}; systemctl() {{ {systemctl}; }}");
        let (done, said, why) = set_up(base.path(), "doctor", &stubs);
        assert!(done && why.is_empty(), "{said}{why}");
        said
    };
    assert!(asks("exit-code").starts_with(
        "?      callguide-copy failed last time: to see why, run sudo journalctl -u callguide-copy.service "
    ));
    assert_eq!(asks("exit-code").lines().count(), 1, "the doctor's own unit is the one that asks");
    assert_eq!(asks("start-limit-hit"), "", "a message that came too soon after another isn't missed");
}

#[test]
fn the_first_backup_is_copied_by_the_nightly_copy_service() {
    let base = tempfile::tempdir().unwrap();
    fs::write(base.path().join("backup.env"), "BACKUP_KEY=age1\nBACKUP_COPY=elsewhere:our backups\n")
        .unwrap();
    let stubs = |rclone: &str, systemctl: &str| {
        format!(
            "rclone() {{ {rclone}; }}; systemctl() {{ echo \"$*\"; {systemctl}; }}; journalctl() {{ echo why; }}"
        )
    };
    let named = |name: &str| {
        format!("case $3 in config) echo '[{name}]' >\"$2\" ;; listremotes) echo {name}: ;; esac")
    };
    let remote = &named("elsewhere");

    let (done, said, why) = set_up(base.path(), "copy", &stubs(":", ":"));
    assert!(!done && said.is_empty() && why.contains("without a remote"), "{said}{why}");
    let (done, said, why) = set_up(base.path(), "copy", &stubs(&named("else"), ":"));
    assert!(!done && said.is_empty() && why.contains("No remote is named elsewhere, "), "{said}{why}");
    let (done, said, why) = set_up(base.path(), "copy", &stubs(remote, "false"));
    assert!(!done && said == "start callguide-copy\n", "{said}");
    assert!(why.starts_with("why\nNothing was copied. Correct the remote (e), or BACKUP_COPY"), "{why}");
    let (done, said, _) = set_up(base.path(), "copy", &stubs(remote, ":"));
    assert!(done && said.contains("there's no backup to copy yet"), "{said}");
    fs::write(base.path().join("2026-11-03T033000Z.sqlite.age"), "").unwrap();
    let (done, said, _) = set_up(base.path(), "copy", &stubs(remote, ":"));
    assert!(
        done && said.starts_with("start callguide-copy\nThe backups are at elsewhere:our backups,"),
        "{said}"
    );
}

#[test]
fn problems_that_stop_nothing_yet_are_mailed_within_the_hour() {
    let read = |name: &str| fs::read_to_string(deploy("one-machine").join(name)).unwrap();
    assert!(read("callguide-doctor.timer").contains("\nOnCalendar=hourly\n"));
    let service = read("callguide-doctor.service");
    assert!(service.contains("\nOnFailure=callguide-mail@%n.service\n"), "{service}");
    // Runs the command that systemd runs, with a doctor that reports a problem the first `wrong` times.
    let run = Regex::new("(?m)^ExecStart=/bin/sh -c '(.+)'$").unwrap();
    let run = &run.captures(&service).expect("a shell")[1];
    let base = tempfile::tempdir().unwrap();
    let ask = |wrong: u8| {
        let bin = |name: &str, text: String| {
            let path = base.path().join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        };
        bin("sleep", "#!/bin/sh\n".to_owned());
        let count = base.path().join("asked").display().to_string();
        bin(
            "callguide-setup",
            format!("#!/bin/sh\necho \"$1\" >>{count}; [ $(wc -l <{count}) -gt {wrong} ]\n"),
        );
        fs::write(&count, "").unwrap();
        let path = format!("{}:/usr/bin:/bin", base.path().display());
        let done = Command::new("/bin/sh").args(["-c", run]).env("PATH", path).status().unwrap().success();
        (done, fs::read_to_string(&count).unwrap())
    };
    assert_eq!(ask(0), (true, "doctor\n".to_owned()));
    assert_eq!(ask(1), (true, "doctor\n".repeat(2)), "an upgrade was under way");
    assert_eq!(ask(2), (false, "doctor\n".repeat(2)));

    let engine = "CALLGUIDE_PUBLIC_URL=https://callguide.example.org\n";
    for (name, text) in [("callguide.env", engine), ("caddy.env", ""), ("answers", "hunter2\n\n")] {
        fs::write(base.path().join(name), text).unwrap();
    }
    let answers = base.path().join("answers");
    let stubs = "rm() { :; }; systemctl() { echo \"$*\"; }; curl() { :; }; setpriv() { :; }";
    let (done, said, why) = set_up(base.path(), "''", &format!("exec <{}; {stubs}", answers.display()));
    assert!(done, "{said}{why}");
    let enabled = said.lines().find(|line| line.starts_with("enable --now ")).expect(&said);
    for unit in ["callguide@8081", "callguide-backup.timer", "callguide-doctor.timer"] {
        assert!(enabled.split(' ').any(|word| word == unit), "{unit}: {enabled}");
    }
}
