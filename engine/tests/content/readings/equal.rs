//! The structure's projections equal the plain evaluation.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use callguide::api::tree::Fact;
use callguide::content::Draft;
use callguide::readings::{
    Guidance, NodeIndex, Now, Readings, ResolvedBody, ResolvedNode, ResolvedTree, Slot,
};
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::draws::Draws;
use super::plain::{self, Body, Met, Shown};
use super::random::{DAYS, careful, helpline};
use super::written::Written;
use crate::lint_support::cases;

/// What a node shows, in the words of the plain evaluation.
fn shown(tree: &ResolvedTree, node: &ResolvedNode) -> Shown {
    let script = |script: &callguide::api::tree::Script| {
        let channel = json!(script.channel).as_str().unwrap().to_owned();
        (script.note.clone(), script.say.clone(), channel)
    };
    let (text, scripts, body) = match &node.body {
        ResolvedBody::Question { text, scripts, answers, .. } => {
            let next = |at: NodeIndex| tree.node(at).entry.clone();
            let facts = |facts: &[Fact]| facts.iter().map(|fact| fact.id.clone()).collect();
            let answers =
                answers.iter().map(|a| (a.id.clone(), a.text.clone(), next(a.next), facts(&a.ask_for)));
            (text, scripts, Body::Question(answers.collect()))
        }
        ResolvedBody::Solution(solution) => {
            let note = solution.note.iter().map(|line| (line.label.clone(), line.text.clone())).collect();
            let body = Body::Solution {
                kind: solution.kind.clone(),
                title: solution.title.clone(),
                agreement: solution.agreement_required,
                note,
            };
            (&solution.text, &solution.scripts, body)
        }
    };
    let scripts = scripts.iter().map(script).collect();
    Shown { id: node.id.clone(), key: node.entry.clone(), text: text.clone(), scripts, body }
}

/// The node that these answers, each `QUESTION.ANSWER`, lead to.
fn after<'a>(tree: &'a ResolvedTree, given: &[String]) -> &'a ResolvedNode {
    given.iter().fold(tree.node(tree.start()), |node, given| {
        let ResolvedBody::Question { answers, .. } = &node.body else { panic!("{} is an end", node.id) };
        let fits = answers.iter().find(|answer| *given == format!("{}.{}", node.id, answer.id));
        tree.node(fits.unwrap_or_else(|| panic!("{given} is no answer of {}", node.id)).next)
    })
}

/// That a tree shows what it has to at every step of every path, and has nothing else.
fn same(met: &Met, tree: &ResolvedTree) {
    let mut come_to = BTreeSet::new();
    for (given, expected) in &met.steps {
        let node = after(tree, given);
        assert_eq!(shown(tree, node), *expected, "after {given:?}");
        come_to.insert(node.key.clone());
    }
    let keys: BTreeSet<String> = tree.nodes().map(|node| node.key.clone()).collect();
    assert_eq!(come_to, keys, "every node is come to, and no two have one key");
    served(tree);
}

/// What is served of it has the published shape.
fn served(tree: &ResolvedTree) {
    let nodes = serde_json::to_value(tree.to_api()).unwrap();
    let nodes = nodes.as_object().unwrap();
    let mut times: HashMap<&str, usize> = HashMap::new();
    tree.nodes().for_each(|node| *times.entry(&node.id).or_default() += 1);
    assert_eq!(nodes.len(), tree.nodes().count());
    for node in tree.nodes() {
        let served = &nodes[&node.key];
        let id = served.get("question").or(served.get("solution"));
        if times[node.id.as_str()] > 1 {
            assert_eq!(id, Some(&json!(node.id)), "a copy says what it is one of");
            assert_ne!(node.key, node.id);
        } else {
            assert_eq!((id, &node.key), (None, &node.id), "what is served once goes by its id");
        }
        for answer in served.get("answers").and_then(Value::as_array).into_iter().flatten() {
            assert!(nodes.contains_key(answer["next"].as_str().unwrap()), "every next is there");
        }
    }
    // Copies that read the same from there on are one node.
    let mut whole: Vec<Value> = tree
        .nodes()
        .map(|node| json!([node.id, serde_json::to_value(tree.node_to_api(node)).unwrap()]))
        .collect();
    let all = whole.len();
    whole.sort_by_key(Value::to_string);
    whole.dedup();
    assert_eq!(whole.len(), all, "no node is served twice");
}

