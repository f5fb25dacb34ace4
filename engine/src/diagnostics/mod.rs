//! Findings about content, and how they are printed.
//!
//! There are three kinds of failure in the engine, each with a shape of its own. *Content
//! problems* are collected as [`Diagnostic`]s and never thrown: whoever finds one goes on and
//! finds the next. *Request failures* are one error type in `http`. *Start-up failures* are
//! `anyhow` errors that name the path or the setting and what to do.
//!
//! Knows nothing of YAML, rules or files on disk: a diagnostic points into a [`Sources`].

pub mod edits;
mod fix_words;
pub mod github;
pub mod human;
pub mod invisible;
pub mod json;
mod likeness;
mod sources;

pub use fix_words::words as fix_in_words;
pub use likeness::{meant, nearest, suggestion};
pub use sources::{Position, Sources};

use std::ops::Range;
use std::sync::Arc;

/// How bad a finding is. Only errors gate: a warning never stops a start or a reload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

impl Severity {
    /// Its name, as it is printed and served.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A stretch of a file, in bytes, end exclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name inside the content folder, `/` between its parts.
    pub file: Arc<str>,
    pub span: Range<usize>,
}

impl Place {
    /// The start of `file`, where nothing narrower is known.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self { file: file.into(), span: 0..0 }
    }

    /// Whether `other` lies in it.
    pub fn contains(&self, other: &Self) -> bool {
        self.file == other.file && self.span.start <= other.span.start && other.span.end <= self.span.end
    }
}

/// Another place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    pub place: Place,
    pub message: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable name of the rule, kebab-case.
    pub rule: &'static str,
    pub severity: Severity,
    pub place: Place,
    /// One plain sentence for someone who doesn't program.
    pub message: String,
    /// Why it matters, in a sentence or two; said by the list of rules, not by whoever finds it.
    pub why: Option<&'static str>,
    /// What to do about it, where that is known.
    pub help: Option<String>,
    pub related: Vec<Related>,
    /// What to write instead, where a program can do it.
    pub fix: Option<Fix>,
    /// What it comes from, where several findings may come from one thing.
    pub cause: Option<Cause>,
}

/// What several findings come from. Those of one rule with one `message` are told as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What is wrong, without the place where it shows.
    pub message: String,
    /// What is counted in the message, such as `places`.
    pub counted: &'static str,
    /// Where it's to be mended, if that is another place than the findings'; of several the first counts.
    pub place: Option<Place>,
    /// Whether one finding is enough to tell it there.
    pub alone: bool,
    /// What to do at that place, where it's something else than at the findings'.
    pub help: Option<&'static str>,
}

/// A change of files that mends a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether nobody has to look at it: what people read stays as it is.
    pub safe: bool,
    /// They don't overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// What is most probably meant: someone has to look at it.
    pub fn guess(edits: impl IntoIterator<Item = Edit>) -> Self {
        Self { safe: false, edits: edits.into_iter().collect() }
    }

    /// What says the same as before, or the only thing that can be meant.
    pub fn safe(edits: impl IntoIterator<Item = Edit>) -> Self {
        Self { safe: true, edits: edits.into_iter().collect() }
    }
}

/// A stretch of a file, and what to write in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub place: Place,
    pub text: String,
}

impl Diagnostic {
    /// An error at `place`. The names in its message may be anything that stands in a file: it's one line all the same.
    pub fn error(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        const WIDE: usize = 380;
        Self {
            rule,
            severity: Severity::Error,
            place,
            message: on_one_line(&message.into(), WIDE),
            why: None,
            help: None,
            related: Vec::new(),
            fix: None,
            cause: None,
        }
    }

    /// A warning at `place`.
    pub fn warning(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(rule, place, message) }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says what to do, where that is known.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// Says how a program mends it.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Says how a program mends it, where one can.
    #[must_use]
    pub fn maybe_fix(mut self, fix: Option<Fix>) -> Self {
        self.fix = fix;
        self
    }

    /// Says what it comes from: a message without the place, for all places where the same shows.
    #[must_use]
    pub fn because(mut self, message: impl Into<String>) -> Self {
        self.cause =
            Some(Cause { message: message.into(), counted: "places", place: None, alone: false, help: None });
        self
    }

    /// Points to another place.
    #[must_use]
    pub fn related(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Related { place, message: message.into() });
        self
    }
}

/// Puts findings into the order of the files and their lines, and drops repetitions.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    fn key(d: &Diagnostic) -> (&str, usize, usize, &str, &str) {
        (&d.place.file, d.place.span.start, d.place.span.end, d.rule, &d.message)
    }
    diagnostics.sort_by(|a, b| key(a).cmp(&key(b)));
    diagnostics.dedup();
}

/// How many findings of one file are told. Nobody reads more in one go, and what is printed stays
/// in proportion also for a file that is wrong from end to end.
pub const MAX_FINDINGS: usize = 200;

