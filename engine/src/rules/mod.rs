//! What lint checks beyond the schemas, one file per rule or family of rules.
//!
//! A rule looks at the whole draft, says everything it finds and changes nothing. No input or
//! output, no clock: the date is handed in.

mod addresses;
mod answers;
mod attributes;
mod cases;
pub mod catalogue;
mod duplicate_ids;
mod empty_text;
mod flow_steps;
mod leftovers;
mod malformed_link;
mod path_checks;
mod paths;
mod placeholders;
mod readers;
mod tree_shape;
mod unfilled_placeholder;
mod unknown_entry;
mod unknown_guide;
mod unknown_link;
mod unknown_node;
mod unknown_state;
mod unreachable_node;
mod unused_link;

use crate::content::{Document, Draft, Kind, whereabouts};
use std::sync::Arc;

use crate::diagnostics::{self, Diagnostic, Place, Severity};

/// What a rule may look at.
#[derive(Debug)]
pub struct Context<'a> {
    pub draft: &'a Draft,
    /// What was found before: by the loader, the schemas and the rules that went first.
    earlier: Vec<(Arc<str>, &'static str)>,
}

impl<'a> Context<'a> {
    /// Every file that could be read, with its kind.
    pub(crate) fn documents(&self) -> impl Iterator<Item = (Kind, &'a Document)> {
        self.draft.documents.values().map(|(kind, document)| (*kind, &**document))
    }

    /// Whether an error was found before in the file of `kind`, by a rule that `counts`.
    fn broken(&self, kind: Kind, counts: impl Fn(&str) -> bool) -> bool {
        self.earlier.iter().any(|(file, rule)| Kind::of(file) == Some(kind) && counts(rule))
    }
}

/// Every finding of every rule; `earlier` are those of the loader and the schemas.
///
/// The checks go in rounds. What a check of a later round would find could be no more than
/// the consequence of what was found before it, so it looks at that first: one mistake, one finding.
pub fn check(draft: &Draft, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut context = Context { draft, earlier: Vec::new() };
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
    diagnostics::sort(&mut found);
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
