//! Compares two versions as the volunteers of one region read them: the tree, the ends of its paths, and everything
//! outside the tree.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::both::{RenamedNodes, Told};
use super::faq::{self, Shelved};
use super::paths::{Answers, moved};
use super::region_view::{Collected, OpenedLinks, ROOM, Subject, View, addresses, used_in};
use super::tree::{Side, between};
use super::values::{INSIDE, differences};
use crate::content::Complete;
use crate::content::model::GuideStep;
use crate::readings::{Blanks, FaqReading, Readings, Tree, TreeNode};
use crate::render;
use callguide_search::api::changes::{About, ChangeKind, MovedPaths, PathEnd, TextChange};
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
    let opened = [old, new].map(|readings| OpenedLinks::of(readings, code));
    let mut sides = [View::of(old, &opened[0], code)?, View::of(new, &opened[1], code)?];
    let mut found = Collected { opened: &opened, changes: Vec::new(), used: BTreeSet::new(), room: ROOM };
    let mut paths = (Vec::new(), 0);
    if let [Some(_), Some(_)] = [sides[0].region, sides[1].region] {
        paths = tree(&sides, &mut found)?;
    } else {
        // A region that exists in only one version is reported as added or removed; the rest is compared as read
        // without a region.
        sides.iter_mut().for_each(View::choose_none);
    }
    screens(&sides, &mut found);
    shelved(&sides, &mut found);
    addresses(&sides, &mut found);
    Some(ForRegion { changes: found.changes, paths: paths.0, more_paths: paths.1 })
}

/// Reports moves among the FAQ entries that the region's volunteers are shown.
fn shelved(sides: &[View<'_>; 2], found: &mut Collected<'_>) {
    let [before, after] =
        sides.each_ref().map(|side| faq::shelves(side.readings.draft(), entries(side).map(|(read, _)| read)));
    let question = |id: &str| {
        let shown = |side: &View<'_>| {
            let read = side.readings.faq.iter().find(|read| read.entry.id == id)?;
            read.words(side.reader).map(|_| read.entry.question.clone())
        };
        sides.iter().rev().find_map(shown).unwrap_or_default()
    };
    for (what, leaf) in faq::moves_and_renames(&before, &after) {
        let category = if leaf.kind == ChangeKind::Order { "" } else { "category" };
        let (id, label, field) = match what {
            Shelved::Entry(id) => (Some(id.clone()), question(&id), ""),
            Shelved::Category(label) => (None, label, category),
            Shelved::All => (None, whole(About::Faq).to_owned(), category),
        };
        found.tell(Subject { about: About::Faq, id, label }, field.to_owned(), leaf, None);
    }
}

/// The most paths to list: more than any usable tree has, while the response stays at a few megabytes.
const LISTED: usize = 10_000;

