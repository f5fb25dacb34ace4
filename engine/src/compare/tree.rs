//! Questions, answers, solutions and scripts as each region reads them, told together where regions
//! read the same.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::values::{INSIDE, Leaf, differences, readable};
use super::{Both, Change, ChangeKind};
use crate::content::Kind;
use crate::content::model::{DecisionTree, State};
use crate::readings::{Outline, OutlineAnswer, OutlineBody, OutlineNode, OutlineScript, Words};

/// What differs in the tree, in the order of the new tree's nodes.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
    let mut groups = Groups::default();
    for (old, new) in both.places() {
        region(Reader::of(both, 0, old), Reader::of(both, 1, new), &mut groups);
    }
    let file = Kind::DecisionTree.file().unwrap_or_default();
    let keys: Vec<&str> = keys(both.new.tree).chain(keys(both.old.tree)).collect();
    let place = |key: &str| keys.iter().position(|other| *other == key);
    let mut found = groups.found;
    found.sort_by_key(|(told, _)| place(&told.key));
    let readers = groups.readers;
    let change = |(told, states): (Told, Vec<String>)| Change {
        file: file.to_owned(),
        readers: readers.get(&told.key).cloned().unwrap_or_default(),
        subject: told.subject,
        field: told.field,
        kind: told.leaf.kind,
        states,
        old: told.leaf.old,
        new: told.leaf.new,
        checks: Vec::new(),
        used_in: Vec::new(),
    };
    found.into_iter().map(change).collect()
}

/// A difference, and all the regions that read it.
#[derive(Default)]
struct Groups {
    found: Vec<(Told, Vec<String>)>,
    index: HashMap<Told, usize>,
    /// Codes of the regions that come to a node, in one version or the other.
    readers: HashMap<String, Vec<String>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Told {
    key: String,
    subject: String,
    field: String,
    leaf: Leaf,
}

impl Groups {
    fn add(&mut self, told: Told, state: &State) {
        let next = self.found.len();
        let index = *self.index.entry(told.clone()).or_insert(next);
        if index == next {
            self.found.push((told, Vec::new()));
        }
        self.found[index].1.push(state.code.clone());
    }
}

/// A tree as one region walks it.
struct Reader<'a> {
    tree: &'a DecisionTree,
    state: &'a State,
    outline: Option<Outline<'a>>,
}

impl<'a> Reader<'a> {
    fn of(both: &'a Both<'a>, side: usize, region: usize) -> Self {
        let (readings, content) = (both.read[side], [&both.old, &both.new][side]);
        let outline = readings.outline(readings.readers.now(region)).and_then(Result::ok);
        Self { tree: content.tree, state: &content.regions[region], outline }
    }

    fn node(&self, key: &str) -> Option<Value> {
        let outline = self.outline.as_ref()?;
        outline.nodes.iter().find(|node| node.key == key).map(|node| value(outline, node))
    }

    fn start(&self) -> Value {
        json!({ "begins at": self.outline.as_ref().map(|outline| outline.node(outline.start).key) })
    }
}

fn keys(tree: &DecisionTree) -> impl Iterator<Item = &str> {
    tree.questions.names().chain(tree.solutions.names())
}

fn region(old: Reader<'_>, new: Reader<'_>, groups: &mut Groups) {
    tell("", "start", differences(&old.start(), &new.start()), new.state, groups);
    for key in keys(new.tree) {
        let Some(now) = new.node(key) else { continue };
        groups.readers.entry(key.to_owned()).or_default().push(new.state.code.clone());
        let leaves = match old.node(key) {
            Some(then) => differences(&then, &now),
            None => vec![arrival(ChangeKind::Added, exists(old.tree, key), &now)],
        };
        tell(key, &subject([old.tree, new.tree], key), leaves, new.state, groups);
    }
    for key in keys(old.tree).filter(|key| new.node(key).is_none()) {
        let Some(then) = old.node(key) else { continue };
        groups.readers.entry(key.to_owned()).or_default().push(new.state.code.clone());
        let leaf = arrival(ChangeKind::Removed, exists(new.tree, key), &then);
        tell(key, &subject([old.tree, new.tree], key), vec![leaf], new.state, groups);
    }
}

/// A node that a region newly comes to, or no longer. Its text is told where the other version
/// doesn't have the node at all.
fn arrival(kind: ChangeKind, known: bool, node: &Value) -> Leaf {
    let at = if known { vec!["reached".to_owned()] } else { Vec::new() };
    let text = (!known).then(|| readable(node));
    let (old, new) = if kind == ChangeKind::Added { (None, text) } else { (text, None) };
    Leaf { at, kind, old, new }
}

fn tell(key: &str, subject: &str, leaves: Vec<Leaf>, state: &State, groups: &mut Groups) {
    for leaf in leaves {
        let field = leaf.at.join(INSIDE);
        groups.add(Told { key: key.to_owned(), subject: subject.to_owned(), field, leaf }, state);
    }
}

fn exists(tree: &DecisionTree, key: &str) -> bool {
    tree.questions.contains(key) || tree.solutions.contains(key)
}

fn subject(trees: [&DecisionTree; 2], key: &str) -> String {
    let asked = trees.iter().any(|tree| tree.questions.contains(key));
    format!("{} {key}", if asked { "question" } else { "solution" })
}

/// A node as it is read, blanks and links as content writes them.
fn value(outline: &Outline<'_>, node: &OutlineNode<'_>) -> Value {
    let mut out = Map::new();
    let text = |words: &Words<'_>| Value::from(words.join("\n\n"));
    match &node.body {
        OutlineBody::Question { text: asked, short, scripts: said, answers } => {
            out.insert("text".into(), text(asked));
            if let Some(short) = short {
                out.insert("short".into(), text(short));
            }
            let answer = |answer: &OutlineAnswer<'_>| {
                let mut value = json!({ "id": answer.id, "text": answer.text });
                if let Some(shortcut) = answer.shortcut {
                    value["shortcut"] = shortcut.into();
                }
                value["leads to"] = outline.node(answer.next).key.into();
                value
            };
            out.insert("answers".into(), answers.iter().map(answer).collect());
            out.insert("scripts".into(), scripts(said));
        }
        OutlineBody::Solution {
            id_from,
            kind,
            agreement_required,
            title,
            text: told,
            scripts: said,
            note,
        } => {
            if let Some(path) = id_from {
                out.insert("id_from".into(), (*path).into());
            }
            out.insert("type".into(), (*kind).into());
            out.insert("title".into(), text(title));
            out.insert("text".into(), text(told));
            out.insert("agreement_required".into(), (*agreement_required).into());
            let line = |(label, words): &(&str, Words<'_>)| json!({ "label": label, "text": text(words) });
            out.insert("note".into(), note.iter().map(line).collect());
            out.insert("scripts".into(), scripts(said));
        }
    }
    Value::Object(out)
}

fn scripts(list: &[OutlineScript<'_>]) -> Value {
    let value = |script: &OutlineScript<'_>| {
        let mut value = Map::new();
        if let Some(note) = &script.note {
            value.insert("note".into(), note.join("\n\n").into());
        }
        value.insert("say".into(), script.say.join("\n\n").into());
        value.insert("channel".into(), json!(script.channel));
        Value::Object(value)
    };
    list.iter().map(value).collect()
}
