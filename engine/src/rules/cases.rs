//! `missing-last-case`, `dead-case`, `unused-last-case`: lists of cases, tried on every region.

use super::{Context, error, few, unknown_state, warning};
use crate::content::{Document, Kind};
use crate::diagnostics::{Diagnostic, Place};
use crate::readings;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(tree) = &context.draft.tree else { return };
    // What isn't unfolded to the end takes less than it would.
    if context.readings.guidance.as_ref().is_some_and(|guidance| guidance.too_many.is_some()) {
        return;
    }
    // A state that could not be read, or has no attribute that it needs, fits what it would not.
    if context.broken(Kind::States, |_| true) || context.draft.regions.is_empty() {
        return;
    }
    for place in context.readings.places().into_iter().filter(|place| place.is_cases) {
        cases(context, &tree.document, &place, found);
    }
}

fn cases(
    context: &Context<'_>,
    document: &Document,
    place: &readings::Place<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let readers = &context.readings.readers;
    // Whether some case names a state or an attribute that isn't there: what it takes is unknown.
    let mut unsure = false;
    let Some(last) = place.choices.len().checked_sub(1) else { return };
    for (index, choice) in place.choices.iter().enumerate() {
        let when = document.value.pointer(&format!("{}/when", choice.pointer));
        // Another finding says what is wrong with it.
        if when.is_some_and(|when| !unknown_state::sound(when, context)) {
            unsure = true;
            continue;
        }
        let here = condition_at(document, choice.pointer);
        let earlier = &place.choices[..index];
        if choice.fits.is_empty() {
            found.push(
                error("dead-case", document, choice.pointer, here, "this case fits no state at all")
                    .help("correct what stands behind `when:`, or remove the case with all its lines"),
            );
        } else if choice.takes.is_empty() {
            let by = earlier.iter().filter(|other| other.takes.meets(&choice.fits)).collect::<Vec<_>>();
            found.push(hidden(document, choice.pointer, index == last && when.is_none(), here, &by));
        }
    }
    // Behind a case that takes every state the order is the mistake, and is told.
    let all_taken = place.choices[..last].iter().any(|choice| choice.is_open);
    let choice = &place.choices[last];
    if !choice.is_open && !unsure && !all_taken {
        let at = choice.pointer;
        let message = if place.left.is_empty() {
            "the last case has a `when`; a state that is added later may fit none".to_owned()
        } else {
            let who = readers.who(&place.left);
            format!("no case fits {}, and the last case has a `when`", few(who.names.iter().copied()))
        };
        let go = document.value.pointer(&format!("{at}/go")).is_some();
        found.push(error("missing-last-case", document, at, condition_at(document, at), &message).help(
            format!(
                "add a case for all other states below it, `- {}`, or remove this `when`",
                if go { "go: NEXT" } else { "text: What all others read" }
            ),
        ));
    }
}

/// Where a case's condition stands; the case itself where it has none.
fn condition_at(document: &Document, case: &str) -> Place {
    let when = format!("{case}/when");
    if document.value.pointer(&when).is_some() { document.value_at(&when) } else { document.value_at(case) }
}

fn hidden(
    document: &Document,
    at: &str,
    for_all_others: bool,
    place: Place,
    earlier: &[&readings::PlaceChoice<'_>],
) -> Diagnostic {
    if for_all_others {
        return warning("unused-last-case", document, at, place, "no state is left for this last case")
            .help("if one of the cases above takes too many states, correct its `when`; if this one is meant for states to come, write above it: # lint: allow unused-last-case because …");
    }
    let message = match earlier.iter().any(|case| case.is_open) {
        true => "a case above has no `when` and takes every state",
        false => "a case above takes every state that this one fits",
    };
    let mut finding = error("dead-case", document, at, place, message)
        .help("move this case up, above the other; or correct what stands behind its `when:`, or remove it");
    for case in earlier.iter().take(3) {
        finding = finding.related(condition_at(document, case.pointer), "this one comes first");
    }
    finding
}
