//! Runs searches the way volunteers do and checks their results, and checks the entries that search checks expect.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::context::Context;
use super::findings::{error_at, few, suggest_near, warning_at};
use crate::content::model::{SearchCheck, SearchChecks, Synonym};
use crate::content::{Document, Draft, File, Kind, PlacedName};
use callguide_search::diagnostics::{Diagnostic, meant, shown};
use callguide_search::faq::{Index, Query, SearchAnswer, stem, stems_of, words};

/// The number of results in which an entry is found at a glance.
const TOP: usize = 3;

/// `search-check` and `self-search`: run searches the way volunteers do. An errand that matches better than the
/// expected answer makes the search fail, because the answer would be folded.
pub fn check(draft: &Draft, index: &Index) -> Vec<Diagnostic> {
    let mut asked = Vec::new();
    let mut ask = |document, pointer, text, of| asked.push(TriedSearch { document, pointer, text, of });
    for file in &draft.faq {
        for (at, entry) in file.entries.indexed() {
            let pointer = format!("/entries/{at}/question");
            ask(&*file.document, pointer, &entry.question, Of::Entry(&entry.id));
        }
    }
    if let Some(file) = &draft.elsewhere {
        for (at, errand) in file.errands.indexed() {
            let pointer = format!("/errands/{at}/question");
            ask(&file.document, pointer, &errand.question, Of::Errand(&errand.id));
        }
    }
    let mut twice = Vec::new();
    if let Some(checks) = &draft.search_checks {
        let again = repeated(checks, &mut twice);
        // Searches that are held back are used to measure quality. If they were reported, content would be tuned to
        // them.
        let asked = checks.searches.indexed().filter(|(at, check)| !check.held_back && !again.contains(at));
        for (at, check) in asked {
            ask(&checks.document, format!("/searches/{at}/query"), &check.query, Of::Check(check));
        }
    }
    let query = |asked: &TriedSearch<'_>| Query { limit: TOP, ..Query::new(asked.text) };
    let queries: Vec<Query> = asked.iter().map(query).collect();
    let answered = asked.iter().zip(index.search_all(&queries));
    let found = answered.filter_map(|(asked, answer)| {
        let (rule, message, help) = asked.wrong(index, &answer)?;
        Some(error_at(rule, asked.document, &asked.pointer, &message).help(help))
    });
    twice.into_iter().chain(found).collect()
}

/// Reports searches that are listed twice. Returns the indexes of both, because they contradict each other.
fn repeated(checks: &File<SearchChecks>, found: &mut Vec<Diagnostic>) -> HashSet<usize> {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut all = HashSet::new();
    let query = |at: usize| format!("/searches/{at}/query");
    for (at, check) in checks.searches.indexed() {
        let words = check.query.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let before = *first.entry(words).or_insert(at);
        if before != at {
            all.extend([before, at]);
            let message = "this search is listed twice";
            let finding = error_at("search-check", &checks.document, &query(at), message);
            found
                .push(finding.related(checks.document.value_at(&query(before)), "the first one").help(TWICE));
        }
    }
    all
}

const TWICE: &str = "remove the one that expects the wrong entry; if both entries answer this search, keep one line with both: `expect: [ONE, OTHER]`";

/// `idle-synonym`: lines in search.yaml that find nothing, because no entry or errand contains what they should find,
/// in any of its wordings. Only for lint.
pub fn check_synonyms(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = context.draft.search.as_ref().filter(|_| context.today.is_some()) else { return };
    if may_lack_entries(context) {
        return;
    }
    let listed = context.documents().filter_map(|(kind, document)| {
        let list = match kind {
            Kind::Faq => "/entries",
            Kind::Elsewhere => "/errands",
            // Any answer may contain a snippet.
            Kind::Snippets => "",
            _ => return None,
        };
        let list = document.value.pointer(list)?;
        Some(list.as_array().map_or_else(|| vec![list], |entries| entries.iter().collect()))
    });
    let stems_in =
        |entry| HashSet::<String>::from_iter(words_in(entry)).iter().map(|word| stem(word)).collect();
    let entries: Vec<HashSet<String>> = listed.flatten().map(stems_in).collect();
    let is_found = |target: &String| {
        let stems = stems_of(target);
        entries.iter().any(|entry| stems.iter().all(|stem| entry.contains(stem)))
    };
    for (at, line) in file.synonyms.indexed() {
        if let Synonym::TwoWay { both } = line {
            let all: HashSet<String> = both.iter().map(|word| word.to_lowercase()).collect();
            let denied = both.iter().enumerate().find_map(|(nth, word)| {
                let denials =
                    ["not a ", "no ", "non", "non-"].map(|no| format!("{no}{}", word.to_lowercase()));
                Some((nth, denials.into_iter().find(|denial| all.contains(denial))?))
            });
            if let Some((nth, denial)) = denied {
                let message = format!(
                    "{} and {} mean the opposite, but a search treats them as synonyms",
                    shown(&both[nth]),
                    shown(&denial)
                );
                let help = "remove the one that doesn't belong in this line";
                let pointer = format!("/synonyms/{at}/both/{nth}");
                found.push(warning_at("idle-synonym", &file.document, &pointer, &message).help(help));
            }
            continue;
        }
        let Synonym::OneWay { finds, .. } = line else { continue };
        if finds.iter().any(is_found) {
            continue;
        }
        let targets: Vec<String> = finds.iter().map(|target| shown(target)).collect();
        let message = format!("this line finds nothing, because no entry contains {}", targets.join(" or "));
        let help = "use words from the question or tags of the entry it should find; remove the line only if that entry is gone";
        let pointer = format!("/synonyms/{at}/finds");
        found.push(warning_at("idle-synonym", &file.document, &pointer, &message).help(help));
    }
}

