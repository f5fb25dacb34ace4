//! Mistakes that are visible in a single piece of text: how to find them, where to look, and what to report.

use std::collections::HashMap;
use std::ops::Range;

use regex::{Match, Regex};

use super::context::Context;
use super::texts::{FileText, TextHit};
use super::{addresses, days, lost_lines, markup, phone_numbers, unfinished};
use crate::content::Kind;
use crate::content::snippets::PREFIX;
use callguide_search::diagnostics::{Diagnostic, Fix};
use callguide_search::text::Expression;
use callguide_search::text::placeholders::places;

/// A pattern to find in text as written: the rule, which text to search, and how.
type Pattern = (&'static str, fn(&FileText<'_>) -> bool, fn(&str) -> Vec<TextHit>);

const PATTERNS: [Pattern; 16] = [
    (
        "staff-note-to-voter",
        |text| text.is_given(),
        |text| first(text, &FOR_STAFF, "is meant for colleagues, but a voter gets this text", AS_NOTE),
    ),
    // The support page may contain messages to send after a call.
    (
        "wrong-channel-words",
        |text| text.channel() == Some("text") && text.kind != Kind::Support,
        |text| first(text, &OF_A_CALL, "belongs in a call, but this is sent as a message", REWORD),
    ),
    (
        "wrong-channel-words",
        |text| text.channel() == Some("voice"),
        |text| first(text, &OF_A_MESSAGE, "belongs in a message, but this is read aloud", REWORD),
    ),
    ("garbled-text", |text| text.for_people, |text| first(text, &GARBLED, "is a garbled character", RETYPE)),
    ("link-in-voice-script", |text| text.channel() == Some("voice"), links),
    ("doubled-word", |text| text.for_people, doubled),
    ("blank-in-script", |text| text.for_people && text.is_spoken(), unfinished::blanks),
    ("broken-off-text", |text| text.is_given(), unfinished::find_broken_off),
    ("broken-markdown", |text| text.for_people, markup::unclosed),
    ("html-in-text", |text| text.for_people, markup::html),
    ("no-such-day", |text| text.for_people, days::impossible),
    // Spoken text keeps its line breaks, since it isn't Markdown.
    ("markdown-table", |text| text.is_shown(), lost_lines::table),
    ("joined-lines", |text| text.is_shown() && !lost_lines::is_folded(text), lost_lines::joined),
    ("personal-address", addresses::may_be_personal, addresses::personal),
    ("emergency-number", phone_numbers::is_about_danger, phone_numbers::of_nobody),
    ("phone-length", phone_numbers::has_digits, phone_numbers::wrong_length),
];

/// Phrases that address only colleagues.
static FOR_STAFF: Expression = Expression::new(concat!(
    r"(?i)\bnotes?\s+(?:to|for)\s+(?:self|(?:the\s+|our\s+)?(?:staff|volunteers?|editors?|team|colleagues?|admins?))\b",
    r"|\b(?:staff|volunteers?|internal|editor['’]?s?|team|admin)\s+notes?\s*:",
    r"|\b(?:staff|volunteers?|team)(?:\s+use|\s+eyes)?\s+only\b",
    r"|\bfor\s+internal\s+use\b|\binternal(?:\s+use)?\s+only\b|[\[(]internal[^\])\n]{0,20}[\])]|\binternal\s*:",
    r"|\b(?:do\s+not|don['’]t)\s+read\s+(?:this\s+|it\s+)?(?:aloud|out\s+loud)\b",
    r"|\bnot\s+for\s+(?:voters|callers|clients|the\s+public)\b",
    r"|\b(?:say|read)\s+(?:this|it)\s+(?:warmly|slowly|calmly|gently|word\s+for\s+word)\b",
    r"|\bpause\s+here\b|\blet\s+them\s+(?:talk|answer)\b",
    r"|\b(?:and|then|please)\s+(?:choose|select|note|look\s+up|write\s+down)\s+the\s+(?:voter|caller)['’]s\b",
    r"|\bin\s+the\s+field\s+(?:below|above)\b",
    r"|\bstay\s+on\s+the\s+line\s+with\s+(?:the\s+(?:voter|caller)|them)\b",
    // Not "give the voter registration office": only words that can't be part of a name may follow.
    r"|(?:^|\n|[.?!:]\s)[\s*_]*(?P<said>(?:(?:please|then|always|never|do\s+not|don['’]t)\s+)*",
    r"(?:ask|tell|offer|remind|give|send|show|let|help|thank)\s+(?:the|this)\s+(?:voter|caller))",
    r"(?:\s*(?:[.,;:!?]|$)|\s+(?:a|an|the|it|that|this|to|for|if|about|not|what|which|who|when|where|why|how|whether|their|they|our)\b)",
));

