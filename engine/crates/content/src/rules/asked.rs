//! The facts that questions, answers and steps ask for, as written in the files.

use serde_json::Value;

use super::context::Context;
use crate::content::document::{child, item};
use crate::content::{Document, Kind};

/// Where a fact is asked for.
#[derive(Debug, Clone)]
pub(super) struct Asked<'a> {
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

/// The kinds of files that ask for facts, each with the key of the list whose items ask.
pub(super) const HOMES: [(Kind, &str); 2] = [(Kind::Flows, "steps"), (Kind::DecisionTree, "questions")];

/// Everything that may ask for facts, in the order in which a contact meets the files, each shaped as if it were a
/// fact. Taken from the raw files, where the id may be there even if nothing else can be read.
fn asking<'a>(context: &Context<'a>) -> Vec<Asked<'a>> {
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
                all.push(Asked { id: "", document, pointer, by, answer: None, kind, value });
                for (index, value) in answers.into_iter().flatten().enumerate() {
                    // Without an id, it's none of the answers that are referred to by name.
                    let answer = value.get("id").and_then(Value::as_str).or(Some(""));
                    all.push(Asked {
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

/// Every fact, once for each place that asks for it.
pub(super) fn asked<'a>(context: &Context<'a>) -> Vec<Asked<'a>> {
    let mut all = Vec::new();
    for asking in asking(context) {
        let at = child(&asking.pointer, "ask_for");
        let facts = asking.value.get("ask_for").and_then(Value::as_array);
        all.extend(facts.into_iter().flatten().enumerate().filter_map(|(index, value)| {
            let id = value.get("id")?.as_str()?;
            Some(Asked { id, pointer: item(&at, index), value, ..asking.clone() })
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
