//! What holds for any content, however broken: findings or success, never a panic; every finding
//! points into its file; the work is bounded by the size of the input, which is counted and not
//! timed. And what holds for any decision tree.

mod lint_support;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, LazyLock};

use callguide::content::folder::Files;
use callguide::content::model::{Condition, DecisionTree, State};
use callguide::diagnostics::json::Findings;
use callguide::diagnostics::{MAX_FINDINGS, github, has_errors, human};
use callguide::examine::{Examined, examine_to_serve};
use callguide::tree::{self, ResolvedBody, ResolvedTree};
use lint_support::{Content, root};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

/// The shipped files, by name.
static SHIPPED: LazyLock<Content> = LazyLock::new(|| {
    let mut content = Content::read(&root().join("content"));
    content.0.retain(|name, _| name.ends_with(".yaml"));
    content
});

/// As many cases as fit into every run of the tests; `PROPTEST_CASES` asks for more.
fn cases(count: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(count), failure_persistence: None, ..ProptestConfig::default() }
}

fn examine(content: &Content) -> Examined {
    let files = content.0.iter().map(|(name, bytes)| (Arc::from(name.as_str()), bytes.clone())).collect();
    let (examined, snapshot) = examine_to_serve(
        Files { files, ..Files::default() },
        "content",
        false,
        callguide::readings::Now::On(jiff::civil::date(2026, 11, 21)),
    );
    let gates = has_errors(&examined.findings);
    assert!(!(gates && snapshot.is_some()), "what has an error is never served");
    examined
}

/// What holds of findings, whatever they are about.
fn sane(content: &Content, examined: &Examined) {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for d in &examined.findings {
        *count.entry(&d.place.file).or_default() += 1;
        for place in std::iter::once(&d.place).chain(d.related.iter().map(|r| &r.place)) {
            let text = examined.sources.text(&place.file);
            assert!(text.get(place.span.clone()).is_some(), "{d:?} points beside its file");
        }
        assert!(!d.message.is_empty() && d.message.chars().count() <= 400, "{d:?} prints a page");
        assert!(d.help.iter().all(|help| help.chars().count() <= 600), "{d:?} prints a page");
        assert!(!d.message.contains(['\n', '\u{1b}']), "{d:?} is not one line");
    }
    assert!(count.values().all(|count| *count <= MAX_FINDINGS + 1));
    for (name, bytes) in &content.0 {
        if let Some((_, document)) = examined.draft.documents.get(name.as_str()) {
            // Every value stands somewhere: a file of n bytes has at most n of them, and its root.
            assert!(document.values().len() <= bytes.len() + 1, "{name}");
        }
    }
    // Printing neither panics nor says more than the findings do.
    let findings = Findings::new(&examined.findings, &examined.sources);
    let pages = [human::render(&examined.findings, &examined.sources), github::render(&findings)];
    assert!(pages.iter().all(|page| page.len() <= 200 + 20_000 * examined.findings.len()));
    serde_json::to_string(&findings).unwrap();
    // What has no error can be served whole: a file that gates nothing hides nothing.
    if !has_errors(&examined.findings) {
        let whole = examined.draft.complete().expect("without an error nothing is missing");
        for state in whole.states.states.iter() {
            tree::resolve(whole.tree, state, Some(whole.links))
                .expect("without an error every tree is whole");
        }
    }
}

/// One of the shipped files, spoilt.
fn spoilt(which: Index, spoil: impl FnOnce(&mut Vec<u8>)) -> (Content, String) {
    let mut content = SHIPPED.clone();
    let name = content.0.keys().nth(which.index(content.0.len())).unwrap().clone();
    spoil(content.0.get_mut(&name).unwrap());
    (content, name)
}

