//! The answers to questions: each question needs two different ones (`few-answers`, `same-answers`), and conditions
//! must refer to existing ones (`unknown-answer`).

use serde_json::Value;

use super::asked_facts::asked;
use super::context::Context;
use super::duplicate_ids::missed_answers;
use super::findings::{error_at, error_at_key, suggest, unknown_name};
use super::when::{ConditionWord, Says};
use crate::content::document::{child, item};
use crate::content::model::DecisionTree;
use crate::content::{Document, File, Kind};
use crate::readings::Readings;
use callguide_search::diagnostics::{Diagnostic, shown};

/// `few-answers` and `same-answers`: a question without two different answers.
pub fn check_questions(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let document = &file.document;
    for (id, question) in file.questions.iter() {
        let at = format!("/questions/{id}/answers");
        // Counted in the raw file, because an answer that couldn't be read is still an answer.
        let count = document.value.pointer(&at).and_then(|v| v.as_array()).map_or(0, Vec::len);
        if count == 1 {
            let is_own = |id: &str| question.answers.iter().any(|answer| answer.id == id);
            let missing = missed_answers(context, id, is_own).next().unwrap_or("other");
            let message = "this question has only one answer, so there's nothing to ask";
            let help = format!(
                "add a second answer below it, such as `- {{ id: \"{missing}\", text: …, go: NEXT }}`; or remove the question, and have whatever leads to it go straight to the next step"
            );
            found.push(error_at_key("few-answers", document, &at, message).help(help));
        }
        let answers: Vec<_> = question.answers.indexed().collect();
        for (later, (index, answer)) in answers.iter().enumerate() {
            let clash = answers[..later].iter().enumerate().find_map(|(at, (first, other))| {
                let same_text = other.text.trim().eq_ignore_ascii_case(answer.text.trim());
                let same_shortcut = answer.shortcut.is_some() && other.shortcut == answer.shortcut;
                let both = (same_text || same_shortcut) && together(context.readings, id, [at, later]);
                both.then_some((*first, if same_text { "text" } else { "shortcut" }))
            });
            if let Some((first, key)) = clash {
                let here = format!("{at}/{index}/{key}");
                let there = document.value_at(&format!("{at}/{first}/{key}"));
                let message = format!("another answer has the same {key}");
                let help =
                    format!("change the {key} of one of them: volunteers need to tell the answers apart");
                let finding = error_at("same-answers", document, &here, &message);
                found.push(finding.related(there, "the other one").help(help));
            }
        }
    }
}

/// Whether any reader is offered both answers, given by index.
fn together(readings: &Readings<'_>, question: &str, [one, other]: [usize; 2]) -> bool {
    let both = || {
        let guidance = readings.guidance.as_ref()?;
        let entry = guidance.entry(question)?;
        let gate = |answer: usize| {
            let node = &guidance.entries[entry];
            Some(&node.slots[node.answers().get(answer)?.gate].choices[0])
        };
        if gate(one)?.is_open() && gate(other)?.is_open() {
            return None;
        }
        let mut copies = guidance.copies_of(entry);
        Some(copies.any(|(at, copy)| {
            let both = guidance.offered(at, one).and(guidance.offered(at, other));
            both.and(&copy.readers).meets(readings.readers.coming())
        }))
    };
    both().unwrap_or(true)
}

const RULE: &str = "unknown-answer";

