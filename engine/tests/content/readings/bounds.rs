//! Hostile content results in a finding, or in a snapshot within limits: what is built from it is counted, not timed.

use std::path::{Path, PathBuf};

use callguide::content::Draft;
use callguide::diagnostics::has_errors;
use callguide::examine::examine_to_serve;
use callguide::readings::{Bound, MAX_COPIES, MAX_READERS, Now, Readings};
use serde_json::{Map, Value, json};

use super::written::Written;

/// An awkward shape, described by numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Shape {
    regions: usize,
    /// The number of distinct dates.
    dates: usize,
    /// The number of questions, in sequence.
    questions: usize,
    /// The number of cases, or parts, in each question's text.
    options: usize,
    /// Whether each question's text consists of parts instead of cases.
    parts: bool,
    /// Whether the end depends on each answer separately.
    independent: bool,
    /// Whether every text depends on a count of the earlier answers.
    scores: bool,
    /// Whether each question may lead to every other one.
    circles: bool,
    /// Whether an answer's target depends on the region and the date.
    routes: bool,
}

const ZONES: [&str; 6] =
    ["America/New_York", "Pacific/Honolulu", "Asia/Kathmandu", "Pacific/Apia", "America/Adak", "Etc/UTC"];

fn day(at: usize) -> String {
    format!("{}-{:02}-{:02}", 2026 + at / 336, at / 28 % 12 + 1, at % 28 + 1)
}

impl Shape {
    fn written(self) -> Written {
        let region = |at: usize| {
            json!({ "code": format!("R{at}"), "name": format!("Region {at}"), "number": at,
                    "time_zones": [ZONES[at % 6], ZONES[(at + 1 + at / 6 % 5) % 6]], "due": day(at % self.dates.max(1)) })
        };
        let questions: Map<String, Value> =
            (0..self.questions).map(|at| (format!("q{at}"), self.question(at))).collect();
        let solution =
            |text: Value| json!({ "type": "now", "title": "End", "text": text, "agreement_required": true });
        Written {
            zone: Some("America/New_York"),
            states: json!({
                "attributes": { "number": { "type": "number" }, "due": { "type": "date" } },
                "states": (0..self.regions).map(region).collect::<Vec<_>>(),
            }),
            tree: json!({
                "start": "q0",
                "outcomes": { "now": { "label": "Now", "priority": "High", "look": "go" } },
                "decision_note": { "heading": "H", "state": "S", "outcome": "O", "priority": "P" },
                "questions": questions,
                "solutions": { "s0": solution(self.end()), "s1": solution(json!("Else")) },
            }),
            entries: json!([{ "id": "e", "question": "Q?", "answer": "A." }]),
            announcements: json!([{ "id": "n", "date": "2024-03-01", "title": "N", "text": "N" }]),
            ..Written::plain()
        }
    }

    fn end(self) -> Value {
        if !self.independent {
            return json!("The end");
        }
        let part = |at: usize| json!({ "when": { "answered": [format!("q{at}.yes")] }, "text": format!("Part {at}") });
        let parts: Vec<Value> =
            [json!({ "text": "Always" })].into_iter().chain((0..self.questions).map(part)).collect();
        json!({ "parts": parts })
    }

