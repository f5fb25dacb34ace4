//! `style-clash`: style.yaml forbids a word that it also prescribes, or lists one twice.

use std::collections::BTreeMap;

use super::context::Context;
use super::findings::warning_at;
use super::wording::Entry;
use crate::content::document::{child, item};
use crate::content::model::Wording;
use callguide_search::diagnostics::{Diagnostic, Place};

/// An entry of a list, with its pointer.
struct Listed<'a> {
    pointer: String,
    wording: &'a Wording,
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(style) = &context.draft.style else { return };
    let lists = [
        ("/names", &style.names),
        ("/partisan", &style.partisan),
        ("/judgemental", &style.judgemental),
        ("/retired", &style.retired),
    ];
    let all: Vec<Listed<'_>> = lists
        .into_iter()
        .flat_map(|(list, entries)| {
            entries.indexed().map(move |(at, wording)| Listed { pointer: item(list, at), wording })
        })
        .collect();
    let document = &style.document;
    let not = |listed: &Listed<'_>, nth: usize| item(&child(&listed.pointer, "not"), nth);
    let mut first: BTreeMap<&str, Place> = BTreeMap::new();
    for listed in &all {
        let said: Vec<&Listed<'_>> = all
            .iter()
            .filter(|other| !other.wording.say.is_empty() && other.wording.say != listed.wording.say)
            .collect();
        for (nth, word) in listed.wording.not.iter().enumerate() {
            let pointer = not(listed, nth);
            if let Some(there) = first.get(word.as_str()) {
                let message = format!("\"{word}\" is listed twice in this file");
                found.push(
                    warning_at("style-clash", document, &pointer, &message)
                        .related(there.clone(), "and here")
                        .help("keep the one that says what to write instead, and remove the other"),
                );
                continue;
            }
            first.insert(word, document.value_at(&pointer));
            let alone = Wording { say: listed.wording.say.clone(), not: vec![word.clone()] };
            let alone = Entry::new(&alone);
            let same = (*word == listed.wording.say).then_some(listed);
            let other = said.iter().copied().find(|other| !alone.hits(&other.wording.say).is_empty());
            if let Some(clash) = same.or(other) {
                let say = &clash.wording.say;
                let message = format!("\"{word}\" is forbidden here, but the file says to write \"{say}\"");
                found.push(
                    warning_at("style-clash", document, &pointer, &message)
                        .related(document.value_at(&child(&clash.pointer, "say")), "prescribed here")
                        .help("decide on one and change the other: nobody can follow both"),
                );
            }
        }
    }
}
