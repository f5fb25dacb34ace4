//! Twelve questions and a score. Which answers count is written here once more, by hand; how many paths come to which
//! level follows from that alone.

use std::collections::{BTreeMap, BTreeSet};

use callguide::readings::Now;
use jiff::civil::date;
use serde_json::Value;

use crate::helpline::{Helpline, Row};
use crate::walk::{Way, id, rows, ways};

const FUND: Helpline = Helpline("repair-fund");
const NOW: &str = "2026-11-21T12:00:00Z";

/// The questions in their order, each with the answer that counts. After the tenth, owners and tenants part for one.
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

/// The boroughs where the fund isn't closed, each with the points that a grant takes there.
const GRANT_FROM: [(&str, u32); 3] = [("EAST", 8), ("HILL", 8), ("WEST", 9)];
const LOAN_FROM: u32 = 4;

/// How many of twelve answers can be chosen so that `points` count.
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

/// The path on which those questions get the answer that counts whose bits are set.
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

/// How many paths end where.
fn counted(rows: &[Row]) -> BTreeMap<(&str, &str), usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry((row.state.as_str(), row.solution.as_str())).or_default() += 1;
    }
    counts
}

#[test]
fn it_is_free_of_findings() {
    assert_eq!(FUND.linted(Now::On(date(2026, 11, 21))), "no findings\n");
}

#[test]
fn its_paths_are_all_ways_to_answer_and_end_by_the_score() {
    let listed = FUND.listed(&[]);
    let mut counts = BTreeMap::from([(("ISLE", "waiting-list"), 1)]);
    for (state, grant_from) in GRANT_FROM {
        for points in 0..=12 {
            *counts.entry((state, level(points, grant_from))).or_default() += ways_to_score(points);
        }
    }
    // By the sums of a row of Pascal's triangle: 1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1.
    assert_eq!(counts[&("EAST", "tips")], 299);
    assert_eq!(counts[&("EAST", "loan")], 3003);
    assert_eq!(counts[&("EAST", "grant")], 794);
    assert_eq!(counts[&("WEST", "grant")], 299);
    assert_eq!(counted(&listed), counts);

    let mut all: Vec<Row> =
        GRANT_FROM.into_iter().flat_map(|(state, grant_from)| expected(state, grant_from)).collect();
    all.push(closed());
    all.sort();
    assert!(listed == all, "answers and ends are those of the table");
}

#[tokio::test]
async fn every_served_path_is_walked_to_its_end() {
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
async fn every_text_knows_the_answers_before_it() {
    let served = FUND.serve(NOW).await;
    for (state, _) in GRANT_FROM {
        let tree = served.tree(state).await;
        ways(&tree).iter().for_each(|way| check_texts(way, state));
    }
}

/// What of the answers given so far can still matter at a question, from those to the first questions.
fn still_matters(bits: u32, place: usize) -> (u32, bool, u32, Option<bool>, Option<bool>) {
    let given = |question: usize| place > question && bits >> question & 1 == 1;
    let (owner, child, senior) = (given(0), given(2), given(3));
    let household = u32::from(child) + u32::from(senior);
    // The heating asks for somebody over 70, and the damp wall for a child; the end only counts both.
    let (heating, damp) = (4, 5);
    (
        (bits.count_ones()).min(9),
        owner,
        household,
        (place <= damp).then_some(child),
        (place <= heating).then_some(senior),
    )
}

#[tokio::test]
async fn histories_that_nothing_tells_apart_share_a_node() {
    let tree = FUND.serve(NOW).await.tree("WEST").await;
    let mut copies: BTreeMap<&str, usize> = BTreeMap::new();
    for (key, node) in tree["nodes"].as_object().unwrap() {
        *copies.entry(id(key, node)).or_default() += 1;
    }
    for (place, (question, _)) in QUESTIONS.iter().enumerate() {
        let different = |of: &dyn Fn(u32) -> bool| {
            let histories = (0..1_u32 << place).filter(|bits| of(*bits));
            histories.map(|bits| still_matters(bits, place)).collect::<BTreeSet<_>>().len()
        };
        if place == OWN_OR_RENTED {
            assert!(copies["savings"] <= different(&|bits| bits & 1 == 1), "{}", copies["savings"]);
            assert!(copies["landlord"] <= different(&|bits| bits & 1 == 0), "{}", copies["landlord"]);
        } else {
            let most = different(&|_| true);
            assert!(copies[question] <= most, "{question}: {} copies, {most} are enough", copies[question]);
        }
    }
    // The household is 0, 1 or 2 people in a grant, and a loan goes to one of two.
    assert_eq!((copies["grant"], copies["loan"], copies["tips"]), (3, 2, 1));
}
