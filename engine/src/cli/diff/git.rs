//! Reads the content of a git revision, with the installed `git` and by the same rules as any other content.
//! Nothing is checked out, and nothing is written.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Component, Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use anyhow::{Context as _, bail};

use crate::content::folder::{self, Bytes, FileTree, Files, FolderEntry, NotRead};
use crate::diagnostics::{Diagnostic, Place};

/// The maximum number of symbolic links to follow on the path to the repository, as in Linux.
const MAX_LINKS: usize = 40;

/// The maximum length of a link's target, as in Linux.
const MAX_LINK: usize = 4_096;
/// The maximum size of a folder's listing, in bytes: hundreds of thousands of names.
const MAX_FOLDER: usize = 32 << 20;

/// Reads the content folder `content` as it is in `revision` of its repository. If that path contains a
/// symbolic link inside the repository, the revision's version of the link is followed.
///
/// # Errors
/// If git isn't installed, `content` isn't in a repository, or the revision or the folder in it doesn't
/// exist. The message says which, and what to do.
pub fn read(content: &Path, revision: &str) -> anyhow::Result<Files> {
    let inside = existing(content);
    let top = text(&git(inside, &["rev-parse", "--show-toplevel"])?).with_context(|| {
        format!(
            "{} isn't in a git repository; specify two folders instead, or the content folder with --content",
            content.display()
        )
    })?;
    let commit = ["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")];
    let Ok(commit) = text(&git(inside, &commit)?) else {
        bail!(
            "{revision:?} is neither a folder nor a git revision; specify a folder, branch, tag, or commit \
             (in a shallow clone, the commit may have to be fetched first)"
        );
    };
    let top = Path::new(&top).canonicalize().context("the repository's folder can't be found")?;
    let folder = below(content, &top)?
        .with_context(|| format!("{} is outside of the repository", content.display()))?;
    let tree = Objects::of(inside).and_then(|objects| CommitFolder::new(objects, &commit, top));
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
    files.found.extend(converted(inside, &commit, &tree)?);
    Ok(files)
}

/// Attributes that make a checkout's text differ from the commit's.
const CONVERTING: [&str; 3] = ["filter", "ident", "working-tree-encoding"];

/// Returns findings for files that a checkout would write differently because of `.gitattributes`: their text
/// in the commit isn't what would be served.
fn converted(inside: &Path, commit: &str, tree: &CommitFolder) -> anyhow::Result<Vec<Diagnostic>> {
    if tree.read.is_empty() {
        return Ok(Vec::new());
    }
    let source = format!("--source={commit}");
    // Paths are relative to the root of the tree.
    let top = text(&git(inside, &["rev-parse", "--show-toplevel"])?)?;
    let asked = |source: Option<&str>| {
        let args = ["check-attr"].into_iter().chain(source).chain(["-z"]).chain(CONVERTING).chain(["--"]);
        git(Path::new(&top), &args.chain(tree.read.iter().map(String::as_str)).collect::<Vec<_>>())
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
fn existing(content: &Path) -> &Path {
    content.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."))
}

/// Returns the path of `content` within the repository at `top`, or `None` if it isn't inside. Symbolic links
/// are followed only on the path to the repository, since a link inside it may differ in a revision.
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

/// Returns a `git` command that runs in the folder `inside`, but doesn't run anything that the repository configures:
/// file system monitors, hooks, or transports for fetching missing objects.
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

/// A folder in a commit; initially its whole tree.
struct CommitFolder {
    objects: Objects,
    /// The ID of the commit's root tree.
    root: String,
    /// The folder that paths are relative to, as a path in the tree.
    folder: String,
    /// The path of that folder in the working tree, even if it doesn't exist there.
    places: Vec<PathBuf>,
    listed: HashMap<String, Vec<TreeEntry>>,
    /// The path of each file that was read, in the whole tree.
    read: Vec<String>,
}

#[derive(Debug, Clone)]
struct TreeEntry {
    name: Vec<u8>,
    mode: Vec<u8>,
    object: String,
}

impl CommitFolder {
    /// Opens the whole tree of `commit`, which is checked out at `place`.
    ///
    /// # Errors
    /// If git doesn't have the commit.
    fn new(mut objects: Objects, commit: &str, place: PathBuf) -> io::Result<Self> {
        let Object { id, kind, .. } = objects.get(&format!("{commit}^{{tree}}"), MAX_FOLDER)?;
        if kind != "tree" {
            return Err(io::Error::other("the commit has no files"));
        }
        let (folder, listed, read) = (String::new(), HashMap::new(), Vec::new());
        Ok(Self { objects, root: id, folder, places: vec![place], listed, read })
    }

    /// Restricts the tree to the folder at `folder`, as its new root.
    fn within(self, folder: String) -> Self {
        let places = self.places.iter().map(|place| place.join(&folder)).collect();
        Self { folder, places, ..self }
    }

    /// Converts a path in the whole tree to a path relative to the folder.
    fn name<'a>(&self, path: &'a str) -> &'a str {
        path.strip_prefix(&*self.folder).map_or(path, |name| name.trim_start_matches('/'))
    }

    fn path(&self, path: &str) -> String {
        let both: Vec<&str> = [&*self.folder, path].into_iter().filter(|part| !part.is_empty()).collect();
        both.join("/")
    }

    /// Returns the mode and the object at a path in the whole tree.
    fn find(&mut self, path: &str) -> io::Result<(Vec<u8>, String)> {
        let Some((folder, name)) = path.rsplit_once('/').or((!path.is_empty()).then_some(("", path))) else {
            return Ok((TREE.to_vec(), self.root.clone()));
        };
        let listed = self.entries(folder)?;
        let found = listed.iter().find(|listed| listed.name == name.as_bytes());
        found.map(|listed| (listed.mode.clone(), listed.object.clone())).ok_or_else(missing)
    }

    fn entries(&mut self, folder: &str) -> io::Result<&[TreeEntry]> {
        if !self.listed.contains_key(folder) {
            let (mode, object) = self.find(folder)?;
            if mode != TREE {
                return Err(missing());
            }
            let object = self.objects.get(&object, MAX_FOLDER)?;
            let listed = entries(&object)
                .ok_or_else(|| io::Error::other("git returned a folder listing that can't be parsed"))?;
            self.listed.insert(folder.to_owned(), listed);
        }
        Ok(&self.listed[folder])
    }
}

