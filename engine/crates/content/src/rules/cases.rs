//! `missing-last-case`, `dead-case`, `missing-part`, `no-answer`: checks conditional content against every reader. A
//! gap that only past readers had isn't a mistake.

use std::collections::HashMap;

use serde_json::Value;

use super::context::Context;
use super::findings::{error, error_at_key, few, whom};
use super::pieces::VaryingPiece;
use super::when::Says;
use crate::content::document::child;
use crate::content::model::{Answered, Condition, State};
use crate::content::{Document, Kind};
use crate::readings::{Flaw, PlaceChoice, PlaceKind, ReaderSet, VaryingPlace};
use callguide_search::diagnostics::{Diagnostic, Place, shown};

/// The keys that determine for whom, and when, a choice applies.
const FOR_WHOM: [&str; 3] = ["when", "from", "until"];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // If there are too many dates, all of them are ignored.
    if context.draft.regions.is_empty() || context.readings.readers.too_many.is_some() {
        return;
    }
    let flaws = context.readings.flaws().iter().filter_map(|flawed| match &flawed.flaw {
        Flaw::NoCase { pointer } => Some((pointer.as_str(), &flawed.readers)),
        _ => None,
    });
    let without: HashMap<&str, &ReaderSet> = flaws.collect();
    for piece in context.pieces() {
        dead(context, piece, found);
        match piece.place.kind {
            PlaceKind::Cases => last(context, piece, found),
            PlaceKind::Parts => parts(context, piece, &without, found),
            PlaceKind::Gate => {}
        }
    }
    unanswered(context, found);
}

/// Reports questions that don't offer some readers an answer.
fn unanswered(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(document) = context.draft.tree.as_ref().map(|file| &file.document) else { return };
    for flawed in context.readings.flaws() {
        let Flaw::NoAnswer { pointer } = &flawed.flaw else { continue };
        let inside = |piece: &&VaryingPiece<'_>| {
            piece.place.kind == PlaceKind::Gate
                && piece.place.pointer.rsplit_once('/').is_some_and(|(list, _)| list == pointer)
        };
        let mut answers = context.pieces().iter().filter(inside).flat_map(|piece| &piece.place.choices);
        if answers.any(|answer| unsure(context, document, answer)) {
            continue;
        }
        let whom = whom(context.readings, &flawed.readers);
        let message = format!("none of these answers is offered to {whom}");
        error_at_key("no-answer", document, pointer, &message)
            .help("add an answer without `when`, `from` or `until`, or change what leads here so that everyone who reaches this question is offered one")
            .report(found);
    }
}

/// Whether another finding already reports the choice's `when`, `from` or `until`.
fn unsure(context: &Context<'_>, document: &Document, choice: &PlaceChoice<'_>) -> bool {
    let too_many = context.readings.guidance.as_ref().is_some_and(|guidance| guidance.too_many.is_some());
    if too_many && choice.asks_for_answers() {
        return true;
    }
    let mut keys = FOR_WHOM.into_iter().chain(["states"]);
    keys.any(|key| context.told_at(document, &child(&choice.pointer, key)))
}

/// Whether a condition depends on a question that doesn't exist, contains a mistake, or is never reached. Such a
/// question has its own finding, and the condition may be right.
fn asks_in_vain(context: &Context<'_>, choice: &PlaceChoice<'_>) -> bool {
    let Some(tree) = &context.draft.tree else { return true };
    let parts = choice.when.map(Condition::parts).unwrap_or_default();
    let mut asked = parts.iter().filter_map(|part| part.answered.as_ref()).flat_map(Answered::of);
    asked.any(|id| {
        let question = id.split('.').next().unwrap_or(id);
        context.told_at(&tree.document, &child("/questions", question))
            || context.readings.comes_to(question).is_empty()
    })
}

/// Reports choices that no reader ever gets.
fn dead(context: &Context<'_>, piece: &VaryingPiece<'_>, found: &mut Vec<Diagnostic>) {
    let VaryingPiece { document, noun, place } = piece;
    let sure = place.choices.iter().enumerate().filter(|(_, choice)| !unsure(context, document, choice));
    for (index, choice) in sure {
        if choice.fits.is_empty() {
            if in_wording(document, choice) || is_for_the_rest(context, place, index) {
                continue;
            }
            if choice.asks_for_answers() {
                found.extend(unanswerable(context, piece, choice));
                continue;
            }
            let keys = in_words(&keys_of(document, &choice.pointer), ":");
            let message = format!("this {noun} doesn't fit any state");
            let help = why_none(context, document, &choice.pointer).unwrap_or_else(|| {
                format!("correct {keys} to match the states that this {noun} is for; remove the whole {noun} only if no state needs it")
            });
            let here = condition_at(document, &choice.pointer);
            error("dead-case", document, &choice.pointer, here, &message).help(help).report(found);
        } else if choice.takes.is_empty() {
            let earlier = place.choices[..index].iter();
            let by: Vec<_> = earlier.filter(|other| other.takes.meets(&choice.fits)).collect();
            if by.iter().any(|other| context.told_at(document, &other.pointer)) {
                continue;
            }
            // The last case may be for states that will be added later.
            if index + 1 < place.choices.len() || !choice.is_open() {
                found.push(hidden(document, choice, &by));
            }
        }
    }
}

