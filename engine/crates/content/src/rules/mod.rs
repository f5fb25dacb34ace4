//! What lint checks beyond the schemas, one file per rule or family of rules.
//!
//! A rule reads the whole draft, reports everything it finds and changes nothing. Rules do no I/O and read no clock:
//! the date is passed in.

mod address_typo;
mod addresses;
mod answers;
mod asked;
mod attributes;
mod bare_address;
mod blamed_fact;
mod blanks;
mod broken_markdown;
mod broken_off;
mod cases;
pub mod catalogue;
mod causes;
pub mod consequences;
mod copies;
mod cut_text;
mod days;
mod doubled_word;
mod duplicate_ids;
mod empty_text;
mod everyday_synonym;
mod expired;
pub mod external;
mod fact_clash;
mod faq_entries;
mod flow_steps;
mod html_in_text;
mod invisible;
mod linked_address;
mod long_answer;
mod long_text_message;
mod lost_lines;
mod malformed_link;
pub mod manual;
mod missing_promise;
mod named_conditions;
mod offer;
mod old_title;
mod outcome_titles;
mod outcomes;
mod path_checks;
mod paths;
mod patterns;
mod personal_address;
mod phone_numbers;
mod pieces;
mod placeholders;
mod repeated_fact;
mod repeated_text;
mod reviews;
mod rewritten_check;
mod searches;
mod sensitive_request;
mod snippets;
mod staff_only_link;
mod state_names;
mod states_alike;
mod style_clash;
pub mod suppressions;
mod swallowed_entry;
mod tag_typo;
mod texts;
mod too_many;
mod tree_shape;
mod unasked_fact;
mod uncovered_path;
mod unfilled_placeholder;
mod unknown_answer;
mod unknown_entry;
mod unknown_guide;
mod unknown_link;
mod unknown_node;
mod unknown_state;
mod unknown_value;
mod unknown_zone;
mod unreachable_node;
mod unused_link;
mod unused_piece;
pub mod updated_checks;
mod vanity_number;
mod ways;
mod when;
mod wording;
mod wrong_window;

pub use faq_entries::words as tag_words;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use regex::Regex;
use texts::Text;

use crate::content::model::States;
use crate::content::{Document, Draft, Kind, whereabouts};
use crate::readings::{Flawed, ReaderSet, Readings};
use callguide_search::diagnostics::{self, Diagnostic, Place, Severity};
use callguide_search::faq::Index;

/// Everything a rule may look at.
#[derive(Debug)]
pub struct Context<'a> {
    pub draft: &'a Draft,
    /// Which readers see which text, and when.
    pub readings: &'a Readings<'a>,
    /// The date to judge dates by; `None` if dates don't count, as when content is served.
    pub today: Option<Date>,
    /// The errors found so far: by the loader, the schemas and the rules of earlier rounds.
    earlier: Earlier,
    texts: OnceCell<BTreeMap<&'a str, Vec<Text<'a>>>>,
    words: OnceCell<Vec<when::Word<'a>>>,
    links: OnceCell<Vec<unknown_link::Use<'a>>>,
    pieces: OnceCell<Vec<pieces::Piece<'a>>>,
    renamed: OnceCell<BTreeMap<String, String>>,
    copies: OnceCell<copies::Copies>,
}

/// Whether this finding means that some content may have gone unread.
fn hides_content(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error || finding.rule == "unread-file"
}

