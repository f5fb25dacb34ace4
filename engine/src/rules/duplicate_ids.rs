//! `duplicate-id`: ids, codes, names and paths that stand twice.

use std::collections::HashMap;

use serde_json::Value;

use super::when::Says;
use super::{Context, error};
use crate::api::site::EVERYBODY;
use crate::api::tree::Fact;
use crate::content::Document;
use crate::content::document::{child, item};
use crate::content::model::{Lenient, Question};
use crate::diagnostics::{Diagnostic, Place, shown};

/// What was seen of one family of ids.
struct Seen<'a> {
    what: &'static str,
    twice: Twice,
    first: HashMap<String, Place>,
    found: &'a mut Vec<Diagnostic>,
}

/// What is to be done about the second one.
#[derive(Clone, Copy)]
enum Twice {
    /// Another id: nobody reads it.
    Rename,
    /// Only who knows what the entry is about knows its name.
    Say(&'static str),
    /// It stands in its list already.
    Remove,
}

impl<'a> Seen<'a> {
    fn new(what: &'static str, found: &'a mut Vec<Diagnostic>) -> Self {
        Self::with(what, Twice::Rename, found)
    }

    fn with(what: &'static str, twice: Twice, found: &'a mut Vec<Diagnostic>) -> Self {
        Self { what, twice, first: HashMap::new(), found }
    }

    fn add(&mut self, document: &Document, pointer: &str, id: &str) {
        self.add_where(document, pointer, id, None);
    }

