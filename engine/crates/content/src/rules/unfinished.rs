//! Unfinished text: empty, with blanks or notes to come back to, or breaking off in mid-sentence.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::{error_at, few, pattern};
use super::texts::TextHit;
use crate::content::may_go;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;
use callguide_search::text::placeholders;

/// The maximum number of empty strings to test for being optional; each test validates the whole file again.
const LOOKS: usize = 20;

/// `empty-text`: text that's empty.
pub fn check_empty(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (look, text) in context.texts().filter(|text| text.read.trim().is_empty()).enumerate() {
        let (document, pointer) = (text.document, &text.pointer);
        let finding = error_at("empty-text", document, pointer, "the text is empty");
        let write = "write the text between the quotes or after the colon";
        let removed = document.remove(pointer).filter(|_| look < LOOKS);
        found.push(match removed.filter(|_| may_go(text.kind, document, pointer)) {
            Some(edit) => finding.help(format!("{write}, or remove it")).guess([edit]),
            None => finding.help(write),
        });
    }
}

/// Lines to write on, dots, words in brackets that aren't a link, and unmatched braces. Brackets around capitals are
/// reported as leftovers, and complete braces as placeholders.
static BLANK: Expression = Expression::new(
    r"\{\{[^{}\n]*\}\}|_{2,}|\.{4,}|…{2,}|\[[^\[\]\n]*\]|<[A-Za-z][A-Za-z _-]*>|\{[^{}\n]*\}|[{}]",
);

/// Notes in capitals, and words in capitals between square brackets that aren't a link.
static LEFTOVER: Expression =
    Expression::new(r"\b(?:TODO|TBD|FIXME|XXX|TKTK)\b|\[[A-Z][A-Z _/-]*[A-Z]\]|(?i:lorem ipsum)");

/// Words in square brackets that ask the author to fill something in: `[date]`, `[Your Name]`.
static TO_FILL: LazyLock<Regex> = LazyLock::new(|| {
    let whole = "name|date|time|phone number|state|city|county|address|organization";
    let begun = "your|insert|enter|add|fill in|first|last|full|(?:voter|caller|volunteer)(?:s|['’]s)?";
    // Only the words ignore case: folding the case of a negated class takes milliseconds.
    pattern(&format!(r"\[(?:(?i:{whole})|(?i:{begun})[^\S\n][^\[\]\n]+)\]"))
});

/// Brackets with more characters than this are a remark, not something to fill in. They're counted afterward, because
/// a bounded repetition of a Unicode class is slow to compile.
const LONGEST: usize = 55;

/// `blank-in-script`: gaps in a script that aren't filled in.
pub(super) fn blanks(text: &str) -> Vec<TextHit> {
    let hits = BLANK.find_iter(text).filter_map(|hit| {
        let part = hit.as_str();
        let braces = part.len() > 1 && part.starts_with('{') && !part.starts_with("{{");
        let link = part.starts_with('[') && text[hit.end()..].starts_with('(');
        let capitals = part.starts_with('[') && !part.contains(char::is_lowercase);
        let message = match part {
            "{" | "}" => "a placeholder has only one of its braces here".to_owned(),
            part => format!("\"{part}\" is a blank that never gets filled in"),
        };
        (!(braces || link || capitals)).then(|| TextHit::new(hit.range(), message, help(part)))
    });
    hits.collect()
}

/// `leftover`: a note that an author meant to come back to.
pub fn check_leftovers(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.texts() {
        // In spoken text, every bracket is reported as a blank.
        let searched = if text.is_shown() { text.read } else { "" };
        let to_fill = TO_FILL
            .find_iter(searched)
            .filter(|hit| hit.as_str().chars().count() <= LONGEST && !LEFTOVER.is_match(hit.as_str()));
        // `[FAQ](link:faq)` is a link with a label in capitals. If the text has several leftovers, the finding is at
        // the first.
        let no_link = |hit: &regex::Match<'_>| !text.read[hit.end()..].starts_with(['(', '[']);
        let mut all: Vec<_> = LEFTOVER.find_iter(text.read).chain(to_fill).filter(no_link).collect();
        all.sort_by_key(regex::Match::start);
        let Some(first) = all.first() else { continue };
        let were = if all.len() == 1 { "was" } else { "were" };
        let parts = few(all.iter().map(|hit| format!("\"{}\"", hit.as_str())));
        let message = format!("{parts} {were} left in the text");
        let help = if first.as_str().starts_with('[') { REPLACE } else { FINISH };
        found.push(text.error("leftover", text.part(&first.range()), &message).help(help));
    }
}

const REPLACE: &str =
    "write the actual words, or a placeholder that works here, such as {state.name} in the decision tree";
const FINISH: &str = "find out what's still open, and finish the text; then remove the note and anything else meant for a colleague";

fn help(part: &str) -> String {
    if part.starts_with("{{") {
        return format!("write the placeholder with one brace on each side: {}", &part[1..part.len() - 1]);
    }
    if matches!(part, "{" | "}") {
        let help = "write both braces, as in {voter.name}; remove this one only if no placeholder is meant";
        return help.to_owned();
    }
    let names: Vec<String> = placeholders::meant_by(part).iter().map(|name| format!("{{{name}}}")).collect();
    let meant = match names.as_slice() {
        [] => format!("a placeholder such as {{{}}}", placeholders::VOTER),
        names => format!("the placeholder you meant: {}", names.join(", ")),
    };
    format!("write the actual words, or {meant}")
}

/// The end of a sentence with another one after it.
static SENTENCE: Expression = Expression::new(r"[\p{Ll})][.?!]\s+\p{Lu}");

/// `broken-off-text`: text made of whole sentences that breaks off in the middle of the last one.
pub(super) fn find_broken_off(text: &str) -> Vec<TextHit> {
    let end = text.trim_end().len();
    Vec::from_iter(broken_off(text).map(|word| {
        TextHit::new(
            end - word.len()..end,
            "the text ends in the middle of a sentence",
            "find the rest in an earlier version and put it back; if the sentence is complete, end it with a period",
        )
    }))
}

/// The last word of the text, if its sentence doesn't end with punctuation but earlier ones do.
fn broken_off(text: &str) -> Option<&str> {
    let text = text.trim_end();
    if !SENTENCE.is_match(text) {
        return None;
    }
    let line = text.rsplit('\n').next().unwrap_or(text);
    let last = line.rsplit(". ").next().unwrap_or(line).trim_start();
    let mut words = last.split_whitespace();
    let ends = last.split_whitespace().next_back()?;
    // A sentence may end in an address, a name, a number or a list item.
    let plain = ends.chars().all(|c| c.is_lowercase() || matches!(c, '\'' | '’' | ',' | '-'));
    let begins = words.next()?.starts_with(char::is_uppercase);
    (plain && begins && words.count() >= 3).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unfinished_sentence_counts_as_broken_off() {
        for wrong in
            ["Usually yes.\nYou can vote at your old or your", "Go there. Then ask the clerk whether"]
        {
            assert!(broken_off(wrong).is_some(), "{wrong}");
        }
        for right in [
            "Go there. Then ask.",
            "Go there. Look it up at usa.gov/office",
            "Polling place",
            "Bring. Both:\n- a card\n- a letter",
            "Ask. Then call {phone.office}",
        ] {
            assert_eq!(broken_off(right), None, "{right}");
        }
    }
}
