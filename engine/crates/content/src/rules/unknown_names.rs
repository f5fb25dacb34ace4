//! `unknown-guide`, `unknown-node`, `unknown-outcome`, `unknown-step`: names that nothing has.

use super::context::Context;
use super::findings::unknown_name;
use crate::content::{PlacedName, is_too_deep};
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
        let known = names.known(of);
        // If no name could be read, the file that should define them has a finding of its own.
        let used = names.used(of).filter(|used| !known.is_empty() && !known.contains(&used.name));
        // So does a definition that's indented too far, and an entry that lacks a key.
        let is_deep = |name: &str| names.defined(of).any(|own| is_too_deep(own.document, own.list(), name));
        for PlacedName { document, pointer, name, .. } in used.filter(|used| !is_deep(used.name)) {
            let around = pointer.rsplit_once('/').map_or("", |(around, _)| around);
            if !context.told_from(document, document.opening(around).span.start) {
                found.push(unknown_name(rule, problem, (document, pointer), name, known.iter().copied()));
            }
        }
    }
}
