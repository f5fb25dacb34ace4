//! Parses a file into a document, or explains why it can't be read, with the fix if one is known.

use std::ops::Range;
use std::sync::Arc;

use granit_parser::ErrorKind;

use super::document::Document;
use super::kinds::Kind;
use super::slips::{self, MAX_SLIPS, Mend, Mistake, Trial};
use super::violations;
use super::without::Without;
use super::yaml::{FLAT, MAX_DEPTH, load};
use callguide_search::diagnostics::{Diagnostic, Edit, Fix, Place};

/// Parses `text`. The document is `Some` if the file could be read to its end; diagnostics may come with it or
/// instead of it.
pub fn parse(name: &Arc<str>, text: &Arc<str>) -> (Option<Document>, Vec<Diagnostic>) {
    let (document, mut found, stop) = load(name, text);
    if let Some((at, kind)) = stop {
        stopped(name, text, at, kind, &mut found);
    }
    // Two list entries may have merged into one; don't lose either half.
    let (twice, others): (Vec<_>, Vec<_>) = found.iter().cloned().partition(|d| d.rule == "duplicate-key");
    if let Some(document) = document.as_ref().filter(|_| !twice.is_empty()) {
        let slips = misread(document, &twice);
        if !slips.is_empty() {
            return (None, [others, slips].concat());
        }
    }
    (document, found)
}

/// Returns the slips that made YAML read `document` as something other than intended, given the schema errors
/// `broken`; empty if it has other kinds of mistakes.
pub(super) fn misread(document: &Document, broken: &[Diagnostic]) -> Vec<Diagnostic> {
    let name = &document.name;
    let mut mended = MendedText::of(&document.text);
    let mut found = Vec::new();
    let Trial::Reads(mut errors) = trial(name, &document.text) else { return found };
    let mut places: Vec<Range<usize>> = broken.iter().map(|d| d.place.span.clone()).collect();
    while errors > 0 && found.len() < MAX_SLIPS {
        let Some((mend, left)) = slips::mend_misread(&mended.text, &places, errors, |text| trial(name, text))
        else {
            break;
        };
        found.push(mended.finding(name, &document.text, &mend));
        mended.make(mend);
        places = document_of(name, &mended.text).iter().map(|d| d.place.span.clone()).collect();
        errors = left;
    }
    found
}

/// Returns the schema's diagnostics for `text`.
fn document_of(name: &Arc<str>, text: &str) -> Vec<Diagnostic> {
    match (load(name, &text.into()), Kind::of(name)) {
        ((Some(document), ..), Some(kind)) => violations::check(kind, &document, Without::default()),
        _ => Vec::new(),
    }
}

/// Reports why the parser stopped, and what else would stop it once that is fixed.
fn stopped(name: &Arc<str>, text: &Arc<str>, at: usize, kind: ErrorKind, found: &mut Vec<Diagnostic>) {
    let place = |span: Range<usize>| Place { file: name.clone(), span };
    if matches!(kind, ErrorKind::RecursionLimitExceeded) {
        let message = format!("lists and keys are nested more than {MAX_DEPTH} levels deep");
        found.push(Diagnostic::error("yaml-bounds", place(at..at), message).help(FLAT));
        return;
    }
    // A character that needs quotes was already reported; its consequences on the same line aren't worth
    // reporting.
    let told = |span: &Range<usize>, found: &[Diagnostic]| {
        let line = text[..span.start].rfind('\n').map_or(0, |n| n + 1);
        found.iter().any(|d| d.rule == "yaml-extras" && d.place.span.start >= line)
    };
    let say = |Mistake { span, message, help }: Mistake| {
        Diagnostic::error("yaml-syntax", place(span), message).help(help)
    };
    if let Some(mistake) = slips::conflict(text) {
        found.push(say(mistake));
        return;
    }
    let mut mended = MendedText::of(text);
    let (mut at, mut kind) = (at, kind);
    for round in 0..MAX_SLIPS {
        let Some((mend, after)) = slips::mend(&mended.text, at, &kind, |text| trial(name, text)) else {
            let mistake = slips::explain(&mended.text, at, &kind);
            let span = mended.before(&mistake.span);
            // After the first round, a leftover error may be caused by the fixes themselves.
            if round == 0 && !told(&span, found) {
                found.push(say(Mistake { span, ..mistake }));
            }
            return;
        };
        let span = mended.before(&mend.span);
        if round == 0 {
            // Text that lacks quotes or a `|` may look like a YAML feature that's refused: drop that finding if the fix
            // removes it.
            let (_, left, _) = load(name, &mend.apply(text).into());
            let left =
                left.iter().filter(|d| d.rule == "yaml-extras").map(|d| mend.before(d.place.span.start));
            let left: Vec<usize> = left.collect();
            found.retain(|d| d.rule != "yaml-extras" || left.contains(&d.place.span.start));
        }
        if told(&span, found) {
            return;
        }
        found.push(mended.finding(name, text, &mend));
        match after {
            Trial::Reads(_) => return,
            Trial::Stops(next, why) => (at, kind) = (next, why),
        }
        mended.make(mend);
    }
}

