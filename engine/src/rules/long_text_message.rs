//! `long-text-message`: a script for text messages that takes more SMS segments than the style allows.

use super::prose::{Prose, prose};
use super::{Context, warning};
use crate::content::Kind;
use crate::content::model::State;
use crate::diagnostics::Diagnostic;
use crate::text::links::{STATE_PREFIX, write_out};
use crate::text::placeholders::{STATE_NAME, fill, readable};
use crate::text::sms::{self, Size};

/// How long the name of a person is taken to be, in letters: a first and a last name.
const NAME: usize = 16;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(limit) = context.draft.style.as_ref().and_then(|style| style.text_message_segments) else {
        return;
    };
    let all: Vec<&State> = context.draft.regions.iter().collect();
    let readers = &context.readings.readers;
    for text in prose(context) {
        if text.script().and_then(|script| script.get("channel")?.as_str()) != Some("text") {
            continue;
        }
        let reading = if text.kind == Kind::DecisionTree {
            let coming = context.readings.readers_at(&text.pointer).and(readers.coming());
            readers.regions_of(&coming).into_iter().map(|region| all[region]).collect()
        } else {
            all.clone()
        };
        let (size, state) = longest(context, &text, &reading);
        if size.segments > limit {
            found.push(finding(&text, size, state, limit));
        }
    }
}

/// The size of the longest message that these words can become, and whose it is.
fn longest<'a>(context: &Context<'_>, text: &Prose<'_>, reading: &[&'a State]) -> (Size, Option<&'a State>) {
    let reading = if varies(text) { reading } else { &reading[..reading.len().min(1)] };
    let sizes = reading.iter().map(|state| (sms::size(&sent(context, text.text, Some(state))), Some(*state)));
    sizes
        .reduce(|most, next| if next.0.units > most.0.units { next } else { most })
        .unwrap_or_else(|| (sms::size(&sent(context, text.text, None)), None))
}

/// Whether the words differ from state to state.
fn varies(text: &Prose<'_>) -> bool {
    text.text.contains("{state.") || text.text.contains("](link:state.")
}

/// The message as it is sent in a state: links written out, placeholders filled.
fn sent(context: &Context<'_>, text: &str, state: Option<&State>) -> String {
    let links = context.draft.links.as_ref();
    let text = write_out(text.trim(), |name| match name.strip_prefix(STATE_PREFIX) {
        Some(own) => state?.links.get(own).map(String::as_str),
        None => links?.links.get(name).map(|link| link.url.as_str()),
    });
    fill(&text, |name| {
        let own = name.strip_prefix("state.").and_then(|path| match path {
            "code" => Some(state?.code.clone()),
            _ if name == STATE_NAME => Some(state?.name.clone()),
            path => readable(state?.attribute(path)?),
        });
        Some(own.unwrap_or_else(|| "x".repeat(NAME)))
    })
}

fn finding(text: &Prose<'_>, size: Size, state: Option<&State>, limit: usize) -> Diagnostic {
    let whose =
        state.filter(|_| varies(text)).map(|state| format!(" for {}", state.name)).unwrap_or_default();
    let message = format!(
        "this text message takes {} SMS segments{whose}; {limit} are allowed in style.yaml",
        size.segments
    );
    let help = match size.beyond {
        Some(sign) => format!(
            "replace \"{sign}\", which phones can't send in the short way: with it a segment holds 70 characters, without it 160"
        ),
        None => "shorten it, or send it as two scripts, one after the other".to_owned(),
    };
    warning(
        "long-text-message",
        text.document,
        &text.pointer,
        text.document.value_at(&text.pointer),
        &message,
    )
    .help(help)
}
