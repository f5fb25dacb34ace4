//! `unknown-snippet`, `nested-snippet`: the snippets in snippets.yaml. Also makes sure that a finding in a snippet is
//! reported only once, where the text is written.

use super::context::Context;
use crate::content::{Kind, snippets};
use callguide_search::diagnostics::{Diagnostic, Place, Related, shown};
use callguide_search::text::placeholders::places;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let known = context.draft.snippets.as_ref();
    // An unreadable or misnamed file could define any name.
    let misnamed = || context.draft.accounted_for.iter().any(|name| Kind::of(name) == Some(Kind::Snippets));
    let hidden = known.is_none() && (misnamed() || context.broken(Kind::Snippets, |_| true));
    let mut missing = Vec::new();
    for text in context.prose() {
        let shared = text.kind == Kind::Snippets;
        for (range, name) in places(text.written) {
            let Some(name) = name.strip_prefix(snippets::PREFIX) else { continue };
            if !shared && (hidden || known.is_some_and(|file| file.snippets.contains(name))) {
                continue;
            }
            let place = text.place(&range);
            if shared {
                let message = "a snippet can't contain another one";
                found.push(text.error("nested-snippet", place, message).help(
                    "write out its words here, or use both placeholders, one after the other, wherever the snippets are used",
                ));
                continue;
            }
            let message = format!("there is no snippet named {}", shown(name));
            let finding = text.error("unknown-snippet", place.clone(), &message).because(message);
            if known.is_none() {
                missing.push(finding.help("add it to snippets.yaml, or write out the words"));
                continue;
            }
            let help = "if its words aren't in snippets.yaml yet, add them there, or write them out here";
            found.push(context.names().suggest("snippet", finding.help(help), name, |near| {
                let near = format!("{{{}{near}}}", snippets::PREFIX);
                text.document.write_part(&text.pointer, &place, &text.written[range], &near)
            }));
        }
    }
    if missing.len() > 1 {
        let file = Kind::Snippets.file().unwrap_or_default();
        let message = format!("the file is missing, but {} places use its snippets", missing.len());
        missing = vec![Diagnostic::error("missing-file", Place::file(file), message)
            .help("put back the file if it was removed, or add it with these snippets; or write out the words wherever {snippet.…} is used")];
    }
    found.append(&mut missing);
}

/// Removes duplicate findings: a mistake in a snippet's text is found in the snippet and wherever the snippet is used,
/// and only the finding in the snippet is kept. A finding that's only at a place of use gets a reference to the
/// snippet.
pub fn trace(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.snippets else { return };
    let words = |d: &Diagnostic| -> Option<Place> {
        let (_, document) = context.draft.documents.get(&d.place.file)?;
        let outside = d.place.file != file.document.name;
        let written = document.text.get(d.place.span.clone()).filter(|_| outside)?;
        let name = snippets::names(written).next().filter(|name| {
            written.len() == snippets::PREFIX.len() + name.len() + 2 && file.snippets.contains(name)
        })?;
        Some(file.document.value_at(&format!("/snippets/{name}")))
    };
    let own: Vec<(&str, usize)> = found
        .iter()
        .filter(|d| d.place.file == file.document.name)
        .map(|d| (d.rule, d.place.span.start))
        .collect();
    found.retain_mut(|finding| {
        let Some(place) = words(finding) else { return true };
        let told = own.iter().any(|(rule, at)| *rule == finding.rule && place.span.contains(at));
        finding.related.push(Related { place, message: "the words are here".to_owned() });
        !told
    });
}
