//! Named conditions: `is: NAME` in a condition stands for what `decision-tree.yaml` says under that name.
//!
//! Written out before a file is typed, so that nothing behind the loader knows of names. The document stays as it's
//! written: a finding points there. A name that isn't there, or that comes round to itself, holds for nobody.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::document::Document;
use crate::diagnostics::Diagnostic;

/// Where they stand.
pub const CONDITIONS: &str = "/conditions";

/// A name may stand for another one, and that for one more: so deep.
const DEPTH: usize = 50;

/// So many words may the conditions of a file come to.
const WORDS: usize = 100_000;

/// The conditions by their names, as far as `document` (`decision-tree.yaml`) gives them.
pub fn of(document: &Document) -> HashMap<String, Value> {
    let named = document.value.pointer(CONDITIONS).and_then(Value::as_object);
    named.into_iter().flatten().map(|(name, condition)| (name.clone(), condition.clone())).collect()
}

/// The value of `document` with every name written out, and what's wrong where that would be too much; `None` where no
/// condition asks for a name.
pub fn write_out(document: &Document, named: &HashMap<String, Value>) -> Option<(Value, Option<Diagnostic>)> {
    let asking: Vec<(String, &Value)> =
        document.behind("when").into_iter().filter(|(_, when)| asks(when)).collect();
    if asking.is_empty() {
        return None;
    }
    let mut value = document.value.clone();
    let mut writing = Writing { named, way: Vec::new(), left: WORDS };
    let mut found = None;
    for (pointer, when) in asking {
        let written = writing.condition(when);
        if let Some(place) = value.pointer_mut(&pointer) {
            *place = written;
        }
        if writing.left == 0 {
            let message = format!(
                "written out, the named conditions of this file have more than {WORDS} words, or go more than {DEPTH} deep"
            );
            found = Some(
                Diagnostic::error("yaml-bounds", document.value_at(&pointer), message)
                    .help("let names stand for less, or use fewer of them"),
            );
            break;
        }
    }
    Some((value, found))
}

/// Whether a name stands in it.
fn asks(when: &Value) -> bool {
    match when {
        Value::Object(words) => words.iter().any(|(word, value)| word == "is" || asks(value)),
        Value::Array(parts) => parts.iter().any(asks),
        _ => false,
    }
}

struct Writing<'a> {
    named: &'a HashMap<String, Value>,
    /// Names that are being written out.
    way: Vec<&'a str>,
    left: usize,
}

impl<'a> Writing<'a> {
    /// Nobody is meant where it would be too much.
    fn condition(&mut self, when: &'a Value) -> Value {
        let Value::Object(words) = when else { return when.clone() };
        let Some(left) = self.left.checked_sub(words.len()) else {
            self.left = 0;
            return nobody();
        };
        self.left = left;
        let mut out = Map::new();
        let mut name = None;
        for (word, value) in words {
            let written = match (word.as_str(), value) {
                ("is", Value::String(is)) => {
                    name = Some(self.name(is));
                    continue;
                }
                ("all" | "any", Value::Array(parts)) => {
                    parts.iter().map(|part| self.condition(part)).collect()
                }
                ("not", part) => self.condition(part),
                (_, value) => value.clone(),
            };
            out.insert(word.clone(), written);
        }
        let Some(name) = name else { return Value::Object(out) };
        if out.is_empty() { name } else { json!({ "all": [name, out] }) }
    }

    fn name(&mut self, name: &'a str) -> Value {
        let Some(named) = self.named.get(name) else { return nobody() };
        if self.way.len() == DEPTH {
            self.left = 0;
        }
        if self.left == 0 || self.way.contains(&name) {
            return nobody();
        }
        self.way.push(name);
        let written = self.condition(named);
        self.way.pop();
        written
    }
}

fn nobody() -> Value {
    json!({ "any": [] })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::super::parse::parse;
    use super::*;

    fn written(text: &str) -> (Value, Option<Diagnostic>) {
        let document = parse(&"decision-tree.yaml".into(), &text.into()).0.unwrap();
        write_out(&document, &of(&document)).unwrap()
    }

    #[test]
    fn a_name_holds_beside_what_else_is_said_and_inside_everything() {
        let (value, found) = written(
            "conditions: { a: { has: x }, b: { not: { is: a } } }\nbadge: { when: { is: b, state: [TX] } }\nlabel: { when: { any: [{ is: a }, { is: c }] } }\n",
        );
        assert_eq!(found, None);
        assert_eq!(
            value["badge"]["when"],
            json!({ "all": [{ "not": { "has": "x" } }, { "state": ["TX"] }] })
        );
        assert_eq!(value["label"]["when"], json!({ "any": [{ "has": "x" }, { "any": [] }] }));
        assert_eq!(value["conditions"]["b"], json!({ "not": { "is": "a" } }), "it stays as it's written");
    }

    #[test]
    fn names_that_would_grow_without_bound_are_told_and_meet_nobody() {
        let mut text = "conditions:\n  a0: { has: x }\n".to_owned();
        for at in 1..=40 {
            let _ = writeln!(
                text,
                "  a{at}: {{ all: [{{ is: a{before} }}, {{ is: a{before} }}] }}",
                before = at - 1
            );
        }
        text += "badge: { when: { is: a40 } }\n";
        assert_eq!(written(&text).1.unwrap().rule, "yaml-bounds");
        // A chain is cut where it's too deep, and so is a circle.
        let chain: String = (1..=60).fold("conditions:\n  a0: { has: x }\n".to_owned(), |text, at| {
            text + &format!("  a{at}: {{ is: a{} }}\n", at - 1)
        });
        let (value, found) = written(&(chain + "badge: { when: { is: a60 } }\n"));
        assert_eq!((&value["badge"]["when"], found.unwrap().rule), (&nobody(), "yaml-bounds"));
        let (value, _) = written("conditions: { a: { is: a } }\nbadge: { when: { is: a } }\n");
        assert_eq!(value["badge"]["when"], nobody());
    }
}
