//! A drawing made of boxes and arrows. It shows one region's tree, or all regions' trees in one picture with arrows
//! that show which regions go where.

use std::collections::{HashMap, VecDeque};

use crate::content::Complete;
use crate::content::model::Answered;
use crate::readings::{Guidance, Lead, NodeBody, ReaderSet, Readings, Slot};
use callguide_search::api::tree::{Look, Node, Outcome};
use callguide_search::text::{placeholders, plain};

/// The kind of a box; each has its own shape and color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    Start,
    Question,
    /// A solution, with the appearance of its outcome.
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

    /// Returns the shape's class name.
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

    /// Returns the fill and border colors. Text on the fill has the color [`TEXT`], with a contrast of at
    /// least 7:1; the border has a contrast of at least 3:1 against white (WCAG 2.2, 1.4.6 and 1.4.11).
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

/// The whole picture. It doesn't contain cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    pub title: String,
    /// The boxes; the first one is the start.
    pub boxes: Vec<Box>,
    pub edges: Vec<Edge>,
}

/// Draws a region's current tree; `None` if the region doesn't have one.
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

/// Draws the whole current tree. A node shows the text of the first region that reaches it, with the placeholders that
/// depend on the region left open.
pub fn merged(content: &Complete<'_>, readings: &Readings<'_>) -> Drawing {
    let title = content.site.region.plural.clone();
    let mut drawing = Drawing {
        boxes: vec![Box { id: String::new(), label: title.clone(), shape: Shape::Start }],
        title,
        edges: Vec::new(),
    };
    let Some(guidance) = &readings.guidance else { return drawing };
    let merging = Merging { content, readings, guidance, current: readings.readers.current() };
    // Each node's index in the drawing; `None` if nobody reaches it.
    let mut places = vec![None; guidance.entries.len()];
    for (entry, place) in places.iter_mut().enumerate() {
        if let Some(node) = merging.node(entry) {
            *place = Some(drawing.boxes.len());
            drawing.boxes.push(node);
        }
    }
    let everybody = merging.current.and(readings.readers.in_regions());
    let starts: Vec<&Lead> = guidance.starts.iter().collect();
    drawing.edges = merging.edges(0, "", &guidance.start, &starts, &everybody, &places);
    for (entry, node) in guidance.entries.iter().enumerate() {
        let (Some(from), NodeBody::Question { answers, .. }) = (places[entry], &node.body) else { continue };
        for (index, own) in answers.iter().enumerate() {
            let leads: Vec<&Lead> =
                guidance.copies_of(entry).flat_map(|(_, copy)| &copy.leads[index]).collect();
            let (who, route) = (merging.who(entry), &node.slots[own.route]);
            drawing.edges.extend(merging.edges(from, &own.answer.text, route, &leads, &who, &places));
        }
    }
    drawing
}

impl Box {
    /// Returns the lines of the box: its id, if it has one, and its label.
    pub(super) fn lines(&self, width: usize) -> Vec<String> {
        let head = if self.id.is_empty() { Vec::new() } else { wrapped(&self.id, width) };
        head.into_iter().chain(wrapped(&self.label, width)).collect()
    }
}

/// Breaks text into lines of at most `width` characters, splitting longer words.
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

/// Returns the shape of a solution with this outcome. The schema doesn't allow a solution without an outcome.
fn shape_of(outcome: Option<&Outcome>) -> Shape {
    Shape::Solution(outcome.map_or(Look::Quiet, |outcome| outcome.look))
}

/// Returns a question's label: its short form or, if it doesn't have one, the first line of its text.
fn question_label(short: Option<&str>, text: &str) -> String {
    if let Some(short) = short {
        return short.to_owned();
    }
    plain::words(text).lines().next().unwrap_or_default().to_owned()
}

struct Merging<'r> {
    content: &'r Complete<'r>,
    readings: &'r Readings<'r>,
    guidance: &'r Guidance<'r>,
    current: &'r ReaderSet,
}