/// Why a condition fits no state, if a value in it shows that: no state has it, or not the state that's named.
fn why_none(context: &Context<'_>, document: &Document, pointer: &str) -> Option<String> {
    let inside = format!("{pointer}/when/");
    let words = || {
        let words = context.words().iter().filter(|word| word.document.name == document.name);
        let inside = words.filter_map(|word| Some((word.pointer.strip_prefix(&inside)?, word.says)));
        inside.filter(|(rest, _)| !rest.contains("not/") && !rest.contains("any/")).map(|(_, says)| says)
    };
    let named = words().find_map(|says| if let Says::State(code) = says { Some(code) } else { None });
    let named = named.and_then(|code| context.draft.regions.iter().find(|state| state.code == code));
    words().find_map(|says| {
        let Says::Equals(name, wanted) = says else { return None };
        let own = |state: &State| state.attributes.get(name).cloned();
        match named {
            Some(state) if own(state).is_some_and(|own| own != *wanted && own.is_boolean()) => Some(format!(
                "in {}, {name} is {}: take one of the two out, or write the state or the value that you mean",
                state.name,
                own(state)?
            )),
            None if *wanted == Value::Bool(false) && context.draft.regions.iter().all(|state| own(state).as_ref() != Some(wanted)) && context.draft.regions.iter().any(|state| own(state).is_none()) => Some(format!(
                "no state has `{name}: false`: for the states that don't have it, write `not: {{ {name}: true }}`"
            )),
            _ => None,
        }
    })
}

/// Reports wordings for answers that no reader has given by then. This check runs after the path checks: if an answer
/// leads to the wrong place, they report where, and the wording is right.
pub fn check_wordings(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if context.draft.regions.is_empty() || context.readings.readers.too_many.is_some() {
        return;
    }
    for piece in context.pieces() {
        let choices = piece.place.choices.iter().filter(|choice| in_wording(piece.document, choice));
        let sure =
            |choice: &&PlaceChoice<'_>| choice.fits.is_empty() && !unsure(context, piece.document, choice);
        found.extend(choices.filter(sure).filter_map(|choice| unanswerable(context, piece, choice)));
    }
}

/// Whether a choice asks for answers and decides only what people read, not where they go.
fn in_wording(document: &Document, choice: &PlaceChoice<'_>) -> bool {
    choice.asks_for_answers() && document.value.pointer(&child(&choice.pointer, "go")).is_none()
}

/// A choice that nobody gets, because of the answers it asks for.
fn unanswerable(
    context: &Context<'_>,
    piece: &VaryingPiece<'_>,
    choice: &PlaceChoice<'_>,
) -> Option<Diagnostic> {
    let VaryingPiece { document, noun, .. } = piece;
    if asks_in_vain(context, choice) {
        return None;
    }
    let here = condition_at(document, &choice.pointer);
    let asked = shown(document.text.get(here.span.clone()).unwrap_or_default());
    let message = format!("no state reaches this {noun} with the answers it requires");
    let finding = error("dead-case", document, &choice.pointer, here, &message).help(format!(
        "check where the required answer leads: if it should lead here, correct what sends people elsewhere; if you meant a different answer, write that one; remove the {noun} only if nobody should get it"
    ));
    Some(finding.because(format!("no state reaches these places with the answers they require, {asked}")))
}

/// Whether a choice is the last case, fits nobody, and leaves readers without a case: its condition is the mistake,
/// which `missing-last-case` reports.
fn is_for_the_rest(context: &Context<'_>, place: &VaryingPlace<'_>, index: usize) -> bool {
    place.kind == PlaceKind::Cases
        && index + 1 == place.choices.len()
        && place.choices[index].fits.is_empty()
        && !place.choices[index].asks_for_answers()
        && !place.left.and(context.readings.readers.coming()).is_empty()
}

