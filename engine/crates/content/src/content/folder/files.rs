//! The files in a folder as bytes, and what's wrong with those that aren't read.

use std::sync::Arc;

use super::super::kinds::Kind;
use super::super::yaml::MAX_BYTES;
use super::tree::{Bytes, FileTree};
use super::walk::{self, Listing, NotRead};
use callguide_search::diagnostics::{Diagnostic, Place, nearest};

/// The maximum number of content files in a folder.
const MAX_FILES: usize = 2_000;

/// The files in a folder, by name, as bytes.
#[derive(Debug, Default, Clone)]
pub struct Files {
    pub files: Vec<(Arc<str>, Vec<u8>)>,
    /// Diagnostics for files that couldn't be read or aren't named like content files.
    pub found: Vec<Diagnostic>,
    /// Files that a diagnostic already covers: those that couldn't be read, and those that a misnamed file was probably
    /// meant to be. They aren't reported again as missing.
    pub accounted_for: Vec<String>,
}

/// Picks the content files from `listed` (names within the content folder, with their bytes), by the same rules
/// as [`super::read`].
pub fn from_bytes(mut listed: Vec<(String, Vec<u8>)>) -> Files {
    listed.sort();
    let mut out = Files::default();
    let all: Vec<String> = listed.iter().map(|(name, _)| name.clone()).collect();
    for (name, bytes) in listed {
        match walk::is_listed(&name) {
            Some(true) => {}
            Some(false) => {
                out.unread(&name, &all);
                continue;
            }
            None => continue,
        }
        if !out.has_room(&name) {
            break;
        }
        if Kind::of(&name).is_none() {
            out.unknown(&name, &all);
        } else if bytes.len() > MAX_BYTES {
            out.too_large(&name);
        } else {
            out.files.push((name.into(), bytes));
        }
    }
    out
}

/// Reads the listed files. Also returns whether all of them are unchanged since the listing.
pub(super) fn take(tree: &mut impl FileTree, listing: &Listing) -> (Files, bool) {
    let (mut out, mut still) = (Files::default(), true);
    let all: Vec<String> = listing.files.keys().cloned().collect();
    for (name, why) in &listing.not_read {
        match why {
            NotRead::NoOneReads => out.unread(name, &all),
            why => out.not_read(name, why),
        }
    }
    for (name, listed) in &listing.files {
        if Kind::of(name).is_none() {
            out.unknown(name, &all);
            continue;
        }
        if !out.has_room(name) {
            break;
        }
        match tree.read(&listed.path, MAX_BYTES) {
            Ok(Bytes::Whole(bytes, stamp)) => {
                still &= stamp == listed.stamp;
                out.files.push((name.as_str().into(), bytes));
            }
            Ok(Bytes::TooLarge) => out.too_large(name),
            Ok(Bytes::Changing) => still = false,
            Ok(Bytes::Other(what)) => {
                still = false;
                out.not_read(name, &NotRead::Other(what));
            }
            Err(error) => out.not_read(name, &NotRead::Unreadable(error.to_string())),
        }
    }
    (out, still)
}

impl Files {
    fn has_room(&mut self, name: &str) -> bool {
        if self.files.len() < MAX_FILES {
            return true;
        }
        self.error(name, format!("the folder holds more than {MAX_FILES} content files"), None);
        false
    }

    fn too_large(&mut self, name: &str) {
        self.error(name, format!("the file is too large: more than {} MB", MAX_BYTES >> 20), None);
    }