/// Reports the differences in the nodes. Returns the paths with a different end, and the number of paths that aren't
/// listed.
fn tree(sides: &[View<'_>; 2], found: &mut Collected<'_>) -> Option<(Vec<MovedPaths>, usize)> {
    let mut trees = [sides[0].tree()?, sides[1].tree()?];
    let [old, new] = [0, 1].map(|side| sides[side].readings.draft());
    RenamedNodes::of(old, new).rename(&mut trees[0]);
    let trees = trees.each_ref();
    let nodes = [0, 1].map(|side| Side::of(sides[side].content.tree, trees[side], false));
    nodes.iter().flat_map(|side| &side.values).for_each(|value| used_in(value, &mut found.used));
    for change in between(&nodes) {
        found.tell(node_subject(trees, change.key), change.leaf.at.join(INSIDE), change.leaf, change.after);
    }
    Some(paths(trees, found))
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

fn paths(trees: [&Tree<'_>; 2], found: &Collected<'_>) -> (Vec<MovedPaths>, usize) {
    let end = |side: usize, at: usize| {
        let node = &trees[side].nodes[at];
        let solution = node.solution()?;
        let title = found.opened[side].closed(&solution.title);
        Some(PathEnd { id: node.id.clone(), title, kind: solution.kind.clone() })
    };
    // A new title doesn't make an end a different one.
    let named = |end: Option<PathEnd>| end.map(|end| (end.id, end.kind));
    let differ = |before: usize, now: usize| named(end(0, before)) != named(end(1, now));
    let mut told: Told<[Option<PathEnd>; 2], Answers> = Told::default();
    let moved = moved(trees, &differ);
    let more = moved.len().saturating_sub(LISTED);
    for (path, ends) in moved.into_iter().take(LISTED) {
        told.add([0, 1].map(|side| end(side, ends[side]?)), [path]);
    }
    let paths = told.into_iter().map(|([old, new], answers)| MovedPaths { answers, old, new });
    (paths.collect(), more)
}

/// Reports every difference outside of the tree, in the order of a contact.
fn screens(sides: &[View<'_>; 2], found: &mut Collected<'_>) {
    let bodies = sides.each_ref().map(body);
    bodies.iter().for_each(|body| used_in(body, &mut found.used));
    for mut leaf in differences(&bodies[0], &bodies[1]) {
        let subject = subject(&bodies, &mut leaf.at);
        found.tell(subject, leaf.at.join(INSIDE), leaf, None);
    }
}

/// Returns the FAQ entries that the region's volunteers are shown, each with the parts of its answer.
fn entries<'s, 'a>(
    side: &'s View<'a>,
) -> impl Iterator<Item = (&'a FaqReading<'a>, Vec<&'a str>)> + use<'s, 'a> {
    side.readings.faq.iter().filter_map(|read| Some((read, read.words(side.reader)?)))
}

/// Returns everything that a version serves, keyed by subject, including what's served separately: the FAQ, the steps
/// on the guides' own pages, and the wording of the copied decision.
fn body(side: &View<'_>) -> Value {
    let (content, readings) = (&side.content, side.readings);
    // Other regions' texts aren't rendered: there are many, and nobody here reads them.
    let mut body = json!(render::content(&Complete { regions: &[], ..*content }, readings, ""));
    let step =
        |GuideStep { title, text }: &GuideStep| json!({ "title": title, "text": side.markdown(&[text]) });
    for (guide, (_, written)) in items(&mut body["guides"]).zip(content.guides.guides.iter()) {
        guide["steps"] = written.steps.iter().flat_map(|steps| steps.iter().map(step)).collect();
    }
    body["states"] = match side.region {
        Some(region) => {
            body["site"]["outcomes"] = json!(render::outcomes(content));
            body["site"]["decision_note"] = json!(content.tree.decision_note);
            // The attributes are for conditions and placeholders; nobody reads them as such.
            json!(State { attributes: Map::new(), ..render::state_body(content, readings, region) })
        }
        // Volunteers without a region only see what's needed to choose one.
        None => {
            content.regions.iter().map(|state| json!({ "code": state.code, "name": state.name })).collect()
        }
    };
    let emergency = readings.emergency.as_ref().zip(side.filled());
    let own = emergency.map(|(read, filled)| json!(read.words(side.reader, Blanks::Filled(filled))));
    if let (Some(Value::Object(own)), Some(all)) = (own, body["emergency"].as_object_mut()) {
        all.extend(own);
    }
    let entry = |(read, words): (&FaqReading<'_>, Vec<&str>)| FaqEntry {
        // Positions are compared separately, by `shelves`.
        number: 0,
        category: String::new(),
        id: read.entry.id.clone(),
        question: read.entry.question.clone(),
        answer: side.markdown(&words),
        note: read.entry.note.as_ref().map(|note| side.markdown(&[note])),
        tags: read.entry.tags.clone(),
    };
    let mut faq: Vec<FaqEntry> = entries(side).map(entry).collect();
    faq.sort_by(|a, b| a.id.cmp(&b.id));
    let mut parts = Map::from_iter([("faq".to_owned(), json!(faq))]);
    for (part, value) in body.as_object_mut().map(std::mem::take).into_iter().flatten() {
        // The singular of a list's name, as in `About`.
        let one = part.strip_suffix('s').unwrap_or(&part).to_owned();
        parts.insert(one, value);
    }
    let site = parts.shift_remove("site");
    parts.extend(site.map(|site| ("site".to_owned(), site)));
    Value::Object(parts)
}

fn items(list: &mut Value) -> impl Iterator<Item = &mut Value> {
    list.as_array_mut().into_iter().flatten()
}

/// Returns the subject of a value in the bodies, and removes the subject from the front of the value's key path.
fn subject([old, new]: &[Value; 2], at: &mut Vec<String>) -> Subject {
    let part = at.remove(0);
    let about = serde_json::from_value(json!(part)).unwrap_or(About::Site);
    let sides = [&new[&part], &old[&part]];
    let is_list = sides.iter().any(|side| side.is_array());
    if about == About::Site {
        let words = at.len().saturating_sub(1).clamp(1, 2).min(at.len());
        let label = at.drain(..words).collect::<Vec<_>>().join(INSIDE);
        return Subject { about, id: None, label };
    }
    if !is_list {
        let code = (about == About::State).then(|| sides[0]["code"].as_str().unwrap_or_default().to_owned());
        return Subject { about, id: code, label: called(sides) };
    }
    if at.is_empty() {
        let regions = new["site"]["region"]["plural"].as_str().filter(|_| about == About::State);
        return Subject { about, id: None, label: regions.unwrap_or_else(|| whole(about)).to_owned() };
    }
    let id = at.remove(0);
    let item = sides.map(|side| named(side, &id));
    if about == About::Flow && at.len() > 1 && at[0] == "steps" {
        let step = at.drain(..2).next_back().unwrap_or_default();
        let label = called(item.map(|flow| named(&flow["steps"], &step)));
        return Subject { about: About::Step, id: Some(step), label };
    }
    Subject {
        about,
        label: Some(called(item)).filter(|label| !label.is_empty()).unwrap_or_else(|| id.clone()),
        id: Some(id),
    }
}

/// Returns the item of a list with this name.
fn named<'v>(list: &'v Value, name: &str) -> &'v Value {
    let is = |item: &&Value| ["id", "code"].iter().any(|key| item[key] == name);
    list.as_array().map_or(&list[name], |items| items.iter().find(is).unwrap_or(&Value::Null))
}

/// Returns the name on the screen, from the first side that has one.
fn called(sides: [&Value; 2]) -> String {
    let said = sides.into_iter().flat_map(|side| ["title", "question", "name"].map(|key| side[key].as_str()));
    said.flatten().next().unwrap_or_default().trim_end().to_owned()
}

/// Returns the name of a whole list.
fn whole(about: About) -> &'static str {
    match about {
        About::Faq => "FAQ",
        About::Guide => "Guides",
        About::Support => "Support",
        About::Announcement => "Announcements",
        _ => "Flows",
    }
}
