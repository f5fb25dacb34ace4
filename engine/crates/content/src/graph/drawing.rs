//! A drawing: boxes and arrows.

use std::collections::{HashMap, VecDeque};

use crate::readings::Readings;
use callguide_search::api::tree::{Look, Node, Outcome};
use callguide_search::text::plain;

/// The kind of a box; each has its own shape and color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    Start,
    Question,
    /// A solution, by the look of its outcome.
    Solution(Look),
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 6] = [
        Self::Start,
        Self::Question,
        Self::Solution(Look::Stop),
        Self::Solution(Look::Caution),
        Self::Solution(Look::Go),
        Self::Solution(Look::Quiet),
    ];

    /// Returns its class name.
    pub fn class(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Question => "question",
            Self::Solution(Look::Stop) => "stop",
            Self::Solution(Look::Caution) => "caution",
            Self::Solution(Look::Go) => "go",
            Self::Solution(Look::Quiet) => "quiet",
        }
    }

    /// Returns the colors of the area and its border. Text on the area is [`TEXT`], with a contrast of at least 7:1;
    /// the border has at least 3:1 against white (WCAG 2.2, 1.4.6 and 1.4.11).
    pub fn colours(self) -> (&'static str, &'static str) {
        match self {
            Self::Start => ("#e5e7eb", "#4b5563"),
            Self::Question => ("#ffffff", "#374151"),
            Self::Solution(Look::Stop) => ("#fde2e1", "#b42318"),
            Self::Solution(Look::Caution) => ("#fef0c7", "#b54708"),
            Self::Solution(Look::Go) => ("#dcfae6", "#067647"),
            Self::Solution(Look::Quiet) => ("#e7e5e4", "#57534e"),
        }
    }
}

/// The color of all text.
pub const TEXT: &str = "#111827";

/// A box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Box {
    /// Its id in the content; empty for the start.
    pub id: String,
    pub label: String,
    pub shape: Shape,
}

/// An arrow between two boxes, by their indices in the drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub label: String,
}

/// The whole picture. It has no cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    pub title: String,
    /// The first one is the start.
    pub boxes: Vec<Box>,
    pub edges: Vec<Edge>,
}

/// Draws a region's current tree; `None` if it has none.
pub fn of_region(readings: &Readings<'_>, region: usize) -> Option<Drawing> {
    let tree = readings.tree(readings.readers.now(region))?;
    let title = readings.draft().regions.get(region)?.name.clone();
    let outcomes = &readings.draft().tree.as_ref()?.outcomes;
    let mut boxes = vec![Box { id: String::new(), label: title.clone(), shape: Shape::Start }];
    let mut edges = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut waiting: VecDeque<(usize, usize, &str)> = VecDeque::from([(0, tree.start, "")]);
    while let Some((from, at, label)) = waiting.pop_front() {
        let to = *places.entry(at).or_insert_with(|| {
            let node = &tree.nodes[at];
            let place = boxes.len();
            waiting.extend(node.answers().map(|(answer, next)| (place, next, answer.text.as_str())));
            let (drawn, shape) = match &node.node {
                Node::Question(asked) => {
                    (question_label(asked.short.as_deref(), &asked.text), Shape::Question)
                }
                Node::Solution(solution) => (solution.title.clone(), shape_of(outcomes.get(&solution.kind))),
            };
            boxes.push(Box { id: node.id.clone(), label: drawn, shape });
            place
        });
        edges.push(Edge { from, to, label: label.to_owned() });
    }
    Some(Drawing { title, boxes, edges })
}

/// Returns the shape of a solution with this outcome. The schema allows no solution without one.
pub(super) fn shape_of(outcome: Option<&Outcome>) -> Shape {
    Shape::Solution(outcome.map_or(Look::Quiet, |outcome| outcome.look))
}

/// Returns a question's label: its short form or, without one, the first line of its text.
pub(super) fn question_label(short: Option<&str>, text: &str) -> String {
    if let Some(short) = short {
        return short.to_owned();
    }
    plain::words(text).lines().next().unwrap_or_default().to_owned()
}

/// Breaks a text into lines of at most `width` characters, splitting longer words.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split_whitespace() {
        let chars: Vec<char> = word.chars().collect();
        for (index, part) in chars.chunks(width.max(1)).enumerate() {
            let gap = usize::from(length > 0 && index == 0);
            if length > 0 && (index > 0 || length + gap + part.len() > width) {
                lines.push(String::new());
                length = 0;
            }
            if let Some(line) = lines.last_mut() {
                if length > 0 {
                    line.push(' ');
                    length += 1;
                }
                line.extend(part);
                length += part.len();
            }
        }
    }
    lines
}

impl Box {
    /// Returns the lines of the box: its id, if it has one, and its label.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        let head = if self.id.is_empty() { Vec::new() } else { wrapped(&self.id, width) };
        head.into_iter().chain(wrapped(&self.label, width)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_told() {
        assert_eq!(wrapped("a bc def ghij", 5), ["a bc", "def", "ghij"]);
        assert_eq!(wrapped("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
