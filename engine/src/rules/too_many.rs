//! `too-many-readings`: more combinations than can be worked out, and which bound was reached.

use super::{Context, error_at};
use crate::content::Document;
use crate::diagnostics::Diagnostic;
use crate::readings::{Bound, MAX_COPIES, MAX_READERS};

/// How many of the conditions the finding points to.
const SHOWN: usize = 5;

/// What to do about too many earlier answers.
const FEWER: &str = "ask for fewer of them: count answers with `at_least`, ask closer to where they are given, or let the answer lead to a question of its own";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if let Some(bound) = context.readings.readers.too_many {
        dates(context, bound, found);
    }
    histories(context, found);
}

fn dates(context: &Context<'_>, bound: Bound, found: &mut Vec<Diagnostic>) {
    // The file with the most dates is the one with some to spare.
    let dated = context.documents().map(|(_, document)| {
        let keys = ["from", "until", "past", "before"].into_iter();
        let all: Vec<String> =
            keys.flat_map(|key| document.behind(key)).map(|(pointer, _)| pointer).collect();
        (all, document)
    });
    let Some((all, document)) = dated.max_by_key(|(all, _): &(Vec<String>, &Document)| all.len()) else {
        return;
    };
    let count = all.len();
    let (what, help) = match bound {
        Bound::Options => (
            "that's too much to check against every case, part, script and badge".to_owned(),
            "take out dates that are over, or say the same with fewer cases",
        ),
        _ => (
            format!("something would change more than {MAX_READERS} times"),
            "take out dates that are over, and let things that change together do so on the same day",
        ),
    };
    let message =
        format!("this file has {count} dates or conditions about them; with those of all states {what}");
    let pointer = all.first().map_or("", String::as_str);
    found.push(error_at("too-many-readings", document, pointer, &message).help(help));
}

fn histories(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(guidance)) = (&context.draft.tree, &context.readings.guidance) else { return };
    let Some((entry, bound)) = guidance.too_many else { return };
    let node = &guidance.entries[entry];
    let asked: Vec<&str> = guidance
        .histories
        .alive(entry)
        .filter_map(|asked| asked.pointers.first().map(String::as_str))
        .collect();
    let (what, help) = match bound {
        Bound::Work => (
            "and questions lead back to earlier ones in more ways than can be followed".to_owned(),
            "let answers lead on to questions that weren't asked yet, and ask for fewer earlier answers behind a circle",
        ),
        Bound::Cells => (
            "more than can be kept for all states and dates".to_owned(),
            "ask for fewer of them, ask closer to where they are given, or take out dates that are over",
        ),
        Bound::Served => {
            ("so with a copy for each way, the states' trees take more than 100 megabytes".to_owned(), FEWER)
        }
        _ => (format!("which makes more than {MAX_COPIES} ways in which it can go on"), FEWER),
    };
    let count = asked.len();
    let message = format!("{count} conditions from here on ask for earlier answers, {what}");
    let mut finding = Diagnostic::error(
        "too-many-readings",
        tree.document.key_at(&node.pointer),
        format!("{}{message}", crate::content::whereabouts(&tree.document, &node.pointer)),
    )
    .help(help);
    for pointer in asked.iter().take(SHOWN) {
        finding = finding.related(tree.document.value_at(&format!("{pointer}/when")), "one of them");
    }
    found.push(finding);
}
