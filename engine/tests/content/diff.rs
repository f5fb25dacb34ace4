//! `callguide diff`: the properties of the comparison, how it reports each kind of change, and the command with folders
//! and with Git revisions.

mod forgotten;
mod readers;
mod served;
mod told;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::git_support::{git, run};
use crate::lint_support::{Content, NOW, cases, data, root};
use callguide::compare::{self, Change, ChangeKind, Comparison, MAX_MARKDOWN, PathChange};
use callguide::content::folder::Files;
use callguide::content::{Draft, Kind};
use callguide::diagnostics::has_errors;
use callguide::examine::examine_files;
use callguide::readings::Readings;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

fn draft(content: &Content) -> Option<Draft> {
    let files = content.0.iter().map(|(name, bytes)| (Arc::from(name.as_str()), bytes.clone())).collect();
    let examined = examine_files(Files { files, ..Files::default() }, "content", NOW);
    (!has_errors(&examined.findings)).then_some(examined.draft)
}

fn compared(old: &Content, new: &Content) -> Comparison {
    between(&old.draft(), &new.draft())
}

fn between(old: &Draft, new: &Draft) -> Comparison {
    compare::compare(&Readings::of(old, NOW), &Readings::of(new, NOW)).unwrap()
}

/// The shipped content and another helpline's.
static BASES: LazyLock<[Content; 2]> = LazyLock::new(|| {
    [root().join("content"), data("other-helpline")].map(|folder| {
        let mut content = Content::read(&folder);
        content.0.retain(|name, _| name.ends_with(".yaml"));
        content
    })
});

/// A change to text or to a list somewhere in the content.
#[derive(Debug, Clone)]
enum Edit {
    /// Replaces a word in a line.
    Word { file: Index, line: Index, word: Index, with: String },
    /// Removes a line.
    Cut { file: Index, line: Index },
    /// Duplicates a line.
    Twice { file: Index, line: Index },
    /// Swaps two neighboring lines.
    Swap { file: Index, line: Index },
}

fn edit() -> impl Strategy<Value = Edit> {
    let (at, word) = (|| any::<Index>(), "[a-z]{1,8}");
    prop_oneof![
        4 => (at(), at(), at(), word).prop_map(|(file, line, word, with)| Edit::Word { file, line, word, with }),
        2 => (at(), at()).prop_map(|(file, line)| Edit::Cut { file, line }),
        1 => (at(), at()).prop_map(|(file, line)| Edit::Twice { file, line }),
        1 => (at(), at()).prop_map(|(file, line)| Edit::Swap { file, line }),
    ]
}

