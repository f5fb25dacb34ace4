//! Slots: the places in the content where text or a route can depend on the reader, with their options.

use crate::content::document::{child, item};
use crate::content::model::{
    Answer, Answered, Condition, DecisionTree, NoteLine, Question, Route, Solution, Text, TreeScript, Window,
};
use callguide_search::api::tree::Fact;

/// Which of the applicable options are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Take {
    /// The first: cases.
    First,
    /// All of them, in order: parts. Also a gate, which is shown or not.
    Every,
}

/// One option of a slot.
#[derive(Debug, Clone)]
pub struct Choice<'a> {
    /// The option's pointer.
    pub pointer: String,
    pub when: Option<&'a Condition>,
    pub window: Window,
    /// The text, or the key of the node that the option leads to; empty for a gate.
    pub value: &'a str,
}

impl<'a> Choice<'a> {
    /// Returns whether the option has neither a condition nor dates.
    pub fn is_open(&self) -> bool {
        self.when.is_none() && self.window.is_open()
    }

    /// Returns the region codes that the option's condition lists, if any.
    pub fn states(&self) -> Option<&'a [String]> {
        self.when?.state.as_deref()
    }

    /// Returns the earlier answers that the option's condition refers to, if any.
    pub fn answered(&self) -> Option<&'a Answered> {
        self.when?.answered.as_ref()
    }
}

/// A place in the content: text, a route, a script or a note line.
#[derive(Debug, Clone)]
pub struct Slot<'a> {
    /// The slot's pointer.
    pub pointer: String,
    /// The gate that must be open for this slot to be read, such as that of the script that contains the text.
    pub within: Option<usize>,
    pub take: Take,
    /// Whether the slot is written as a list of cases or parts.
    pub listed: bool,
    pub choices: Vec<Choice<'a>>,
}

impl Slot<'_> {
    /// Returns the pointer to an option's text.
    pub fn text_at(&self, choice: usize) -> String {
        let choice = &self.choices[choice].pointer;
        if self.listed { child(choice, "text") } else { choice.clone() }
    }

    /// Returns whether the slot is a gate.
    pub fn is_gate(&self) -> bool {
        self.take == Take::Every && !self.listed
    }

    /// Returns the pointer to the node key in an option of a route.
    pub fn go(&self, choice: usize) -> String {
        let pointer = &self.choices[choice].pointer;
        if self.listed { format!("{pointer}/go") } else { pointer.clone() }
    }

    /// Returns the earlier answers that the slot's conditions refer to, each with the option's pointer.
    pub fn asks(&self) -> impl Iterator<Item = (&Answered, &str)> {
        self.choices.iter().flat_map(|choice| {
            let parts = choice.when.iter().flat_map(|when| when.parts());
            parts.filter_map(|part| Some((part.answered.as_ref()?, choice.pointer.as_str())))
        })
    }
}

/// A script with its slots, by index in the node's list.
#[derive(Debug, Clone)]
pub struct ScriptSlots<'a> {
    pub script: &'a TreeScript,
    pub gate: usize,
    pub note: Option<usize>,
    pub say: usize,
}

/// An answer to a question, with its slots.
#[derive(Debug, Clone, Copy)]
pub struct AnswerSlots<'a> {
    pub answer: &'a Answer,
    /// The gate that decides which readers are offered the answer.
    pub gate: usize,
    pub route: usize,
}

/// A node of the tree as in the content, with its slots.
#[derive(Debug, Clone)]
pub struct NodeSlots<'a> {
    pub key: &'a str,
    pub pointer: String,
    pub body: NodeBody<'a>,
    pub slots: Vec<Slot<'a>>,
    pub text: usize,
    pub scripts: Vec<ScriptSlots<'a>>,
}

/// A question or a solution; numbers are indices into the list of slots.
#[derive(Debug, Clone)]
pub enum NodeBody<'a> {
    Question {
        short: Option<usize>,
        ask_for: Vec<&'a Fact>,
        answers: Vec<AnswerSlots<'a>>,
    },
    /// `note` contains each line's gate and text.
    Solution {
        solution: &'a Solution,
        title: usize,
        note: Vec<(&'a NoteLine, usize, usize)>,
    },
}

impl<'a> NodeSlots<'a> {
    /// Returns the nodes of a tree, questions first.
    pub fn all(tree: &'a DecisionTree) -> impl Iterator<Item = Self> {
        let questions = tree.questions.iter().map(|(key, question)| Self::question(key, question));
        questions.chain(tree.solutions.iter().map(|(key, solution)| Self::solution(key, solution)))
    }

    fn question(key: &'a str, question: &'a Question) -> Self {
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
        let body = NodeBody::Question {
            short,
            ask_for: question.ask_for.iter().collect(),
            answers: answers.collect(),
        };
        Self { key, pointer, body, slots, text, scripts }
    }

    fn solution(key: &'a str, solution: &'a Solution) -> Self {
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
        let body = NodeBody::Solution { solution, title, note: note.collect() };
        Self { key, pointer, body, slots, text, scripts }
    }

    /// Returns whether each region has its own id for the node.
    pub fn has_own_id(&self) -> bool {
        matches!(&self.body, NodeBody::Solution { solution, .. } if solution.id_from.is_some())
    }

    /// Returns the answer that has its route in this slot.
    pub fn answer_of(&self, slot: usize) -> Option<&'a Answer> {
        self.answers().iter().find(|own| own.route == slot).map(|own| own.answer)
    }

    /// Returns the answers; empty for a solution.
    pub fn answers(&self) -> &[AnswerSlots<'a>] {
        match &self.body {
            NodeBody::Question { answers, .. } => answers,
            NodeBody::Solution { .. } => &[],
        }
    }
}

/// Returns the scripts below `pointer`; adds their slots to `slots`.
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

/// Adds a slot and returns its index.
pub fn put<'a>(slots: &mut Vec<Slot<'a>>, slot: Slot<'a>) -> usize {
    slots.push(slot);
    slots.len() - 1
}

/// Returns the slot for a gate: something that's shown or not.
pub fn gate<'a>(pointer: String, when: Option<&'a Condition>, window: Window) -> Slot<'a> {
    let only = Choice { pointer: pointer.clone(), when, window, value: "" };
    Slot { pointer, within: None, take: Take::Every, listed: false, choices: vec![only] }
}

/// Returns the slot for text, with its cases or parts.
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

/// Returns the slot for a route, with its cases.
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