    /// The same, where another id is `missed` here: the second one may be meant by it.
    fn add_where(&mut self, document: &Document, pointer: &str, id: &str, missed: Option<&str>) {
        let place = document.value_at(pointer);
        let Some(first) = self.first.get(id) else {
            self.first.insert(id.to_owned(), place);
            return;
        };
        let message = format!("there is {} {} already", self.what, shown(id));
        let finding =
            error("duplicate-id", document, pointer, place, &message).related(first.clone(), "the first one");
        self.found.push(match self.twice {
            Twice::Rename => {
                if let Some(missed) = missed {
                    let help = format!("write {} here, which content asks for; or remove it if it was copied by mistake", shown(missed));
                    let edit = document.write(pointer, missed);
                    self.found.push(finding.help(help).guess(edit));
                    return;
                }
                let free = (2..).map(|n| format!("{id}-{n}")).find(|other| !self.first.contains_key(other));
                let free = free.unwrap_or_default();
                let finding = finding.help(format!(
                    "remove one of the two if it was copied by mistake; else give it an id of its own, such as {}",
                    shown(&free)
                ));
                finding.guess(document.write(pointer, &free))
            }
            Twice::Say(help) => finding.help(help),
            Twice::Remove => {
                let (item, _) = pointer.rsplit_once('/').unwrap_or_default();
                finding.help("remove one of the two, or name another step").guess(document.remove(item))
            }
        });
    }
}

const CODE: &str = "each state has a code of its own: look at both places, and correct the one whose name doesn't go with it; if the state was copied by mistake, remove the copy";
const NAME: &str = "each state has a name of its own: look at both places, and write the name that goes with the code; if the state was copied by mistake, remove the copy";
const ALSO: &str = "a search that has this name couldn't say which state is meant: remove it here, unless it's the other one that is wrong";
const CATEGORY: &str =
    "write the name of its own topic in the file that was copied, or put the entries of both into one file";

const FACT: &str =
    "one id is one fact: remove one of the two if it was copied by mistake; else give it an id of its own";

/// The one answer that conditions and checks name of a question, and that it doesn't have.
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

/// The facts of one list.
fn facts_of(document: &Document, list: &str, facts: &Lenient<Fact>, found: &mut Vec<Diagnostic>) {
    let mut ids = Seen::with("a fact with the id", Twice::Say(FACT), found);
    for (index, fact) in facts.indexed() {
        ids.add(document, &child(&item(list, index), "id"), &fact.id);
    }
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let draft = context.draft;
    if let Some(file) = &draft.states {
        for (i, _) in file.states.indexed().filter(|(_, state)| state.code == EVERYBODY) {
            let pointer = format!("/states/{i}/code");
            let message =
                format!("the code {} is everyone's, where a helpline has no regions", shown(EVERYBODY));
            found.push(
                error("duplicate-id", &file.document, &pointer, file.document.value_at(&pointer), &message)
                    .help("give this state another code, here and wherever it is named"),
            );
        }
        let mut codes = Seen::with("a state with the code", Twice::Say(CODE), found);
        file.states
            .indexed()
            .for_each(|(i, s)| codes.add(&file.document, &format!("/states/{i}/code"), &s.code));
        let mut names = Seen::with("a state with the name", Twice::Say(NAME), found);
        file.states
            .indexed()
            .for_each(|(i, s)| names.add(&file.document, &format!("/states/{i}/name"), &s.name));
        names.twice = Twice::Say(ALSO);
        for (i, state) in file.states.indexed() {
            let also = item("/states", i) + "/also";
            state.also.indexed().for_each(|(n, name)| names.add(&file.document, &item(&also, n), name));
        }
        let served: HashMap<String, &str> = file
            .states
            .iter()
            .flat_map(|state| {
                [&state.code, &state.name].map(|name| (name.to_lowercase(), state.name.as_str()))
            })
            .collect();
        for (i, place) in draft.site.iter().flat_map(|site| site.region.not_served.iter()).enumerate() {
            for (n, name) in place.names.iter().enumerate() {
                let Some(state) = served.get(&name.to_lowercase()) else { continue };
                let Some(site) = &draft.site else { continue };
                let pointer = item(&child(&item("/region/not_served", i), "names"), n);
                let message = format!("{} is {state}, which is served", shown(name));
                found.push(
                    error(
                        "duplicate-id",
                        &site.document,
                        &pointer,
                        site.document.value_at(&pointer),
                        &message,
                    )
                    .help("remove this name: anyone who types it would be told that the state isn't served")
                    .guess(site.document.remove(&pointer)),
                );
            }
        }
    }
    if let Some(file) = &draft.tree {
        for (id, question) in file.questions.iter() {
            let mut answers = Seen::new("an answer with the id", found);
            let missed = missed_answer(context, id, question);
            for (i, answer) in question.answers.indexed() {
                let pointer = format!("/questions/{id}/answers/{i}");
                answers.add_where(&file.document, &child(&pointer, "id"), &answer.id, missed);
            }
            for (i, answer) in question.answers.indexed() {
                let pointer = format!("/questions/{id}/answers/{i}/ask_for");
                facts_of(&file.document, &pointer, &answer.ask_for, found);
            }
            facts_of(&file.document, &format!("/questions/{id}/ask_for"), &question.ask_for, found);
        }
        for id in file.questions.names().filter(|id| file.solutions.contains(id)) {
            let place = file.document.key_at(&format!("/solutions/{id}"));
            let first = file.document.key_at(&format!("/questions/{id}"));
            found.push(
                Diagnostic::error("duplicate-id", place, format!("a question has the id {id} already"))
                    .related(first, "the question")
                    .help(format!(
                        "give one of the two another id, such as {id}-2, here and where answers lead to it"
                    )),
            );
        }
    }
    // A copy is told as a whole.
    let copies = context.copies();
    let faq = || draft.faq.iter().filter(|file| !copies.has_file(&file.document.name));
    let mut entries = Seen::new("an entry with the id", found);
    for file in faq() {
        let own =
            file.entries.indexed().filter(|(i, _)| !copies.has(&file.document.name, &item("/entries", *i)));
        own.for_each(|(i, e)| entries.add(&file.document, &format!("/entries/{i}/id"), &e.id));
    }
    let mut categories = Seen::with("a file with the category", Twice::Say(CATEGORY), found);
    faq().for_each(|file| categories.add(&file.document, "/category", &file.category));
    let mut sections = Seen::new("a section with the id", found);
    let support = draft.support.iter().filter(|file| !copies.has_file(&file.document.name));
    support.for_each(|file| sections.add(&file.document, "/id", &file.id));
    if let Some(file) = &draft.announcements {
        let mut ids = Seen::new("an announcement with the id", found);
        file.announcements
            .indexed()
            .for_each(|(i, a)| ids.add(&file.document, &format!("/announcements/{i}/id"), &a.id));
    }
    if let Some(file) = &draft.elsewhere {
        let mut ids = Seen::new("an errand with the id", found);
        file.errands.indexed().for_each(|(i, e)| ids.add(&file.document, &format!("/errands/{i}/id"), &e.id));
    }
    if let Some(file) = &draft.agreement {
        let mut ids = Seen::new("a mode with the id", found);
        file.modes.indexed().for_each(|(i, m)| ids.add(&file.document, &format!("/modes/{i}/id"), &m.id));
        let mut ids = Seen::new("a way with the id", found);
        let ways = file.without.iter().flat_map(|without| without.ways.indexed());
        ways.for_each(|(i, way)| ids.add(&file.document, &format!("/without/ways/{i}/id"), &way.id));
    }
    if let Some(file) = &draft.emergency {
        let mut ids = Seen::new("a choice with the id", found);
        file.choices.indexed().for_each(|(i, c)| ids.add(&file.document, &format!("/choices/{i}/id"), &c.id));
    }
    if let Some(file) = &draft.flows {
        for (id, step) in file.steps.iter() {
            let mut buttons = Seen::new("a button with the id", found);
            for (i, button) in step.buttons.indexed() {
                buttons.add(&file.document, &format!("/steps/{id}/buttons/{i}/id"), &button.id);
            }
            facts_of(&file.document, &format!("/steps/{id}/ask_for"), &step.ask_for, found);
        }
        for (id, flow) in file.flows.iter() {
            let mut steps = Seen::with("a place of this flow with the step", Twice::Remove, found);
            for (i, used) in flow.steps.indexed() {
                steps.add(&file.document, &format!("/flows/{id}/steps/{i}/step"), &used.step);
            }
        }
    }
}
