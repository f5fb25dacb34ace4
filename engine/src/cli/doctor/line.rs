//! What a check found: one line of the output.

use std::fmt;

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Good,
    /// The engine, or a person, will run into it.
    Wrong,
    /// It can't be determined from here, or there's nothing to check.
    Unknown,
}

/// One line of the output: what was checked, the result, and what to do.
#[derive(Debug)]
pub(super) struct Line {
    about: &'static str,
    pub(super) state: State,
    pub(super) text: String,
}

impl Line {
    pub(super) fn good(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: State::Good, text: text.into() }
    }

    pub(super) fn wrong(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: State::Wrong, text: text.into() }
    }

    pub(super) fn unknown(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: State::Unknown, text: text.into() }
    }
}

impl fmt::Display for Line {
    /// Formats it as a single line, even if the text comes from elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Good => "ok",
            State::Wrong => "WRONG",
            State::Unknown => "?",
        };
        let text: Vec<&str> = self.text.split(char::is_control).collect();
        write!(f, "{state:<6} {:<12} {}", self.about, text.join(" "))
    }
}
