//! Problems found in the content: what they say, and how they're sorted, deduplicated, and limited in number.

use super::fix::{Edit, Fix};
use super::invisible::on_one_line;
use super::sources::Place;

/// A problem found in the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable name of the rule, in kebab case.
    pub rule: &'static str,
    pub severity: Severity,
    pub place: Place,
    /// One plain sentence for someone who doesn't program.
    pub message: String,
    /// Why it matters, in a sentence or two. It comes from the list of rules, not from the code that finds the
    /// problem.
    pub why: Option<&'static str>,
    /// What to do about it, if known.
    pub help: Option<String>,
    pub related: Vec<Related>,
    /// The edits that fix it, if a program can.
    pub fix: Option<Fix>,
    /// The underlying cause, if several diagnostics may have the same one.
    pub cause: Option<Cause>,
}

impl Diagnostic {
    /// Creates an error at `place`. The message is always put on one line, since the names in it come from
    /// files and could contain anything.
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

    /// Creates a warning at `place`.
    pub fn warning(rule: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(rule, place, message) }
    }

    /// Sets what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets what to do about it, if known.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// Sets the fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Offers edits that are probably right, if there are any.
    #[must_use]
    pub fn guess(self, edits: impl IntoIterator<Item = Edit>) -> Self {
        let fix = Fix::guess(edits);
        if fix.edits.is_empty() { self } else { self.fix(fix) }
    }

    /// Sets the fix, if there is one.
    #[must_use]
    pub fn maybe_fix(mut self, fix: Option<Fix>) -> Self {
        self.fix = fix;
        self
    }

    /// Sets the cause: a message without a location, shared by every diagnostic of the same problem.
    #[must_use]
    pub fn because(mut self, message: impl Into<String>) -> Self {
        self.cause =
            Some(Cause { message: message.into(), counted: "places", place: None, alone: false, help: None });
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn related(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Related { place, message: message.into() });
        self
    }

    /// Adds it to the findings so far.
    pub fn report(self, found: &mut Vec<Self>) {
        found.push(self);
    }
}

/// How serious a diagnostic is. Only errors block: a warning never prevents a start or a reload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

impl Severity {
    /// Returns its name, as printed and served.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Another place that helps to explain a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    pub place: Place,
    pub message: String,
}

/// The common cause of several diagnostics. Those with the same rule and `message` are reported as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What's wrong, without saying where.
    pub message: String,
    /// A noun for what's counted in the message, such as `places`.
    pub counted: &'static str,
    /// Where to fix it, if that's not where the diagnostics are. If causes that are reported as one have different
    /// places, the earliest place is used.
    pub place: Option<Place>,
    /// Whether the cause is reported even if it has only a single diagnostic.
    pub alone: bool,
    /// What to do at that place, if that's different from the diagnostics' help.
    pub help: Option<&'static str>,
}

/// Sorts diagnostics by file and position, and removes duplicates.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    fn key(d: &Diagnostic) -> (&str, usize, usize, &str, &str) {
        (&d.place.file, d.place.span.start, d.place.span.end, d.rule, &d.message)
    }
    diagnostics.sort_by(|a, b| key(a).cmp(&key(b)));
    diagnostics.dedup();
}

/// Returns whether any of the diagnostics is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// Drops diagnostics that are redundant because of another at the same place, then limits their number per file
/// ([`limit`]). They must be sorted.
pub fn settle(diagnostics: &mut Vec<Diagnostic>) {
    for same in std::mem::take(diagnostics).chunk_by(|a, b| a.place == b.place) {
        let better = same.iter().any(|d| d.severity == Severity::Error && d.rule != "wrong-form");
        let kept = same.iter().filter(|d| match d.rule {
            "wrong-form" => !better,
            "surprising-value" => !has_errors(same),
            _ => true,
        });
        diagnostics.extend(kept.cloned());
    }
    limit(diagnostics);
}

/// The maximum number of diagnostics reported for one file. Nobody reads more than that, and the limit keeps the
/// output short if a file is wrong throughout.
pub const MAX_FINDINGS: usize = 200;

/// Limits the sorted diagnostics of each file to [`MAX_FINDINGS`], errors first, and adds a warning that some
/// were dropped. If there were errors, some remain, so the file still blocks.
fn limit(diagnostics: &mut Vec<Diagnostic>) {
    for file in std::mem::take(diagnostics).chunk_by(|a, b| a.place.file == b.place.file) {
        if file.len() <= MAX_FINDINGS {
            diagnostics.extend_from_slice(file);
            continue;
        }
        let message = format!("this file has {} findings; only {MAX_FINDINGS} are shown", file.len());
        diagnostics.push(
            Diagnostic::warning("many-findings", Place::file(file[0].place.file.clone()), message)
                .help("fix these first, then run lint again"),
        );
        let (errors, warnings): (Vec<_>, Vec<_>) = file.iter().partition(|d| d.severity == Severity::Error);
        let mut kept: Vec<_> = errors.into_iter().chain(warnings).take(MAX_FINDINGS).cloned().collect();
        sort(&mut kept);
        diagnostics.extend(kept);
    }
}

/// Formats text from content for a message: in quotes, on one line, and shortened.
pub fn shown(text: &str) -> String {
    const WIDE: usize = 60;
    format!("\"{}\"", on_one_line(text.trim_end_matches('\n'), WIDE))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests an id that spans several lines, as when a quotation mark is missing.
    #[test]
    fn a_message_is_one_line_even_if_a_name_in_it_is_not() {
        let id = format!("L\nMT, NE\u{2028}{}", "W".repeat(1000));
        let found = Diagnostic::error("path-check", Place::file("x.yaml"), format!("it ends at {id}"));
        assert!(found.message.starts_with("it ends at L\\nMT, NE\\u{2028}WW"), "{}", found.message);
        assert!(found.message.ends_with('…') && found.message.chars().count() < 400);
    }

    #[test]
    fn quoted_text_is_shown_on_one_line_and_truncated() {
        assert_eq!(shown("a\nb\u{1b}[0m\n"), "\"a\\nb\\u{1b}[0m\"");
        assert_eq!(shown(&"x".repeat(100)).chars().count(), 63);
    }

    #[test]
    fn findings_per_file_are_limited_but_errors_still_count() {
        let at = |n: usize| Place { file: "a.yaml".into(), span: n..n };
        let mut all: Vec<_> = (0..MAX_FINDINGS * 2).map(|n| Diagnostic::warning("w", at(n), "w")).collect();
        all.push(Diagnostic::error("e", at(MAX_FINDINGS * 2), "e"));
        limit(&mut all);
        assert_eq!(all.len(), MAX_FINDINGS + 1);
        assert_eq!(all[0].message, "this file has 401 findings; only 200 are shown");
        assert!(has_errors(&all));
    }
}
