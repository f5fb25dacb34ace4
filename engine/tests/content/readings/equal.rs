//! Tests that the structure's projections equal the plain evaluation.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use callguide::content::Draft;
use callguide::readings::{
    Blanks, Flaw, Flawed, Guidance, Lead, Now, ReaderSet, Readings, Slot, Tree, VaryingPlace,
};
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::draws::Draws;
use super::plain::{self, Met, Step};
use super::random::{astray, careful, helpline};
use super::served::{Served, at_first, same};
use super::written::Written;
use crate::lint_support::cases;

/// Expects a served tree to have the published shape, and every path to be walked once.
fn sound(met: &Met, tree: &Tree<'_>) {
    let keys = tree.keys();
    let nodes: BTreeMap<&String, Value> =
        keys.iter().zip(tree.served(&keys).into_iter().map(|node| json!(node))).collect();
    let mut times: HashMap<&str, usize> = HashMap::new();
    tree.nodes.iter().for_each(|node| *times.entry(&node.id).or_default() += 1);
    assert_eq!(nodes.len(), tree.nodes.len(), "no two have one key");
    for (node, key) in tree.nodes.iter().zip(&keys) {
        let served = &nodes[key];
        let id = served.get("question").or(served.get("solution"));
        if times[node.id.as_str()] > 1 {
            assert_eq!(id, Some(&json!(node.id)), "a copy says what it is one of");
            assert_ne!(*key, node.id);
        } else {
            assert_eq!((id, key), (None, &node.id), "what is served once goes by its id");
        }
        for answer in served.get("answers").and_then(Value::as_array).into_iter().flatten() {
            assert!(keys.iter().any(|key| answer["next"] == *key), "every next is there");
        }
    }
    // Copies that read the same from there on are merged into one node.
    let mut whole: Vec<Value> =
        tree.nodes.iter().zip(&keys).map(|(node, key)| json!([node.id, nodes[key]])).collect();
    let all = whole.len();
    whole.sort_by_key(Value::to_string);
    whole.dedup();
    assert_eq!(whole.len(), all, "no node is served twice");
    let mut ends = 0;
    let _ = tree.walk(&mut |_, _| {
        ends += 1;
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(ends, met.steps.iter().filter(|step| step.is_end()).count());
}

/// Returns the edges of one reader's graph: node, answer and, if there is one, next node.
fn edges(guidance: &Guidance<'_>, reader: usize) -> BTreeSet<(String, String, Option<String>)> {
    let key = |entry: usize| guidance.entries[entry].key.to_owned();
    let to = |leads: &[Lead]| {
        let lead = leads.iter().find(|lead| lead.readers.contains(reader))?;
        Some(lead.to.map(|to| key(guidance.copies[to].entry)))
    };
    let mut edges = BTreeSet::new();
    edges.extend(to(&guidance.starts).map(|to| (String::new(), String::new(), to)));
    for copy in guidance.copies.iter().filter(|copy| copy.readers.contains(reader)) {
        for (own, leads) in guidance.entries[copy.entry].answers().iter().zip(&copy.leads) {
            edges.extend(to(leads).map(|to| (key(copy.entry), own.answer.id.clone(), to)));
        }
    }
    edges
}

/// Returns a flaw as the plain evaluation names it; `None` for a cycle.
fn told(flaw: &Flaw) -> Option<String> {
    match flaw {
        Flaw::NoNode { pointer } => Some(format!("no node {pointer}")),
        Flaw::NoAnswer { pointer } => Some(format!("no answer {pointer}")),
        Flaw::NoCase { pointer } => Some(format!("no case {pointer}")),
        Flaw::NoId { solution } => Some(format!("no id {solution}")),
        Flaw::SameId { id, keys } => {
            let mut keys = keys.clone();
            keys.sort_unstable();
            Some(format!("same id {id} {keys:?}"))
        }
        Flaw::Cycle { .. } => None,
        Flaw::TooLong { .. } => panic!("no path is too long"),
    }
}

/// Expects one reader's graph, and its flaws, to be those that the plain evaluation finds.
fn flawed(met: &Met, readings: &Readings<'_>, flaws: &[Flawed], reader: usize) {
    let edges = edges(readings.guidance.as_ref().unwrap(), reader);
    let flaws: Vec<&Flaw> =
        flaws.iter().filter(|flawed| flawed.readers.contains(reader)).map(|flawed| &flawed.flaw).collect();
    let told: BTreeSet<String> = flaws.iter().filter_map(|flaw| told(flaw)).collect();
    let circles: Vec<&Vec<String>> = flaws
        .iter()
        .filter_map(|flaw| if let Flaw::Cycle { ids, .. } = flaw { Some(ids) } else { None })
        .collect();
    let coming = readings.readers.coming().contains(reader);
    if met.circular.is_empty() {
        assert_eq!(edges, met.edges);
        assert!(circles.is_empty(), "{circles:?}");
        assert_eq!(told, if coming { met.flaws.clone() } else { BTreeSet::new() });
    } else {
        // The plain evaluation never follows a cycle, so it misses edges and flaws that appear only the second time
        // around.
        assert!(met.edges.is_subset(&edges));
        assert!(!coming || met.flaws.is_subset(&told), "{:?} in {told:?}", met.flaws);
        // Another flaw may hide a cycle.
        assert!(!coming || !circles.is_empty() || !told.is_empty());
    }
    for ids in circles {
        assert!(met.circular.contains(&ids[0]) || !met.flaws.is_empty(), "{ids:?}, {:?}", met.circular);
        for pair in ids.windows(2) {
            assert!(edges.iter().any(|(from, _, to)| *from == pair[0] && to.as_ref() == Some(&pair[1])));
        }
    }
    let keys: BTreeSet<&str> = met.steps.iter().map(|step| step.key.as_str()).collect();
    for entry in &readings.guidance.as_ref().unwrap().entries {
        let comes = readings.comes_to(entry.key).contains(reader);
        assert!(comes == keys.contains(entry.key) || comes && !met.circular.is_empty(), "{}", entry.key);
    }
}

/// Expects one reader to meet the right options' conditions, and to get the right options, in every list and in
/// everything conditional. Also expects the structure to know whether a list leaves the reader with none.
fn taken(
    (reader, conditions): ((&plain::Reader<'_>, usize), &Value),
    of: &[(plain::Place<'_>, Option<&VaryingPlace<'_>>)],
    histories: impl Fn(&plain::Place<'_>) -> Option<Vec<Vec<String>>>,
) {
    for (place, found) in of {
        let Some(histories) = histories(place) else { continue };
        let (fits, takes, left) = place.taken(reader.0, &histories);
        let Some(found) = found else {
            // The place depends on earlier answers, but nobody reaches it.
            assert!(place.asks(conditions) && histories.is_empty(), "{}", place.at);
            continue;
        };
        let (mut holds, mut counts) = (BTreeSet::new(), BTreeSet::new());
        for choice in &found.choices {
            holds.extend(choice.fits.contains(reader.1).then_some(choice.pointer.as_str()));
            counts.extend(choice.takes.contains(reader.1).then_some(choice.pointer.as_str()));
        }
        assert_eq!(holds, fits, "who fits {}", place.at);
        assert_eq!(counts, takes, "who takes {}", place.at);
        assert_eq!(found.left.contains(reader.1), left, "who is left at {}", place.at);
    }
}

/// Pairs the places in a file as written with what the structure knows about them, and expects that there are no
/// others.
fn places<'a, 'f>(
    file: &'a Value,
    found: &'f [VaryingPlace<'f>],
) -> Vec<(plain::Place<'a>, Option<&'f VaryingPlace<'f>>)> {
    let mut written = Vec::new();
    plain::places(file, "", &[], &mut written);
    let of = |place: plain::Place<'a>| {
        let own = found.iter().find(|found| found.pointer == place.at);
        (place, own)
    };
    let all: Vec<_> = written.into_iter().map(of).collect();
    assert_eq!(all.iter().filter(|(_, found)| found.is_some()).count(), found.len());
    all
}

/// Returns instants just before, at, and after the starts of readers' periods.
fn moments(readings: &Readings<'_>, reader: usize) -> Vec<Timestamp> {
    let reader = readings.readers.reader(reader);
    let second = jiff::SignedDuration::from_secs(1);
    let last = reader.until.map(|until| until - second);
    match (reader.from, last) {
        (None, None) => vec![Timestamp::UNIX_EPOCH],
        (from, last) => from.into_iter().chain(last).collect(),
    }
}

/// Returns the slots in the tree, with their nodes' places.
fn slots<'r, 'a>(guidance: &'r Guidance<'a>) -> impl Iterator<Item = &'r Slot<'a>> {
    guidance.entries.iter().flat_map(|entry| &entry.slots).chain([&guidance.start])
}

/// The readers of the value at each pointer.
type Read = BTreeMap<String, BTreeSet<usize>>;

fn whole(written: &Written, draft: &Draft) {
    let readings = Readings::of(draft, Now::At(Timestamp::UNIX_EPOCH));
    let readers = &readings.readers;
    assert_eq!(readers.too_many, None);
    let conditions = &written.tree["conditions"];
    let regions = plain::regions(written);
    let flaws = readings.flaws();
    let found = (readings.places(), readings.places_beside());
    let found_in_faq: Vec<VaryingPlace<'_>> =
        readings.faq.iter().filter_map(|entry| entry.place(readers)).collect();
    let emergency = readings.emergency.as_ref().unwrap();
    let found_in_emergency = emergency.places(readers);
    let of_tree = places(&written.tree, &found.0);
    let states = plain::with_rule(&written.states);
    let of_beside = places(&states, &found.1);
    let entries = json!({ "entries": written.entries });
    let of_faq = places(&entries, &found_in_faq);
    let of_emergency = places(&written.emergency, &found_in_emergency);
    let (mut read, mut elsewhere) = (Read::new(), Read::new());
    let mut right = readers.none();
    for index in 0..readers.count() {
        let region = readers.reader(index).region;
        for at in moments(&readings, index) {
            let reader = plain::Reader::new(written, regions[region], Now::At(at));
            for entry in written.entries.as_array().unwrap() {
                let served = reader.faq().into_iter().any(|served| served["id"] == entry["id"]);
                let found = readings.faq.iter().find(|found| found.entry.id == entry["id"]).unwrap();
                assert_eq!(found.words(index).is_some(), served, "{} at {at}", entry["id"]);
            }
            // A reader who isn't shown what's around a place has no history there.
            let around = |place: &plain::Place<'_>| -> Option<Vec<Vec<String>>> {
                let shown = place.within.iter().all(|outer| reader.meets(outer, &[]));
                Some(shown.then(Vec::new).into_iter().collect())
            };
            taken(((&reader, index), conditions), &of_faq, |place| {
                place.at.ends_with("/answer").then(|| around(place)).flatten()
            });
            reader.emergency();
            taken(((&reader, index), conditions), &of_emergency, around);
            note(&mut elsewhere, &reader, index);
            if regions[region].is_none() {
                continue;
            }
            let reader = plain::Reader::new(written, regions[region], Now::At(at));
            assert_eq!(at_first(&readings, index), reader.beside(&[]));
            let met = reader.walk();
            let histories = |place: &plain::Place<'_>| -> Option<Vec<Vec<String>>> {
                if !place.asks(conditions) {
                    return Some(vec![Vec::new()]);
                }
                // The histories are those that don't answer any question twice.
                met.circular.is_empty().then(|| met.after(&place.at))
            };
            taken(((&reader, index), conditions), &of_tree, histories);
            taken(((&reader, index), conditions), &of_beside, histories);
            flawed(&met, &readings, flaws, index);
            match readings.tree(index) {
                Some(tree) => {
                    assert!(!met.is_wrong(), "a tree that isn't whole");
                    same(&met, &Served::of(&readings, index, &tree));
                    sound(&met, &tree);
                    past(&met, &readings, index);
                    right.insert(index);
                    note(&mut read, &reader, index);
                }
                None => assert!(met.is_wrong(), "no tree at {at}"),
            }
        }
        let named = flaws.iter().any(|flawed| flawed.readers.contains(index));
        let coming = readers.coming().and(readers.in_regions()).contains(index);
        assert_eq!(named, coming && !right.contains(index), "flaws name everyone whose tree isn't whole");
    }
    // The readers of a case or a part, according to the file.
    let who = |of: &ReaderSet, pointer: &str, read: &Read| {
        let expected = read.get(pointer).cloned().unwrap_or_default();
        assert_eq!(of.iter().collect::<BTreeSet<usize>>(), expected, "{pointer}");
    };
    let guidance = readings.guidance.as_ref().unwrap();
    for choice in slots(guidance).filter(|slot| slot.listed).flat_map(|slot| &slot.choices) {
        who(&readings.readers_at(&choice.pointer).and(&right), &choice.pointer, &read);
    }
    let pointers = |of: &[(plain::Place<'_>, Option<&VaryingPlace<'_>>)]| -> Vec<String> {
        of.iter().flat_map(|(place, _)| &place.options).map(|(pointer, _)| pointer.clone()).collect()
    };
    for pointer in pointers(&of_beside) {
        who(&readings.readers_beside(&pointer).and(&right), &pointer, &read);
    }
    for pointer in pointers(&of_faq).into_iter().filter(|pointer| pointer.contains("/answer")) {
        who(&readings.readers_of_answer("faq/random.yaml", &pointer), &pointer, &elsewhere);
    }
    for pointer in pointers(&of_emergency) {
        who(&readings.readers_in_emergency(&pointer), &pointer, &elsewhere);
    }
    grouped(&readings, &right);
}

/// Records what a reader has read.
fn note(read: &mut Read, reader: &plain::Reader<'_>, index: usize) {
    for pointer in reader.read.borrow().iter() {
        read.entry(pointer.clone()).or_default().insert(index);
    }
}

/// Expects that a reader can reach a node past some questions and answers exactly when one of the reader's paths to it
/// avoids them all. The path that the structure names must be such a path.
fn past(met: &Met, readings: &Readings<'_>, reader: usize) {
    let guidance = readings.guidance.as_ref().unwrap();
    let mut only = readings.readers.none();
    only.insert(reader);
    for nth in 0..3 {
        // Every third question and every fourth answer are avoided; the choice is arbitrary.
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
                    guidance.entries[question].answers().iter().position(|own| own.answer.id == answer);
                !these(question, None) && !these(question, answer)
            })
        };
        let here = |step: &Step| guidance.entry(&step.key).is_some_and(|at| these(at, None));
        let clear_steps = || met.steps.iter().filter(|step| clear(&step.given) && !here(step));
        let expected: BTreeSet<&str> = clear_steps().map(|step| step.key.as_str()).collect();
        let come = guidance.past(&these, &only);
        let found: BTreeSet<&str> = come.keys().map(|at| key(guidance.copies[*at].entry)).collect();
        assert_eq!(found, expected, "past every third question and fourth answer from {nth} on");
        assert_eq!(guidance.ended(&come).is_some(), clear_steps().any(Step::is_end));
        for at in come.keys() {
            let (path, who) = guidance.way_past(&these, reader, &only, |to| to == *at).unwrap();
            let path: Vec<String> =
                path.iter().map(|(question, answer)| format!("{question}.{answer}")).collect();
            let step = met.steps.iter().find(|step| step.given == path).unwrap();
            assert_eq!(step.key, key(guidance.copies[*at].entry));
            assert!(clear(&path) && who == only);
        }
    }
}

