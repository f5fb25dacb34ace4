//! `unknown-guide`: a step shows a guide that isn't there.

use super::{Context, error_at};
use crate::diagnostics::{Diagnostic, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(flows), Some(guides)) = (&context.draft.flows, &context.draft.guides) else { return };
    if guides.guides.names().next().is_none() {
        return;
    }
    for (id, step) in flows.steps.iter() {
        let Some(guide) = &step.guide else { continue };
        if !guides.guides.contains(guide) {
            let pointer = format!("/steps/{id}/guide");
            found.push(
                error_at(
                    "unknown-guide",
                    &flows.document,
                    &pointer,
                    &format!("there is no guide {}", shown(guide)),
                )
                .maybe_help(suggestion(guide, guides.guides.names())),
            );
        }
    }
}