/// Instants just before, at and after the beginnings of readers' periods.
fn moments(readings: &Readings<'_>, reader: usize) -> Vec<Timestamp> {
    let reader = readings.readers.reader(reader);
    let second = jiff::SignedDuration::from_secs(1);
    let last = reader.until.map(|until| until - second);
    match (reader.from, last) {
        (None, None) => vec![Timestamp::UNIX_EPOCH],
        (from, last) => from.into_iter().chain(last).collect(),
    }
}

/// The slots of the tree, with the places of their nodes.
fn slots<'r, 'a>(guidance: &'r Guidance<'a>) -> impl Iterator<Item = &'r Slot<'a>> {
    guidance.entries.iter().flat_map(|entry| &entry.slots).chain([&guidance.start])
}

fn whole(written: &Written, draft: &Draft) {
    let readings = Readings::of(draft, Now::At(Timestamp::UNIX_EPOCH));
    let readers = &readings.readers;
    assert!(!readers.too_many);
    let regions = plain::regions(written);
    let coming = readers.coming().and(readers.in_regions());
    let mut flawed = readers.none();
    readings.flaws().iter().for_each(|flaw| flawed.add(&flaw.readers));
    let mut read: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    let mut right = readers.none();
    for index in 0..readers.count() {
        let region = readers.reader(index).region;
        for at in moments(&readings, index) {
            let reader = plain::Reader::new(written, regions[region], Now::At(at));
            for (entry, faq) in written.entries.as_array().unwrap().iter().zip(&readings.faq) {
                let words = reader.words(&entry["answer"], "", &[], "\n\n", &mut Vec::new());
                let words = words.filter(|_| reader.meets(entry, &[]));
                let found = faq.words(index).map(|parts| parts.join("\n\n"));
                assert_eq!(found, words, "{} at {at}", entry["id"]);
            }
            if regions[region].is_none() {
                continue;
            }
            for (badge, rule) in written.states["badges"].as_array().unwrap().iter().zip(badges(draft)) {
                let who = readings.conditions().holds(rule.when.as_ref(), rule.window, &|_| false);
                assert_eq!(who.contains(index), reader.meets(badge, &[]), "{badge} at {at}");
            }
            let met = plain::walk(&written.tree, &reader);
            match readings.tree(index) {
                Ok(tree) => {
                    assert!(!met.wrong, "a tree that isn't whole");
                    same(&met, &tree);
                    past(&met, &readings, index);
                    right.insert(index);
                    met.read.into_iter().for_each(|pointer| {
                        read.entry(pointer).or_default().insert(index);
                    });
                }
                Err(flaws) => {
                    assert!(met.wrong, "{flaws:?}");
                    assert!(!flaws.is_empty());
                }
            }
        }
        assert_eq!(
            flawed.contains(index),
            coming.contains(index) && !right.contains(index),
            "flaws name everyone whose tree isn't whole"
        );
    }
    // Who reads a case or a part, seen from the file.
    let guidance = readings.guidance.as_ref().unwrap();
    for choice in slots(guidance).filter(|slot| slot.listed).flat_map(|slot| &slot.choices) {
        let found: BTreeSet<usize> = readings.readers_at(&choice.pointer).and(&right).iter().collect();
        assert_eq!(found, read.remove(&choice.pointer).unwrap_or_default(), "{}", choice.pointer);
    }
    grouped(&readings, &right);
}