    fn not_read(&mut self, name: &str, why: &NotRead) {
        let (message, help) = match why {
            NotRead::NoOneReads => return,
            NotRead::Leaves => (
                "the link points outside the content folder, so its target isn't read".to_owned(),
                Some(
                    "put the file itself here, or remove the link; a link can only point inside the content folder",
                ),
            ),
            NotRead::Nowhere => (
                "the link's target doesn't exist".to_owned(),
                Some("point it to a content file, or remove it"),
            ),
            NotRead::Circle => {
                ("the link leads back to itself".to_owned(), Some("point it to a content file, or remove it"))
            }
            NotRead::Other(what) => {
                (format!("this is {what}, not a file"), Some("replace it with a file, or remove it"))
            }
            NotRead::NoContent => (
                "the link points to a file that isn't content: its name doesn't end in .yaml".to_owned(),
                Some("put the file itself here, or remove the link"),
            ),
            NotRead::Twice(known) => (
                format!("the link's target is already read as {known}"),
                Some(
                    "remove the link; if two places need this content, write it once, or give each its own file",
                ),
            ),
            NotRead::NoText => (
                "the name of this file isn't valid UTF-8".to_owned(),
                Some("rename it; plain letters, digits, and hyphens always work"),
            ),
            NotRead::Unreadable(error) => (format!("it can't be read: {error}"), None),
        };
        self.error(name, message, help);
    }

    fn unknown(&mut self, name: &str, all: &[String]) {
        let (help, meant) = belongs(name, all);
        let message = match name.ends_with(".yml") {
            true => "this file isn't read, because its name ends in .yml instead of .yaml",
            false => "this file isn't read, because the app doesn't look for a file with this name here",
        };
        self.found.push(Diagnostic::error("unknown-file", Place::file(name), message).help(help));
        self.accounted_for.extend(meant);
    }

    fn unread(&mut self, name: &str, all: &[String]) {
        let (help, meant) = belongs(name, all);
        let message = "this isn't read: content files end in .yaml and are in the content folder, faq/, support/, or checks/";
        self.found.push(Diagnostic::warning("unread-file", Place::file(name), message).help(help));
        self.accounted_for.extend(meant);
    }

    fn error(&mut self, name: &str, message: String, help: Option<&str>) {
        let help =
            help.unwrap_or("restore the earlier version of the file, or remove it if it isn't content");
        self.found.push(Diagnostic::error("unreadable-file", Place::file(name), message).help(help));
        self.accounted_for.push(name.to_owned());
    }
}

/// Describes where a file that isn't read belongs, and returns the name that it should probably have.
fn belongs(name: &str, all: &[String]) -> (String, Option<String>) {
    let out = "move this file out of the content folder";
    let last = name.rsplit('/').next().unwrap_or(name);
    let stem = last.split('.').next().unwrap_or(last);
    match meant(name) {
        Some(file) if all.contains(&file) => {
            (format!("{file} already exists: copy what you need into it, and {out}"), None)
        }
        Some(file) if name.ends_with(".yaml") || name.ends_with(".yml") => {
            let verb = if file.rsplit('/').next() == Some(last) { "move" } else { "rename" };
            (format!("{verb} it to {file}"), Some(file))
        }
        Some(file) => (format!("if it's content, rename it to {file}; otherwise, {out}"), Some(file)),
        None => (
            format!(
                "if it's an FAQ category, move it to faq/{stem}.yaml; if it's a section of the support page, move it to support/{stem}.yaml; otherwise, {out}"
            ),
            None,
        ),
    }
}

/// Guesses the name that a file should have.
fn meant(name: &str) -> Option<String> {
    let (folders, last) = name.rsplit_once('/').unwrap_or(("", name));
    let last = last.split('.').next().unwrap_or(last);
    let folder = nearest(folders.split('/').next()?, ["faq", "support", "checks"]);
    // Try its own folder with the right extension, then the right folder.
    let moved = [folder.unwrap_or(folders), "checks"];
    let moved =
        moved.map(
            |folder| if folder.is_empty() { format!("{last}.yaml") } else { format!("{folder}/{last}.yaml") },
        );
    if let Some(right) = moved.into_iter().find(|name| Kind::of(name).is_some()) {
        return Some(right);
    }
    let known = Kind::ALL.iter().filter_map(|kind| kind.file()?.strip_suffix(".yaml"));
    let given = if folders.is_empty() { last.to_owned() } else { format!("{folders}/{last}") };
    nearest(&given, known).map(|stem| format!("{stem}.yaml"))
}
