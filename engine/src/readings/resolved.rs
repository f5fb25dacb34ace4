//! A tree in which a broken state can't be written: what one region is served, every blank filled.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::fill::Filled;
use super::flaws::Flaw;
use super::outline::{Outline, OutlineBeside, OutlineBody, OutlineScript};
use crate::api::site::Link;
use crate::api::tree::{Answer, Badge, Beside, Fact, Node, NoteLine, Question, Script, Solution};

/// The place of a node in its tree. Made by [`ResolvedTree::of`] only, for nodes that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeIndex(usize);

impl NodeIndex {
    /// The place of the node in the outline that the tree was made of.
    pub fn place(self) -> usize {
        self.0
    }
}

/// The tree of one region.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedTree {
    start: NodeIndex,
    nodes: Vec<ResolvedNode>,
}

/// A node.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedNode {
    /// What paths, checks and addresses name it by.
    pub id: String,
    /// What it is served under: its id or, where earlier answers change it, the key of one copy.
    pub key: String,
    /// Its key in the content.
    pub entry: String,
    pub body: ResolvedBody,
    /// What stands beside it, where earlier answers change that.
    pub beside: Option<Beside>,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum ResolvedBody {
    Question {
        text: String,
        short: Option<String>,
        scripts: Vec<Script>,
        ask_for: Vec<Fact>,
        answers: Vec<ResolvedAnswer>,
    },
    Solution(Solution),
}

/// An answer, and the node that follows it.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedAnswer {
    pub id: String,
    pub text: String,
    pub shortcut: Option<String>,
    pub ask_for: Vec<Fact>,
    pub next: NodeIndex,
}

impl ResolvedTree {
    /// What a region with these values is served of an outline.
    ///
    /// # Errors
    /// Where a solution has no id for this region, or one that another node has.
    pub fn of(outline: &Outline<'_>, region: Filled<'_>) -> Result<Self, Vec<Flaw>> {
        let mut flaws = Vec::new();
        let mut nodes: Vec<ResolvedNode> = Vec::new();
        for node in &outline.nodes {
            let Some(id) = region.id_of(node) else {
                flaws.push(Flaw::NoId { solution: node.key.to_owned() });
                continue;
            };
            if let Some(other) = nodes.iter().find(|other| other.id == id && other.entry != node.key) {
                let keys = [other.entry.clone(), node.key.to_owned()];
                flaws.push(Flaw::SameId { id: id.clone(), keys });
            }
            let entry = node.key.to_owned();
            let beside = node.beside.as_ref().map(|beside| self::beside(beside, region));
            nodes.push(ResolvedNode { key: id.clone(), id, entry, body: body(&node.body, region), beside });
        }
        if !flaws.is_empty() {
            flaws.dedup();
            return Err(flaws);
        }
        let mut tree = Self { start: NodeIndex(outline.start), nodes };
        tree.name_copies();
        Ok(tree)
    }

    /// Gives nodes that share an id keys of their own, numbered in the order in which they are come to.
    fn name_copies(&mut self) {
        let mut copies: HashMap<String, usize> = HashMap::new();
        for node in &self.nodes {
            *copies.entry(node.id.clone()).or_default() += 1;
        }
        copies.retain(|_, count| *count > 1);
        if copies.is_empty() {
            return;
        }
        let mut given: HashMap<String, usize> = HashMap::new();
        for index in self.in_order() {
            let node = &mut self.nodes[index.0];
            if !copies.contains_key(&node.id) {
                continue;
            }
            let number = given.entry(node.id.clone()).or_default();
            *number += 1;
            // No id has this sign.
            node.key = format!("{}~{number}", node.id);
            if let ResolvedBody::Solution(solution) = &mut node.body {
                solution.solution = Some(node.id.clone());
            }
        }
    }

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

