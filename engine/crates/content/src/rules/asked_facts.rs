//! The facts that questions, answers and steps ask for, as written in the files, and one id for two of them:
//! `fact-clash`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::context::Context;
use super::findings::error;
use crate::content::document::{child, item};
use crate::content::{Document, Kind};
use callguide_search::diagnostics::{Diagnostic, Place};

/// A fact and the question, answer or step that asks for it.
#[derive(Debug, Clone)]
pub(super) struct AskedFact<'a> {
    pub id: &'a str,
    pub document: &'a Document,
    /// The fact's pointer.
    pub pointer: String,
    /// The key of the question or step that asks for it.
    pub by: &'a str,
    /// The answer's id, if an answer asks rather than the question itself.
    pub answer: Option<&'a str>,
    pub kind: Kind,
    pub value: &'a Value,
}

/// The kinds of files that ask for facts, each with the key of the list whose items ask for them.
const HOMES: [(Kind, &str); 2] = [(Kind::Flows, "steps"), (Kind::DecisionTree, "questions")];

/// Everything that may ask for facts, in the order in which a contact reaches the files, each in the form of a fact.
/// Taken from the raw files, which may contain the id even if nothing else can be read.
fn asking<'a>(context: &Context<'a>) -> Vec<AskedFact<'a>> {
    let mut all = Vec::new();
    for (kind, list) in HOMES {
        let documents = context.documents().filter(|(of, _)| *of == kind);
        for (document, lists) in
            documents.filter_map(|(_, document)| Some((document, document.value.get(list)?.as_object()?)))
        {
            for (by, value) in lists {
                let pointer = child(&format!("/{list}"), by);
                let answers = value.get("answers").and_then(Value::as_array);
                let list = child(&pointer, "answers");
                all.push(AskedFact { id: "", document, pointer, by, answer: None, kind, value });
                for (index, value) in answers.into_iter().flatten().enumerate() {
                    // An answer without an id can't be referred to by name.
                    let answer = value.get("id").and_then(Value::as_str).or(Some(""));
                    all.push(AskedFact {
                        id: "",
                        document,
                        pointer: item(&list, index),
                        by,
                        answer,
                        kind,
                        value,
                    });
                }
            }
        }
    }
    all
}

/// Every fact, once for each question, answer or step that asks for it.
pub(super) fn asked<'a>(context: &Context<'a>) -> Vec<AskedFact<'a>> {
    let mut all = Vec::new();
    for asking in asking(context) {
        let at = child(&asking.pointer, "ask_for");
        let facts = asking.value.get("ask_for").and_then(Value::as_array);
        all.extend(facts.into_iter().flatten().enumerate().filter_map(|(index, value)| {
            let id = value.get("id")?.as_str()?;
            Some(AskedFact { id, pointer: item(&at, index), value, ..asking.clone() })
        }));
    }
    all
}

/// Whether something that can't be read may ask for a fact.
pub(super) fn hidden(context: &Context<'_>) -> bool {
    let whole = HOMES.iter().all(|(kind, list)| {
        let document = context.documents().find(|(of, _)| of == kind).map(|(_, document)| document);
        document.is_some_and(|document| document.value.get(*list).is_some_and(Value::is_object))
    });
    !whole
        || asking(context).iter().any(|asking| match asking.value.get("ask_for") {
            Some(_) => context.told_at(asking.document, &child(&asking.pointer, "ask_for")),
            // A misspelled key may be `ask_for`.
            None => context.told_at(asking.document, &asking.pointer),
        })
}

/// The keys that must be the same wherever a fact is asked for, and how a finding describes a difference.
const SAME: [(&str, &str); 3] =
    [("label", "a different label"), ("kind", "a different kind"), ("choices", "different choices")];

/// `fact-clash`: a fact that's asked for in several places, but defined differently.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let all = asked(context);
    let mut by_id: BTreeMap<&str, Vec<&AskedFact<'_>>> = BTreeMap::new();
    for fact in &all {
        let own = by_id.entry(fact.id).or_default();
        // A fact that appears twice in one list is reported as a duplicate id, and an unreadable fact by the check that
        // couldn't read it.
        let list = |asked: &AskedFact<'_>| {
            (asked.kind, asked.pointer.rsplit_once('/').map(|(list, _)| list.to_owned()))
        };
        let twice = own.iter().any(|other| list(other) == list(fact));
        if !twice && !context.told_at(fact.document, &fact.pointer) {
            own.push(fact);
        }
    }
    for own in by_id.into_values() {
        // The most common version is assumed to be right; in a tie, the first.
        let agree = |fact: &AskedFact<'_>| own.iter().filter(|other| differs(fact, other).is_none()).count();
        let Some(meant) = own.iter().rev().max_by_key(|fact| agree(fact)) else { continue };
        for (fact, (key, other)) in own.iter().filter_map(|fact| Some((fact, differs(fact, meant)?))) {
            let value = meant.value.get(key).and_then(Value::as_str);
            let edit = value.and_then(|value| fact.document.write(&child(&fact.pointer, key), value));
            let message = format!("this fact has {other} elsewhere");
            found.push(
                error("fact-clash", fact.document, &fact.pointer, place(fact, key), &message)
                    .related(place(meant, key), "there, it's this")
                    .help("an id means the same fact everywhere: make both the same, or give one of the two facts a different id")
                    .guess(edit),
            );
        }
    }
}

/// The first key in which two facts differ, and how a finding describes it.
fn differs(fact: &AskedFact<'_>, other: &AskedFact<'_>) -> Option<(&'static str, &'static str)> {
    SAME.into_iter().find(|(key, _)| fact.value.get(key) != other.value.get(key))
}

/// The place of a key's value, or of the whole fact if it doesn't have the key.
fn place(fact: &AskedFact<'_>, key: &str) -> Place {
    let document: &Document = fact.document;
    match fact.value.get(key) {
        Some(_) => document.value_at(&child(&fact.pointer, key)),
        None => document.value_at(&fact.pointer),
    }
}
