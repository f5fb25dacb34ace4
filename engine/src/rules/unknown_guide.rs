//! `unknown-guide`: a step shows a guide that isn't there.

use super::{Context, error_at, offer};
use crate::diagnostics::{Diagnostic, shown};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(flows), Some(guides)) = (&context.draft.flows, &context.draft.guides) else { return };
    if guides.guides.names().next().is_none() {
        return;
    }
    for (id, step) in flows.steps.iter() {
        let Some(guide) = &step.guide else { continue };
        if !guides.guides.contains(guide) {
            let pointer = format!("/steps/{id}/guide");
            let message = format!("there is no guide {}", shown(guide));
            let finding = error_at("unknown-guide", &flows.document, &pointer, &message);
            found.push(offer::value(finding, &flows.document, &pointer, guide, guides.guides.names()));
        }
    }
}
