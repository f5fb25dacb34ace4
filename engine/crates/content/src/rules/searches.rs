//! Runs searches the way volunteers do and checks their results, and checks the entries that search checks expect.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::context::Context;
use super::findings::{error_at, few};
use super::offer;
use crate::content::model::{Entry, Errand, OneOrMore, SearchCheck};
use crate::content::{Document, Draft, Kind};
use callguide_search::diagnostics::{Diagnostic, meant, shown};
use callguide_search::faq::{Index, Query, SearchAnswer};

/// The number of results in which an entry is found at a glance.
const TOP: usize = 3;

/// `search-check` and `self-search`: run searches the way volunteers do. An errand that matches better than the
/// expected answer makes the search fail, because the answer would be folded.
pub fn check(draft: &Draft, index: &Index, found: &mut Vec<Diagnostic>) {
    let mut asked = Vec::new();
    for file in &draft.faq {
        for (at, entry) in file.entries.indexed() {
            let pointer = format!("/entries/{at}/question");
            asked.push(TriedSearch { document: &file.document, pointer, of: Of::Entry(entry) });
        }
    }
    if let Some(file) = &draft.elsewhere {
        for (at, errand) in file.errands.indexed() {
            let pointer = format!("/errands/{at}/question");
            asked.push(TriedSearch { document: &file.document, pointer, of: Of::Errand(errand) });
        }
    }
    if let Some(checks) = &draft.search_checks {
        // Searches that are held back are used to measure quality. If they were reported, content would be tuned to
        // them.
        for (at, check) in checks.searches.indexed().filter(|(_, check)| !check.held_back) {
            let pointer = format!("/searches/{at}/query");
            asked.push(TriedSearch { document: &checks.document, pointer, of: Of::Check(check) });
        }
    }
    let queries: Vec<Query> = asked.iter().map(TriedSearch::query).collect();
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

/// A search query, and where it's written.
struct TriedSearch<'a> {
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
type SearchProblem = (&'static str, String, String);

impl TriedSearch<'_> {
    fn query(&self) -> Query {
        let text = match self.of {
            Of::Entry(entry) => &entry.question,
            Of::Errand(errand) => &errand.question,
            Of::Check(check) => &check.query,
        };
        Query { limit: TOP, ..Query::new(text) }
    }

    fn wrong(&self, index: &Index, answer: &SearchAnswer) -> Option<SearchProblem> {
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
                // The FAQ doesn't answer this query, but the search offers this entry.
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

/// The help if an errand comes before the answer.
const BY_ERRAND: &str = "remove the words that lead to the errand from elsewhere.yaml, or make them part of phrases; `callguide search --explain \"…\"` shows which ones";

/// `unknown-entry`: a search check that expects an entry that doesn't exist.
pub fn check_expected(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.search_checks else { return };
    // An entry that couldn't be read, or whose file has a wrong name, still exists.
    let hides = |(file, (_, rules)): (&Arc<str>, &(Vec<usize>, BTreeSet<&str>))| {
        Kind::of(file).is_none_or(|kind| kind == Kind::Faq) || rules.contains("unknown-file")
    };
    if context.earlier.0.iter().any(hides) {
        return;
    }
    let ids = || context.draft.faq.iter().flat_map(|file| file.entries.iter()).map(|entry| entry.id.as_str());
    let mut missing: Vec<(&str, Diagnostic)> = Vec::new();
    for (index, check) in file.searches.indexed() {
        let at = format!("/searches/{index}/expect");
        for (place, id) in check.expect.iter().enumerate().filter(|(_, id)| !ids().any(|known| known == *id))
        {
            let pointer = match check.expect {
                OneOrMore::One(_) => at.clone(),
                OneOrMore::More(_) => format!("{at}/{place}"),
            };
            let message = format!("the FAQ has no entry with the id {}", shown(id));
            let finding = error_at("unknown-entry", &file.document, &pointer, &message).help(RENAMED);
            let finding = if meant(id, ids()).is_some() { finding.because(message) } else { finding };
            missing.push((id, offer::value(finding, &file.document, &pointer, id, ids())));
        }
    }
    let names: BTreeSet<&str> =
        missing.iter().filter(|(_, d)| d.cause.is_none()).map(|(id, _)| *id).collect();
    // This many missing entries aren't typos: a file was probably removed.
    let gone = (names.len() >= MANY)
        .then(|| format!("the FAQ doesn't have the entries that searches expect: {}", few(&names)));
    found.extend(missing.iter().map(|(id, finding)| {
        let finding = finding.clone();
        match (&gone, &finding.cause) {
            (_, Some(_)) => finding,
            (Some(gone), None) => finding.because(gone).help(GONE),
            (None, None) => finding.because(format!("the FAQ has no entry with the id {}", shown(id))),
        }
    }));
}

/// At least this many missing entries are reported as one finding.
const MANY: usize = 3;
const RENAMED: &str = "if the entry got a new id, give it the old one back, or write the new one in every check; if it was removed by mistake, put it back";
const GONE: &str = "if an FAQ file or entry was removed by mistake, put it back; otherwise remove these searches, or have them expect another entry";
