//! `unused-link`: an address or a phone number that nothing refers to.

use std::collections::HashSet;

use super::Context;
use crate::diagnostics::{Diagnostic, nearest};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.links else { return };
    // A misspelt name is a use of the link that it is nearest to.
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
    let written: Vec<&str> = context
        .documents()
        .flat_map(|(_, document)| {
            let texts = context.strings(document);
            texts.filter_map(|(pointer, _)| document.as_written(pointer)).collect::<Vec<_>>()
        })
        .collect();
    for name in file.phones.names() {
        let placeholder = format!("{{phone.{name}}}");
        if !written.iter().any(|text| text.contains(&placeholder)) {
            let place = file.document.key_at(&format!("/phones/{name}"));
            found.push(
                Diagnostic::warning(
                    "unused-link",
                    place,
                    format!("no text uses the phone number \"{name}\""),
                )
                .help(format!("write {placeholder} where it belongs, or remove this line")),
            );
        }
    }
}
