//! `wrong-channel-words`: words to send that only a caller can be told, and words to say that only a reader can follow.

use std::sync::LazyLock;

use regex::Regex;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::content::Kind;
use crate::diagnostics::Diagnostic;

/// Of a call.
static CALL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bthank(?:s|\s+you)(?:\s+so\s+much)?\s+for\s+(?:calling|your\s+call)\b|\bstay\s+on\s+the\s+line\s+with\s+me\b")
        .expect("a constant pattern")
});

/// Of a message: nobody replies by a word in capitals aloud. Who wrote before may well be thanked for it on the phone.
static MESSAGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b[Rr]eply\s+(?:[A-Z]{2,}|with\s+[A-Z]{2,})\b|(?i)\b(?:click|tap)\s+(?:here|on\s+the\s+link|the\s+link)\b")
        .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context) {
        let channel = text.script().and_then(|script| script.get("channel")?.as_str());
        let (words, what, is) = match channel {
            // After a call, a text may be sent.
            Some("text") if text.kind != Kind::Support => (&CALL, "a call", "sent as a message"),
            Some("voice") => (&MESSAGE, "a message", "said aloud"),
            _ => continue,
        };
        let written = mending::written(text.document, &text.pointer, text.text);
        let Some(hit) = words.find(written) else { continue };
        let place = mending::place(text.document, &text.pointer, &hit.range());
        let message = format!("\"{}\" belongs in {what}, but this script is {is}", hit.as_str());
        found.push(
            warning("wrong-channel-words", text.document, &text.pointer, place, &message)
                .help("reword it for this script's channel; change `channel:` only if the whole script is meant for the other one"),
        );
    }
}
