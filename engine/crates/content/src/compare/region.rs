//! Compares two versions as the volunteers of one region read them: the tree, the ends of its paths, and everything
//! outside the tree.

use serde_json::{Map, Value, json};

use super::both::{Told, rename_nodes};
use super::faq::{moves_and_renames, shelves};
use super::paths::{Answers, Ends, moved};
use super::region_view::{Collected, Subject, View};
use super::tree::SideBySide;
use super::values::{INSIDE, differences};
use crate::content::Complete;
use crate::content::model::GuideStep;
use crate::readings::{FaqReading, Readings, Tree, TreeNode};
use crate::render;
use callguide_search::api::changes::{About, MovedPaths, PathEnd, TextChange};
use callguide_search::api::faq::FaqEntry;
use callguide_search::api::tree::{Node, Question, State};
use callguide_search::text::plain;

/// Everything that a region's volunteers read differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForRegion {
    pub changes: Vec<TextChange>,
    pub paths: Vec<MovedPaths>,
    /// The number of unlisted paths with a different end.
    pub more_paths: usize,
}

/// Compares what the region with this code reads in two versions, each at its own moment. If there's no code, compares
/// what readers without a region see. `None` if one of the versions is incomplete.
pub fn for_region(old: &Readings<'_>, new: &Readings<'_>, code: Option<&str>) -> Option<ForRegion> {
    // A region that exists in only one version is reported as added or removed; the rest is compared as read without a
    // region.
    let is_in = |readings: &Readings<'_>, code: &str| !readings.readers.with_code(code).is_empty();
    let code = code.filter(|code| is_in(old, code) && is_in(new, code));
    let sides = [View::of(old, code)?, View::of(new, code)?];
    let mut found = Collected::new(&sides);
    let (paths, more_paths) = match code {
        Some(_) => tree(&sides, &mut found)?,
        None => (Vec::new(), 0),
    };
    screens(&sides, &mut found);
    found.addresses();
    Some(ForRegion { changes: found.changes, paths, more_paths })
}

/// The most paths to list: more than any usable tree has, but few enough to keep the response to a few megabytes.
const LISTED: usize = 10_000;

