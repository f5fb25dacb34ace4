//! `search-check` and `self-search`: the search, asked as volunteers ask it. An errand that matches better than the
//! answer that is looked for pushes it out: it would be folded.

use super::error;
use crate::content::model::{Entry, Errand, SearchCheck};
use crate::content::{Document, Draft};
use crate::diagnostics::Diagnostic;
use crate::faq::{Answer, Index, Query};

/// How far down an entry may stand and still be found at a glance.
const TOP: usize = 3;

pub fn check(draft: &Draft, index: &Index, found: &mut Vec<Diagnostic>) {
    let mut asked = Vec::new();
    for file in &draft.faq {
        for (at, entry) in file.entries.indexed() {
            let pointer = format!("/entries/{at}/question");
            asked.push(Asked { document: &file.document, pointer, of: Of::Entry(entry) });
        }
    }
    if let Some(file) = &draft.elsewhere {
        for (at, errand) in file.errands.indexed() {
            let pointer = format!("/errands/{at}/question");
            asked.push(Asked { document: &file.document, pointer, of: Of::Errand(errand) });
        }
    }
    if let Some(checks) = &draft.search_checks {
        // Whoever mended one that is held back would tune on it: those are for measuring.
        for (at, check) in checks.searches.indexed().filter(|(_, check)| !check.held_back) {
            let pointer = format!("/searches/{at}/query");
            asked.push(Asked { document: &checks.document, pointer, of: Of::Check(check) });
        }
    }
    let queries: Vec<Query> = asked.iter().map(Asked::query).collect();
    for (asked, answer) in asked.iter().zip(index.search_all(&queries)) {
        let strong = answer.hits.iter().find(|hit| !hit.weak).map(|hit| hit.id.clone());
        let first = first(&answer);
        found.extend(match asked.of {
            // What isn't shown on this day can't be found, and needn't be.
            Of::Entry(entry) if index.entry(&entry.id).is_none() => None,
            Of::Entry(entry) => own_question(asked, &entry.id, &first),
            Of::Errand(errand) => not_ours(asked, &errand.id, &answer, &first),
            Of::Check(check) if check.expect.is_empty() => unanswerable(asked, strong),
            Of::Check(check) => search(asked, check, index, &first),
        });
    }
}

/// What an errand is called among entries.
const ERRAND: &str = "the errand ";

/// What is shown first: the entries that no errand beats, then the errand that beats the others.
fn first(answer: &Answer) -> Vec<String> {
    let best = answer.elsewhere.first();
    let beaten = |score: f32| best.is_some_and(|errand| errand.score > score);
    let hits = answer.hits.iter().filter(|hit| !beaten(hit.score)).map(|hit| hit.id.clone());
    let errand = best.filter(|_| answer.hits.iter().any(|hit| beaten(hit.score)));
    hits.chain(errand.map(|errand| format!("{ERRAND}{}", errand.id))).collect()
}

/// What to do where an answer isn't among the first: else `otherwise`.
fn help(first: &[String], otherwise: &'static str) -> &'static str {
    match first.iter().any(|found| found.starts_with(ERRAND)) {
        true => {
            "take the words that lead to the errand out of elsewhere.yaml, or put them into phrases; `callguide search --explain \"…\"` says which they are"
        }
        false => otherwise,
    }
}

/// A text to search for, and where it stands.
struct Asked<'a> {
    document: &'a Document,
    /// Of its text.
    pointer: String,
    of: Of<'a>,
}

enum Of<'a> {
    /// An entry's own question.
    Entry(&'a Entry),
    /// An errand's own question.
    Errand(&'a Errand),
    /// One of `checks/searches.yaml`.
    Check(&'a SearchCheck),
}

impl Asked<'_> {
    fn query(&self) -> Query {
        let text = match self.of {
            Of::Entry(entry) => &entry.question,
            Of::Errand(errand) => &errand.question,
            Of::Check(check) => &check.query,
        };
        Query { limit: TOP, ..Query::new(text) }
    }

    fn finding(&self, rule: &'static str, message: &str) -> Diagnostic {
        let value = self.document.value_at(&self.pointer);
        error(rule, self.document, &self.pointer, value, message)
    }
}

fn own_question(asked: &Asked<'_>, id: &str, first: &[String]) -> Option<Diagnostic> {
    if first.iter().any(|hit| hit == id) {
        return None;
    }
    let message = format!("a search for this very question finds {} before it", first.join(", "));
    let help = help(first, "put a word into the question that only this entry is about");
    Some(asked.finding("self-search", &message).help(help))
}

/// An errand's own question, which isn't answered with it.
fn not_ours(asked: &Asked<'_>, id: &str, answer: &Answer, first: &[String]) -> Option<Diagnostic> {
    if answer.elsewhere.iter().any(|errand| errand.id == id) {
        return None;
    }
    let before =
        if first.is_empty() { "nothing".to_owned() } else { format!("{} instead", first.join(", ")) };
    let message = format!("a search for this very question finds {before}");
    Some(
        asked.finding("self-search", &message).help(
            "say in the question what only this errand is about; if the FAQ answers it, remove the errand",
        ),
    )
}

fn search(asked: &Asked<'_>, check: &SearchCheck, index: &Index, first: &[String]) -> Option<Diagnostic> {
    // An entry that isn't there has a finding of its own.
    if check.expect.iter().any(|id| index.entry(id).is_none()) {
        return None;
    }
    if check.expect.iter().any(|id| first.iter().any(|hit| hit == id)) {
        return None;
    }
    let expected: Vec<&str> = check.expect.iter().collect();
    let message = if first.is_empty() {
        format!("this search finds nothing; {} should be among its first {TOP}", expected.join(" or "))
    } else {
        format!("{} pushed {} out of the first {TOP}", first.join(", "), expected.join(" or "))
    };
    let help = help(
        first,
        "add the volunteer's word to the entry's `tags: […]`, or to search.yaml; `callguide search --explain \"…\"` says why each was found",
    );
    Some(asked.finding("search-check", &message).help(help))
}

/// A search that nothing in the FAQ answers: `strong` is the first result that is offered all the same.
fn unanswerable(asked: &Asked<'_>, strong: Option<String>) -> Option<Diagnostic> {
    let id = strong?;
    let message = format!("no entry should answer this search, but {id} is a strong result");
    let help = format!(
        "if {id} answers it after all, write `expect: {id}`; else take the words that lead there out of the entry's `tags: […]`, or out of search.yaml; `callguide search --explain \"…\"` says which they are",
    );
    Some(asked.finding("search-check", &message).help(help))
}
