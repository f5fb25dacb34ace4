//! `unknown-entry`: a search check that expects an entry that doesn't exist.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::context::Context;
use super::findings::{error_at, few};
use super::offer;
use crate::content::Kind;
use crate::content::model::OneOrMore;
use callguide_search::diagnostics::{Diagnostic, meant, shown};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.search_checks else { return };
    // An entry that couldn't be read, or that's in a file with a wrong name, still exists.
    let hides = |(file, (_, rules)): (&Arc<str>, &(Vec<usize>, BTreeSet<&str>))| {
        Kind::of(file).is_none_or(|kind| kind == Kind::Faq) || rules.contains("unknown-file")
    };
    if context.earlier.0.iter().any(hides) {
        return;
    }
    let ids = || context.draft.faq.iter().flat_map(|file| file.entries.iter()).map(|entry| entry.id.as_str());
    let mut missing: Vec<(&str, Diagnostic)> = Vec::new();
    for (index, check) in file.searches.indexed() {
        let at = format!("/searches/{index}/expect");
        for (place, id) in check.expect.iter().enumerate().filter(|(_, id)| !ids().any(|known| known == *id))
        {
            let pointer = match check.expect {
                OneOrMore::One(_) => at.clone(),
                OneOrMore::More(_) => format!("{at}/{place}"),
            };
            let message = format!("the FAQ has no entry with the id {}", shown(id));
            let finding = error_at("unknown-entry", &file.document, &pointer, &message);
            let finding = if meant(id, ids()).is_some() { finding.because(message) } else { finding };
            // The id may be what people call the entry, which is one of its tags.
            let tagged = context.draft.faq.iter().flat_map(|file| file.entries.iter()).find(|entry| {
                entry.tags.iter().any(|tag| tag.to_lowercase().split_whitespace().eq(id.split('-')))
            });
            missing.push((
                id,
                match tagged {
                    Some(entry) => finding
                        .help(format!("did you mean {}? It has this as a tag", shown(&entry.id)))
                        .guess(file.document.write(&pointer, &entry.id)),
                    None => offer::value(finding, &file.document, &pointer, id, ids()),
                },
            ));
        }
    }
    let names: BTreeSet<&str> =
        missing.iter().filter(|(_, d)| d.cause.is_none()).map(|(id, _)| *id).collect();
    // This many aren't typos: a file was removed.
    let gone = (names.len() >= MANY)
        .then(|| format!("the FAQ doesn't have the entries that searches expect: {}", few(&names)));
    found.extend(missing.iter().map(|(id, finding)| {
        let finding = finding.clone();
        match (&gone, &finding.cause) {
            (_, Some(_)) => finding,
            (Some(gone), None) => finding.because(gone).help(GONE),
            (None, None) => finding.because(format!("the FAQ has no entry with the id {}", shown(id))),
        }
    }));
}

/// At least this many missing entries are reported as one finding.
const MANY: usize = 3;
const GONE: &str = "if an FAQ file or entry was removed by mistake, put it back; otherwise remove these searches, or have them expect another entry";
