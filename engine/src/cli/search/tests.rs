//! Tests of `callguide search`: what it prints for one query and for a batch.

use clap::Parser;

use super::*;
use crate::faq::{Entry, ErrandEntry, Regions, Synonyms};

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    args: SearchArgs,
}

fn args(line: &[&str]) -> SearchArgs {
    CommandLine::try_parse_from([&["search"], line].concat()).unwrap().args
}

fn index() -> Index {
    let entry = |id: &str, question: &str| Entry {
        id: id.into(),
        question: question.into(),
        answer_text: "An answer.".into(),
        category: "One".into(),
        ..Entry::default()
    };
    Index::build(vec![entry("lost", "Lost card?"), entry("new", "New card?")], &Synonyms::default())
}

/// Builds an index with an errand in addition to the entries.
fn with_errand() -> Index {
    let entry = |id: &str, question: &str, answer: &str| Entry {
        id: id.into(),
        question: question.into(),
        answer: answer.into(),
        category: "One".into(),
        ..Entry::default()
    };
    let errand =
        ErrandEntry { entry: entry("bus", "Where is my bus?", "At the stop,\n*not* here."), say: None };
    let entries = vec![entry("lost", "Lost card?", "")];
    Index::of_regions(entries, Regions::default(), vec![errand], &Synonyms::default())
}

#[test]
fn errands_are_printed_separately() {
    let errand = json!({ "id": "bus", "question": "Where is my bus?", "text": "At the stop,\n*not* here." });
    let same = |told: &Value| errand.as_object().unwrap().iter().all(|(key, value)| told[key] == *value);
    let run = |line: &[&str]| {
        let mut out = Vec::new();
        let found = one(&with_errand(), "v1", &args(line), Reader::default(), &mut out).unwrap();
        (found, String::from_utf8(out).unwrap())
    };
    let (found, text) = run(&["my bus"]);
    assert!(found && text.starts_with("0 found, 0 strong\n"), "{text}");
    assert!(
        text.contains(
            "  bus                          Not ours: Where is my bus?\n        At the stop, *not* here.\n"
        ),
        "{text}"
    );
    let (_, text) = run(&["my bus", "--format", "json"]);
    let body: Value = serde_json::from_str(&text).unwrap();
    assert!(same(&body["elsewhere"][0]) && body["elsewhere"][0].get("say").is_none(), "{body}");
    assert_eq!(
        (&body["total"], &body["entries"], &body["categories"][0]["count"]),
        (&json!(0), &json!([]), &json!(0))
    );
    let mut out = Vec::new();
    let input = b"my bus\nlost card\n".as_slice();
    assert!(batch(&with_errand(), "v1", &args(&["--batch"]), Reader::default(), input, &mut out).unwrap());
    let lines = String::from_utf8(out).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(same(&lines[0]["elsewhere"][0]) && lines[0]["elsewhere"][0]["score"].is_number(), "{}", lines[0]);
    assert_eq!(
        (&lines[0]["total"], &lines[1]["total"], &lines[1]["elsewhere"]),
        (&json!(0), &json!(1), &json!([]))
    );
}

fn printed(line: &[&str]) -> (bool, String) {
    let mut out = Vec::new();
    let found = one(&index(), "v1", &args(line), Reader::default(), &mut out).unwrap();
    (found, String::from_utf8(out).unwrap())
}

#[test]
fn matches_are_printed_with_their_scores() {
    let (found, text) = printed(&["lost card"]);
    assert!(found && text.starts_with("2 found, 1 strong\n"), "{text}");
    let (strong, weak) = text.split_once("-- weak matches --").unwrap();
    assert!(strong.contains("Lost card?") && weak.contains("New card?"), "{text}");
    let (found, text) = printed(&["zzzz"]);
    assert!(!found && text == "Nothing found for \"zzzz\".\n", "{text}");
}

#[test]
fn json_output_is_the_api_response_with_the_texts() {
    let (_, text) = printed(&["lost", "--format", "json", "--explain"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["version"], "v1");
    assert_eq!((&value["query"], &value["strong"]), (&json!("lost"), &json!(1)));
    let first = &value["entries"][0];
    assert_eq!((&first["id"], &first["question"]), (&json!("lost"), &json!("Lost card?")), "the texts too");
    assert_eq!((&first["weak"], &first["highlights"]["question"]), (&json!(false), &json!([[0, 4]])));
    assert_eq!(value["explanation"]["hits"][0]["words"][0]["means"], "exact");
}

#[test]
fn a_batch_answers_every_line_even_invalid_ones() {
    let mut out = Vec::new();
    let input = b"lost\r\n\xff\n\nzzzz".as_slice();
    assert!(batch(&index(), "v1", &args(&["--batch"]), Reader::default(), input, &mut out).unwrap());
    let lines: Vec<Value> = out
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["query"], "lost");
    let Some([first]) = lines[0]["entries"].as_array().map(Vec::as_slice) else { panic!("{}", lines[0]) };
    assert_eq!(
        (&first["id"], &first["weak"], &lines[0]["strong"]),
        (&json!("lost"), &json!(false), &json!(1))
    );
    assert!(first["score"].is_number() && first.get("question").is_none(), "{first}");
    assert_eq!((&lines[2]["total"], &lines[3]["total"]), (&json!(2), &json!(0)));
}

#[test]
fn either_a_query_or_a_batch_is_required() {
    assert!(CommandLine::try_parse_from(["search"]).is_err());
    assert!(CommandLine::try_parse_from(["search", "x", "--batch"]).is_err());
    assert!(CommandLine::try_parse_from(["search", "--batch", "--explain"]).is_err());
}
