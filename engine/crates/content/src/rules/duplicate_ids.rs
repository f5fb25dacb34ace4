//! `duplicate-id`: ids, codes, names and paths that appear twice.

use std::collections::HashMap;

use serde_json::Value;

use super::context::Context;
use super::findings::error_at;
use super::when::Says;
use crate::content::document::{child, item};
use crate::content::model::{State, States};
use crate::content::{Document, File, Kind};
use callguide_search::api::site::EVERYBODY;
use callguide_search::diagnostics::{Diagnostic, Place, shown};

/// An id, with its file and pointer.
type IdAt<'a> = (&'a Document, String, &'a str);

/// What to do about the second occurrence.
enum Twice {
    /// Give it another id, since users never see ids. If content refers to exactly one id that's missing here, suggest
    /// that one.
    Rename,
    /// Give this advice, since only someone who knows the subject of the entry can name it.
    Say(&'static str),
    /// Give the advice for a state's name or alternative name.
    Name,
    /// Remove it, since the list already contains it.
    Remove,
}

/// The ids that must be different: the kind of file, their pointer, in which `*` is any key or index, what a finding
/// calls them, and what to do. Ids below a `*` other than the last one need to be different only in their own list.
const FAMILIES: [(Kind, &str, &str, Twice); 15] = [
    (Kind::States, "/states/*/code", "a state with the code", Twice::Say(CODE)),
    (Kind::DecisionTree, "/questions/*/answers/*/id", "an answer with the id", Twice::Rename),
    (Kind::DecisionTree, "/questions/*/answers/*/ask_for/*/id", "a fact with the id", Twice::Say(FACT)),
    (Kind::DecisionTree, "/questions/*/ask_for/*/id", "a fact with the id", Twice::Say(FACT)),
    (Kind::Flows, "/steps/*/buttons/*/id", "a button with the id", Twice::Rename),
    (Kind::Flows, "/steps/*/ask_for/*/id", "a fact with the id", Twice::Say(FACT)),
    (Kind::Flows, "/flows/*/steps/*/step", "an item in this flow with the step", Twice::Remove),
    (Kind::Faq, "/category", "a file with the category", Twice::Say(CATEGORY)),
    (Kind::Faq, "/entries/*/id", "an entry with the id", Twice::Rename),
    (Kind::Support, "/id", "a section with the id", Twice::Rename),
    (Kind::Announcements, "/announcements/*/id", "an announcement with the id", Twice::Rename),
    (Kind::Elsewhere, "/errands/*/id", "an errand with the id", Twice::Rename),
    (Kind::Agreement, "/modes/*/id", "a mode with the id", Twice::Rename),
    (Kind::Agreement, "/without/ways/*/id", "a way with the id", Twice::Rename),
    (Kind::Emergency, "/choices/*/id", "a choice with the id", Twice::Rename),
];

/// Reports the ids in one list that appear twice. `missed` is the id that other content refers to but that's missing.
fn once(what: &str, twice: &Twice, missed: Option<&str>, ids: &[IdAt<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<&str, Place> = HashMap::new();
    let mut found = Vec::new();
    for (document, pointer, id) in ids {
        let Some(there) = first.get(id) else {
            first.insert(id, document.value_at(pointer));
            continue;
        };
        let message = format!("there is already {what} {}", shown(id));
        let finding =
            error_at("duplicate-id", document, pointer, &message).related(there.clone(), "the first one");
        found.push(match (twice, missed) {
            (Twice::Rename, Some(missed)) => {
                let help = format!("write {} here, which other content refers to; or remove this one if it was copied by mistake", shown(missed));
                finding.help(help).guess(document.write(pointer, missed))
            }
            (Twice::Rename, None) => {
                let mut others = (2..).map(|n| format!("{id}-{n}"));
                let free = others.find(|other| !first.contains_key(other.as_str())).unwrap_or_default();
                let help = format!("if one of the two was copied by mistake, remove it; otherwise, give it its own id, such as {}", shown(&free));
                finding.help(help).guess(document.write(pointer, &free))
            }
            (Twice::Say(help), _) => finding.help(*help),
            (Twice::Name, _) => finding.help(if pointer.contains("/also/") { ALSO } else { NAME }),
            (Twice::Remove, _) => {
                let (item, _) = pointer.rsplit_once('/').unwrap_or_default();
                finding.help("remove one of the two, or name a different step").guess(document.remove(item))
            }
        });
    }
    found
}

/// The texts of a file at a pointer in which `*` is any key or index. They come from the raw file, because an id
/// counts as used even if the item it belongs to couldn't be read.
fn ids_at<'a>(document: &'a Document, pattern: &str) -> Vec<IdAt<'a>> {
    let mut all = vec![(String::new(), &document.value)];
    for key in pattern.split('/').skip(1) {
        let inside = |(at, value): (String, &'a Value)| -> Vec<(String, &'a Value)> {
            match value {
                Value::Array(items) if key == "*" => {
                    items.iter().enumerate().map(|(nth, value)| (item(&at, nth), value)).collect()
                }
                Value::Object(keys) if key == "*" => {
                    keys.iter().map(|(key, value)| (child(&at, key), value)).collect()
                }
                _ => value.get(key).map(|value| (child(&at, key), value)).into_iter().collect(),
            }
        };
        all = all.into_iter().flat_map(inside).collect();
    }
    all.into_iter().filter_map(|(at, value)| Some((document, at, value.as_str()?))).collect()
}