/// Expects every reader to be in exactly one class and one group, and all members to read the same.
fn grouped(readings: &Readings<'_>, right: &ReaderSet) {
    let mut seen = readings.readers.none();
    for class in readings.classes(readings.readers.in_regions()) {
        assert!(!class.meets(&seen));
        seen.add(&class);
        // Some members of a class may not have their own ID, or may use someone else's.
        let trees = class.iter().filter_map(|reader| readings.tree_with(reader, Blanks::Open));
        let trees: Vec<_> = trees.collect();
        assert!(trees.windows(2).all(|pair| pair[0] == pair[1]), "a class reads the same");
    }
    assert_eq!(seen, *readings.readers.in_regions());
    let groups = readings.open_trees(right).unwrap();
    let mut seen = readings.readers.none();
    for (at, (tree, group)) in groups.iter().enumerate() {
        assert!(!group.meets(&seen), "nobody is in two groups");
        seen.add(group);
        assert!(group.iter().all(|reader| readings.tree_with(reader, Blanks::Open).as_ref() == Some(tree)));
        assert!(groups[..at].iter().all(|(other, _)| other != tree), "what reads the same is one group");
    }
    assert_eq!(seen, *right, "everyone who has a tree is in a group");
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn every_reader_reads_what_the_conditions_determine(mut draws in Draws::any()) {
        let written = helpline(&mut draws.clone());
        whole(&written, &written.sound());
        let written = careful(&mut draws);
        whole(&written, &written.sound());
    }

}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn mistakes_are_reported_for_every_reader_they_affect(mut draws in Draws::any()) {
        let written = astray(&mut draws);
        whole(&written, &written.sound());
    }
}

#[test]
fn random_content_covers_the_interesting_cases() {
    // The properties above prove something only if neither kind of tree is rare and if earlier answers matter.
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut whole, mut copied, mut dated, mut all) = (0, 0, 0, 0);
    for _ in 0..150 {
        let written = helpline(&mut Draws::any().new_tree(&mut runner).unwrap().current());
        let draft = written.sound();
        let readings = Readings::of(&draft, Now::At(Timestamp::UNIX_EPOCH));
        for reader in readings.readers.in_regions().iter() {
            all += 1;
            let Some(tree) = readings.tree(reader) else { continue };
            whole += 1;
            copied += usize::from(tree.nodes.iter().zip(tree.keys()).any(|(node, key)| key != node.id));
        }
        dated += usize::from(readings.readers.count() > 2 * readings.readers.regions());
    }
    assert!((all / 5..=all * 9 / 10).contains(&whole), "{whole} of {all} trees are whole");
    assert!(copied * 10 >= whole, "{copied} of {whole} trees have copies");
    assert!(dated >= 75, "{dated} of 150 folders have dates");
}