impl Merging<'_> {
    /// Returns all current readers who reach a node.
    fn who(&self, entry: usize) -> ReaderSet {
        let mut who = self.readings.readers.none();
        self.guidance.copies_of(entry).for_each(|(_, copy)| who.add(&copy.readers));
        who.and(self.current)
    }

    /// Returns an answer's arrows: one for each node that it leads to, with the regions that go there if not all do,
    /// and the earlier answers if those matter.
    fn edges(
        &self,
        from: usize,
        answer: &str,
        route: &Slot<'_>,
        leads: &[&Lead],
        who: &ReaderSet,
        places: &[Option<usize>],
    ) -> Vec<Edge> {
        let mut ways: Vec<Destination> = Vec::new();
        for lead in leads {
            let here = lead.readers.and(self.current);
            let Some(to) = lead.to.and_then(|to| places[self.guidance.copies[to].entry]) else { continue };
            match ways.iter_mut().find(|way| way.to == to) {
                _ if here.is_empty() => {}
                Some(way) => {
                    way.goers.add(&here);
                    way.choices.push(lead.choice);
                }
                None => ways.push(Destination { to, goers: here, choices: vec![lead.choice] }),
            }
        }
        // Sorts the destinations by the first region that goes there.
        ways.sort_by_key(|way| way.goers.iter().next());
        // A reader who is led to several nodes reaches each one after different answers.
        let total: usize = ways.iter().map(|way| way.goers.len()).sum();
        let goers = ReaderSet::union(who.capacity(), ways.iter().map(|way| &way.goers));
        let by_answers = total > goers.len();
        let edge = |way: Destination| {
            let some = way.goers != *who;
            let goers = some.then(|| named(&self.codes(&way.goers), &self.codes(who)));
            let after = by_answers.then(|| after(route, &way.choices));
            let limits: Vec<String> = goers.into_iter().chain(after).collect();
            let gap = if answer.is_empty() || limits.is_empty() { "" } else { ": " };
            Edge { from, to: way.to, label: format!("{answer}{gap}{}", limits.join(", ")) }
        };
        ways.into_iter().map(edge).collect()
    }

    fn codes(&self, readers: &ReaderSet) -> Vec<&str> {
        let regions = self.readings.readers.regions_of(readers).into_iter();
        regions.map(|region| self.content.regions[region].code.as_str()).collect()
    }

    fn node(&self, entry: usize) -> Option<Box> {
        let who = self.who(entry);
        let first = who.iter().next()?;
        let node = &self.guidance.entries[entry];
        let (copy, _) = self.guidance.copies_of(entry).find(|(_, copy)| copy.readers.contains(first))?;
        let text = |slot: usize| {
            let taken = self.guidance.taken(copy, slot).iter().zip(&node.slots[slot].choices);
            let words = taken.filter(|(taken, _)| taken.takes.contains(first));
            open(&words.map(|(_, choice)| choice.value).collect::<Vec<_>>().join("\n\n"))
        };
        match &node.body {
            NodeBody::Question { short, .. } => {
                let label = question_label(short.map(text).as_deref(), &text(node.text));
                Some(Box { id: node.key.to_owned(), label, shape: Shape::Question })
            }
            NodeBody::Solution { solution, title, .. } => {
                let own = |path: &String| {
                    let mut ids: Vec<String> = Vec::new();
                    for region in self.readings.readers.regions_of(&who) {
                        ids.extend(self.readings.filled(region).value(path).filter(|id| !ids.contains(id)));
                    }
                    ids.join(", ")
                };
                let id = solution.id_from.as_ref().map_or_else(|| node.key.to_owned(), own);
                let shape = shape_of(self.content.tree.outcomes.get(&solution.kind));
                Some(Box { id, label: text(*title), shape })
            }
        }
    }
}

/// A node that an answer leads some readers to.
struct Destination {
    to: usize,
    goers: ReaderSet,
    /// Indices of the options that lead there.
    choices: Vec<usize>,
}

/// Describes the earlier answers that lead to one of these options of a route.
fn after(route: &Slot<'_>, choices: &[usize]) -> String {
    let own = choices.iter().map(|choice| &route.choices[*choice]);
    let asked: Option<Vec<_>> = own.map(|own| own.when.map(|_| own.answered())).collect();
    match asked.as_deref() {
        None => "otherwise".to_owned(),
        Some([Some(answered), ..]) if choices.iter().all(|choice| choice == &choices[0]) => {
            let of = answered.of();
            match (answered, answered.at_least()) {
                (Answered::Points { .. }, points) => format!("with {points}+ points from {}", of.join(", ")),
                (_, 1) => format!("after {}", of.join(" or ")),
                (_, count) => format!("after {count} of {}", of.join(", ")),
            }
        }
        _ => "after some answers".to_owned(),
    }
}

/// The maximum number of regions to name on an arrow. If more take it, the label names the regions that don't, if
/// they're few enough.
const NAMED: usize = 12;

/// Names the regions that take an arrow (`codes`), out of those that reach the question (`who`).
fn named(codes: &[&str], who: &[&str]) -> String {
    if codes.len() <= NAMED {
        return codes.join(", ");
    }
    let others: Vec<&str> = who.iter().copied().filter(|code| !codes.contains(code)).collect();
    if others.len() <= NAMED {
        format!("all but {}", others.join(", "))
    } else {
        format!("{} others", codes.len())
    }
}

/// Replaces placeholders that depend on the region, such as `{state.lead.code}`, with `…`.
fn open(text: &str) -> String {
    placeholders::fill(text, |name| name.starts_with("state.").then(|| "…".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wrap_at_the_given_width() {
        assert_eq!(wrapped("a bc def ghij", 5), ["a bc", "def", "ghij"]);
        assert_eq!(wrapped("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
