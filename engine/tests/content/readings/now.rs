//! Tests that everything served at one moment equals the plain evaluation: every body, and the drawings.

use std::collections::{BTreeMap, BTreeSet};

use callguide::content::Complete;
use callguide::faq::Reader as Shelf;
use callguide::graph;
use callguide::readings::{Now, Readings, Tree};
use callguide::render;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::draws::Draws;
use super::plain;
use super::random::{DAYS, helpline};
use super::served::{Served, same, with_scripts};
use super::written::{SPOKEN_IN, Written};
use crate::lint_support::cases;

/// Returns each region's served tree, including IDs; `None` for a region without one.
fn trees<'a>(readings: &Readings<'a>) -> Vec<Option<Tree<'a>>> {
    (0..readings.readers.regions()).map(|region| readings.tree(readings.readers.now(region))).collect()
}

/// Expects a region to be served the right content at this moment.
fn region_now(written: &Written, readings: &Readings<'_>, region: usize, now: Now, value: Option<&Value>) {
    if value.is_none() {
        return;
    }
    let reader = plain::Reader::new(written, value, now);
    let met = reader.walk();
    let index = readings.readers.now(region);
    match readings.tree(index) {
        Some(tree) => {
            same(&met, &Served::of(readings, index, &tree));
            let complete = readings.draft().complete().unwrap();
            let served = json!(render::tree(&complete, readings, region, &tree, "v"));
            assert_eq!(served["start"], tree.keys()[tree.start]);
            assert_eq!(with_scripts(served["state"].clone()), reader.state());
            assert_eq!(served["outcomes"], written.tree["outcomes"]);
            assert_eq!(served["decision_note"], written.tree["decision_note"]);
        }
        None => assert!(met.is_wrong()),
    }
}

/// Expects everything except the trees to be served correctly.
fn general(written: &Written, readings: &Readings<'_>, now: Now) {
    let complete: Complete<'_> = readings.draft().complete().unwrap();
    let served = json!(render::content(&complete, readings, "v"));
    let readers = plain::regions(written).into_iter().map(|region| plain::Reader::new(written, region, now));
    let readers: Vec<plain::Reader<'_>> = readers.collect();
    let (nobody, of_regions) = readers.split_last().unwrap();
    let faq = render::index(readings, render::regions(readings));
    let entries = |shelf: Shelf| json!(render::faq_list(&faq, shelf, "v"))["entries"].clone();
    assert_eq!(entries(Shelf::default()), json!(nobody.faq()));
    let mut emergency = served["emergency"].clone();
    let own = emergency["regions"].take();
    emergency.as_object_mut().unwrap().retain(|key, _| ["choices", "upset", "text"].contains(&key.as_str()));
    assert_eq!(emergency, nobody.emergency());
    for (region, reader) in of_regions.iter().enumerate() {
        let code = reader.region.unwrap()["code"].as_str().unwrap();
        assert_eq!(with_scripts(served["states"][region].clone()), reader.state());
        assert_eq!(entries(faq.reader(code).unwrap()), json!(reader.faq()), "{code}");
        let expected = reader.emergency();
        // A region's own emergency text is served only if it differs.
        assert_eq!(own.get(code), (expected != emergency).then_some(&expected), "{code}");
    }
    let ids = |list: &Value| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|one| one["id"].clone()).collect()
    };
    let says = |list: &Value| -> Vec<Value> {
        list.as_array().unwrap().iter().filter(|one| is_drawn(one)).map(|one| one["say"].clone()).collect()
    };
    let shown: Vec<&Value> = nobody.shown(&written.announcements).into_iter().map(|one| &one["id"]).collect();
    assert_eq!(json!(ids(&served["announcements"])), json!(shown));
    let said: Vec<&Value> = nobody.shown(&written.said).into_iter().map(|one| &one["say"]).collect();
    let find = |list: &Value, id: &str| -> Option<Value> {
        list.as_array().unwrap().iter().find(|one| one["id"] == id).cloned()
    };
    let section = find(&served["support"], "random");
    assert_eq!(section.is_some(), nobody.meets(&written.section, &[]));
    section.iter().for_each(|section| assert_eq!(json!(says(&section["scripts"])), json!(said)));
    for flow in served["flows"].as_array().unwrap() {
        assert_eq!(json!(says(&find(&flow["steps"], SPOKEN_IN.0).unwrap()["scripts"])), json!(said));
    }
    let mode = find(&served["agreement"]["modes"], SPOKEN_IN.1).unwrap();
    assert_eq!(json!(says(&mode["body"])), json!(said));
}

/// Returns whether the script's text is random.
fn is_drawn(script: &Value) -> bool {
    script["say"].as_str().unwrap().starts_with("Said ")
}

