//! `copied-file`, `copied-entry`, `copied-answer`: a file, an entry or an FAQ answer that was copied but not adapted.
//! Each copy is reported once, and other rules skip it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::findings::{error_at, warning};
use crate::content::document::{child, item};
use crate::content::model::{Category, Entry, Text};
use crate::content::{Document, Draft, File};
use callguide_search::diagnostics::{Diagnostic, Place, shown};
use callguide_search::text::Expression;

/// The names that computers and people give to copied files: `NAME (copy)`, `NAME - Copy`, `Copy of NAME`, `NAME (1)`,
/// `NAME-old`.
static COPIED: Expression = Expression::new(
    r"(?i)^copy of |[ _-]*\(copy(?: \d+)?\)$|[ _-]+(?:copy|old|backup|bak|orig(?:inal)?)(?:[ _-]?\d+| \(\d+\))?$| *\(\d+\)$",
);

/// Answers with fewer words than this may well be identical: "Yes, you may."
const FEW: usize = 6;

/// The copies, with their originals.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// The original's file name, by the copy's file name.
    files: BTreeMap<Arc<str>, Arc<str>>,
    /// The original, by the copy's file and pointer.
    entries: BTreeMap<(Arc<str>, String), Place>,
    answers: BTreeMap<(Arc<str>, String), (Place, String)>,
}

impl Copies {
    pub(super) fn of(draft: &Draft) -> Self {
        let mut copies = Self::default();
        copies.files(draft.faq.iter().map(|file| &file.document));
        copies.files(draft.support.iter().map(|file| &file.document));
        copies.entries(&draft.faq);
        copies
    }

    /// Whether the file is a copy of another one.
    pub(super) fn has_file(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    /// Whether the value at `pointer` is, or is part of, a copied file or entry.
    pub(super) fn has(&self, file: &Arc<str>, pointer: &str) -> bool {
        self.has_file(file) || self.entries.contains_key(&(file.clone(), entry_of(pointer)))
    }

    /// Whether the answer of the entry that contains `pointer` was copied.
    pub(super) fn has_answer(&self, file: &Arc<str>, pointer: &str) -> bool {
        self.answers.contains_key(&(file.clone(), entry_of(pointer)))
    }

    /// Finds copied files. A file is a copy of an earlier one if its content is identical, or if most of their ids
    /// are the same, or any of them if it's named like a copy of that file.
    fn files<'d>(&mut self, documents: impl Iterator<Item = &'d Arc<Document>>) {
        let mut files: Vec<_> = documents.map(|document| (document, ids(document))).collect();
        // If one name extends another, it's the copy's.
        files.sort_by_key(|(document, _)| {
            (original_name(&document.name).is_some(), document.name.trim_end_matches(".yaml").to_owned())
        });
        for (at, (document, own)) in files.iter().enumerate() {
            let named_after = original_name(&document.name);
            let original = files[..at].iter().find(|(original, others)| {
                let shared = own.intersection(others).count();
                document.value == original.value
                    || shared > 1 && shared * 2 > own.len().max(others.len())
                    || shared > 0 && named_after.as_deref() == Some(&*original.name)
            });
            if let Some((original, _)) = original {
                self.files.insert(document.name.clone(), original.name.clone());
            }
        }
    }

    fn entries(&mut self, files: &[File<Category>]) {
        let mut ids: HashMap<&str, (&Entry, Place)> = HashMap::new();
        let mut answers: HashMap<String, (&Entry, Place)> = HashMap::new();
        for file in files.iter().filter(|file| !self.files.contains_key(&file.document.name)) {
            for (index, entry) in file.entries.indexed() {
                let pointer = item("/entries", index);
                let key = (file.document.name.clone(), pointer.clone());
                let words = words(&entry.answer);
                if let Some((first, place)) = ids.get(entry.id.as_str()) {
                    if first.question == entry.question || first.answer == entry.answer {
                        self.entries.insert(key, place.clone());
                    }
                    continue;
                }
                ids.insert(&entry.id, (entry, file.document.value_at(&child(&pointer, "id"))));
                if words.split(' ').count() < FEW {
                    continue;
                }
                if let Some((first, place)) = answers.get(&words) {
                    self.answers.insert(key, (place.clone(), first.id.clone()));
                } else {
                    answers.insert(words, (entry, file.document.key_at(&child(&pointer, "answer"))));
                }
            }
        }
    }
}