/// Text in which the signs of YAML are frequent.
fn yamlish() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec![
        "\n",
        "\n  ",
        "\n    ",
        "- ",
        ": ",
        ":",
        "{",
        "}",
        "[",
        "]",
        ", ",
        "\"",
        "'",
        "|",
        ">",
        "#",
        "&a ",
        "*a",
        "!t ",
        "<<: ",
        "---\n",
        "...\n",
        "? ",
        "%",
        "@",
        "\t",
        "\r\n",
        "\u{feff}",
        "é",
        "🗳",
        "yes",
        "no",
        "0777",
        "null",
        "states",
        "questions",
        "answers",
        "when",
        "go",
        "text",
        "id",
        "{state.name}",
        "[a](link:b)",
        "[a](link: b)",
        "https://a.org",
        "http://",
        "TODO",
        "\u{2028}",
        "\u{202e}",
        "\0",
    ]);
    prop::collection::vec(sign, 0..60).prop_map(|signs| signs.concat())
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_truncated_file_is_findings_or_success(which: Index, at: Index) {
        let (content, name) = spoilt(which, |bytes| bytes.truncate(at.index(bytes.len())));
        let examined = examine(&content);
        sane(&content, &examined);
        // Content without the rest of a file is never taken for whole without a word, save where
        // the cut is behind the last value.
        let cut = content.0[&name].len();
        let whole = SHIPPED.0[&name].len();
        prop_assert!(cut == whole || cut > 0 || has_errors(&examined.findings));
    }

    #[test]
    fn flipped_bits_are_findings_or_success(which: Index, flips in prop::collection::vec((any::<Index>(), 0_u8..8), 1..8)) {
        let (content, _) = spoilt(which, |bytes| {
            for (at, bit) in flips {
                let at = at.index(bytes.len());
                bytes[at] ^= 1 << bit;
            }
        });
        sane(&content, &examine(&content));
    }

    #[test]
    fn signs_put_into_a_file_are_findings_or_success(which: Index, at: Index, signs in yamlish()) {
        let (content, _) = spoilt(which, |bytes| {
            let at = at.index(bytes.len() + 1);
            bytes.splice(at..at, signs.bytes());
        });
        sane(&content, &examine(&content));
    }

    #[test]
    fn lines_taken_out_are_findings_or_success(which: Index, from: Index, count in 1_usize..6) {
        let (content, _) = spoilt(which, |bytes| {
            let text = String::from_utf8(std::mem::take(bytes)).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let from = from.index(lines.len());
            let kept = lines.iter().enumerate().filter(|(at, _)| !(from..from + count).contains(at));
            *bytes = kept.map(|(_, line)| format!("{line}\n")).collect::<String>().into_bytes();
        });
        sane(&content, &examine(&content));
    }

    #[test]
    fn garbage_is_findings_or_success(which: Index, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let (content, _) = spoilt(which, |old| *old = bytes);
        sane(&content, &examine(&content));
    }

    #[test]
    fn garbage_that_looks_like_yaml_is_findings_or_success(which: Index, text in yamlish()) {
        let (content, _) = spoilt(which, |old| *old = text.into_bytes());
        sane(&content, &examine(&content));
    }
}

// ---- trees

/// A region's attributes: some of a, b and c.
fn state() -> impl Strategy<Value = State> {
    let value =
        || prop::option::of(prop::sample::select(vec![json!(true), json!(false), json!("x"), json!(2)]));
    (prop::sample::select(vec!["AA", "BB", "CC"]), value(), value(), value()).prop_map(|(code, a, b, c)| {
        let mut state = json!({ "code": code, "name": code });
        for (name, value) in [("a", a), ("b", b), ("c", c)] {
            if let Some(value) = value {
                state[name] = value;
            }
        }
        serde_json::from_value(state).unwrap()
    })
}

/// A condition as it is written.
fn condition() -> impl Strategy<Value = Value> {
    let name = || prop::sample::select(vec!["a", "b", "c", "d"]);
    let leaf = prop_oneof![
        prop::sample::subsequence(vec!["AA", "BB", "CC"], 1..=3).prop_map(|codes| json!({ "state": codes })),
        name().prop_map(|name| json!({ "has": name })),
        (name(), prop::sample::select(vec![json!(true), json!("x"), json!(2)]))
            .prop_map(|(name, value)| json!({ name: value })),
    ];
    leaf.prop_recursive(3, 12, 3, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({ "all": all })),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|any| json!({ "any": any })),
            inner.clone().prop_map(|not| json!({ "not": not })),
            (inner, name()).prop_map(|(mut both, name)| {
                both["has"] = json!(name);
                both
            }),
        ]
    })
}

