//! `too-many-readings`: more combinations than the engine can compute; the finding names the limit that was exceeded.

use super::context::Context;
use super::findings::error_at;
use crate::content::Document;
use crate::readings::{Bound, MAX_COPIES, MAX_READERS};
use callguide_search::diagnostics::Diagnostic;

/// The number of conditions that the finding points to.
const SHOWN: usize = 5;

/// The help about too many earlier answers.
const FEWER: &str = "depend on fewer of them: count answers with `at_least`, check them closer to where they're given, or have the answer lead to a question of its own";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if let Some(bound) = context.readings.readers.too_many {
        dates(context, bound, found);
    }
    histories(context, found);
}

fn dates(context: &Context<'_>, bound: Bound, found: &mut Vec<Diagnostic>) {
    // Reports the file with the most dates, since it's the likeliest to have some that aren't needed.
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
            "there are too many to check against every case, part, script, and badge".to_owned(),
            "remove dates that have passed, or say the same thing with fewer cases",
        ),
        _ => (
            format!("something would change more than {MAX_READERS} times"),
            "remove dates that have passed, and have things that change together change on the same day",
        ),
    };
    let message = format!(
        "this file has {count} dates or conditions about dates; together with those of all states, {what}"
    );
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
            "have answers lead to questions that haven't been asked yet, and depend on fewer earlier answers after a circle",
        ),
        Bound::Cells => (
            "more than can be tracked for all states and dates".to_owned(),
            "depend on fewer of them, check them closer to where they're given, or remove dates that have passed",
        ),
        Bound::Served => (
            "so with a copy for each way, the states' trees take up more than 100 megabytes".to_owned(),
            FEWER,
        ),
        _ => (format!("so the path can continue in more than {MAX_COPIES} ways"), FEWER),
    };
    let count = asked.len();
    let message = format!("{count} conditions from here on depend on earlier answers, {what}");
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
