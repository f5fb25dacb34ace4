//! `missing-promise`: a statement that one mode of the agreement contains and another leaves out.
//!
//! Modes are compared by the titles of their parts, if every part of both has a title. Parts with the same title must
//! contain the same numbers, and every sentence must have something in common with the other mode's part.

use std::collections::BTreeSet;

use super::context::Context;
use super::faq_entries;
use super::findings::warning;
use crate::content::document::{child, item};
use crate::content::model::Mode;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::english::stop_word;
use callguide_search::text::plain;

/// Words in sentences about how to answer. Such sentences are specific to a mode and don't promise anything.
const ANSWERING: [&str; 6] = ["reply", "answer", "confirm", "question", "questions", "tell"];

/// The words in `text` that carry its meaning.
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

/// The first sentence of `here` without a counterpart in `there`.
fn lacking<'a>(here: &'a str, there: &str) -> Option<&'a str> {
    let words = carrying(there);
    let alien = |sentence: &&str| {
        let small = sentence.to_lowercase();
        let answering = small.split(|c: char| !c.is_alphabetic()).any(|word| ANSWERING.contains(&word));
        let own = carrying(sentence);
        !answering && own.len() >= 2 && own.is_disjoint(&words)
    };
    sentences(here).find(alien)
}

/// The first sentence of `here` with a number that isn't in `there`, and that number.
fn new_number<'a>(here: &'a str, there: &str) -> Option<(&'a str, String)> {
    let known = numbers(there);
    sentences(here)
        .find_map(|sentence| Some((sentence, numbers(sentence).difference(&known).next()?.clone())))
}

const CORRECT: &str = "find out which one is wrong and correct it: all modes, the checkbox, and the decision tree must promise the same thing";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(agreement) = &context.draft.agreement else { return };
    let document = &agreement.document;
    let modes: Vec<(usize, &Mode)> = agreement.modes.indexed().collect();
    let titled = |mode: &Mode| mode.body.iter().all(|part| part.title.is_some());
    for (at, mode) in &modes {
        for (index, other) in
            modes.iter().filter(|(index, other)| index != at && titled(mode) && titled(other))
        {
            let label = &other.label;
            for (nth, part) in mode.body.indexed() {
                let title = part.title.as_deref().unwrap_or_default();
                let pointer = item(&child(&item("/modes", *at), "body"), nth);
                let twin = other.body.iter().find(|twin| twin.title.as_deref() == Some(title));
                let Some(twin) = twin else {
                    let place = document.value_at(&child(&pointer, "title"));
                    let message = format!("\"{title}\" is promised here but not under {label}");
                    let help = format!(
                        "add it under {label} with the same title, since all modes make the same promises; remove it from all of them only if the program no longer promises it"
                    );
                    found.push(warning("missing-promise", document, &pointer, place, &message).help(help));
                    continue;
                };
                let there = plain::words(&twin.script.say);
                let say = child(&pointer, "say");
                if let Some((sentence, given)) = new_number(&part.script.say, &there) {
                    let place = document.part_at(&say, sentence, 0);
                    let theirs = new_number(&there, &plain::words(&part.script.say));
                    let message = match &theirs {
                        Some((_, theirs)) => format!("{given} here but {theirs} under {label}"),
                        None => format!("nothing under {label} says {given}"),
                    };
                    // If each has a number that the other doesn't, the pair is reported once.
                    if theirs.is_none() || at < index {
                        let message = format!("\"{title}\": {message}");
                        found.push(warning("missing-promise", document, &say, place, &message).help(CORRECT));
                    }
                    continue;
                }
                let Some(sentence) = lacking(&part.script.say, &there) else { continue };
                let place = document.part_at(&say, sentence, 0);
                let message = format!("\"{title}\": nothing under {label} says this");
                let help = format!(
                    "say it under {label}, too, since all modes make the same promises; take it out here only if the program no longer promises it"
                );
                found.push(warning("missing-promise", document, &say, place, &message).help(help));
            }
        }
    }
}
