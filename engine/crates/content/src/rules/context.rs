//! The input of a rule: the draft, its readings, and whatever several rules derive from them, each computed once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, OnceLock};

use jiff::civil::Date;

use super::names::Names;
use super::texts::FileText;
use super::{copies, pieces, texts, when};
use crate::content::model::{ID_RULE, States, WORDS};
use crate::content::{Document, Draft, Kind};
use crate::readings::{ReaderSet, Readings};
use callguide_search::diagnostics::{Diagnostic, Severity, meant};

/// Everything that a rule may use.
#[derive(Debug)]
pub struct Context<'a> {
    pub draft: &'a Draft,
    /// Which readers see which text, and when.
    pub readings: &'a Readings<'a>,
    /// The date to compare dates with; `None` if dates are ignored, as when content is served.
    pub today: Option<Date>,
    /// The errors found so far: by the loader, the schemas and the rules of earlier rounds.
    pub(super) earlier: Earlier,
    derived: Derived<'a>,
}

/// What several rules derive from the draft, once one of them asks for it.
#[derive(Debug, Default)]
struct Derived<'a> {
    texts: OnceLock<BTreeMap<&'a str, Vec<FileText<'a>>>>,
    names: OnceLock<Names<'a>>,
    pieces: OnceLock<Vec<pieces::VaryingPiece<'a>>>,
    renamed: OnceLock<BTreeMap<String, String>>,
    copies: OnceLock<copies::Copies>,
}

impl<'a> Context<'a> {
    /// Creates a context; `earlier` holds the findings of the loader and the schemas.
    pub fn new(readings: &'a Readings<'a>, today: Option<Date>, earlier: &[Diagnostic]) -> Self {
        let earlier = Earlier::of(earlier.iter());
        Self { draft: readings.draft(), readings, today, earlier, derived: Derived::default() }
    }

    /// Every file that could be read, with its kind.
    pub(crate) fn documents(&self) -> impl Iterator<Item = (Kind, &'a Document)> {
        self.draft.documents.values().map(|(kind, document)| (*kind, &**document))
    }

    /// All text in every file, by file name.
    fn by_file(&self) -> &BTreeMap<&'a str, Vec<FileText<'a>>> {
        self.derived.texts.get_or_init(|| {
            let all = self.documents();
            all.map(|(kind, document)| (&*document.name, texts::of_document(kind, document))).collect()
        })
    }

