//! Resolving the tree for one region.

use std::collections::HashMap;

use super::choose::{chosen_route, chosen_text};
use super::resolved::{NodeIndex, ResolvedAnswer, ResolvedBody, ResolvedNode, ResolvedTree};
use crate::api::tree::{NoteLine, Script, Solution};
use crate::content::model::{self, DecisionTree, Links, Route, State, Text, TreeScript};
use crate::text::links::{self, STATE_PREFIX};
use crate::text::placeholders::{self, readable};

/// Why a tree can't be resolved. The rules of lint say it in full, with its place; this is what
/// they are made from, and what keeps the engine from building on content that was never linted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// A route at this pointer names no node.
    UnknownNode { pointer: String, id: String },
    /// No case of the text or route at this pointer matches the region.
    NoCase { pointer: String },
    /// These nodes lead back to the first of them, by the route at this pointer.
    Cycle { pointer: String, ids: Vec<String> },
    /// The route at this pointer makes a path of more than [`MAX_PATH`] questions.
    TooLong { pointer: String },
    /// A region without the attribute of `id_from` comes to this solution by the route at this
    /// pointer.
    NoId { pointer: String, solution: String, path: String },
    /// The node could not be read; its schema finding says why.
    Unreadable { id: String },
    /// Two nodes, by their keys in the content, would be served under one id.
    SameId { id: String, keys: [String; 2] },
}

/// Resolves `tree` for `state`.
///
/// # Errors
/// Every flaw that keeps this region from having a tree.
pub fn resolve(tree: &DecisionTree, state: &State, links: Option<&Links>) -> Result<ResolvedTree, Vec<Flaw>> {
    let mut resolver = Resolver {
        tree,
        state,
        links,
        indexes: HashMap::new(),
        nodes: Vec::new(),
        open: Vec::new(),
        flaws: Vec::new(),
    };
    let start = resolver.route(&tree.start, "/start");
    let Resolver { nodes, mut flaws, .. } = resolver;
    let mut resolved = Vec::with_capacity(nodes.len());
    let mut seen: HashMap<String, &str> = HashMap::new();
    for (key, node) in nodes {
        // Every node was filled in when its own resolving came to an end.
        let Some(node) = node else { continue };
        match seen.get(&node.id) {
            Some(first) => {
                flaws.push(Flaw::SameId { id: node.id.clone(), keys: [(*first).to_owned(), key.to_owned()] })
            }
            None => drop(seen.insert(node.id.clone(), key)),
        }
        resolved.push(node);
    }
    match start {
        Some(start) if flaws.is_empty() => Ok(ResolvedTree { start, nodes: resolved }),
        _ => Err(flaws),
    }
}

struct Resolver<'a> {
    tree: &'a DecisionTree,
    state: &'a State,
    links: Option<&'a Links>,
    /// Nodes that were met, by the key of the content.
    indexes: HashMap<&'a str, NodeIndex>,
    /// With the key of the content, in the order in which they are met.
    nodes: Vec<(&'a str, Option<ResolvedNode>)>,
    /// The nodes that are being resolved, outermost first.
    open: Vec<&'a str>,
    flaws: Vec<Flaw>,
}

impl<'a> Resolver<'a> {
    fn route(&mut self, route: &'a Route, pointer: &str) -> Option<NodeIndex> {
        let Some((case, go)) = chosen_route(route, self.state) else {
            self.flaws.push(Flaw::NoCase { pointer: pointer.to_owned() });
            return None;
        };
        let pointer = case.map_or_else(|| pointer.to_owned(), |case| format!("{pointer}/{case}/go"));
        self.node(go, &pointer)
    }

    /// The index of the node `key`, which is resolved when it is first met. The depth of the calls
    /// is bounded by the number of nodes on a path, and that by the bounds of the loader.
    fn node(&mut self, key: &'a str, pointer: &str) -> Option<NodeIndex> {
        if let Some(first) = self.open.iter().position(|open| *open == key) {
            let ids = self.open[first..].iter().map(|id| (*id).to_owned()).collect();
            self.flaws.push(Flaw::Cycle { pointer: pointer.to_owned(), ids });
            return None;
        }
        if let Some(index) = self.indexes.get(key) {
            return Some(*index);
        }
        if self.open.len() >= MAX_PATH {
            self.flaws.push(Flaw::TooLong { pointer: pointer.to_owned() });
            return None;
        }
        let index = NodeIndex(self.nodes.len());
        if let Some(question) = self.tree.questions.get(key) {
            self.indexes.insert(key, index);
            self.nodes.push((key, None));
            self.open.push(key);
            let node = self.question(key, question);
            self.open.pop();
            self.nodes[index.0].1 = Some(node);
        } else if let Some(solution) = self.tree.solutions.get(key) {
            let node = self.solution(key, solution, pointer)?;
            self.indexes.insert(key, index);
            self.nodes.push((key, Some(node)));
        } else {
            let id = key.to_owned();
            let known = self.tree.questions.contains(key) || self.tree.solutions.contains(key);
            self.flaws.push(if known {
                Flaw::Unreadable { id }
            } else {
                Flaw::UnknownNode { pointer: pointer.to_owned(), id }
            });
            return None;
        }
        Some(index)
    }