/// Checks that a list of cases ends with one for everyone else.
fn last(context: &Context<'_>, piece: &VaryingPiece<'_>, found: &mut Vec<Diagnostic>) {
    let VaryingPiece { document, place, .. } = piece;
    let Some((choice, above)) = place.choices.split_last() else { return };
    // After a case that takes every state, the mistake is the order, which has its own finding. If the states that a
    // case takes are unknown, so are the readers who are left.
    let told = above.iter().any(PlaceChoice::is_open)
        || place.choices.iter().any(|choice| unsure(context, document, choice));
    if choice.is_open() || told {
        return;
    }
    let at = choice.pointer.as_str();
    let keys = keys_of(document, at);
    let has = in_words(&keys, "");
    // Readers who lacked a case only in the past aren't missing anything now.
    let left = place.left.and(context.readings.readers.coming());
    let whom = whom(context.readings, &left);
    let fits_nobody = is_for_the_rest(context, place, place.choices.len() - 1);
    let message = if fits_nobody {
        format!("the last case fits no state because of its {has}, so there's no case for {whom}")
    } else if left.is_empty() {
        format!("the last case is for everyone else, but it has {has}")
    } else {
        format!("no case fits {whom}, and the last case has {has}")
    };
    let go = document.value.pointer(&child(at, "go")).is_some();
    let open = if go { "go: NEXT" } else { "text: What everyone else reads" };
    let help = if fits_nobody {
        format!(
            "remove its {has}, so that everyone else gets this case; if it's meant for certain states, correct its {has} and add a case below it"
        )
    } else if left.is_empty() && choice.when.is_none() {
        // A case added below it would never apply.
        format!("remove its {has}: until that day, the cases above apply")
    } else {
        format!(
            "add a case below it for all other states, `- {open}`; remove its {has} only if this case is right for them, too"
        )
    };
    // An edit is offered only if removing the keys doesn't give the case to anyone else.
    let removed = keys.iter().map(|key| document.remove(&child(at, key)));
    let edits = removed.collect::<Option<Vec<_>>>().filter(|_| left.is_empty());
    error("missing-last-case", document, at, condition_at(document, at), &message)
        .help(help)
        .guess(edits.into_iter().flatten())
        .report(found);
}

/// The keys of [`FOR_WHOM`] that this choice has.
fn keys_of(document: &Document, choice: &str) -> Vec<&'static str> {
    FOR_WHOM.into_iter().filter(|key| document.value.pointer(&child(choice, key)).is_some()).collect()
}

/// Formats keys, or the last keys of pointers, as `` `when` and `until` ``, each followed by `end`.
pub(super) fn in_words(keys: &[impl AsRef<str>], end: &str) -> String {
    let keys = keys.iter().filter_map(|key| key.as_ref().rsplit('/').next());
    few(keys.map(|key| format!("`{key}{end}`")))
}

/// Checks that everyone who reads text made of parts reads at least one of them.
fn parts(
    context: &Context<'_>,
    piece: &VaryingPiece<'_>,
    flaws: &HashMap<&str, &ReaderSet>,
    found: &mut Vec<Diagnostic>,
) {
    let VaryingPiece { document, place, .. } = piece;
    // In the tree, only readers who reach the node are missing something.
    let without = match (Kind::of(&document.name), flaws.get(place.pointer.as_str())) {
        (Some(Kind::DecisionTree), Some(who)) => (*who).clone(),
        (Some(Kind::Faq | Kind::Emergency), _) => place.left.and(context.readings.readers.coming()),
        _ => return,
    };
    if without.is_empty() || place.choices.iter().any(|choice| unsure(context, document, choice)) {
        return;
    }
    let message = format!("no part of this text is for {}", whom(context.readings, &without));
    error_at_key("missing-part", document, &place.pointer, &message)
        .help("add a part without `when`, `from` or `until`: `- text: What everyone reads`")
        .report(found);
}

/// The place of the choice's condition, or of the choice itself if it's for everyone.
fn condition_at(document: &Document, choice: &str) -> Place {
    let key = keys_of(document, choice).into_iter().next();
    document.value_at(&key.map_or_else(|| choice.to_owned(), |key| child(choice, key)))
}

fn hidden(document: &Document, choice: &PlaceChoice<'_>, earlier: &[&PlaceChoice<'_>]) -> Diagnostic {
    let at = choice.pointer.as_str();
    let message = match earlier.iter().any(|case| case.is_open()) {
        true => "a case above has no `when`, so it covers every state",
        false => "a case above already covers every state that this one fits",
    };
    let mut finding = error("dead-case", document, at, condition_at(document, at), message)
        .help("move this case above the other one; or correct its `when:`, or remove it");
    // It belongs right above the case that takes the last of its readers; one that asks for answers may leave some of
    // them. If it's moved there, the cases below still apply only if they also take readers whom it doesn't fit.
    let mut left = choice.fits.clone();
    let last = earlier.iter().position(|case| {
        if !case.asks_for_answers() {
            left.remove(&case.takes);
        }
        left.is_empty()
    });
    let last = last.unwrap_or(earlier.len().saturating_sub(1));
    let goes_on = earlier[last..].iter().all(|other| !other.takes.but(&choice.fits).is_empty());
    if let Some(below) = earlier.get(last).filter(|_| goes_on) {
        finding = finding.guess(document.move_above(at, &below.pointer).into_iter().flatten());
    }
    for case in earlier[last..].iter().take(3) {
        finding = finding.related(condition_at(document, &case.pointer), "this one comes first");
    }
    finding
}