/// Tries to parse `text`, and counts the errors, including the schema's.
fn trial(name: &Arc<str>, text: &str) -> Trial {
    let (document, found, stop) = load(name, &text.into());
    match (stop, document, Kind::of(name)) {
        (Some((at, kind)), ..) => Trial::Stops(at, kind),
        (None, Some(document), Some(kind)) => {
            let broken = violations::check(kind, &document, Without::default());
            // A `|` where the schema wants keys or a list only hides the slip.
            let hides = |d: &Diagnostic| {
                d.rule == "wrong-type" && text[..d.place.span.start].trim_end().ends_with('|')
            };
            match broken.iter().find(|d| hides(d)) {
                Some(d) => Trial::Stops(d.place.span.start, ErrorKind::Custom(d.message.clone())),
                None => Trial::Reads(found.len() + broken.len()),
            }
        }
        (None, Some(_), None) => Trial::Reads(found.len()),
        (None, None, _) => Trial::Reads(usize::MAX),
    }
}

/// Text with a series of fixes applied.
struct MendedText {
    text: String,
    mends: Vec<Mend>,
}

impl MendedText {
    fn of(text: &str) -> Self {
        Self { text: text.to_owned(), mends: Vec::new() }
    }

    /// Returns the diagnostic for a fix, at the place in `file` that it changes.
    fn finding(&self, name: &Arc<str>, file: &str, mend: &Mend) -> Diagnostic {
        let place = |span: Range<usize>| Place { file: name.clone(), span };
        let edits = mend.edits.iter().map(|(range, new)| (self.before(range), range, new));
        // If an earlier fix changed the same text, it isn't clear yet what to write there.
        let same = |(before, range, _): (Range<usize>, &Range<usize>, &String)| {
            file.get(before) == self.text.get(range.clone())
        };
        let fix = (!mend.edits.is_empty() && edits.clone().all(same)).then(|| Fix {
            safe: mend.plain,
            edits: edits.map(|(before, _, new)| Edit { place: place(before), text: new.clone() }).collect(),
        });
        let finding = Diagnostic::error("yaml-syntax", place(self.before(&mend.span)), mend.message.clone());
        Diagnostic { fix, ..finding.help(mend.help.clone()) }
    }

    fn make(&mut self, mend: Mend) {
        self.text = mend.apply(&self.text);
        self.mends.push(mend);
    }

    /// Maps a range of the fixed text back to the original file.
    fn before(&self, range: &Range<usize>) -> Range<usize> {
        let at = |at: usize| self.mends.iter().rev().fold(at, |at, mend| mend.before(at));
        let start = at(range.start);
        start..at(range.end).max(start)
    }
}
