//! What to report when no known fix helps: the parser's error in words, or an unfinished merge, which only a
//! person can resolve.

use std::ops::Range;

use granit_parser::ErrorKind;

use super::brackets::{how_to_close, not_closed};
use super::lines::{Lines, trimmed};

/// A syntax mistake in a file.
#[derive(Debug)]
pub(in crate::content) struct Mistake {
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
}

fn mistake(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Mistake {
    Mistake { span, message: message.into(), help: help.into() }
}

/// Detects an unresolved merge conflict.
pub(in crate::content) fn conflict(text: &str) -> Option<Mistake> {
    let begins = |at: &usize| text[..*at].ends_with('\n') || *at == 0;
    let at = text.match_indices("<<<<<<<").map(|(at, _)| at).find(begins)?;
    text[at..].contains("\n>>>>>>>").then(|| {
        mistake(
            at..at + 7,
            "there are two versions of the file here, one after the other",
            "keep the right lines, and remove the ones that begin with <<<<<<<, =======, or >>>>>>>",
        )
    })
}

/// Explains why the parser stopped at `at`, as far as its error says.
pub(in crate::content) fn explain(text: &str, at: usize, kind: &ErrorKind) -> Mistake {
    let at = text.floor_char_boundary(at.min(text.len()));
    let lines = Lines { text, at };
    let rest = at..lines.here().end.max(at);
    let sign = at..text.ceil_char_boundary((at + 1).min(text.len()));
    match kind {
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::DocumentIndicatorInQuotedScalar => mistake(
            rest,
            "a quote that opens further up is never closed",
            "find the unclosed quote in the lines above, and put the same quote at the end of its text",
        ),
        ErrorKind::UnknownQuotedScalarEscape
        | ErrorKind::InvalidQuotedScalarHexEscape
        | ErrorKind::InvalidUnicodeEscape => mistake(
            rest,
            "a backslash in double quotes begins a special character, and this isn't one",
            "write \\\\ for a backslash, or put the text in single quotes (')",
        ),
        ErrorKind::UnclosedFlowCollection { open } | ErrorKind::MismatchedFlowCollectionEnd { open, .. } => {
            mistake(sign, not_closed(*open), how_to_close(*open))
        }
        ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator => mistake(
            rest,
            "a comma or the closing bracket is missing before this",
            "if this is part of the text before it, put quotes around that text",
        ),
        ErrorKind::MisplacedFlowCollectionEnd => {
            mistake(sign, "this bracket doesn't close anything", "remove it, or put quotes around the text")
        }
        ErrorKind::ExpectedBlockSequenceEntry => {
            mistake(trimmed(text, lines.here()), "a list entry (`- `) is expected here", COLUMNS)
        }
        _ => mistake(trimmed(text, lines.here()), "this line doesn't fit the lines above it", COLUMNS),
    }
}

const COLUMNS: &str = "compare it with a correct entry: keys that belong together begin in the same column, and \
                       each is followed by a colon and a space";
