//! `duplicate-id`: ids, codes, names and paths that appear twice.

use std::collections::HashMap;

use serde_json::Value;

use super::context::Context;
use super::findings::error_at;
use super::when::Says;
use crate::content::document::{child, item};
use crate::content::model::{Lenient, Question, State, States};
use crate::content::{Document, File};
use callguide_search::api::site::EVERYBODY;
use callguide_search::api::tree::Fact;
use callguide_search::diagnostics::{Diagnostic, Place, shown};

/// An id, with its file and pointer.
type IdAt<'a> = (&'a Document, String, &'a str);

/// What to do about the second occurrence.
enum Twice<'a> {
    /// Give it another id, since users never see ids. If content refers to exactly one id that's missing here, suggest
    /// that one.
    Rename(Option<&'a str>),
    /// Give this advice, since only someone who knows the subject of the entry can name it.
    Say(&'static str),
    /// Give the advice for a state's name or alternative name.
    Name,
    /// Remove it, since the list already contains it.
    Remove,
}

/// Reports the ids of one family that appear twice.
fn once<'a>(what: &str, twice: &Twice<'_>, ids: impl IntoIterator<Item = IdAt<'a>>) -> Vec<Diagnostic> {
    let mut first: HashMap<&str, Place> = HashMap::new();
    let mut found = Vec::new();
    for (document, pointer, id) in ids {
        let Some(there) = first.get(id) else {
            first.insert(id, document.value_at(&pointer));
            continue;
        };
        let message = format!("there is already {what} {}", shown(id));
        let finding =
            error_at("duplicate-id", document, &pointer, &message).related(there.clone(), "the first one");
        found.push(match twice {
            Twice::Rename(Some(missed)) => {
                let help = format!("write {} here, which other content refers to; or remove this one if it was copied by mistake", shown(missed));
                finding.help(help).guess(document.write(&pointer, missed))
            }
            Twice::Rename(None) => {
                let mut others = (2..).map(|n| format!("{id}-{n}"));
                let free = others.find(|other| !first.contains_key(other.as_str())).unwrap_or_default();
                let help = format!("if one of the two was copied by mistake, remove it; otherwise, give it its own id, such as {}", shown(&free));
                finding.help(help).guess(document.write(&pointer, &free))
            }
            Twice::Say(help) => finding.help(*help),
            Twice::Name => finding.help(if pointer.contains("/also/") { ALSO } else { NAME }),
            Twice::Remove => {
                let (item, _) = pointer.rsplit_once('/').unwrap_or_default();
                finding.help("remove one of the two, or name a different step").guess(document.remove(item))
            }
        });
    }
    found
}

/// The ids in a list, each under `key`.
fn listed<'a, T>(
    document: &'a Document,
    list: impl Into<String>,
    entries: &'a Lenient<T>,
    key: &'static str,
    id: impl Fn(&'a T) -> &'a str,
) -> impl Iterator<Item = IdAt<'a>> {
    let list = list.into();
    entries.indexed().map(move |(at, entry)| (document, child(&item(&list, at), key), id(entry)))
}

const CODE: &str = "each state needs its own code: look at both places, and correct the code that doesn't match its state's name; if the state was copied by mistake, remove the copy";
const NAME: &str = "each state needs its own name: look at both places, and write the name that goes with the code; if the state was copied by mistake, remove the copy";
const ALSO: &str = "two states can't both be found by this name: remove it from both, unless only one of them is really called that";
const CATEGORY: &str = "give the copied file its own category, or put the entries of both in one file";

const FACT: &str = "an id can name only one fact: if one was copied by mistake, remove it; otherwise, give it a different id";

/// The answer to this question that conditions and checks name but that the question doesn't have, if there's exactly
/// one.
fn missed_answer<'a>(context: &Context<'a>, id: &str, question: &Question) -> Option<&'a str> {
    let checks = context.draft.path_checks.iter().flat_map(|file| file.paths.iter());
    let checked = checks.flat_map(|check| check.answers.iter().map(String::as_str));
    let asked = context.words().iter().filter_map(|word| match word.says {
        Says::Answered(value) => value.as_array().or_else(|| value.get("of")?.as_array()),
        _ => None,
    });
    let asked = asked.flatten().filter_map(Value::as_str);
    let named = checked.chain(asked).filter_map(|text| text.split_once('.'));
    let mut missed: Vec<&str> = named
        .filter(|(of, answer)| *of == id && question.answers.iter().all(|own| own.id != *answer))
        .map(|(_, answer)| answer)
        .collect();
    missed.sort_unstable();
    missed.dedup();
    if let [one] = missed.as_slice() { Some(one) } else { None }
}

