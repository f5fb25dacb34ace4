//! Findings as the workflow commands that annotate the lines of a pull request.

use std::fmt::Write as _;

use super::json::{Finding, Findings};

/// One `::error …::` or `::warning …::` line per finding.
pub fn render(findings: &Findings) -> String {
    let mut out = String::new();
    for f in &findings.findings {
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
            data(&text(f)),
        );
    }
    out
}

fn text(f: &Finding) -> String {
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
    text
}

/// What would end the message is escaped as the runner expects it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// In a property a colon and a comma end it as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
