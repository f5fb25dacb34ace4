//! Formats diagnostics as GitHub workflow commands, which annotate the lines of a pull request.

use std::fmt::Write as _;

use super::json::{Finding, Findings};
use super::{Diagnostic, Sources, fix_in_words};

/// Returns one `::error …::` or `::warning …::` line per diagnostic.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for (d, f) in diagnostics.iter().zip(&Findings::new(diagnostics, sources).findings) {
        let _ = writeln!(
            out,
            "::{} file={},line={},endLine={},col={},endColumn={},title={}::{}",
            f.severity,
            property(&f.file),
            f.line,
            f.end_line,
            f.column,
            f.end_column,
            property(f.rule),
            data(&text(d, f, sources)),
        );
    }
    out
}

fn text(d: &Diagnostic, f: &Finding, sources: &Sources) -> String {
    let mut text = f.message.clone();
    for r in &f.related {
        let _ = write!(text, "\n{}:{}:{}: {}", r.file, r.line, r.column, r.message);
    }
    if let Some(why) = f.why {
        let _ = write!(text, "\nwhy: {why}");
    }
    if let Some(help) = &f.help {
        let _ = write!(text, "\nhelp: {help}");
    }
    match &d.fix {
        Some(fix) if fix.safe => text.push_str("\nfix: `callguide lint --fix` does this"),
        Some(fix) => {
            let _ = write!(text, "\nguess: {}", fix_in_words(fix, &d.place, sources));
        }
        None => {}
    }
    text
}

/// Escapes the characters that would end a message, as the runner expects.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Also escapes the colon and comma, which would end a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