/// That a reader comes to a node past some questions and answers exactly if one of its paths there asks and gives none of
/// them, and that the path that is named is one of these.
fn past(met: &Met, readings: &Readings<'_>, reader: usize) {
    let guidance = readings.guidance.as_ref().unwrap();
    let mut only = readings.readers.none();
    only.insert(reader);
    for nth in 0..3 {
        // Every third question, and every fourth answer, whichever these are.
        let these = |entry: usize, answer: Option<usize>| match answer {
            None => entry % 3 == nth,
            Some(answer) => (entry + answer) % 4 == nth,
        };
        let key = |entry: usize| guidance.entries[entry].key;
        let clear = |given: &[String]| {
            given.iter().all(|given| {
                let (question, answer) = given.split_once('.').unwrap();
                let question = guidance.entry(question).unwrap();
                let answer =
                    guidance.entries[question].answers().iter().position(|(own, _)| own.id == answer);
                !these(question, None) && !these(question, answer)
            })
        };
        let here = |shown: &Shown| guidance.entry(&shown.key).is_some_and(|at| these(at, None));
        let expected: BTreeSet<&str> = met
            .steps
            .iter()
            .filter(|(given, shown)| clear(given) && !here(shown))
            .map(|(_, shown)| shown.key.as_str())
            .collect();
        let come = guidance.past(&these, &only);
        let found: BTreeSet<&str> = come.keys().map(|at| key(guidance.copies[*at].entry)).collect();
        assert_eq!(found, expected, "past every third question and fourth answer from {nth} on");
        let ends = expected.iter().any(|key| {
            met.steps
                .iter()
                .any(|(_, shown)| shown.key == *key && matches!(shown.body, Body::Solution { .. }))
        });
        assert_eq!(guidance.ended(&come).is_some(), ends);
        for at in come.keys() {
            let (path, who) = guidance.way_past(&these, reader, &only, |to| to == *at).unwrap();
            let path: Vec<String> =
                path.iter().map(|(question, answer)| format!("{question}.{answer}")).collect();
            let (_, shown) = met.steps.iter().find(|step| step.0 == path).unwrap();
            assert_eq!(shown.key, key(guidance.copies[*at].entry));
            assert!(clear(&path) && who == only);
        }
    }
}

fn badges(draft: &Draft) -> impl Iterator<Item = &callguide::content::model::BadgeRule> {
    draft.states.iter().flat_map(|states| states.badges.iter())
}

/// Classes and groups: everyone once, and the same for all.
fn grouped(readings: &Readings<'_>, right: &callguide::readings::ReaderSet) {
    let mut seen = readings.readers.none();
    for class in readings.classes(readings.readers.in_regions()) {
        assert!(!class.meets(&seen));
        seen.add(&class);
        let outlines: Vec<_> = class.iter().map(|reader| readings.outline(reader).unwrap()).collect();
        assert!(outlines.windows(2).all(|pair| pair[0].is_ok() == pair[1].is_ok()));
        assert!(
            outlines.windows(2).all(|pair| pair[0].is_err() || pair[0] == pair[1]),
            "a class reads the same"
        );
    }
    assert_eq!(seen, *readings.readers.in_regions());
    let groups = readings.outlines(right).unwrap();
    let mut seen = readings.readers.none();
    for (at, (outline, group)) in groups.iter().enumerate() {
        assert!(!group.meets(&seen), "nobody is in two groups");
        seen.add(group);
        assert!(group.iter().all(|reader| readings.outline(reader).unwrap().as_ref() == Ok(outline)));
        assert!(groups[..at].iter().all(|(other, _)| other != outline), "what reads the same is one group");
    }
    assert_eq!(seen, *right, "everyone who has a tree is in a group");
}