    fn question(&mut self, key: &'a str, question: &'a model::Question) -> ResolvedNode {
        let at = format!("/questions/{key}");
        let text = self.markdown(&question.text, &format!("{at}/text"));
        let short = question.short.as_ref().map(|short| self.plain(short, &format!("{at}/short")));
        let scripts = self.scripts(question.scripts.iter(), &at);
        let mut answers = Vec::new();
        for (index, answer) in question.answers.indexed() {
            if let Some(next) = self.route(&answer.go, &format!("{at}/answers/{index}/go")) {
                answers.push(ResolvedAnswer {
                    id: answer.id.clone(),
                    text: answer.text.clone(),
                    shortcut: answer.shortcut.clone(),
                    next,
                });
            }
        }
        ResolvedNode { id: key.to_owned(), body: ResolvedBody::Question { text, short, scripts, answers } }
    }

    fn solution(&mut self, key: &str, solution: &'a model::Solution, from: &str) -> Option<ResolvedNode> {
        let at = format!("/solutions/{key}");
        let id = match &solution.id_from {
            None => key.to_owned(),
            Some(path) => match self.state.attribute(path).and_then(readable) {
                Some(id) => id,
                None => {
                    let (pointer, solution) = (from.to_owned(), key.to_owned());
                    self.flaws.push(Flaw::NoId { pointer, solution, path: path.clone() });
                    return None;
                }
            },
        };
        let note = solution.note.indexed();
        let note = note
            .map(|(index, line)| NoteLine {
                label: line.label.clone(),
                text: self.plain(&line.text, &format!("{at}/note/{index}/text")),
            })
            .collect();
        let body = ResolvedBody::Solution(Solution {
            kind: solution.kind,
            title: self.plain(&solution.title, &format!("{at}/title")),
            text: self.markdown(&solution.text, &format!("{at}/text")),
            agreement_required: solution.agreement_required,
            scripts: self.scripts(solution.scripts.iter(), &at),
            note,
        });
        Some(ResolvedNode { id, body })
    }

    fn scripts(&mut self, scripts: impl Iterator<Item = &'a TreeScript>, at: &str) -> Vec<Script> {
        let state = self.state;
        scripts
            .filter(|script| script.when.as_ref().is_none_or(|when| when.holds(state)))
            .map(|script| Script {
                title: None,
                note: script.note.as_ref().map(|note| self.plain(note, at)),
                say: self.plain(&script.say, at),
                channel: script.channel,
            })
            .collect()
    }

    /// The text for this region, placeholders filled and names of links replaced, as Markdown.
    fn markdown(&mut self, text: &Text, pointer: &str) -> String {
        let text = self.text(text, pointer);
        links::resolve_markdown(&text, |name| self.address(name))
    }

    /// The text for this region, placeholders filled and links written out, as plain words.
    fn plain(&mut self, text: &Text, pointer: &str) -> String {
        let text = self.text(text, pointer);
        links::write_out(&text, |name| self.address(name))
    }

    fn text(&mut self, text: &Text, pointer: &str) -> String {
        match chosen_text(text, self.state) {
            Some(text) => fill_state(text.trim_end(), self.state),
            None => {
                self.flaws.push(Flaw::NoCase { pointer: pointer.to_owned() });
                String::new()
            }
        }
    }

    fn address(&self, name: &str) -> Option<&'a str> {
        match name.strip_prefix(STATE_PREFIX) {
            Some(own) => self.state.links.get(own).map(String::as_str),
            None => self.links?.links.get(name).map(|link| link.url.as_str()),
        }
    }
}

/// Longer paths than this are no help to a volunteer, and the calls nest once a node.
pub const MAX_PATH: usize = 200;

/// Fills `{state.…}`; what the app fills stays.
fn fill_state(text: &str, state: &State) -> String {
    placeholders::fill(text, |name| match name.strip_prefix("state.")? {
        "name" => Some(state.name.clone()),
        "code" => Some(state.code.clone()),
        path => state.attribute(path).and_then(readable),
    })
}
