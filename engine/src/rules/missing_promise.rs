//! `missing-promise`: what one mode of the agreement says, and another leaves out.
//!
//! Modes are compared by the titles of their parts, as far as both have titles. A part with the same title has to have the
//! same numbers, and no sentence of it may have nothing at all in common with the other mode's part.

use std::collections::BTreeSet;

use super::{Context, faq_entries, warning};
use crate::content::document::{child, item};
use crate::content::model::Mode;
use crate::diagnostics::Diagnostic;
use crate::text::english::stop_word;
use crate::text::plain;

/// Sentences about how to answer belong to a mode, and promise nothing.
const ANSWERING: [&str; 6] = ["reply", "answer", "confirm", "question", "questions", "tell"];

/// The words of `text` that carry it.
fn carrying(text: &str) -> BTreeSet<String> {
    faq_entries::words(text).into_iter().filter(|word| stop_word(word).is_none()).collect()
}

fn numbers(text: &str) -> BTreeSet<String> {
    let parts = text.split(|c: char| !c.is_ascii_digit());
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '?', '!', '\n']).map(str::trim).filter(|sentence| !sentence.is_empty())
}

/// What of `here` has no counterpart in `there`: a number, or else a sentence.
fn lacking<'a>(here: &'a str, there: &str) -> Option<&'a str> {
    let known = numbers(there);
    let words = carrying(there);
    let new_number = |sentence: &&str| numbers(sentence).iter().any(|number| !known.contains(number));
    let alien = |sentence: &&str| {
        let small = sentence.to_lowercase();
        let answering = small.split(|c: char| !c.is_alphabetic()).any(|word| ANSWERING.contains(&word));
        let own = carrying(sentence);
        !answering && own.len() >= 2 && own.is_disjoint(&words)
    };
    sentences(here).find(new_number).or_else(|| sentences(here).find(alien))
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(agreement) = &context.draft.agreement else { return };
    let document = &agreement.document;
    let modes: Vec<(usize, &Mode)> = agreement.modes.indexed().collect();
    let titled = |mode: &Mode| mode.body.iter().all(|part| part.title.is_some());
    for (at, mode) in &modes {
        for (_, other) in modes.iter().filter(|(index, other)| index != at && titled(mode) && titled(other)) {
            for (nth, part) in mode.body.indexed() {
                let title = part.title.as_deref().unwrap_or_default();
                let pointer = item(&child(&item("/modes", *at), "body"), nth);
                let twin = other.body.iter().find(|twin| twin.title.as_deref() == Some(title));
                let Some(twin) = twin else {
                    let place = document.value_at(&child(&pointer, "title"));
                    let message = format!("\"{title}\" is promised here, and not under {}", other.label);
                    found.push(warning("missing-promise", document, &pointer, place, &message).help(format!(
                        "say it under {}, too, with the same title; or remove it here: all modes promise the same",
                        other.label
                    )));
                    continue;
                };
                let there = plain::words(&twin.script.say);
                let Some(sentence) = lacking(&part.script.say, &there) else { continue };
                let say = child(&pointer, "say");
                let place = document.part_at(&say, sentence, 0);
                let message = format!("\"{title}\": nothing under {} says this", other.label);
                found.push(warning("missing-promise", document, &say, place, &message).help(format!(
                    "say it under {}, too, or remove it here: all modes promise the same",
                    other.label
                )));
            }
        }
    }
}
