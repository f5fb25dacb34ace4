//! `search-check` and `self-search`: run searches the way volunteers do. An errand that matches better than the
//! expected answer pushes it out, because the answer would be folded.

use super::error_at;
use crate::content::model::{Entry, Errand, SearchCheck};
use crate::content::{Document, Draft};
use callguide_search::diagnostics::Diagnostic;
use callguide_search::faq::{Index, Query, SearchAnswer};

/// How far down the results an entry may be and still be found at a glance.
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
        // Searches that are held back are for measuring: anyone who fixed one would tune the content to it.
        for (at, check) in checks.searches.indexed().filter(|(_, check)| !check.held_back) {
            let pointer = format!("/searches/{at}/query");
            asked.push(Asked { document: &checks.document, pointer, of: Of::Check(check) });
        }
    }
    let queries: Vec<Query> = asked.iter().map(Asked::query).collect();
    for (asked, answer) in asked.iter().zip(index.search_all(&queries)) {
        let wrong = asked.wrong(index, &answer);
        found.extend(wrong.map(|(rule, message, help)| {
            error_at(rule, asked.document, &asked.pointer, &message).help(help)
        }));
    }
}

/// The prefix that marks an errand among entry ids.
const ERRAND: &str = "the errand ";

/// The results that are shown first: the entries that no errand beats, then the errand that beats the others.
fn first(answer: &SearchAnswer) -> Vec<String> {
    let best = answer.elsewhere.first();
    let beaten = |score: f32| best.is_some_and(|errand| errand.score > score);
    let hits = answer.hits.iter().filter(|hit| !beaten(hit.score)).map(|hit| hit.id.clone());
    let errand = best.filter(|_| answer.hits.iter().any(|hit| beaten(hit.score)));
    hits.chain(errand.map(|errand| format!("{ERRAND}{}", errand.id))).collect()
}

/// A text to search for, and where it's written.
struct Asked<'a> {
    document: &'a Document,
    /// The pointer to the text.
    pointer: String,
    of: Of<'a>,
}

enum Of<'a> {
    /// An entry's own question.
    Entry(&'a Entry),
    /// An errand's own question.
    Errand(&'a Errand),
    /// A check in `checks/searches.yaml`.
    Check(&'a SearchCheck),
}

/// A problem: the rule, the message and the help.
type Wrong = (&'static str, String, String);

impl Asked<'_> {
    fn query(&self) -> Query {
        let text = match self.of {
            Of::Entry(entry) => &entry.question,
            Of::Errand(errand) => &errand.question,
            Of::Check(check) => &check.query,
        };
        Query { limit: TOP, ..Query::new(text) }
    }

    fn wrong(&self, index: &Index, answer: &SearchAnswer) -> Option<Wrong> {
        let first = first(answer);
        let is_first = |id: &str| first.iter().any(|hit| hit == id);
        let by_errand = first.iter().any(|found| found.starts_with(ERRAND)).then_some(BY_ERRAND);
        match self.of {
            // An entry that isn't shown today can't be found, and doesn't have to be.
            Of::Entry(entry) => (index.entry(&entry.id).is_some() && !is_first(&entry.id)).then(|| {
                let message =
                    format!("a search for this exact question finds {} before it", first.join(", "));
                let help = by_errand.unwrap_or("add a word to the question that fits only this entry");
                ("self-search", message, help.to_owned())
            }),
            Of::Errand(errand) => {
                let is_found = answer.elsewhere.iter().any(|found| found.id == errand.id);
                let found =
                    if first.is_empty() { "nothing".to_owned() } else { first.join(", ") + " instead" };
                let help = "add a word to the question that fits only this errand; if the FAQ answers it, remove the errand";
                let message = format!("a search for this exact question finds {found}");
                (!is_found).then(|| ("self-search", message, help.to_owned()))
            }
            Of::Check(check) if check.expect.is_empty() => {
                // Nothing in the FAQ answers it, yet this is offered.
                let id = &answer.hits.iter().find(|hit| !hit.weak)?.id;
                let message = format!("no entry should answer this search, but {id} is a strong result");
                let help = format!(
                    "if {id} does answer it, write `expect: {id}`; otherwise remove the words that lead there from the entry's `tags: […]` or from search.yaml; `callguide search --explain \"…\"` shows which ones"
                );
                Some(("search-check", message, help))
            }
            // A missing entry has its own finding.
            Of::Check(check) if check.expect.iter().any(|id| is_first(id) || index.entry(id).is_none()) => {
                None
            }
            Of::Check(check) => {
                let expected = check.expect.iter().collect::<Vec<_>>().join(" or ");
                let message = match first.is_empty() {
                    true => format!(
                        "this search finds nothing; {expected} should be among the first {TOP} results"
                    ),
                    false => format!("{} pushed {expected} out of the first {TOP} results", first.join(", ")),
                };
                let help = by_errand.unwrap_or("add the volunteer's word to the entry's `tags: […]` or to search.yaml; `callguide search --explain \"…\"` shows why each one was found");
                Some(("search-check", message, help.to_owned()))
            }
        }
    }
}

/// What to do if an errand comes before the answer.
const BY_ERRAND: &str = "remove the words that lead to the errand from elsewhere.yaml, or make them part of phrases; `callguide search --explain \"…\"` shows which ones";
