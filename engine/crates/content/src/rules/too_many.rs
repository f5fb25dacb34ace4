//! `too-many-readings`: more combinations than the engine can compute; the finding names the limit that was exceeded.

use super::context::Context;
use super::findings::{error_at, error_at_key};
use crate::content::Document;
use crate::readings::{Bound, MAX_COPIES, MAX_READERS};
use callguide_search::diagnostics::Diagnostic;

/// The number of conditions that the finding points to.
const SHOWN: usize = 5;

const OPTIONS: &str = "there are too many to check against every case, part, script, and badge";
const SAME_DAY: &str = "remove dates that have passed, make things that change together change on the same day, or use fewer cases";
const WORK: &str = "and questions lead back to earlier ones in more ways than can be followed";
const STRAIGHT: &str = "have answers lead to questions that haven't been asked yet, and after a loop, use fewer conditions on earlier answers";
const SERVED: &str =
    "so the states' trees, with a copy for each combination, take up more than 100 megabytes";
const FEWER: &str = "use fewer of these conditions: count answers with `at_least`, check them closer to where they're given, or have the answer lead to a question of its own";

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
    let what = match bound {
        Bound::Options => OPTIONS.to_owned(),
        _ => format!("something would change more than {MAX_READERS} times"),
    };
    let message = format!(
        "this file has {count} dates or conditions about dates; together with the states' own, {what}"
    );
    let pointer = all.first().map_or("", String::as_str);
    found.push(error_at("too-many-readings", document, pointer, &message).help(SAME_DAY));
}

fn histories(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(guidance)) = (&context.draft.tree, &context.readings.guidance) else { return };
    let Some((entry, bound)) = guidance.too_many else { return };
    let node = &guidance.entries[entry];
    let asked = guidance.histories.alive(entry).filter_map(|asked| asked.pointers.first());
    let asked: Vec<&String> = asked.collect();
    let (what, help) = match bound {
        Bound::Work => (WORK.to_owned(), STRAIGHT),
        Bound::Cells => ("more than can be tracked for all states and dates".to_owned(), FEWER),
        Bound::Served => (SERVED.to_owned(), FEWER),
        _ => (format!("so the path can continue in more than {MAX_COPIES} ways"), FEWER),
    };
    let count = asked.len();
    let message = format!("{count} conditions from here on depend on earlier answers, {what}");
    let mut finding = error_at_key("too-many-readings", &tree.document, &node.pointer, &message).help(help);
    for pointer in asked.iter().take(SHOWN) {
        finding = finding.related(tree.document.value_at(&format!("{pointer}/when")), "one of them");
    }
    found.push(finding);
}
