//! `unused-link`: an address that nothing refers to.

use std::collections::HashSet;

use super::Context;
use crate::diagnostics::{Diagnostic, nearest};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.links else { return };
    let used: HashSet<&str> =
        super::unknown_link::uses(context).into_iter().map(|(_, _, name, _)| name).collect();
    for name in file.links.names().filter(|name| !used.contains(name)) {
        let place = file.document.key_at(&format!("/links/{name}"));
        found.push(
            Diagnostic::warning("unused-link", place, format!("the link \"{name}\" is used nowhere"))
                .help("use it, or remove it"),
        );
    }
}