const TREE: &[u8] = b"40000";

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

/// Parses the entries in a tree object: mode, space, name, NUL, and the ID in bytes.
fn entries(tree: &Object) -> Option<Vec<TreeEntry>> {
    let (mut left, mut out) = (tree.bytes.as_deref()?, Vec::new());
    while !left.is_empty() {
        let blank = left.iter().position(|byte| *byte == b' ')?;
        let end = left.iter().position(|byte| *byte == 0)?;
        let (id, rest) = left.get(end + 1..)?.split_at_checked(tree.id.len() / 2)?;
        out.push(TreeEntry {
            mode: left[..blank].to_vec(),
            name: left.get(blank + 1..end)?.to_vec(),
            object: hex::encode(id),
        });
        left = rest;
    }
    Some(out)
}

fn entry(mode: &[u8]) -> FolderEntry {
    match mode {
        TREE => FolderEntry::Folder(None),
        b"120000" => FolderEntry::Link,
        b"160000" => FolderEntry::Away("a submodule"),
        _ => FolderEntry::File(None),
    }
}

impl FileTree for CommitFolder {
    fn list(&mut self, folder: &str) -> io::Result<Vec<(OsString, FolderEntry)>> {
        let path = self.path(folder);
        let listed = self.entries(&path)?.iter();
        Ok(listed.map(|listed| (OsString::from_vec(listed.name.clone()), entry(&listed.mode))).collect())
    }

    fn look(&mut self, path: &str) -> io::Result<FolderEntry> {
        let path = self.path(path);
        Ok(entry(&self.find(&path)?.0))
    }

    fn link(&mut self, path: &str) -> io::Result<String> {
        let path = self.path(path);
        let (_, object) = self.find(&path)?;
        let target = self.objects.get(&object, MAX_LINK)?.bytes;
        let target = target.ok_or_else(|| io::Error::other("the link's target is too long"))?;
        String::from_utf8(target).map_err(|_| io::Error::other("the link's target isn't UTF-8"))
    }

    fn read(&mut self, path: &str, bound: usize) -> io::Result<Bytes> {
        let path = self.path(path);
        let (_, object) = self.find(&path)?;
        let bytes = self.objects.get(&object, bound)?.bytes;
        self.read.push(path);
        Ok(bytes.map_or(Bytes::TooLarge, |bytes| Bytes::Whole(bytes, None)))
    }

    fn places(&self) -> &[PathBuf] {
        &self.places
    }
}

/// A running `git cat-file --batch`. Each request is answered before the next one is sent.
struct Objects {
    child: Child,
    asking: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// A git object.
struct Object {
    id: String,
    /// `blob`, `tree` or `commit`.
    kind: String,
    /// `None` if it's larger than requested.
    bytes: Option<Vec<u8>>,
}

impl Objects {
    /// Opens the objects of the repository that contains `inside`.
    ///
    /// # Errors
    /// If git can't be run.
    fn of(inside: &Path) -> io::Result<Self> {
        let mut child = command(inside)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("can't communicate with git");
        let asking = Some(child.stdin.take().ok_or_else(missing)?);
        let answers = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Self { child, asking, answers })
    }

    /// Returns the named object, with its content if it's at most `bound` bytes. It never keeps more than that, no
    /// matter what size git reports.
    ///
    /// # Errors
    /// If git doesn't have it.
    fn get(&mut self, name: &str, bound: usize) -> io::Result<Object> {
        let asking = self.asking.as_mut().ok_or_else(|| io::Error::other("git has already been stopped"))?;
        writeln!(asking, "{name}")?;
        asking.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        let odd = || io::Error::other(format!("git doesn't have {name}: {}", head.trim()));
        let mut words = head.trim_end().split(' ');
        let (Some(id), Some(kind), Some(size)) = (words.next(), words.next(), words.next()) else {
            return Err(odd());
        };
        let size: u64 = size.parse().map_err(|_| odd())?;
        // A line break follows the content.
        let mut answer = (&mut self.answers).take(size + 1);
        let bytes = if size <= bound as u64 {
            let mut bytes = Vec::new();
            answer.read_to_end(&mut bytes)?;
            if bytes.len() as u64 != size + 1 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bytes.pop();
            Some(bytes)
        } else {
            io::copy(&mut answer, &mut io::sink())?;
            None
        };
        Ok(Object { id: id.to_owned(), kind: kind.to_owned(), bytes })
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        // The process exits when its input is closed.
        drop(self.asking.take());
        let _ = self.child.wait();
    }
}
