//! `staff-note-to-voter`: a note that is meant for colleagues, in words that a voter gets.

use std::sync::LazyLock;

use regex::Regex;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::diagnostics::Diagnostic;

/// How English addresses colleagues, and nobody else.
static NOTE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)\bnotes?\s+(?:to|for)\s+(?:self|(?:the\s+|our\s+)?(?:staff|volunteers?|editors?|team|colleagues?|admins?))\b",
        r"|\b(?:staff|volunteers?|internal|editor['’]?s?|team|admin)\s+notes?\s*:",
        r"|\b(?:staff|volunteers?|team)(?:\s+use|\s+eyes)?\s+only\b",
        r"|\bfor\s+internal\s+use\b|\binternal(?:\s+use)?\s+only\b|[\[(]internal[^\])\n]{0,20}[\])]|\binternal\s*:",
        r"|\b(?:do\s+not|don['’]t)\s+read\s+(?:this\s+|it\s+)?(?:aloud|out\s+loud)\b",
        r"|\bnot\s+for\s+(?:voters|callers|clients|the\s+public)\b",
    ))
    .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context).iter().filter(|text| text.given()) {
        let written = mending::written(text.document, &text.pointer, text.text);
        let Some(hit) = NOTE.find(written) else { continue };
        let place = mending::place(text.document, &text.pointer, &hit.range());
        let message = format!("\"{}\" is for colleagues, and a voter gets this text", hit.as_str());
        found.push(
            warning("staff-note-to-voter", text.document, &text.pointer, place, &message)
                .help("move it into a `note:` beside this text: volunteers see it, and Copy leaves it out"),
        );
    }
}
