//! Lint, serve, and diff agree on which files are content, whether they're in a folder or in a commit: content that
//! review didn't show never reaches volunteers.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::git_support::git;
use crate::lint_support::{Content, cases};
use callguide::content::folder;
use callguide::examine::{Examined, examine};
use callguide::reload;
use proptest::prelude::*;

/// Every file outside the content folder contains this text, which must never be read or printed.
const SECRET: &str = "OUTSIDE-OF-CONTENT";

fn category(name: &str, word: &str) -> String {
    format!(
        "category: {name}\norder: 9\nentries:\n  - id: {word}\n    question: What about {word}?\n    answer: Ask for {word}.\n    tags: [{word}]\n    reviewed: \"2024-03-01\"\n"
    )
}

/// A repository with the content in `content`, next to a category that isn't part of it.
struct Repository(tempfile::TempDir);

impl Repository {
    fn new() -> Self {
        let base = tempfile::tempdir().unwrap();
        let repository = Self(base);
        Content::base().write_to(&repository.content());
        fs::create_dir_all(repository.file(".kept/deep")).unwrap();
        fs::write(repository.file(".kept/more.yaml"), category("More", "more")).unwrap();
        fs::write(repository.file(".kept/deep/deeper.yaml"), category("Deeper", "deeper")).unwrap();
        fs::write(repository.file(".kept/note.txt"), SECRET).unwrap();
        fs::create_dir(repository.path().join("outside")).unwrap();
        fs::write(repository.path().join("outside/more.yaml"), category(SECRET, SECRET)).unwrap();
        git(repository.path(), &["init", "-q"]);
        repository.commit();
        git(repository.path(), &["tag", "before"]);
        repository
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn content(&self) -> PathBuf {
        self.path().join("content")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.content().join(name)
    }

    fn commit(&self) {
        git(self.path(), &["add", "-A"]);
        git(self.path(), &["commit", "-q", "--allow-empty", "-m", "content: an edit"]);
    }

    fn link(&self, name: &str, target: &str) {
        symlink(target, self.file(name)).unwrap();
    }

    /// Runs the command; returns its exit status and output. It must finish within a generous time limit.
    fn callguide(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new("timeout");
        command.arg("60").arg(env!("CARGO_BIN_EXE_callguide")).args(args).current_dir(self.path());
        let Output { status, stdout, stderr } = command.output().unwrap();
        assert_ne!(status.code(), Some(124), "{args:?} waits for ever");
        let printed = String::from_utf8([stdout, stderr].concat()).unwrap();
        assert!(!printed.contains(SECRET), "{args:?} shows what is no content:\n{printed}");
        (status.code(), printed)
    }

    /// Expects every command to refuse the content with this message.
    fn refused(&self, says: &str) {
        let content = self.content();
        let data = self.path().join("data");
        let serve = ["serve", "--listen", "127.0.0.1:0", "--content", content.to_str().unwrap(), "--data"];
        let serve = [&serve[..], &[data.to_str().unwrap()]].concat();
        let commands: [(&[&str], i32); 4] = [
            (&["lint", "content"], 1),
            (&["diff", "before", "content"], 2),
            (&["diff", "before", "HEAD"], 2),
            (&serve, 2),
        ];
        for (args, status) in commands {
            let (code, printed) = self.callguide(args);
            assert_eq!(code, Some(status), "{args:?}: {printed}");
            assert!(printed.contains(says) && printed.contains("[unreadable-file]"), "{args:?}: {printed}");
        }
        let read = reload::read(&content).unwrap().unwrap();
        let reading = reload::ExaminedFolder::examine(
            read,
            &content,
            false,
            callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)),
        );
        assert!(reading.snapshot.is_none() && reading.text().contains(says), "{}", reading.text());
    }
}

#[test]
fn links_out_of_the_folder_are_errors_and_reveal_nothing() {
    for (name, target) in [
        ("faq/more.yaml", "../../outside/more.yaml"),
        ("extra.yaml", "../outside/more.yaml"),
        ("support/passwd.yaml", "/etc/passwd"),
        ("faq/null.yaml", "/dev/zero"),
        ("more", "../outside"),
        ("faq/more.yaml", "../.kept/../../outside/more.yaml"),
    ] {
        let repository = Repository::new();
        repository.link(name, target);
        repository.commit();
        repository.refused(&format!("content/{name}:1:1: error: the link points outside the content folder"));
    }
}

#[test]
fn a_way_out_through_another_link_is_rejected() {
    let repository = Repository::new();
    repository.link(".out", "../outside");
    repository.link("faq/more.yaml", "../.out/more.yaml");
    repository.commit();
    repository.refused("content/faq/more.yaml:1:1: error: the link points outside the content folder");
}

