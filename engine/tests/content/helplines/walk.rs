//! Walks a tree as served, the way the browser does: using only the keys in `next`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::helpline::Row;

/// A walk longer than this is a cycle.
const TOO_FAR: usize = 100;

/// One path from the first node to an end.
#[derive(Debug, Clone)]
pub struct Way<'a> {
    /// The visited nodes, including the last.
    pub nodes: Vec<&'a Value>,
    pub row: Row,
}

impl<'a> Way<'a> {
    pub fn end(&self) -> &'a Value {
        self.nodes.last().unwrap()
    }

    pub fn gave(&self, answer: &str) -> bool {
        self.row.answers.iter().any(|given| given == answer)
    }

    /// Returns the node of this question if the path visits it.
    pub fn question(&self, id: &str) -> Option<&'a Value> {
        let place = self.row.answers.iter().position(|given| given.split_once('.').unwrap().0 == id)?;
        Some(self.nodes[place])
    }
}

/// Returns every path through a body of `GET /api/tree/{state}`. Every node is on at least one of them.
pub fn ways(tree: &Value) -> Vec<Way<'_>> {
    let start = tree["start"].as_str().unwrap();
    let state = tree["state"]["code"].as_str().unwrap().to_owned();
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![(start, Vec::new(), Vec::new())];
    while let Some((key, mut nodes, answers)) = open.pop() {
        let node = &tree["nodes"][key];
        seen.insert(key);
        nodes.push(node);
        assert!(nodes.len() < TOO_FAR, "{answers:?}");
        let id = id(key, node);
        match node["kind"].as_str().unwrap() {
            "question" => {
                for answer in node["answers"].as_array().unwrap() {
                    let given = format!("{id}.{}", answer["id"].as_str().unwrap());
                    let next = answer["next"].as_str().unwrap();
                    open.push((next, nodes.clone(), [answers.clone(), vec![given]].concat()));
                }
            }
            "solution" => {
                let kind = node["type"].as_str().unwrap().to_owned();
                assert!(tree["outcomes"].get(&kind).is_some(), "{kind} is an outcome of the tree");
                let (state, solution) = (state.clone(), id.to_owned());
                out.push(Way { nodes, row: Row { state, answers, solution, kind } });
            }
            other => panic!("{key} is {other}"),
        }
    }
    let served: BTreeSet<&str> = tree["nodes"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(seen, served, "every node that's served is come to, and no other");
    out
}

/// Returns the ID that paths, URLs, and the history use for a node.
pub fn id<'a>(key: &'a str, node: &'a Value) -> &'a str {
    node["question"].as_str().or(node["solution"].as_str()).unwrap_or(key)
}

/// Returns the rows of all paths, sorted.
pub fn rows(tree: &Value) -> Vec<Row> {
    let mut rows: Vec<Row> = ways(tree).into_iter().map(|way| way.row).collect();
    rows.sort();
    rows
}
