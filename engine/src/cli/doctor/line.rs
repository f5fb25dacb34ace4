//! What a check found: one line in the output.

use std::fmt;

/// The result of a check: what was found, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CheckResult {
    Good(String),
    /// A problem that the engine or a person will run into.
    Wrong(String),
    /// The result can't be determined from here, or there's nothing to check.
    Unknown(String),
}

/// One line in the output: what was checked, and the result.
#[derive(Debug)]
pub(super) struct ResultLine(pub(super) &'static str, pub(super) CheckResult);

impl fmt::Display for ResultLine {
    /// Formats the result as a single line, even if its text comes from another system.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(about, result) = self;
        let (state, text) = match result {
            CheckResult::Good(text) => ("ok", text),
            CheckResult::Wrong(text) => ("WRONG", text),
            CheckResult::Unknown(text) => ("?", text),
        };
        let text: Vec<&str> = text.split(char::is_control).collect();
        write!(f, "{state:<6} {about:<12} {}", text.join(" "))
    }
}
