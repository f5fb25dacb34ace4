//! `state-in-one-sibling`: the wording of one question has a case for a state that the wording of
//! another question about the same subject does not have.
//!
//! Two questions are siblings where an answer of one leads to the other and both name the same
//! thing: two words that carry meaning and stand side by side, such as the name of a document.

use std::collections::BTreeSet;

use serde_json::Value;

use super::readers::{Readers, is_case_list};
use super::{Context, error_at, few};
use crate::content::model::{DecisionTree, Question, Route, States};
use crate::content::{Document, File, Kind};
use crate::diagnostics::{Diagnostic, Place, Severity};

const RULE: &str = "state-in-one-sibling";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    if context.broken(Kind::DecisionTree, |_| true) || context.broken(Kind::States, |_| true) {
        return;
    }
    let readers = Readers::new(tree, states);
    let wordings: Vec<(&str, Wording)> =
        tree.questions.names().map(|id| (id, Wording::of(&tree.document, id))).collect();
    for (id, wording) in &wordings {
        for (other_id, other) in wordings.iter().filter(|(other, _)| other != id) {
            let (Some(a), Some(b)) = (tree.questions.get(id), tree.questions.get(other_id)) else { continue };
            if !leads(a, other_id) && !leads(b, id) {
                continue;
            }
            let Some(subject) = subject(tree, id, other_id) else { continue };
            let reached = readers.of(&format!("/questions/{other_id}/text"));
            let lacks =
                |code: &&str| !other.codes.contains(*code) && reached.iter().any(|state| state.code == *code);
            let lacking: Vec<&str> = wording.codes.iter().map(String::as_str).filter(lacks).collect();
            if let (false, Some(there)) = (lacking.is_empty(), &wording.first) {
                found.push(finding(tree, states, other_id, id, &lacking, &subject, other, there));
            }
        }
        within(tree, states, id, wording, found);
    }
}

/// Cases in one question that have some states in common, but not all.
fn within(
    tree: &File<DecisionTree>,
    states: &States,
    id: &str,
    wording: &Wording,
    found: &mut Vec<Diagnostic>,
) {
    for (pointer, codes) in &wording.lists {
        let fuller =
            wording.lists.iter().find(|(_, more)| !codes.is_disjoint(more) && !more.is_subset(codes));
        let Some((there, more)) = fuller else { continue };
        let lacking: Vec<&str> = more.difference(codes).map(String::as_str).collect();
        let message = format!("another text of question {id} names {} as well", names(states, &lacking));
        found.push(
            warning(&tree.document, pointer, &message)
                .related(tree.document.value_at(there), "there")
                .help(help(&tree.document, pointer, &lacking)),
        );
    }
}

#[expect(clippy::too_many_arguments, reason = "two questions, what they share and what one lacks")]
fn finding(
    tree: &File<DecisionTree>,
    states: &States,
    id: &str,
    other: &str,
    lacking: &[&str],
    subject: &str,
    wording: &Wording,
    there: &str,
) -> Diagnostic {
    let at = wording.first.clone().unwrap_or_else(|| format!("/questions/{id}/text"));
    let message = format!(
        "the wording of question {other} has a case for {}, and this question, also about \"{subject}\", has none",
        names(states, lacking)
    );
    warning(&tree.document, &at, &message).related(tree.document.value_at(there), "there").help(help(
        &tree.document,
        &at,
        lacking,
    ))
}

/// The fix as it is typed: in the list of codes that is there, or as a case of its own.
fn help(document: &Document, at: &str, lacking: &[&str]) -> String {
    let lacking = lacking.join(", ");
    match document.value.pointer(at) {
        Some(Value::Array(codes)) => {
            let there: Vec<&str> = codes.iter().filter_map(Value::as_str).collect();
            format!(
                "write `state: [{}, {lacking}]` here, or take {lacking} out of the other",
                there.join(", ")
            )
        }
        _ => format!(
            "add a case above this text, `- when: {{ state: [{lacking}] }}` with its own `text:`, or take {lacking} out of the other"
        ),
    }
}

fn names(states: &States, codes: &[&str]) -> String {
    few(states.states.iter().filter(|s| codes.contains(&s.code.as_str())).map(|s| s.name.as_str()))
}

fn warning(document: &Document, pointer: &str, message: &str) -> Diagnostic {
    let mut finding = error_at(RULE, document, pointer, message);
    finding.severity = Severity::Warning;
    // A text over several lines is pointed to by its key.
    let place: Place = document.value_at(pointer);
    if document.text.get(place.span.clone()).is_some_and(|text| text.contains('\n')) {
        finding.place = document.key_at(pointer);
    }
    finding
}

fn leads(question: &Question, to: &str) -> bool {
    question.answers.iter().any(|answer| match &answer.go {
        Route::Plain(go) => go == to,
        Route::Cases(cases) => cases.iter().any(|case| case.go == to),
    })
}

/// The states that the wording of a question names.
#[derive(Default)]
struct Wording {
    codes: BTreeSet<String>,
    /// Pointers of the lists of codes, with their codes.
    lists: Vec<(String, BTreeSet<String>)>,
    first: Option<String>,
}

impl Wording {
    /// Of a question's texts and scripts; where its answers lead is no wording.
    fn of(document: &Document, id: &str) -> Self {
        let mut out = Self::default();
        let prefix = format!("/questions/{id}/");
        for (pointer, value) in document.values() {
            let Some(inside) = pointer.strip_prefix(&prefix) else { continue };
            let Value::Array(items) = value else { continue };
            if inside.starts_with("answers/") || !is_case_list(items) {
                continue;
            }
            for (index, item) in items.iter().enumerate() {
                let Some(Value::Array(list)) = item.pointer("/when/state") else { continue };
                let codes: BTreeSet<String> =
                    list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
                let at = format!("{pointer}/{index}/when/state");
                out.codes.extend(codes.iter().cloned());
                out.first.get_or_insert_with(|| at.clone());
                out.lists.push((at, codes));
            }
        }
        out
    }
}

/// Two words side by side that both questions have.
fn subject(tree: &File<DecisionTree>, a: &str, b: &str) -> Option<String> {
    let (a, b) = (pairs(&tree.document, a), pairs(&tree.document, b));
    a.into_iter().find(|pair| b.contains(pair))
}

/// Words that a question about anything may have, beside those of three letters and less.
const LIGHT: [&str; 18] = [
    "does", "have", "need", "needs", "needed", "that", "this", "with", "without", "from", "coming", "their",
    "there", "them", "will", "what", "which", "just",
];

fn pairs(document: &Document, id: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (pointer, text) in document.strings() {
        let inside = pointer.strip_prefix(&format!("/questions/{id}/"));
        if !inside.is_some_and(|rest| rest.starts_with("text") || rest.starts_with("short")) {
            continue;
        }
        let words: Vec<String> = super::prose::words_alone(text)
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let heavy = |word: &String| word.chars().count() > 3 && !LIGHT.contains(&word.as_str());
        out.extend(words.windows(2).filter(|two| two.iter().all(heavy)).map(|two| two.join(" ")));
    }
    out
}
