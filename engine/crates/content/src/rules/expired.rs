//! `expired`: content that, because of its dates, will never be shown again. The rule depends on the date of the run,
//! so `--deny` doesn't accept it.

use std::collections::{BTreeMap, BTreeSet};

use super::cases;
use super::context::Context;
use super::findings::{few, warning};
use super::pieces::VaryingPiece;
use crate::content::document::child;
use crate::content::{Document, Kind, may_go};
use crate::readings::{Guidance, PlaceChoice, PlaceKind, ReaderSet, in_words};
use callguide_search::diagnostics::{Diagnostic, Edit};

/// A mistyped date looks the same as one that has passed.
const OR: &str = "if the date is a typo, correct it; otherwise, ";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let readers = &context.readings.readers;
    if context.today.is_none() || readers.too_many.is_some() {
        return;
    }
    let over = over(context);
    let nodes = nodes(context);
    let led = context.readings.guidance.as_ref().map(led).unwrap_or_default();
    for (piece, choice) in &over {
        let behind = led.get(choice.pointer.as_str()).into_iter().flatten();
        let behind: BTreeSet<&str> = behind.filter(|key| nodes.contains_key(*key)).copied().collect();
        found.push(finding(context, piece, choice, &behind));
    }
    let told: BTreeSet<&str> = over.iter().map(|(_, choice)| choice.pointer.as_str()).collect();
    let Some(file) = context.draft.tree.as_ref() else { return };
    for (key, readers) in &nodes {
        // If the route to the node has expired, that's the cause.
        let by_another = |from: &str, keys: &BTreeSet<&str>| {
            keys.contains(key) && (told.contains(from) || in_node(&file.document, from, &nodes))
        };
        if led.iter().any(|(from, keys)| by_another(from, keys)) {
            continue;
        }
        let section = if file.questions.contains(key) { "questions" } else { "solutions" };
        let pointer = child(&child("", section), key);
        let place = file.document.key_at(&pointer);
        let kind = section.trim_end_matches('s');
        let message = format!("no state has reached the {kind} {key}{}", since(context, readers));
        Diagnostic::warning("expired", place, message)
            .help(format!("{OR}remove all of its lines and whatever leads to it"))
            .report(found);
    }
}

/// Whether the value at `pointer` is inside something that has expired.
pub(super) fn is_over(context: &Context<'_>, document: &Document, pointer: &str) -> bool {
    let inside = |outer: &str| pointer.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
    // The search for what's over takes long.
    if context.readings.readers.coming().len() == context.readings.readers.count() {
        return false;
    }
    let mut over = over(context).into_iter().filter(|(piece, _)| piece.document.name == document.name);
    in_node(document, pointer, &nodes(context)) || over.any(|(_, choice)| inside(&choice.pointer))
}

/// Whether the value at `pointer` is inside one of the `nodes` of the tree.
fn in_node(document: &Document, pointer: &str, nodes: &BTreeMap<&str, ReaderSet>) -> bool {
    let in_tree = Kind::of(&document.name) == Some(Kind::DecisionTree);
    let rest = pointer.strip_prefix("/questions/").or_else(|| pointer.strip_prefix("/solutions/"));
    in_tree && rest.and_then(|rest| rest.split('/').next()).is_some_and(|node| nodes.contains_key(node))
}

/// All expired content, except if it's inside other expired content or in a node that no reader reaches anymore.
fn over<'c>(context: &'c Context<'_>) -> Vec<(&'c VaryingPiece<'c>, &'c PlaceChoice<'c>)> {
    let nodes = nodes(context);
    let mut outer: Option<(&Document, &str)> = None;
    let mut over = Vec::new();
    for piece in context.pieces() {
        let VaryingPiece { document, place, .. } = piece;
        let told = outer.is_some_and(|(other, pointer)| {
            other.name == document.name && (place.pointer.starts_with(&format!("{pointer}/")))
        });
        if told || in_node(document, &place.pointer, &nodes) {
            continue;
        }
        for choice in place.choices.iter().filter(|choice| has_expired(context, document, choice)) {
            if place.kind == PlaceKind::Gate {
                outer = Some((document, &choice.pointer));
            }
            over.push((piece, choice));
        }
    }
    over
}

fn has_expired(context: &Context<'_>, document: &Document, choice: &PlaceChoice<'_>) -> bool {
    let readers = &context.readings.readers;
    let mut ahead = choice.takes.and(readers.coming());
    // The dates in checks don't divide time into periods.
    if Kind::of(&document.name) == Some(Kind::ChecksPaths) {
        ahead.keep(&context.readings.conditions().ahead(choice.window));
    }
    !choice.takes.is_empty() && ahead.is_empty()
}

