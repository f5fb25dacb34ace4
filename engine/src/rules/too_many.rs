//! `too-many-readings`: more to tell apart than can be worked out.

use super::{Context, error_at};
use crate::content::Document;
use crate::diagnostics::Diagnostic;
use crate::readings::{MAX_COPIES, MAX_READERS};

/// How many of the conditions are pointed to.
const SHOWN: usize = 5;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    dates(context, found);
    histories(context, found);
}

fn dates(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if !context.readings.readers.too_many {
        return;
    }
    // Where most of them stand is where there are some to spare.
    let dated = context.documents().map(|(_, document)| {
        let keys = ["from", "until", "past", "before"].into_iter();
        let all: Vec<String> =
            keys.flat_map(|key| document.behind(key)).map(|(pointer, _)| pointer).collect();
        (all, document)
    });
    let Some((all, document)) = dated.max_by_key(|(all, _): &(Vec<String>, &Document)| all.len()) else {
        return;
    };
    let message = format!(
        "this file has {} dates or conditions about them; with those of all states something would change more than {MAX_READERS} times",
        all.len()
    );
    let pointer = all.first().map_or("", String::as_str);
    found.push(
        error_at("too-many-readings", document, pointer, &message)
            .help("take out dates that are over, and let things that change together do so on the same day"),
    );
}

fn histories(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(guidance)) = (&context.draft.tree, &context.readings.guidance) else { return };
    let Some(node) = guidance.too_many.map(|entry| (entry, &guidance.entries[entry])) else { return };
    let (entry, node) = node;
    let asked: Vec<&str> = guidance
        .histories
        .alive(entry)
        .filter_map(|asked| asked.pointers.first().map(String::as_str))
        .collect();
    let message = format!(
        "{} conditions from here on ask for earlier answers, which makes more than {MAX_COPIES} ways in which it can go on",
        asked.len()
    );
    let mut finding = Diagnostic::error(
        "too-many-readings",
        tree.document.key_at(&node.pointer),
        format!("{}{message}", crate::content::whereabouts(&tree.document, &node.pointer)),
    )
    .help("ask for fewer of them: count answers with `at_least`, ask closer to where they are given, or let the answer lead to a question of its own");
    for pointer in asked.iter().take(SHOWN) {
        finding = finding.related(tree.document.value_at(&format!("{pointer}/when")), "one of them");
    }
    found.push(finding);
}
