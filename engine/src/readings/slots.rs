//! The places in the content whose words or ways depend on the reader, each with its options.

use crate::api::tree::Fact;
use crate::content::document::{child, item};
use crate::content::model::{
    Answer, Answered, Condition, NoteLine, Question, Route, Solution, Text, TreeScript, Window,
};

/// Which of the options that hold count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Take {
    /// The first: cases.
    First,
    /// All of them, in order: parts. Also a script, which is there or not.
    Every,
}

/// What may stand in a place.
#[derive(Debug, Clone)]
pub struct Choice<'a> {
    /// Of the option itself.
    pub pointer: String,
    pub when: Option<&'a Condition>,
    pub window: Window,
    /// The words, or the key of the node that it leads to; empty for what is only there or not.
    pub value: &'a str,
}

impl<'a> Choice<'a> {
    /// Whether it has neither a condition nor dates.
    pub fn is_open(&self) -> bool {
        self.when.is_none() && self.window.is_open()
    }

    /// The codes that its condition lists, whatever else that asks for.
    pub fn states(&self) -> Option<&'a [String]> {
        self.when?.state.as_deref()
    }

    /// What its condition asks of earlier answers, whatever else that asks for.
    pub fn answered(&self) -> Option<&'a Answered> {
        self.when?.answered.as_ref()
    }
}

/// A place in the content: a text, a route, a script or a line.
#[derive(Debug, Clone)]
pub struct Slot<'a> {
    /// Of the place.
    pub pointer: String,
    /// The slot that has to be there for this one to be read: a text's script.
    pub within: Option<usize>,
    pub take: Take,
    /// Whether it is a list of cases or parts, as staff write it.
    pub listed: bool,
    pub choices: Vec<Choice<'a>>,
}

impl Slot<'_> {
    /// Where the words of an option of a text stand.
    pub fn text_at(&self, choice: usize) -> String {
        let choice = &self.choices[choice].pointer;
        if self.listed { child(choice, "text") } else { choice.clone() }
    }

    /// Whether it's of what is only there or not.
    pub fn is_gate(&self) -> bool {
        self.take == Take::Every && !self.listed
    }

    /// Pointer of what an option of a route leads to.
    pub fn go(&self, choice: usize) -> String {
        let pointer = &self.choices[choice].pointer;
        if self.listed { format!("{pointer}/go") } else { pointer.clone() }
    }

    /// What earlier answers it asks for.
    pub fn asks(&self) -> impl Iterator<Item = (&Answered, &str)> {
        self.choices.iter().flat_map(|choice| {
            let parts = choice.when.iter().flat_map(|when| when.parts());
            parts.filter_map(|part| Some((part.answered.as_ref()?, choice.pointer.as_str())))
        })
    }
}

/// The slots of a script, by their places in the node's list.
#[derive(Debug, Clone)]
pub struct ScriptSlots<'a> {
    pub script: &'a TreeScript,
    pub gate: usize,
    pub note: Option<usize>,
    pub say: usize,
}

/// An answer of a question, with its slots.
#[derive(Debug, Clone, Copy)]
pub struct AnswerSlots<'a> {
    pub answer: &'a Answer,
    /// Whom it's offered.
    pub gate: usize,
    pub route: usize,
}

/// A node of the tree as content has it, with its slots.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    pub key: &'a str,
    pub pointer: String,
    pub body: EntryBody<'a>,
    pub slots: Vec<Slot<'a>>,
    pub text: usize,
    pub scripts: Vec<ScriptSlots<'a>>,
}

/// What a node is; numbers are places in its list of slots.
#[derive(Debug, Clone)]
pub enum EntryBody<'a> {
    Question {
        short: Option<usize>,
        ask_for: Vec<&'a Fact>,
        answers: Vec<AnswerSlots<'a>>,
    },
    /// With the gate and the text of each line of the note.
    Solution {
        solution: &'a Solution,
        title: usize,
        note: Vec<(&'a NoteLine, usize, usize)>,
    },
}

impl<'a> Entry<'a> {
    /// A question.
    pub fn question(key: &'a str, question: &'a Question) -> Self {
        let pointer = child("/questions", key);
        let mut slots = Vec::new();
        let text = put(&mut slots, of_text(child(&pointer, "text"), None, &question.text));
        let short = question.short.as_ref();
        let short = short.map(|short| put(&mut slots, of_text(child(&pointer, "short"), None, short)));
        let scripts = scripts(&pointer, question.scripts.indexed(), &mut slots);
        let answers = question.answers.indexed().map(|(index, answer)| {
            let at = item(&child(&pointer, "answers"), index);
            let gate = put(&mut slots, gate(at.clone(), answer.when.as_ref(), answer.window));
            let route = Slot { within: Some(gate), ..of_route(child(&at, "go"), &answer.go) };
            AnswerSlots { answer, gate, route: put(&mut slots, route) }
        });
        let body = EntryBody::Question {
            short,
            ask_for: question.ask_for.iter().collect(),
            answers: answers.collect(),
        };
        Self { key, pointer, body, slots, text, scripts }
    }