/// Findings that hide content, by file name: the sorted offsets where they begin, and the rules that reported them.
#[derive(Debug, Default)]
struct Earlier(BTreeMap<Arc<str>, (Vec<usize>, BTreeSet<&'static str>)>);

impl Earlier {
    fn of<'d>(findings: impl Iterator<Item = &'d Diagnostic>) -> Self {
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

impl<'a> Context<'a> {
    fn new(draft: &'a Draft, readings: &'a Readings<'a>, today: Option<Date>, earlier: Earlier) -> Self {
        Self {
            draft,
            readings,
            today,
            earlier,
            texts: OnceCell::new(),
            words: OnceCell::new(),
            links: OnceCell::new(),
            pieces: OnceCell::new(),
            renamed: OnceCell::new(),
            copies: OnceCell::new(),
        }
    }

    /// Every file that could be read, with its kind.
    pub(crate) fn documents(&self) -> impl Iterator<Item = (Kind, &'a Document)> {
        self.draft.documents.values().map(|(kind, document)| (*kind, &**document))
    }

    /// Every text of every file, by file name.
    fn by_file(&self) -> &BTreeMap<&'a str, Vec<Text<'a>>> {
        self.texts.get_or_init(|| {
            let all = self.documents();
            all.map(|(kind, document)| (&*document.name, texts::of_document(kind, document))).collect()
        })
    }

    /// Every text of every file.
    fn texts(&self) -> impl Iterator<Item = &Text<'a>> {
        self.by_file().values().flatten()
    }

    /// Every text of a file, in file order.
    fn texts_of(&self, document: &Document) -> &[Text<'a>] {
        self.by_file().get(&*document.name).map_or(&[], Vec::as_slice)
    }

    /// Every text that people read.
    fn prose(&self) -> impl Iterator<Item = &Text<'a>> {
        self.texts().filter(|text| text.for_people)
    }

    /// Every word of every condition.
    fn words(&self) -> &[when::Word<'a>] {
        self.words.get_or_init(|| when::words(self))
    }

    /// Every place that names a link.
    fn links(&self) -> &[unknown_link::Use<'a>] {
        self.links.get_or_init(|| unknown_link::uses(self))
    }

    /// Why readers whose period isn't over can't get a tree.
    fn flaws(&self) -> &[Flawed] {
        self.readings.flaws()
    }

    /// Everything in content that isn't the same for everyone.
    fn pieces(&self) -> &[pieces::Piece<'a>] {
        self.pieces.get_or_init(|| pieces::pieces(self))
    }

    /// The parts of the FAQ and the support page that were copied.
    fn copies(&self) -> &copies::Copies {
        self.copies.get_or_init(|| copies::Copies::of(self))
    }

    /// The attributes declared under a different name from the one that all of content uses, each with the name in
    /// use.
    fn renamed(&self) -> &BTreeMap<String, String> {
        self.renamed.get_or_init(|| unknown_state::renamed(self))
    }

    /// Whether the attribute at a path is one of the renamed ones, under the name in use.
    fn asks_for_renamed(&self, path: &str) -> bool {
        let first = path.split('.').next().unwrap_or(path);
        self.renamed().values().any(|asked| asked == first)
    }

    /// The declarations of `states.yaml`, empty if the helpline has no regions. `None` if the file exists but can't
    /// be read.
    fn states(&self) -> Option<&'a States> {
        static NONE: LazyLock<States> = LazyLock::new(States::default);
        match &self.draft.states {
            Some(states) => Some(states),
            None => self.draft.asks_never().then_some(&NONE),
        }
    }

    /// The readers of the text at a pointer; `None` if a state's own values can't appear there.
    fn readers_of(&self, kind: Kind, document: &Document, pointer: &str) -> Option<ReaderSet> {
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

    /// Whether a rule that `counts` has already found an error in the file of `kind`.
    fn broken(&self, kind: Kind, counts: impl Fn(&str) -> bool) -> bool {
        let of_kind = self.earlier.0.iter().filter(|(file, _)| Kind::of(file) == Some(kind));
        of_kind.flat_map(|(_, (_, rules))| rules).any(|rule| counts(rule))
    }

    /// Whether an error already found begins inside the value at `pointer`.
    fn told_at(&self, document: &Document, pointer: &str) -> bool {
        let Some((starts, _)) = self.earlier.0.get(&document.name) else { return false };
        let span = document.value_at(pointer).span;
        let next = starts.partition_point(|start| *start < span.start);
        document.value.pointer(pointer).is_some() && starts.get(next).is_some_and(|start| *start < span.end)
    }

    /// Whether an error already found begins at `start`.
    fn told_from(&self, document: &Document, start: usize) -> bool {
        self.earlier.0.get(&document.name).is_some_and(|(starts, _)| starts.binary_search(&start).is_ok())
    }

    /// Whether a file, or part of one, couldn't be read, so anything might be used there.
    fn has_gaps(&self) -> bool {
        let hides = |rule: &str| {
            matches!(
                rule,
                "unknown-key"
                    | "missing-key"
                    | "wrong-type"
                    | "wrong-form"
                    | "wrong-count"
                    | "duplicate-key"
                    | "malformed-link"
            )
        };
        let gap = |(file, (_, rules)): (&Arc<str>, &(Vec<usize>, BTreeSet<&'static str>))| {
            !self.draft.documents.contains_key(file) || rules.iter().any(|rule| hides(rule))
        };
        self.earlier.0.iter().any(gap)
    }
}

/// Returns every finding of every rule; `earlier` holds the findings of the loader and the schemas.
///
/// The checks run in rounds. A finding of a later round might only be a consequence of an earlier one, so each round
/// looks at what was found before it: one mistake, one finding.
pub fn check(
    draft: &Draft,
    readings: &Readings<'_>,
    earlier: &[Diagnostic],
    today: Option<Date>,
) -> Vec<Diagnostic> {
    let mut context = Context::new(draft, readings, today, Earlier::default());
    let mut found = Vec::new();
    for round in [catalogue::FIRST, catalogue::CASES, catalogue::SHAPE, catalogue::THEN] {
        context.earlier = Earlier::of(earlier.iter().chain(&found));
        for check in round {
            check(&context, &mut found);
        }
    }
    invisible::check(&context, earlier, &mut found);
    snippets::trace(&context, &mut found);
    diagnostics::sort(&mut found);
    causes::gather(&mut found);
    found
}

/// Returns every finding about the results of searching `draft`, given its index.
///
/// For lint only, never when content is served: a better wording of one entry may cost another its place in the
/// results, and that must not keep a helpline from starting.
pub fn try_searches(draft: &Draft, index: &Index) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    searches::check(draft, index, &mut found);
    found
}

/// Returns every finding about how the searches that [`try_searches`] runs are written; `earlier` holds the findings
/// of the loader, the schemas and all rules.
pub fn check_searches(draft: &Draft, readings: &Readings<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let context = Context::new(draft, readings, None, Earlier::of(earlier.iter()));
    let mut found = Vec::new();
    unknown_entry::check(&context, &mut found);
    causes::gather(&mut found);
    found
}

/// An error about the value at `pointer`; its message names the entry.
fn error_at(rule: &'static str, document: &Document, pointer: &str, message: &str) -> Diagnostic {
    error(rule, document, pointer, document.value_at(pointer), message)
}

/// Like [`error_at`], but about the key.
fn error_at_key(rule: &'static str, document: &Document, pointer: &str, message: &str) -> Diagnostic {
    error(rule, document, pointer, document.key_at(pointer), message)
}

/// A warning about the value at `pointer`; its message names the entry.
fn warning_at(rule: &'static str, document: &Document, pointer: &str, message: &str) -> Diagnostic {
    warning(rule, document, pointer, document.value_at(pointer), message)
}

/// An error at `place`; its message names the entry that `pointer` is in.
fn error(rule: &'static str, document: &Document, pointer: &str, place: Place, message: &str) -> Diagnostic {
    Diagnostic::error(rule, place, format!("{}{message}", whereabouts(document, pointer)))
}

/// A warning at `place`; its message names the entry that `pointer` is in.
fn warning(
    rule: &'static str,
    document: &Document,
    pointer: &str,
    place: Place,
    message: &str,
) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..error(rule, document, pointer, place, message) }
}

/// Compiles a regular expression that's a constant in the source.
fn pattern(source: &str) -> Regex {
    Regex::new(source).expect("a constant pattern")
}

/// Describes `readers`: the names of their regions, and the first day if that isn't today.
fn whom(readings: &Readings<'_>, readers: &ReaderSet) -> String {
    let who = readings.readers.who(readers);
    let names = match who.names.as_slice() {
        [] => "people whose state isn't known".to_owned(),
        // A helpline without regions has a single region with an empty name.
        [""] => "everyone".to_owned(),
        names => few(names),
    };
    format!("{names}{}", who.from())
}

/// `A`, `A and B`, or the first few and how many more.
fn few(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    const SHOWN: usize = 4;
    let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] if all.len() < SHOWN => format!("{} and {last}", all.join(", ")),
        all => format!("{} and {} more", all[..SHOWN].join(", "), all.len() - SHOWN),
    }
}
