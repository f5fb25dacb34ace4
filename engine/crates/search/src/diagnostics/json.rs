//! Formats diagnostics as JSON for programs (`api.md`, "A JSON finding").

use serde::Serialize;

use super::{Diagnostic, Severity, Sources};
pub use crate::api::status::{Finding, RelatedFinding};
use crate::api::status::{FindingEdit, FindingFix};

/// The output of `lint --format json`.
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
        related: d
            .related
            .iter()
            .map(|r| {
                let (at, _) = sources.positions(&r.place);
                RelatedFinding {
                    file: sources.path(&r.place.file),
                    line: at.line,
                    column: at.column,
                    message: r.message.clone(),
                }
            })
            .collect(),
        fix: d.fix.as_ref().map(|fix| FindingFix {
            safe: fix.safe,
            edits: fix
                .edits
                .iter()
                .map(|edit| {
                    let span = sources.in_file(&edit.place);
                    FindingEdit {
                        file: sources.path(&edit.place.file),
                        start: span.start,
                        end: span.end,
                        text: edit.text.clone(),
                    }
                })
                .collect(),
        }),
        edit: None,
    }
}