#[test]
fn lint_serve_and_diff_follow_links_within_the_folder() {
    let repository = Repository::new();
    let before =
        examine(&repository.content(), callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)))
            .unwrap()
            .draft
            .version();
    repository.link(".current", ".kept");
    repository.link("faq/more.yaml", "../.current/more.yaml");
    repository.link("faq/deeper.yaml", repository.file(".kept/deep/deeper.yaml").to_str().unwrap());
    repository.commit();
    let (code, printed) = repository.callguide(&["diff", "before", "HEAD"]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("What about more?") && printed.contains("What about deeper?"), "{printed}");
    let (_, folder) = repository.callguide(&["diff", "before", "content"]);
    assert_eq!(folder, printed);
    assert_eq!(repository.callguide(&["diff", "HEAD", "content"]).1, "Nothing changes for readers.\n");
    let version =
        examine(&repository.content(), callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)))
            .unwrap()
            .draft
            .version();
    assert_ne!(version, before);
    // The link's target changes, but the link doesn't.
    fs::write(repository.file(".kept/more.yaml"), category("More", "other")).unwrap();
    let (_, printed) = repository.callguide(&["diff", "HEAD", "content"]);
    assert!(printed.contains("{+other"), "{printed}");
    repository.commit();
    assert_eq!(repository.callguide(&["diff", "HEAD~1", "HEAD"]).1, printed);
}

#[test]
fn a_revision_is_read_through_its_own_links() {
    let repository = Repository::new();
    let path = repository.path();
    fs::rename(path.join("content"), path.join("first")).unwrap();
    let mut second = Content::base();
    second.replace("site.yaml", "  tagline: ", b"  tagline: Now ");
    second.write_to(&path.join("second"));
    symlink("first", path.join("content")).unwrap();
    repository.commit();
    fs::remove_file(path.join("content")).unwrap();
    symlink("second", path.join("content")).unwrap();
    repository.commit();
    let (code, printed) = repository.callguide(&["diff", "HEAD~1", "HEAD"]);
    assert_eq!(code, Some(0), "{printed}");
    assert!(
        printed.starts_with("No path ends differently.\n1 change: site.yaml organisation.\n"),
        "{printed}"
    );
}

#[test]
fn a_submodule_in_a_revision_is_an_error() {
    let repository = Repository::new();
    let commit = git(repository.path(), &["rev-parse", "HEAD"]);
    let entry = format!("160000,{commit},content/more");
    git(repository.path(), &["update-index", "--add", "--cacheinfo", &entry]);
    git(repository.path(), &["commit", "-q", "-m", "content: a submodule"]);
    let (code, printed) = repository.callguide(&["diff", "before", "HEAD"]);
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("content/more:1:1: error: this is a submodule"), "{printed}");
}

#[test]
fn a_file_that_git_would_check_out_differently_is_reported() {
    let repository = Repository::new();
    repository.link("faq/more.yaml", "../.kept/more.yaml");
    fs::write(repository.path().join(".gitattributes"), "*.png filter=pictures\n*.yaml text\n").unwrap();
    repository.commit();
    let (code, printed) = repository.callguide(&["diff", "before", "HEAD"]);
    assert_eq!(code, Some(0), "{printed}");
    fs::write(repository.file(".gitattributes"), "more.yaml working-tree-encoding=UTF-7\n").unwrap();
    repository.commit();
    // The commit's attributes count, not those in the working tree.
    fs::remove_file(repository.file(".gitattributes")).unwrap();
    let (code, printed) = repository.callguide(&["diff", "HEAD~1", "HEAD"]);
    assert_eq!(code, Some(2), "{printed}");
    let told = "content/.kept/more.yaml:1:1: error: git checks out this file with different text";
    assert!(printed.contains(told) && printed.contains("working-tree-encoding"), "{printed}");
    assert!(!printed.contains("OLD"), "{printed}");
}

