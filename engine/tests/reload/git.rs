//! Tests how a merge reaches the running engine, as described in CONTRIBUTING.md: with a checkout that pulls, and
//! with a git-sync sidecar that swaps a link. Uses the real git, a hub that both fetch from, and staff who push.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::engine::{Engine, Setup, copy, under_way, version_of};
use crate::git_support::git;

/// The repository that everyone fetches from, and the staff's working clone.
struct Hub {
    bare: PathBuf,
    staff: PathBuf,
}

impl Hub {
    fn new(base: &Path) -> Self {
        let hub = Self { bare: base.join("hub.git"), staff: base.join("staff") };
        git(base, &["init", "-q", "--bare", "-b", "main", "hub.git"]);
        git(base, &["clone", "-q", "hub.git", "staff"]);
        git(&hub.staff, &["switch", "-q", "-c", "main"]);
        let guidance = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/guidance");
        copy(&guidance, &hub.staff.join("content"));
        git(&hub.staff, &["add", "-A"]);
        git(&hub.staff, &["commit", "-q", "-m", "content: as it was"]);
        git(&hub.staff, &["push", "-q", "-u", "origin", "main"]);
        hub
    }

    /// Merges a pull request with one edit to one file.
    fn merge(&self, file: &str, old: &str, new: &str) {
        let path = self.staff.join("content").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(old).count(), 1, "{file}: {old}");
        git(&self.staff, &["switch", "-q", "-c", "edit"]);
        fs::write(path, text.replace(old, new)).unwrap();
        git(&self.staff, &["commit", "-q", "-a", "-m", "content: an edit"]);
        git(&self.staff, &["switch", "-q", "main"]);
        git(&self.staff, &["merge", "-q", "--no-ff", "-m", "Merge the edit", "edit"]);
        git(&self.staff, &["branch", "-q", "-d", "edit"]);
        git(&self.staff, &["push", "-q"]);
    }

    fn good(&self, mark: &str) {
        self.merge("site.yaml", "tagline: ", &format!("tagline: {mark} "));
    }

    /// Renames a link that other files refer to.
    fn bad(&self) {
        self.merge("links.yaml", "  ride-agency:", "  rides:");
    }

    /// Reverts the last merge, as on the command line.
    fn revert(&self) {
        git(&self.staff, &["revert", "--no-edit", "-m", "1", "HEAD"]);
        git(&self.staff, &["push", "-q"]);
    }

    fn version(&self) -> String {
        version_of(&self.staff.join("content"))
    }
}

/// Waits until the staff's last merge is served.
fn served(engine: &Engine, hub: &Hub) {
    assert_eq!(engine.version_on_disk(), hub.version(), "the folder has what was merged");
    engine.wait_for_disk();
}

/// Waits until a broken merge is reported with its file and line, while the previous version is still being served.
fn refused(engine: &Engine) {
    let status = engine.wait_for_refusal();
    let findings = status["last_attempt"]["findings"].as_array().unwrap();
    let told = findings.iter().find(|finding| finding["rule"] == "unknown-link").unwrap();
    assert_eq!(told["file"], "content/agreement.yaml");
    assert!(told["line"].as_u64().unwrap() > 1 && told["help"].is_string(), "{told}");
    assert_eq!(status["last_attempt"]["changed_files"], json!(["links.yaml"]));
}

#[test]
fn a_merge_is_served_after_a_checkout_pulls() {
    let mut setup = Setup::new();
    let base = setup.base.path().to_owned();
    let hub = Hub::new(&base);
    git(&base, &["clone", "-q", "hub.git", "clone"]);
    let clone = base.join("clone");
    setup.folder = clone.join("content");
    let engine = setup.start();
    let pull = || git(&clone, &["pull", "--ff-only", "--quiet"]);
    under_way(&engine, |engine| {
        let first = (hub.version(), git(&clone, &["rev-parse", "HEAD"]));
        hub.good("One");
        pull();
        served(engine, &hub);
        let good = hub.version();
        hub.bad();
        pull();
        refused(engine);
        hub.revert();
        pull();
        served(engine, &hub);
        assert_eq!(engine.version(), good, "a revert gives the version before");
        // For an emergency rollback, the checkout itself is moved to an earlier commit and back.
        git(&clone, &["switch", "--quiet", "--detach", &first.1]);
        engine.wait_for_disk();
        assert_eq!(engine.version(), first.0);
        git(&clone, &["switch", "--quiet", "main"]);
        hub.good("Two");
        pull();
        served(engine, &hub);
    });
}

/// A git-sync sidecar: it fetches, checks the commit out into its own folder, and atomically points a link there.
struct Sidecar {
    root: PathBuf,
}

impl Sidecar {
    fn new(base: &Path, hub: &Hub) -> Self {
        git(base, &["clone", "-q", "--bare", hub.bare.to_str().unwrap(), "sync"]);
        let sidecar = Self { root: base.join("sync") };
        sidecar.sync("main");
        sidecar
    }

    /// Syncs to a commit and returns its name.
    fn sync(&self, reference: &str) -> String {
        git(&self.root, &["fetch", "-q", "origin", "+main:main"]);
        let commit = git(&self.root, &["rev-parse", reference]);
        let tree = self.root.join(".worktrees").join(&commit);
        if !tree.exists() {
            git(&self.root, &["worktree", "add", "-q", "--detach", tree.to_str().unwrap(), &commit]);
        }
        let next = self.root.join("next");
        symlink(Path::new(".worktrees").join(&commit), &next).unwrap();
        fs::rename(next, self.root.join("current")).unwrap();
        commit
    }

    /// Removes an old checkout, as git-sync does some time after moving the link.
    fn tidy(&self, commit: &str) {
        let tree = self.root.join(".worktrees").join(commit);
        git(&self.root, &["worktree", "remove", "--force", tree.to_str().unwrap()]);
    }
}

#[test]
fn a_merge_is_served_after_a_git_sync_sidecar_swaps_its_link() {
    let mut setup = Setup::new();
    let base = setup.base.path().to_owned();
    let hub = Hub::new(&base);
    let sidecar = Sidecar::new(&base, &hub);
    setup.folder = sidecar.root.join("current/content");
    let engine = setup.start();
    under_way(&engine, |engine| {
        let first = sidecar.sync("main");
        let before = hub.version();
        hub.good("One");
        let one = sidecar.sync("main");
        served(engine, &hub);
        let good = hub.version();
        hub.bad();
        let bad = sidecar.sync("main");
        refused(engine);
        // For an emergency rollback, the link is moved back to an earlier commit, which still exists.
        assert_ne!((&bad, &one), (&one, &first));
        sidecar.sync(&one);
        engine.wait_for_disk();
        assert_eq!(engine.version(), good);
        sidecar.sync(&first);
        engine.wait_for_disk();
        assert_eq!(engine.version(), before);
        hub.revert();
        sidecar.sync("main");
        served(engine, &hub);
        assert_eq!(engine.version(), good, "a revert gives the version before");
        [&first, &one, &bad].into_iter().for_each(|commit| sidecar.tidy(commit));
        hub.good("Two");
        sidecar.sync("main");
        served(engine, &hub);
    });
}