/// `unknown-answer`: a condition, or an expectation of a fact, that refers to an answer that nobody can have given.
pub fn check_named(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(tree) = &context.draft.tree else { return };
    let each = |document: &Document, at: &str, list: &[Value]| -> Vec<Diagnostic> {
        let items = list.iter().enumerate().map(|(index, answer)| (item(at, index), answer));
        let items = items.filter(|(at, _)| !context.told_at(document, at));
        items.filter_map(|(at, answer)| unknown((document, &at), answer.as_str()?, tree)).collect()
    };
    for fact in asked(context) {
        for (at, expected) in fact.expected() {
            if let Some(list) = expected.get("answered").and_then(Value::as_array) {
                found.extend(each(fact.document, &child(&at, "answered"), list));
            }
        }
    }
    for ConditionWord { document, kind, pointer, says } in context.words() {
        // In other files, no question has been answered yet, which the schema reports.
        let (Says::Answered(value), Kind::DecisionTree | Kind::States) = (says, kind) else { continue };
        let (list, at) = match value {
            Value::Array(list) => (Some(list), pointer.clone()),
            other => (other.get("of").and_then(Value::as_array), child(pointer, "of")),
        };
        found.extend(each(document, &at, list.map_or(&[], Vec::as_slice)));
        let questions = value.get("points_of").and_then(Value::as_array);
        let most = match questions {
            None => list.map(|of| of.len() as u64),
            Some(questions) => points((document, &child(pointer, "points_of")), questions, tree, found),
        };
        let at_least = value.get("at_least").and_then(Value::as_u64);
        let Some(most) = most.filter(|most| at_least.is_some_and(|needed| needed > *most)) else { continue };
        let (message, missing) = match questions {
            None => (format!("at most {most} of these answers can be given"), "answers"),
            Some(_) => (format!("these questions add up to at most {most} points"), "questions"),
        };
        error_at(RULE, document, &child(pointer, "at_least"), &message)
            .help(format!("write a number from 1 to {most}, or add the missing {missing}"))
            .report(found);
    }
}

/// The most points that answers to these questions can add up to; `None` if one of the questions doesn't exist.
fn points(
    (document, pointer): (&Document, &str),
    questions: &[Value],
    tree: &File<DecisionTree>,
    found: &mut Vec<Diagnostic>,
) -> Option<u64> {
    let mut most = Some(0);
    for (index, question) in questions.iter().enumerate() {
        let (Some(question), at) = (question.as_str(), item(pointer, index)) else { continue };
        let Some(known) = tree.questions.get(question) else {
            // A question that can't be read has its own finding.
            if !tree.questions.contains(question) {
                let names = tree.questions.names();
                found.push(unknown_name(RULE, "there is no question", (document, &at), question, names));
            }
            most = None;
            continue;
        };
        let own = known.answers.iter().map(|answer| answer.points).max().unwrap_or_default();
        most = most.map(|most| most + u64::from(own));
        if own == 0 {
            let message = format!("no answer to the question {question} has points");
            let help = "add `points:` to its answers, or remove the question here";
            found.push(error_at(RULE, document, &at, &message).help(help));
        }
    }
    most
}

/// Reports that `asked`, a `QUESTION.ANSWER`, doesn't exist.
pub(super) fn unknown(
    (document, pointer): (&Document, &str),
    asked: &str,
    tree: &File<DecisionTree>,
) -> Option<Diagnostic> {
    let (question, answer) = asked.split_once('.')?;
    let (message, all): (String, Vec<String>) = if tree.questions.contains(question) {
        // An unreadable question has its own finding.
        tree.questions.get(question)?;
        let value = tree.document.value.pointer(&child(&child("/questions", question), "answers"));
        let answers = value.and_then(Value::as_array).into_iter().flatten();
        // The file contains an answer's id even if the answer can't be read.
        let ids: Vec<&str> = answers.filter_map(|answer| answer.get("id")?.as_str()).collect();
        if ids.contains(&answer) {
            return None;
        }
        let message = format!("the question {question} has no answer {}", shown(answer));
        (message, ids.iter().map(|id| format!("{question}.{id}")).collect())
    } else {
        let all = tree.questions.names().map(|name| format!("{name}.{answer}"));
        (format!("there is no question {}", shown(question)), all.collect())
    };
    let finding = error_at(RULE, document, pointer, &message);
    let edit = |near: &str| document.write(pointer, near);
    Some(suggest(finding, asked, all.iter().map(String::as_str), edit))
}
