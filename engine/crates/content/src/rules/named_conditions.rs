//! `unknown-condition`, `circular-condition`: mistakes in named conditions. A condition that nothing uses is reported
//! with the other unused pieces.

use serde_json::Value;

use super::context::Context;
use super::findings::{error_at, error_at_key};
use super::offer;
use super::when::{Says, Word};
use crate::content::Kind;
use crate::content::conditions::CONDITIONS;
use crate::content::document::child;
use callguide_search::diagnostics::{Diagnostic, shown};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let conditions = &context.draft.conditions;
    for name in &conditions.circular {
        let pointer = child(CONDITIONS, name);
        let message = format!("the condition {} refers to itself", shown(name));
        found.push(
            error_at_key("circular-condition", &file.document, &pointer, &message)
                .help("spell out what it means, without a name that leads back to it"),
        );
    }
    let named = file.document.value.pointer(CONDITIONS).and_then(Value::as_object);
    let names = || named.into_iter().flat_map(|named| named.keys().map(String::as_str));
    for Word { document, kind, pointer, says } in context.words() {
        let Says::Is(name) = says else { continue };
        let mut finding = if !named.is_some_and(|named| named.contains_key(*name)) {
            let message = format!("decision-tree.yaml has no condition {}", shown(name));
            let finding = error_at("unknown-condition", document, pointer, &message);
            offer::value(finding, document, pointer, name, names())
        } else if !matches!(kind, Kind::DecisionTree | Kind::States) && conditions.asks_for_answers(name) {
            let message = format!(
                "the condition {} depends on earlier answers, but nothing has been answered yet here",
                shown(name)
            );
            error_at("unknown-condition", document, pointer, &message)
        } else {
            continue;
        };
        finding.help.get_or_insert_with(|| "spell out the condition here instead of naming it".to_owned());
        found.push(finding);
    }
}
