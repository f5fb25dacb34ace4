//! Punctuation that is missing, mismatched, or doubled: colons and spaces after keys, commas, brackets and braces.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::quoting::short;
use super::trial::{Lines, Mend, trimmed};
use callguide_search::text::Expression;

/// How much of a value to show in a message, in characters.
const SHOWN: usize = 30;

static GLUED: Expression = Expression::new(r"^\s*(?:- +)*([A-Za-z_][\w-]*:)([^\s/].*)$");
static GLUED_ENTRY: Expression = Expression::new(r"^\s*(-)[\w\x22'\[{]");
static NO_COLON: Expression = Expression::new(r"^\s*(?:- +)*([a-z_][a-z_-]*)([ ;=：]+)\S");
/// A complete value, followed by a second key.
static SECOND: Expression = Expression::new(r"(\x22[^\x22]*\x22|'[^']*'|\]|\}|[^\s,:]+)( +)([a-z_]+: )");
static DOUBLED: Expression = Expression::new(r"(?:[\[{]\s*(,)|,(\s*,))");

/// Fixes keys that run into their value or the next key, or that lack a colon.
pub(super) fn keys(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let words = &lines.text[line.clone()];
    let here = |range: Range<usize>| line.start + range.start..line.start + range.end;
    glued(lines, line, out);
    for found in DOUBLED.captures_iter(words) {
        let Some(comma) = found.get(1).or(found.get(2)) else { continue };
        let span = here(comma.range());
        let message = "there's an extra comma";
        out.push(
            Mend::new(span.clone(), message, "remove one of the commas").by([(span, String::new())]).plain(),
        );
    }
    second(lines, line, out);
    if let Some(found) = NO_COLON.captures(words)
        && let (Some(key), Some(between)) = (found.get(1), found.get(2))
    {
        let between = here(between.range());
        let message = format!("there's no colon after `{}`", key.as_str());
        let help = format!("if this is a key, put a colon and a space after it: `{}: …`", key.as_str());
        out.push(Mend::new(here(key.range()), message, help).by([(between, ": ".to_owned())]));
    }
}

/// Adds the missing space after a key or after the hyphen of an entry.
pub(super) fn glued(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let words = &lines.text[line.clone()];
    let here = |range: Range<usize>| line.start + range.start..line.start + range.end;
    if let Some(found) = GLUED.captures(words) {
        let at = line.start + found.get(1).map_or(0, |m| m.end());
        let name = &found[1];
        out.push(
            Mend::new(
                here(found.get(1).map_or(0..0, |m| m.range())),
                format!("there's no space after `{name}`"),
                format!("put a space after the colon: `{name} {}`", short(&found[2], SHOWN)),
            )
            .by([(at..at, " ".to_owned())])
            .plain(),
        );
    }
    if let Some(sign) = GLUED_ENTRY.captures(words).and_then(|found| found.get(1)) {
        let sign = here(sign.range());
        let message = "there's no space after the hyphen that begins this entry";
        let edit = (sign.end..sign.end, " ".to_owned());
        out.push(Mend::new(sign, message, "put a space after the hyphen").by([edit]).plain());
    }
}

/// Separates two keys on one line.
fn second(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let words = &lines.text[line.clone()];
    for found in SECOND.captures_iter(words) {
        let (Some(gap), Some(key)) = (found.get(2), found.get(3)) else { continue };
        let gap = line.start + gap.start()..line.start + gap.end();
        let name = key.as_str().trim_end();
        let span = gap.end..gap.end + name.len();
        let comma = Mend::new(
            span.clone(),
            format!("a comma is missing before `{name}`"),
            format!("put a comma before it: `{}, {name}`", short(&found[1], SHOWN)),
        );
        let comma = comma.by([(gap.start..gap.start, ",".to_owned())]);
        // After plain words, what looks like a key may be part of the text.
        let ended = found[1].ends_with(['"', '\'', ']', '}']);
        out.push(if ended { comma.plain() } else { comma });
        let Some(value) = lines.value(line) else { continue };
        let begins = lines.text[line.clone()].find(|c: char| !matches!(c, ' ' | '-')).unwrap_or(0);
        if value.start < gap.start {
            let mend = Mend::new(
                span,
                format!("`{name}` is on the same line as another key"),
                "put it on its own line, indented like the key before it",
            );
            let mend = mend.by([(gap, format!("\n{}", " ".repeat(begins)))]);
            out.push(if ended { mend.plain() } else { mend });
        }
    }
}

/// Balances the brackets within a line.
pub(super) fn brackets(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let text = lines.text;
    let end = trimmed(text, line.clone()).end;
    let (open, extra) = balance(text, line.start..end);
    if let Some((at, sign)) = open.first().copied() {
        let close: String = open.iter().rev().map(|(_, sign)| closing(*sign)).collect();
        let pad = if sign == '{' && open.len() == 1 { " " } else { "" };
        let mend = Mend::new(at..at + 1, not_closed(sign), how_to_close(sign));
        out.push(mend.by([(end..end, format!("{pad}{close}"))]));
    }
    if let Some(at) = extra {
        let help = "remove it, or put quotes around the text";
        let mend = Mend::new(at..at + 1, "this bracket doesn't close anything", help);
        out.push(mend.by([(at..at + 1, String::new())]));
    }
}

/// Returns the brackets that the line leaves open, and the first one that closes nothing. Quoted text is
/// skipped.
fn balance(text: &str, line: Range<usize>) -> (Vec<(usize, char)>, Option<usize>) {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut extra = None;
    let mut quoted = None;
    for (at, c) in text[line.clone()].char_indices() {
        let at = line.start + at;
        match (quoted, c) {
            (Some(quote), c) if c == quote => quoted = None,
            (Some(_), _) => {}
            // An apostrophe within a word isn't a quote.
            (None, '"' | '\'') if text[..at].ends_with([' ', '[', '{', ',']) => quoted = Some(c),
            (None, '{' | '[') => open.push((at, c)),
            (None, '}' | ']') if open.last().is_some_and(|(_, sign)| closing(*sign) == c) => drop(open.pop()),
            (None, '}' | ']') => drop(extra.get_or_insert(at)),
            _ => {}
        }
    }
    (open, extra)
}

/// Fixes a mismatched closing bracket, and a missing comma.
pub(super) fn by_kind(lines: &Lines<'_>, kind: &ErrorKind, out: &mut Vec<Mend>) {
    let text = lines.text;
    match kind {
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => {
            let at = text[lines.at..].find(*close).map(|at| lines.at + at);
            if let Some(at) = at {
                let message = format!("the `{open}` that opens here is closed with `{close}`");
                let span = lines.at..lines.at + 1;
                let mend = Mend::new(span, message, how_to_close(*open));
                out.push(mend.by([(at..at + 1, closing(*open).to_string())]));
            }
        }
        ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator => {
            let before = text[..lines.at].trim_end().len();
            let span = lines.at..lines.here().end.max(lines.at);
            let help = "if this is part of the text before it, put quotes around that text";
            let mend = Mend::new(span, "a comma or the closing bracket is missing before this", help);
            out.push(mend.by([(before..before, ",".to_owned())]));
        }
        _ => {}
    }
}

pub(super) fn not_closed(sign: char) -> String {
    format!("the `{sign}` that opens here is never closed")
}

pub(super) fn how_to_close(open: char) -> String {
    format!("close it with `{}`; if it's the start of text, put quotes around the whole text", closing(open))
}

fn closing(open: char) -> char {
    if open == '{' { '}' } else { ']' }
}
