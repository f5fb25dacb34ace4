//! Ten groups of travel papers that share their questions, and nine questions with answers that are worth points. The
//! answers that each group is offered, and the level of each sum, are repeated here, written by hand.

use std::collections::{BTreeMap, BTreeSet};

use callguide::readings::Now;
use jiff::civil::date;
use serde_json::Value;

use super::helpline::Helpline;
use super::walk::id;

const FERRY: Helpline = Helpline("night-ferry");

/// The last second before the answer about lost luggage is offered, and the first second when it is.
const BEFORE: &str = "2027-01-01T04:59:59Z";
const SINCE: &str = "2027-01-01T05:00:00Z";

const ALL: &str = "ELM GULL PIER TORR";
const ABROAD: &str = "ELM GULL";
const INLAND: &str = "PIER TORR";
const WITH_STAMPS: &str = "ELM TORR";
const WITHOUT_STAMPS: &str = "GULL PIER";

const GROUPS: [&str; 10] = [
    "passport",
    "id-card",
    "residence-card",
    "visa",
    "refugee",
    "emergency",
    "diplomat",
    "seafarer",
    "school-list",
    "nothing",
];

/// The answers offered to these groups at a question after their papers, in these harbors. A missing line means that
/// the question isn't asked.
const OFFERED: [(&str, &str, &str, &str); 22] = [
    ("passport residence-card visa school-list", "valid", "past-trip on-trip", ALL),
    ("id-card", "valid", "past-trip on-trip no-date", ALL),
    ("refugee emergency", "valid", "past-trip this-trip", ALL),
    ("diplomat seafarer", "valid", "past-trip no-date", ALL),
    ("refugee emergency", "stamp", "stamped at-office not-yet", WITH_STAMPS),
    ("refugee emergency", "stamp", "stamped not-yet", WITHOUT_STAMPS),
    ("residence-card", "another", "own-passport slip nothing-else", ALL),
    ("visa", "another", "own-passport nothing-else", ALL),
    ("school-list", "another", "own-passport letter nothing-else", ALL),
    ("diplomat", "duty", "pouch vacation", ALL),
    ("seafarer", "duty", "ship vacation", ALL),
    ("passport id-card residence-card visa refugee emergency", "company", "alone child", ALL),
    ("diplomat", "company", "alone", ALL),
    ("seafarer", "company", "alone shipmates", ALL),
    ("school-list", "company", "teacher", ABROAD),
    ("school-list", "company", "teacher parent", INLAND),
    ("nothing", "lost", "stolen never-had", ABROAD),
    ("nothing", "lost", "stolen at-home never-had", INLAND),
    ("passport id-card residence-card visa school-list", "leaves", "tonight another-night", ALL),
    ("diplomat seafarer", "leaves", "tonight another-night", ALL),
    ("refugee emergency", "leaves", "tonight", ALL),
    ("nothing", "leaves", "tonight another-night", INLAND),
];

/// The possible endings for these groups.
const ENDS: [(&str, &str, &str); 7] = [
    ("passport id-card residence-card visa refugee emergency school-list", "early office", ABROAD),
    ("passport id-card", "on-time", INLAND),
    ("residence-card visa refugee emergency school-list", "office on-time", INLAND),
    ("diplomat", "crew-gate on-time", ALL),
    ("seafarer", "crew-gate on-time", ALL),
    ("nothing", "office", ABROAD),
    ("nothing", "office on-time", INLAND),
];

/// The text that these groups read, wherever it occurs.
const WORDS: [(&str, &str, &str); 12] = [
    ("passport id-card diplomat seafarer", "valid", "Until when are the papers valid?"),
    (
        "residence-card visa school-list",
        "valid",
        "Until when are the papers valid?\n\nIt's the date on this paper that counts, not the one on any other.",
    ),
    ("refugee emergency", "valid", "Until when are the papers valid?\n\nThe date is on the back."),
    ("refugee", "stamp", "Has the harbor office stamped the travel document?"),
    ("emergency", "stamp", "Has the harbor office stamped the emergency passport?"),
    (
        "passport id-card residence-card visa refugee emergency diplomat seafarer",
        "company",
        "Who's traveling with the caller?",
    ),
    ("school-list", "company", "Who's responsible for the class?"),
    ("diplomat", "crew-gate", "The mate on watch signs for the sealed bag."),
    ("seafarer", "crew-gate", "The mate on watch signs the seafarer's book."),
    ("nothing", "office", "The harbor office takes down what happened and issues a letter for the trip."),
    ("refugee emergency", "office", "The harbor office stamps the paper while they wait."),
    (
        "passport id-card residence-card visa school-list",
        "office",
        "The harbor office says which paper is missing.",
    ),
];

