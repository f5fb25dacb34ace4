//! `search-check`, `self-search` and `unknown-entry`: the search, asked as volunteers ask it.
//!
//! Run by lint alone, never when content is served: a better wording of one entry may cost another
//! its place, and that must not keep a helpline from starting.

use super::{error, error_at};
use crate::content::model::SearchCheck;
use crate::content::{Document, Draft};
use crate::diagnostics::{self, Diagnostic, suggestion};
use crate::faq::{Index, Query};

/// How far down an entry may stand and still be found at a glance.
const TOP: usize = 3;

/// Every finding about the search of `draft`, whose index this is.
pub fn check(draft: &Draft, index: &Index) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in &draft.faq {
        for (at, entry) in file.entries.indexed() {
            let pointer = format!("/entries/{at}/question");
            own_question(&file.document, &pointer, &entry.id, &entry.question, index, &mut found);
        }
    }
    if let Some(checks) = &draft.search_checks {
        for (at, check) in checks.searches.indexed() {
            search(&checks.document, &format!("/searches/{at}"), check, index, &mut found);
        }
    }
    diagnostics::sort(&mut found);
    found
}

fn top(index: &Index, text: &str) -> Vec<String> {
    let query = Query { limit: TOP, ..Query::new(text) };
    index.search(&query).hits.into_iter().map(|hit| hit.entry.id).collect()
}

fn own_question(
    document: &Document,
    pointer: &str,
    id: &str,
    question: &str,
    index: &Index,
    found: &mut Vec<Diagnostic>,
) {
    let first = top(index, question);
    if first.iter().any(|hit| hit == id) {
        return;
    }
    let message = format!("a search for this very question finds {} before it", first.join(", "));
    found.push(
        error("self-search", document, pointer, document.value_at(pointer), &message)
            .help("say in the question what sets it apart from those"),
    );
}

fn search(document: &Document, at: &str, check: &SearchCheck, index: &Index, found: &mut Vec<Diagnostic>) {
    let mut known = true;
    for (nth, id) in check.expect.iter().enumerate() {
        if index.entry(id).is_some() {
            continue;
        }
        known = false;
        let one = format!("{at}/expect");
        let pointer = if document.value.pointer(&one).is_some_and(|v| v.is_array()) {
            format!("{one}/{nth}")
        } else {
            one
        };
        let ids: Vec<String> = index.entries().map(|entry| entry.id).collect();
        found.push(
            error_at("unknown-entry", document, &pointer, &format!("the FAQ has no entry \"{id}\""))
                .maybe_help(suggestion(id, ids.iter().map(String::as_str))),
        );
    }
    let first = top(index, &check.query);
    if !known || check.expect.iter().any(|id| first.iter().any(|hit| hit == id)) {
        return;
    }
    let pointer = format!("{at}/query");
    let expected: Vec<&str> = check.expect.iter().collect();
    let message = if first.is_empty() {
        format!("this search finds nothing; {} should be among its first {TOP}", expected.join(" or "))
    } else {
        format!("{} pushed {} out of the first {TOP}", first.join(", "), expected.join(" or "))
    };
    found.push(
        error("search-check", document, &pointer, document.value_at(&pointer), &message)
            .help("add the volunteer's word to the entry's tags or to search.yaml; `callguide search --explain` says why each was found"),
    );
}