    /// All text in every file.
    pub(super) fn texts(&self) -> impl Iterator<Item = &FileText<'a>> {
        self.by_file().values().flatten()
    }

    /// All text in a file, in file order.
    pub(super) fn texts_of(&self, document: &Document) -> &[FileText<'a>] {
        self.by_file().get(&*document.name).map_or(&[], Vec::as_slice)
    }

    /// All text that people read.
    pub(super) fn prose(&self) -> impl Iterator<Item = &FileText<'a>> {
        self.texts().filter(|text| text.for_people)
    }

    /// Every word of every condition.
    pub(super) fn words(&self) -> &[when::ConditionWord<'a>] {
        &self.names().words
    }

    /// The table of names.
    pub(super) fn names(&self) -> &Names<'a> {
        self.derived.names.get_or_init(|| {
            let mut documents: Vec<_> = self.documents().collect();
            // Names are listed in the order in which readers see them, and FAQ files aren't shown in file order.
            let nth = |document: &Document| {
                self.draft.faq.iter().position(|file| file.document.name == document.name)
            };
            documents.sort_by_cached_key(|(_, document)| nth(document).unwrap_or(usize::MAX));
            Names::of(&documents, self.texts())
        })
    }

    /// Everything in the content that isn't the same for everyone.
    pub(super) fn pieces(&self) -> &[pieces::VaryingPiece<'a>] {
        self.derived.pieces.get_or_init(|| pieces::pieces(self.draft, self.readings))
    }

    /// The parts of the FAQ and the support page that were copied.
    pub(super) fn copies(&self) -> &copies::Copies {
        self.derived.copies.get_or_init(|| copies::Copies::of(self.draft))
    }

    /// The attributes whose declaration contains a typo: the declared name isn't used, but a similar, undeclared name
    /// is. Maps each declared name to the one in use.
    pub(super) fn renamed(&self) -> &BTreeMap<String, String> {
        self.derived.renamed.get_or_init(|| {
            let Some(file) = &self.draft.states else { return BTreeMap::new() };
            let asked = self.words().iter().filter_map(|word| word.says.attribute()?.split('.').next());
            let given = file.states.iter().flat_map(|state| state.attributes.keys().map(String::as_str));
            let used = asked.chain(given).filter(|name| !WORDS.contains(name) && *name != ID_RULE);
            let used: BTreeSet<&str> = used.collect();
            let unknown = || used.iter().copied().filter(|name| !file.attributes.contains(name));
            let unused = file.attributes.names().filter(|name| !used.contains(name));
            unused.filter_map(|name| Some((name.to_owned(), meant(name, unknown())?.to_owned()))).collect()
        })
    }

    /// Whether the attribute at a path is one of the renamed ones, under the name in use.
    pub(super) fn asks_for_renamed(&self, path: &str) -> bool {
        let first = path.split('.').next().unwrap_or(path);
        self.renamed().values().any(|asked| asked == first)
    }

    /// The declarations of `states.yaml`, empty if the helpline has no regions. `None` if the file exists but can't
    /// be read.
    pub(super) fn states(&self) -> Option<&'a States> {
        static NONE: LazyLock<States> = LazyLock::new(States::default);
        match &self.draft.states {
            Some(states) => Some(states),
            None => self.draft.without.regions.then_some(&NONE),
        }
    }

    /// The readers of the text at a pointer; `None` if a state's own values can't appear there.
    pub(super) fn readers_of(&self, kind: Kind, document: &Document, pointer: &str) -> Option<ReaderSet> {
        match kind {
            Kind::DecisionTree => Some(self.readings.readers_at(pointer)),
            Kind::States if pointer.starts_with("/scripts/") => Some(self.readings.readers_beside(pointer)),
            Kind::Emergency => Some(self.readings.readers_in_emergency(pointer)),
            Kind::Faq if texts::is_answer(kind, pointer) => {
                Some(self.readings.readers_of_answer(&document.name, pointer))
            }
            _ => None,
        }
    }

    /// Whether a rule for which `counts` is true has already found an error in a file of `kind`.
    pub(super) fn broken(&self, kind: Kind, counts: impl Fn(&str) -> bool) -> bool {
        let of_kind = self.earlier.0.iter().filter(|(file, _)| Kind::of(file) == Some(kind));
        of_kind.flat_map(|(_, (_, rules))| rules).any(|rule| counts(rule))
    }

    /// Whether an error already found begins inside the value at `pointer`.
    pub(super) fn told_at(&self, document: &Document, pointer: &str) -> bool {
        let Some((starts, _)) = self.earlier.0.get(&document.name) else { return false };
        let span = document.value_at(pointer).span;
        let next = starts.partition_point(|start| *start < span.start);
        document.value.pointer(pointer).is_some() && starts.get(next).is_some_and(|start| *start < span.end)
    }

    /// Whether an error already found begins at `start`.
    pub(super) fn told_from(&self, document: &Document, start: usize) -> bool {
        self.earlier.0.get(&document.name).is_some_and(|(starts, _)| starts.binary_search(&start).is_ok())
    }

    /// Whether a file, or part of one, couldn't be read: the unread part might use anything.
    pub(super) fn has_gaps(&self) -> bool {
        let mut files = self.earlier.0.iter();
        files.any(|(file, (_, rules))| {
            !self.draft.documents.contains_key(file) || rules.iter().any(|rule| HIDING.contains(rule))
        })
    }
}

/// The rules that report content that couldn't be read.
const HIDING: [&str; 7] = [
    "unknown-key",
    "missing-key",
    "wrong-type",
    "wrong-form",
    "wrong-count",
    "duplicate-key",
    "malformed-link",
];

/// Whether this finding means that some content may have gone unread.
pub(super) fn hides_content(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error || finding.rule == "unread-file"
}

/// Findings that hide content, by file name: their sorted start offsets, and the rules that reported them.
#[derive(Debug, Default)]
pub(super) struct Earlier(pub(super) BTreeMap<Arc<str>, (Vec<usize>, BTreeSet<&'static str>)>);

impl Earlier {
    pub(super) fn of<'d>(findings: impl Iterator<Item = &'d Diagnostic>) -> Self {
        let mut all = Self::default();
        for error in findings.filter(|finding| hides_content(finding)) {
            let (starts, rules) = all.0.entry(error.place.file.clone()).or_default();
            starts.push(error.place.span.start);
            rules.insert(error.rule);
        }
        all.0.values_mut().for_each(|(starts, _)| starts.sort_unstable());
        all
    }
}
