//! `duplicate-id`: ids, codes, names and paths that stand twice.

use std::collections::HashMap;

use super::{Context, error};
use crate::api::site::EVERYBODY;
use crate::content::Document;
use crate::diagnostics::{Diagnostic, Place, shown};

/// What was seen of one family of ids.
struct Seen<'a> {
    what: &'static str,
    first: HashMap<String, Place>,
    found: &'a mut Vec<Diagnostic>,
}

impl<'a> Seen<'a> {
    fn new(what: &'static str, found: &'a mut Vec<Diagnostic>) -> Self {
        Self { what, first: HashMap::new(), found }
    }

    fn add(&mut self, document: &Document, pointer: &str, id: &str) {
        let place = document.value_at(pointer);
        match self.first.get(id) {
            Some(first) => self.found.push(
                error(
                    "duplicate-id",
                    document,
                    pointer,
                    place,
                    &format!("there is {} {} already", self.what, shown(id)),
                )
                .related(first.clone(), "the first one")
                .help(format!("give one of the two another, such as {}", shown(&format!("{id}-2")))),
            ),
            None => {
                self.first.insert(id.to_owned(), place);
            }
        }
    }
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let draft = context.draft;
    if let Some(file) = &draft.states {
        for (i, _) in file.states.indexed().filter(|(_, state)| state.code == EVERYBODY) {
            let pointer = format!("/states/{i}/code");
            let message =
                format!("the code {} is everybody's, where a helpline has no regions", shown(EVERYBODY));
            found.push(
                error("duplicate-id", &file.document, &pointer, file.document.value_at(&pointer), &message)
                    .help("give this state another code, here and wherever it is named"),
            );
        }
        let mut codes = Seen::new("a state with the code", found);
        file.states
            .indexed()
            .for_each(|(i, s)| codes.add(&file.document, &format!("/states/{i}/code"), &s.code));
        let mut names = Seen::new("a state with the name", found);
        file.states
            .indexed()
            .for_each(|(i, s)| names.add(&file.document, &format!("/states/{i}/name"), &s.name));
    }
    if let Some(file) = &draft.tree {
        for (id, question) in file.questions.iter() {
            let mut answers = Seen::new("an answer with the id", found);
            for (i, answer) in question.answers.indexed() {
                answers.add(&file.document, &format!("/questions/{id}/answers/{i}/id"), &answer.id);
            }
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
    let mut entries = Seen::new("an entry with the id", found);
    for file in &draft.faq {
        file.entries
            .indexed()
            .for_each(|(i, e)| entries.add(&file.document, &format!("/entries/{i}/id"), &e.id));
    }
    let mut categories = Seen::new("a file with the category", found);
    draft.faq.iter().for_each(|file| categories.add(&file.document, "/category", &file.category));
    let mut sections = Seen::new("a section with the id", found);
    draft.support.iter().for_each(|file| sections.add(&file.document, "/id", &file.id));
    if let Some(file) = &draft.announcements {
        let mut ids = Seen::new("an announcement with the id", found);
        file.announcements
            .indexed()
            .for_each(|(i, a)| ids.add(&file.document, &format!("/announcements/{i}/id"), &a.id));
    }
    if let Some(file) = &draft.agreement {
        let mut ids = Seen::new("a mode with the id", found);
        file.modes.indexed().for_each(|(i, m)| ids.add(&file.document, &format!("/modes/{i}/id"), &m.id));
    }
    if let Some(file) = &draft.flows {
        for (id, step) in file.steps.iter() {
            let mut buttons = Seen::new("a button with the id", found);
            for (i, button) in step.buttons.indexed() {
                buttons.add(&file.document, &format!("/steps/{id}/buttons/{i}/id"), &button.id);
            }
        }
        for (id, flow) in file.flows.iter() {
            let mut steps = Seen::new("a place of this flow with the step", found);
            for (i, used) in flow.steps.indexed() {
                steps.add(&file.document, &format!("/flows/{id}/steps/{i}/step"), &used.step);
            }
        }
    }
}
