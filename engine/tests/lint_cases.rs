//! Broken content folders as data: `data/lint/CASE/case.yaml` says what is changed in the folder
//! of another helpline, `expected.txt` what lint prints then, to the letter.
//!
//! A new case is a new folder and no new code; `UPDATE_EXPECTED=1` writes what is printed now.
//! Read it before you commit it: is it plain to someone who has never seen YAML, does the caret
//! point at the mistake, is one mistake told once?

mod lint_support;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use callguide::content::folder;
use callguide::diagnostics::json::Findings;
use callguide::diagnostics::{Diagnostic, has_errors};
use callguide::examine::{Examined, examine_to_serve};
use callguide::rules::catalogue::RULES;
use callguide::snapshot::Snapshot;
use lint_support::{Content, Edit, data, printed};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What is wrong, in a few words.
    #[serde(rename = "about")]
    _about: String,
    edits: Vec<Edit>,
}

fn cases() -> Vec<(String, PathBuf, Case)> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(data("lint")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(folder.join("case.yaml")).unwrap();
        let case = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.push((name, folder, case));
    }
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    cases
}

#[test]
fn every_broken_folder_prints_what_is_expected() {
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let mut wrong = Vec::new();
    let mut told = BTreeSet::new();
    for (name, folder, case) in cases() {
        let mut content = Content::base();
        case.edits.iter().for_each(|edit| content.edit(edit));
        let examined = content.examine();
        let found = printed(&examined);
        for finding in &examined.findings {
            told.insert(finding.rule);
            let rule = RULES.iter().find(|rule| rule.name == finding.rule);
            let rule = rule.unwrap_or_else(|| panic!("{name}: {} is in no list", finding.rule));
            assert_eq!(rule.severity, finding.severity, "{name}: {}", finding.rule);
            assert!(finding.why.is_some(), "{name}: {} does not say why", finding.rule);
            assert!(finding.help.is_some(), "{name}: {:?} does not say what to do", finding.message);
        }
        let path = folder.join("expected.txt");
        if update {
            fs::write(&path, &found).unwrap();
        } else if fs::read_to_string(&path).unwrap_or_default() != found {
            wrong.push(format!("== {name}: lint now prints\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} cases differ from their expected.txt", wrong.join("\n"), wrong.len());
    let untold: Vec<_> = RULES.iter().map(|rule| rule.name).filter(|name| !told.contains(name)).collect();
    assert!(untold.is_empty(), "no case shows {untold:?}");
}

#[test]
fn the_folder_that_cases_spoil_is_free_of_findings() {
    let examined = Content::base().examine();
    assert_eq!(printed(&examined), "no findings\n");
    assert!(examined.snapshot().is_some());
}

/// A fix that is called safe may be made without anybody looking at it.
#[test]
fn every_safe_fix_mends_its_finding_and_nothing_comes_of_it() {
    let mut mended = 0;
    for (name, _, case) in cases() {
        let mut content = Content::base();
        case.edits.iter().for_each(|edit| content.edit(edit));
        let before = content.examine();
        let found = Findings::new(&before.findings, &before.sources).findings;
        let mut edits: Vec<_> = found
            .iter()
            .filter_map(|f| f.fix.as_ref().filter(|fix| fix.safe))
            .flat_map(|fix| &fix.edits)
            .collect();
        if edits.is_empty() {
            continue;
        }
        // From the end of a file to its start, so that places stay what they are.
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
        for edit in edits {
            let file = edit.file.strip_prefix("content/").unwrap();
            content.0.get_mut(file).unwrap().splice(edit.start..edit.end, edit.text.bytes());
        }
        let after = content.examine();
        let rules = |examined: &Examined, fixed: bool| -> Vec<&'static str> {
            let left = |d: &&Diagnostic| !fixed || !d.fix.as_ref().is_some_and(|fix| fix.safe);
            examined.findings.iter().filter(left).map(|d| d.rule).collect()
        };
        assert_eq!(rules(&after, false), rules(&before, true), "{name}: {}", printed(&after));
        mended += 1;
    }
    assert!(mended > 0);
}

/// What is to be served is made before the rules have ended: whatever they would say, making it must not fail.
#[test]
fn a_snapshot_is_made_of_whatever_can_be_read_and_served_only_without_errors() {
    let mut served = BTreeSet::new();
    for (name, _, case) in cases() {
        let mut content = Content::base();
        case.edits.iter().for_each(|edit| content.edit(edit));
        let draft = content.draft();
        let now = callguide::readings::Now::On(jiff::civil::date(2026, 11, 21));
        let _ = Snapshot::build(&draft, &callguide::readings::Readings::of(&draft, now), false);
        let dir = tempfile::tempdir().unwrap();
        content.write_to(dir.path());
        let (examined, snapshot) = examine_to_serve(
            folder::read(dir.path()).unwrap(),
            "content",
            false,
            callguide::readings::Now::On(jiff::civil::date(2026, 11, 21)),
        );
        assert_eq!(snapshot.is_none(), has_errors(&examined.findings), "{name}");
        served.insert(snapshot.is_some());
    }
    assert_eq!(served.len(), 2, "some cases are errors, some warnings");
}

#[test]
fn rules_have_one_name_each() {
    let names: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len());
}