/// The questions about a bad night in order, each with its answers for 0, 1, 2, and 3 points.
const NIGHT: [(&str, [&str; 4]); 9] = [
    ("late", ["punctual", "an-hour", "the-morning", "the-day"]),
    ("cabin", ["as-booked", "smaller", "strangers", "on-deck"]),
    ("meal", ["dinner", "snack", "crackers", "not-a-bite"]),
    ("noise", ["nobody", "neighbors", "engine", "alarm"]),
    ("cold", ["cozy", "drafty", "coats", "ice-cold"]),
    ("told", ["all-along", "too-late", "silence", "wrong"]),
    ("luggage", ["whole", "wet", "broken", "gone"]),
    ("onward", ["caught-it", "bus", "train", "flight"]),
    ("help", ["at-once", "asked-twice", "passengers", "nobody-at-all"]),
];

/// For each sum, a night that adds up to it, as the points of its answers.
const SUMS: [(&str, &str); 28] = [
    ("000000000", "apology"),
    ("010000000", "apology"),
    ("000001001", "apology"),
    ("300000000", "apology"),
    ("000022000", "apology"),
    ("002003000", "apology"),
    ("111111000", "apology"),
    ("003020020", "apology"),
    ("222200000", "apology"),
    ("111111111", "voucher"),
    ("300000133", "voucher"),
    ("032003030", "voucher"),
    ("333300000", "voucher"),
    ("012301231", "voucher"),
    ("222222200", "voucher"),
    ("303030303", "voucher"),
    ("222222220", "voucher"),
    ("333330101", "voucher"),
    ("222222222", "refund"),
    ("332211223", "refund"),
    ("333333002", "refund"),
    ("333333012", "refund"),
    ("322222333", "refund"),
    ("333322223", "refund"),
    ("333333222", "refund"),
    ("333333232", "refund"),
    ("333333233", "refund"),
    ("333333333", "refund"),
];

/// The points of the worst possible night in a harbor, before the new year and since then.
const WORST: [(&str, usize, usize); 4] =
    [("ELM", 26, 27), ("GULL", 25, 26), ("PIER", 23, 24), ("TORR", 26, 27)];

/// Returns whether an answer worth this many points is offered in the harbor.
fn pays(harbor: &str, question: &str, points: usize, instant: &str) -> bool {
    match (question, points) {
        ("cabin", 2 | 3) => harbor != "PIER",
        ("onward", 3) => ["ELM", "TORR"].contains(&harbor),
        ("luggage", 3) => instant == SINCE,
        _ => true,
    }
}

fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|item| item == name)
}

fn set(list: &str) -> BTreeSet<&str> {
    list.split(' ').collect()
}

/// Finds a node by its key, and returns it with the ID of its question or solution.
fn node<'a>(tree: &'a Value, key: &'a str) -> (&'a str, &'a Value) {
    let node = &tree["nodes"][key];
    (id(key, node), node)
}

/// Returns a node's answers, each with the key of the node that it leads to; a solution has none.
fn answers(node: &Value) -> Vec<(&str, &str)> {
    let answers = node["answers"].as_array().into_iter().flatten();
    answers.map(|answer| (answer["id"].as_str().unwrap(), answer["next"].as_str().unwrap())).collect()
}

/// Returns the key of the node that these answers lead to, or `None` if one of them isn't offered.
fn behind<'a>(tree: &'a Value, given: &[&str]) -> Option<&'a str> {
    let mut key = tree["start"].as_str().unwrap();
    for given in given {
        let (question, answer) = given.split_once('.').unwrap();
        let (id, node) = node(tree, key);
        assert_eq!(id, question, "{given}");
        key = answers(node).into_iter().find(|(id, _)| *id == answer)?.1;
    }
    Some(key)
}

