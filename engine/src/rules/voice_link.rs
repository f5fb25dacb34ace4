//! `link-in-voice-script`: a link in words for the voice.

use std::sync::LazyLock;

use regex::Regex;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::diagnostics::Diagnostic;

/// A link with its words, or an address that nobody can say.
static LINK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\[(?P<words>[^\[\]\n]+)\]\([^()\s]*\)|https?://[^\s)\]>]+").expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context).iter().filter(|text| text.spoken()) {
        let channel = text.script().and_then(|script| script.get("channel")?.as_str());
        if channel != Some("voice") {
            continue;
        }
        let written = mending::written(text.document, &text.pointer, text.text);
        for hit in LINK.captures_iter(written) {
            let range = hit.get_match().range();
            let words = hit.name("words").map(|words| words.as_str());
            // `[example.gov](link:…)` is read as the short address that it is.
            if words.is_some_and(|words| words.contains('.') && !words.contains(' ')) {
                continue;
            }
            let place = mending::place(text.document, &text.pointer, &range);
            let fix =
                words.and_then(|words| mending::exchange(text.document, &text.pointer, &range, words, false));
            let message = "this script is for the voice, and nobody can read a link aloud";
            found.push(
                warning("link-in-voice-script", text.document, &text.pointer, place, message)
                    .help("say what the page is called or how to find it, and give the link in a script with `channel: text`")
                    .maybe_fix(fix),
            );
        }
    }
}