#[test]
fn a_pipe_or_other_special_file_is_an_error_and_never_blocks() {
    let repository = Repository::new();
    let pipe = repository.file("faq/pipe.yaml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let told = |what: &str, name: &str| format!("content/{name}:1:1: error: this is {what}, not a file");
    let (code, printed) = repository.callguide(&["lint", "content"]);
    assert_eq!(code, Some(1));
    assert!(printed.contains(&told("a named pipe", "faq/pipe.yaml")), "{printed}");
    assert_eq!(repository.callguide(&["diff", "before", "content"]).0, Some(2));
    fs::rename(&pipe, repository.file(".kept/pipe.yaml")).unwrap();
    repository.link("faq/pipe.yaml", "../.kept/pipe.yaml");
    let (_, printed) = repository.callguide(&["lint", "content"]);
    assert!(printed.contains(&told("a named pipe", "faq/pipe.yaml")), "{printed}");
    fs::remove_file(repository.file("faq/pipe.yaml")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(repository.file("faq/socket.yaml")).unwrap();
    let (_, printed) = repository.callguide(&["lint", "content"]);
    assert!(printed.contains(&told("a socket", "faq/socket.yaml")), "{printed}");
}

#[test]
fn a_file_reached_by_two_names_is_read_once_and_reported() {
    for (name, target, known) in [
        ("faq/again.yaml", "lease.yaml", "faq/lease.yaml"),
        // The regular file wins over the link, whichever name comes first.
        ("faq/a.yaml", "lease.yaml", "faq/lease.yaml"),
        ("faq/self", "../faq", "faq"),
        ("around", ".", "."),
    ] {
        let repository = Repository::new();
        repository.link(name, target);
        repository.commit();
        repository
            .refused(&format!("content/{name}:1:1: error: the link's target is already read as {known} "));
        let files = folder::read(&repository.content()).unwrap().files;
        assert_eq!(files.len(), folder::from_bytes(Content::base().0.into_iter().collect()).files.len());
    }
}

#[test]
fn links_to_nothing_or_to_non_content_are_errors() {
    for (name, target, says) in [
        ("faq/more.yaml", "../.kept/gone.yaml", "the link's target doesn't exist"),
        ("faq/more.yaml", "more.yaml", "the link leads back to itself"),
        ("more", "gone", "the link's target doesn't exist"),
        ("faq/more.yaml", "../.kept/note.txt", "the link points to a file that isn't content"),
        ("faq/more.yaml", "lease.yaml/more.yaml", "the link's target doesn't exist"),
    ] {
        let repository = Repository::new();
        repository.link(name, target);
        repository.commit();
        repository.refused(&format!("content/{name}:1:1: error: {says}"));
    }
}

#[test]
fn a_file_over_the_size_limit_is_not_read_to_the_end() {
    let repository = Repository::new();
    fs::File::create(repository.file("faq/large.yaml")).unwrap().set_len(1 << 40).unwrap();
    let (code, printed) = repository.callguide(&["lint", "content"]);
    assert_eq!(code, Some(1));
    assert!(printed.contains("content/faq/large.yaml:1:1: error: the file is too large"), "{printed}");
    fs::write(repository.file("faq/large.yaml"), vec![b'#'; (16 << 20) + 1]).unwrap();
    repository.commit();
    repository.refused("content/faq/large.yaml:1:1: error: the file is too large");
}

/// The paths of links, and their targets.
const NAMES: [&str; 10] = [
    "faq/more.yaml",
    "faq/a.yaml",
    "faq/deep",
    "support/more.yaml",
    ".current",
    "more",
    "odd.yaml",
    "faq/notes.txt",
    "snippets.yaml",
    ".kept/on.yaml",
];
const TARGETS: [&str; 20] = [
    "../.kept/more.yaml",
    ".kept/more.yaml",
    "../.kept/deep/deeper.yaml",
    "../.current/more.yaml",
    "../.current",
    ".kept",
    ".kept/deep",
    "../faq/lease.yaml",
    "lease.yaml",
    "../content/.kept/more.yaml",
    "../../content/.kept/more.yaml",
    "../../outside/more.yaml",
    "../outside",
    "..",
    ".",
    "nothing",
    "/etc/passwd",
    "ROOT/.kept/more.yaml",
    "../.kept/on.yaml",
    "more.yaml",
];

/// Returns the findings as printed, one per line, without anything that comes before the content folder's name.
fn findings(examined: &Examined) -> Vec<String> {
    examined.findings.iter().map(|d| format!("{}: {} [{}]", d.place.file, d.message, d.rule)).collect()
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn lint_serve_and_diff_read_the_same(
        links in prop::collection::vec((prop::sample::select(&NAMES[..]), prop::sample::select(&TARGETS[..])), 0..5)
    ) {
        let repository = Repository::new();
        let content = repository.content();
        for (name, target) in links {
            let _ = fs::remove_file(repository.file(name));
            repository.link(name, &target.replace("ROOT", content.to_str().unwrap()));
        }
        repository.commit();
        let read = folder::read(&content).unwrap();
        prop_assert!(read.files.iter().all(|(_, bytes)| !String::from_utf8_lossy(bytes).contains(SECRET)));
        let linted = examine(&content, callguide::readings::Now::On(jiff::civil::date(2026, 11, 23))).unwrap();
        let served = reload::ExaminedFolder::examine(reload::read(&content).unwrap().unwrap(), &content, false, callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)));
        prop_assert_eq!(findings(&linted), findings(&served.examined));
        prop_assert_eq!(linted.draft.version(), served.examined.draft.version());
        // Either the commit and the folder that it was made from read the same, or they have the same findings.
        let (code, printed) = repository.callguide(&["diff", "HEAD", "content", "--exit-code"]);
        match printed.split_once("OLD (HEAD):\n") {
            None => prop_assert_eq!((code, &*printed), (Some(0), "Nothing changes for readers.\n")),
            Some((_, both)) => {
                let (old, new) = both.split_once("NEW (content):\n").unwrap();
                let new = new.split("\n\n").filter(|part| !part.contains("can't be compared"));
                let old: Vec<String> = old.split("\n\n").map(|part| part.replace("HEAD:content/", "content/")).collect();
                let (old, new) = (old.join("\n\n"), new.collect::<Vec<_>>().join("\n\n"));
                prop_assert_eq!(old.trim(), new.trim());
            }
        }
    }
}
