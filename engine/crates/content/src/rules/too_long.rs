//! Text that's too long for its channel: answers to read aloud, and text messages.

use serde_json::Value;

use super::context::Context;
use super::findings::warning;
use crate::content::document::child;
use crate::content::model::State;
use crate::content::{Document, Kind};
use callguide_search::api::tree::Channel;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::placeholders::fill;
use callguide_search::text::plain;
use callguide_search::text::sms::{self, Size};

/// `long-answer`: an FAQ answer that's too long to read aloud.
pub fn check_answers(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(limit) = context.draft.style.as_ref().and_then(|style| style.answer_words) else { return };
    for read in &context.readings.faq {
        let document = &context.draft.faq[read.category].document;
        if context.copies().has(&document.name, &read.pointer) {
            continue;
        }
        // The source is longer than the text that's read aloud, because of its Markdown, so most answers don't need an
        // exact count.
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
            let help = "start with what answers the question, and cut the rest or move it to its own entry";
            let place = document.key_at(&pointer);
            found.push(warning("long-answer", document, &pointer, place, &message).help(help));
        }
    }
}

/// The size of a message, and the state for which it has that size if it varies.
type LongMessage<'a> = (Size, Option<&'a State>);

/// The assumed length of a person's name, in letters: a first and a last name.
const NAME: usize = 16;

/// `long-text-message`: a script for text messages that takes more SMS segments than the style allows.
pub fn check_messages(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(limit) = context.draft.style.as_ref().and_then(|style| style.text_message_segments) else {
        return;
    };
    let messages = context.prose().filter(|text| text.channel() == Some("text"));
    for text in messages.filter(|text| text.kind != Kind::DecisionTree) {
        let longest = longest(context, &[text.read], (0..context.draft.regions.len()).collect());
        if longest.0.segments > limit {
            found.push(finding(text.document, &text.pointer, longest, limit));
        }
    }
    in_tree(context, limit, found);
}

/// Checks messages in the tree. A message counts as long as the longest version that anyone gets; parts that are shown
/// together are counted together.
fn in_tree(context: &Context<'_>, limit: usize, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(guidance)) = (&context.draft.tree, &context.readings.guidance) else { return };
    let readers = &context.readings.readers;
    for (at, entry) in guidance.entries.iter().enumerate() {
        for script in entry.scripts.iter().filter(|slots| slots.script.channel == Channel::Text) {
            let slot = &entry.slots[script.say];
            let mut together: Option<LongMessage<'_>> = None;
            for wording in guidance.wordings(at, script.say, readers.coming()) {
                let parts: Vec<&str> =
                    wording.choices.iter().map(|choice| slot.choices[*choice].value.trim_end()).collect();
                let mut regions: Vec<usize> =
                    wording.readers.iter().map(|reader| readers.reader(*reader).region).collect();
                regions.dedup();
                let size = longest(context, &parts, regions);
                if size.0.segments <= limit {
                    continue;
                } else if let [one] = wording.choices.as_slice() {
                    found.push(finding(&tree.document, &slot.text_at(*one), size, limit));
                } else if together.is_none_or(|(most, _)| most.units < size.0.units) {
                    together = Some(size);
                }
            }
            let parts = child(&slot.pointer, "parts");
            found.extend(together.map(|size| finding(&tree.document, &parts, size, limit)));
        }
    }
}

/// The size of the longest message that these parts produce in any of the regions, and that region's state if the
/// message varies between regions.
fn longest<'a>(context: &Context<'a>, parts: &[&str], regions: Vec<usize>) -> LongMessage<'a> {
    let varies = parts.iter().any(|text| text.contains("{state.") || text.contains("](link:state."));
    let size = |text: &str| sms::size(&fill(text, |_| Some("x".repeat(NAME))));
    let regions = if varies { &regions[..] } else { &regions[..regions.len().min(1)] };
    let sizes = regions.iter().map(|region| {
        let state = &context.draft.regions[*region];
        // As it's sent: links spelled out, placeholders filled.
        let plain = context.readings.filled(*region).plain(parts);
        (size(plain.trim()), Some(state).filter(|_| varies))
    });
    let longest = sizes.reduce(|most, next| if next.0.units > most.0.units { next } else { most });
    // If no region could be read, there's none.
    longest.unwrap_or_else(|| (size(&parts.join("\n\n")), None))
}

/// Reports a message at its text, or at the key of its parts.
fn finding(document: &Document, at: &str, (size, state): LongMessage<'_>, limit: usize) -> Diagnostic {
    let is_list = document.value.pointer(at).is_some_and(Value::is_array);
    let place = if is_list { document.key_at(at) } else { document.value_at(at) };
    let whose = state.map(|state| format!(" for {}", state.name)).unwrap_or_default();
    let count = size.segments;
    let message =
        format!("this text message takes {count} SMS segments{whose}; the limit in style.yaml is {limit}");
    let help = match size.beyond {
        Some(sign) => format!(
            "replace \"{sign}\", which isn't in the basic SMS alphabet: with it, a segment holds 70 characters; without it, 160"
        ),
        None => "shorten it, or split it into two scripts".to_owned(),
    };
    warning("long-text-message", document, at, place, &message).help(help)
}