const CODE: &str = "each state needs its own code: look at both places, and correct the code that doesn't match its state's name; if the state was copied by mistake, remove the copy";
const NAME: &str = "each state needs its own name: look at both places, and write the name that goes with the code; if the state was copied by mistake, remove the copy";
const ALSO: &str = "two states can't both be found by this name: remove it from both, or, if only one of them is really called that, from the other";
const CATEGORY: &str = "give the copied file its own category, or put the entries of both in one file";

const FACT: &str = "an id can name only one fact: if one was copied by mistake, remove it; otherwise, give it a different id";

/// The answer to a question that conditions and checks name but that isn't among its `answers`, if there's exactly one.
fn missed_answer<'a>(context: &Context<'a>, question: &str, answers: &[IdAt<'_>]) -> Option<&'a str> {
    let checks = context.draft.path_checks.iter().flat_map(|file| file.paths.iter());
    let checked = checks.flat_map(|check| check.answers.iter().map(String::as_str));
    let asked = context.words().iter().filter_map(|word| match word.says {
        Says::Answered(value) => value.as_array().or_else(|| value.get("of")?.as_array()),
        _ => None,
    });
    let named = checked.chain(asked.flatten().filter_map(Value::as_str));
    let named = named.filter_map(|text| text.split_once('.')).filter(|(of, _)| *of == question);
    let mut missed =
        named.map(|(_, answer)| answer).filter(|id| !answers.iter().any(|(_, _, own)| own == id));
    let first = missed.next()?;
    missed.all(|other| other == first).then_some(first)
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let draft = context.draft;
    for (kind, pattern, what, twice) in &FAMILIES {
        let documents: Vec<&Document> = match kind {
            Kind::Faq => draft.faq.iter().map(|file| &*file.document).collect(),
            _ => context.documents().filter(|(of, _)| of == kind).map(|(_, document)| document).collect(),
        };
        let mut ids: Vec<IdAt<'_>> = documents.into_iter().flat_map(|file| ids_at(file, pattern)).collect();
        // A copy is reported as a whole.
        ids.retain(|(document, pointer, _)| !context.copies().has(&document.name, pointer));
        let depth = pattern.rfind("/*").map_or(0, |list| pattern[..list].split('/').count());
        let same_list = |a: &str, b: &str| a.split('/').take(depth).eq(b.split('/').take(depth));
        for list in ids.chunk_by(|(_, a, _), (_, b, _)| same_list(a, b)) {
            let of_question = list[0]
                .1
                .split('/')
                .nth(2)
                .filter(|_| matches!(twice, Twice::Rename) && *kind == Kind::DecisionTree);
            let missed = of_question.and_then(|question| missed_answer(context, question, list));
            found.extend(once(what, twice, missed, list));
        }
    }
    if let Some(file) = &draft.states {
        states(file, found);
        not_served(context, file, found);
    }
    if let Some(file) = &draft.tree {
        for id in file.questions.names().filter(|id| file.solutions.contains(id)) {
            let place = file.document.key_at(&format!("/solutions/{id}"));
            let help = format!(
                "give one of the two a different id, such as {id}-2, here and wherever answers lead to it"
            );
            Diagnostic::error("duplicate-id", place, format!("a question already has the id {id}"))
                .related(file.document.key_at(&format!("/questions/{id}")), "the question")
                .help(help)
                .report(found);
        }
    }
}

fn states(file: &File<States>, found: &mut Vec<Diagnostic>) {
    let document = &*file.document;
    for (at, _) in file.states.indexed().filter(|(_, state)| state.code == EVERYBODY) {
        let pointer = format!("/states/{at}/code");
        let why = "is reserved: in a helpline without regions, it means everyone";
        let message = format!("the code {} {why}", shown(EVERYBODY));
        error_at("duplicate-id", document, &pointer, &message)
            .help("give this state a different code, here and wherever it's used")
            .report(found);
    }
    let names = [ids_at(document, "/states/*/name"), ids_at(document, "/states/*/also/*")].concat();
    found.extend(once("a state with the name", &Twice::Name, None, &names));
}

/// Reports names that belong both to a place outside the service area and to a state that's served.
fn not_served(context: &Context<'_>, file: &File<States>, found: &mut Vec<Diagnostic>) {
    let Some(site) = &context.draft.site else { return };
    let names = file.states.iter().flat_map(|state| [&state.code, &state.name].map(|name| (name, state)));
    let served: HashMap<String, &State> = names.map(|(name, state)| (name.to_lowercase(), state)).collect();
    for (at, place) in site.region.not_served.iter().enumerate() {
        for (nth, name) in place.names.iter().enumerate() {
            let Some(state) = served.get(&name.to_lowercase()) else { continue };
            let pointer = item(&child(&item("/region/not_served", at), "names"), nth);
            let message =
                format!("{} is listed as not served, but states.yaml has {}", shown(name), state.name);
            error_at("duplicate-id", &site.document, &pointer, &message)
                .help("if the state is served now, remove this name; if it isn't, remove the state from states.yaml")
                .guess(site.document.remove(&pointer))
                .report(found);
        }
    }
}
