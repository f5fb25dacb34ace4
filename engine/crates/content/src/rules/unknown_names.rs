//! `unknown-guide`, `unknown-node`, `unknown-outcome`, `unknown-step`: names that don't exist.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::context::Context;
use crate::content::PlacedName;
use callguide_search::diagnostics::Diagnostic;

/// The kind of name, the rule, and the message up to the name.
const KINDS: [(&str, &str, &str); 4] = [
    ("guide", "unknown-guide", "there is no guide"),
    ("node", "unknown-node", "there is no question or solution"),
    ("outcome", "unknown-outcome", "there is no outcome"),
    ("step", "unknown-step", "there is no step"),
];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let names = context.names();
    for (of, rule, problem) in KINDS {
        let known: HashSet<&str> = names.known(of).into_iter().collect();
        let deep = too_deep(names.defined(of));
        // If no names could be read, the file that defines them already has a finding. So does a definition that's
        // indented too far, or an entry that lacks a key.
        let is_told = |name| known.is_empty() || deep.contains(name);
        for used in names.used(of).filter(|used| !known.contains(used.name) && !is_told(used.name)) {
            let around = used.pointer.rsplit_once('/').map_or("", |(around, _)| around);
            if !context.told_from(used.document, used.document.opening(around).span.start) {
                found.push(names.unknown(rule, problem, used));
            }
        }
    }
}

/// The names inside entries that may be separate definitions, indented too far.
fn too_deep<'n>(defined: impl Iterator<Item = &'n PlacedName<'n>>) -> HashSet<&'n str> {
    let lists: BTreeMap<_, _> = defined.map(|own| ((&own.document.name, own.list()), own.document)).collect();
    let lists =
        lists.into_iter().filter_map(|((_, list), document)| document.value.pointer(list)?.as_object());
    let entries = lists.flat_map(|all| all.values()).filter_map(Value::as_object).flatten();
    entries.filter(|(_, value)| value.is_object()).map(|(name, _)| name.as_str()).collect()
}
