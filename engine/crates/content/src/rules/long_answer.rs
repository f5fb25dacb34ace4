//! `long-answer`: an FAQ answer that's too long to read aloud.

use super::context::Context;
use super::findings::warning;
use crate::content::document::child;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::plain;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(limit) = context.draft.style.as_ref().and_then(|style| style.answer_words) else { return };
    for read in &context.readings.faq {
        let document = &context.draft.faq[read.category].document;
        if context.copies().has(&document.name, &read.pointer) {
            continue;
        }
        // The source is longer than what's read, because of its Markdown, so most answers need no closer look.
        let written: usize =
            read.answer.choices.iter().map(|choice| choice.value.split_whitespace().count()).sum();
        if written <= limit {
            continue;
        }
        let count = |words: &[&str]| plain::words(&words.join("\n\n")).split_whitespace().count();
        let longest = match read.answer.choices.as_slice() {
            [only] => count(&[only.value]),
            _ => read.shown.iter().filter_map(|reader| Some(count(&read.words(reader)?))).max().unwrap_or(0),
        };
        if longest > limit {
            let pointer = child(&read.pointer, "answer");
            let message = format!("this answer has {longest} words; the limit in style.yaml is {limit}");
            found.push(
                warning("long-answer", document, &pointer, document.key_at(&pointer), &message).help(
                    "start with what answers the question, and cut the rest or move it to its own entry",
                ),
            );
        }
    }
}