/// The `/entries/INDEX` part of a pointer into an entry.
fn entry_of(pointer: &str) -> String {
    pointer.split('/').take(3).collect::<Vec<_>>().join("/")
}

/// The name of the original, or `None` if `name` isn't the name of a copy.
fn original_name(name: &str) -> Option<String> {
    let (folder, file) = name.rsplit_once('/')?;
    let stem = file.strip_suffix(".yaml")?;
    let original = COPIED.replace(stem, "");
    (original != stem).then(|| format!("{folder}/{original}.yaml"))
}

/// The ids of a file's entries, or, for a section, its id and title: a new section may just lack its own id.
fn ids(document: &Document) -> BTreeSet<&str> {
    let entries = document.value.get("entries").and_then(|entries| entries.as_array());
    let ids = entries.into_iter().flatten().map(|entry| entry.get("id"));
    let own = ["id", "title"].map(|key| document.value.get(key));
    ids.chain(own).filter_map(|value| value?.as_str()).collect()
}

/// The number of the first line where a copy differs from its original, apart from comments and blank lines.
fn first_difference(copy: &str, original: &str) -> Option<usize> {
    fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
        let all = (1..).zip(text.lines().map(str::trim));
        all.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    }
    let mut other = lines(original).map(|(_, line)| line);
    let first = lines(copy).find(|(_, line)| other.next() != Some(line));
    // The copy may just end earlier.
    first.map(|(number, _)| number).or_else(|| other.next().map(|_| copy.lines().count()))
}

/// Every word of an answer, ignoring the whitespace between them.
fn words(text: &Text) -> String {
    let all: Vec<&str> = match text {
        Text::Plain(text) => vec![text],
        Text::Cases(all) | Text::Parts { parts: all } => all.iter().map(|case| case.text.as_str()).collect(),
    };
    all.iter().flat_map(|text| text.split_whitespace()).collect::<Vec<_>>().join(" ")
}

pub fn check(copies: &Copies, draft: &Draft, found: &mut Vec<Diagnostic>) {
    let document = |name: &Arc<str>| draft.documents.get(name).map(|(_, document)| &**document);
    found.extend(copies.files.iter().filter_map(|(copy, original)| {
        let (own, other) = (document(copy)?, document(original)?);
        let line = (own.value != other.value).then(|| first_difference(&own.text, &other.text)).flatten();
        let differs = line.map(|line| format!(", and they differ from line {line} on")).unwrap_or_default();
        let message = format!("this file is a copy of {original}{differs}");
        let delete = match line {
            Some(_) => format!("if this file is the older one, delete it; if not, make its changes in {original}, too, and then delete it"),
            None => "delete it".to_owned(),
        };
        let help = format!("{delete}; or, to make it a separate file, give it its own name, title and ids, and remove what the original already has");
        let finding = Diagnostic::error("copied-file", own.first_line(""), message);
        Some(finding.related(Place { file: original.clone(), span: 0..0 }, "the original").help(help))
    }));
    found.extend(copies.entries.iter().filter_map(|((file, pointer), original)| {
        let id = child(pointer, "id");
        let finding = error_at("copied-entry", document(file)?, &id, "this entry is a copy of another one");
        let help = "keep the one that's right, and delete the other; or, to make this a separate entry, give it its own id, question and answer";
        Some(finding.related(original.clone(), "the other one").help(help))
    }));
    found.extend(copies.answers.iter().filter_map(|((file, pointer), (original, id))| {
        let document = document(file)?;
        let place = document.key_at(&child(pointer, "answer"));
        let message = format!("this is the same answer as in the entry {}", shown(id));
        let finding = warning("copied-answer", document, pointer, place, &message);
        Some(finding.related(original.clone(), "the other answer").help("write an answer to this question; if one answer fits both, make them one entry, with the other question's words as tags"))
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_computers_give_copies_are_recognized() {
        let names = [
            "x (copy)",
            "x - Copy",
            "x copy",
            "x copy 2",
            "x - Copy (2)",
            "Copy of x",
            "x (1)",
            "x (copy 3)",
            "x_copy",
        ];
        for name in names {
            assert_eq!(original_name(&format!("faq/{name}.yaml")).as_deref(), Some("faq/x.yaml"), "{name}");
        }
        for name in ["faq/x.yaml", "faq/getting-a-certified-photocopy.yaml", "site (copy).yaml"] {
            assert_eq!(original_name(name), None, "{name}");
        }
    }
}