/// Returns the keys of a node and of everything that follows it.
fn from<'a>(tree: &'a Value, key: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut open) = (BTreeSet::from([key]), vec![key]);
    while let Some(key) = open.pop() {
        let next = answers(&tree["nodes"][key]).into_iter().map(|(_, next)| next);
        open.extend(next.filter(|next| seen.insert(*next)));
    }
    seen
}

/// Returns every node after the one about a group's papers.
fn of_group<'a>(tree: &'a Value, group: &str) -> Vec<(&'a str, &'a Value)> {
    let first = behind(tree, &["errand.before", &format!("papers.{group}")]).unwrap();
    from(tree, first).into_iter().map(|key| node(tree, key)).collect()
}

#[test]
fn it_has_no_findings_before_or_after_its_only_date() {
    for day in [date(2026, 11, 25), date(2027, 1, 1)] {
        assert_eq!(FERRY.linted(Now::On(day)), "no findings\n");
    }
}

#[tokio::test]
async fn every_group_is_offered_exactly_the_answers_in_the_table() {
    let served = FERRY.serve(SINCE).await;
    for harbor in ALL.split(' ') {
        let tree = served.tree(harbor).await;
        let papers = node(&tree, behind(&tree, &["errand.before"]).unwrap()).1;
        let papers: Vec<&str> = answers(papers).into_iter().map(|(id, _)| id).collect();
        assert_eq!(papers, GROUPS, "{harbor}");
        for group in GROUPS {
            let mut offered: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
            let nodes = of_group(&tree, group).into_iter();
            for (id, node) in nodes.filter(|(_, node)| node["kind"] == "question") {
                let ids: Vec<&str> = answers(node).into_iter().map(|(id, _)| id).collect();
                offered.entry(id).or_default().insert(ids.join(" "));
            }
            let table =
                OFFERED.into_iter().filter(|(groups, .., there)| has(groups, group) && has(there, harbor));
            let table =
                table.map(|(_, question, ids, _)| (question, BTreeSet::from([ids.to_owned()]))).collect();
            assert_eq!(offered, table, "{group} in {harbor}");
        }
    }
}

#[tokio::test]
async fn every_group_has_its_own_ends_and_its_own_words() {
    let served = FERRY.serve(SINCE).await;
    for harbor in ALL.split(' ') {
        let tree = served.tree(harbor).await;
        for group in GROUPS {
            let nodes = of_group(&tree, group);
            let ends: BTreeSet<&str> =
                nodes.iter().filter(|(_, node)| node["kind"] == "solution").map(|(id, _)| *id).collect();
            let of_table =
                ENDS.into_iter().filter(|(groups, _, there)| has(groups, group) && has(there, harbor));
            let of_table: Vec<BTreeSet<&str>> = of_table.map(|(_, ends, _)| set(ends)).collect();
            assert_eq!([ends].as_slice(), of_table, "{group} in {harbor}");
            for (id, node) in nodes.into_iter().filter(|(id, _)| WORDS.iter().any(|(_, of, _)| of == id)) {
                let words = WORDS.into_iter().find(|(groups, of, _)| has(groups, group) && *of == id);
                assert_eq!(
                    node["text"].as_str(),
                    words.map(|(.., text)| text),
                    "{group} at {id} in {harbor}"
                );
            }
        }
    }
}

#[tokio::test]
async fn every_sum_ends_at_its_level_if_its_answers_are_offered() {
    for instant in [BEFORE, SINCE] {
        let served = FERRY.serve(instant).await;
        for harbor in ALL.split(' ') {
            let tree = served.tree(harbor).await;
            for (sum, (night, level)) in SUMS.into_iter().enumerate() {
                let points: Vec<usize> = night.bytes().map(|digit| usize::from(digit - b'0')).collect();
                assert_eq!(points.iter().sum::<usize>(), sum, "{night}");
                let given = NIGHT.iter().zip(&points);
                let given = given.map(|((question, ids), points)| format!("{question}.{}", ids[*points]));
                let given: Vec<String> = std::iter::once("errand.after".to_owned()).chain(given).collect();
                let end = behind(&tree, &given.iter().map(String::as_str).collect::<Vec<_>>());
                let mut all = NIGHT.iter().zip(&points);
                let offered = all.all(|((question, _), points)| pays(harbor, question, *points, instant));
                let end = end.map(|key| node(&tree, key).0);
                assert_eq!(end, offered.then_some(level), "{night} in {harbor} at {instant}");
            }
        }
    }
}

