//! What is read outside of the tree: the region itself, the steps, and the pages.

use serde_json::{Map, Value, json};

use super::{Found, Subject, View, name_of};
use crate::api::changes::About;
use crate::compare::node::as_written;
use crate::compare::values::INSIDE;
use crate::content::model::GuideStep;
use crate::render;

/// Tells every difference, in the order in which a contact comes to it.
pub fn all(sides: &[View<'_>; 2], found: &mut Found<'_>) {
    let [old, new] = [body(&sides[0]), body(&sides[1])];
    let part = |name: &str| [&old[name], &new[name]];
    region(sides, part("states"), found);
    flows(part("flows"), found);
    agreement(part("agreement"), found);
    emergency(part("emergency"), found);
    list(About::Guide, "title", part("guides"), found);
    list(About::Support, "title", part("support"), found);
    list(About::Announcement, "title", part("announcements"), found);
    site(part("site"), found);
}

/// What is served of a version, with what is read elsewhere: the steps of the guides' own pages, and the words of the
/// copied decision.
fn body(side: &View<'_>) -> Value {
    let content = &side.content;
    let mut body = json!(render::content(content, side.readings, ""));
    // No volunteer sees whether admins begin issues.
    body["site"]["issues"].take();
    let step = |step: &GuideStep| json!({ "title": step.title, "text": side.markdown(&[&step.text]) });
    for (guide, (_, written)) in items(&mut body["guides"]).zip(content.guides.guides.iter()) {
        guide["steps"] = written.steps.iter().flat_map(|steps| steps.iter().map(step)).collect();
    }
    let regions = body["emergency"].as_object_mut().and_then(|emergency| emergency.remove("regions"));
    let own = side.region.and_then(|region| regions.as_ref()?.get(&content.regions[region].code));
    if let (Some(own), Some(all)) = (own.and_then(Value::as_object), body["emergency"].as_object_mut()) {
        all.extend(own.clone());
    }
    for flow in items(&mut body["flows"]) {
        let steps = items(&mut flow["steps"]);
        steps.for_each(|step| items(&mut step["ask_for"]).for_each(as_written));
    }
    if let Some(region) = side.region {
        let mut state = body["states"][region].take();
        // What else is known of a region nobody reads but in the texts.
        let shown = ["name", "badges", "time_zones", "time_zone_parts", "id_rule", "links", "scripts"];
        let all = state.as_object_mut().map(std::mem::take).unwrap_or_default();
        let shown: Map<String, Value> =
            all.into_iter().filter(|(key, _)| shown.contains(&key.as_str())).collect();
        body["states"] = Value::Object(shown);
        body["site"]["outcomes"] = json!(render::outcomes(content));
        body["site"]["decision_note"] = json!(content.tree.decision_note);
    } else {
        let choice = |state: &mut Value| json!({ "code": state["code"], "name": state["name"] });
        body["states"] = items(&mut body["states"]).map(choice).collect();
    }
    body
}

fn items(list: &mut Value) -> impl Iterator<Item = &mut Value> {
    list.as_array_mut().into_iter().flatten()
}

/// The region that was chosen; else those that one may choose from.
fn region(sides: &[View<'_>; 2], [old, new]: [&Value; 2], found: &mut Found<'_>) {
    let chosen = sides[1].region.map(|region| &sides[1].content.regions[region]);
    let names = &sides[1].content.site.region;
    found.differences(old, new, |at| match chosen {
        Some(state) => {
            Subject { about: About::State, id: Some(state.code.clone()), label: state.name.clone() }
        }
        None if at.is_empty() => Subject { about: About::State, id: None, label: names.plural.clone() },
        None => {
            let code = at.remove(0);
            let label = labelled([old, new], "code", &code, "name");
            Subject { about: About::State, id: Some(code), label }
        }
    });
}

/// The words of the item of a list that `key` names, of the new list where that has it.
fn labelled([old, new]: [&Value; 2], key: &str, name: &str, label: &str) -> String {
    let of = |list: &Value| {
        let item = list.as_array()?.iter().find(|item| item[key] == name)?;
        Some(item[label].as_str()?.trim_end().to_owned())
    };
    of(new).or_else(|| of(old)).unwrap_or_else(|| name.to_owned())
}

/// A list whose items have ids.
pub fn list(about: About, label: &str, sides: [&Value; 2], found: &mut Found<'_>) {
    found.differences(sides[0], sides[1], |at| {
        if at.is_empty() {
            return Subject { about, id: None, label: name_of(about).to_owned() };
        }
        let id = at.remove(0);
        let label = labelled(sides, "id", &id, label);
        Subject { about, id: Some(id), label }
    });
}

fn flows(sides: [&Value; 2], found: &mut Found<'_>) {
    found.differences(sides[0], sides[1], |at| {
        if at.is_empty() {
            return Subject { about: About::Flow, id: None, label: name_of(About::Flow).to_owned() };
        }
        let flow = at.remove(0);
        if at.len() < 2 || at[0] != "steps" {
            return Subject {
                about: About::Flow,
                label: labelled(sides, "id", &flow, "title"),
                id: Some(flow),
            };
        }
        let step = at.drain(..2).nth(1).unwrap_or_default();
        let steps = sides.map(|flows| {
            let own = flows.as_array().and_then(|flows| flows.iter().find(|own| own["id"] == flow.as_str()));
            own.map_or(&Value::Null, |own| &own["steps"])
        });
        Subject { about: About::Step, label: labelled(steps, "id", &step, "title"), id: Some(step) }
    });
}

fn agreement([old, new]: [&Value; 2], found: &mut Found<'_>) {
    let title = [new, old].into_iter().find_map(|side| side["title"].as_str());
    let label = title.unwrap_or_default().to_owned();
    found.differences(old, new, |_| Subject { about: About::Agreement, id: None, label: label.clone() });
}

fn emergency([old, new]: [&Value; 2], found: &mut Found<'_>) {
    let title = [new, old].into_iter().find_map(|side| side["title"].as_str());
    let label = title.unwrap_or_default().to_owned();
    found.differences(old, new, |_| Subject { about: About::Emergency, id: None, label: label.clone() });
}

/// The words of the screens: what they're about are the first two parts of the key path.
fn site([old, new]: [&Value; 2], found: &mut Found<'_>) {
    found.differences(old, new, |at| {
        let about = at.len().saturating_sub(1).clamp(1, 2).min(at.len());
        let label = at.drain(..about).collect::<Vec<_>>().join(INSIDE);
        Subject { about: About::Site, id: None, label }
    });
}
