//! `few-answers` and `same-answers`: a question that doesn't have two different answers.

use super::context::Context;
use super::findings::{error_at, error_at_key};
use crate::readings::Readings;
use callguide_search::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let document = &file.document;
    for (id, question) in file.questions.iter() {
        let at = format!("/questions/{id}/answers");
        // Counted in the raw file, because an answer that couldn't be read is still an answer.
        let count = document.value.pointer(&at).and_then(|v| v.as_array()).map_or(0, Vec::len);
        if count == 1 {
            found.push(
                error_at_key("few-answers", document, &at, "this question has only one answer, so there's nothing to ask").help("add a second answer below it, such as `- { id: other, text: Something else, go: NEXT }`; or remove the question, and have whatever leads to it go straight to the next step"),
            );
        }
        let answers: Vec<_> = question.answers.indexed().collect();
        for (later, (index, answer)) in answers.iter().enumerate() {
            let clash = answers[..later].iter().enumerate().find_map(|(at, (first, other))| {
                let key = if other.text.trim().eq_ignore_ascii_case(answer.text.trim()) {
                    "text"
                } else if answer.shortcut.is_some() && other.shortcut == answer.shortcut {
                    "shortcut"
                } else {
                    return None;
                };
                together(context.readings, id, [at, later]).then_some((*first, key))
            });
            if let Some((first, key)) = clash {
                let here = format!("{at}/{index}/{key}");
                let there = document.value_at(&format!("{at}/{first}/{key}"));
                let message = format!("another answer has the same {key}");
                found.push(
                    error_at("same-answers", document, &here, &message).related(there, "the other one").help(
                        format!("change the {key} of one of them: volunteers need to tell the answers apart"),
                    ),
                );
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