/// The served trees, ids and all, of each region; none where a region has none.
fn trees(readings: &Readings<'_>) -> Vec<Option<ResolvedTree>> {
    (0..readings.readers.regions()).map(|region| readings.tree(readings.readers.now(region)).ok()).collect()
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn every_reader_reads_what_the_conditions_say(mut draws in Draws::any()) {
        let written = helpline(&mut draws.clone());
        whole(&written, &written.sound());
        let written = careful(&mut draws);
        whole(&written, &written.sound());
    }

    #[test]
    fn at_any_instant_everybody_is_the_reader_of_that_period(mut draws in Draws::any(), at in any::<prop::sample::Index>()) {
        let written = helpline(&mut draws);
        let draft = written.sound();
        let all = plain::instants(&written, &DAYS);
        let turn = all[at.index(all.len())];
        let second = jiff::SignedDuration::from_secs(1);
        for instant in [turn - second, turn] {
            let readings = Readings::of(&draft, Now::At(instant));
            let regions = plain::regions(&written);
            for (region, value) in regions.iter().enumerate() {
                let reader = plain::Reader::new(&written, *value, Now::At(instant));
                let index = readings.readers.now(region);
                let period = readings.readers.reader(index);
                prop_assert_eq!(period.region, region);
                prop_assert!(period.from.is_none_or(|from| from <= instant));
                prop_assert!(period.until.is_none_or(|until| until > instant));
                if value.is_some() {
                    let met = plain::walk(&written.tree, &reader);
                    match readings.tree(index) {
                        Ok(tree) => same(&met, &tree),
                        Err(_) => prop_assert!(met.wrong),
                    }
                } else {
                    let news = &written.announcements[0];
                    let window = draft.announcements.as_ref().unwrap().announcements.iter().next().unwrap().window;
                    prop_assert_eq!(readings.shown(window), reader.meets(news, &[]));
                }
            }
            // Between two turns nothing changes, and the name of a version says which period it is.
            let since = readings.readers.since();
            prop_assert!(since.is_none_or(|since| since <= instant));
            prop_assert!(readings.next_turn().is_none_or(|next| next > instant));
            if let Some(since) = since {
                let first = Readings::of(&draft, Now::At(since));
                prop_assert_eq!(first.version(), readings.version());
                prop_assert_eq!(trees(&first), trees(&readings));
            }
        }
    }

    #[test]
    fn a_day_is_that_day_everywhere(mut draws in Draws::any(), day in prop::sample::select(DAYS.to_vec())) {
        let written = helpline(&mut draws);
        let draft = written.sound();
        let now = Now::On(day.parse().unwrap());
        let readings = Readings::of(&draft, now);
        for (region, value) in plain::regions(&written).iter().enumerate() {
            let zones = plain::zones(&written, *value);
            // One day there wasn't in one place.
            if day == "2011-12-30" && zones.iter().any(|zone| zone == "Pacific/Apia") {
                continue;
            }
            let reader = plain::Reader::new(&written, *value, now);
            if value.is_some() {
                let met = plain::walk(&written.tree, &reader);
                match readings.tree(readings.readers.now(region)) {
                    Ok(tree) => same(&met, &tree),
                    Err(_) => prop_assert!(met.wrong),
                }
            }
        }
    }
}

#[test]
fn random_content_says_something() {
    // The properties above prove something only where neither sort of tree is rare, and where earlier answers count.
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut whole, mut copied, mut dated, mut all) = (0, 0, 0, 0);
    for _ in 0..150 {
        let written = helpline(&mut Draws::any().new_tree(&mut runner).unwrap().current());
        let draft = written.sound();
        let readings = Readings::of(&draft, Now::At(Timestamp::UNIX_EPOCH));
        for reader in readings.readers.in_regions().iter() {
            all += 1;
            let Ok(tree) = readings.tree(reader) else { continue };
            whole += 1;
            copied += usize::from(tree.nodes().any(|node| node.key != node.id));
        }
        dated += usize::from(readings.readers.count() > 2 * readings.readers.regions());
    }
    assert!((all / 5..=all * 9 / 10).contains(&whole), "{whole} of {all} trees are whole");
    assert!(copied * 10 >= whole, "{copied} of {whole} trees have copies");
    assert!(dated >= 75, "{dated} of 150 folders have dates");
}
