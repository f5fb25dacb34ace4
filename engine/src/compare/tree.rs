//! Questions, answers, solutions and scripts as each region reads them, told together where regions
//! read the same.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::values::{INSIDE, Leaf, differences, readable};
use super::{Both, Change, ChangeKind};
use crate::content::Kind;
use crate::content::model::{DecisionTree, Route, State, Text, TreeScript};
use crate::tree::{chosen_route, chosen_text, reach};

/// What differs in the tree, in the order of the new tree's nodes.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
    let mut groups = Groups::default();
    for (old, new) in both.regions() {
        region((both.old.tree, old), (both.new.tree, new), &mut groups);
    }
    let file = Kind::DecisionTree.file().unwrap_or_default();
    let keys: Vec<&str> = crate::tree::keys(both.new.tree).chain(crate::tree::keys(both.old.tree)).collect();
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

/// A tree and the region that reads it.
type Reader<'a> = (&'a DecisionTree, &'a State);

fn region(old: Reader<'_>, new: Reader<'_>, groups: &mut Groups) {
    let start = |(tree, state): Reader<'_>| json!({ "begins at": go(&tree.start, state) });
    tell("", "start", differences(&start(old), &start(new)), new.1, groups);
    let (before, after) = (reached(old), reached(new));
    for key in crate::tree::keys(new.0) {
        let Some(now) = after.contains(key).then(|| node(key, new)).flatten() else { continue };
        groups.readers.entry(key.to_owned()).or_default().push(new.1.code.clone());
        let subject = subject([old.0, new.0], key);
        let leaves = match before.contains(key).then(|| node(key, old)).flatten() {
            Some(then) => differences(&then, &now),
            None => vec![arrival(ChangeKind::Added, exists(old.0, key), &now)],
        };
        tell(key, &subject, leaves, new.1, groups);
    }
    for key in crate::tree::keys(old.0).filter(|key| before.contains(key) && !after.contains(key)) {
        let Some(then) = node(key, old) else { continue };
        groups.readers.entry(key.to_owned()).or_default().push(new.1.code.clone());
        let leaf = arrival(ChangeKind::Removed, exists(new.0, key), &then);
        tell(key, &subject([old.0, new.0], key), vec![leaf], new.1, groups);
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

fn reached<'a>((tree, state): Reader<'a>) -> std::collections::HashSet<&'a str> {
    reach(tree, state, |_| None)
}

fn exists(tree: &DecisionTree, key: &str) -> bool {
    tree.questions.contains(key) || tree.solutions.contains(key)
}

fn subject(trees: [&DecisionTree; 2], key: &str) -> String {
    let asked = trees.iter().any(|tree| tree.questions.contains(key));
    format!("{} {key}", if asked { "question" } else { "solution" })
}

/// A node as `state` reads it, blanks and links as content writes them.
fn node(key: &str, (tree, state): Reader<'_>) -> Option<Value> {
    let text = |text: &Text| Value::from(chosen_text(text, state).map(str::trim_end));
    let mut out = Map::new();
    if let Some(question) = tree.questions.get(key) {
        out.insert("text".into(), text(&question.text));
        if let Some(short) = &question.short {
            out.insert("short".into(), text(short));
        }
        let answer = |answer: &crate::content::model::Answer| {
            let mut value = json!({ "id": answer.id, "text": answer.text });
            if let Some(shortcut) = &answer.shortcut {
                value["shortcut"] = shortcut.as_str().into();
            }
            value["leads to"] = go(&answer.go, state).into();
            value
        };
        out.insert("answers".into(), question.answers.iter().map(answer).collect());
        out.insert("scripts".into(), scripts(question.scripts.iter(), state));
    } else {
        let solution = tree.solutions.get(key)?;
        if let Some(path) = &solution.id_from {
            out.insert("id_from".into(), path.as_str().into());
        }
        out.insert("type".into(), json!(solution.kind));
        out.insert("title".into(), text(&solution.title));
        out.insert("text".into(), text(&solution.text));
        out.insert("agreement_required".into(), solution.agreement_required.into());
        let line =
            |line: &crate::content::model::NoteLine| json!({ "label": line.label, "text": text(&line.text) });
        out.insert("note".into(), solution.note.iter().map(line).collect());
        out.insert("scripts".into(), scripts(solution.scripts.iter(), state));
    }
    Some(Value::Object(out))
}

fn scripts<'a>(list: impl Iterator<Item = &'a TreeScript>, state: &State) -> Value {
    let here = list.filter(|script| script.when.as_ref().is_none_or(|when| when.holds(state)));
    let value = |script: &TreeScript| {
        let mut value = Map::new();
        if let Some(note) = &script.note {
            value.insert("note".into(), chosen_text(note, state).map(str::trim_end).into());
        }
        value.insert("say".into(), chosen_text(&script.say, state).map(str::trim_end).into());
        value.insert("channel".into(), json!(script.channel));
        Value::Object(value)
    };
    here.map(value).collect()
}

fn go<'a>(route: &'a Route, state: &State) -> Option<&'a str> {
    chosen_route(route, state).map(|(_, key)| key)
}