    fn question(self, at: usize) -> Value {
        let answers: Vec<String> = (0..at).map(|at| format!("q{at}.yes")).collect();
        let option = |nth: usize| {
            let number = at * self.options + nth;
            let mut when = json!({ "any": [{ "number": number % self.regions }, { "past": "due" }] });
            if self.scores && at > 0 {
                when["answered"] = json!({ "at_least": 1 + number % at, "of": answers });
            }
            let day = day(number % self.dates.max(1));
            json!({ "when": when, "from": day, "text": format!("Text {at} {nth}") })
        };
        let mut options: Vec<Value> = (0..self.options).map(option).collect();
        options.push(json!({ "text": format!("Text {at}") }));
        let text = if self.parts { json!({ "parts": options }) } else { json!(options) };
        let next = if at + 1 < self.questions { format!("q{}", at + 1) } else { "s0".to_owned() };
        let other = if at + 1 < self.questions { &next } else { "s1" };
        let answer = |id: String, go: Value| json!({ "id": id, "text": id.to_uppercase(), "go": go });
        let mut given = vec![answer("yes".to_owned(), json!(next)), answer("no".to_owned(), json!(other))];
        if self.routes {
            let case = |nth: usize| {
                let when = json!({ "number": (at + nth) % self.regions });
                json!({ "when": when, "from": day((at * 7 + nth) % self.dates.max(1)), "go": "s1" })
            };
            let mut cases: Vec<Value> = (0..self.regions.min(100)).map(case).collect();
            cases.push(json!({ "go": next }));
            given[1]["go"] = json!(cases);
        }
        if self.circles {
            given.extend((0..self.questions).map(|to| answer(format!("to{to}"), json!(format!("q{to}")))));
        }
        json!({ "text": text, "answers": given })
    }

    fn draft(self) -> Draft {
        self.written().sound()
    }
}

/// The limits that a shape's dates and its earlier answers ran into.
type Came = (Option<Bound>, Option<Bound>);

/// Expects what is built from a shape to stay within the limits; returns which of them its dates and its earlier
/// answers ran into.
fn bounded(shape: Shape) -> Came {
    let draft = shape.draft();
    let readings = Readings::of(&draft, Now::On(jiff::civil::date(2026, 6, 1)));
    let guidance = readings.guidance.as_ref().unwrap();
    assert!(readings.readers.count() <= MAX_READERS + shape.regions, "{shape:?}");
    assert!(guidance.copies.len() <= guidance.entries.len() + MAX_COPIES, "{shape:?}");
    let leads: usize = guidance.copies.iter().flat_map(|copy| &copy.leads).map(Vec::len).sum();
    let served: usize = guidance.copies.len() * shape.regions;
    assert!(
        served <= 1_000_000 + guidance.entries.len() * shape.regions,
        "{shape:?}: {served} nodes are served"
    );
    assert!(leads * readings.readers.count() <= 3_000_000_000, "{shape:?}: {leads} leads");
    (readings.readers.too_many, guidance.too_many.map(|(_, bound)| bound))
}

#[test]
fn independent_answers_cause_too_many_histories() {
    // There are 2^40 histories.
    let shape = Shape { regions: 3, questions: 40, independent: true, ..Shape::default() };
    assert_eq!(bounded(shape), (None, Some(Bound::Copies)));
    // 2^10 histories aren't too many.
    let shape = Shape { regions: 3, questions: 10, independent: true, ..Shape::default() };
    assert_eq!(bounded(shape), (None, None));
}

#[test]
fn a_long_score_does_not_cause_too_many_histories() {
    let shape = Shape { regions: 50, questions: 40, options: 1, scores: true, dates: 2, ..Shape::default() };
    assert_eq!(bounded(shape), (None, None));
}

#[test]
fn many_dates_in_many_regions_are_either_handled_or_too_many() {
    let shape =
        Shape { regions: 100, dates: 50, questions: 10, options: 20, routes: true, ..Shape::default() };
    assert_eq!(bounded(shape), (None, None));
    let shape = Shape { regions: 300, dates: 400, questions: 20, options: 20, ..Shape::default() };
    assert_eq!(bounded(shape), (Some(Bound::Dates), None));
}

#[test]
fn hostile_content_ends_in_a_finding_or_a_snapshot() {
    let base = Shape { regions: 20, dates: 10, questions: 12, options: 4, ..Shape::default() };
    for (shape, passes) in [
        (base, true),
        (Shape { parts: true, ..base }, true),
        (Shape { scores: true, ..base }, true),
        (Shape { routes: true, ..base }, true),
        (Shape { circles: true, ..base }, false),
        (Shape { circles: true, scores: true, routes: true, ..base }, false),
        (Shape { questions: 40, independent: true, ..base }, false),
        (Shape { questions: 230, options: 0, ..base }, false),
    ] {
        let files = shape.written().files();
        let now = Now::On(jiff::civil::date(2026, 6, 1));
        let (examined, snapshot) = examine_to_serve(files, "content", false, now);
        assert_eq!(snapshot.is_some(), !has_errors(&examined.findings), "{shape:?}");
        assert_eq!(snapshot.is_some(), passes, "{shape:?}: {:#?}", examined.findings);
    }
}