/// Reports duplicate ids among the facts that one question, answer or step asks for.
fn facts(document: &Document, asking: &str, facts: &Lenient<Fact>) -> Vec<Diagnostic> {
    let ids = listed(document, format!("{asking}/ask_for"), facts, "id", |fact| &fact.id);
    once("a fact with the id", &Twice::Say(FACT), ids)
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let draft = context.draft;
    if let Some(file) = &draft.states {
        states(file, found);
        not_served(context, file, found);
    }
    if let Some(file) = &draft.tree {
        let document = &*file.document;
        for (id, question) in file.questions.iter() {
            let at = format!("/questions/{id}");
            let list = child(&at, "answers");
            let missed = Twice::Rename(missed_answer(context, id, question));
            let ids = listed(document, list.as_str(), &question.answers, "id", |answer| &answer.id);
            found.extend(once("an answer with the id", &missed, ids));
            for (index, answer) in question.answers.indexed() {
                found.extend(facts(document, &item(&list, index), &answer.ask_for));
            }
            found.extend(facts(document, &at, &question.ask_for));
        }
        for id in file.questions.names().filter(|id| file.solutions.contains(id)) {
            let place = document.key_at(&format!("/solutions/{id}"));
            let help = format!(
                "give one of the two a different id, such as {id}-2, here and wherever answers lead to it"
            );
            found.push(
                Diagnostic::error("duplicate-id", place, format!("a question already has the id {id}"))
                    .related(document.key_at(&format!("/questions/{id}")), "the question")
                    .help(help),
            );
        }
    }
    if let Some(file) = &draft.flows {
        let document = &*file.document;
        for (id, step) in file.steps.iter() {
            let at = format!("/steps/{id}");
            let buttons = listed(document, child(&at, "buttons"), &step.buttons, "id", |button| &button.id);
            found.extend(once("a button with the id", &Twice::Rename(None), buttons));
            found.extend(facts(document, &at, &step.ask_for));
        }
        for (id, flow) in file.flows.iter() {
            let steps =
                listed(document, format!("/flows/{id}/steps"), &flow.steps, "step", |used| &used.step);
            found.extend(once("an item in this flow with the step", &Twice::Remove, steps));
        }
    }
    // A copy is reported as a whole.
    let copies = context.copies();
    let faq = || draft.faq.iter().filter(|file| !copies.has_file(&file.document.name));
    let categories = faq().map(|file| (&*file.document, "/category".to_owned(), file.category.as_str()));
    found.extend(once("a file with the category", &Twice::Say(CATEGORY), categories));
    let entries =
        faq().flat_map(|file| listed(&file.document, "/entries", &file.entries, "id", |entry| &entry.id));
    let entries = entries.filter(|(document, pointer, _)| !copies.has(&document.name, pointer));
    let support = draft.support.iter().filter(|file| !copies.has_file(&file.document.name));
    let sections = support.map(|file| (&*file.document, "/id".to_owned(), file.id.as_str()));
    let announcements = draft.announcements.iter().flat_map(|file| {
        listed(&file.document, "/announcements", &file.announcements, "id", |announcement| &announcement.id)
    });
    let errands = draft
        .elsewhere
        .iter()
        .flat_map(|file| listed(&file.document, "/errands", &file.errands, "id", |errand| &errand.id));
    let modes = draft
        .agreement
        .iter()
        .flat_map(|file| listed(&file.document, "/modes", &file.modes, "id", |mode| &mode.id));
    let ways = draft.agreement.iter().flat_map(|file| {
        let without = file.without.iter();
        without
            .flat_map(|without| listed(&file.document, "/without/ways", &without.ways, "id", |way| &way.id))
    });
    let choices = draft
        .emergency
        .iter()
        .flat_map(|file| listed(&file.document, "/choices", &file.choices, "id", |choice| &choice.id));
    let families: [(&str, Vec<IdAt<'_>>); 7] = [
        ("an entry", entries.collect()),
        ("a section", sections.collect()),
        ("an announcement", announcements.collect()),
        ("an errand", errands.collect()),
        ("a mode", modes.collect()),
        ("a way", ways.collect()),
        ("a choice", choices.collect()),
    ];
    for (what, ids) in families {
        found.extend(once(&format!("{what} with the id"), &Twice::Rename(None), ids));
    }
}

fn states(file: &File<States>, found: &mut Vec<Diagnostic>) {
    let document = &*file.document;
    for (at, _) in file.states.indexed().filter(|(_, state)| state.code == EVERYBODY) {
        let pointer = format!("/states/{at}/code");
        let message = format!(
            "the code {} is reserved: in a helpline without regions, it means everyone",
            shown(EVERYBODY)
        );
        found.push(
            error_at("duplicate-id", document, &pointer, &message)
                .help("give this state a different code, here and wherever it's used"),
        );
    }
    let of = |key, id: fn(&State) -> &str| listed(document, "/states", &file.states, key, id);
    found.extend(once("a state with the code", &Twice::Say(CODE), of("code", |state| &state.code)));
    let also = file.states.indexed().flat_map(|(at, state)| {
        let list = item("/states", at) + "/also";
        state.also.indexed().map(move |(nth, name)| (document, item(&list, nth), name.as_str()))
    });
    let names = of("name", |state| &state.name).chain(also);
    found.extend(once("a state with the name", &Twice::Name, names));
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
            found.push(
                error_at("duplicate-id", &site.document, &pointer, &message)
                    .help("if the state is served now, remove this name; if it isn't, remove the state from states.yaml")
                    .guess(site.document.remove(&pointer)),
            );
        }
    }
}
