//! Finds the slip that keeps a file from being read by trying fixes: the edit that lets the parser continue
//! becomes the help, on the line where it applies.
//!
//! The parser knows what it expected, often many lines after the slip; the author wants to know which character
//! to fix. So each kind of slip that people really make is undone in turn, and the result is parsed again. If
//! nothing helps, [`stopped`] explains what the parser's error and the surrounding lines reveal.

mod blocks;
mod brackets;
mod characters;
mod keys;
mod lines;
mod pasted;
mod quoting;
mod stopped;

use std::ops::Range;

use granit_parser::ErrorKind;

use lines::Lines;
pub(super) use stopped::{Mistake, conflict, explain};

/// No trial fixes for files larger than this, to bound the work.
const MAX_BYTES: usize = 1 << 19;
/// The most fixes to try for one slip.
const MAX_TRIALS: usize = 160;
/// How many lines, going up from where the parser stopped, to search for a slip.
const NEAR: usize = 3;
/// The same for an unclosed bracket.
const SWALLOWED: usize = 12;
/// The most slips to report for one file; the next run reports the rest.
pub(super) const MAX_SLIPS: usize = 8;

/// A fix that may be what was meant.
#[derive(Debug, Clone)]
pub(super) struct Mend {
    /// Where the slip is.
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
    /// In order, without overlaps.
    pub edits: Vec<Edit>,
    /// Whether nothing else can be meant, provided the fixed file has no other errors.
    pub plain: bool,
    /// An alternative reading and its description. If it parses just as well, a person has to choose.
    pub rival: Option<(Edit, String)>,
}

/// A range of the text, and its replacement.
pub(super) type Edit = (Range<usize>, String);

/// The result of parsing a text.
#[derive(Debug, Clone)]
pub(super) enum Trial {
    /// Parses to the end, with this many errors.
    Reads(usize),
    /// Stops here.
    Stops(usize, ErrorKind),
}

impl Mend {
    fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: help.into(),
            edits: Vec::new(),
            plain: false,
            rival: None,
        }
    }

    fn by(mut self, edits: impl IntoIterator<Item = Edit>) -> Self {
        self.edits.extend(edits);
        self
    }

    fn plain(mut self) -> Self {
        self.plain = true;
        self
    }

    /// Decides whether the fix is certain. If the alternative parses just as well, drops the edits and describes
    /// both.
    fn judged(mut self, text: &str, left: usize, trial: impl Fn(&str) -> Trial) -> Self {
        self.plain &= left == 0;
        if let Some((edit, words)) = self.rival.take() {
            let other = Self { edits: vec![edit], ..self.clone() };
            if matches!(trial(&other.apply(text)), Trial::Reads(errors) if errors <= left) {
                self.help.push_str(&words);
                self.edits.clear();
            }
        }
        self
    }

    /// Applies the fix to `text`.
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + 16);
        let mut done = 0;
        for (range, new) in &self.edits {
            out.push_str(&text[done..range.start]);
            out.push_str(new);
            done = range.end;
        }
        out.push_str(&text[done..]);
        out
    }

    /// Maps a position in the fixed text back to the original.
    pub fn before(&self, at: usize) -> usize {
        let mut shift = 0isize;
        for (range, new) in &self.edits {
            let start = range.start.saturating_add_signed(shift);
            if at < start {
                break;
            }
            if at < start + new.len() {
                return range.start;
            }
            shift += new.len().cast_signed() - range.len().cast_signed();
        }
        at.saturating_add_signed(-shift)
    }
}

/// Finds the fix with which `text`, where the parser stopped at `at`, parses with the fewest errors, or at
/// least further. Also returns the result of parsing it.
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

/// Finds the fix with which a misread `text` has the fewest errors, given the `places` of its mistakes. Also
/// returns how many of its `errors` remain.
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
    pasted::mends(text, &mut out);
    let first = places.iter().map(|span| span.start).min()?;
    characters::mends(&Lines { text, at: first }, &mut out);
    let of_places = |mends: fn(&Lines<'_>, &Range<usize>, &mut Vec<Mend>), out: &mut Vec<Mend>| {
        for span in places.iter().take(NEAR) {
            let lines = Lines { text, at: text.floor_char_boundary(span.start.min(text.len())) };
            mends(&lines, &lines.here(), out);
        }
    };
    of_places(keys::glued, &mut out);
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
    pasted::mends(lines.text, &mut out);
    characters::mends(lines, &mut out);
    for line in lines.near(NEAR) {
        quoting::mends(lines, &line, &mut out);
        keys::mends(lines, &line, &mut out);
        quoting::inside(lines, &line, &mut out);
        brackets::mends(lines, &line, &mut out);
    }
    quoting::open(lines, &mut out);
    // An unclosed bracket swallows the lines below it.
    for line in lines.near(SWALLOWED).into_iter().skip(NEAR) {
        brackets::mends(lines, &line, &mut out);
    }
    brackets::by_kind(lines, kind, &mut out);
    for line in lines.near(NEAR) {
        blocks::mends(lines, &line, &mut out);
    }
    out
}
