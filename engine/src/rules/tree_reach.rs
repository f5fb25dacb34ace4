use super::Context;
use crate::diagnostics::Diagnostic;
pub fn check(_: &Context<'_>, _: &mut Vec<Diagnostic>) {}
