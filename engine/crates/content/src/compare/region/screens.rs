//! Compares what's read outside the tree: the FAQ, the region itself, the steps, and the pages.

use serde_json::{Map, Value, json};

use super::{Found, Subject, View};
use crate::compare::values::INSIDE;
use crate::content::model::GuideStep;
use crate::readings::FaqReading;
use crate::render;
use callguide_search::api::changes::About;
use callguide_search::api::faq::FaqEntry;

/// Reports every difference, in the order of a contact.
pub fn all(sides: &[View<'_>; 2], found: &mut Found<'_>) {
    let bodies = sides.each_ref().map(body);
    found.differences(&bodies[0], &bodies[1], |at| subject(&bodies, at));
}

/// Returns the FAQ entries that the region's volunteers are shown.
pub fn entries<'a>(side: &View<'a>) -> impl Iterator<Item = (&'a FaqReading<'a>, FaqEntry)> {
    let entry = |read: &'a FaqReading<'a>| {
        let entry = FaqEntry {
            // Positions are compared separately, by `shelves`.
            number: 0,
            category: String::new(),
            id: read.entry.id.clone(),
            question: read.entry.question.clone(),
            answer: side.markdown(&read.words(side.reader)?),
            note: read.entry.note.as_ref().map(|note| side.markdown(&[note])),
            tags: read.entry.tags.clone(),
        };
        Some((read, entry))
    };
    side.readings.faq.iter().filter_map(entry)
}

/// Returns what a version serves, keyed by what it's about, including what's served separately: the FAQ, the steps on
/// the guides' own pages, and the words of the copied decision.
fn body(side: &View<'_>) -> Value {
    let content = &side.content;
    let mut body = json!(render::content(content, side.readings, ""));
    let step =
        |GuideStep { title, text }: &GuideStep| json!({ "title": title, "text": side.markdown(&[text]) });
    for (guide, (_, written)) in items(&mut body["guides"]).zip(content.guides.guides.iter()) {
        guide["steps"] = written.steps.iter().flat_map(|steps| steps.iter().map(step)).collect();
    }
    let regions = body["emergency"].as_object_mut().and_then(|emergency| emergency.remove("regions"));
    let own = side.region.and_then(|region| regions.as_ref()?.get(&content.regions[region].code));
    if let (Some(own), Some(all)) = (own.and_then(Value::as_object), body["emergency"].as_object_mut()) {
        all.extend(own.clone());
    }
    let states = match side.region {
        Some(region) => {
            body["site"]["outcomes"] = json!(render::outcomes(content));
            body["site"]["decision_note"] = json!(content.tree.decision_note);
            body["states"][region].take()
        }
        // Without a region, a volunteer only sees what regions are chosen by.
        None => {
            content.regions.iter().map(|state| json!({ "code": state.code, "name": state.name })).collect()
        }
    };
    body["states"] = states;
    let mut faq: Vec<FaqEntry> = entries(side).map(|(_, entry)| entry).collect();
    // Their order is compared separately, by `shelves`.
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

/// Returns what a value in the bodies is about, and takes that part off the front of its key path.
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

/// Returns a thing's name on the screen, from the first side that has one.
fn called(sides: [&Value; 2]) -> String {
    let said = sides.into_iter().flat_map(|side| ["title", "question", "name"].map(|key| side[key].as_str()));
    said.flatten().next().unwrap_or_default().trim_end().to_owned()
}

/// Returns the name of a whole list.
pub fn whole(about: About) -> &'static str {
    match about {
        About::Faq => "FAQ",
        About::Guide => "Guides",
        About::Support => "Support",
        About::Announcement => "Announcements",
        _ => "Flows",
    }
}
