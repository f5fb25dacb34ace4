//! Mistakes that staff make, one at a time, as data: `data/mistakes/KIND.yaml` says what is changed in a helpline's
//! guidance and what must then be reported. The expectations were written before anyone looked at lint's output.
//!
//! A mistake is handled right if it's reported once, at its line, with help that fixes it. One that isn't handled right
//! yet has a `gap` that says why; once the gap is closed, the key must be removed.

use std::fs;

use crate::lint_support::{Content, Edit, data, printed, side_by_side};
use callguide::api::status::Finding;
use callguide::diagnostics::Diagnostic;
use callguide::diagnostics::Findings;
use callguide::examine::Examined;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    about: String,
    edits: Vec<Edit>,
    finds: Expected,
    /// Why it isn't handled right yet.
    gap: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    file: String,
    /// Text at the start of the finding, or later on that line.
    at: Option<String>,
    /// The number of that text's occurrence in the file, counted from 1.
    #[serde(default = "first")]
    nth: usize,
    /// The line, if there isn't any text to point at.
    line: Option<usize>,
    /// What the help must contain.
    help: String,
    /// What the help must not contain.
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

/// Checks lint's output for a mistake.
///
/// # Errors
///
/// Returns the reason if lint's output isn't right.
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

/// Checks that applying a fix leaves the content without findings.
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
    // Leading whitespace may include the end of the previous line.
    let start = start + at.len() - at.trim_start().len();
    text[..start].matches('\n').count() + 1
}

#[test]
fn the_guidance_before_the_mistakes_has_no_findings() {
    assert_eq!(printed(&base().examine()), "no findings\n");
}

#[test]
fn mistakes_are_reported_once_at_their_line_with_help_that_fixes_them() {
    let all = mistakes();
    // To look at one mistake: `MISTAKE=comma cargo test --test content mistakes` prints lint's findings for it.
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
