//! Named conditions: `is: NAME` in a condition refers to the one that `decision-tree.yaml` defines under that
//! name.
//!
//! They're expanded before a file is typed, so nothing after the loader has to know about names. The document
//! keeps the original text, and that's where diagnostics point. A name that isn't defined, is part of a cycle,
//! or leads to a cycle matches nobody.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use super::circular::circular;
use super::document::{Document, child};
use callguide_search::diagnostics::Diagnostic;

/// JSON pointer to the named conditions.
pub const CONDITIONS: &str = "/conditions";

/// The maximum nesting depth of an expanded condition: code that reads conditions recurses once per level.
const DEPTH: usize = 200;

/// The maximum number of words in the expanded conditions of all files together.
const WORDS: usize = 100_000;

/// The named conditions, expanded.
#[derive(Debug, Default)]
pub struct NamedConditions {
    /// The expanded conditions by name, without those that are circular or too large.
    written: HashMap<String, Expanded>,
    /// Names of the conditions that refer to themselves, in file order.
    pub circular: Vec<String>,
    /// Number of words expanded so far.
    words: usize,
}

/// A condition with every name expanded.
#[derive(Debug, Clone)]
struct Expanded {
    when: Value,
    words: usize,
    depth: usize,
    /// Whether it depends on earlier answers.
    asks: bool,
}

impl NamedConditions {
    /// Expands each condition of `document` (`decision-tree.yaml`) once; also returns a diagnostic for each one
    /// that gets too large.
    pub fn of(document: &Document) -> (Self, Vec<Diagnostic>) {
        let named = document.value.pointer(CONDITIONS).and_then(Value::as_object);
        let named: Vec<(&String, &Value)> = named.into_iter().flatten().collect();
        let places: HashMap<&str, usize> =
            named.iter().enumerate().map(|(place, (name, _))| (name.as_str(), place)).collect();
        let stands_for = named.iter().enumerate().flat_map(|(place, (_, when))| {
            names(when).into_iter().filter_map(|name| places.get(name)).map(move |other| (place, *other))
        });
        let (order, circular) = circular(&stands_for.collect(), named.len());
        let circles = named.iter().zip(circular).filter(|(_, is_circular)| *is_circular);
        let circular = circles.map(|((name, _), _)| (*name).clone()).collect();
        let mut this = Self { written: HashMap::new(), circular, words: 0 };
        let mut found = Vec::new();
        for (name, when) in order.into_iter().map(|place| named[place]) {
            match this.write(when) {
                Some(written) => drop(this.written.insert(name.clone(), written)),
                None => found.push(too_much(document, &child(CONDITIONS, name))),
            }
        }
        (this, found)
    }

    /// Returns the value of `document` with every name expanded, and a diagnostic for each condition that gets
    /// too large; `None` if no condition uses a name.
    pub fn write_out(&mut self, document: &Document) -> Option<(Value, Vec<Diagnostic>)> {
        // If there are no named conditions, there's nothing to expand: `is` then matches nobody, like any
        // unknown attribute.
        if self.written.is_empty() {
            return None;
        }
        let whens = document.behind("when").into_iter();
        let asking: Vec<_> = whens.filter(|(_, when)| !names(when).is_empty()).collect();
        if asking.is_empty() {
            return None;
        }
        let mut value = document.value.clone();
        let mut found = Vec::new();
        for (pointer, when) in asking {
            let written = self.write(when);
            if written.is_none() {
                found.push(too_much(document, &pointer));
            }
            if let Some(place) = value.pointer_mut(&pointer) {
                *place = written.map_or_else(nobody, |written| written.when);
            }
        }
        Some((value, found))
    }

    /// Returns the expanded condition with this name; `None` if it's undefined, circular, or too large.
    pub fn written(&self, name: &str) -> Option<&Value> {
        Some(&self.written.get(name)?.when)
    }

    /// Returns whether this condition, or one that it refers to, depends on earlier answers.
    pub fn asks_for_answers(&self, name: &str) -> bool {
        self.written.get(name).is_some_and(|written| written.asks)
    }

    /// Expands one condition; `None` if it gets too large.
    fn write(&mut self, when: &Value) -> Option<Expanded> {
        let Value::Object(said) = when else {
            return Some(Expanded { when: when.clone(), words: 0, depth: 0, asks: false });
        };
        count(&mut self.words, said.len())?;
        let mut out = Map::new();
        let mut all = Expanded { when: Value::Null, words: 0, depth: 0, asks: false };
        let mut stands_for = None;
        for (word, value) in said {
            let parts: Vec<&Value> = match (word.as_str(), value) {
                ("is", Value::String(name)) => {
                    let written = self.written.get(name);
                    count(&mut self.words, written.map_or(1, |written| written.words))?;
                    all.add(written);
                    stands_for = Some(written.map_or_else(nobody, |written| written.when.clone()));
                    continue;
                }
                ("all" | "any", Value::Array(parts)) => parts.iter().collect(),
                ("not", part) => vec![part],
                _ => {
                    all.asks |= word == "answered";
                    out.insert(word.clone(), value.clone());
                    continue;
                }
            };
            let written = parts.into_iter().map(|part| self.write(part)).collect::<Option<Vec<_>>>()?;
            all.add(&written);
            let mut parts = written.into_iter().map(|written| written.when);
            let written = if word == "not" { parts.next().unwrap_or_else(nobody) } else { parts.collect() };
            out.insert(word.clone(), written);
        }
        all.words += out.len();
        all.depth += usize::from(!out.is_empty());
        let own = Value::Object(out);
        all.when = match stands_for {
            None => own,
            Some(other) if said.len() == 1 => other,
            Some(other) => Map::from_iter([("all".to_owned(), Value::Array(vec![other, own]))]).into(),
        };
        (all.depth <= DEPTH).then_some(all)
    }
}