/// All words in a value.
fn words_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => words(text),
        Value::Array(items) => items.iter().flat_map(words_in).collect(),
        Value::Object(entries) => entries.values().flat_map(words_in).collect(),
        _ => Vec::new(),
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
    text: &'a str,
    of: Of<'a>,
}

enum Of<'a> {
    /// The question of the entry with this id.
    Entry(&'a str),
    /// The question of the errand with this id.
    Errand(&'a str),
    /// A check in `checks/searches.yaml`.
    Check(&'a SearchCheck),
}

/// A problem: the rule, the message and the help.
type SearchProblem = (&'static str, String, String);

impl TriedSearch<'_> {
    fn wrong(&self, index: &Index, answer: &SearchAnswer) -> Option<SearchProblem> {
        let first = first(answer);
        let is_first = |id: &str| first.iter().any(|hit| hit == id);
        let by_errand = first.iter().any(|found| found.starts_with(ERRAND)).then_some(BY_ERRAND);
        match self.of {
            // An entry that isn't shown today can't be found, and doesn't have to be.
            Of::Entry(id) => {
                let lost = !is_first(id) && index.entry(id).is_some();
                let found = first.join(", ");
                let message = format!("a search for this exact question finds {found} before it");
                let help = by_errand.unwrap_or("add a word to the question that fits only this entry");
                lost.then(|| ("self-search", message, help.to_owned()))
            }
            Of::Errand(id) => {
                let lost = !answer.elsewhere.iter().any(|found| found.id == id);
                let found =
                    if first.is_empty() { "nothing".to_owned() } else { first.join(", ") + " instead" };
                let help = "add a word to the question that fits only this errand; if the FAQ answers it, remove the errand";
                let message = format!("a search for this exact question finds {found}");
                lost.then(|| ("self-search", message, help.to_owned()))
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
                let hits = first.join(", ");
                let message = match first.is_empty() {
                    true => format!(
                        "this search finds nothing; {expected} should be among the first {TOP} results"
                    ),
                    false => format!("{expected} isn't among the first {TOP} results ({hits})"),
                };
                // An id that was given to two entries at first: `hours` and `hours-2`.
                let other = first.iter().find(|hit| check.expect.iter().any(|id| hit.starts_with(id)));
                let other = other.map(|id| format!("if {id} is the right answer, expect that; otherwise, "));
                let help = by_errand.unwrap_or("add the volunteer's word to the entry's `tags: […]` or to search.yaml; `callguide search --explain \"…\"` shows why each one was found");
                Some(("search-check", message, other.unwrap_or_default() + help))
            }
        }
    }
}

/// The help if an errand comes before the answer.
const BY_ERRAND: &str = "remove the words that lead to the errand from elsewhere.yaml, or make them part of phrases; `callguide search --explain \"…\"` shows which ones";

/// Whether there may be more entries: one that couldn't be read, or whose file has a wrong name, still exists.
fn may_lack_entries(context: &Context<'_>) -> bool {
    context.earlier.0.iter().any(|(file, (_, rules))| {
        Kind::of(file).is_none_or(|kind| kind == Kind::Faq) || rules.contains("unknown-file")
    })
}

/// `unknown-entry`: a search check that expects an entry that doesn't exist.
pub fn check_expected(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if may_lack_entries(context) {
        return;
    }
    let known = context.names().known("entry");
    let mut missing = Vec::new();
    for PlacedName { document, pointer, name, .. } in context.names().used("entry") {
        if known.contains(name) {
            continue;
        }
        let message = format!("the FAQ has no entry with the id {}", shown(name));
        let finding = error_at("unknown-entry", document, pointer, &message).because(message).help(RENAMED);
        let near = meant(name, known.iter().copied());
        let edit = |near: &str| document.write(pointer, near);
        let finding = suggest_near(finding, name, near, known.clone(), edit);
        missing.push((*name, near.is_some(), finding));
    }
    let names: BTreeSet<&str> =
        missing.iter().filter(|(_, is_typo, _)| !is_typo).map(|(id, ..)| *id).collect();
    // This many missing entries aren't typos: a file was probably removed.
    let gone = (names.len() >= MANY)
        .then(|| format!("the FAQ doesn't have the entries that searches expect: {}", few(&names)));
    found.extend(missing.into_iter().map(|(_, is_typo, finding)| match &gone {
        Some(gone) if !is_typo => finding.because(gone).help(GONE),
        _ => finding,
    }));
}

/// At least this many missing entries are reported as one finding.
const MANY: usize = 3;
const RENAMED: &str = "if the entry's id changed, change it back, or use the new id in every check; if the entry was removed on purpose, remove these searches; if by mistake, put it back";
const GONE: &str = "if an FAQ file or entry was removed by mistake, put it back; otherwise remove these searches, or have them expect another entry";