/// Cuts what sorted findings say of one file to [`MAX_FINDINGS`], errors before warnings, and says
/// so: what gates goes on gating.
fn limit(diagnostics: &mut Vec<Diagnostic>) {
    let mut out = Vec::with_capacity(diagnostics.len());
    for file in std::mem::take(diagnostics).chunk_by(|a, b| a.place.file == b.place.file) {
        if file.len() <= MAX_FINDINGS {
            out.extend_from_slice(file);
            continue;
        }
        let message = format!("this file has {} findings; {MAX_FINDINGS} of them are told", file.len());
        out.push(
            Diagnostic::warning("many-findings", Place::file(file[0].place.file.clone()), message)
                .help("mend these first, then run lint again"),
        );
        let mut errors_left = MAX_FINDINGS;
        let errors = file.iter().filter(|d| d.severity == Severity::Error).count();
        let mut warnings_left = MAX_FINDINGS.saturating_sub(errors);
        for d in file {
            let left = match d.severity {
                Severity::Error => &mut errors_left,
                Severity::Warning => &mut warnings_left,
            };
            if *left > 0 {
                *left -= 1;
                out.push(d.clone());
            }
        }
    }
    *diagnostics = out;
}

/// `true` or `false`, for a word that means one of them.
pub fn truth(text: &str) -> Option<&'static str> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "y" | "on" => Some("true"),
        "false" | "no" | "n" | "off" => Some("false"),
        _ => None,
    }
}

/// Drops what says less of a mistake than another finding at the same place, and then cuts the
/// findings of each file to a bounded number ([`limit`]). They have to be sorted.
pub fn settle(diagnostics: &mut Vec<Diagnostic>) {
    named_already(diagnostics);
    let mut out: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for same in std::mem::take(diagnostics).chunk_by(|a, b| a.place == b.place) {
        let error = |d: &Diagnostic| d.severity == Severity::Error;
        let better = same.iter().any(|d| error(d) && d.rule != "wrong-form");
        out.extend(
            same.iter()
                .filter(|d| match d.rule {
                    "wrong-form" => !better,
                    "surprising-value" => !same.iter().any(error),
                    _ => true,
                })
                .cloned(),
        );
    }
    *diagnostics = out;
    limit(diagnostics);
}

/// What is found about a name or an address that has a character in it that nobody sees.
pub const INVISIBLE_IN_NAME: &str = "invisible-in-name";

/// What rules say of a name or an address that is another one because of such a character.
pub const ABOUT_NAMES: [&str; 15] = [
    "bad-address",
    "malformed-link",
    "unknown-attribute",
    "unknown-condition",
    "unknown-entry",
    "unknown-guide",
    "unknown-key",
    "unknown-link",
    "unknown-node",
    "unknown-page",
    "unknown-placeholder",
    "unknown-snippet",
    "unknown-state",
    "wrong-form",
    "wrong-value",
];

/// Drops what else is said of names in which a character was found that nobody sees: that is the mistake.
fn named_already(diagnostics: &mut Vec<Diagnostic>) {
    let hidden: Vec<Place> =
        diagnostics.iter().filter(|d| d.rule == INVISIBLE_IN_NAME).map(|d| d.place.clone()).collect();
    if !hidden.is_empty() {
        diagnostics.retain(|d| {
            !ABOUT_NAMES.contains(&d.rule) || !hidden.iter().any(|hidden| d.place.contains(hidden))
        });
    }
}

/// A text from content as a message shows it: in quotes, on one line, and never a page of it.
pub fn shown(text: &str) -> String {
    const WIDE: usize = 60;
    format!("\"{}\"", on_one_line(text.trim_end_matches('\n'), WIDE))
}

/// The first `wide` characters of a text, those that break a line or can't be seen written out.
fn on_one_line(text: &str, wide: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for (count, c) in text.chars().enumerate() {
        if count == wide {
            out.push('…');
            break;
        }
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || invisible::is(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether any of them gates.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An id that runs over several lines, as a quotation mark that is missing makes one.
    #[test]
    fn a_message_is_one_line_whatever_its_names_are() {
        let id = format!("L\nMT, NE\u{2028}{}", "W".repeat(1000));
        let found = Diagnostic::error("path-check", Place::file("x.yaml"), format!("it ends at {id}"));
        assert!(found.message.starts_with("it ends at L\\nMT, NE\\u{2028}WW"), "{}", found.message);
        assert!(found.message.ends_with('…') && found.message.chars().count() < 400);
    }

    #[test]
    fn a_text_is_shown_on_one_line_and_not_whole() {
        assert_eq!(shown("a\nb\u{1b}[0m\n"), "\"a\\nb\\u{1b}[0m\"");
        assert_eq!(shown(&"x".repeat(100)).chars().count(), 63);
    }

    #[test]
    fn a_file_tells_a_bounded_number_of_findings_and_still_gates() {
        let at = |n: usize| Place { file: "a.yaml".into(), span: n..n };
        let mut all: Vec<_> = (0..MAX_FINDINGS * 2).map(|n| Diagnostic::warning("w", at(n), "w")).collect();
        all.push(Diagnostic::error("e", at(MAX_FINDINGS * 2), "e"));
        limit(&mut all);
        assert_eq!(all.len(), MAX_FINDINGS + 1);
        assert_eq!(all[0].message, "this file has 401 findings; 200 of them are told");
        assert!(has_errors(&all));
    }
}
