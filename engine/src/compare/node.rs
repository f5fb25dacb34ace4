//! What a node of the tree says, as a value that can be compared.

use serde_json::{Map, Value, json};

use crate::api::tree::{Answer, Fact, Node, NoteLine, Script};
use crate::content::model::DecisionTree;
use crate::readings::Tree;

/// The node at a place of a tree. `open` is the content that it's written in, where its blanks are open.
pub fn value(tree: &Tree<'_>, place: usize, open: Option<&DecisionTree>) -> Value {
    let mut out = Map::new();
    let node = &tree.nodes[place];
    let (Node::Question(crate::api::tree::Question { beside, .. })
    | Node::Solution(crate::api::tree::Solution { beside, .. })) = &node.node;
    // As content writes it, it's told of states.yaml.
    if let (Some(beside), None) = (beside, open) {
        out.insert("beside".into(), json!(beside));
    }
    match &node.node {
        Node::Question(question) => {
            out.insert("text".into(), question.text.as_str().into());
            if let Some(short) = &question.short {
                out.insert("short".into(), short.as_str().into());
            }
            let answer = |(answer, next): (&Answer, usize)| {
                let mut value = json!({ "id": answer.id, "text": answer.text });
                if let Some(shortcut) = &answer.shortcut {
                    value["shortcut"] = shortcut.as_str().into();
                }
                if !answer.ask_for.is_empty() {
                    value["ask_for"] = answer.ask_for.iter().map(fact).collect();
                }
                value["leads to"] = tree.nodes[next].id.as_str().into();
                value
            };
            out.insert("answers".into(), node.answers().map(answer).collect());
            out.insert("ask_for".into(), question.ask_for.iter().map(fact).collect());
            out.insert("scripts".into(), scripts(&question.scripts));
        }
        Node::Solution(solution) => {
            // Nobody reads where an id comes from.
            let from = open.and_then(|tree| tree.solutions.get(node.key)?.id_from.as_deref());
            out.extend(from.map(|path| ("id_from".into(), path.into())));
            out.insert("type".into(), solution.kind.as_str().into());
            out.insert("title".into(), solution.title.as_str().into());
            out.insert("text".into(), solution.text.as_str().into());
            out.insert("agreement_required".into(), solution.agreement_required.into());
            let line = |line: &NoteLine| json!({ "label": line.label, "text": line.text });
            out.insert("note".into(), solution.note.iter().map(line).collect());
            out.insert("scripts".into(), scripts(&solution.scripts));
        }
    }
    Value::Object(out)
}

fn fact(fact: &Fact) -> Value {
    let mut value = json!(fact);
    as_written(&mut value);
    value
}

/// A fact that is asked for, as content writes it: what it doesn't say is left out.
pub fn as_written(fact: &mut Value) {
    if let Some(keys) = fact.as_object_mut() {
        keys.retain(|_, value| *value != json!(false) && *value != json!([]));
    }
}

fn scripts(list: &[Script]) -> Value {
    let value = |script: &Script| {
        let mut value = Map::new();
        if let Some(note) = &script.note {
            value.insert("note".into(), note.as_str().into());
        }
        value.insert("say".into(), script.say.as_str().into());
        value.insert("channel".into(), json!(script.channel));
        Value::Object(value)
    };
    list.iter().map(value).collect()
}
