//! The one list of what is checked.
use super::Context;
use crate::diagnostics::Diagnostic;
/// A check.
pub type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);
/// Every check.
pub const CHECKS: &[Check] = &[super::tree_reach::check];