    /// Every node in the order in which they are come to, answers first to last.
    pub fn in_order(&self) -> Vec<NodeIndex> {
        let mut order = vec![self.start];
        let mut seen = vec![false; self.nodes.len()];
        seen[self.start.0] = true;
        let mut waiting = VecDeque::from([self.start]);
        while let Some(at) = waiting.pop_front() {
            let ResolvedBody::Question { answers, .. } = &self.node(at).body else { continue };
            for answer in answers {
                if !std::mem::replace(&mut seen[answer.next.0], true) {
                    order.push(answer.next);
                    waiting.push_back(answer.next);
                }
            }
        }
        order
    }

    /// The nodes as they are served: by key.
    pub fn to_api(&self) -> BTreeMap<String, Node> {
        self.nodes.iter().map(|node| (node.key.clone(), self.node_to_api(node))).collect()
    }

    /// A node as it is served.
    pub fn node_to_api(&self, node: &ResolvedNode) -> Node {
        match &node.body {
            ResolvedBody::Solution(solution) => {
                Node::Solution(Solution { beside: node.beside.clone(), ..solution.clone() })
            }
            ResolvedBody::Question { text, short, scripts, ask_for, answers } => Node::Question(Question {
                question: (node.key != node.id).then(|| node.id.clone()),
                text: text.clone(),
                short: short.clone(),
                scripts: scripts.clone(),
                ask_for: ask_for.clone(),
                beside: node.beside.clone(),
                answers: answers
                    .iter()
                    .map(|answer| Answer {
                        id: answer.id.clone(),
                        text: answer.text.clone(),
                        shortcut: answer.shortcut.clone(),
                        next: self.node(answer.next).key.clone(),
                        ask_for: answer.ask_for.clone(),
                    })
                    .collect(),
            }),
        }
    }
}

fn body(body: &OutlineBody<'_>, region: Filled<'_>) -> ResolvedBody {
    match body {
        OutlineBody::Question { text, short, scripts: said, ask_for, answers } => ResolvedBody::Question {
            text: region.markdown(text),
            short: short.as_ref().map(|short| region.line(short)),
            scripts: scripts(said, region),
            ask_for: ask_for.iter().copied().cloned().collect(),
            answers: answers
                .iter()
                .map(|answer| ResolvedAnswer {
                    id: answer.id.to_owned(),
                    text: answer.text.to_owned(),
                    shortcut: answer.shortcut.map(str::to_owned),
                    ask_for: answer.ask_for.iter().copied().cloned().collect(),
                    next: NodeIndex(answer.next),
                })
                .collect(),
        },
        OutlineBody::Solution { kind, agreement_required, title, text, scripts: said, note, .. } => {
            ResolvedBody::Solution(Solution {
                solution: None,
                kind: (*kind).to_owned(),
                title: region.line(title),
                text: region.markdown(text),
                agreement_required: *agreement_required,
                scripts: scripts(said, region),
                beside: None,
                note: note
                    .iter()
                    .map(|(label, text)| NoteLine { label: (*label).to_owned(), text: region.line(text) })
                    .collect(),
            })
        }
    }
}

/// What a region with these values is shown beside a step.
pub fn beside(shown: &OutlineBeside<'_>, region: Filled<'_>) -> Beside {
    let mut links: Vec<Link> = Vec::new();
    for (id, label) in &shown.links {
        let Some(url) = region.state.links.get(id) else { continue };
        // Two labels for one page would promise two pages.
        if !links.iter().any(|link| link.url == *url) {
            links.push(Link { id: (*id).to_owned(), label: (*label).to_owned(), url: url.clone() });
        }
    }
    let badges = shown.badges.iter().map(|(text, tone)| Badge { text: (*text).to_owned(), tone: *tone });
    Beside { badges: badges.collect(), links, scripts: scripts(&shown.scripts, region) }
}

fn scripts(scripts: &[OutlineScript<'_>], region: Filled<'_>) -> Vec<Script> {
    let script = |script: &OutlineScript<'_>| Script {
        title: None,
        note: script.note.as_ref().map(|note| region.line(note)),
        say: region.plain(&script.say),
        channel: script.channel,
    };
    scripts.iter().map(script).collect()
}
