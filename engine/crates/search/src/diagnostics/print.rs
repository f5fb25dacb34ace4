//! How findings are printed: for people, for GitHub, and as JSON.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::diagnostic::{Diagnostic, Related, Severity};
use super::fix::{Edit, Fix, fix_in_words};
use super::sources::{Place, Position, Sources};
use crate::api::status::{Finding, FindingEdit, FindingFix, RelatedFinding};

/// Formats all diagnostics for people: each with a location to jump to, the source with a caret, and what to do, and
/// at the end a line that counts them.
pub fn human(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let _ = writeln!(out, "{}", paragraph(d, sources));
    }
    let findings = Findings::new(diagnostics, sources);
    let _ = writeln!(out, "{}", count(findings.errors, findings.warnings));
    out
}

/// Returns `2 errors, 1 warning`, or that there are none.
pub fn count(errors: usize, warnings: usize) -> String {
    let plural = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    match (errors, warnings) {
        (0, 0) => "no findings".to_owned(),
        (0, w) => plural(w, "warning"),
        (e, 0) => plural(e, "error"),
        (e, w) => format!("{}, {}", plural(e, "error"), plural(w, "warning")),
    }
}

fn paragraph(d: &Diagnostic, sources: &Sources) -> String {
    let Diagnostic { rule, severity, message, .. } = d;
    let (file, (Position { line, column }, _)) = (sources.path(&d.place.file), sources.positions(&d.place));
    let mut out = format!("{}:{line}:{column}: {}: {message} [{rule}]\n", shown(&file), severity.name());
    out.push_str(&excerpt(d, sources));
    for line in advice(d, sources) {
        let _ = writeln!(out, "   = {line}");
    }
    out
}

/// Returns why a diagnostic matters and what to do about it, each on a line.
fn advice(d: &Diagnostic, sources: &Sources) -> impl Iterator<Item = String> {
    let why = d.why.map(|why| format!("why: {why}"));
    let help = d.help.as_ref().map(|help| format!("help: {help}"));
    let fix = d.fix.as_ref().map(|fix| match fix.safe {
        true => "fix: `callguide lint --fix` does this".to_owned(),
        false => format!("guess: {}", fix_in_words(fix, &d.place, sources)),
    });
    [why, help, fix].into_iter().flatten()
}

