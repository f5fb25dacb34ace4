//! Leftovers from elsewhere: merge conflict markers, and the signs of a diff.

use std::ops::Range;

use super::Mend;
use super::lines::Lines;

/// The markers that git writes into a file it couldn't merge.
const OF_A_MERGE: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

pub(super) fn mends(text: &str, out: &mut Vec<Mend>) {
    let lines = Lines { text, at: 0 };
    let all: Vec<Range<usize>> = lines.all().collect();
    merge(&lines, &all, out);
    difference(&lines, &all, out);
}

/// Removes markers left over after a merge. If both versions are still there, a person has to choose.
fn merge(lines: &Lines<'_>, all: &[Range<usize>], out: &mut Vec<Mend>) {
    let text = lines.text;
    let marks = |sign: &str| all.iter().filter(|line| text[(*line).clone()].starts_with(sign)).count();
    if marks("<<<<<<<") > 0 && marks(">>>>>>>") > 0 {
        return;
    }
    let left: Vec<_> = all
        .iter()
        .filter(|line| OF_A_MERGE.iter().any(|sign| text[(*line).clone()].starts_with(sign)))
        .collect();
    let Some(first) = left.first() else { return };
    let edits = left.iter().map(|line| (with_end(text, line), String::new()));
    let help = format!("remove {}", these(left.len(), "it", "all"));
    out.push(
        Mend::new(
            trimmed_end(text, first),
            "this line is left over from a git merge and isn't content",
            help,
        )
        .by(edits),
    );
}

/// Cleans up lines copied from a diff, as git or a website shows it, in which each added line starts with `+`.
fn difference(lines: &Lines<'_>, all: &[Range<usize>], out: &mut Vec<Mend>) {
    let text = lines.text;
    let starts = |line: &Range<usize>, sign: &str| text[line.clone()].starts_with(sign);
    let added: Vec<_> = all.iter().filter(|line| starts(line, "+")).collect();
    let Some(first) = added.first() else { return };
    let mut edits = Vec::new();
    for line in all {
        let words = &text[line.clone()];
        if ["+++ ", "--- a/", "@@ ", "diff --git ", "index "].iter().any(|head| words.starts_with(head)) {
            edits.push((with_end(text, line), String::new()));
        } else if starts(line, "+") {
            edits.push((line.start..line.start + 1, String::new()));
        }
    }
    let count = added.len();
    let help = match count {
        1 => "remove the `+` and leave the rest of the line as it is".to_owned(),
        _ => format!(
            "remove the `+` from the beginning of these {count} lines, and leave the rest of each as it is"
        ),
    };
    let message = "this was copied from a diff, where a `+` marks a new line";
    out.push(Mend::new(first.start..first.start + 1, message, help).by(edits));
}

fn these(count: usize, one: &str, many: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{many} {count}") }
}

fn trimmed_end(text: &str, line: &Range<usize>) -> Range<usize> {
    line.start..line.start + text[line.clone()].trim_end().len()
}

/// Extends a line to include its line break.
fn with_end(text: &str, line: &Range<usize>) -> Range<usize> {
    let end = text[line.end..].find('\n').map_or(text.len(), |at| line.end + at + 1);
    line.start..end
}
