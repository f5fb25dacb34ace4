//! `same-order`: two files of the FAQ with one place among the categories.

use std::collections::BTreeMap;

use super::{Context, warning};
use crate::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut first = BTreeMap::new();
    let mut files: Vec<_> = context.draft.faq.iter().collect();
    files.sort_by_key(|file| &file.document.name);
    for file in files {
        let document = &*file.document;
        let Some(order) = document.value.get("order").and_then(serde_json::Value::as_i64) else { continue };
        if context.copies().has_file(&document.name) {
            continue;
        }
        match first.get(&order) {
            None => drop(first.insert(order, document)),
            Some(other) => found.push(
                warning(
                    "same-order",
                    document,
                    "/order",
                    document.value_at("/order"),
                    &format!("{} has the place {order} already", other.name),
                )
                .related(other.value_at("/order"), "there")
                .help("give each file a number of its own; categories are listed from the lowest to the highest"),
            ),
        }
    }
}