/// What a condition means, written a second time.
fn means(condition: &Value, state: &State) -> bool {
    let many = |value: &Value| value.as_array().unwrap().clone();
    condition.as_object().unwrap().iter().all(|(key, value)| match key.as_str() {
        "state" => many(value).contains(&json!(state.code)),
        "has" => state.attributes.contains_key(value.as_str().unwrap()),
        "all" => !many(value).iter().any(|part| !means(part, state)),
        "any" => many(value).iter().any(|part| means(part, state)),
        "not" => !means(value, state),
        name => state.attributes.get(name) == Some(value),
    })
}

fn holds(condition: &Value, state: &State) -> bool {
    serde_json::from_value::<Condition>(condition.clone()).unwrap().holds(state)
}

/// A route to one of some nodes; `nowhere` is none of them.
fn route() -> impl Strategy<Value = Value> {
    let node = || {
        prop::sample::select(vec![
            "q0", "q1", "q2", "q3", "q4", "q5", "s0", "s1", "s2", "s0", "s1", "s2", "nowhere",
        ])
    };
    prop_oneof![
        4 => node().prop_map(|id| json!(id)),
        1 => (condition(), node(), node(), any::<bool>()).prop_map(|(when, a, b, last)| {
            let mut cases = vec![json!({ "when": when, "go": a })];
            if last {
                cases.push(json!({ "go": b }));
            }
            json!(cases)
        }),
    ]
}

fn decision_tree() -> impl Strategy<Value = Value> {
    let answers = prop::collection::vec(route(), 1..4);
    (route(), prop::collection::vec(answers, 6)).prop_map(|(start, questions)| {
        let question = |(index, routes): (usize, &Vec<Value>)| {
            let answers: Vec<Value> = routes
                .iter()
                .enumerate()
                // Forward only in most cases, or hardly a tree would be without a circle.
                .map(|(nth, go)| json!({ "id": format!("a{nth}"), "text": format!("A{nth}"), "go": forward(go, index) }))
                .collect();
            (format!("q{index}"), json!({ "text": "Q {state.name}", "answers": answers }))
        };
        let solution = json!({ "type": "regular", "title": "S", "text": "S", "agreement_required": false });
        let outcome = json!({ "label": "L", "priority": "P" });
        json!({
            "start": start,
            "outcomes": { "urgent": outcome, "regular": outcome, "no-assistance": outcome },
            "decision_note": { "heading": "H", "state": "S", "outcome": "O", "priority": "P" },
            "questions": questions.iter().enumerate().map(question).collect::<serde_json::Map<_, _>>(),
            "solutions": { "s0": solution, "s1": solution, "s2": solution },
        })
    })
}

/// Turns most routes that lead back into ones that lead on.
fn forward(go: &Value, from: usize) -> Value {
    match go.as_str().and_then(|id| id.strip_prefix('q')?.parse::<usize>().ok()) {
        Some(to) if to <= from && !(to + from).is_multiple_of(5) => match from {
            5 => json!("s0"),
            _ => json!(format!("q{}", from + 1)),
        },
        _ => go.clone(),
    }
}

/// Where a route leads a region; none where no case fits.
fn leads<'a>(route: &'a Value, state: &State) -> Option<&'a str> {
    match route {
        Value::Array(cases) => {
            let case = cases.iter().find(|case| case.get("when").is_none_or(|when| means(when, state)))?;
            case["go"].as_str()
        }
        route => route.as_str(),
    }
}

/// Whether every way through the tree ends: a plain search, written a second time.
fn ends(tree: &Value, route: &Value, state: &State, above: &mut Vec<String>) -> bool {
    let Some(id) = leads(route, state) else { return false };
    if tree["solutions"].get(id).is_some() {
        return true;
    }
    if above.iter().any(|seen| seen == id) {
        return false;
    }
    let Some(question) = tree["questions"].get(id) else { return false };
    above.push(id.to_owned());
    let all =
        question["answers"].as_array().unwrap().iter().all(|answer| ends(tree, &answer["go"], state, above));
    above.pop();
    all
}

