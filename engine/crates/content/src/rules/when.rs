//! The words of every condition, with their places, for the rules about names and values. Conditions aren't evaluated
//! here.

use serde_json::Value;

use crate::content::document::item;
use crate::content::{Document, Kind, PlacedName};

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

/// The meaning of each word, given the names in all files.
pub(super) fn words<'a>(names: &[PlacedName<'a>]) -> Vec<ConditionWord<'a>> {
    let mut words = Vec::new();
    for PlacedName { document, pointer, name: word, .. } in names.iter().filter(|name| name.of == "word") {
        let (Some(kind), Some(value)) = (Kind::of(&document.name), document.value.pointer(pointer)) else {
            continue;
        };
        let mut add = |pointer, says| words.push(ConditionWord { document, kind, pointer, says });
        let at = pointer.clone();
        match (*word, value) {
            ("state", Value::Array(codes)) => {
                for (index, code) in codes.iter().enumerate() {
                    code.as_str().into_iter().for_each(|code| add(item(&at, index), Says::State(code)));
                }
            }
            ("is", Value::String(name)) => add(at, Says::Is(name)),
            ("has", Value::String(path)) => add(at, Says::Has(path)),
            ("past" | "before", Value::String(path)) => add(at, Says::Dated(path)),
            ("answered", answered) => add(at, Says::Answered(answered)),
            // Either the conditions inside it have their own words, or the value has the wrong type, which the
            // schema reports.
            ("is" | "state" | "has" | "past" | "before" | "all" | "any" | "not", _) => {}
            (path, value) => add(at, Says::Equals(path, value)),
        }
    }
    words
}
