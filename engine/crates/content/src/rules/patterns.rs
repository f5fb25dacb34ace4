//! Mistakes that are visible in a single text: how to find them, in which texts, and what to report.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use super::texts::{FileText, TextHit};
use super::{days, lost_lines, markup};
use callguide_search::diagnostics::{Diagnostic, Fix};

/// A pattern to find in texts that people read.
struct Pattern {
    rule: &'static str,
    /// Whether to search this text.
    of: fn(&FileText<'_>) -> bool,
    find: fn(&str) -> Vec<TextHit>,
}

const PATTERNS: [Pattern; 7] = [
    Pattern { rule: "staff-note-to-voter", of: |text| text.is_given(), find: for_staff },
    Pattern { rule: "link-in-voice-script", of: |text| text.channel() == Some("voice"), find: links },
    Pattern { rule: "broken-markdown", of: |_| true, find: markup::unclosed },
    Pattern { rule: "html-in-text", of: |_| true, find: markup::html },
    Pattern { rule: "no-such-day", of: |_| true, find: days::impossible },
    // Spoken text keeps its line breaks, since it isn't Markdown.
    Pattern { rule: "markdown-table", of: |text| !text.is_spoken(), find: lost_lines::table },
    Pattern { rule: "joined-lines", of: |text| !text.is_spoken(), find: lost_lines::joined },
];

/// Phrases that address only colleagues.
static FOR_STAFF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\bnotes?\s+(?:to|for)\s+(?:self|(?:the\s+|our\s+)?(?:staff|volunteers?|editors?|team|colleagues?|admins?))\b",
        r"|\b(?:staff|volunteers?|internal|editor['’]?s?|team|admin)\s+notes?\s*:",
        r"|\b(?:staff|volunteers?|team)(?:\s+use|\s+eyes)?\s+only\b",
        r"|\bfor\s+internal\s+use\b|\binternal(?:\s+use)?\s+only\b|[\[(]internal[^\])\n]{0,20}[\])]|\binternal\s*:",
        r"|\b(?:do\s+not|don['’]t)\s+read\s+(?:this\s+|it\s+)?(?:aloud|out\s+loud)\b",
        r"|\bnot\s+for\s+(?:voters|callers|clients|the\s+public)\b",
    ))
});

/// A link with its words, or a URL that nobody can say aloud.
static LINK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\[(?P<words>[^\[\]\n]+)\]\([^()\s]*\)|https?://[^\s)\]>]+"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose() {
        for pattern in PATTERNS.iter().filter(|pattern| (pattern.of)(text)) {
            found.extend((pattern.find)(text.written).into_iter().map(|hit| {
                let edits = hit.meant.iter().map(|(range, new)| text.exchange(range, new, false));
                let edits: Option<Vec<Fix>> = edits.collect();
                text.warning(pattern.rule, text.place(&hit.range), &hit.message)
                    .help(hit.help)
                    .guess(edits.into_iter().flatten().flat_map(|fix| fix.edits))
            }));
        }
    }
}

fn for_staff(text: &str) -> Vec<TextHit> {
    let told = FOR_STAFF.find(text).map(|hit| {
        TextHit::new(
            hit.range(),
            format!("\"{}\" is meant for colleagues, but a voter gets this text", hit.as_str()),
            "move it into a `note:` next to this text: volunteers see notes, and Copy leaves them out",
        )
    });
    told.into_iter().collect()
}

fn links(text: &str) -> Vec<TextHit> {
    let told = LINK.captures_iter(text).filter_map(|hit| {
        let range = hit.get_match().range();
        let words = hit.name("words").map(|words| words.as_str());
        // `[example.gov](link:…)` is read aloud as the short address in the label.
        if words.is_some_and(|words| words.contains('.') && !words.contains(' ')) {
            return None;
        }
        let found = TextHit::new(
            range.clone(),
            "this script is spoken, and nobody can read a link aloud",
            "say what the page is called or how to find it, and give the link in a script with `channel: text`",
        );
        Some(match words {
            Some(words) => found.meant(range, words),
            None => found,
        })
    });
    told.collect()
}
