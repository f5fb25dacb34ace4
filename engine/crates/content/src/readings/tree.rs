//! The tree as one reader goes through it, with options chosen and routes followed.

use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::fill::Blanks;
use super::guidance::{Guidance, Lead};
use super::slots::{NodeBody, ScriptSlots};
use callguide_search::api::site::Link;
use callguide_search::api::tree::{Answer, Badge, Beside, Node, NoteLine, Question, Script, Solution};

/// The maximum number of questions on a path. Longer paths don't help a volunteer, and walking the tree recurses once
/// per node.
pub const MAX_PATH: usize = 200;

/// The maximum number of paths to examine; their number doubles with every two-way question.
pub const MAX_PATHS: usize = 100_000;

/// One reader's tree. Only [`Tree::of`] creates trees, so every index in one is valid.
#[derive(Debug, Clone)]
pub struct Tree<'a> {
    /// Index of the first node.
    pub start: usize,
    /// The nodes, each after the ones it leads to.
    pub nodes: Vec<TreeNode<'a>>,
    /// For each node, the copy in [`Guidance::copies`] that it was made from. Other copies may read the same.
    pub copies: Vec<usize>,
}

/// A node. Copies that read the same from here on are one node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TreeNode<'a> {
    /// Its key in the content.
    pub key: &'a str,
    /// Its id in paths, checks and URLs.
    pub id: String,
    /// The node as served, except for its own key and those of the next nodes.
    pub node: Node,
    /// For each answer, the index of the next node.
    pub next: Vec<usize>,
}

/// The questions on a path, each with the index of its answer.
pub type Trail<'t, 'a> = [(&'t TreeNode<'a>, usize)];

/// Trees are equal if they read the same.
impl PartialEq for Tree<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, &self.nodes) == (other.start, &other.nodes)
    }
}

impl Eq for Tree<'_> {}

impl Hash for Tree<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, &self.nodes).hash(state);
    }
}

impl TreeNode<'_> {
    /// Returns the answers, each with the index of the next node. A solution has none.
    pub fn answers(&self) -> impl Iterator<Item = (&Answer, usize)> {
        let answers = if let Node::Question(question) = &self.node { &question.answers[..] } else { &[] };
        answers.iter().zip(self.next.iter().copied())
    }

    /// Returns the solution; `None` for a question.
    pub fn solution(&self) -> Option<&Solution> {
        if let Node::Solution(solution) = &self.node { Some(solution) } else { None }
    }
}

impl<'a> Tree<'a> {
    /// Returns the tree of `reader`, who must not have a flaw; `None` if there isn't one.
    pub(super) fn of(guidance: &Guidance<'a>, reader: usize, blanks: Blanks<'_>) -> Option<Self> {
        let (done, places, copies) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut walk = TreeWalk { guidance, reader, blanks, done, places, copies };
        let start = walk.lead(&guidance.starts)?;
        let mut nodes: Vec<_> = walk.places.into_iter().collect();
        nodes.sort_unstable_by_key(|(_, place)| *place);
        Some(Self { start, nodes: nodes.into_iter().map(|(node, _)| node).collect(), copies: walk.copies })
    }

    /// Walks every path, in the order of the answers, and calls `each` with the path and its solution until `each`
    /// breaks.
    pub fn walk<B>(
        &self,
        each: &mut impl FnMut(&Trail<'_, 'a>, &TreeNode<'a>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.descend(self.start, &mut Vec::new(), each)
    }

    fn descend<'t, B>(
        &'t self,
        at: usize,
        trail: &mut Vec<(&'t TreeNode<'a>, usize)>,
        each: &mut impl FnMut(&Trail<'_, 'a>, &TreeNode<'a>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let node = &self.nodes[at];
        if node.solution().is_some() {
            return each(trail, node);
        }
        for (index, next) in node.next.iter().enumerate() {
            trail.push((node, index));
            self.descend(*next, trail, each)?;
            trail.pop();
        }
        ControlFlow::Continue(())
    }

    /// Returns the indices of all nodes, breadth first, in the order of the answers.
    pub fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut waiting = VecDeque::from([self.start]);
        while let Some(at) = waiting.pop_front() {
            if !std::mem::replace(&mut seen[at], true) {
                order.push(at);
                waiting.extend(&self.nodes[at].next);
            }
        }
        order
    }

    /// Returns the key that each node is served under: its id or, if it has several copies, the id with a number, in
    /// breadth-first order.
    pub fn keys(&self) -> Vec<String> {
        let mut shared: HashMap<&str, usize> = HashMap::new();
        self.nodes.iter().for_each(|node| *shared.entry(&node.id).or_default() += 1);
        let mut given: HashMap<&str, usize> = HashMap::new();
        let mut keys: Vec<String> = self.nodes.iter().map(|node| node.id.clone()).collect();
        for at in self.in_order() {
            let id = self.nodes[at].id.as_str();
            if shared[id] > 1 {
                let number = given.entry(id).or_default();
                *number += 1;
                // No id contains a `~`.
                keys[at] = format!("{id}~{number}");
            }
        }
        keys
    }

    /// Returns the nodes as served, under these [`Tree::keys`].
    pub fn served(&self, keys: &[String]) -> Vec<Node> {
        let node = |(place, node): (usize, &TreeNode<'_>)| {
            let id = (keys[place] != node.id).then(|| node.id.clone());
            let mut served = node.node.clone();
            match &mut served {
                Node::Solution(solution) => solution.solution = id,
                Node::Question(question) => {
                    question.question = id;
                    let answers = question.answers.iter_mut().zip(&node.next);
                    answers.for_each(|(answer, next)| answer.next.clone_from(&keys[*next]));
                }
            }
            served
        };
        self.nodes.iter().enumerate().map(node).collect()
    }
}

