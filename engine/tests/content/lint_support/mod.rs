//! A content folder in memory, broken by edits; shared by the lint tests.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use callguide::content::Draft;
use callguide::content::folder::{self, Files};
use callguide::diagnostics::{FileBytes, Fix, Sources, make_fixes, print};
use callguide::examine::{Examined, lint_files};
use proptest::prelude::ProptestConfig;
use serde::Deserialize;

/// Returns a folder of this package's test data.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Files by name.
#[derive(Debug, Clone, Default)]
pub struct Content(pub BTreeMap<String, Vec<u8>>);

/// One change to the folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    pub file: String,
    /// Text that occurs exactly once in the file.
    pub find: Option<String>,
    pub replace: Option<String>,
    /// Like `replace`, but in hexadecimal digits.
    pub replace_hex: Option<String>,
    /// Replaces the whole file.
    pub write: Option<String>,
    /// Replaces the whole file with repeated text.
    pub repeat: Option<Repeat>,
    /// Appends repeated text, as [`many`] writes it.
    pub many: Option<Repeat>,
    /// Prepends bytes, in hexadecimal digits.
    pub prepend_hex: Option<String>,
    /// Appends text.
    pub append: Option<String>,
    /// Gives every line the ending used by editors on Windows.
    #[serde(default)]
    pub crlf: bool,
    #[serde(default)]
    pub delete: bool,
    /// Renames the file.
    pub rename: Option<String>,
    /// Copies the file under a different name.
    pub copy: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    pub text: String,
    pub times: usize,
}

/// The day that counts as today when the cases are checked.
pub const NOW: callguide::readings::Now = callguide::readings::Now::On(jiff::civil::date(2026, 11, 23));

/// Repeats text, each time with a different number for `{n}` and a different day for `{day}`.
pub fn many(text: &str, times: usize) -> String {
    let first = jiff::civil::date(2030, 1, 1);
    let days = first.series(jiff::Span::new().days(1)).take(times).enumerate();
    days.map(|(n, day)| text.replace("{n}", &n.to_string()).replace("{day}", &day.to_string())).collect()
}

impl Content {
    /// Reads every file in a folder.
    pub fn read(folder: &Path) -> Self {
        let mut out = Self::default();
        out.add(folder, "");
        out
    }

    /// Returns the folder that lint cases break: another helpline's.
    pub fn base() -> Self {
        Self::read(&data("other-helpline"))
    }

    fn add(&mut self, folder: &Path, prefix: &str) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
            if entry.path().is_dir() {
                self.add(&entry.path(), &format!("{name}/"));
            } else {
                self.0.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }

    /// Applies one change.
    pub fn edit(&mut self, edit: &Edit) {
        let name = &edit.file;
        if edit.delete {
            assert!(self.0.remove(name).is_some(), "{name} isn't there");
            return;
        }
        if let Some(to) = &edit.rename {
            let bytes = self.0.remove(name).unwrap_or_else(|| panic!("{name} isn't there"));
            self.0.insert(to.clone(), bytes);
            return;
        }
        if let Some(to) = &edit.copy {
            let bytes = self.0.get(name).unwrap_or_else(|| panic!("{name} isn't there")).clone();
            self.0.insert(to.clone(), bytes);
            return;
        }
        if let Some(text) = &edit.write {
            self.0.insert(name.clone(), text.clone().into_bytes());
        }
        if let Some(repeat) = &edit.repeat {
            self.0.insert(name.clone(), repeat.text.repeat(repeat.times).into_bytes());
        }
        if let Some(find) = &edit.find {
            let new = match (&edit.replace, &edit.replace_hex) {
                (Some(text), None) => text.clone().into_bytes(),
                (None, Some(digits)) => hex::decode(digits).unwrap(),
                _ => panic!("{name}: `find` wants `replace` or `replace_hex`"),
            };
            self.replace(name, find, &new);
        }
        let bytes = self.0.get_mut(name).unwrap_or_else(|| panic!("{name} isn't there"));
        if let Some(many_times) = &edit.many {
            bytes.extend_from_slice(many(&many_times.text, many_times.times).as_bytes());
        }
        if let Some(digits) = &edit.prepend_hex {
            bytes.splice(0..0, hex::decode(digits).unwrap());
        }
        if let Some(text) = &edit.append {
            bytes.extend_from_slice(text.as_bytes());
        }
        if edit.crlf {
            let text = String::from_utf8(std::mem::take(bytes)).unwrap();
            *bytes = text.replace('\n', "\r\n").into_bytes();
        }
    }

    /// Replaces text that occurs exactly once in the file.
    pub fn replace(&mut self, name: &str, find: &str, new: &[u8]) {
        let bytes = self.0.get(name).unwrap_or_else(|| panic!("{name} isn't there"));
        let text = std::str::from_utf8(bytes).unwrap();
        let hits: Vec<usize> = text.match_indices(find).map(|(at, _)| at).collect();
        assert_eq!(hits.len(), 1, "{name}: {find:?} has to stand there exactly once");
        let mut out = text.as_bytes()[..hits[0]].to_vec();
        out.extend_from_slice(new);
        out.extend_from_slice(&text.as_bytes()[hits[0] + find.len()..]);
        self.0.insert(name.to_owned(), out);
    }

    /// Writes the files to a folder.
    pub fn write_to(&self, folder: &Path) {
        for (name, bytes) in &self.0 {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    /// Returns the files as if they had been read from a folder.
    pub fn files(&self) -> Files {
        folder::from_bytes(self.0.iter().map(|(name, bytes)| (name.clone(), bytes.clone())).collect())
    }

    /// Parses the content as far as possible, whatever the rules say about it.
    pub fn draft(&self) -> Draft {
        callguide::content::draft(self.files(), "content").0
    }

    /// Lints the content without a folder.
    pub fn lint(&self) -> Examined {
        self.lint_on(NOW)
    }

    /// Like [`lint`](Self::lint), but as of a different moment.
    pub fn lint_on(&self, now: callguide::readings::Now) -> Examined {
        lint_files(self.files(), "content", now)
    }

    /// Returns the folder with these fixes applied, as long as they don't overlap; `sources` are the files they're for.
    pub fn mended(&self, fixes: &[&Fix], sources: &Sources) -> Self {
        let mut files: FileBytes =
            self.0.iter().map(|(name, bytes)| (name.as_str().into(), bytes.clone())).collect();
        make_fixes(&mut files, fixes, sources);
        Self(files.into_iter().map(|(name, bytes)| (name.to_string(), bytes)).collect())
    }

    /// Lints the folder as read from disk, under the name `content`.
    pub fn examine(&self) -> Examined {
        let dir = tempfile::tempdir().unwrap();
        self.write_to(dir.path());
        lint_files(folder::read(dir.path()).unwrap(), "content", NOW)
    }
}

/// Returns a configuration with this many cases, few enough for every test run; `PROPTEST_CASES` overrides the number.
/// `make test` generates the same cases each time, so that a run doesn't fail by chance; `make soak` generates others.
pub fn cases(count: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(count), failure_persistence: None, ..ProptestConfig::default() }
}

/// Applies `work` to each item on all processors, and returns the results in order.
pub fn side_by_side<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(at) else { return done };
            done.push((at, work(one)));
        }
    };
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, made)| made).collect()
}

/// Returns what `callguide lint` prints for the findings.
pub fn printed(examined: &Examined) -> String {
    print::human(&examined.findings, &examined.sources)
}
