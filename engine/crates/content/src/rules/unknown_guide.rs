//! `unknown-guide`: a step or the agreement names a guide that doesn't exist.

use super::context::Context;
use super::findings::error_at;
use super::offer;
use crate::content::Document;
use callguide_search::diagnostics::{Diagnostic, shown};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(guides) = &context.draft.guides else { return };
    if guides.guides.names().next().is_none() {
        return;
    }
    let mut named = |document: &Document, pointer: String, guide: &str| {
        if !guides.guides.contains(guide) {
            let message = format!("there is no guide {}", shown(guide));
            let finding = error_at("unknown-guide", document, &pointer, &message);
            found.push(offer::value(finding, document, &pointer, guide, guides.guides.names()));
        }
    };
    if let Some(flows) = &context.draft.flows {
        for (id, step) in flows.steps.iter() {
            let Some(guide) = &step.guide else { continue };
            named(&flows.document, format!("/steps/{id}/guide"), guide);
        }
    }
    if let Some(agreement) = &context.draft.agreement
        && let Some(guide) = agreement.without.as_ref().and_then(|without| without.guide.as_ref())
    {
        named(&agreement.document, "/without/guide".to_owned(), guide);
    }
}