struct TreeWalk<'g, 'a, 'b> {
    guidance: &'g Guidance<'a>,
    reader: usize,
    blanks: Blanks<'b>,
    /// For each copy, the index of its node.
    done: HashMap<usize, usize>,
    places: HashMap<TreeNode<'a>, usize>,
    copies: Vec<usize>,
}

impl<'a> TreeWalk<'_, 'a, '_> {
    /// Returns the index of the node that one of `leads` takes the reader to.
    fn lead(&mut self, leads: &[Lead]) -> Option<usize> {
        let copy = leads.iter().find(|lead| lead.readers.contains(self.reader))?.to?;
        if let Some(done) = self.done.get(&copy) {
            return Some(*done);
        }
        let node = self.node(copy)?;
        let next = self.places.len();
        let place = *self.places.entry(node).or_insert(next);
        if place == next {
            self.copies.push(copy);
        }
        self.done.insert(copy, place);
        Some(place)
    }

    fn node(&mut self, at: usize) -> Option<TreeNode<'a>> {
        let Self { guidance, reader, blanks, .. } = *self;
        let copy = &guidance.copies[at];
        let entry = &guidance.entries[copy.entry];
        let said = |slot: usize| guidance.words(at, slot, reader);
        let text = blanks.markdown(&said(entry.text));
        let scripts = scripts(&entry.scripts, &said, blanks);
        let beside = guidance.own_beside(copy.beside, reader, blanks);
        let mut next = Vec::new();
        let node = match &entry.body {
            NodeBody::Question { short, ask_for, answers } => {
                let short = short.map(|short| blanks.line(&said(short)));
                let offered = answers.iter().zip(&copy.leads).filter(|(own, _)| !said(own.gate).is_empty());
                let (answers, leads): (Vec<_>, Vec<_>) =
                    offered.map(|(own, leads)| (own.answer, leads)).unzip();
                for leads in leads {
                    next.push(self.lead(leads)?);
                }
                let answer = |answer: &crate::content::model::Answer| Answer {
                    id: answer.id.clone(),
                    text: answer.text.clone(),
                    shortcut: answer.shortcut.clone(),
                    next: String::new(),
                    ask_for: answer.ask_for.iter().cloned().collect(),
                };
                let answers = answers.into_iter().map(answer).collect();
                let ask_for = ask_for.iter().copied().cloned().collect();
                let question = Question { question: None, text, short, scripts, answers, ask_for, beside };
                Node::Question(question)
            }
            NodeBody::Solution { solution, title, note } => {
                let lines = note.iter().filter(|(_, gate, _)| !said(*gate).is_empty());
                let line = |(line, _, text): &(&crate::content::model::NoteLine, usize, usize)| NoteLine {
                    label: line.label.clone(),
                    text: blanks.line(&said(*text)),
                };
                let solved = Solution {
                    solution: None,
                    kind: solution.kind.clone(),
                    title: blanks.line(&said(*title)),
                    text,
                    agreement_required: solution.agreement_required.unwrap_or_default(),
                    scripts,
                    note: lines.map(line).collect(),
                    beside,
                };
                Node::Solution(solved)
            }
        };
        Some(TreeNode { key: entry.key, id: blanks.id_of(entry)?, node, next })
    }
}

/// Returns the scripts that are shown and have text.
pub fn scripts<'s>(
    list: &[ScriptSlots<'_>],
    said: &impl Fn(usize) -> Vec<&'s str>,
    blanks: Blanks<'_>,
) -> Vec<Script> {
    let script = |script: &ScriptSlots<'_>| {
        let some = |slot: usize| Some(said(slot)).filter(|words| !words.is_empty());
        let say = some(script.gate).and_then(|_| some(script.say))?;
        let note = script.note.and_then(some).map(|note| blanks.line(&note));
        Some(Script { title: None, note, say: blanks.plain(&say), channel: script.script.channel })
    };
    list.iter().filter_map(script).collect()
}

impl Guidance<'_> {
    /// Returns what's shown beside a step after earlier answers, if those answers change anything.
    fn own_beside(&self, reading: usize, reader: usize, blanks: Blanks<'_>) -> Option<Beside> {
        let differs =
            reading > 0 && self.beside(reading, reader, Blanks::Open) != self.beside(0, reader, Blanks::Open);
        differs.then(|| self.beside(reading, reader, blanks))
    }

    /// Returns what's shown beside a step. Reading 0 is for a contact that has no answers yet.
    pub(super) fn beside(&self, reading: usize, reader: usize, blanks: Blanks<'_>) -> Beside {
        let beside = &self.beside;
        let slots = beside.readings.get(reading).map_or(&[][..], Vec::as_slice);
        let said = |slot: usize| beside.slots[slot].words(&slots[slot], reader);
        let shown = |slot: &usize| !said(*slot).is_empty();
        let mut links: Vec<Link> = Vec::new();
        for (id, label, _) in beside.links.iter().filter(|(_, _, gate)| shown(gate)) {
            let Some(url) = blanks.page(id) else { continue };
            // Two labels for one page would suggest two different pages.
            if url.is_empty() || !links.iter().any(|link| link.url == url) {
                links.push(Link { id: (*id).to_owned(), label: (*label).to_owned(), url });
            }
        }
        let badges = beside.badges.iter().filter(|(_, _, gate)| shown(gate));
        let badges = badges.map(|(text, tone, _)| Badge { text: (*text).to_owned(), tone: *tone }).collect();
        // If a script's text has no case for the reader, the reader doesn't get the script.
        Beside { badges, links, scripts: scripts(&beside.scripts, &said, blanks) }
    }
}