impl Expanded {
    /// Adds the size of nested conditions to this one.
    fn add<'a>(&mut self, inside: impl IntoIterator<Item = &'a Self>) {
        for one in inside {
            self.words += one.words;
            self.depth = self.depth.max(one.depth);
            self.asks |= one.asks;
        }
    }
}

/// Adds `words` to the total; `None` if that exceeds the limit.
fn count(all: &mut usize, words: usize) -> Option<()> {
    *all = all.checked_add(words).filter(|all| *all <= WORDS)?;
    Some(())
}

/// Returns the names used in a condition.
fn names(when: &Value) -> BTreeSet<&str> {
    match when {
        Value::Object(words) => {
            let own = words.get("is").and_then(Value::as_str);
            own.into_iter().chain(words.values().flat_map(names)).collect()
        }
        Value::Array(parts) => parts.iter().flat_map(names).collect(),
        _ => BTreeSet::new(),
    }
}

fn too_much(document: &Document, pointer: &str) -> Diagnostic {
    let message = format!(
        "with its names spelled out, this condition is more than {DEPTH} levels deep, or brings the total to more than {WORDS} words"
    );
    Diagnostic::error("yaml-bounds", document.value_at(pointer), message)
        .help("use names for shorter conditions, or use fewer names")
}

fn nobody() -> Value {
    json!({ "any": [] })
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::super::parse::parse;
    use super::*;

    fn written(text: &str) -> (Value, Vec<Diagnostic>) {
        let document = parse(&"decision-tree.yaml".into(), &text.into()).0.unwrap();
        let (mut conditions, mut found) = NamedConditions::of(&document);
        let (value, more) = conditions.write_out(&document).unwrap();
        found.extend(more);
        (value, found)
    }

    #[test]
    fn a_named_condition_combines_with_other_keys_and_nests() {
        let (value, found) = written(
            "conditions: { a: { has: x }, b: { not: { is: a } } }\nbadge: { when: { is: b, state: [TX] } }\nlabel: { when: { any: [{ is: a }, { is: c }] } }\n",
        );
        assert_eq!(found, []);
        assert_eq!(
            value["badge"]["when"],
            json!({ "all": [{ "not": { "has": "x" } }, { "state": ["TX"] }] })
        );
        assert_eq!(value["label"]["when"], json!({ "any": [{ "has": "x" }, { "any": [] }] }));
        assert_eq!(value["conditions"]["b"], json!({ "not": { "is": "a" } }), "it stays as it's written");
    }

    #[test]
    fn named_conditions_that_expand_too_far_are_reported() {
        let mut text = "conditions:\n  a0: { has: x }\n".to_owned();
        for at in 1..=40 {
            let _ = writeln!(
                text,
                "  a{at}: {{ all: [{{ is: a{before} }}, {{ is: a{before} }}] }}",
                before = at - 1
            );
        }
        text += "badge: { when: { is: a40 } }\n";
        assert_eq!(written(&text).1[0].rule, "yaml-bounds");
        // A chain of plain aliases doesn't add depth; nesting does, and eventually hits the limit.
        let chain = |link: &str| {
            let links =
                (1..=300).map(|at| format!("  a{at}: {}\n", link.replace('N', &format!("a{}", at - 1))));
            let links: String = links.collect();
            written(&format!("conditions:\n  a0: {{ has: x }}\n{links}badge: {{ when: {{ is: a300 }} }}\n"))
        };
        let (value, found) = chain("{ is: N }");
        assert_eq!((&value["badge"]["when"], found), (&json!({ "has": "x" }), vec![]));
        assert_eq!(chain("{ not: { is: N } }").1[0].rule, "yaml-bounds");
    }

    #[test]
    fn only_named_conditions_in_a_cycle_are_circular() {
        let text = "conditions: { a: { not: { is: b } }, b: { any: [{ is: a }, { has: x }] }, c: { is: a }, d: { has: x }, e: { is: e } }\nbadge: { when: { is: c } }\n";
        let document = parse(&"decision-tree.yaml".into(), &text.into()).0.unwrap();
        let (mut conditions, found) = NamedConditions::of(&document);
        assert_eq!(
            (conditions.circular.clone(), found),
            (vec!["a".to_owned(), "b".to_owned(), "e".to_owned()], vec![])
        );
        assert_eq!(conditions.write_out(&document).unwrap().0["badge"]["when"], nobody());
    }
}
