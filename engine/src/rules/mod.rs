//! What lint checks beyond the schemas, one file per rule or family of rules.
//!
//! A rule looks at the whole draft, says everything it finds and changes nothing. No input or
//! output, no clock: the date is handed in.

pub mod catalogue;
mod tree_reach;

use crate::content::Draft;
use crate::diagnostics::{self, Diagnostic};

/// What a rule may look at.
#[derive(Debug)]
pub struct Context<'a> {
    pub draft: &'a Draft,
}

/// Every finding of every rule.
pub fn check(draft: &Draft) -> Vec<Diagnostic> {
    let context = Context { draft };
    let mut found = Vec::new();
    for rule in catalogue::CHECKS {
        rule(&context, &mut found);
    }
    diagnostics::sort(&mut found);
    found
}
