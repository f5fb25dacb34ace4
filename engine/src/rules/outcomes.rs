//! `unknown-outcome` and `unused-outcome`: what solutions come to; and whether they say if the agreement is gone over.

use super::{Context, error_at, warning};
use crate::content::document::child;
use crate::diagnostics::{Diagnostic, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(tree) = &context.draft.tree else { return };
    for (key, solution) in tree.solutions.iter() {
        let pointer = child("/solutions", key);
        if !tree.outcomes.contains(&solution.kind) {
            let message = format!("there is no outcome {}", shown(&solution.kind));
            found.push(
                error_at("unknown-outcome", &tree.document, &child(&pointer, "type"), &message)
                    .maybe_help(suggestion(&solution.kind, tree.outcomes.names())),
            );
        }
        if solution.agreement_required.is_none() && context.draft.agreement.is_some() {
            let place = tree.document.key_at(&pointer);
            let message = format!("solution {key}: the key \"agreement_required\" is missing");
            found.push(Diagnostic::error("missing-key", place, message).help(
                "add a line `agreement_required: true`, or `false` where the agreement is not gone over",
            ));
        }
    }
    for (name, _) in tree.outcomes.iter() {
        if !tree.solutions.iter().any(|(_, solution)| solution.kind == name) {
            let pointer = child("/outcomes", name);
            let message = format!("no solution has the type {}", shown(name));
            found.push(
                warning("unused-piece", &tree.document, &pointer, tree.document.key_at(&pointer), &message)
                    .help("remove it, or give it to the solutions that it is meant for"),
            );
        }
    }
}