fn apply(content: &mut Content, edit: &Edit) {
    let (Edit::Word { file, line, .. }
    | Edit::Cut { file, line }
    | Edit::Twice { file, line }
    | Edit::Swap { file, line }) = edit;
    let name = content.0.keys().nth(file.index(content.0.len())).unwrap().clone();
    let bytes = content.0.get_mut(&name).unwrap();
    let text = String::from_utf8(bytes.clone()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = line.index(lines.len());
    match edit {
        Edit::Word { word, with, .. } => {
            let words: Vec<&str> =
                lines[at].split_whitespace().filter(|w| w.chars().all(char::is_alphabetic)).collect();
            if let Some(old) = (!words.is_empty()).then(|| words[word.index(words.len())].to_owned()) {
                lines[at] = lines[at].replacen(&old, with, 1);
            }
        }
        Edit::Cut { .. } => drop(lines.remove(at)),
        Edit::Twice { .. } => lines.insert(at, lines[at].clone()),
        Edit::Swap { .. } if at > 0 => lines.swap(at - 1, at),
        Edit::Swap { .. } => {}
    }
    *bytes = (lines.join("\n") + "\n").into_bytes();
}

/// Returns a comparison, ignoring the order of its changes.
fn unordered(comparison: &Comparison) -> (Vec<PathChange>, Vec<Change>) {
    let (mut paths, mut changes) = (comparison.paths.clone(), comparison.changes.clone());
    for change in &mut changes {
        // An entry is reported in the new content's file, whichever way the comparison runs.
        change.file.clear();
        change.states.sort();
        change.readers.sort();
    }
    for change in &mut paths {
        change.states.sort();
        // The IDs follow the order of the new content's regions.
        change.old.iter_mut().chain(&mut change.new).for_each(|end| end.ids.sort());
    }
    paths.sort();
    changes.sort();
    (paths, changes)
}

fn mirrored(comparison: &Comparison) -> (Vec<PathChange>, Vec<Change>) {
    let mut turned = comparison.clone();
    for change in &mut turned.paths {
        std::mem::swap(&mut change.old, &mut change.new);
    }
    // Anything renamed is reported under its new name.
    let named = |change: &&Change| {
        let key = [&change.subject, &change.field].into_iter().rfind(|text| !text.is_empty());
        key.is_some_and(|key| ["id", "code", "step", "query", "state"].iter().any(|name| key.ends_with(name)))
    };
    let names: Vec<_> = turned
        .changes
        .iter()
        .filter(named)
        .filter_map(|change| change.old.clone().zip(change.new.clone()))
        .collect();
    for change in &mut turned.changes {
        for (old, new) in &names {
            for text in [&mut change.subject, &mut change.field] {
                *text = text
                    .split(" › ")
                    .map(|part| {
                        part.strip_suffix(new.as_str())
                            .map_or_else(|| part.to_owned(), |rest| format!("{rest}{old}"))
                    })
                    .collect::<Vec<_>>()
                    .join(" › ");
            }
        }
        std::mem::swap(&mut change.old, &mut change.new);
        change.kind = match change.kind {
            ChangeKind::Added => ChangeKind::Removed,
            ChangeKind::Removed => ChangeKind::Added,
            same => same,
        };
    }
    unordered(&turned)
}

/// Returns the files' values, leaving out anything that only an editor sees.
fn values(draft: &Draft) -> Vec<(&str, &Value)> {
    draft.documents.iter().map(|(name, (_, document))| (&**name, &document.value)).collect()
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn content_equals_itself_and_swapping_sides_mirrors_the_diff(
        which in 0usize..2, first in prop::collection::vec(edit(), 0..4), second in prop::collection::vec(edit(), 0..4)
    ) {
        let sides = [first, second].map(|edits| {
            let mut content = BASES[which].clone();
            for edit in &edits {
                let mut next = content.clone();
                apply(&mut next, edit);
                // Edits that lint refuses aren't made, because only content without errors is compared.
                if draft(&next).is_some() {
                    content = next;
                }
            }
            draft(&content).unwrap()
        });
        let forward = between(&sides[0], &sides[1]);
        let backward = between(&sides[1], &sides[0]);
        prop_assert_eq!(mirrored(&forward), unordered(&backward));
        let same = between(&sides[1], &sides[1]);
        prop_assert!(same.is_empty() && same.rewritten.is_empty());
        // The comparison reports every difference in the values.
        if values(&sides[0]) != values(&sides[1]) {
            prop_assert!(!forward.is_empty() || !forward.rewritten.is_empty());
        }
        prop_assert!(compare::markdown(&forward).chars().count() <= MAX_MARKDOWN);
        compare::human(&forward);
    }
}

fn edited(edits: &[(&str, &str, &str)]) -> Comparison {
    let mut new = BASES[0].clone();
    edits.iter().for_each(|(file, old, text)| new.replace(file, old, text.as_bytes()));
    compared(&BASES[0], &new)
}

#[test]
fn an_edit_that_many_regions_read_is_one_change() {
    let comparison =
        edited(&[("decision-tree.yaml", "short: At least 16 and a US citizen?", "short: At least 16?")]);
    assert_eq!(comparison.changes.len(), 1);
    assert_eq!(comparison.changes[0].states.len(), 39);
    let page = compare::human(&comparison);
    assert!(page.contains("short: changed (all 39 states that reach it)"), "{page}");
}

#[test]
fn a_path_with_a_different_end_is_reported_with_its_regions() {
    let comparison = edited(&[
        (
            "decision-tree.yaml",
            "{ id: \"yes\", text: \"Yes\", shortcut: \"y\", go: J }\n      - { id: \"no\", text: \"No\", shortcut: \"n\", go: I }",
            "{ id: \"yes\", text: \"Yes\", shortcut: \"y\", go: J }\n      - { id: \"no\", text: \"No\", shortcut: \"n\", go: F }",
        ),
        ("checks/paths.yaml", "answers: [B.no, G.no]\n    ends: I", "answers: [B.no, G.no]\n    ends: F"),
        (
            "checks/paths.yaml",
            "answers: [NV1.yes, B.no, G.no], ends: I",
            "answers: [NV1.yes, B.no, G.no], ends: F",
        ),
        // A different lead code changes the ID of the same end.
        ("states.yaml", "lead_code: K7", "lead_code: K9"),
        ("checks/paths.yaml", "ends: K7", "ends: K9"),
    ]);
    insta::assert_snapshot!("paths", compare::human(&comparison));
}

#[test]
fn each_kind_of_change_is_described_in_words() {
    let comparison = edited(&[
        ("states.yaml", "contacts: [Texas Team Lead]", "contacts: [Texas Desk]"),
        ("agreement.yaml", "It takes about two minutes. Please stop me at any time.", "It takes a minute."),
        // This is an option to continue without the agreement: voters hear only the text to say.
        ("agreement.yaml", "**This isn't a referral.** Don't tag", "**Nobody is referred.** Don't tag"),
        ("agreement.yaml", "It's your choice, and thank you for hearing me out.", "It's your choice."),
        ("site.yaml", "review_after_days: 180", "review_after_days: 90"),
        ("search.yaml", "[renew, renewing]", "[renew, renewing, extend]"),
        (
            "faq/id-and-documents.yaml",
            "[no ID, ID at the polls, free ID, ID help]",
            "[no ID, free ID, ID help]",
        ),
        (
            "support/40-nonpartisanship.yaml",
            "\nid: nonpartisanship",
            "\n# Only a comment.\nid: nonpartisanship",
        ),
        ("flows.yaml", "{ id: answered, text: Answered,", "{ id: answered, text: Done,"),
    ]);
    insta::assert_snapshot!("kinds", compare::human(&comparison));
    insta::assert_snapshot!("kinds-markdown", compare::markdown(&comparison));
}

#[test]
fn a_report_that_is_too_long_says_what_it_omits() {
    let mut old = BASES[0].clone();
    let entry = |n: usize| {
        let answer = format!("Answer number {n}. ").repeat(30);
        format!(
            "  - id: more-{n}\n    question: What about number {n}?\n    answer: |\n      {answer}\n    tags: [number {n}, more]\n    reviewed: \"2026-11-16\"\n"
        )
    };
    let all: String = (0..200).map(entry).collect();
    old.0.insert(
        "faq/more.yaml".to_owned(),
        format!("category: More\norder: 99\nentries:\n{all}").into_bytes(),
    );
    let page = compare::markdown(&compared(&BASES[0], &old));
    assert!(page.chars().count() <= MAX_MARKDOWN && page.chars().count() > MAX_MARKDOWN / 2);
    assert!(page.contains("left out to keep this page short"), "{}", &page[page.len() - 300..]);
}

fn diff(inside: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = run(env!("CARGO_BIN_EXE_callguide"), inside, &[&["diff"], args].concat());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Creates a repository with the content two folders deep, the old content under a tag, and the new in the folder.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut content = Content::base();
    content.write_to(&folder.path().join("deep/guidance"));
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "-A"]);
    git(folder.path(), &["commit", "-q", "-m", "old"]);
    git(folder.path(), &["tag", "old"]);
    content.replace("site.yaml", "  tagline: ", b"  tagline: Now ");
    content.write_to(&folder.path().join("deep/guidance"));
    folder
}

