//! The facts that questions, answers and steps ask for, as the files have them.

use serde_json::Value;

use super::Context;
use crate::content::document::{child, item};
use crate::content::{Document, Kind};

/// Where a fact is asked for.
#[derive(Debug, Clone)]
pub(super) struct Asked<'a> {
    pub id: &'a str,
    pub document: &'a Document,
    /// Of the fact.
    pub pointer: String,
    /// Key of the question or the step that asks for it.
    pub by: &'a str,
    /// Id of the answer of the question, where that asks.
    pub answer: Option<&'a str>,
    pub kind: Kind,
    pub value: &'a Value,
}

/// The files that ask for facts, each with the list of what asks for them.
pub(super) const HOMES: [(Kind, &str); 2] = [(Kind::Flows, "steps"), (Kind::DecisionTree, "questions")];

/// All that may ask, in the order in which a contact meets the files, each as if it were a fact. From the files
/// themselves: of what can't be read otherwise, the id may still be there.
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
                    // Without an id it's another one than any that is named.
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

/// Every fact wherever it is asked for.
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

/// Whether a fact may be asked for in what can't be read.
pub(super) fn hidden(context: &Context<'_>) -> bool {
    let whole = HOMES.iter().all(|(kind, list)| {
        let document = context.documents().find(|(of, _)| of == kind).map(|(_, document)| document);
        document.is_some_and(|document| document.value.get(*list).is_some_and(Value::is_object))
    });
    !whole
        || asking(context).iter().any(|asking| match asking.value.get("ask_for") {
            Some(_) => context.told_at(asking.document, &child(&asking.pointer, "ask_for")),
            // A misspelled key may be this one.
            None => context.told_at(asking.document, &asking.pointer),
        })
}
