//! The facts that questions and steps ask for, as the files have them.

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
    pub kind: Kind,
    pub value: &'a Value,
}

/// The files that ask for facts, each with the list of what asks for them.
pub(super) const HOMES: [(Kind, &str); 2] = [(Kind::Flows, "steps"), (Kind::DecisionTree, "questions")];

/// Every fact wherever it is asked for, in the order in which a contact meets the files. From the files themselves: of
/// what can't be read otherwise, the id may still be there.
pub(super) fn asked<'a>(context: &Context<'a>) -> Vec<Asked<'a>> {
    let mut all = Vec::new();
    for (kind, list) in HOMES {
        let documents = context.documents().filter(|(of, _)| *of == kind);
        for (document, lists) in
            documents.filter_map(|(_, document)| Some((document, document.value.get(list)?.as_object()?)))
        {
            for (by, facts) in lists.iter().filter_map(|(by, of)| Some((by, of.get("ask_for")?.as_array()?)))
            {
                let at = child(&child(&format!("/{list}"), by), "ask_for");
                all.extend(facts.iter().enumerate().filter_map(|(index, value)| {
                    let id = value.get("id")?.as_str()?;
                    Some(Asked { id, document, pointer: item(&at, index), by, kind, value })
                }));
            }
        }
    }
    all
}

/// Whether a fact may be asked for in what can't be read.
pub(super) fn hidden(context: &Context<'_>) -> bool {
    HOMES.iter().any(|(kind, list)| {
        let Some((_, document)) = context.documents().find(|(of, _)| of == kind) else { return true };
        let Some(lists) = document.value.get(*list).and_then(Value::as_object) else { return true };
        let told = |(by, of): (&String, &Value)| {
            let at = child(&format!("/{list}"), by);
            match of.get("ask_for") {
                Some(_) => context.told_at(document, &child(&at, "ask_for")),
                // A misspelled key may be this one.
                None => context.told_at(document, &at),
            }
        };
        lists.iter().any(told)
    })
}
