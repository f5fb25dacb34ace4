//! What lint checks beyond the schemas, one file per rule or family of rules.
//!
//! A rule looks at the whole draft, says everything it finds and changes nothing. No input or
//! output, no clock: the date is handed in.

mod addresses;
mod answers;
mod attributes;
mod bare_address;
mod blank_in_script;
mod cases;
pub mod catalogue;
mod duplicate_ids;
mod earlier_answers;
mod empty_text;
mod everyday_synonym;
mod expired;
pub mod external;
mod faq_entries;
mod flow_steps;
mod invisible;
mod leftovers;
mod long_text_message;
mod malformed_link;
pub mod manual;
mod outcomes;
mod past_date;
mod path_checks;
mod paths;
mod placeholders;
mod prose;
mod repeated_text;
mod searches;
mod snippets;
mod staff_only_link;
mod state_in_one_sibling;
pub mod suppressions;
mod tree_shape;
mod uncovered_path;
mod unfilled_placeholder;
mod unknown_entry;
mod unknown_guide;
mod unknown_link;
mod unknown_node;
mod unknown_state;
mod unknown_value;
mod unreachable_node;
mod unused_link;
mod unused_piece;
mod vanity_number;
mod wording;
mod zones;

use crate::content::{Document, Draft, Kind, whereabouts};
use crate::faq::Index;
use crate::readings::Readings;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;

use crate::diagnostics::{self, Diagnostic, Place, Severity};

/// What a rule may look at.
#[derive(Debug)]
pub struct Context<'a> {
    pub draft: &'a Draft,
    /// Who reads what, and when.
    pub readings: &'a Readings<'a>,
    /// The day to judge dates by; none where dates don't count, as when content is served.
    pub today: Option<Date>,
    /// What was found before: by the loader, the schemas and the rules that went first.
    earlier: Vec<(Arc<str>, &'static str)>,
    strings: OnceCell<Strings<'a>>,
}

/// Every text of every file by the file's name, with its pointer, in the file's order.
type Strings<'a> = BTreeMap<&'a str, Vec<(String, &'a str)>>;

impl<'a> Context<'a> {
    fn new(
        draft: &'a Draft,
        readings: &'a Readings<'a>,
        today: Option<Date>,
        earlier: Vec<(Arc<str>, &'static str)>,
    ) -> Self {
        Self { draft, readings, today, earlier, strings: OnceCell::new() }
    }

    /// Every file that could be read, with its kind.
    pub(crate) fn documents(&self) -> impl Iterator<Item = (Kind, &'a Document)> {
        self.draft.documents.values().map(|(kind, document)| (*kind, &**document))
    }

    /// Every text of a file with its pointer, in the file's order.
    pub(crate) fn strings(&self, document: &Document) -> impl Iterator<Item = (&str, &'a str)> {
        let all = self.strings.get_or_init(|| {
            self.documents().map(|(_, document)| (&*document.name, document.strings())).collect()
        });
        let of_document = all.get(&*document.name).map_or(&[][..], Vec::as_slice);
        of_document.iter().map(|(pointer, text)| (pointer.as_str(), *text))
    }

    /// Whether an error was found before in the file of `kind`, by a rule that `counts`.
    fn broken(&self, kind: Kind, counts: impl Fn(&str) -> bool) -> bool {
        self.earlier.iter().any(|(file, rule)| Kind::of(file) == Some(kind) && counts(rule))
    }

    /// Whether a file or a part of one could not be read, so that anything may be used there.
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
        self.earlier.iter().any(|(file, rule)| !self.draft.documents.contains_key(file) || hides(rule))
    }
}

/// Every finding of every rule; `earlier` are those of the loader and the schemas.
///
/// The checks go in rounds. What a check of a later round would find could be no more than
/// the consequence of what was found before it, so it looks at that first: one mistake, one finding.
pub fn check(
    draft: &Draft,
    readings: &Readings<'_>,
    earlier: &[Diagnostic],
    today: Option<Date>,
) -> Vec<Diagnostic> {
    let mut context = Context::new(draft, readings, today, Vec::new());
    let mut found = Vec::new();
    for round in [catalogue::FIRST, catalogue::CASES, catalogue::SHAPE, catalogue::THEN] {
        context.earlier = earlier
            .iter()
            .chain(&found)
            .filter(|d| d.severity == Severity::Error)
            .map(|d| (d.place.file.clone(), d.rule))
            .collect();
        for check in round {
            check(&context, &mut found);
        }
    }
    invisible::check(&context, earlier, &mut found);
    snippets::trace(&context, &mut found);
    diagnostics::sort(&mut found);
    found
}

/// Every finding about what the search of `draft`, whose index this is, answers.
///
/// For lint alone, never when content is served: a better wording of one entry may cost another its
/// place, and that must not keep a helpline from starting.
pub fn try_searches(draft: &Draft, index: &Index) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    searches::check(draft, index, &mut found);
    found
}

/// Every finding about how the searches are written that [`try_searches`] tries; `earlier` are those
/// of the loader, the schemas and all rules.
pub fn check_searches(draft: &Draft, readings: &Readings<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let errors = earlier.iter().filter(|d| d.severity == Severity::Error);
    let earlier = errors.map(|d| (d.place.file.clone(), d.rule)).collect();
    let context = Context::new(draft, readings, None, earlier);
    let mut found = Vec::new();
    unknown_entry::check(&context, &mut found);
    found
}

/// An error about the value at `pointer`, that says in which entry it is.
fn error_at(rule: &'static str, document: &Document, pointer: &str, message: &str) -> Diagnostic {
    error(rule, document, pointer, document.value_at(pointer), message)
}

/// An error at `place`, that says in which entry `pointer` is.
fn error(rule: &'static str, document: &Document, pointer: &str, place: Place, message: &str) -> Diagnostic {
    Diagnostic::error(rule, place, format!("{}{message}", whereabouts(document, pointer)))
}

/// A warning at `place`, that says in which entry `pointer` is.
fn warning(
    rule: &'static str,
    document: &Document,
    pointer: &str,
    place: Place,
    message: &str,
) -> Diagnostic {
    Diagnostic::warning(rule, place, format!("{}{message}", whereabouts(document, pointer)))
}

/// `A`, `A and B`, or the first few and how many more.
fn few<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 4;
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        all if all.len() <= SHOWN => {
            format!("{} and {}", all[..all.len() - 1].join(", "), all[all.len() - 1])
        }
        all => format!("{} and {} more", all[..SHOWN].join(", "), all.len() - SHOWN),
    }
}
