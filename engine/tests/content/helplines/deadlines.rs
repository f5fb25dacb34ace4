//! Tests that each state has its own deadline, and its own date for today. The instants were calculated by hand from
//! the offsets of the zones: New York is four hours behind UTC until November 1, 2026, and five hours behind in winter;
//! Montana is two hours behind New York, Anchorage four, and Adak five. Hawaii, which doesn't observe daylight saving
//! time, is ten hours behind UTC.

use axum::http::StatusCode;
use callguide::diagnostics::Severity;
use callguide::readings::Now;
use jiff::Timestamp;
use jiff::civil::date;
use serde_json::{Value, json};

use super::helpline::{Helpline, Row, Served};
use super::walk::rows;

const COUNT: Helpline = Helpline("deadlines");
const STATES: [&str; 5] = ["AK", "HI", "MT", "NY", "VT"];

/// An instant before the first date.
const EARLY: &str = "2026-09-15T12:00:00Z";

/// Every instant when the content changes for someone.
const TURNS: [&str; 20] = [
    // October 1 begins: the fall announcement appears, and everything about hummingbirds ends.
    "2026-10-01T04:00:00Z", // New York, Vermont, and anyone who hasn't chosen a state
    "2026-10-01T06:00:00Z", // Montana
    "2026-10-01T08:00:00Z", // Alaska (Anchorage time)
    "2026-10-01T10:00:00Z", // Hawaii
    // The last day in Alaska and in Hawaii.
    "2026-10-05T08:00:00Z", // begins in Anchorage, an hour before Adak
    "2026-10-05T10:00:00Z", // begins in Hawaii
    "2026-10-06T09:00:00Z", // ends in Adak, an hour after Anchorage
    "2026-10-06T10:00:00Z", // ends in Hawaii
    // The last day in New York.
    "2026-10-30T04:00:00Z",
    "2026-10-31T04:00:00Z",
    // November 1 begins, still on daylight saving time.
    "2026-11-01T04:00:00Z",
    "2026-11-01T06:00:00Z",
    "2026-11-01T08:00:00Z",
    "2026-11-01T10:00:00Z",
    // November 1 ends in New York after 25 hours.
    "2026-11-02T05:00:00Z",
    // The leap day and the following day, on standard time.
    "2028-02-29T05:00:00Z",
    "2028-03-01T05:00:00Z",
    "2028-03-01T07:00:00Z",
    "2028-03-01T09:00:00Z",
    "2028-03-01T10:00:00Z",
];

/// Where "not signed up" leads in a state at an instant.
const ENDS: [(&str, &str, &str); 20] = [
    ("HI", EARLY, "sign-up"),
    // The instants are 05:59:59 and 06:00 in New York.
    ("HI", "2026-10-05T09:59:59Z", "sign-up"),
    ("HI", "2026-10-05T10:00:00Z", "last-day"),
    ("HI", "2026-10-06T09:59:59Z", "last-day"),
    ("HI", "2026-10-06T10:00:00Z", "waiting-list"),
    // From 04:00 on one day to 05:00 on the next.
    ("AK", "2026-10-05T07:59:59Z", "sign-up"),
    ("AK", "2026-10-05T08:00:00Z", "last-day"),
    ("AK", "2026-10-06T08:59:59Z", "last-day"),
    ("AK", "2026-10-06T09:00:00Z", "waiting-list"),
    ("NY", "2026-10-30T03:59:59Z", "sign-up"),
    ("NY", "2026-10-30T04:00:00Z", "last-day"),
    ("NY", "2026-10-31T03:59:59Z", "last-day"),
    ("NY", "2026-10-31T04:00:00Z", "waiting-list"),
    ("MT", "2026-10-06T10:00:00Z", "sign-up"),
    ("MT", "2099-01-01T00:00:00Z", "sign-up"),
    ("VT", "2028-02-29T04:59:59Z", "sign-up"),
    ("VT", "2028-02-29T05:00:00Z", "last-day"),
    ("VT", "2028-03-01T04:59:59Z", "last-day"),
    ("VT", "2028-03-01T05:00:00Z", "waiting-list"),
    ("VT", "2099-01-01T00:00:00Z", "waiting-list"),
];

