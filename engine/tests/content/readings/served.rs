//! A tree as the engine serves it, compared with the plain evaluation of every step.

use std::collections::BTreeSet;

use callguide::readings::{Readings, Tree};
use serde_json::{Map, Value, json};

use super::plain::Met;

/// A tree as served.
pub struct Served {
    start: String,
    nodes: Map<String, Value>,
    /// What is shown next to the steps before any question is answered.
    beside: Value,
}

impl Served {
    /// Serves a reader's tree.
    pub fn of(readings: &Readings<'_>, reader: usize, tree: &Tree<'_>) -> Self {
        let keys = tree.keys();
        let start = keys[tree.start].clone();
        let served = tree.served(&keys).into_iter().map(|node| json!(node));
        Self { start, nodes: keys.into_iter().zip(served).collect(), beside: at_first(readings, reader) }
    }

    /// Returns the key of the node that these answers lead to, each written `QUESTION.ANSWER`.
    fn after(&self, given: &[String]) -> &str {
        given.iter().fold(&self.start, |key, given| {
            let node = &self.nodes[key];
            let answers = node["answers"].as_array().unwrap_or_else(|| panic!("{key} is an end"));
            let id = |answer: &Value| format!("{}.{}", self.id(key), answer["id"].as_str().unwrap());
            let fits = answers.iter().find(|answer| id(answer) == *given);
            fits.unwrap_or_else(|| panic!("{given} is no answer of {key}"))["next"].as_str().unwrap()
        })
    }

    /// Returns a node's id outside the tree.
    fn id<'s>(&'s self, key: &'s str) -> &'s str {
        let node = &self.nodes[key];
        node.get("question").or(node.get("solution")).map_or(key, |id| id.as_str().unwrap())
    }

    /// Returns a node without its own ID and its answers' targets.
    fn shown(&self, key: &str) -> Value {
        let mut node = self.nodes[key].clone();
        node.as_object_mut()
            .unwrap()
            .retain(|key, _| !["question", "solution", "beside"].contains(&key.as_str()));
        for answer in node.get_mut("answers").and_then(Value::as_array_mut).into_iter().flatten() {
            answer.as_object_mut().unwrap().remove("next");
        }
        node
    }

    fn beside(&self, key: &str) -> Value {
        self.nodes[key].get("beside").map_or_else(|| self.beside.clone(), |own| with_scripts(own.clone()))
    }
}

/// Returns what is shown next to a reader's steps before any question is answered, whether or not there is a
/// tree.
pub fn at_first(readings: &Readings<'_>, reader: usize) -> Value {
    with_scripts(json!(readings.beside(reader)))
}

/// Adds the list of scripts, which is omitted if empty.
pub fn with_scripts(mut beside: Value) -> Value {
    beside.as_object_mut().unwrap().entry("scripts").or_insert_with(|| json!([]));
    beside
}

/// Expects a tree to show the right content at every step of every path, and to contain nothing else.
pub fn same(met: &Met, served: &Served) {
    let mut come_to = BTreeSet::new();
    for step in &met.steps {
        let key = served.after(&step.given);
        assert_eq!(Some(served.id(key)), step.id.as_deref(), "after {:?}", step.given);
        assert_eq!(served.shown(key), step.shown, "after {:?}", step.given);
        assert_eq!(served.beside(key), step.beside, "after {:?}", step.given);
        come_to.insert(key);
    }
    let keys: BTreeSet<&str> = served.nodes.keys().map(String::as_str).collect();
    assert_eq!(come_to, keys, "every node is come to, and no two have one key");
}
