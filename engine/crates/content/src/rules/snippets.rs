//! `unknown-snippet`, `nested-snippet`: the shared texts in snippets.yaml. Also makes sure that a
//! finding in a shared text is reported only once, where the text is written.

use std::collections::{BTreeMap, HashMap};

use super::context::Context;
use super::findings::suggest;
use crate::content::document::child;
use crate::content::model::Snippets;
use crate::content::{File, Kind, snippets};
use callguide_search::diagnostics::{Cause, Diagnostic, Place, Related, meant, shown};
use callguide_search::text::placeholders::places;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let known = context.draft.snippets.as_ref();
    // An unreadable or misnamed file could define any name.
    let misnamed = || context.draft.accounted_for.iter().any(|name| Kind::of(name) == Some(Kind::Snippets));
    let hidden = known.is_none() && (misnamed() || context.broken(Kind::Snippets, |_| true));
    let mut missing = Vec::new();
    let renamed = known.map(|file| renamed(context, file)).unwrap_or_default();
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
            let finding = text
                .error("unknown-snippet", place.clone(), &message)
                .because(message)
                .help("add it to snippets.yaml, or write out the words");
            match (known, renamed.get(name)) {
                (Some(file), Some(own)) => found.push(at_renamed(finding, file, name, own)),
                (Some(file), None) => found.push(suggest(finding, name, file.snippets.names(), |near| {
                    let near = format!("{{{}{near}}}", snippets::PREFIX);
                    text.document.write_part(&text.pointer, &place, &text.written[range], &near)
                })),
                (None, _) => missing.push(finding),
            }
        }
    }
    match missing.len() {
        0 | 1 => found.append(&mut missing),
        places => found.push(file_missing(places)),
    }
}

/// Missing names that several texts use, each with the unused snippet that was probably renamed from it.
fn renamed<'a>(context: &Context<'a>, file: &'a File<Snippets>) -> HashMap<&'a str, &'a str> {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for text in context.prose().filter(|text| text.kind != Kind::Snippets) {
        snippets::names(text.written).for_each(|name| *uses.entry(name).or_default() += 1);
    }
    let unused: Vec<&str> = file.snippets.names().filter(|name| !uses.contains_key(name)).collect();
    let missing = uses.into_iter().filter(|(name, count)| *count > 1 && !file.snippets.contains(name));
    missing.filter_map(|(name, _)| Some((name, meant(name, unused.iter().copied())?))).collect()
}

/// Reports a name that several texts use, at the unused snippet `own` that was probably renamed from it.
fn at_renamed(finding: Diagnostic, file: &File<Snippets>, name: &str, own: &str) -> Diagnostic {
    let at = child("/snippets", own);
    let message = format!(
        "nothing uses {}, but text in other places uses {}, which doesn't exist",
        shown(own),
        shown(name)
    );
    let place = Some(file.document.key_at(&at));
    let cause = Some(Cause { message, counted: "places", place, alone: false, help: None });
    let help = format!("write `{name}` here; or, if the new name is right, write it in each of these places");
    Diagnostic { cause, ..finding.help(help).guess(file.document.rename(&at, name)) }
}

/// Reports that the file is missing although this many places use its texts.
fn file_missing(places: usize) -> Diagnostic {
    let file = Kind::Snippets.file().unwrap_or_default();
    let message = format!("the file is missing, but {places} places use its snippets");
    Diagnostic::error("missing-file", Place::file(file), message)
        .help("put back the file if it was removed, or add it with these snippets; or write out the words wherever {snippet.…} is used")
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
