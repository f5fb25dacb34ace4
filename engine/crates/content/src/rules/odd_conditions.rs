//! `odd-condition`: a list whose conditions differ from the lists beside it, in order, in their days, or in an answer
//! that all the others ask for.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde_json::Value;

use super::context::Context;
use super::findings::{warning, whom};
use super::pieces::VaryingPiece;
use super::when::Says;
use crate::content::document::child;
use crate::content::{Document, Kind};
use crate::readings::{PlaceChoice, PlaceKind, gap_before, in_words};
use callguide_search::diagnostics::{Diagnostic, shown};

/// The number of other conditions that show what's usual.
const ENOUGH: usize = 6;

/// What's shown under the same condition is rarely meant to be missing for fewer days than this. Without a condition,
/// two choices may have nothing to do with each other.
const GAP: i32 = 32;
const GAP_FOR_ALL: i32 = 1;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    order(context, found);
    gaps(context, found);
    left_out(context, found);
}

/// The choices of longer lists aren't compared with one another.
const MANY: usize = 50;

fn lists<'c>(context: &'c Context<'_>) -> impl Iterator<Item = &'c VaryingPiece<'c>> {
    context.pieces().iter().filter(|piece| piece.place.choices.len() <= MANY)
}

/// Two cases in the order in which a list has them.
type InOrder<'c> = (&'c Document, [&'c PlaceChoice<'c>; 2]);

/// Reports two cases of a node that the same readers fit, if the node's other lists have them in the other order.
fn order(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // By the file, the node, and the two conditions.
    let mut orders: BTreeMap<(&str, &str, [String; 2]), Vec<InOrder<'_>>> = BTreeMap::new();
    let lists = lists(context).filter(|piece| piece.place.kind == PlaceKind::Cases);
    let lists = lists.filter(|piece| Kind::of(&piece.document.name) == Some(Kind::DecisionTree));
    for (document, place) in lists.map(|piece| (piece.document, &piece.place)) {
        let conditional =
            place.choices.iter().filter_map(|choice| Some((choice, when(document, choice)?.to_string())));
        let conditional: Vec<_> = conditional.collect();
        let node =
            place.pointer.match_indices('/').nth(2).map_or(&*place.pointer, |(at, _)| &place.pointer[..at]);
        for (nth, (later, second)) in conditional.iter().enumerate() {
            for (earlier, first) in
                conditional[..nth].iter().filter(|(earlier, _)| earlier.fits.meets(&later.fits))
            {
                let both = [first.clone(), second.clone()];
                orders.entry((&document.name, node, both)).or_default().push((document, [earlier, later]));
            }
        }
    }
    for ((file, node, [first, second]), here) in &orders {
        let [(document, [earlier, later])] = here.as_slice() else { continue };
        let others = orders.get(&(*file, *node, [second.clone(), first.clone()])).map_or(0, Vec::len);
        if others < 2 {
            continue;
        }
        let whom = whom(context.readings, &earlier.fits.and(&later.fits));
        let message =
            format!("this case comes first here, but second in {others} other lists nearby; both fit {whom}");
        let [at, there] = [earlier, later].map(|case| document.value_at(&child(&case.pointer, "when")));
        warning("odd-condition", document, &earlier.pointer, at, &message)
            .related(there, "the other case")
            .help("the first case that fits is used: move this one below the other, as in those lists, unless it's meant to be different here")
            .report(found);
    }
}

/// Reports days between two choices with the same condition on which no choice with that condition is shown.
fn gaps(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for piece in lists(context).filter(|piece| piece.place.kind != PlaceKind::Gate) {
        let (document, choices) = (piece.document, &piece.place.choices);
        for later in choices {
            let same = || choices.iter().filter(|other| when(document, other) == when(document, later));
            let others = same().filter(|other| other.pointer != later.pointer);
            let Some((first, last)) = gap_before(others.map(|other| other.window), later.window) else {
                continue;
            };
            let most = if when(document, later).is_some() { GAP } else { GAP_FOR_ALL };
            if (last - first).get_days() < most {
                let noun = piece.noun;
                let message = format!(
                    "neither this {noun} nor another one for the same people is shown {}",
                    days(first, last)
                );
                let at = child(&later.pointer, "from");
                warning("odd-condition", document, &later.pointer, document.value_at(&at), &message)
                    .help(format!("if it follows the one before it, write {first} here; if nothing is meant to be shown then, write on the line above: # lint: allow odd-condition because …"))
                    .report(found);
            }
        }
    }
}

fn days(first: Date, last: Date) -> String {
    if first == last {
        format!("on {}", in_words(first))
    } else {
        format!("from {} to {}", in_words(first), in_words(last))
    }
}

/// Reports the one condition beside the steps that doesn't ask for an answer that all the others ask for.
fn left_out(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = context.draft.states.as_ref() else { return };
    let document = &*file.document;
    let conditions = document.behind("when");
    let entries = conditions.iter().filter_map(|(pointer, _)| pointer.strip_suffix("/when"));
    let is_beside = |at: &&str| {
        let list = at.rsplit_once('/').map_or("", |(list, _)| list);
        ["/badges", "/scripts", "/link_labels"].contains(&list)
    };
    let entries: Vec<(&str, String)> =
        entries.filter(is_beside).map(|at| (at, format!("{at}/when/"))).collect();
    let mut asked: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for word in context.words().iter().filter(|word| word.kind == Kind::States) {
        let (Says::Answered(Value::Array(answers)), Some((at, _))) =
            (word.says, entries.iter().find(|(_, inside)| word.pointer.starts_with(inside)))
        else {
            continue;
        };
        for answer in answers.iter().filter_map(Value::as_str) {
            asked.entry(answer).or_default().push(at);
        }
    }
    for (answer, asking) in asked.iter().filter(|(_, asking)| asking.len() >= ENOUGH) {
        let lacking: Vec<&str> =
            entries.iter().map(|(at, _)| *at).filter(|at| !asking.contains(at)).collect();
        if let [odd] = lacking.as_slice() {
            let message = format!(
                "all {} other conditions here ask for {}, but this one doesn't",
                asking.len(),
                shown(answer)
            );
            let [at, there] = [*odd, asking[0]].map(|entry| document.value_at(&child(entry, "when")));
            warning("odd-condition", document, odd, at, &message)
                .related(there, "for example, here")
                .help(format!(
                    "compare it with the others: if it was changed by mistake, write {answer} as they do"
                ))
                .report(found);
        }
    }
}

fn when<'c>(document: &'c Document, choice: &PlaceChoice<'_>) -> Option<&'c Value> {
    document.value.pointer(&child(&choice.pointer, "when"))
}
