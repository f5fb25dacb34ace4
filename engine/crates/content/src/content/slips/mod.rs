//! Finds the slip that keeps a file from being read by trying fixes: the edit that lets the parser continue
//! becomes the help, on the line where it applies.
//!
//! The parser knows what it expected, often many lines after the slip; the author wants to know which character to fix.
//! So the module undoes each kind of slip that people really make, one after another, and parses the result again. If
//! nothing helps, [`explain`] says what the parser's error and the surrounding lines reveal.

mod blocks;
mod pasted;
mod punctuation;
mod quoting;
mod trial;

use std::ops::Range;

use granit_parser::ErrorKind;

use punctuation::{how_to_close, not_closed};
use trial::{Lines, trimmed};

pub use quoting::in_quotes;
pub(super) use trial::{Mend, Trial};

/// For files larger than this, no fixes are tried, to limit the work.
const MAX_BYTES: usize = 1 << 19;
/// The maximum number of fixes to try for one slip.
const MAX_TRIALS: usize = 160;
/// How many lines, going up from where the parser stopped, to search for a slip.
const NEAR: usize = 3;
/// The same for an unclosed bracket.
const SWALLOWED: usize = 12;
/// The maximum number of slips to report for one file; the next run reports the rest.
pub(super) const MAX_SLIPS: usize = 8;

/// Finds the fix that lets `text` parse with the fewest errors, or at least gets the parser further than `at`, where it
/// stopped. Also returns the result of parsing the fixed text.
pub(super) fn mend(
    text: &str,
    at: usize,
    kind: &ErrorKind,
    trial: impl Fn(&str) -> Trial,
) -> Option<(Mend, Trial)> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let at = text.floor_char_boundary(at.min(text.len()));
    let lines = Lines { text, at };
    let mut best: Option<((usize, usize), Mend, Trial)> = None;
    for mend in candidates(&lines, kind).into_iter().take(MAX_TRIALS) {
        let outcome = trial(&mend.apply(text));
        let rank = match &outcome {
            Trial::Reads(errors) => (0, *errors),
            Trial::Stops(next, _) => {
                let next = mend.before(*next);
                let line = lines.around(at.max(mend.span.start)).end;
                if next <= line {
                    continue;
                }
                (1, usize::MAX - next)
            }
        };
        if best.as_ref().is_none_or(|(before, ..)| rank < *before) {
            let done = rank == (0, 0);
            best = Some((rank, mend, outcome));
            if done {
                break;
            }
        }
    }
    let (_, mend, outcome) = best?;
    let left = if let Trial::Reads(left) = outcome { left } else { usize::MAX };
    Some((mend.judged(text, left, trial), outcome))
}

/// Finds the fix that leaves a misread `text` with the fewest errors, given the `places` of its mistakes. Also returns
/// how many of its `errors` remain.
pub(super) fn mend_misread(
    text: &str,
    places: &[Range<usize>],
    errors: usize,
    trial: impl Fn(&str) -> Trial,
) -> Option<(Mend, usize)> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let mut out = Vec::new();
    let first = places.iter().map(|span| span.start).min()?;
    pasted::mends(&Lines { text, at: first }, &mut out);
    let of_places = |mends: fn(&Lines<'_>, &Range<usize>, &mut Vec<Mend>), out: &mut Vec<Mend>| {
        for span in places.iter().take(NEAR) {
            let lines = Lines { text, at: text.floor_char_boundary(span.start.min(text.len())) };
            mends(&lines, &lines.here(), out);
        }
    };
    of_places(punctuation::glued, &mut out);
    of_places(blocks::hyphen, &mut out);
    for span in places.iter().take(NEAR) {
        quoting::misread(
            &Lines { text, at: text.floor_char_boundary(span.start.min(text.len())) },
            span,
            &mut out,
        );
    }
    let signs = out.len();
    of_places(blocks::texts, &mut out);
    of_places(blocks::bar_above, &mut out);
    of_places(blocks::too_deep, &mut out);
    let mut best: Option<(usize, Mend)> = None;
    for (at, mend) in out.into_iter().take(MAX_TRIALS).enumerate() {
        let Trial::Reads(left) = trial(&mend.apply(text)) else { continue };
        // Reinterpret whole lines only if that removes every error.
        if at >= signs && left > 0 {
            continue;
        }
        if left < best.as_ref().map_or(errors, |(left, _)| *left) {
            best = Some((left, mend));
        }
        if left == 0 {
            break;
        }
    }
    let (left, mend) = best?;
    Some((mend.judged(text, left, trial), left))
}

/// Returns possible fixes, the likeliest first.
fn candidates(lines: &Lines<'_>, kind: &ErrorKind) -> Vec<Mend> {
    let mut out = Vec::new();
    pasted::mends(lines, &mut out);
    for line in lines.near(NEAR) {
        quoting::mends(lines, &line, &mut out);
        punctuation::keys(lines, &line, &mut out);
        quoting::inside(lines, &line, &mut out);
        punctuation::brackets(lines, &line, &mut out);
    }
    quoting::open(lines, &mut out);
    // An unclosed bracket swallows the lines below it.
    for line in lines.near(SWALLOWED).into_iter().skip(NEAR) {
        punctuation::brackets(lines, &line, &mut out);
    }
    punctuation::by_kind(lines, kind, &mut out);
    blocks::first_hyphen(lines, &lines.here(), &mut out);
    for line in lines.near(NEAR) {
        blocks::mends(lines, &line, &mut out);
    }
    blocks::bar_above(lines, &lines.here(), &mut out);
    out
}

/// A syntax mistake in a file.
#[derive(Debug)]
pub(super) struct Mistake {
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
}

fn mistake(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Mistake {
    Mistake { span, message: message.into(), help: help.into() }
}

/// Detects an unresolved merge conflict.
pub(super) fn conflict(text: &str) -> Option<Mistake> {
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

/// Explains why the parser stopped at `at`, to the extent that its error reveals it.
pub(super) fn explain(text: &str, at: usize, kind: &ErrorKind) -> Mistake {
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
        ErrorKind::Custom(message) => mistake(sign, message, "if this is text in braces, put it in quotes"),
        _ => mistake(trimmed(text, lines.here()), "this line doesn't fit the lines above it", COLUMNS),
    }
}

const COLUMNS: &str = "compare it with a correct entry: keys that belong together begin in the same column, and \
                       each is followed by a colon and a space";