    /// A solution.
    pub fn solution(key: &'a str, solution: &'a Solution) -> Self {
        let pointer = child("/solutions", key);
        let mut slots = Vec::new();
        let title = put(&mut slots, of_text(child(&pointer, "title"), None, &solution.title));
        let text = put(&mut slots, of_text(child(&pointer, "text"), None, &solution.text));
        let scripts = scripts(&pointer, solution.scripts.indexed(), &mut slots);
        let note = solution.note.indexed().map(|(index, line)| {
            let at = item(&child(&pointer, "note"), index);
            let gate = put(&mut slots, gate(at.clone(), line.when.as_ref(), line.window));
            (line, gate, put(&mut slots, of_text(child(&at, "text"), Some(gate), &line.text)))
        });
        let body = EntryBody::Solution { solution, title, note: note.collect() };
        Self { key, pointer, body, slots, text, scripts }
    }

    /// Whether its id is each region's own.
    pub fn has_own_id(&self) -> bool {
        matches!(&self.body, EntryBody::Solution { solution, .. } if solution.id_from.is_some())
    }

    /// The answer whose route stands in this slot.
    pub fn answer_of(&self, slot: usize) -> Option<&'a Answer> {
        self.answers().iter().find(|own| own.route == slot).map(|own| own.answer)
    }

    /// The answers; a solution has none.
    pub fn answers(&self) -> &[AnswerSlots<'a>] {
        match &self.body {
            EntryBody::Question { answers, .. } => answers,
            EntryBody::Solution { .. } => &[],
        }
    }
}

/// Scripts of a list below `pointer`, their slots put with the others.
pub fn scripts<'a>(
    pointer: &str,
    scripts: impl Iterator<Item = (usize, &'a TreeScript)>,
    slots: &mut Vec<Slot<'a>>,
) -> Vec<ScriptSlots<'a>> {
    let list = child(pointer, "scripts");
    scripts
        .map(|(index, script)| {
            let at = item(&list, index);
            let gate = put(slots, gate(at.clone(), script.when.as_ref(), script.window));
            let note = script.note.as_ref();
            let note = note.map(|note| put(slots, of_text(child(&at, "note"), Some(gate), note)));
            let say = put(slots, of_text(child(&at, "say"), Some(gate), &script.say));
            ScriptSlots { script, gate, note, say }
        })
        .collect()
}

/// Puts a slot with the others; its place there.
pub fn put<'a>(slots: &mut Vec<Slot<'a>>, slot: Slot<'a>) -> usize {
    slots.push(slot);
    slots.len() - 1
}

/// What is there or not.
pub fn gate<'a>(pointer: String, when: Option<&'a Condition>, window: Window) -> Slot<'a> {
    let only = Choice { pointer: pointer.clone(), when, window, value: "" };
    Slot { pointer, within: None, take: Take::Every, listed: false, choices: vec![only] }
}

/// A text, its cases or its parts.
pub fn of_text<'a>(pointer: String, within: Option<usize>, text: &'a Text) -> Slot<'a> {
    let (take, cases, list) = match text {
        Text::Plain(text) => return Slot { within, ..always(pointer, text) },
        Text::Cases(cases) => (Take::First, cases, pointer.clone()),
        Text::Parts { parts } => (Take::Every, parts, child(&pointer, "parts")),
    };
    let choices = cases.iter().enumerate().map(|(index, case)| Choice {
        pointer: item(&list, index),
        when: case.when.as_ref(),
        window: case.window,
        value: &case.text,
    });
    let choices = choices.collect();
    Slot { pointer, within, take, listed: true, choices }
}

/// A route or its cases.
pub fn of_route(pointer: String, route: &Route) -> Slot<'_> {
    let cases = match route {
        Route::Plain(go) => return always(pointer, go),
        Route::Cases(cases) => cases,
    };
    let choices = cases.iter().enumerate().map(|(index, case)| Choice {
        pointer: item(&pointer, index),
        when: case.when.as_ref(),
        window: case.window,
        value: &case.go,
    });
    let choices = choices.collect();
    Slot { pointer, within: None, take: Take::First, listed: true, choices }
}

fn always(pointer: String, value: &str) -> Slot<'_> {
    let only = Choice { pointer: pointer.clone(), when: None, window: Window::default(), value };
    Slot { pointer, within: None, take: Take::First, listed: false, choices: vec![only] }
}