#[test]
fn folders_and_revisions_compare_the_same_from_any_directory() {
    let folder = repository();
    let inside = folder.path();
    let content = ["--content", "deep/guidance"];
    let (code, told, error) = diff(inside, &[&["old", "deep/guidance"], &content[..]].concat());
    assert_eq!(code, Some(0), "{error}");
    assert!(told.starts_with("No path ends differently.\n1 change: site.yaml "), "{told}");
    git(inside, &["commit", "-qam", "new"]);
    let elsewhere = inside.join("deep");
    assert_eq!(diff(&elsewhere, &["old", "HEAD", "--content", "guidance"]).1, told);
    assert_eq!(diff(&inside.join("deep/guidance"), &["old", "HEAD", "--content", "."]).1, told);
    let (code, same, _) = diff(inside, &[&["HEAD", "deep/guidance", "--exit-code"], &content[..]].concat());
    assert_eq!((code, same.as_str()), (Some(0), "Nothing changes for readers.\n"));
    assert_eq!(diff(inside, &[&["old", "HEAD", "--exit-code"], &content[..]].concat()).0, Some(1));
    let (_, json, _) = diff(inside, &[&["old", "HEAD", "--format", "json"], &content[..]].concat());
    let mut json: Value = serde_json::from_str(&json).unwrap();
    json["old"] = "…".into();
    json["new"] = "…".into();
    insta::assert_json_snapshot!("json", json);
}

