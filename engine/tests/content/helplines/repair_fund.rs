//! Twelve questions and a score. The answers that count are repeated here, written by hand; they alone determine how
//! many paths reach each level.

use std::collections::BTreeMap;

use callguide::readings::Now;
use jiff::civil::date;
use serde_json::Value;

use super::helpline::{Helpline, Row};
use super::walk::{Way, id, rows, ways};

const FUND: Helpline = Helpline("repair-fund");
const NOW: &str = "2026-11-21T12:00:00Z";

/// The questions in order, each with the answer that counts. After the tenth, owners are asked one question and
/// tenants another.
const QUESTIONS: [(&str, &str); 12] = [
    ("owner", "yes"),
    ("all-year", "yes"),
    ("child", "yes"),
    ("senior", "yes"),
    ("heating", "yes"),
    ("damp", "yes"),
    ("roof", "no"),
    ("windows", "no"),
    ("wiring", "no"),
    ("helped", "no"),
    ("savings or landlord", "yes"),
    ("ready", "yes"),
];
const OWN_OR_RENTED: usize = 10;

/// The boroughs where the fund is open, each with the points needed there for a grant.
const GRANT_FROM: [(&str, u32); 3] = [("EAST", 8), ("HILL", 8), ("WEST", 9)];
const LOAN_FROM: u32 = 4;

/// Returns the number of combinations where exactly `points` of the twelve answers count.
fn ways_to_score(points: u32) -> usize {
    (0..points as usize).fold(1, |ways, chosen| ways * (12 - chosen) / (chosen + 1))
}

fn level(points: u32, grant_from: u32) -> &'static str {
    match points {
        _ if points >= grant_from => "grant",
        _ if points >= LOAN_FROM => "loan",
        _ => "tips",
    }
}

/// Returns the path where exactly the questions with a set bit get the answer that counts.
fn path(state: &str, bits: u32, grant_from: u32) -> Row {
    let owner = bits & 1 == 1;
    let answer = |(place, (question, counts)): (usize, &(&str, &str))| {
        let own = if owner { "savings" } else { "landlord" };
        let question = if place == OWN_OR_RENTED { own } else { question };
        let other = if *counts == "yes" { "no" } else { "yes" };
        format!("{question}.{}", if bits >> place & 1 == 1 { counts } else { other })
    };
    let level = level(bits.count_ones(), grant_from).to_owned();
    let answers = QUESTIONS.iter().enumerate().map(answer).collect();
    Row { state: state.to_owned(), answers, solution: level.clone(), kind: level }
}

fn expected(state: &str, grant_from: u32) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..1 << 12).map(|bits| path(state, bits, grant_from)).collect();
    rows.sort();
    rows
}

fn closed() -> Row {
    Row {
        state: "ISLE".to_owned(),
        answers: Vec::new(),
        solution: "waiting-list".to_owned(),
        kind: "tips".to_owned(),
    }
}