static OF_A_CALL: Expression = Expression::new(
    r"(?i)\bthank(?:s|\s+you)(?:\s+so\s+much)?\s+for\s+(?:calling|your\s+call)\b|\bstay\s+on\s+the\s+line\s+with\s+me\b",
);

/// Phrases that only fit a text message: nobody replies aloud with a word in capitals. Thanks for a message aren't
/// included: a caller may well have written before.
static OF_A_MESSAGE: Expression = Expression::new(
    r"\b[Rr]eply\s+(?:[A-Z]{2,}|with\s+[A-Z]{2,})\b|(?i)\b(?:click|tap)\s+(?:here|on\s+the\s+link|the\s+link)\b",
);

const AS_NOTE: &str =
    "move it into a `note:` next to this text: volunteers see notes, and Copy leaves them out";
const RETYPE: &str =
    "retype the character, often an apostrophe or a dash, and check the rest of the pasted text for more";
const REWORD: &str = "reword it for this script's channel; or, if the whole script is meant for the other one, write that as its `channel:`";

/// UTF-8 that was read as Windows-1252: `â€™` for an apostrophe, `Ã©` for é. Also the mark that programs put in the
/// place of a letter that they couldn't read.
static GARBLED: Expression = Expression::new(r"â€[^\s\p{L}]?|Ã[©¨¼¶¤±³¡\x{ad}]|Â[\x{a0}°©®]|\x{fffd}");

/// A link with its words, or a URL that nobody can say aloud.
static LINK: Expression = Expression::new(r"\[(?P<words>[^\[\]\n]+)\]\([^()\s]*\)|https?://[^\s)\]>]+");

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A snippet is for whoever gets the text that uses it.
    let mut users: HashMap<&str, Vec<(&FileText<'_>, Range<usize>)>> = HashMap::new();
    for text in context.prose() {
        let uses = places(text.written).filter_map(|(range, name)| Some((range, name.strip_prefix(PREFIX)?)));
        uses.for_each(|(range, name)| users.entry(name).or_default().push((text, range)));
    }
    for text in context.texts() {
        let shared = text.pointer.strip_prefix("/snippets/").filter(|_| text.kind == Kind::Snippets);
        let users = shared.and_then(|name| users.get(name)).map_or(&[][..], Vec::as_slice);
        for (rule, is_for, find) in PATTERNS {
            let is_own = is_for(text);
            let user = users.iter().find(|(user, _)| !is_own && is_for(user));
            if !is_own && user.is_none() {
                continue;
            }
            found.extend(find(text.written).into_iter().map(|hit| {
                let edits = hit.meant.iter().map(|(range, new)| text.exchange(range, new, false));
                let edits: Option<Vec<Fix>> = edits.collect();
                let finding = text
                    .warning(rule, text.place(&hit.range), &hit.message)
                    .help(hit.help)
                    .guess(edits.into_iter().flatten().flat_map(|fix| fix.edits));
                let user = user.into_iter().map(|(user, range)| user.place(range));
                user.fold(finding, |finding, place| finding.related(place, "used here"))
            }));
        }
    }
}

/// Finds the first match of a regular expression in `text`, or the part of it named `said`. The message is the match
/// and `problem`.
fn first(text: &str, expression: &Regex, problem: &str, help: &str) -> Vec<TextHit> {
    let hit = |hit: Match<'_>| TextHit::new(hit.range(), format!("\"{}\" {problem}", hit.as_str()), help);
    let found = expression.captures(text).and_then(|all| all.name("said").or(all.get(0)));
    Vec::from_iter(found.map(hit))
}

fn links(text: &str) -> Vec<TextHit> {
    let told = LINK.captures_iter(text).filter_map(|hit| {
        let range = hit.get_match().range();
        let words = hit.name("words").map(|words| words.as_str());
        // `[example.gov](link:…)` is read aloud as the short address in the label.
        let is_address = words.is_some_and(|words| words.contains('.') && !words.contains(' '));
        let found = TextHit::new(
            range.clone(),
            "this is spoken, and nobody can read a link aloud",
            "say what the page is called, or offer to look it up; give the link itself in a script with `channel: text`",
        );
        (!is_address).then_some(found)
    });
    told.collect()
}

