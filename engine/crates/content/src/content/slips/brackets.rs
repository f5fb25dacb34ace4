//! Mismatched brackets and braces, and missing commas between their items.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::Mend;
use super::lines::{Lines, trimmed};

/// Balances the brackets within a line.
pub(super) fn mends(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
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

/// Fixes a bracket closed by one of the other kind, and a missing comma.
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
