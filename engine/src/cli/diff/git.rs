//! Content as a git revision has it, read with `git` as it is installed. Nothing is checked out and
//! nothing is written.

use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, bail};

use crate::content::folder::{self, Files};

/// The content folder `content` as `revision` of its repository has it.
///
/// # Errors
/// Where git is not installed, `content` is in no repository, or the revision or the folder in it
/// isn't there. Each says which, and what to do.
pub fn read(content: &Path, revision: &str) -> anyhow::Result<Files> {
    let (inside, below) = existing(content);
    let prefix = text(&git(&inside, &["rev-parse", "--show-prefix"])?).with_context(|| {
        format!(
            "{} is in no git repository; name two folders instead, or the folder with --content",
            content.display()
        )
    })?;
    let commit = ["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")];
    let Ok(commit) = text(&git(&inside, &commit)?) else {
        bail!(
            "{revision:?} is neither a folder nor a git revision; name a folder, a branch, a tag or a commit \
             (in a shallow clone the commit may have to be fetched first)"
        );
    };
    let folder = format!("{prefix}{}", below.to_string_lossy());
    let folder = folder.trim_matches('/');
    let mut list = vec!["ls-tree", "-r", "-z", "--full-tree", &commit];
    if !folder.is_empty() && folder != "." {
        list.extend(["--", folder]);
    }
    let listed = git(&inside, &list)?;
    let entries = entries(&listed.stdout, folder);
    if !listed.status.success() || entries.is_empty() {
        bail!("{revision} has no files in {folder:?}; name the content folder with --content");
    }
    Ok(folder::from_bytes(blobs(&inside, entries)?))
}

/// The nearest folder that is there, and the rest of the path: a folder may exist in a revision only.
fn existing(content: &Path) -> (PathBuf, PathBuf) {
    let mut inside = if content.as_os_str().is_empty() { Path::new(".") } else { content };
    while !inside.is_dir() {
        inside = match inside.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
    }
    // A relative name stands in the current folder, whether it says so or not.
    let below = content.strip_prefix(inside).or_else(|_| content.strip_prefix("./")).unwrap_or(content);
    (inside.to_owned(), below.to_owned())
}

fn git(inside: &Path, args: &[&str]) -> anyhow::Result<Output> {
    let output = Command::new("git").arg("-C").arg(inside).args(args).stdin(Stdio::null()).output();
    output.context("git can't be run; install it, or name two folders instead of revisions")
}

/// What git printed, where it succeeded.
fn text(output: &Output) -> anyhow::Result<String> {
    if !output.status.success() {
        bail!("git says: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end_matches(['\n', '\r']).to_owned())
}

/// Object and name inside the content folder, of each file that `ls-tree -z` lists.
fn entries(listed: &[u8], folder: &str) -> Vec<(String, String)> {
    let lines = listed.split(|byte| *byte == 0).map(String::from_utf8_lossy);
    let entry = |line: std::borrow::Cow<'_, str>| {
        let (head, path) = line.split_once('\t')?;
        let mut head = head.split(' ');
        let (mode, kind, object) = (head.next()?, head.next()?, head.next()?);
        // Links and submodules have no text of their own.
        if kind != "blob" || mode == "120000" {
            return None;
        }
        let name = if folder.is_empty() || folder == "." {
            path
        } else {
            path.strip_prefix(folder)?.strip_prefix('/')?
        };
        let content = name.ends_with(".yaml") || name.ends_with(".yml");
        content.then(|| (object.to_owned(), name.to_owned()))
    };
    lines.filter_map(entry).collect()
}

/// The bytes of every object, with one process for all of them.
fn blobs(inside: &Path, entries: Vec<(String, String)>) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut child = Command::new("git")
        .arg("-C")
        .arg(inside)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("git can't be run")?;
    let mut input = child.stdin.take().context("git takes no input")?;
    let asked: String = entries.iter().map(|(object, _)| format!("{object}\n")).collect();
    // Git answers while it is asked: with both in one thread each could wait for the other.
    let asking = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let mut answers = BufReader::new(child.stdout.take().context("git gives no output")?);
    let mut out = Vec::with_capacity(entries.len());
    for (object, name) in entries {
        let mut head = String::new();
        answers.read_line(&mut head)?;
        let size = head.trim_end().strip_prefix(&object).and_then(|rest| rest.strip_prefix(" blob "));
        let Some(size) = size.and_then(|size| size.parse::<usize>().ok()) else {
            bail!("git doesn't have the text of {name}: {}", head.trim());
        };
        let mut bytes = vec![0; size + 1];
        answers.read_exact(&mut bytes)?;
        bytes.truncate(size);
        out.push((name, bytes));
    }
    drop(answers);
    let _ = asking.join();
    child.wait()?;
    Ok(out)
}