/// Returns every path in a state where "not signed up" leads to `no`, and a yard without a feeder to `bare`.
fn expected(state: &str, no: &str, bare: &str) -> Vec<Row> {
    let row = |answers: &[&str], solution: &str| Row {
        state: state.to_owned(),
        answers: answers.iter().map(|answer| (*answer).to_owned()).collect(),
        solution: solution.to_owned(),
        kind: match solution {
            "last-day" => "today".to_owned(),
            "waiting-list" => "wait".to_owned(),
            _ => "count".to_owned(),
        },
    };
    vec![
        row(&["signed-up.no"], no),
        row(&["signed-up.yes", "feeder.no"], bare),
        row(&["signed-up.yes", "feeder.yes"], "sheet"),
    ]
}

fn at(instant: &str) -> Now {
    Now::At(instant.parse().unwrap())
}

fn version(instant: &str) -> String {
    COUNT.snapshot(at(instant)).version().to_owned()
}

/// Returns where a tree leads someone who isn't signed up.
fn not_signed_up(tree: &Value) -> String {
    let rows = rows(tree);
    rows.iter().find(|row| row.answers == ["signed-up.no"]).unwrap().solution.clone()
}

fn texts(list: &Value, key: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item[key].as_str().unwrap().to_owned()).collect()
}

#[test]
fn it_has_no_findings_before_its_first_date() {
    assert_eq!(COUNT.linted(Now::On(date(2026, 9, 15))), "no findings\n");
}

