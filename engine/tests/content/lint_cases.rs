//! Broken content folders as data: `data/lint/CASE/case.yaml` says what is changed in another helpline's folder, and
//! `expected.txt` contains exactly what lint then prints.
//!
//! A new case needs only a new folder, not new code; `UPDATE_EXPECTED=1` writes the current output. Read it before you
//! commit it: is it clear to someone who has never seen YAML, does the caret point at the mistake, is one mistake
//! reported once?

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use crate::lint_support::{Content, Edit, NOW, data, printed, side_by_side};
use callguide::diagnostics::{Diagnostic, fix_in_words, has_errors};
use callguide::examine::{Examined, examine_to_serve};
use callguide::rules::catalogue::RULES;
use callguide::snapshot::Snapshot;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What is wrong, in a few words.
    #[serde(rename = "about")]
    _about: String,
    edits: Vec<Edit>,
}

/// A case, its folder, and lint's findings.
struct Tried {
    name: String,
    folder: PathBuf,
    content: Content,
    examined: Examined,
}

/// Every case, examined once for all tests; with `CASE=word`, only cases with that word in their names.
static CASES: LazyLock<Vec<Tried>> = LazyLock::new(|| {
    let only = std::env::var("CASE").unwrap_or_default();
    let mut folders: Vec<_> =
        fs::read_dir(data("lint")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.file_name().unwrap().to_str().unwrap().contains(&only));
    folders.sort();
    side_by_side(&folders, |folder| {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(folder.join("case.yaml")).unwrap();
        let case: Case = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut content = Content::base();
        case.edits.iter().for_each(|edit| content.edit(edit));
        let examined = content.examine();
        Tried { name, folder: folder.clone(), content, examined }
    })
});

