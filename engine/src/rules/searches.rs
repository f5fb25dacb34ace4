//! `search-check` and `self-search`: the search, asked as volunteers ask it.

use super::{Context, error};
use crate::content::Document;
use crate::content::model::SearchCheck;
use crate::diagnostics::Diagnostic;
use crate::faq::{Index, Query};

/// How far down an entry may stand and still be found at a glance.
const TOP: usize = 3;

pub fn check(context: &Context<'_>, index: &Index, found: &mut Vec<Diagnostic>) {
    for file in &context.draft.faq {
        for (at, entry) in file.entries.indexed() {
            let pointer = format!("/entries/{at}/question");
            own_question(&file.document, &pointer, &entry.id, &entry.question, index, found);
        }
    }
    if let Some(checks) = &context.draft.search_checks {
        for (at, check) in checks.searches.indexed() {
            search(&checks.document, &format!("/searches/{at}"), check, index, found);
        }
    }
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
            .help("put a word into the question that only this entry is about"),
    );
}

fn search(document: &Document, at: &str, check: &SearchCheck, index: &Index, found: &mut Vec<Diagnostic>) {
    // An entry that isn't there has a finding of its own.
    if check.expect.iter().any(|id| index.entry(id).is_none()) {
        return;
    }
    let first = top(index, &check.query);
    if check.expect.iter().any(|id| first.iter().any(|hit| hit == id)) {
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
            .help("add the volunteer's word to the entry's `tags: […]`, or to search.yaml; `callguide search --explain \"…\"` says why each was found"),
    );
}