/// What holds of a tree that could be resolved.
fn whole(resolved: &ResolvedTree) {
    let ids: BTreeSet<&str> = resolved.nodes().map(|node| node.id.as_str()).collect();
    assert_eq!(ids.len(), resolved.nodes().count(), "ids are unique");
    let served = serde_json::to_value(resolved.to_api()).unwrap();
    for node in served.as_object().unwrap().values() {
        for answer in node.get("answers").and_then(Value::as_array).into_iter().flatten() {
            assert!(ids.contains(answer["next"].as_str().unwrap()), "every next is there");
        }
    }
    let mut seen: HashSet<&str> = HashSet::new();
    let paths = tree::paths(resolved);
    assert!(!paths.is_empty());
    for path in &paths {
        let mut answers = Vec::new();
        for (node, index) in &path.answers {
            seen.insert(&node.id);
            let ResolvedBody::Question { answers: all, .. } = &node.body else {
                panic!("a solution was answered")
            };
            answers.push((node.id.as_str(), all[*index].id.as_str()));
        }
        seen.insert(&path.end.id);
        assert!(matches!(path.end.body, ResolvedBody::Solution(_)));
        assert_eq!(tree::walk(resolved, &answers), Ok(path.end));
        // One answer less stops at the question that was answered last; one more stops the walk.
        if let Some((last, shorter)) = answers.split_last() {
            assert_eq!(tree::walk(resolved, shorter).unwrap().id, last.0);
        }
        answers.push(("q0", "a0"));
        assert_eq!(tree::walk(resolved, &answers).unwrap_err().0, answers.len() - 1);
        let asked: BTreeSet<&str> = path.answers.iter().map(|(node, _)| node.id.as_str()).collect();
        assert_eq!(asked.len(), path.answers.len(), "nothing is asked twice");
    }
    assert_eq!(seen, ids.into_iter().collect(), "what no path comes to was dropped");
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_condition_means_what_it_says(condition in condition(), other in condition(), state in state()) {
        let (this, that) = (holds(&condition, &state), holds(&other, &state));
        prop_assert_eq!(this, means(&condition, &state));
        prop_assert_eq!(holds(&json!({ "not": condition }), &state), !this);
        prop_assert_eq!(holds(&json!({ "all": [condition, other] }), &state), this && that);
        prop_assert_eq!(holds(&json!({ "any": [condition, other] }), &state), this || that);
    }

    #[test]
    fn a_tree_is_resolved_exactly_when_every_way_ends(written in decision_tree(), state in state()) {
        let typed: DecisionTree = serde_json::from_value(written.clone()).unwrap();
        let every_way_ends = ends(&written, &written["start"], &state, &mut Vec::new());
        match tree::resolve(&typed, &state, None) {
            Ok(resolved) => {
                prop_assert!(every_way_ends);
                whole(&resolved);
            }
            Err(flaws) => {
                prop_assert!(!every_way_ends);
                prop_assert!(!flaws.is_empty());
            }
        }
    }

    #[test]
    fn a_walk_with_any_answers_ends_somewhere(
        written in decision_tree(),
        state in state(),
        answers in prop::collection::vec(("q[0-6]|s0|", "a[0-3]|"), 0..8),
    ) {
        let typed: DecisionTree = serde_json::from_value(written).unwrap();
        if let Ok(resolved) = tree::resolve(&typed, &state, None) {
            let answers: Vec<(&str, &str)> = answers.iter().map(|(q, a)| (q.as_str(), a.as_str())).collect();
            match tree::walk(&resolved, &answers) {
                Ok(node) => prop_assert!(resolved.nodes().any(|known| known.id == node.id)),
                Err((at, _)) => prop_assert!(at < answers.len()),
            }
        }
    }
}

#[test]
fn generated_trees_are_of_both_sorts() {
    // The property above says something only where neither sort is rare.
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut good = 0;
    for _ in 0..300 {
        let written = decision_tree().new_tree(&mut runner).unwrap().current();
        let state = state().new_tree(&mut runner).unwrap().current();
        good += usize::from(ends(&written, &written["start"], &state, &mut Vec::new()));
    }
    assert!((60..=240).contains(&good), "{good} of 300 trees are whole");
}
