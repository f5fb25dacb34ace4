//! The words of every condition, with their places, for the rules about names and values. Conditions aren't evaluated
//! here.

use serde_json::Value;

use crate::content::conditions::CONDITIONS;
use crate::content::document::{child, item};
use crate::content::{Document, Kind};

/// A word of a condition.
#[derive(Debug, Clone)]
pub(super) struct ConditionWord<'a> {
    pub document: &'a Document,
    pub kind: Kind,
    pub pointer: String,
    pub says: Says<'a>,
}

/// The meaning of a word.
#[derive(Debug, Clone, Copy)]
pub(super) enum Says<'a> {
    /// The name of a condition, under `is`.
    Is(&'a str),
    /// A state's code, under `state`.
    State(&'a str),
    /// An attribute, under `has`.
    Has(&'a str),
    /// An attribute, under `past` or `before`.
    Dated(&'a str),
    /// The value of `answered`.
    Answered(&'a Value),
    /// An attribute, and the value it's compared with.
    Equals(&'a str, &'a Value),
}

impl<'a> Says<'a> {
    /// The path of the attribute that the word refers to.
    pub fn attribute(self) -> Option<&'a str> {
        match self {
            Says::Has(path) | Says::Dated(path) | Says::Equals(path, _) => Some(path),
            Says::State(_) | Says::Is(_) | Says::Answered(_) => None,
        }
    }
}

impl ConditionWord<'_> {
    /// The pointer to the condition that this word refers to by name.
    pub fn condition(&self) -> Option<String> {
        if let Says::Is(name) = self.says { Some(child(CONDITIONS, name)) } else { None }
    }

    /// The questions whose answers this word refers to.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        let value = if let Says::Answered(value) = self.says { Some(value) } else { None };
        let lists =
            value.into_iter().flat_map(|value| [Some(value), value.get("of"), value.get("points_of")]);
        let ids = lists.flatten().filter_map(Value::as_array).flatten().filter_map(Value::as_str);
        ids.map(|id| id.split('.').next().unwrap_or(id))
    }
}

/// Every word of every condition, file by file.
pub(super) fn words<'a>(documents: impl Iterator<Item = (Kind, &'a Document)>) -> Vec<ConditionWord<'a>> {
    let mut words = Vec::new();
    for (kind, document) in documents {
        let asks = |pointer: &str| match kind {
            Kind::States => !pointer.starts_with("/states/") && !pointer.starts_with("/attributes/"),
            Kind::DecisionTree | Kind::Faq | Kind::Emergency | Kind::ChecksPaths => true,
            _ => false,
        };
        let named = document.value.pointer(CONDITIONS).filter(|_| kind == Kind::DecisionTree);
        let named = named.and_then(Value::as_object).into_iter().flatten();
        let named = named.map(|(name, condition)| (child(CONDITIONS, name), condition));
        // A node, or anything else with a name, may be named `when`.
        let is_name = |pointer: &str| pointer.matches('/').count() < 3;
        let whens = document.behind("when").into_iter();
        let whens = whens.filter(|(pointer, _)| asks(pointer) && !is_name(pointer));
        for (pointer, value) in named.chain(whens) {
            condition((kind, document), &pointer, value, &mut words);
        }
    }
    words
}

fn condition<'a>(
    (kind, document): (Kind, &'a Document),
    pointer: &str,
    value: &'a Value,
    words: &mut Vec<ConditionWord<'a>>,
) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let at = child(pointer, key);
        let mut add = |pointer: String, says| words.push(ConditionWord { document, kind, pointer, says });
        match (key.as_str(), value) {
            ("state", Value::Array(codes)) => {
                for (index, code) in codes.iter().enumerate() {
                    code.as_str().into_iter().for_each(|code| add(item(&at, index), Says::State(code)));
                }
            }
            ("is", Value::String(name)) => add(at, Says::Is(name)),
            ("has", Value::String(path)) => add(at, Says::Has(path)),
            ("past" | "before", Value::String(path)) => add(at, Says::Dated(path)),
            ("answered", answered) => add(at, Says::Answered(answered)),
            ("all" | "any", Value::Array(parts)) => {
                for (index, part) in parts.iter().enumerate() {
                    condition((kind, document), &item(&at, index), part, words);
                }
            }
            ("not", part) => condition((kind, document), &at, part, words),
            // The value has the wrong type, which the schema reports.
            ("is" | "state" | "has" | "past" | "before" | "all" | "any", _) => {}
            (path, value) => add(at, Says::Equals(path, value)),
        }
    }
}