/// Counts the occurrences of each item.
fn counted<T: Ord>(items: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

#[test]
fn it_has_no_findings() {
    assert_eq!(FUND.linted(Now::On(date(2026, 11, 23))), "no findings\n");
}

#[test]
fn its_paths_cover_every_way_to_answer_and_end_by_score() {
    let listed = FUND.listed(&[]);
    let mut counts = BTreeMap::from([(("ISLE", "waiting-list"), 1)]);
    for (state, grant_from) in GRANT_FROM {
        for points in 0..=12 {
            *counts.entry((state, level(points, grant_from))).or_default() += ways_to_score(points);
        }
    }
    // The numbers are sums over a row of Pascal's triangle: 1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1.
    assert_eq!(counts[&("EAST", "tips")], 299);
    assert_eq!(counts[&("EAST", "loan")], 3003);
    assert_eq!(counts[&("EAST", "grant")], 794);
    assert_eq!(counts[&("WEST", "grant")], 299);
    let ends = listed.iter().map(|row| (row.state.as_str(), row.solution.as_str()));
    assert_eq!(counted(ends), counts);

    let mut all: Vec<Row> =
        GRANT_FROM.into_iter().flat_map(|(state, grant_from)| expected(state, grant_from)).collect();
    all.push(closed());
    all.sort();
    assert!(listed == all, "answers and ends are those of the table");
}

#[tokio::test]
async fn every_served_path_ends_as_expected() {
    let served = FUND.serve(NOW).await;
    for (state, grant_from) in GRANT_FROM {
        let tree = served.tree(state).await;
        assert!(rows(&tree) == expected(state, grant_from), "{state}");
    }
    assert_eq!(rows(&served.tree("ISLE").await), [closed()]);
}

fn says(node: &Value, words: &str) -> bool {
    node["text"].as_str().unwrap().contains(words)
}

fn check_texts(way: &Way<'_>, state: &str) {
    let (child, senior) = (way.gave("child.yes"), way.gave("senior.yes"));
    let answers = &way.row.answers;

    let damp = way.question("damp").unwrap()["text"].as_str().unwrap();
    let wanted = match child {
        true => "Is a wall damp or moldy?\n\nAsk about the child's bedroom first.",
        false => "Is a wall damp or moldy?",
    };
    assert_eq!(damp, wanted, "{answers:?}");

    let heating = way.question("heating").unwrap()["scripts"].as_array().unwrap();
    assert_eq!(heating.len(), 1, "{answers:?}");
    assert_eq!(heating[0]["note"].as_str(), senior.then_some("Take your time."), "{answers:?}");

    let end = way.end();
    match way.row.solution.as_str() {
        "grant" => {
            assert_eq!(says(end, "a visit this week"), child || senior, "{answers:?}");
            assert_eq!(says(end, "little is left in Westmoor"), state == "WEST", "{answers:?}");
            let note = end["note"].as_array().unwrap();
            assert_eq!(note.len(), usize::from(child && senior), "{answers:?}");
        }
        "loan" => {
            let to = if way.gave("owner.yes") { "to the caller" } else { "to the landlord" };
            assert!(says(end, to), "{answers:?}");
        }
        _ => {}
    }
}

#[tokio::test]
async fn every_text_reflects_the_answers_before_it() {
    let served = FUND.serve(NOW).await;
    for (state, _) in GRANT_FROM {
        let tree = served.tree(state).await;
        ways(&tree).iter().for_each(|way| check_texts(way, state));
    }
}

/// Numbered nodes, by their name, their text, and the nodes that follow.
type Nodes = BTreeMap<(String, String, Option<[usize; 2]>), usize>;

/// Returns the node that the answers in `bits` to the questions before `place` lead to. If everything reads the same
/// from there on, different answers lead to the same node.
fn node(place: usize, bits: u32, grant_from: u32, nodes: &mut Nodes) -> usize {
    let [owner, child, senior] = [0, 2, 3].map(|question| bits >> question & 1 == 1);
    let (id, reads, next) = if place == QUESTIONS.len() {
        let level = level(bits.count_ones(), grant_from);
        let reads = match level {
            "grant" => format!("{} {}", child || senior, child && senior),
            "loan" => owner.to_string(),
            _ => String::new(),
        };
        (level, reads, None)
    } else {
        let id = match QUESTIONS[place].0 {
            _ if place == OWN_OR_RENTED && owner => "savings",
            _ if place == OWN_OR_RENTED => "landlord",
            id => id,
        };
        let reads = match id {
            "heating" => senior.to_string(),
            "damp" => child.to_string(),
            _ => String::new(),
        };
        let next = [0, 1].map(|bit| node(place + 1, bits | bit << place, grant_from, nodes));
        (id, reads, Some(next))
    };
    let number = nodes.len();
    *nodes.entry((id.to_owned(), reads, next)).or_insert(number)
}

#[tokio::test]
async fn histories_share_a_node_if_and_only_if_nothing_tells_them_apart() {
    let served = FUND.serve(NOW).await;
    for (state, grant_from) in GRANT_FROM {
        let tree = served.tree(state).await;
        let keys = tree["nodes"].as_object().unwrap().iter().map(|(key, node)| id(key, node).to_owned());
        let mut nodes = Nodes::new();
        node(0, 0, grant_from, &mut nodes);
        assert_eq!(counted(keys), counted(nodes.into_keys().map(|(id, ..)| id)), "{state}");
    }
}
