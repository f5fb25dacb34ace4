//! `unused-link`: an address or a phone number that nothing refers to.

use std::collections::HashSet;

use super::context::Context;
use callguide_search::diagnostics::{Diagnostic, nearest};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.links else { return };
    // A part that can't be read may use any link, and a misspelled name counts as a use of the closest one.
    if context.has_gaps() {
        return;
    }
    let named: HashSet<&str> = context.links().iter().map(|(_, _, name, _)| *name).collect();
    let used: HashSet<&str> =
        named
            .into_iter()
            .filter_map(|name| {
                if file.links.contains(name) { Some(name) } else { nearest(name, file.links.names()) }
            })
            .collect();
    for name in file.links.names().filter(|name| !used.contains(name)) {
        let place = file.document.key_at(&format!("/links/{name}"));
        found.push(
            Diagnostic::warning("unused-link", place, format!("no text uses the link \"{name}\""))
                .help(format!("write [words](link:{name}) where it belongs, or remove this line"))
                .guess(file.document.remove(&format!("/links/{name}"))),
        );
    }
    for name in file.phones.names() {
        let placeholder = format!("{{phone.{name}}}");
        if !context.prose().any(|text| text.written.contains(&placeholder)) {
            let place = file.document.key_at(&format!("/phones/{name}"));
            let message = format!("no text uses the phone number \"{name}\"");
            found.push(
                Diagnostic::warning("unused-link", place, message)
                    .help(format!("write {placeholder} where it belongs, or remove this line")),
            );
        }
    }
}
