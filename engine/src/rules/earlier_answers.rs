//! `unknown-answer` and `too-many-readings`: what conditions ask of answers that were given earlier.

use serde::Deserialize as _;
use serde_json::Value;

use super::unknown_node::keys;
use super::{Context, error_at, few};
use crate::content::Document;
use crate::content::document::{child, item};
use crate::content::model::Answered;
use crate::diagnostics::{Diagnostic, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(tree) = &context.draft.tree else { return };
    for (pointer, value) in tree.document.values() {
        if let Some(parent) = pointer.strip_suffix("/answered")
            && is_condition(parent)
            && let Ok(answered) = Answered::deserialize(value)
        {
            asked(context, &tree.document, &pointer, &answered, found);
        }
    }
    too_many(context, found);
}

/// Whether a condition stands at `pointer`, or a part of one.
fn is_condition(pointer: &str) -> bool {
    pointer.split('/').any(|part| part == "when")
}

fn asked(
    context: &Context<'_>,
    document: &Document,
    pointer: &str,
    answered: &Answered,
    found: &mut Vec<Diagnostic>,
) {
    let list = match answered {
        Answered::Any(_) => pointer.to_owned(),
        Answered::AtLeast { at_least, of } => {
            if usize::from(*at_least) > of.len() {
                let message = format!("{at_least} answers are asked for, and only {} are listed", of.len());
                let at = child(pointer, "at_least");
                found.push(
                    error_at("unknown-answer", document, &at, &message)
                        .help("write a smaller number, or list more answers under `of:`"),
                );
            }
            child(pointer, "of")
        }
    };
    for (index, answer) in answered.of().iter().enumerate() {
        if let Some((message, help)) = unknown(context, answer) {
            let at = item(&list, index);
            found.push(error_at("unknown-answer", document, &at, &message).maybe_help(help));
        }
    }
}

/// Whether every answer that `value` asks for is there.
pub(super) fn sound(value: &Value, context: &Context<'_>) -> bool {
    Answered::deserialize(value)
        .is_ok_and(|answered| answered.of().iter().all(|answer| unknown(context, answer).is_none()))
}

/// What is wrong with a `QUESTION.ANSWER`, and what may have been meant.
fn unknown(context: &Context<'_>, answer: &str) -> Option<(String, Option<String>)> {
    let tree = context.draft.tree.as_deref()?;
    // What has no dot, the schema tells.
    let (question, id) = answer.split_once('.')?;
    if !tree.questions.contains(question) {
        let what =
            if keys(tree).any(|key| key == question) { "a solution, no question" } else { "no question" };
        let message = format!("{} is {what}", shown(question));
        return Some((message, suggestion(question, tree.questions.names())));
    }
    // Unreadable: its own finding says why.
    let asked = tree.questions.get(question)?;
    if asked.answers.iter().any(|answer| answer.id == id) {
        return None;
    }
    let message = format!("the question {question} has no answer {}", shown(id));
    Some((message, suggestion(id, asked.answers.iter().map(|answer| answer.id.as_str()))))
}

/// Conditions that tell more histories apart than can be kept.
fn too_many(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(guidance)) = (&context.draft.tree, &context.readings.guidance) else { return };
    let Some(entry) = guidance.too_many else { return };
    let node = &guidance.entries[entry];
    let asked: Vec<&str> = guidance
        .histories
        .alive(entry)
        .filter_map(|asked| asked.pointers.first())
        .map(String::as_str)
        .collect();
    let pointer = asked.first().copied().unwrap_or(&node.pointer).to_owned();
    let message = format!(
        "too many combinations of earlier answers have to be told apart from {} on: {} conditions ask for them",
        node.key,
        asked.len()
    );
    let mut finding = error_at("too-many-readings", &tree.document, &pointer, &message).help(format!(
        "ask for fewer answers here, such as with a score (`at_least`), or ask earlier; these ask: {}",
        few(asked.iter().copied())
    ));
    for other in asked.iter().skip(1).take(3) {
        finding = finding.related(tree.document.value_at(other), "this asks as well");
    }
    found.push(finding);
}