/// Removes control characters from a file name: names can come from anyone and mustn't control the terminal.
fn shown(path: &str) -> String {
    path.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Returns the lines that the diagnostic and its related places point to. Places in other files are labeled
/// with their path.
fn excerpt(d: &Diagnostic, sources: &Sources) -> String {
    if sources.text(&d.place.file).is_empty() {
        return String::new();
    }
    let related = d.related.iter().map(|r| (&r.place, Some(&*r.message)));
    let all = std::iter::once((&d.place, None)).chain(related);
    let all = all.filter(|(place, _)| !sources.text(&place.file).is_empty());
    let (here, elsewhere): (Vec<Marked<'_>>, Vec<Marked<'_>>) =
        all.partition(|(place, _)| place.file == d.place.file);
    let mut group = Group::with_level(Level::ERROR).element(snippet(&here, sources));
    for marked in elsewhere {
        group = group.element(snippet(&[marked], sources).path(shown(&sources.path(&marked.0.file))));
    }
    let mut out = Renderer::plain().render(&[group]);
    out.push('\n');
    out
}

/// A place and its label. The diagnostic's own place has no label.
type Marked<'a> = (&'a Place, Option<&'a str>);

/// Shows only the lines around places in one file, so that the work doesn't grow with the file.
fn snippet<'a>(
    marked: &[Marked<'a>],
    sources: &'a Sources,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let file = &marked[0].0.file;
    let text = sources.text(file);
    let spans: Vec<_> = marked.iter().map(|(place, label)| (visible(text, place), label)).collect();
    let start = spans.iter().map(|(span, _)| span.start).min().unwrap_or(0);
    let end = spans.iter().map(|(span, _)| span.end).max().unwrap_or(0);
    let mut lines = sources.lines(file, start..end);
    let (first, _) = sources.positions(&Place { file: file.clone(), span: lines.clone() });
    if end - start < WIDE {
        lines =
            floor(text, lines.start.max(start.saturating_sub(WIDE)))..floor(text, lines.end.min(end + WIDE));
    }
    let mut snippet = Snippet::source(&text[lines.clone()]).line_start(first.line);
    for (span, label) in spans {
        let span = span.start - lines.start..span.end - lines.start;
        snippet = snippet.annotation(match label {
            None => AnnotationKind::Primary.span(span),
            Some(label) => AnnotationKind::Context.span(span).label(*label),
        });
    }
    snippet
}

/// How much of a very long line to show on either side of a place, in bytes.
const WIDE: usize = 4_000;

/// Limits the underline to one line: a diagnostic about a block points to its first line.
fn visible(text: &str, place: &Place) -> Range<usize> {
    let (start, end) = (floor(text, place.span.start), floor(text, place.span.end));
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
    start..end.clamp(start, line_end)
}

fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

/// Formats diagnostics as GitHub workflow commands, which annotate the lines of a pull request: one `::error …::` or
/// `::warning …::` line per diagnostic.
pub fn github(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for (d, f) in diagnostics.iter().zip(&Findings::new(diagnostics, sources).findings) {
        let Finding { severity, line, end_line, column, end_column, .. } = f;
        let (file, title, text) = (property(&f.file), property(f.rule), data(&message(d, f, sources)));
        let at = format!("line={line},endLine={end_line},col={column},endColumn={end_column}");
        let _ = writeln!(out, "::{severity} file={file},{at},title={title}::{text}");
    }
    out
}

fn message(d: &Diagnostic, f: &Finding, sources: &Sources) -> String {
    let related = f.related.iter().map(|r| format!("{}:{}:{}: {}", r.file, r.line, r.column, r.message));
    let lines = std::iter::once(f.message.clone()).chain(related).chain(advice(d, sources));
    lines.collect::<Vec<_>>().join("\n")
}

/// Escapes the characters that would end a message, as the runner expects.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the colon and the comma too, because they would end a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The output of `lint --format json`, for programs (`api.md`, "A JSON finding").
#[derive(Debug, Clone, Serialize)]
pub struct Findings {
    pub findings: Vec<Finding>,
    pub errors: usize,
    pub warnings: usize,
}

impl Findings {
    /// Creates the output, resolving every position.
    pub fn new(diagnostics: &[Diagnostic], sources: &Sources) -> Self {
        let count = |s| diagnostics.iter().filter(|d| d.severity == s).count();
        Self {
            findings: diagnostics.iter().map(|d| finding(d, sources)).collect(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
        }
    }
}

fn finding(d: &Diagnostic, sources: &Sources) -> Finding {
    let related = |r: &Related| {
        let (Position { line, column }, _) = sources.positions(&r.place);
        RelatedFinding { file: sources.path(&r.place.file), line, column, message: r.message.clone() }
    };
    let edit = |edit: &Edit| {
        let Range { start, end } = sources.in_file(&edit.place);
        FindingEdit { file: sources.path(&edit.place.file), start, end, text: edit.text.clone() }
    };
    let fix = |fix: &Fix| FindingFix { safe: fix.safe, edits: fix.edits.iter().map(edit).collect() };
    let (start, end) = sources.positions(&d.place);
    Finding {
        rule: d.rule,
        severity: d.severity.name(),
        file: sources.path(&d.place.file),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        message: d.message.clone(),
        why: d.why,
        help: d.help.clone(),
        related: d.related.iter().map(related).collect(),
        fix: d.fix.as_ref().map(fix),
        edit: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_in_a_file_name_never_reach_the_terminal() {
        let place = Place::file("faq/a\u{1b}[8m\nb.yaml");
        let finding = Diagnostic::error("unreadable-file", place, "the link's target doesn't exist");
        let printed = human(&[finding], &Sources::default());
        assert!(printed.starts_with("faq/a\u{fffd}[8m\u{fffd}b.yaml:1:1: error: "), "{printed:?}");
    }
}
