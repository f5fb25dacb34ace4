//! What a check found: one line of the output.

use std::fmt;

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckResult {
    Good,
    /// A problem that the engine or a person will run into.
    Wrong,
    /// The result can't be determined from here, or there's nothing to check.
    Unknown,
}

/// One line of the output: what was checked, the result, and what to do.
#[derive(Debug)]
pub(super) struct ResultLine {
    about: &'static str,
    pub(super) state: CheckResult,
    pub(super) text: String,
}

impl ResultLine {
    pub(super) fn good(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: CheckResult::Good, text: text.into() }
    }

    pub(super) fn wrong(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: CheckResult::Wrong, text: text.into() }
    }

    pub(super) fn unknown(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: CheckResult::Unknown, text: text.into() }
    }
}

impl fmt::Display for ResultLine {
    /// Formats the result as a single line, even if its text comes from another system.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            CheckResult::Good => "ok",
            CheckResult::Wrong => "WRONG",
            CheckResult::Unknown => "?",
        };
        let text: Vec<&str> = self.text.split(char::is_control).collect();
        write!(f, "{state:<6} {:<12} {}", self.about, text.join(" "))
    }
}
