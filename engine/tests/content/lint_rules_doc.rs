//! `docs/lint-rules.md` is accurate: each section describes a rule in the list, and each bad example, if it
//! replaces the good one, is reported by its rule and by no other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::lint_support::{Content, Edit, printed, root};
use callguide::rules::catalogue::{RULES, Rule};

/// A fenced block: the words after its language, and its content.
struct Block {
    kind: String,
    options: BTreeMap<String, String>,
    text: String,
}

/// A section on the page: the rule's name, its text and its blocks.
struct Section {
    name: String,
    words: String,
    blocks: Vec<Block>,
}

fn sections() -> Vec<Section> {
    let page = fs::read_to_string(root().join("docs/lint-rules.md")).unwrap();
    let mut sections: Vec<Section> = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("### ") {
            sections.push(Section { name: name.to_owned(), words: String::new(), blocks: Vec::new() });
        } else if let Some(info) = line.strip_prefix("```") {
            let mut words = info.split(' ').skip(1);
            let kind = words.next().unwrap().to_owned();
            let options = words
                .map(|word| word.split_once('=').unwrap_or_else(|| panic!("{word}: not KEY=VALUE")))
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            sections.last_mut().unwrap().blocks.push(Block { kind, options, text: text.join("\n") });
        } else if let Some(section) = sections.last_mut() {
            section.words.push_str(line);
            section.words.push('\n');
        }
    }
    sections
}

/// Replaces the good example with the bad one, at the good one's indentation.
fn exchange(content: &mut Content, file: &str, good: &str, bad: &str) {
    let text = String::from_utf8(content.0[file].clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let wanted: Vec<&str> = good.lines().collect();
    let indent = |at: usize| lines[at].len() - lines[at].trim_start().len();
    let fits = |at: &usize| {
        lines.len() >= at + wanted.len()
            && wanted.iter().zip(&lines[*at..]).all(|(wanted, line)| {
                let line = line.get(indent(*at).min(line.len())..).unwrap_or("");
                *wanted == line
            })
    };
    let found: Vec<usize> = (0..lines.len()).filter(fits).collect();
    assert_eq!(found.len(), 1, "{file} has to have this exactly once:\n{good}");
    let pad = " ".repeat(indent(found[0]));
    let mut out: Vec<String> = lines[..found[0]].iter().map(|line| (*line).to_owned()).collect();
    out.extend(bad.lines().map(|line| if line.is_empty() { String::new() } else { format!("{pad}{line}") }));
    out.extend(lines[found[0] + wanted.len()..].iter().map(|line| (*line).to_owned()));
    content.0.insert(file.to_owned(), (out.join("\n") + "\n").into_bytes());
}

/// Applies a bad example to the folder.
fn spoil(content: &mut Content, bad: &Block, good: Option<&Block>) {
    let times = || bad.options["times"].parse::<usize>().unwrap();
    for (key, file) in bad.options.iter().filter(|(key, _)| *key != "times") {
        match key.as_str() {
            "file" => {
                let good = good.expect("an example in a file has a good counterpart");
                assert_eq!(good.options[key], *file);
                exchange(content, file, &good.text, &bad.text);
            }
            "delete" => drop(content.0.remove(file).unwrap()),
            "write" => drop(content.0.insert(file.clone(), bad.text.clone().into_bytes())),
            "append" => content.0.get_mut(file).unwrap().extend(format!("\n{}\n", bad.text).into_bytes()),
            "hex" => drop(content.0.insert(file.clone(), hex::decode(&bad.text).unwrap())),
            "repeat" => {
                let line = if bad.text.len() > 1 { format!("{}\n", bad.text) } else { bad.text.clone() };
                content.0.insert(file.clone(), line.repeat(times()).into_bytes());
            }
            "chain" => chain(content, file, &bad.text, times()),
            "histories" => histories(content, file, &bad.text, times()),
            other => panic!("{other}: no such example"),
        }
    }
}

/// Inserts questions in sequence, and gives the title after them a case for each question.
fn histories(content: &mut Content, file: &str, asks: &str, times: usize) {
    let mut questions = "questions:\n".to_owned();
    let mut cases = "title:\n".to_owned();
    for n in 1..=times {
        let next = if n < times { format!("q{}", n + 1) } else { "handbook".to_owned() };
        questions += &format!(
            "  q{n}:\n    text: Number {n}?\n    answers:\n      - {{ id: a, text: A, go: {next} }}\n      - {{ id: b, text: B, go: {next} }}\n"
        );
        let asks = asks.replace("q1.", &format!("q{n}."));
        cases += &format!("      - when: {{ {asks} }}\n        text: Number {n} was A\n");
    }
    cases += "      - text: The city handbook";
    content.replace(file, "questions:\n", questions.as_bytes());
    content.replace(file, "shortcut: e, go: handbook", b"shortcut: e, go: q1");
    content.replace(file, "title: The city handbook", cases.as_bytes());
}

/// Inserts the question repeatedly, each copy leading to the next, and makes an existing answer lead to the first.
fn chain(content: &mut Content, file: &str, question: &str, times: usize) {
    let mut questions = "questions:\n".to_owned();
    for n in 1..=times {
        let next = if n < times { format!("go: q{}", n + 1) } else { "go: handbook".to_owned() };
        questions += &question.replace("go: q2", &next).replace("q1:", &format!("q{n}:"));
        questions.push('\n');
    }
    content.replace(file, "questions:\n", questions.as_bytes());
    content.replace(file, "shortcut: e, go: handbook", b"shortcut: e, go: q1");
}

#[test]
fn every_section_is_a_rule_that_says_why() {
    let names: Vec<String> = sections().into_iter().map(|section| section.name).collect();
    assert_eq!(names, RULES.iter().map(|rule| rule.name).collect::<Vec<_>>());
    for Rule { name, severity, summary, why, .. } in RULES.iter() {
        let begins = format!("**{severity:?}.** {summary} {why}");
        let section = sections().into_iter().find(|section| section.name == *name).unwrap();
        assert_eq!(section.words.trim_start().lines().next(), Some(begins.as_str()), "{name}");
        assert!(why.len() > 20, "{name}: say why");
    }
}

#[test]
fn every_bad_example_is_reported_by_its_own_rule_only() {
    for section in sections() {
        let of = |kind: &'static str| section.blocks.iter().filter(move |block| block.kind == kind);
        assert!(of("bad").next().is_some(), "{}: no bad example", section.name);
        let mut content = Content::base();
        for (nth, bad) in of("bad").enumerate() {
            spoil(&mut content, bad, of("good").nth(nth));
        }
        let examined = content.examine();
        let mut rules: BTreeSet<&str> = examined.findings.iter().map(|finding| finding.rule).collect();
        if ["many-findings", "self-search"].contains(&section.name.as_str()) {
            // These examples contain many similar items, which other rules report, too.
            rules.retain(|rule| *rule == section.name);
        }
        let found: Vec<&str> = rules.into_iter().collect();
        assert_eq!(found, [section.name.as_str()], "{}:\n{}", section.name, printed(&examined));
    }
}

#[test]
fn an_edit_that_changes_nothing_is_not_an_example() {
    // The helper that both lint tests share panics if the text to replace isn't in the file.
    let edit = |find: &str| Edit {
        file: "links.yaml".to_owned(),
        find: Some(find.to_owned()),
        replace: Some(String::new()),
        ..Edit::default()
    };
    let missing = std::panic::catch_unwind(|| Content::base().edit(&edit("not in the file")));
    assert!(missing.is_err());
}