/// The nodes that only past readers reached, each with those readers.
fn nodes<'c>(context: &'c Context<'_>) -> BTreeMap<&'c str, ReaderSet> {
    let (readings, coming) = (context.readings, context.readings.readers.coming());
    let entries = readings.guidance.iter().flat_map(|guidance| &guidance.entries);
    let reached = entries.map(|entry| (entry.key, readings.comes_to(entry.key)));
    reached.filter(|(_, readers)| !readers.is_empty() && !readers.meets(coming)).collect()
}

/// The nodes that each option of a route leads any reader to, by the option's pointer.
fn led<'g>(guidance: &'g Guidance<'_>) -> BTreeMap<&'g str, BTreeSet<&'g str>> {
    let mut led: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (route, leads) in guidance.routes() {
        for lead in leads {
            let Some(to) = lead.to else { continue };
            let key = guidance.entries[guidance.copies[to].entry].key;
            led.entry(&route.choices[lead.choice].pointer).or_default().insert(key);
        }
    }
    led
}

/// ` since October 6, 2026`, the first day on which these readers' periods are all over; empty if one of them never
/// ends.
fn since(context: &Context<'_>, readers: &ReaderSet) -> String {
    let day = context.readings.readers.over_since(readers);
    day.map_or_else(String::new, |day| format!(" since {}", in_words(day)))
}

/// What to remove together with an expired last case: the pointers of the keys that prevent the case that everyone else
/// gets now from being the last one, and of all cases below that one.
fn successor(
    context: &Context<'_>,
    piece: &VaryingPiece<'_>,
    choice: &PlaceChoice<'_>,
) -> Option<[Vec<String>; 2]> {
    let coming = context.readings.readers.coming();
    let choices = &piece.place.choices;
    let last = choices.iter().rposition(|other| other.takes.meets(coming)).filter(|_| choice.is_open())?;
    let keys = ["when", "from"].map(|key| child(&choices[last].pointer, key)).into_iter();
    let keys = keys.filter(|pointer| piece.document.value.pointer(pointer).is_some());
    Some([keys.collect(), choices[last + 1..].iter().map(|other| other.pointer.clone()).collect()])
}

fn finding(
    context: &Context<'_>,
    piece: &VaryingPiece<'_>,
    choice: &PlaceChoice<'_>,
    behind: &BTreeSet<&str>,
) -> Diagnostic {
    let VaryingPiece { document, noun, .. } = piece;
    let is_route = document.value.pointer(&child(&choice.pointer, "go")).is_some();
    let over = match *noun {
        "check" => "no longer checks anything".to_owned(),
        "answer" => format!("hasn't been offered{}", since(context, &choice.takes)),
        _ if is_route => format!("hasn't been used{}", since(context, &choice.takes)),
        _ => format!("hasn't been shown{}", since(context, &choice.takes)),
    };
    let also = if behind.is_empty() { String::new() } else { format!(", so nobody reaches {}", few(behind)) };
    let message = format!("this {noun} {over}{also}");
    let keys = ["until", "when", "from"].map(|key| child(&choice.pointer, key));
    let at = keys.iter().find(|key| document.value.pointer(key).is_some()).unwrap_or(&choice.pointer);
    let successor = successor(context, piece, choice);
    let (help, removed) = match &successor {
        _ if *noun == "section" => (format!("{OR}delete this file"), Vec::new()),
        Some([keys, below]) => {
            let (also, why) =
                (cases::in_words(keys, ":"), "from the one above, which has replaced it for good");
            (format!("{OR}remove this {noun}, and {also} {why}"), keys.iter().chain(below).collect())
        }
        None if behind.is_empty() => (format!("{OR}remove all of its lines"), vec![&choice.pointer]),
        None => {
            (format!("{OR}remove this {noun} and the questions or solutions that nobody reaches"), Vec::new())
        }
    };
    let id = document.value.pointer(&child(&choice.pointer, "id")).filter(|_| *noun == "entry");
    let expected = || context.names().used("entry").filter(|used| id.is_some_and(|id| id == used.name));
    let and = if expected().next().is_none() { "" } else { ", and its id from checks/searches.yaml" };
    let kind = Kind::of(&document.name);
    let removed = removed.into_iter().map(|pointer| removal(kind?, document, pointer));
    // Someone has to look at a search that doesn't expect any other entry.
    let unexpected = expected()
        .map(|used| used.document.remove(&used.pointer).filter(|_| !used.pointer.ends_with("/expect")));
    let edits: Option<Vec<Edit>> = removed.chain(unexpected).collect();
    warning("expired", document, &choice.pointer, document.value_at(at), &message)
        .help(format!("{help}{and}"))
        .guess(edits.into_iter().flatten())
}

/// Removes an entry, or its whole list or mapping if the entry is the only one and the list or mapping is optional.
fn removal(kind: Kind, document: &Document, pointer: &str) -> Option<Edit> {
    document.remove(pointer).or_else(|| {
        let (parent, _) = pointer.rsplit_once('/')?;
        document.remove(parent).filter(|_| may_go(kind, document, parent))
    })
}
