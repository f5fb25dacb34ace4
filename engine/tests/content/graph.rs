//! Tests what `callguide graph` draws, and that text in the content can't break the drawing.

use std::path::Path;
use std::process::Command;

use crate::lint_support::{Content, NOW, cases};
use callguide::examine::examine;
use callguide::graph::{self, Box, Drawing, Edge, Layout, Shape};
use callguide::readings::Readings;
use proptest::prelude::*;
use regex::Regex;

fn content() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

fn graph(args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_callguide"))
        .arg("graph")
        .args(args)
        .arg("--content")
        .arg(content())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn the_whole_tree_and_a_single_regions_tree_are_drawn() {
    for (name, args) in [
        ("all", &[][..]),
        ("TX", &["--state", "TX"]),
        ("NV", &["--state", "nv"]),
        ("all-dot", &["--format", "dot"]),
        ("TX-svg", &["--state", "TX", "--format", "svg"]),
    ] {
        let (code, text) = graph(args);
        assert_eq!(code, Some(0), "{text}");
        insta::assert_snapshot!(name, text);
    }
    let (code, text) = graph(&["--state", "TY"]);
    assert_eq!(
        (code, text.as_str()),
        (Some(2), "callguide: there is no state with the code TY; did you mean KY?\n")
    );
}

#[test]
fn every_node_and_every_answer_is_in_the_picture() {
    let examined = examine(&content(), NOW).unwrap();
    let content = examined.draft.complete().unwrap();
    let drawing = graph::merged(&content, &examined.readings());
    let nodes = content.tree.questions.names().count() + content.tree.solutions.names().count();
    assert_eq!(drawing.boxes.len(), nodes + 1);
    for (key, question) in content.tree.questions.iter() {
        let from = drawing.boxes.iter().position(|node| node.id == key).unwrap();
        for answer in question.answers.iter() {
            let mut edges = drawing.edges.iter().filter(|edge| edge.from == from);
            assert!(edges.any(|edge| edge.label.starts_with(&answer.text)), "{key}.{}", answer.id);
        }
    }
}

/// A question with a route that depends on an earlier answer.
const UNFOLDED: &str = r#"
start: A
outcomes: { done: { label: Done, priority: low, look: go } }
decision_note: { heading: H, state: S, outcome: O, priority: P }
questions:
  A: { text: One?, answers: [{ id: "yes", text: "Yes", go: B }, { id: "no", text: "No", go: B }] }
  B: { text: Two?, answers: [{ id: keep, text: Keep, go: [{ when: { answered: [A.yes] }, go: S }, { go: T }] }] }
solutions:
  S: { type: done, title: S, text: S, agreement_required: false }
  T: { type: done, title: T, text: T, agreement_required: false }
"#;

#[test]
fn an_answer_dependent_node_is_one_merged_box_but_several_per_region() {
    let mut content = Content::base();
    content.0.insert("decision-tree.yaml".to_owned(), UNFOLDED.as_bytes().to_vec());
    let draft = content.draft();
    let readings = Readings::of(&draft, NOW);
    let merged = graph::merged(&draft.complete().unwrap(), &readings);
    let own = graph::of_region(&readings, 0).unwrap();
    let arrows = |drawing: &Drawing| -> Vec<String> {
        let id = |at: usize| drawing.boxes[at].id.as_str();
        drawing.edges.iter().map(|edge| format!("{} {} {}", id(edge.from), edge.label, id(edge.to))).collect()
    };
    assert_eq!(arrows(&merged), ["  A", "A Yes B", "A No B", "B Keep: after A.yes S", "B Keep: otherwise T"]);
    assert_eq!(merged.boxes.len(), 5);
    assert_eq!(arrows(&own), ["  A", "A Yes B", "A No B", "B Keep S", "B Keep T"]);
    assert_eq!(own.boxes.len(), 6, "each copy is a box");
}

/// Checks the Mermaid flowchart statements in use against the documented grammar: a label is quoted, and contains no
/// quotes, line breaks, or anything that starts markup.
fn valid_mermaid(text: &str) {
    let label = r##""(?:[^"#<>`*;&\\]|<br/>|#\d+;)*""##;
    let shape = format!(
        r"(?:\(\({label}\)\)|\[{label}\]|\{{\{{{label}\}}\}}|\(\[{label}\]\)|\[\[{label}\]\]|\[/{label}/\])"
    );
    let lines = [
        "flowchart TD".to_owned(),
        format!(r"  n\d+{shape}:::is-[a-z]+"),
        format!(r"  n\d+ -->(?:\|{label}\|)? n\d+"),
        r"  classDef is-[a-z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},stroke-width:\dpx,color:#[0-9a-f]{6}"
            .to_owned(),
    ];
    let line = Regex::new(&format!("^(?:{})$", lines.join("|"))).unwrap();
    for (number, text) in text.lines().enumerate() {
        assert!(line.is_match(text), "line {}: {text}", number + 1);
        assert_eq!(number == 0, text == "flowchart TD");
    }
    let list = Regex::new(r#"(?:"|<br/>)(?:\d+[.)]|[-+*]) "#).unwrap();
    assert!(!list.is_match(text), "a label begins a list: {text}");
}

/// Checks that elements are balanced, attributes are quoted, and special characters are escaped.
fn valid_xml(text: &str) {
    let token = Regex::new(r#"<(/?)([a-zA-Z]+)((?: [a-zA-Z-]+="[^"<&]*")*)\s*(/?)>"#).unwrap();
    let entity = Regex::new("&(amp|lt|gt|quot);").unwrap();
    let mut open = Vec::new();
    let mut end = 0;
    for hit in token.captures_iter(text) {
        let whole = hit.get(0).unwrap();
        let between = &text[end..whole.start()];
        let entities = entity.replace_all(between, "");
        assert!(!entities.contains(['<', '>', '&']), "{between}");
        assert!(!entities.chars().any(|c| c.is_control() && c != '\n'), "{between:?}");
        end = whole.end();
        match (&hit[1], &hit[4]) {
            ("/", _) => assert_eq!(open.pop().as_deref(), Some(&hit[2])),
            (_, "/") => {}
            _ => open.push(hit[2].to_owned()),
        }
    }
    assert!(open.is_empty() && text[end..].trim().is_empty(), "{open:?}");
    assert!(!text.contains("style=") && !text.contains("<style") && !text.contains("<script"));
}

/// Checks that strings are quoted and escaped, and that nothing else could open a string.
fn valid_dot(text: &str) {
    let string = r#""(?:[^"\\]|\\["\\n])*""#;
    let value = format!(r#"(?:{string}|[A-Za-z]+|\d+)"#);
    let list = format!(r"\[\w+={value}(?:, \w+={value})*\]");
    let line =
        format!(r"^(?:digraph tree \{{|\}}|  \w+={value};|  (?:node|edge|n\d+|n\d+ -> n\d+) {list};)$");
    let line = Regex::new(&line).unwrap();
    for text in text.lines() {
        assert!(line.is_match(text), "{text}");
    }
}

#[test]
fn drawings_of_the_shipped_content_are_valid_in_every_format() {
    for state in [&[][..], &["--state", "TX"], &["--state", "NV"], &["--state", "CA"]] {
        valid_mermaid(&graph(state).1);
        valid_dot(&graph(&[state, &["--format", "dot"]].concat()).1);
        valid_xml(&graph(&[state, &["--format", "svg"]].concat()).1);
    }
}

fn well_laid(drawing: &Drawing, laid: &Layout) {
    let labels = laid.routes.iter().map(|route| &route.label);
    let placed: Vec<_> = laid.boxes.iter().chain(labels).collect();
    for (index, a) in placed.iter().enumerate() {
        assert!(a.x >= 0.0 && a.y >= 0.0 && a.x + a.width <= laid.width && a.y + a.height <= laid.height);
        for b in &placed[index + 1..] {
            let beside = a.x + a.width <= b.x + 0.01 || b.x + b.width <= a.x + 0.01;
            let apart = a.y + a.height <= b.y + 0.01 || b.y + b.height <= a.y + 0.01;
            assert!(beside || apart, "{a:?} and {b:?} overlap");
        }
    }
    for (edge, route) in drawing.edges.iter().zip(&laid.routes) {
        let (first, last) = (route.points[0], route.points[route.points.len() - 1]);
        let (from, to) = (&laid.boxes[edge.from], &laid.boxes[edge.to]);
        assert!((first.1 - from.y - from.height).abs() < 0.01 && (last.1 - to.y).abs() < 0.01);
        assert!(route.points.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{route:?} leads up");
        assert!(
            (from.x..=from.x + from.width).contains(&first.0) && (to.x..=to.x + to.width).contains(&last.0)
        );
    }
}

#[test]
fn an_unusual_drawing_is_laid_out_too() {
    let drawing = |count: usize, edges: &mut dyn Iterator<Item = (usize, usize)>| Drawing {
        title: String::new(),
        boxes: vec![Box { id: "A".to_owned(), label: "a".to_owned(), shape: Shape::Question }; count],
        edges: edges.map(|(from, to)| Edge { from, to, label: "Yes".to_owned() }).collect(),
    };
    valid_xml(&graph::svg(&drawing(0, &mut std::iter::empty())));
    valid_xml(&graph::svg(&drawing(3, &mut [(0, 0), (0, 1), (1, 2), (2, 0)].into_iter())));
    let wide = drawing(2_000, &mut (1..2_000).map(|to| (0, to)));
    assert_eq!(graph::layout(&wide).boxes.len(), 2_000);
}

fn shape() -> impl Strategy<Value = Shape> {
    prop::sample::select(Shape::ALL.to_vec())
}

/// Generates text with every character that any of the languages treats specially.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,40}",
        "[-+*#0-9.)(\\[\\]{}<>\"'`|;:&\\\\/@%~= \n\t]{0,24}",
        "(end|graph|1\\. |- |<b>|<br/>|\\\\N|#quot;|\\]\\]|%%|-->|click )[a-z\" ]{0,8}",
    ]
}

fn drawing() -> impl Strategy<Value = Drawing> {
    (1usize..24).prop_flat_map(|count| {
        let boxes = prop::collection::vec((text(), text(), shape()), count);
        let edges = prop::collection::vec((0..count, 0..count, text()), 0..count * 2);
        (text(), boxes, edges).prop_map(|(title, boxes, edges)| Drawing {
            title,
            boxes: boxes.into_iter().map(|(id, label, shape)| Box { id, label, shape }).collect(),
            // Edges lead from earlier to later nodes, so that there are no cycles.
            edges: edges
                .into_iter()
                .filter(|(a, b, _)| a != b)
                .map(|(a, b, label)| Edge { from: a.min(b), to: a.max(b), label })
                .collect(),
        })
    })
}

proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn no_text_breaks_a_drawing_and_nothing_overlaps(drawing in drawing()) {
        valid_mermaid(&graph::mermaid(&drawing));
        valid_dot(&graph::dot(&drawing));
        valid_xml(&graph::svg(&drawing));
        well_laid(&drawing, &graph::layout(&drawing));
    }
}
