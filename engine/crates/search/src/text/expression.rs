//! Regular expressions that are constants in the source code.
//!
//! They look for English words, so `\w`, `\W`, and `\b` cover only ASCII letters: Unicode's tables are slow to compile,
//! and at a curly quote, the fast automaton can't decide whether a word ends.

use std::ops::Deref;
use std::sync::OnceLock;

use regex::Regex;

/// A constant regular expression, compiled when it's first used.
#[derive(Debug)]
pub struct Expression {
    source: &'static str,
    compiled: OnceLock<Regex>,
}

impl Expression {
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }
}

impl Deref for Expression {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        self.compiled.get_or_init(|| {
            let ascii = self.source.replace(r"\b", r"(?-u:\b)");
            let ascii = ascii.replace(r"\w", "[[:word:]]").replace(r"\W", "[[:^word:]]");
            Regex::new(&ascii).expect("a constant pattern")
        })
    }
}
