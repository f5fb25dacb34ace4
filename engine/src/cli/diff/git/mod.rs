//! Reads the content of a git revision, with the installed `git` and by the same rules as any other content.
//! Nothing is checked out, and nothing is written.

mod commit;
mod objects;

use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, bail};

use crate::content::folder::{self, FileTree as _, Files, NotRead};
use crate::diagnostics::{Diagnostic, Place};
use commit::Commit;
use objects::Objects;

/// The maximum number of symbolic links to follow on the way to the repository, as in Linux.
const MAX_LINKS: usize = 40;

/// Reads the content folder `content` as it is in `revision` of its repository. If a symbolic link inside the
/// repository is on the way to it, the revision's version of the link counts.
///
/// # Errors
/// If git isn't installed, `content` isn't in a repository, or the revision or the folder in it doesn't
/// exist. The message says which, and what to do.
pub fn read(content: &Path, revision: &str) -> anyhow::Result<Files> {
    let inside = existing(content);
    let top = text(&git(&inside, &["rev-parse", "--show-toplevel"])?).with_context(|| {
        format!(
            "{} isn't in a git repository; specify two folders instead, or the content folder with --content",
            content.display()
        )
    })?;
    let commit = ["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")];
    let Ok(commit) = text(&git(&inside, &commit)?) else {
        bail!(
            "{revision:?} is neither a folder nor a git revision; specify a folder, branch, tag, or commit \
             (in a shallow clone, the commit may have to be fetched first)"
        );
    };
    let top = Path::new(&top).canonicalize().context("the repository's folder can't be found")?;
    let folder = below(content, &top)?
        .with_context(|| format!("{} is outside of the repository", content.display()))?;
    let tree = Objects::of(&inside).and_then(|objects| Commit::new(objects, &commit, top));
    let mut tree = tree.with_context(|| format!("git can't read {revision}"))?;
    let none = || format!("{revision} has no files in {folder:?}; specify the content folder with --content");
    let root = match folder::resolve(&mut tree, &folder) {
        Ok(root) => root,
        Err(NotRead::Leaves) => bail!("in {revision}, {folder:?} is a link that leads out of the repository"),
        Err(_) => bail!(none()),
    };
    let mut tree = tree.within(root);
    if tree.list("").with_context(none)?.is_empty() {
        bail!(none());
    }
    let mut files = folder::from_tree(&mut tree).with_context(|| format!("git can't read {revision}"))?;
    files.found.extend(converted(&inside, &commit, &tree)?);
    Ok(files)
}

/// Attributes that make a checkout's text differ from the commit's.
const CONVERTING: [&str; 3] = ["filter", "ident", "working-tree-encoding"];

/// Returns findings for files that a checkout would write differently than they are in the commit, because of
/// `.gitattributes`: their text here isn't what would be served.
fn converted(inside: &Path, commit: &str, tree: &Commit) -> anyhow::Result<Vec<Diagnostic>> {
    if tree.read_files().is_empty() {
        return Ok(Vec::new());
    }
    let source = format!("--source={commit}");
    // Paths are relative to the root of the tree.
    let top = text(&git(inside, &["rev-parse", "--show-toplevel"])?)?;
    let asked = |source: Option<&str>| {
        let args = ["check-attr"].into_iter().chain(source).chain(["-z"]).chain(CONVERTING).chain(["--"]);
        git(Path::new(&top), &args.chain(tree.read_files().iter().map(String::as_str)).collect::<Vec<_>>())
    };
    let mut told = asked(Some(&source))?;
    if !told.status.success() {
        // Before git 2.40, only the attributes of the working tree can be queried.
        told = asked(None)?;
    }
    let told = text(&told).context("git can't report how it checks out files")?;
    let words: Vec<&str> = told.split('\0').collect();
    let set = words.chunks_exact(3).filter(|found| !matches!(found[2], "unspecified" | "unset"));
    Ok(set
        .map(|found| {
            let message = format!(
                "git checks out this file with different text than is compared here: .gitattributes gives it {}",
                found[1]
            );
            Diagnostic::error("unreadable-file", Place::file(tree.name(found[0])), message)
                .help("remove that attribute from the content's files, or compare two folders")
        })
        .collect())
}

/// Returns the nearest existing folder, since a folder may exist only in a revision.
fn existing(content: &Path) -> PathBuf {
    let mut inside = if content.as_os_str().is_empty() { Path::new(".") } else { content };
    while !inside.is_dir() {
        inside = match inside.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
    }
    inside.to_owned()
}

/// Returns the path of `content` within the repository at `top`, or `None` if it isn't inside. Symbolic links
/// are followed only on the way to the repository, since a link inside it may differ in a revision.
fn below(content: &Path, top: &Path) -> io::Result<Option<String>> {
    let parts = |path: &Path| -> Vec<PathBuf> {
        let part = |component: Component<'_>| PathBuf::from(component.as_os_str());
        path.components().filter(|part| *part != Component::CurDir).map(part).rev().collect()
    };
    let (mut left, mut at, mut links) = (parts(&std::path::absolute(content)?), PathBuf::new(), 0);
    while at != top {
        let Some(part) = left.pop() else { return Ok(None) };
        if part == Path::new("..") {
            at.pop();
            continue;
        }
        at.push(&part);
        let Ok(target) = std::fs::read_link(&at) else { continue };
        links += 1;
        if links > MAX_LINKS {
            return Ok(None);
        }
        at.pop();
        left.extend(parts(&target));
    }
    let rest: PathBuf = left.iter().rev().collect();
    Ok(rest.to_str().map(str::to_owned))
}

fn git(inside: &Path, args: &[&str]) -> anyhow::Result<Output> {
    let output = command(inside).args(args).stdin(Stdio::null()).output();
    output.context("git can't be run; install it, or compare two folders instead of revisions")
}

/// Returns a `git` command in a folder that runs nothing the repository configures: no file system monitor,
/// no hook, and no transport for fetching missing objects.
fn command(inside: &Path) -> Command {
    let mut command = Command::new("git");
    command.args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C"]).arg(inside);
    // Protocol settings are ignored if this is set, and "none" isn't a protocol (git(1)).
    command.env("GIT_ALLOW_PROTOCOL", "none");
    command
}

/// Returns git's output if it succeeded.
fn text(output: &Output) -> anyhow::Result<String> {
    if !output.status.success() {
        bail!("git says: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end_matches(['\n', '\r']).to_owned())
}