/// Words that never appear twice in a row on one line of correct text.
const ONCE: [&str; 45] = [
    "a", "an", "and", "are", "as", "at", "be", "because", "but", "by", "can", "could", "for", "from", "has",
    "have", "if", "it", "may", "must", "not", "of", "or", "our", "please", "should", "than", "the", "their",
    "they", "this", "to", "was", "we", "were", "what", "when", "which", "who", "will", "with", "would",
    "you", "your", "yourself",
];

/// Finds the first word that appears twice in a row, perhaps at the end of a line and the beginning of the next.
pub(super) fn doubled(text: &str) -> Vec<TextHit> {
    let in_word = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’');
    Vec::from_iter(text.match_indices([' ', '\n']).find_map(|(blank, _)| {
        let (before, behind) = (&text[..blank], &text[blank + 1..]);
        let one = &before[before.trim_end_matches(in_word).len()..];
        let two = &behind[..behind.len() - behind.trim_start_matches(in_word).len()];
        let rest = two.get(one.len()..).filter(|_| two[..one.len()].eq_ignore_ascii_case(one))?;
        let small = one.to_lowercase();
        let is_one_line = text[blank..].starts_with(' ');
        // Nobody breaks a line between two words that are meant to repeat. "They told you you're" is right, too.
        let is_split = !is_one_line && one == two && one.starts_with(char::is_lowercase);
        let is_short = rest.starts_with(['\'', '’']) && small != "you";
        if !is_split && !(ONCE.contains(&small.as_str()) && (rest.is_empty() || is_short)) {
            return None;
        }
        // Across a line break, the indentation isn't known here, so only the second word is shown.
        let both = if is_one_line { blank - one.len() } else { blank + 1 }..blank + 1 + two.len();
        let message = format!("\"{small}\" appears twice in a row");
        let help = "remove one of them, or replace it with the word you meant";
        let hit = TextHit::new(both.clone(), message, help);
        Some(if is_one_line { hit.meant(both, format!("{one}{rest}")) } else { hit })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_with_an_accent_is_not_garbled() {
        assert!(GARBLED.is_match("the stateâ€™s page") && GARBLED.is_match("espa\u{fffd}ol"));
        assert!(!GARBLED.is_match("café, naïve, São"));
    }

    #[test]
    fn only_an_instruction_about_the_voter_is_for_staff() {
        for (text, said) in [
            ("It depends.\nDon't ask the voter what they did.", "Don't ask the voter"),
            ("Yes. Tell the caller.", "Tell the caller"),
            ("Please **never** x. Never send this voter a link", "Never send this voter"),
        ] {
            assert_eq!(FOR_STAFF.captures(text).unwrap().name("said").unwrap().as_str(), said);
        }
        assert!(FOR_STAFF.is_match("Pause here and listen."));
        assert!(FOR_STAFF.is_match("That's hard. Let them talk."));
        assert!(FOR_STAFF.is_match("Write it in the field below, then press **Yes**."));
        assert!(FOR_STAFF.is_match("Don't ask which, and choose the voter's region first."));
        for right in [
            "Ask the voter registration office.",
            "A helper can't tell the voter how to vote.",
            "The voter list is public.",
            "Poll workers follow rules:\n- Ask the voter for a name.",
            "Tell the voter hotline.",
            "Your parents can help: let them finish the form.",
            "Poll workers check the voter's name.",
            "Press 2 for Spanish.",
            "Sign in the box below the oath, and press Next on the machine.",
            "Officials open it and check the voter's signature.",
            "Bring a friend, and let them speak for you.",
        ] {
            assert!(!FOR_STAFF.is_match(right), "{right}");
        }
    }

    #[test]
    fn words_that_can_be_doubled_correctly_are_left_alone() {
        assert_eq!(doubled("Ask your your office")[0].range, 4..13);
        assert_eq!(doubled("so that\nthat helps")[0].range, 8..12);
        assert_eq!(doubled("They they're")[0].meant, [(0..12, "They're".to_owned())]);
        for right in [
            "I know that that helps",
            "They had had one",
            "Is it you?\n- you",
            "It is you. You ask",
            "Tell you you're in",
        ] {
            assert!(doubled(right).is_empty(), "{right}");
        }
    }
}