/// Reports the differences in the nodes. Returns the paths with a different end, and the number of paths that aren't
/// listed.
fn tree(sides: &[View<'_>; 2], found: &mut Collected<'_>) -> Option<(Vec<MovedPaths>, usize)> {
    let mut trees = [sides[0].tree()?, sides[1].tree()?];
    rename_nodes(sides.each_ref().map(|side| side.readings.draft()), trees[..1].iter_mut());
    let trees = trees.each_ref();
    let content = sides.each_ref().map(|side| side.content().tree);
    let nodes = SideBySide::of(content, trees, false);
    nodes.values.iter().flatten().for_each(|value| found.read(value));
    for change in nodes.changes(content) {
        found.tell(node_subject(trees, change.key), change.leaf, change.after);
    }
    Some(paths(trees, sides))
}

/// Describes a node, using the new tree if it contains the node.
fn node_subject([old, new]: [&Tree<'_>; 2], key: &str) -> Subject {
    let node = |tree: &Tree<'_>| Some(described(tree.nodes.iter().find(|node| node.key == key)?));
    let start = || Subject { about: About::Start, id: None, label: described(&new.nodes[new.start]).label };
    node(new).or_else(|| node(old)).unwrap_or_else(start)
}

fn described(node: &TreeNode<'_>) -> Subject {
    let first_line = |text| plain::words(text).lines().next().unwrap_or_default().to_owned();
    let (about, label) = match &node.node {
        Node::Question(Question { short: Some(short), .. }) => (About::Question, short.clone()),
        Node::Question(Question { text, .. }) => (About::Question, first_line(text)),
        Node::Solution(solution) => (About::Solution, solution.title.clone()),
    };
    Subject { about, id: Some(node.id.clone()), label }
}

fn paths(trees: [&Tree<'_>; 2], sides: &[View<'_>; 2]) -> (Vec<MovedPaths>, usize) {
    let ends = |ends: Ends| {
        [0, 1].map(|side| {
            let node = &trees[side].nodes[ends[side]?];
            let solution = node.solution()?;
            let title = sides[side].closed(&solution.title);
            Some(PathEnd { id: node.id.clone(), title, kind: solution.kind.clone() })
        })
    };
    // A new title alone doesn't make it a different end.
    let differ = |both: Ends| {
        let [old, new] = ends(both).map(|end| end.map(|end| (end.id, end.kind)));
        old != new
    };
    let mut told: Told<[Option<PathEnd>; 2], Answers> = Told::new();
    let moved = moved(trees, &differ);
    let more = moved.len().saturating_sub(LISTED);
    for (path, both) in moved.into_iter().take(LISTED) {
        told.entry(ends(both)).or_default().push(path);
    }
    let paths = told.into_iter().map(|([old, new], answers)| MovedPaths { answers, old, new });
    (paths.collect(), more)
}

/// Reports every difference outside the tree, in the order in which they come up in a contact.
fn screens(sides: &[View<'_>; 2], found: &mut Collected<'_>) {
    let bodies = sides.each_ref().map(body);
    bodies.iter().for_each(|body| found.read(body));
    for mut leaf in differences(&bodies[0], &bodies[1]) {
        found.tell(subject(&bodies, &mut leaf.at), leaf, None);
    }
    let [old, new] = sides.each_ref().map(|side| shelves(side.readings, Some(side.reader())));
    for (shelf, id, leaf) in moves_and_renames(&old, &new) {
        let subject = match id {
            Some(id) => subject(&bodies, &mut vec!["faq".to_owned(), id]),
            None => Subject { about: About::Faq, id: None, label: shelf.name.to_owned() },
        };
        found.tell(subject, leaf, None);
    }
}

/// Returns everything that a version serves outside of the tree, by what it's about, including what's served
/// separately: the FAQ, the steps on the guides' own pages, and the wording of the copied decision.
fn body(side: &View<'_>) -> Value {
    let (content, readings, blanks) = (&side.content(), side.readings, side.blanks());
    let entry = |read: &FaqReading<'_>| {
        let entry = FaqEntry {
            // Positions are compared separately, as moves.
            number: 0,
            category: String::new(),
            id: read.entry.id.clone(),
            question: read.entry.question.clone(),
            answer: blanks.markdown(&read.words(side.reader())?),
            note: read.entry.note.as_ref().map(|note| blanks.markdown(&[note])),
            tags: read.entry.tags.clone(),
        };
        Some((read.entry.id.clone(), json!(entry)))
    };
    let faq: Map<_, _> = readings.faq.iter().filter_map(entry).collect();
    // Text for other regions isn't rendered: there's a lot of it, and nobody here reads it.
    let mut served = render::content(&Complete { regions: &[], ..*content }, readings, "");
    if let (Some(page), Some(read)) = (&mut served.emergency, &readings.emergency) {
        page.words = read.words(side.reader(), blanks);
    }
    let mut served = json!(served);
    let step =
        |GuideStep { title, text }: &GuideStep| json!({ "title": title, "text": blanks.markdown(&[text]) });
    let guides = served["guides"].as_array_mut().into_iter().flatten();
    for (guide, (_, written)) in guides.zip(content.guides.guides.iter()) {
        guide["steps"] = written.steps.iter().flat_map(|steps| steps.iter().map(step)).collect();
    }
    served["states"] = match side.region() {
        Some(region) => {
            served["site"]["outcomes"] = json!(render::outcomes(content));
            served["site"]["decision_note"] = json!(content.tree.decision_note);
            // The attributes are for conditions and placeholders; nobody reads them directly.
            json!(State { attributes: Map::new(), ..render::state_body(content, readings, region) })
        }
        // Volunteers without a region only see what's needed to choose one.
        None => {
            content.regions.iter().map(|state| json!({ "code": state.code, "name": state.name })).collect()
        }
    };
    let mut body = Map::from_iter([("faq".to_owned(), json!(faq))]);
    let site = served["site"].take();
    body.extend(served.as_object().cloned().unwrap_or_default());
    body.shift_remove("site");
    body.insert("site".to_owned(), site);
    Value::Object(body)
}

/// Returns the subject of a value in the bodies, and removes the subject from the front of the value's key path.
fn subject([old, new]: &[Value; 2], at: &mut Vec<String>) -> Subject {
    let part = at.remove(0);
    // A list's name is the plural of its items' name.
    let about = json!(part.strip_suffix('s').unwrap_or(&part));
    let about = serde_json::from_value(about).unwrap_or(About::Site);
    let sides = [&new[&part], &old[&part]];
    if about == About::Site {
        let words = at.len().saturating_sub(1).clamp(1, 2).min(at.len());
        return Subject { about, id: None, label: at.drain(..words).collect::<Vec<_>>().join(INSIDE) };
    }
    if about != About::Faq && !sides.iter().any(|side| side.is_array()) {
        let code = sides[0]["code"].as_str().map(str::to_owned);
        return Subject { about, id: code, label: called(sides) };
    }
    if at.is_empty() {
        let label = match about {
            About::State => new["site"]["region"]["plural"].as_str().unwrap_or_default(),
            About::Faq => "FAQ",
            About::Guide => "Guides",
            About::Support => "Support",
            About::Announcement => "Announcements",
            _ => "Flows",
        };
        return Subject { about, id: None, label: label.to_owned() };
    }
    let id = at.remove(0);
    let item = sides.map(|side| named(side, &id));
    if about == About::Flow && at.len() > 1 && at[0] == "steps" {
        let step = at.drain(..2).next_back().unwrap_or_default();
        let label = called(item.map(|flow| named(&flow["steps"], &step)));
        return Subject { about: About::Step, id: Some(step), label };
    }
    let label = Some(called(item)).filter(|label| !label.is_empty()).unwrap_or_else(|| id.clone());
    Subject { about, id: Some(id), label }
}

/// Returns the item with this name in a list.
fn named<'v>(list: &'v Value, name: &str) -> &'v Value {
    let is = |item: &&Value| ["id", "code"].iter().any(|key| item[key] == name);
    list.as_array().map_or(&list[name], |items| items.iter().find(is).unwrap_or(&Value::Null))
}

/// Returns the name on the screen, from the first side that has one.
fn called(sides: [&Value; 2]) -> String {
    let said = sides.into_iter().flat_map(|side| ["title", "question", "name"].map(|key| side[key].as_str()));
    said.flatten().next().unwrap_or_default().trim_end().to_owned()
}