#[test]
fn every_broken_folder_prints_the_expected_findings() {
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let mut wrong = Vec::new();
    let mut told = BTreeSet::new();
    for Tried { name, folder, examined, .. } in &*CASES {
        let found = printed(examined);
        for finding in &examined.findings {
            told.insert(finding.rule);
            let rule = RULES.iter().find(|rule| rule.name == finding.rule);
            let rule = rule.unwrap_or_else(|| panic!("{name}: {} is in no list", finding.rule));
            assert_eq!(rule.severity, finding.severity, "{name}: {}", finding.rule);
            assert!(finding.why.is_some(), "{name}: {} doesn't say why", finding.rule);
            assert!(finding.help.is_some(), "{name}: {:?} doesn't say what to do", finding.message);
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
    assert!(untold.is_empty() || std::env::var_os("CASE").is_some(), "no case shows {untold:?}");
}

#[test]
fn the_folder_that_the_cases_break_has_no_findings() {
    let examined = Content::base().examine();
    assert_eq!(printed(&examined), "no findings\n");
    assert!(examined.snapshot().is_some());
}

/// Findings that a mistake hides, and that appear whichever way the mistake is fixed; by case and rule.
const SHOWN_AFTERWARDS: [(&str, &str); 7] = [
    // Paths without a check are reported only if all checks can be walked.
    ("check-without-states", "uncovered-path"),
    // The bare number results in a different code than the one in the check.
    ("bare-number", "path-check"),
    // The removed text was the last one that used the attribute.
    ("expired-by-attribute", "unused-piece"),
    // Two slips: the first makes the file unreadable, which hides the second.
    ("slip-and-a-schema-error", "unknown-key"),
    // The style ignores words in a URL, but the fix turns the URL into a link's text, where they count.
    ("style-words-that-do-not-count", "inconsistent-name"),
    // The removed line's contents are now missing.
    ("hyphen-missing-first-line", "missing-key"),
    // A search check expects the entry by its original ID.
    ("id-entries", "unknown-entry"),
];

/// Counts findings by their messages, because their positions move with every edit.
fn counted(examined: &Examined) -> BTreeMap<(&'static str, &str, &str), usize> {
    let mut all = BTreeMap::new();
    for d in &examined.findings {
        *all.entry(said(d)).or_default() += 1;
    }
    all
}

fn said(d: &Diagnostic) -> (&'static str, &str, &str) {
    (d.rule, &d.place.file, &d.message)
}

/// Applies each offered fix separately; returns what is wrong with the fixes, and how many there are of each kind.
fn try_each_fix(tried: &Tried) -> (Vec<String>, [usize; 2]) {
    /// The maximum number of times that a recurring finding is fixed.
    const ENOUGH: usize = 3;
    let Tried { name, content, examined: before, .. } = tried;
    let all = counted(before);
    // If the list is truncated, each fix makes room for another finding.
    if before.findings.iter().any(|d| d.rule == "many-findings") {
        return (all_safe_at_once(tried).err().into_iter().collect(), [0, 0]);
    }
    let mut times_tried: BTreeMap<_, usize> = BTreeMap::new();
    let (mut wrong, mut made) = (Vec::new(), [0, 0]);
    for d in &before.findings {
        let Some(fix) = &d.fix else { continue };
        let times = times_tried.entry(said(d)).or_default();
        *times += 1;
        if *times > ENOUGH {
            continue;
        }
        let mended = content.mended(&[fix], &before.sources);
        if mended.0 == content.0 {
            wrong.push(format!("{name}: the fix of {:?} changes nothing: {fix:?}", said(d)));
            continue;
        }
        made[usize::from(fix.safe)] += 1;
        let after = mended.lint();
        let left = counted(&after);
        let new = left.iter().any(|(told, times)| {
            let allowed = all.get(told).copied().unwrap_or_default() - usize::from(*told == said(d));
            *times > allowed && !SHOWN_AFTERWARDS.contains(&(name.as_str(), told.0))
        });
        if new || left.get(&said(d)).copied().unwrap_or_default() >= all[&said(d)] {
            wrong.push(format!(
                "== {name}: {} [{}], {}:\n{}",
                d.message,
                d.rule,
                fix_in_words(fix, &d.place, &before.sources),
                printed(&after)
            ));
        }
    }
    wrong.extend(all_safe_at_once(tried).err());
    (wrong, made)
}

/// All fixes that are marked safe can be applied together, without review.
fn all_safe_at_once(Tried { name, content, examined, .. }: &Tried) -> Result<(), String> {
    let safe = |d: &&Diagnostic| d.fix.as_ref().is_some_and(|fix| fix.safe);
    let left: BTreeSet<_> = examined.findings.iter().filter(|d| !safe(d)).map(|d| d.rule).collect();
    let (mut now, mut mended): (Content, Option<Examined>) = (content.clone(), None);
    loop {
        let found = mended.as_ref().unwrap_or(examined);
        let fixes: Vec<_> = found.findings.iter().filter(safe).filter_map(|d| d.fix.as_ref()).collect();
        if fixes.is_empty() {
            break;
        }
        let next = now.mended(&fixes, &found.sources);
        if next.0 == now.0 {
            return Err(format!("== {name}: goes round in circles\n{}", printed(found)));
        }
        mended = Some(next.lint());
        now = next;
    }
    let found = mended.as_ref().unwrap_or(examined);
    let new = found
        .findings
        .iter()
        .any(|d| !left.contains(d.rule) && !SHOWN_AFTERWARDS.contains(&(name.as_str(), d.rule)));
    if new { Err(format!("== {name}: all safe fixes together\n{}", printed(found))) } else { Ok(()) }
}

/// Applying a fix resolves its finding. The only new findings are those that the content would have had if it had been
/// written that way from the start.
#[test]
fn every_fix_resolves_its_finding_without_causing_others() {
    let done = side_by_side(&CASES, try_each_fix);
    let wrong: Vec<&str> = done.iter().flat_map(|(wrong, _)| wrong).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{}\n{} fixes are wrong", wrong.join("\n"), wrong.len());
    let made = |kind: usize| done.iter().map(|(_, made)| made[kind]).sum::<usize>();
    let all = std::env::var_os("CASE").is_none();
    assert!(!all || made(0) > 0 && made(1) > 0, "{} guesses and {} safe fixes were tried", made(0), made(1));
}

/// The content to serve is built before the rules have finished, so building it must not fail, whatever they report.
#[test]
fn a_snapshot_always_builds_but_is_served_only_without_errors() {
    let served = side_by_side(&CASES, |Tried { name, content, .. }| {
        let (examined, snapshot) = examine_to_serve(content.files(), "content", false, NOW);
        assert_eq!(snapshot.is_none(), has_errors(&examined.findings), "{name}");
        if snapshot.is_none() {
            let _ = Snapshot::build(&examined.draft, &examined.readings(), false);
        }
        snapshot.is_some()
    });
    assert!(served.contains(&true) && served.contains(&false), "some cases are errors, some warnings");
}

#[test]
fn rule_names_are_unique() {
    let names: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len());
}

/// A rule that can fire on a day when nobody edits anything can't be set to fail a run; such a rule is marked.
#[test]
fn only_rules_marked_by_date_warn_on_a_later_day() {
    let later = callguide::readings::Now::On(jiff::civil::date(2031, 5, 21));
    let dated = |tried: &&Tried| fs::read_to_string(tried.folder.join("case.yaml")).unwrap().contains("-0");
    let mut tried: Vec<(&str, &Content, BTreeSet<&str>)> = CASES
        .iter()
        .filter(dated)
        .map(|tried| (tried.name.as_str(), &tried.content, rules_of(&tried.examined)))
        .collect();
    let base = Content::base();
    let unspoilt = base.lint();
    tried.push(("other-helpline", &base, rules_of(&unspoilt)));
    side_by_side(&tried, |(name, content, before)| {
        for finding in content.lint_on(later).findings.iter().filter(|d| !before.contains(d.rule)) {
            let rule = RULES.iter().find(|rule| rule.name == finding.rule).unwrap();
            let gates = finding.severity == callguide::diagnostics::Severity::Error;
            assert!(rule.by_date || gates, "{name}: {} came by itself", rule.name);
        }
    });
}

fn rules_of(examined: &Examined) -> BTreeSet<&'static str> {
    examined.findings.iter().map(|d| d.rule).collect()
}