#[test]
fn no_later_day_causes_an_error() {
    for turn in TURNS {
        let findings = COUNT.examined(at(turn)).findings;
        let errors: Vec<_> = findings.iter().filter(|found| found.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{turn}: {errors:#?}");
    }
}

#[test]
fn it_turns_at_exactly_these_instants() {
    let mut now: Timestamp = EARLY.parse().unwrap();
    let mut turns = Vec::new();
    loop {
        let examined = COUNT.examined(Now::At(now));
        let Some(next) = examined.readings().next_turn() else { break };
        turns.push(next.to_string());
        now = next;
    }
    assert_eq!(turns, TURNS);
}

#[test]
fn a_version_is_named_after_its_files_and_the_instant_of_its_turn() {
    let files = version(EARLY);
    assert_eq!(files.len(), 16, "{files}");
    for (instant, period) in [
        ("2026-10-01T03:59:59Z", ""),
        ("2026-10-01T04:00:00Z", "-20261001T0400Z"),
        ("2026-10-05T09:59:59Z", "-20261005T0800Z"),
        ("2026-10-05T10:00:00Z", "-20261005T1000Z"),
        ("2026-10-06T09:59:59Z", "-20261006T0900Z"),
        ("2026-10-06T10:00:00Z", "-20261006T1000Z"),
        ("2026-10-29T23:00:00Z", "-20261006T1000Z"),
        ("2099-01-01T00:00:00Z", "-20280301T1000Z"),
    ] {
        assert_eq!(version(instant), format!("{files}{period}"), "{instant}");
    }
}

#[test]
fn the_paths_of_a_day_follow_each_states_own_date() {
    for (day, no) in [
        ("2026-09-15", ["sign-up", "sign-up", "sign-up", "sign-up", "sign-up"]),
        ("2026-10-04", ["sign-up", "sign-up", "sign-up", "sign-up", "sign-up"]),
        ("2026-10-05", ["last-day", "last-day", "sign-up", "sign-up", "sign-up"]),
        ("2026-10-06", ["waiting-list", "waiting-list", "sign-up", "sign-up", "sign-up"]),
        ("2026-10-30", ["waiting-list", "waiting-list", "sign-up", "last-day", "sign-up"]),
        ("2028-02-29", ["waiting-list", "waiting-list", "sign-up", "waiting-list", "last-day"]),
        ("2028-03-01", ["waiting-list", "waiting-list", "sign-up", "waiting-list", "waiting-list"]),
    ] {
        let bare = if day == "2028-03-01" { "waiting-list" } else { "sheet" };
        let all: Vec<Row> =
            STATES.into_iter().zip(no).flat_map(|(state, no)| expected(state, no, bare)).collect();
        assert_eq!(COUNT.listed(&["--on", day]), all, "{day}");
    }
}

#[tokio::test]
async fn every_state_turns_at_the_instant_of_its_own_deadline() {
    for (state, instant, end) in ENDS {
        let served = COUNT.serve(instant).await;
        // Days begin and end at the same time in Vermont as in New York.
        let bare = if instant < "2028-03-01T05" { "sheet" } else { "waiting-list" };
        assert_eq!(rows(&served.tree(state).await), expected(state, end, bare), "{state} at {instant}");
    }
}

#[tokio::test]
async fn a_states_badges_follow_its_own_date() {
    for (state, instant, badges) in [
        ("HI", EARLY, &["Open"][..]),
        ("HI", "2026-10-05T10:00:00Z", &["Last day"]),
        ("HI", "2026-10-06T10:00:00Z", &["Closed"]),
        ("HI", "2026-11-01T09:59:59Z", &["Closed"]),
        ("HI", "2026-11-01T10:00:00Z", &["Closed", "Winter count"]),
        ("MT", "2026-10-05T10:00:00Z", &[]),
    ] {
        let tree = COUNT.serve(instant).await.tree(state).await;
        assert_eq!(texts(&tree["state"]["badges"], "text"), badges, "{state} at {instant}");
    }
}

#[tokio::test]
async fn dates_are_written_in_words_and_texts_shown_on_their_days_only() {
    for (state, instant, feeder) in [
        (
            "NY",
            "2026-10-01T03:59:59Z",
            "Is there a feeder in the yard?\n\nHummingbirds count twice until the end of September.",
        ),
        ("NY", "2026-10-01T04:00:00Z", "Is there a feeder in the yard?"),
        (
            "HI",
            "2026-10-01T04:00:00Z",
            "Is there a feeder in the yard?\n\nHummingbirds count twice until the end of September.",
        ),
        ("HI", "2026-11-01T09:59:59Z", "Is there a feeder in the yard?"),
        (
            "HI",
            "2026-11-01T10:00:00Z",
            "Is there a feeder in the yard?\n\nA feeder has to stay up all winter.",
        ),
    ] {
        let tree = COUNT.serve(instant).await.tree(state).await;
        assert_eq!(tree["nodes"]["feeder"]["text"], feeder, "{state} at {instant}");
    }
    let tree = COUNT.serve(EARLY).await.tree("VT").await;
    assert_eq!(tree["nodes"]["sign-up"]["title"], "Sign the yard up by February 29, 2028");
    assert_eq!(
        tree["nodes"]["signed-up"]["text"],
        "Is the yard signed up? It can be until February 29, 2028."
    );
    for (instant, sheet) in [("2026-11-01T03:59:59Z", "fall"), ("2026-11-01T04:00:00Z", "winter")] {
        let node = &COUNT.serve(instant).await.tree("NY").await["nodes"]["sheet"];
        assert_eq!(node["title"], format!("Send the {sheet} sheet"));
        assert_eq!(texts(&node["note"], "text"), [sheet]);
    }
}

/// Returns the text that a volunteer who hasn't chosen a state reads.
async fn by_the_site(served: &Served) -> [Vec<String>; 6] {
    let content = served.get("/api/content").await;
    let hello = &content["flows"][0]["steps"][0];
    let faq = served.get("/api/faq").await;
    [
        texts(&content["announcements"], "id"),
        texts(&content["support"], "id"),
        texts(&content["support"][0]["scripts"], "say"),
        texts(&hello["scripts"], "say").into_iter().skip(1).collect(),
        texts(&content["agreement"]["modes"][0]["body"], "say").into_iter().skip(1).collect(),
        texts(&faq["entries"], "id"),
    ]
}

#[tokio::test]
async fn texts_outside_any_state_follow_the_sites_time_zone() {
    let hummingbirds = "Have you seen a hummingbird yet?";
    let feeder = "Leave the feeder up all winter.";
    let sheet: &[&str] = &["From November 1 on, please use the winter sheet."];
    let (summer, later) = (["last-day", "hummingbirds", "winter-birds"], ["last-day", "winter-birds"]);
    let table: [(&str, [&[&str]; 6]); 8] = [
        (EARLY, [&["five-states"], &["seasons"], sheet, &[hummingbirds], &[], &summer]),
        ("2026-10-01T03:59:59Z", [&["five-states"], &["seasons"], sheet, &[hummingbirds], &[], &summer]),
        ("2026-10-01T04:00:00Z", [&["winter-sheet", "five-states"], &["seasons"], sheet, &[], &[], &later]),
        (
            "2026-11-01T04:00:00Z",
            [&["winter-sheet", "five-states"], &["seasons"], sheet, &[], &[feeder], &later],
        ),
        (
            "2026-11-02T04:59:59Z",
            [&["winter-sheet", "five-states"], &["seasons"], sheet, &[], &[feeder], &later],
        ),
        ("2026-11-02T05:00:00Z", [&["five-states"], &["seasons"], &[], &[], &[feeder], &later]),
        ("2028-02-29T05:00:00Z", [&["five-states"], &["seasons", "leap-day"], &[], &[], &[feeder], &later]),
        ("2028-03-01T05:00:00Z", [&["five-states"], &["seasons"], &[], &[], &[feeder], &later]),
    ];
    for (instant, wanted) in table {
        let wanted = wanted.map(|list| list.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>());
        assert_eq!(by_the_site(&COUNT.serve(instant).await).await, wanted, "{instant}");
    }
}

#[tokio::test]
async fn without_a_state_the_general_answer_is_read() {
    let faq = COUNT.serve("2026-10-06T10:00:00Z").await.get("/api/faq").await;
    let answers = texts(&faq["entries"], "answer");
    assert_eq!(answers[0], "Every state has its own last day. Which state is it for you?");
    assert!(!answers[1].contains("sea birds"), "{}", answers[1]);
}

#[test]
fn with_a_state_its_own_answer_is_read() {
    for (instant, state, words) in [
        (
            "2026-10-06T09:59:59Z",
            1,
            "Until the end of {state.deadline}, on the page of the [state office](link:state.office).",
        ),
        (
            "2026-10-06T10:00:00Z",
            1,
            "The last day in {state.name} was {state.deadline}. The [state office](link:state.office) keeps a waiting list.",
        ),
        ("2026-10-06T10:00:00Z", 2, "There's no last day in {state.name}."),
    ] {
        let examined = COUNT.examined(at(instant));
        let readings = examined.readings();
        let entry = readings.faq.iter().find(|read| read.entry.id == "last-day").unwrap();
        let words_of_state = entry.words(readings.readers.now(state));
        assert_eq!(words_of_state.as_deref(), Some(&[words][..]), "{} at {instant}", STATES[state]);
    }
}

#[tokio::test]
async fn changes_caused_by_a_date_are_reported_where_the_day_has_begun() {
    let (served, clock) = COUNT.serve_by_clock("2026-10-05T09:00:00Z").await;
    let current = &served.service.state.current;
    let from = current.get().version().to_owned();
    clock.advance(current.until_turn().unwrap());
    assert!(current.turn());
    // In Hawaii, the last day begins during a contact that started the day before; in Alaska, it began earlier.
    let changes = |state: &str| format!("/api/changes?from={from}&state={state}");
    let hawaii = served.get(&changes("HI")).await;
    let text = &hawaii["changes"][0];
    assert_eq!(
        (&text["id"], &text["old"], &text["new"]),
        (
            &json!("signed-up"),
            &json!("Is the yard signed up? It can be until October 5, 2026."),
            &json!("Is the yard signed up? Today is the last day.")
        )
    );
    let path = &hawaii["paths"][0];
    assert_eq!(path["answers"], json!([["signed-up.no"]]));
    assert_eq!((&path["old"]["id"], &path["new"]["id"]), (&json!("sign-up"), &json!("last-day")));
    for state in ["AK", "MT", "NY", "VT"] {
        let nothing = served.get(&changes(state)).await;
        assert_eq!((&nothing["changes"], &nothing["paths"]), (&json!([]), &json!([])), "{state}");
    }
}

#[tokio::test]
async fn an_engine_turns_by_itself_and_contacts_stay_in_their_period() {
    let (served, clock) = COUNT.serve_by_clock(EARLY).await;
    let current = &served.service.state.current;
    let first = served.tree("HI").await;
    let files = first["version"].as_str().unwrap().to_owned();
    for turn in TURNS {
        let wait = current.until_turn().unwrap();
        clock.advance(wait);
        assert_eq!(clock.now().to_string(), turn);
        assert!(current.turn());
        let tree = served.tree("HI").await;
        let period = turn.replace(['-', ':'], "").replace("00Z", "Z");
        assert_eq!(tree["version"], format!("{files}-{period}"));
        let known = ENDS.iter().find(|(state, instant, _)| (*state, *instant) == ("HI", turn));
        if let Some((_, _, end)) = known {
            assert_eq!(not_signed_up(&tree), *end, "{turn}");
        }
        assert_eq!(served.tree(&format!("HI?version={files}")).await, first, "who began early stays there");
    }
    assert_eq!(current.until_turn(), None);
    let never = format!("/api/tree/HI?version={files}-20261006T0901Z");
    assert_eq!(served.status(&never).await, StatusCode::GONE);
}