/// Collects the nodes that can be reached from a node with a sum of points. A node that can be reached with different
/// sums is collected once for each.
fn walk<'a>(tree: &'a Value, (key, sum): (&'a str, usize), seen: &mut BTreeSet<(&'a str, usize)>) {
    if !seen.insert((key, sum)) {
        return;
    }
    let (id, node) = node(tree, key);
    for (answer, next) in answers(node) {
        let (_, ids) = NIGHT.iter().find(|(question, _)| *question == id).unwrap();
        let points = ids.iter().position(|own| *own == answer).unwrap();
        walk(tree, (next, sum + points), seen);
    }
}

#[tokio::test]
async fn every_path_ends_at_the_level_of_its_sum() {
    for instant in [BEFORE, SINCE] {
        let served = FERRY.serve(instant).await;
        for (harbor, before, since) in WORST {
            let tree = served.tree(harbor).await;
            let mut seen = BTreeSet::new();
            walk(&tree, (behind(&tree, &["errand.after"]).unwrap(), 0), &mut seen);
            let mut sums = BTreeSet::new();
            for (key, sum) in seen {
                let (id, node) = node(&tree, key);
                if node["kind"] == "solution" {
                    assert_eq!(id, SUMS[sum].1, "{sum} points in {harbor} at {instant}");
                    sums.insert(sum);
                } else {
                    let (_, ids) = NIGHT.iter().find(|(question, _)| *question == id).unwrap();
                    let offered =
                        ids.iter().enumerate().filter(|(points, _)| pays(harbor, id, *points, instant));
                    let offered: Vec<&str> = offered.map(|(_, id)| *id).collect();
                    let served: Vec<&str> = answers(node).into_iter().map(|(id, _)| id).collect();
                    assert_eq!(served, offered, "{id} in {harbor} at {instant}");
                }
            }
            let worst = if instant == SINCE { since } else { before };
            assert_eq!(sums, (0..=worst).collect(), "{harbor} at {instant}");
        }
    }
}

#[tokio::test]
async fn every_question_is_written_once_however_often_it_is_unfolded() {
    let examined = FERRY.examined(Now::At(SINCE.parse().unwrap()));
    let readings = examined.readings();
    let entries = &readings.guidance.as_ref().unwrap().entries;
    let questions: Vec<_> = entries.iter().filter(|entry| !entry.answers().is_empty()).collect();
    let mut ids: BTreeSet<&str> = OFFERED.into_iter().map(|(_, question, ..)| question).collect();
    ids.extend(NIGHT.into_iter().map(|(question, _)| question));
    ids.extend(["errand", "papers"]);
    assert_eq!((questions.len(), ids.len()), (18, 18));
    assert_eq!(questions.iter().map(|entry| entry.key).collect::<BTreeSet<_>>(), ids);

    let mut known = BTreeSet::new();
    for choice in questions.iter().flat_map(|entry| &entry.slots[entry.text].choices) {
        assert!(known.insert(choice.value), "{} is in content twice", choice.value);
    }

    // The second question is served once for each of its four possible sums. At the last question, sums that can no
    // longer change their level share a copy: up to 5, 6, 7, 8, 9 to 14, 15, 16, 17, and from 18 on. If the fare may be
    // refunded, lost luggage adds a line to the note.
    for (instant, last) in [(BEFORE, 9), (SINCE, 9 + 4)] {
        let tree = FERRY.serve(instant).await.tree("ELM").await;
        let nodes = tree["nodes"].as_object().unwrap().iter().filter(|(_, node)| node["kind"] == "question");
        let served: Vec<&str> = nodes.map(|(key, node)| id(key, node)).collect();
        assert_eq!(served.iter().copied().collect::<BTreeSet<_>>(), ids, "no question but those is served");
        let copies = |question: &str| served.iter().filter(|id| **id == question).count();
        assert_eq!((copies("papers"), copies("cabin"), copies("help")), (1, 4, last), "{instant}");
    }
}
