//! Mistakes that staff make, one at a time, as data: `data/mistakes/KIND.yaml` says what is changed in the guidance of
//! a helpline and what has to be found then, as it was written down before anyone looked at what lint says.
//!
//! Right is a mistake that is told once, at its line, with help that mends it. What isn't right yet has a `gap` that
//! says why; a gap that is mended has to lose it.

use std::fs;

use crate::lint_support::{Content, Edit, data, printed, side_by_side};
use callguide::diagnostics::Diagnostic;
use callguide::diagnostics::json::{Finding, Findings};
use callguide::examine::Examined;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    about: String,
    edits: Vec<Edit>,
    finds: Expected,
    /// Why it isn't right yet.
    gap: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    file: String,
    /// What stands where the finding begins, or on the same line behind it.
    at: Option<String>,
    /// Which of several such places it is.
    #[serde(default = "first")]
    nth: usize,
    /// Where nothing stands there: the line.
    line: Option<usize>,
    /// What the help has to say.
    help: String,
    /// What it must not say.
    not: Option<String>,
}

fn first() -> usize {
    1
}

fn mistakes() -> Vec<(String, Mistake)> {
    let mut files: Vec<_> =
        fs::read_dir(data("mistakes")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let kind = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(path).unwrap();
        let all: Vec<Mistake> = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{kind}: {error}"));
        all.into_iter().map(move |mistake| (kind.clone(), mistake)).collect::<Vec<_>>()
    };
    files.iter().flat_map(read).collect()
}

fn base() -> Content {
    Content::read(&data("guidance"))
}

/// What is wrong with what lint says of it; nothing where it's right.
fn judge(mistake: &Mistake) -> Result<(), String> {
    let mut content = base();
    mistake.edits.iter().for_each(|edit| content.edit(edit));
    let examined = content.examine();
    let findings = Findings::new(&examined.findings, &examined.sources).findings;
    let [finding] = findings.as_slice() else { return Err(format!("{} findings, not one", findings.len())) };
    let expected = &mistake.finds;
    if finding.file != format!("content/{}", expected.file) {
        return Err(format!("it's found in {}", finding.file));
    }
    let line = expected.line.unwrap_or_else(|| line(&content, expected));
    if finding.line != line {
        return Err(format!("it's found on line {}, not {line}", finding.line));
    }
    let help = format!("{} {}", finding.message, finding.help.as_deref().unwrap_or_default());
    if !help.contains(&expected.help) {
        return Err(format!("the help doesn't say {:?}", expected.help));
    }
    match &expected.not {
        Some(not) if help.contains(not.as_str()) => Err(format!("the help says {not:?}")),
        _ => mended(content, finding),
    }
}

/// Whether what a fix makes of the content is free of findings.
fn mended(mut content: Content, finding: &Finding) -> Result<(), String> {
    let Some(fix) = &finding.fix else { return Ok(()) };
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
    for edit in edits {
        let file = edit.file.strip_prefix("content/").unwrap();
        content.0.get_mut(file).unwrap().splice(edit.start..edit.end, edit.text.bytes());
    }
    let left: Examined = content.examine();
    let rules = |found: &[Diagnostic]| found.iter().map(|d| d.rule).collect::<Vec<_>>().join(", ");
    if left.findings.is_empty() { Ok(()) } else { Err(format!("its fix leaves {}", rules(&left.findings))) }
}

fn line(content: &Content, expected: &Expected) -> usize {
    let text = std::str::from_utf8(&content.0[&expected.file]).unwrap();
    let at = expected.at.as_ref().expect("a place or a line");
    let place = text.match_indices(at.as_str()).nth(expected.nth - 1);
    let (start, _) = place.unwrap_or_else(|| panic!("{at:?} stands in {}", expected.file));
    // Blanks in front of it belong to no other line.
    let start = start + at.len() - at.trim_start().len();
    text[..start].matches('\n').count() + 1
}

#[test]
fn the_guidance_that_is_spoilt_is_free_of_findings() {
    assert_eq!(printed(&base().examine()), "no findings\n");
}

#[test]
fn mistakes_are_told_once_at_their_line_with_help_that_mends_them() {
    let all = mistakes();
    // To look at one: `MISTAKE=comma cargo test --test content mistakes` says what lint says of it.
    let only = std::env::var("MISTAKE").ok();
    let said = side_by_side(&all, |(kind, mistake)| {
        if only.as_ref().is_some_and(|only| !mistake.about.contains(only.as_str())) {
            return None;
        }
        let said = match (judge(mistake), &mistake.gap) {
            (Err(why), None) => why,
            (Ok(()), Some(_)) => "it's right, so the gap has to go".to_owned(),
            _ => return None,
        };
        let told = format!("{kind}: {} {said}", mistake.about);
        if only.is_none() {
            return Some(told);
        }
        let mut content = base();
        mistake.edits.iter().for_each(|edit| content.edit(edit));
        Some(format!("{told}\n{}", printed(&content.examine())))
    });
    let told: Vec<String> = said.into_iter().flatten().collect();
    assert!(told.is_empty(), "{}\n{} of {} mistakes", told.join("\n"), told.len(), all.len());
    let gaps = all.iter().filter(|(_, mistake)| mistake.gap.is_some()).count();
    assert!(all.len() >= 100 && gaps * 20 <= all.len(), "{gaps} gaps among {} mistakes", all.len());
}