#[cfg(unix)]
#[test]
fn programs_configured_in_the_repository_are_never_run() {
    let folder = repository();
    let inside = folder.path();
    let ran = inside.join("ran");
    let program = format!("touch '{}'; false", ran.display());
    git(inside, &["config", "core.fsmonitor", &program]);
    // Git would fetch missing objects from the configured remote, with a program that the repository's
    // configuration specifies.
    git(inside, &["config", "remote.origin.url", "ssh://else.example/x"]);
    git(inside, &["config", "remote.origin.promisor", "true"]);
    git(inside, &["config", "extensions.partialClone", "origin"]);
    git(inside, &["config", "core.repositoryFormatVersion", "1"]);
    git(inside, &["config", "core.sshCommand", &program]);
    git(inside, &["config", "protocol.ssh.allow", "always"]);
    let blob = git(inside, &["rev-parse", "old:deep/guidance/states.yaml"]);
    std::fs::remove_file(inside.join(".git/objects").join(&blob[..2]).join(&blob[2..])).unwrap();
    let (code, _, error) = diff(inside, &["old", "deep/guidance", "--content", "deep/guidance"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(!ran.exists(), "a program that the repository names was run");
}

#[test]
fn a_failed_comparison_says_why_and_exits_with_2() {
    let folder = repository();
    let inside = folder.path();
    let content = ["--content", "deep/guidance"];
    let refused = |args: &[&str], says: &str| {
        let (code, out, error) = diff(inside, args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(error.contains(says), "{args:?}: {error}");
    };
    refused(&[&["older", "HEAD"], &content[..]].concat(), "\"older\" is neither a folder nor a git revision");
    refused(&[&["--", "--upload-pack=x", "HEAD"][..]].concat(), "is neither a folder nor a git revision");
    refused(
        &["old", "HEAD", "--content", "elsewhere"],
        "HEAD has no files in \"elsewhere\"".replace("HEAD", "old").as_str(),
    );
    let outside = tempfile::tempdir().unwrap();
    let (code, _, error) = diff(outside.path(), &["old", "HEAD", "--content", "."]);
    assert!(code == Some(2) && error.contains("isn't in a git repository"), "{error}");

    std::fs::write(inside.join("deep/guidance/links.yaml"), "links: 5\n").unwrap();
    refused(&[&["old", "deep/guidance"], &content[..]].concat(), "NEW (deep/guidance) has errors");
    refused(&[&["old", "deep/guidance"], &content[..]].concat(), "deep/guidance/links.yaml:1:8: error");
    git(inside, &["commit", "-qam", "broken"]);
    refused(&[&["HEAD", "old"], &content[..]].concat(), "HEAD:deep/guidance/links.yaml:1:8: error");
}

#[test]
fn every_kind_of_file_is_compared() {
    for kind in Kind::ALL {
        let mut names = BASES[0].0.keys().filter(|name| Kind::of(name) == Some(kind));
        let name = names.next().unwrap();
        let (old, with) = match kind {
            Kind::Site => ("tagline: ", "tagline: Now "),
            Kind::Links => ("label: Vote.gov", "label: Vote"),
            Kind::States => ("name: Alabama", "name: Old Alabama"),
            Kind::DecisionTree => ("short: Just", "short: Only"),
            Kind::Search => ("renewing]", "renewing, prolong]"),
            Kind::ChecksPaths => ("[CA, IL, ME,", "[CA, ME,"),
            Kind::ChecksSearches => ("\"expir\"", "\"expired li\""),
            Kind::Elsewhere => ("source: https://www.ssa.gov", "source: https://www.ssa.gov/new"),
            Kind::Faq => ("question: ", "question: So, "),
            Kind::Snippets => ("single-document: birth", "single-document: new birth"),
            Kind::Style => ("text_message_segments: 4", "text_message_segments: 5"),
            _ => ("title: ", "title: The "),
        };
        let mut new = BASES[0].clone();
        let text = String::from_utf8(new.0[name].clone()).unwrap();
        assert!(text.contains(old), "{name}");
        new.0.insert(name.clone(), text.replacen(old, with, 1).into_bytes());
        let comparison = compared(&BASES[0], &new);
        // Changes to shared text are reported in the file that defines it.
        let told = if kind == Kind::Snippets { "decision-tree.yaml" } else { name };
        assert!(comparison.changes.iter().any(|change| change.file == told), "{name}: {comparison:?}");
        assert!(comparison.rewritten.is_empty(), "{name}");
    }
}

/// Renaming a node, an answer, an entry, or a list item is reported as a rename.
#[test]
fn a_rename_is_reported_as_a_rename() {
    let mut new = BASES[1].clone();
    for bytes in new.0.values_mut() {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let text = text
            .replace("topic", "matter")
            .replace("All matters", "All topics")
            .replace("all matters", "all topics")
            .replace("id: pets", "id: animals")
            .replace("short-note:\n    ", "small-note:\n    ")
            .replace("step: short-note", "step: small-note")
            .replace("go: short-note", "go: small-note")
            .replace("guide: short-note", "guide: small-note");
        *bytes = text.into_bytes();
    }
    let comparison = compared(&BASES[1], &new);
    let page = compare::human(&comparison);
    insta::assert_snapshot!("renamed", page);
}

/// Content that nobody reads is listed, even if its file also has other changes.
#[test]
fn changes_that_nobody_reads_are_listed_even_next_to_visible_ones() {
    let text =
        "    text: Is there a child under 18 in the family who needs a birth certificate for housing?\n";
    let version = |past: &str, short: &str| {
        let mut content = BASES[0].clone();
        let cases =
            format!("    text:\n      - until: 2020-01-01\n        text: {past}\n      - text: A child?\n");
        content.replace("decision-tree.yaml", text, cases.as_bytes());
        content.replace(
            "decision-tree.yaml",
            "short: At least 16 and a US citizen?",
            format!("short: {short}").as_bytes(),
        );
        content
    };
    let comparison = compared(&version("One?", "Old?"), &version("Two?", "New?"));
    assert_eq!(comparison.changes.len(), 1, "{}", compare::human(&comparison));
    assert_eq!(comparison.rewritten, ["decision-tree.yaml question G"]);
}
