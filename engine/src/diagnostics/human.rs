//! Findings for a person: a line to jump to, the source with a caret, and what to do.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::json::Findings;
use super::{Diagnostic, Place, Sources};

/// Every finding, then a line that counts them.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let _ = writeln!(out, "{}", one(d, sources));
    }
    let findings = Findings::new(diagnostics, sources);
    let _ = writeln!(out, "{}", count(findings.errors, findings.warnings));
    out
}

/// `2 errors, 1 warning`, or that nothing was found.
pub fn count(errors: usize, warnings: usize) -> String {
    let plural = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    match (errors, warnings) {
        (0, 0) => "no findings".to_owned(),
        (0, w) => plural(w, "warning"),
        (e, 0) => plural(e, "error"),
        (e, w) => format!("{}, {}", plural(e, "error"), plural(w, "warning")),
    }
}

fn one(d: &Diagnostic, sources: &Sources) -> String {
    let (at, _) = sources.positions(&d.place);
    let mut out = format!(
        "{}:{}:{}: {}: {} [{}]\n",
        sources.path(&d.place.file),
        at.line,
        at.column,
        d.severity.name(),
        d.message,
        d.rule
    );
    out.push_str(&excerpt(d, sources));
    if let Some(help) = &d.help {
        let _ = writeln!(out, "   = help: {help}");
    }
    out
}

/// The lines that the finding and its related places point to. Places in other files are named
/// with their own path.
fn excerpt(d: &Diagnostic, sources: &Sources) -> String {
    let text = sources.text(&d.place.file);
    if text.is_empty() {
        return String::new();
    }
    let mut here = Snippet::source(text).annotation(AnnotationKind::Primary.span(visible(text, &d.place)));
    let mut elsewhere = Vec::new();
    for r in &d.related {
        let other = sources.text(&r.place.file);
        if other.is_empty() {
            continue;
        }
        let label = AnnotationKind::Context.span(visible(other, &r.place)).label(&*r.message);
        if r.place.file == d.place.file {
            here = here.annotation(label);
        } else {
            elsewhere.push(Snippet::source(other).path(sources.path(&r.place.file)).annotation(label));
        }
    }
    let group = Group::with_level(Level::ERROR).element(here).elements(elsewhere);
    let mut out = Renderer::plain().render(&[group]);
    out.push('\n');
    out
}

/// A caret under one line: a finding about a block points to its first line.
fn visible(text: &str, place: &Place) -> std::ops::Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (floor(place.span.start), floor(place.span.end));
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
    start..end.clamp(start, line_end)
}
