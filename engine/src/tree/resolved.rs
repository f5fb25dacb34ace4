//! A tree in which a broken state can't be written.

use crate::api::tree::{Answer, Node, Question, Script, Solution};

/// The place of a node in its tree. Made by [`super::resolve`] only, for nodes that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeIndex(pub(super) usize);

/// The tree of one region.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedTree {
    pub(super) start: NodeIndex,
    pub(super) nodes: Vec<ResolvedNode>,
}

/// A node and the id that it is served under.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedNode {
    pub id: String,
    pub body: ResolvedBody,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum ResolvedBody {
    Question { text: String, short: Option<String>, scripts: Vec<Script>, answers: Vec<ResolvedAnswer> },
    Solution(Solution),
}

/// An answer, and the node that follows it.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedAnswer {
    pub id: String,
    pub text: String,
    pub shortcut: Option<String>,
    pub next: NodeIndex,
}

impl ResolvedTree {
    /// Where it begins.
    pub fn start(&self) -> NodeIndex {
        self.start
    }

    /// The node at an index of this tree.
    pub fn node(&self, index: NodeIndex) -> &ResolvedNode {
        &self.nodes[index.0]
    }

    /// Every node.
    pub fn nodes(&self) -> impl Iterator<Item = &ResolvedNode> {
        self.nodes.iter()
    }

    /// The nodes as they are served: by id.
    pub fn to_api(&self) -> std::collections::BTreeMap<String, Node> {
        self.nodes.iter().map(|node| (node.id.clone(), self.node_to_api(node))).collect()
    }

    fn node_to_api(&self, node: &ResolvedNode) -> Node {
        match &node.body {
            ResolvedBody::Solution(solution) => Node::Solution(solution.clone()),
            ResolvedBody::Question { text, short, scripts, answers } => Node::Question(Question {
                text: text.clone(),
                short: short.clone(),
                scripts: scripts.clone(),
                answers: answers
                    .iter()
                    .map(|answer| Answer {
                        id: answer.id.clone(),
                        text: answer.text.clone(),
                        shortcut: answer.shortcut.clone(),
                        next: self.node(answer.next).id.clone(),
                    })
                    .collect(),
            }),
        }
    }
}