#[test]
fn a_finding_names_the_limit_that_was_reached() {
    let base = Shape { regions: 20, dates: 1, questions: 40, ..Shape::default() };
    for (shape, said) in [
        (Shape { independent: true, ..base }, "more than 5000 ways"),
        (Shape { independent: true, regions: 500, ..base }, "more than 100 megabytes"),
        (Shape { regions: 300, dates: 400, questions: 20, options: 20, ..base }, "more than 100000 times"),
    ] {
        let now = Now::On(jiff::civil::date(2026, 6, 1));
        let (examined, _) = examine_to_serve(shape.written().files(), "content", false, now);
        let told = examined.findings.iter().filter(|finding| finding.rule == "too-many-readings");
        let told: Vec<&str> = told.map(|finding| finding.message.as_str()).collect();
        assert!(matches!(told[..], [one] if one.contains(said)), "{shape:?}: {told:?}");
    }
}

const BASE: Shape = Shape {
    regions: 500,
    dates: 95,
    questions: 40,
    options: 10,
    parts: false,
    independent: false,
    scores: false,
    circles: false,
    routes: false,
};

/// Expects the worst shapes to stay within the limits, and to run into the given ones. With `HOSTILE=DIR`, the shapes
/// are written to that folder instead, as content folders for `make bench` to lint.
fn worst<const N: usize>(name: &str, shapes: [(Shape, Came); N]) {
    let folder = std::env::var_os("HOSTILE").map(PathBuf::from);
    for (at, (shape, too_many)) in shapes.into_iter().enumerate() {
        match &folder {
            Some(folder) => write(shape, &folder.join(format!("{name}-{at}"))),
            None => assert_eq!(bounded(shape), too_many, "{shape:?}"),
        }
    }
}

fn write(shape: Shape, folder: &Path) {
    for (name, bytes) in shape.written().files().files {
        let file = folder.join(&*name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
}

#[test]
fn the_worst_texts_stay_within_the_bounds() {
    worst(
        "texts",
        [
            (BASE, (None, None)),
            (Shape { parts: true, options: 100, ..BASE }, (None, None)),
            (Shape { dates: 1_000, ..BASE }, (Some(Bound::Dates), None)),
            (Shape { dates: 180, questions: 120, options: 100, ..BASE }, (Some(Bound::Options), None)),
        ],
    );
}

#[test]
fn the_worst_answers_stay_within_the_bounds() {
    worst(
        "answers",
        [
            (Shape { scores: true, ..BASE }, (None, None)),
            (Shape { routes: true, ..BASE }, (None, None)),
            (Shape { independent: true, ..BASE }, (None, Some(Bound::Served))),
        ],
    );
}

#[test]
fn the_worst_scores_stay_within_the_bounds() {
    worst(
        "scores",
        [(Shape { routes: true, scores: true, options: 40, ..BASE }, (None, Some(Bound::Served)))],
    );
}

#[test]
fn the_worst_circles_stay_within_the_bounds() {
    worst(
        "circles",
        [
            (Shape { circles: true, ..BASE }, (None, None)),
            (Shape { circles: true, scores: true, routes: true, ..BASE }, (None, Some(Bound::Served))),
        ],
    );
}

#[test]
fn very_many_questions_stay_within_the_bounds() {
    worst(
        "questions",
        [
            (Shape { questions: 230, options: 3, ..BASE }, (None, None)),
            (Shape { questions: 2_000, options: 5, ..BASE }, (None, None)),
        ],
    );
}

#[test]
fn very_many_texts_stay_within_the_bounds() {
    worst("many-texts", [(Shape { questions: 100, options: 100, ..BASE }, (None, None))]);
}
