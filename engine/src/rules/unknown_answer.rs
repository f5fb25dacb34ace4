//! `unknown-answer`: a condition, or what is expected of a fact, asks for an answer that nobody can have given.

use serde_json::Value;

use super::asked::asked;
use super::when::{Says, Word};
use super::{Context, error_at};
use crate::content::document::{child, item};
use crate::content::model::DecisionTree;
use crate::content::{Document, File, Kind};
use crate::diagnostics::{Diagnostic, meant, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(tree) = &context.draft.tree else { return };
    let each = |document: &Document, at: &str, list: &[Value], found: &mut Vec<Diagnostic>| {
        for (index, answer) in list.iter().enumerate() {
            let at = item(at, index);
            if let Some(answer) = answer.as_str().filter(|_| !context.told_at(document, &at)) {
                known(document, &at, answer, tree, found);
            }
        }
    };
    for fact in asked(context) {
        let expected = fact.value.get("expect").and_then(Value::as_array);
        for (index, expected) in expected.into_iter().flatten().enumerate() {
            if let Some(list) = expected.get("answered").and_then(Value::as_array) {
                let at = child(&item(&child(&fact.pointer, "expect"), index), "answered");
                each(fact.document, &at, list, found);
            }
        }
    }
    for Word { document, kind, pointer, says } in context.words() {
        // Elsewhere nothing was answered: told by the schema.
        let (Says::Answered(value), Kind::DecisionTree | Kind::States) = (says, kind) else { continue };
        let (list, at) = match value {
            Value::Array(list) => (Some(list), pointer.clone()),
            other => (other.get("of").and_then(Value::as_array), child(pointer, "of")),
        };
        each(document, &at, list.map_or(&[], Vec::as_slice), found);
        let questions = value.get("points_of").and_then(Value::as_array);
        let most = match questions {
            None => list.map(|of| of.len() as u64),
            Some(questions) => points(document, &child(pointer, "points_of"), questions, tree, found),
        };
        let (Some(most), Some(at_least)) = (most, value.get("at_least").and_then(Value::as_u64)) else {
            continue;
        };
        if most >= at_least {
            continue;
        }
        let (message, missing) = match questions {
            None => (format!("{at_least} of {most} answers can't have been given"), "answers"),
            Some(_) => (format!("these questions have no more than {most} points together"), "questions"),
        };
        found.push(
            error_at("unknown-answer", document, &child(pointer, "at_least"), &message)
                .help(format!("write a number from 1 to {most}, or add the {missing} that are missing")),
        );
    }
}

/// The most points that answers to these questions can have together; `None` where one of them isn't there.
fn points(
    document: &Document,
    pointer: &str,
    questions: &[Value],
    tree: &File<DecisionTree>,
    found: &mut Vec<Diagnostic>,
) -> Option<u64> {
    let mut most = Some(0);
    for (index, question) in questions.iter().enumerate() {
        let (Some(question), at) = (question.as_str(), item(pointer, index)) else { continue };
        let Some(known) = tree.questions.get(question) else {
            if !tree.questions.contains(question) {
                no_question(document, &at, question, str::to_owned, tree, found);
            }
            most = None;
            continue;
        };
        let own = known.answers.iter().map(|answer| answer.points).max().unwrap_or_default();
        most = most.map(|most| most + u64::from(own));
        if own == 0 {
            let message = format!("no answer to the question {question} has points");
            found.push(
                error_at("unknown-answer", document, &at, &message)
                    .help("write `points:` in its answers, or remove it here"),
            );
        }
    }
    most
}

/// Tells that a question isn't there; what's near it is written as `written` says.
fn no_question(
    document: &Document,
    pointer: &str,
    question: &str,
    written: impl Fn(&str) -> String,
    tree: &File<DecisionTree>,
    found: &mut Vec<Diagnostic>,
) {
    let message = format!("there is no question {}", shown(question));
    let near = meant(question, tree.questions.names()).map(written);
    let help = near.as_ref().map(|near| format!("did you mean {}?", shown(near)));
    let help = help.or_else(|| suggestion(question, tree.questions.names()));
    let edit = near.and_then(|near| document.write(pointer, &near));
    found.push(error_at("unknown-answer", document, pointer, &message).maybe_help(help).guess(edit));
}

fn known(
    document: &Document,
    pointer: &str,
    asked: &str,
    tree: &File<DecisionTree>,
    found: &mut Vec<Diagnostic>,
) {
    let Some((question, answer)) = asked.split_once('.') else { return };
    let Some(known) = tree.questions.get(question) else {
        if !tree.questions.contains(question) {
            no_question(document, pointer, question, |near| format!("{near}.{answer}"), tree, found);
        }
        return;
    };
    let value = tree.document.value.pointer(&child(&child("/questions", question), "answers"));
    let ids: Vec<&str> = value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|answer| answer.get("id")?.as_str())
        .collect();
    // An answer that can't be read keeps its id in the file.
    if ids.contains(&answer) || known.answers.iter().any(|own| own.id == answer) {
        return;
    }
    let message = format!("the question {question} has no answer {}", shown(answer));
    let all: Vec<String> = ids.iter().map(|id| format!("{question}.{id}")).collect();
    let mut finding = error_at("unknown-answer", document, pointer, &message);
    // The question is there: its name is no likeness.
    let near = meant(answer, ids.iter().copied()).map(|near| format!("{question}.{near}"));
    finding.help = near.as_ref().map(|near| format!("did you mean {}?", shown(near)));
    finding.help = finding.help.or_else(|| suggestion("", all.iter().map(String::as_str)));
    found.push(finding.guess(near.and_then(|near| document.write(pointer, &near))));
}
