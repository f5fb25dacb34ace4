//! `expired`: what nobody is shown any more from today on. It depends on the day of the run and never gates.

use jiff::civil::Date;

use super::{Context, warning};
use crate::content::model::Window;
use crate::content::{Document, Kind};
use crate::diagnostics::Diagnostic;
use crate::readings::{Readings, in_words};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if context.today.is_none() {
        return;
    }
    let before = found.len();
    for (kind, document) in context.documents() {
        for (pointer, value) in document.values() {
            let until = value.get("until").and_then(|day| day.as_str()?.parse().ok());
            if let Some(until) = until
                && is_over(context.readings, kind, until)
            {
                found.push(over(document, &pointer, until));
            }
        }
    }
    let told: Vec<_> = found[before..].iter().map(|finding| finding.place.clone()).collect();
    let Some(tree) = &context.draft.tree else { return };
    let coming = context.readings.readers.coming();
    for place in context.readings.places() {
        for choice in &place.choices {
            let until = tree.document.value_at(&format!("{}/until", choice.pointer));
            if choice.takes.is_empty() || choice.takes.meets(coming) || told.contains(&until) {
                continue;
            }
            let help = match choice.is_open {
                true => {
                    "remove it; and in the case above, which everybody takes now, remove what made it wait"
                }
                false => "remove it with all its lines",
            };
            let here = tree.document.value_at(choice.pointer);
            found.push(
                warning(
                    "expired",
                    &tree.document,
                    choice.pointer,
                    here,
                    "the time of this is over: nobody gets it any more",
                )
                .help(help),
            );
        }
    }
}

/// Whether the last day is over for everybody who may be shown a thing of this kind of file.
fn is_over(readings: &Readings<'_>, kind: Kind, until: Date) -> bool {
    let readers = &readings.readers;
    let window = Window { from: None, until: Some(until) };
    let mut still = match kind {
        // The days of checks divide no period.
        Kind::ChecksPaths => readings.conditions().during(window),
        _ => readings.conditions().holds(None, window, &|_| false),
    };
    still.keep(readers.coming());
    match kind {
        Kind::DecisionTree | Kind::States | Kind::ChecksPaths => !still.meets(readers.in_regions()),
        Kind::Faq => still.is_empty(),
        _ => !still.contains(readers.now(readers.general())),
    }
}

fn over(document: &Document, pointer: &str, until: Date) -> Diagnostic {
    let day = format!("{pointer}/until");
    let message = format!("this was shown until {}, and is over for everybody", in_words(until));
    warning("expired", document, pointer, document.value_at(&day), &message)
        .help("remove it with all its lines; or, if it holds again, write another last day")
}
