//! Hostile content ends in a finding or a snapshot within bounds: what is made of it is counted, not timed.

use callguide::content::Draft;
use callguide::diagnostics::has_errors;
use callguide::examine::examine_to_serve;
use callguide::readings::{MAX_COPIES, MAX_READERS, Now, Readings};
use serde_json::{Map, Value, json};

use crate::written::Written;

/// An awkward shape, by its numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Shape {
    regions: usize,
    /// How many different days are named.
    dates: usize,
    /// Questions, one after the other.
    questions: usize,
    /// Cases, or parts, that each question's text has.
    options: usize,
    /// Whether texts are parts.
    parts: bool,
    /// At the end, each answer is asked for by itself.
    independent: bool,
    /// Every text asks how many of all answers were given.
    scores: bool,
    /// Each question may lead to every other one.
    circles: bool,
    /// Where an answer leads depends on the region and the day.
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
        let answers: Vec<String> = (0..self.questions).map(|at| format!("q{at}.yes")).collect();
        let option = |nth: usize| {
            let number = at * self.options + nth;
            let mut when = json!({ "any": [{ "number": number % self.regions }, { "past": "due" }] });
            if self.scores {
                when["answered"] = json!({ "at_least": 1 + number % self.questions, "of": answers });
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

/// That what is made of it stays within the bounds.
fn bounded(shape: Shape) -> (bool, bool) {
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
    (readings.readers.too_many, guidance.too_many.is_some())
}

#[test]
fn independent_answers_are_too_many_histories() {
    // 2^40 of them.
    let shape = Shape { regions: 3, questions: 40, independent: true, ..Shape::default() };
    assert_eq!(bounded(shape), (false, true));
    // 2^10 are not.
    let shape = Shape { regions: 3, questions: 10, independent: true, ..Shape::default() };
    assert_eq!(bounded(shape), (false, false));
}

#[test]
fn a_long_score_is_none() {
    let shape = Shape { regions: 50, questions: 40, options: 1, scores: true, dates: 2, ..Shape::default() };
    assert_eq!(bounded(shape), (false, false));
}

#[test]
fn many_dates_in_many_regions_are_told_apart_or_too_many() {
    let shape =
        Shape { regions: 100, dates: 50, questions: 10, options: 20, routes: true, ..Shape::default() };
    assert_eq!(bounded(shape), (false, false));
    let shape = Shape { regions: 300, dates: 400, questions: 20, options: 20, ..Shape::default() };
    assert_eq!(bounded(shape), (true, false));
}

#[test]
fn hostile_content_ends_in_a_finding_or_a_snapshot() {
    let base = Shape { regions: 20, dates: 10, questions: 12, options: 4, ..Shape::default() };
    for shape in [
        base,
        Shape { parts: true, ..base },
        Shape { scores: true, ..base },
        Shape { routes: true, ..base },
        Shape { circles: true, ..base },
        Shape { circles: true, scores: true, routes: true, ..base },
        Shape { independent: true, scores: true, ..base },
        Shape { questions: 230, options: 0, ..base },
    ] {
        let files = shape.written().files();
        let now = Now::On(jiff::civil::date(2026, 6, 1));
        let (examined, snapshot) = examine_to_serve(files, "content", false, now);
        assert_eq!(snapshot.is_some(), !has_errors(&examined.findings), "{shape:?}");
        assert_ne!(
            snapshot.is_some(),
            shape.circles || shape.questions > 200,
            "{shape:?}: {:#?}",
            examined.findings
        );
    }
}

/// The worst shapes, written to a folder, to be measured with a release build:
/// `HOSTILE=/tmp/hostile cargo test --test readings -- --ignored`, then `callguide lint /tmp/hostile/NUMBER`.
#[test]
#[ignore = "what it writes is to be measured by hand"]
fn hostile_shapes_are_written() {
    let folder = std::env::var("HOSTILE").expect("HOSTILE names the folder to write to");
    let base = Shape { regions: 500, dates: 95, questions: 40, options: 10, ..Shape::default() };
    let shapes = [
        base,
        Shape { parts: true, options: 100, ..base },
        Shape { scores: true, ..base },
        Shape { routes: true, ..base },
        Shape { routes: true, scores: true, options: 40, ..base },
        Shape { circles: true, ..base },
        Shape { circles: true, scores: true, routes: true, ..base },
        Shape { independent: true, ..base },
        Shape { questions: 230, options: 3, ..base },
        Shape { dates: 1_000, ..base },
        Shape { questions: 2_000, options: 5, ..base },
        Shape { questions: 100, options: 100, ..base },
    ];
    for (at, shape) in shapes.into_iter().enumerate() {
        for (name, bytes) in shape.written().files().files {
            let path = std::path::Path::new(&folder).join(at.to_string()).join(&*name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
}
