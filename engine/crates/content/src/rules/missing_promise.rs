//! `missing-promise`: a statement that one mode of the agreement contains and another leaves out.
//!
//! Modes are compared by the titles of their parts, if every part of both has a title. Parts with the same title must
//! contain the same numbers, and every sentence must have something in common with the other mode's part.

use std::collections::BTreeSet;

use super::context::Context;
use super::faq_entries;
use super::findings::warning;
use crate::content::Document;
use crate::content::document::{child, item};
use crate::content::model::{Agreement, Mode, TitledScript};
use callguide_search::api::tree::Channel;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;
use callguide_search::text::english::stop_word;
use callguide_search::text::plain;

/// Words in sentences about how to answer. Such sentences are specific to a mode and don't promise anything.
const ANSWERING: [&str; 6] = ["reply", "answer", "confirm", "question", "questions", "tell"];

/// The words in `text` that carry its meaning.
pub(super) fn carrying(text: &str) -> BTreeSet<String> {
    faq_entries::words(text).into_iter().filter(|word| stop_word(word).is_none()).collect()
}

fn numbers(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect()
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
fn new_number<'a>(here: &'a str, there: &str) -> Option<(&'a str, &'a str)> {
    let known = numbers(there);
    let new = |sentence| numbers(sentence).into_iter().find(|number| !known.contains(number));
    sentences(here).find_map(|sentence| Some((sentence, new(sentence)?)))
}

const CORRECT: &str = "find out which one is wrong and correct it: all modes, the checkbox, and the decision tree must promise the same thing";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(agreement) = &context.draft.agreement else { return };
    unsent(&agreement.document, agreement, found);
    let document = &agreement.document;
    let promised = |mode: &Mode| {
        let parts = mode.body.iter().map(|part| &part.script).chain([&mode.intro, &mode.closing]);
        parts.map(|script| plain::words(&script.say)).collect::<Vec<_>>().join("\n")
    };
    let promised = agreement.modes.iter().map(promised).filter(|words| !numbers(words).is_empty());
    let unpromised = promised.filter_map(|words| new_number(&agreement.confirmation, &words)).next();
    if let Some((sentence, given)) = unpromised {
        let at = "/confirmation";
        let message = format!("the checkbox says {given}, but the agreement doesn't");
        let place = document.part_at(at, sentence, 0);
        found.push(warning("missing-promise", document, at, place, &message).help(CORRECT));
    }
    if let Some(other) =
        agreement.not_required.as_ref().filter(|other| other.confirmation == agreement.confirmation)
    {
        let at = "/not_required/confirmation";
        let message =
            format!("this says \"{}\", although no agreement is needed here", other.confirmation.trim());
        let there = document.value_at("/confirmation");
        let finding = warning("missing-promise", document, at, document.value_at(at), &message);
        found.push(
            finding.related(there, "the same words").help("say here what's true when no agreement is needed"),
        );
    }
    let titled = |(_, mode): &(usize, &Mode)| mode.body.iter().all(|part| part.title.is_some());
    let modes: Vec<_> = agreement.modes.indexed().filter(titled).collect();
    for (at, mode) in &modes {
        for (index, other) in modes.iter().filter(|(index, _)| index != at) {
            for (nth, part) in mode.body.indexed() {
                let pointer = format!("/modes/{at}/body/{nth}");
                found.extend(missing(document, &pointer, part, other, at < index));
            }
        }
    }
}

/// Reports a mode that asks for a reply, if no script says for which channel it is: all modes are read aloud then.
fn unsent(document: &Document, agreement: &Agreement, found: &mut Vec<Diagnostic>) {
    const HELP: &str =
        "if this mode is sent, write `channel: text` in its first script; otherwise, reword it";
    let is_silent = agreement.modes.iter().all(|mode| {
        let mut scripts =
            [&mode.intro, &mode.closing].into_iter().chain(mode.body.iter().map(|part| &part.script));
        scripts.all(|script| script.channel == Channel::Any)
    });
    for (at, mode) in
        agreement.modes.indexed().filter(|_| is_silent && agreement.modes.iter().nth(1).is_some())
    {
        let mut parts = mode.body.indexed();
        if let Some((nth, part)) = parts.find(|(_, part)| REPLY.is_match(&part.script.say)) {
            let say = child(&item(&child(&item("/modes", at), "body"), nth), "say");
            let asked = REPLY.find(&part.script.say).map_or("", |hit| hit.as_str());
            let message =
                format!("\"{asked}\" belongs in a message, but no mode has a channel, so all are read aloud");
            let place = document.part_at(&say, asked, 0);
            found.push(warning("wrong-channel-words", document, &say, place, &message).help(HELP));
        }
    }
}

static REPLY: Expression = Expression::new(r"(?i)\bplease\s+reply\b");

/// Reports what the `other` mode doesn't promise. If each has a number that the other doesn't, only the mode that comes
/// first is reported.
fn missing(
    document: &Document,
    pointer: &str,
    part: &TitledScript,
    other: &Mode,
    comes_first: bool,
) -> Option<Diagnostic> {
    let (title, label) = (part.title.as_deref()?, &other.label);
    let report = |at: &str, place, message: &str, help: &str| {
        Some(warning("missing-promise", document, at, place, message).help(help))
    };
    let Some(twin) = other.body.iter().find(|twin| twin.title.as_deref() == Some(title)) else {
        let message = format!("\"{title}\" is promised here but not under {label}");
        let help = format!(
            "add it under {label} with the same title, since all modes make the same promises; remove it from all of them only if the program no longer promises it"
        );
        return report(pointer, document.value_at(&child(pointer, "title")), &message, &help);
    };
    let (there, say) = (plain::words(&twin.script.say), child(pointer, "say"));
    if let Some((sentence, given)) = new_number(&part.script.say, &there) {
        let message = match new_number(&there, &plain::words(&part.script.say)) {
            Some(_) if !comes_first => return None,
            Some((_, theirs)) => format!("\"{title}\": {given} here but {theirs} under {label}"),
            None => format!("\"{title}\": nothing under {label} says {given}"),
        };
        return report(&say, document.part_at(&say, sentence, 0), &message, CORRECT);
    }
    let sentence = lacking(&part.script.say, &there)?;
    let message = format!("\"{title}\": nothing under {label} says this");
    let help = format!(
        "say it under {label}, too, since all modes make the same promises; take it out here only if the program no longer promises it"
    );
    report(&say, document.part_at(&say, sentence, 0), &message, &help)
}