/// Expects the tree to be drawn as it's walked: a region's tree and, if all regions have one, the combined tree.
fn drawn(written: &Written, readings: &Readings<'_>, now: Now) {
    // Edges between box labels, with the codes of the regions that have them.
    let mut all: BTreeMap<(String, String, String), Vec<String>> = BTreeMap::new();
    let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // The regions that reach each question.
    let mut comers: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut is_whole = true;
    let regions = plain::regions(written);
    let words = |question: &str, answer: &str| {
        let answers = &written.tree["questions"][question]["answers"];
        let own = answers.as_array().into_iter().flatten().find(|own| own["id"] == answer);
        own.map_or_else(String::new, |own| own["text"].as_str().unwrap().to_owned())
    };
    for (region, value) in regions.iter().enumerate().filter(|(_, value)| value.is_some()) {
        let met = plain::Reader::new(written, *value, now).walk();
        let code = value.unwrap()["code"].as_str().unwrap();
        for key in met.steps.iter().map(|step| step.key.as_str()).chain([""]) {
            comers.entry(key.to_owned()).or_default().insert(code.to_owned());
        }
        let drawing = graph::of_region(readings, region);
        assert_eq!(drawing.is_none(), met.is_wrong());
        is_whole &= !met.is_wrong();
        let Some(drawing) = drawing else { continue };
        let id = |key: &str| {
            let step = met.steps.iter().find(|step| step.key == key);
            step.map_or_else(String::new, |step| step.id.clone().unwrap())
        };
        let mut expected = BTreeSet::new();
        for (from, answer, to) in &met.edges {
            let to = to.as_ref().unwrap();
            expected.insert((id(from), words(from, answer), id(to)));
            all.entry((from.clone(), words(from, answer), to.clone())).or_default().push(code.to_owned());
            let own = ids.entry(to.clone()).or_default();
            if !own.contains(&id(to)) {
                own.push(id(to));
            }
        }
        let box_of = |at: usize| drawing.boxes[at].id.clone();
        let found = drawing.edges.iter().map(|edge| (box_of(edge.from), edge.label.clone(), box_of(edge.to)));
        assert_eq!(found.collect::<BTreeSet<_>>(), expected);
    }
    if !is_whole {
        return;
    }
    let id = |key: &str| ids.get(key).map_or_else(String::new, |ids| ids.join(", "));
    let drawing = graph::merged(&readings.draft().complete().unwrap(), readings);
    let mut found = BTreeMap::new();
    for edge in &drawing.edges {
        let (answer, whom) = edge.label.split_once(": ").unwrap_or((&edge.label, ""));
        let (answer, whom) = if edge.from == 0 { ("", edge.label.as_str()) } else { (answer, whom) };
        let ends =
            (drawing.boxes[edge.from].id.clone(), answer.to_owned(), drawing.boxes[edge.to].id.clone());
        assert!(found.insert(ends, whom.to_owned()).is_none(), "an arrow is drawn once");
    }
    for ((from, answer, to), codes) in &all {
        let whom = found.remove(&(id(from), answer.clone(), id(to))).expect("every way is drawn");
        let ways = all.iter().filter(|((other, way, _), _)| (other, way) == (from, answer));
        let mut goers: Vec<&String> = ways.flat_map(|(_, codes)| codes).collect();
        let total = goers.len();
        goers.sort_unstable();
        goers.dedup();
        let named = if codes.len() < comers[from].len() { codes.join(", ") } else { String::new() };
        // Earlier answers are named if the answer leads to several boxes in some region.
        let after = whom.strip_prefix(&named).expect("who goes there is named");
        assert_eq!(after.is_empty(), total == goers.len(), "{whom}");
    }
    assert!(found.is_empty(), "no other way is drawn: {found:?}");
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn at_any_instant_everyone_reads_their_current_period(mut draws in Draws::any(), at in any::<prop::sample::Index>()) {
        let written = helpline(&mut draws);
        let draft = written.sound();
        let all = plain::instants(&written, &DAYS);
        let turn = all[at.index(all.len())];
        let second = jiff::SignedDuration::from_secs(1);
        for instant in [turn - second, turn] {
            let readings = Readings::of(&draft, Now::At(instant));
            let regions = plain::regions(&written);
            for (region, value) in regions.iter().enumerate() {
                let period = readings.readers.reader(readings.readers.now(region));
                prop_assert_eq!(period.region, region);
                prop_assert!(period.from.is_none_or(|from| from <= instant));
                prop_assert!(period.until.is_none_or(|until| until > instant));
                region_now(&written, &readings, region, Now::At(instant), *value);
            }
            general(&written, &readings, Now::At(instant));
            drawn(&written, &readings, Now::At(instant));
            // Nothing changes within a period, and a version's name identifies its period.
            let since = readings.readers.since();
            prop_assert!(since.is_none_or(|since| since <= instant));
            prop_assert!(readings.next_turn().is_none_or(|next| next > instant));
            if let Some(since) = since {
                let first = Readings::of(&draft, Now::At(since));
                prop_assert_eq!(first.version(), readings.version());
                prop_assert_eq!(trees(&first), trees(&readings));
                let content = |readings| render::content(&draft.complete().unwrap(), readings, "");
                prop_assert_eq!(content(&first), content(&readings));
            }
        }
    }

    #[test]
    fn a_fixed_day_is_that_day_everywhere(mut draws in Draws::any(), day in prop::sample::select(DAYS.to_vec())) {
        let written = helpline(&mut draws);
        let draft = written.sound();
        let now = Now::On(day.parse().unwrap());
        let readings = Readings::of(&draft, now);
        for (region, value) in plain::regions(&written).iter().enumerate() {
            let zones = plain::zones(&written, *value);
            // This day didn't exist in Samoa.
            if day == "2011-12-30" && zones.iter().any(|zone| zone == "Pacific/Apia") {
                continue;
            }
            region_now(&written, &readings, region, now, *value);
        }
    }
}
