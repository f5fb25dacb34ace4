//! The tree of all regions in one picture: where they go different ways the arrows say who goes
//! where.

use std::collections::{HashMap, HashSet};

use super::drawing::{Box, Drawing, Edge, Shape, question_label};
use crate::content::Complete;
use crate::content::model::{DecisionTree, Route, State, Text};
use crate::text::placeholders;
use crate::tree::{chosen_route, chosen_text, reach};

/// Up to so many regions are named on an arrow; of the larger part of them those that are not.
const NAMED: usize = 12;

/// The picture of the whole tree. Texts are those of the first region that comes to them, with
/// the blanks that depend on the region left open.
pub fn merged(content: &Complete<'_>) -> Drawing {
    let tree = content.tree;
    let states: Vec<&State> = content.states.states.iter().collect();
    let mut readers: HashMap<&str, Vec<&State>> = HashMap::new();
    for state in &states {
        for key in reach(tree, state, |_| None) {
            readers.entry(key).or_default().push(state);
        }
    }
    let keys: Vec<&str> = crate::tree::keys(tree).filter(|key| readers.contains_key(key)).collect();
    let title = content.site.region.plural.clone();
    let mut boxes = vec![Box { id: String::new(), label: title.clone(), shape: Shape::Start }];
    boxes.extend(keys.iter().filter_map(|key| node_box(tree, key, readers.get(key)?)));
    let place = |key: &str| keys.iter().position(|other| *other == key).map(|index| index + 1);
    let mut edges = Vec::new();
    let mut draw = |from: usize, route: &Route, answer: &str, who: &[&State]| {
        let mut order: Vec<usize> = Vec::new();
        let mut goers: HashMap<usize, Vec<&str>> = HashMap::new();
        for state in who {
            let Some(to) = chosen_route(route, state).and_then(|(_, key)| place(key)) else { continue };
            goers.entry(to).or_default().push(&state.code);
            if !order.contains(&to) {
                order.push(to);
            }
        }
        let several = order.len() > 1;
        for to in order {
            let codes = goers.remove(&to).unwrap_or_default();
            let who = if several { named(&codes, who) } else { String::new() };
            let gap = if answer.is_empty() || who.is_empty() { "" } else { ": " };
            edges.push(Edge { from, to, label: format!("{answer}{gap}{who}") });
        }
    };
    draw(0, &tree.start, "", &states);
    for (key, question) in tree.questions.iter() {
        let (Some(from), Some(who)) = (place(key), readers.get(key)) else { continue };
        question.answers.iter().for_each(|answer| draw(from, &answer.go, &answer.text, who));
    }
    Drawing { title, boxes, edges }
}

/// Which of those who come to a question go this way.
fn named(codes: &[&str], who: &[&State]) -> String {
    if codes.len() <= NAMED {
        return codes.join(", ");
    }
    let here: HashSet<&str> = codes.iter().copied().collect();
    let others: Vec<&str> = who.iter().map(|s| s.code.as_str()).filter(|code| !here.contains(code)).collect();
    if others.len() <= NAMED {
        format!("all but {}", others.join(", "))
    } else {
        format!("{} others", codes.len())
    }
}

fn node_box(tree: &DecisionTree, key: &str, readers: &[&State]) -> Option<Box> {
    let first = *readers.first()?;
    let text = |text: &Text| open(chosen_text(text, first).unwrap_or_default());
    if let Some(question) = tree.questions.get(key) {
        let short = question.short.as_ref().map(text);
        let label = question_label(short.as_deref(), &text(&question.text));
        return Some(Box { id: key.to_owned(), label, shape: Shape::Question });
    }
    let solution = tree.solutions.get(key)?;
    let own = |path: &String| {
        let mut ids: Vec<String> = Vec::new();
        for state in readers {
            if let Some(id) =
                state.attribute(path).and_then(placeholders::readable).filter(|id| !ids.contains(id))
            {
                ids.push(id);
            }
        }
        ids.join(", ")
    };
    let id = solution.id_from.as_ref().map_or_else(|| key.to_owned(), own);
    Some(Box { id, label: text(&solution.title), shape: Shape::of(solution.kind) })
}

/// `{state.lead.code}` as `…`: a blank that each region fills in its own way.
fn open(text: &str) -> String {
    placeholders::fill(text, |name| name.starts_with("state.").then(|| "…".to_owned()))
}
