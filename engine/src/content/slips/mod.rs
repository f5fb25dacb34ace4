//! The slips that keep a file from being read, found by mending: the change that makes the parser read on is the help,
//! on the line where it is made.
//!
//! The parser knows what it expected, often lines behind the slip; whoever wrote the file wants to know which sign to
//! mend. So the slips that people really make are undone one at a time, and what comes of it is read again. Where none
//! helps, [`stopped`] says what the parser's error and the lines around it tell.

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

/// A longer file isn't mended by trial: the work has to be bounded.
const MAX_BYTES: usize = 1 << 19;
/// How many changes are tried for one slip.
const MAX_TRIALS: usize = 160;
/// How many lines, up from where the parser stops, a slip is looked for in.
const NEAR: usize = 3;
/// The same for a bracket that isn't closed.
const SWALLOWED: usize = 12;
/// How many slips of one file are told; what comes after is told by the next run.
pub(super) const MAX_SLIPS: usize = 8;

/// A change that may be what was meant.
#[derive(Debug, Clone)]
pub(super) struct Mend {
    /// Where the slip is.
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
    /// In their order, none overlapping another.
    pub edits: Vec<Edit>,
    /// Whether nothing else can be meant, so long as the file then has no other finding.
    pub plain: bool,
    /// What else may be meant, and in words: where that can be read as well, a person has to choose.
    pub rival: Option<(Edit, String)>,
}

/// A stretch of the text, and what to write in its place.
pub(super) type Edit = (Range<usize>, String);

/// What reading comes to.
#[derive(Debug, Clone)]
pub(super) enum Trial {
    /// It ends, with so many errors in the file.
    Reads(usize),
    /// The parser stops here.
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

    /// Leaves the choice to a person where what else may be meant reads as well.
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

    /// The text with the change made.
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

    /// Where a place of the changed text was before.
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

/// The change that lets `text`, at which the parser stops at `at`, be read with the fewest errors, or at least further,
/// and what reading comes to then.
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

/// The change that lets a `text` that is read as something else than it's meant to be, as the mistakes at `places` show,
/// be read with the fewest errors, and how many of its `errors` are left then.
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
        // Whole lines are taken for something else only where that explains everything.
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

/// What may be meant, the likeliest first.
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
    // A bracket that isn't closed swallows the lines below it.
    for line in lines.near(SWALLOWED).into_iter().skip(NEAR) {
        brackets::mends(lines, &line, &mut out);
    }
    brackets::by_kind(lines, kind, &mut out);
    for line in lines.near(NEAR) {
        blocks::mends(lines, &line, &mut out);
    }
    out
}
