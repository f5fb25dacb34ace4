//! Regular expressions that are constants in the source code.

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
        self.compiled.get_or_init(|| Regex::new(self.source).expect("a constant pattern"))
    }
}
