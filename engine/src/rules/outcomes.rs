//! `unknown-outcome`: a solution comes to something that is no outcome; and a solution that doesn't say whether the
//! agreement is gone over.

use super::{Context, error_at, offer};
use crate::content::Kind;
use crate::content::document::child;
use crate::diagnostics::{Diagnostic, shown};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let agreement = context.draft.documents.values().any(|(kind, _)| *kind == Kind::Agreement);
    for (id, solution) in file.solutions.iter() {
        let at = child("/solutions", id);
        let kind = child(&at, "type");
        if !file.outcomes.contains(&solution.kind) && !context.told_at(&file.document, &kind) {
            let message = format!("there is no outcome {}", shown(&solution.kind));
            let finding = error_at("unknown-outcome", &file.document, &kind, &message);
            let names = file.outcomes.names();
            found.push(offer::value(finding, &file.document, &kind, &solution.kind, names));
        }
        if agreement && solution.agreement_required.is_none() {
            let mut finding =
                error_at("missing-key", &file.document, &at, "the key \"agreement_required\" is missing")
                    .help("add a line `agreement_required: true`, or `false` where nothing has to be agreed to (It may be left out only where there is no agreement.yaml)");
            finding.place = file.document.opening(&at);
            found.push(finding);
        }
    }
}
