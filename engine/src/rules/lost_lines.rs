//! `markdown-table`: a table, which Markdown here doesn't have; `joined-lines`: a list whose lines Markdown joins to one.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::diagnostics::{Diagnostic, Edit, Fix, Place};

/// The line below a table's head: `|---|---|`.
static RULE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?[ \t]*$|^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*\|[ \t]*$")
        .expect("a constant pattern")
});

/// A sign that people put before each entry of a list, and that begins none in Markdown.
static BULLET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \t]*(?:[•◦▪‣·–—✓✔➢►○●■]|-|\(?[a-z]\)|\([0-9]{1,2}\))(?P<blank>[ \t]+)\S|^[ \t]*(?:[•◦▪‣✓✔➢►○●■])\S")
        .expect("a constant pattern")
});

/// An entry of a list as Markdown writes it.
static ENTRY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+\S").expect("a constant pattern"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // Words to say keep their lines: they are no Markdown.
    for text in prose(context).into_iter().filter(|text| !text.spoken()) {
        let written = mending::written(text.document, &text.pointer, text.text);
        if !written.trim_end().contains('\n') {
            continue;
        }
        if let Some(range) = table(written) {
            let place = mending::place(text.document, &text.pointer, &range);
            let message = "this is a table, and would be shown as one line with its signs";
            found.push(
                warning("markdown-table", text.document, &text.pointer, place, message)
                    .help("write a list: a line for each row, beginning with \"- \""),
            );
        }
        if let Some(line) = continued(written) {
            let place = mending::place(text.document, &text.pointer, &line);
            let message = "this line would be shown as part of the list's last entry";
            found.push(
                warning("joined-lines", text.document, &text.pointer, place, message)
                    .help("leave an empty line above it; or, if it does belong to the entry, begin it as far to the right as the entry's words"),
            );
        }
        let lines = joined(written);
        if let Some(first) = lines.first() {
            let place = mending::place(text.document, &text.pointer, first);
            let message = format!("{} lines look like a list, and would be shown as one line", lines.len());
            let mut finding = warning("joined-lines", text.document, &text.pointer, place, &message)
                .help("begin each line of the list with \"- \", and leave an empty line before the list");
            let edits: Option<Vec<Edit>> = lines
                .iter()
                .map(|line| {
                    let Place { file, span } =
                        mending::exchange(text.document, &text.pointer, line, "- ", false)?
                            .edits
                            .pop()?
                            .place;
                    Some(Edit { place: Place { file, span }, text: "- ".to_owned() })
                })
                .collect();
            finding.fix = edits.map(|edits| Fix { safe: false, edits });
            found.push(finding);
        }
    }
}

/// The first line of a table.
fn table(text: &str) -> Option<Range<usize>> {
    let rule = RULE.find(text)?;
    let before = text[..rule.start()].trim_end_matches('\n');
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    before[start..].contains('|').then_some(start..before.len())
}

/// The first line that follows a list's entry without an empty line between them, and isn't indented as part of it.
fn continued(text: &str) -> Option<Range<usize>> {
    let mut in_list = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        if ENTRY.is_match(words) {
            in_list = true;
        } else if words.is_empty() {
            in_list = false;
        } else if in_list && !words.starts_with([' ', '\t', '#', '>', '`']) && BULLET.find(words).is_none() {
            return Some(at..at + words.len());
        }
        at += line.len();
    }
    None
}

/// The signs, with the blanks behind them, of two or more lines one after the other that begin like a list and are none.
fn joined(text: &str) -> Vec<Range<usize>> {
    let mut run: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        // A dash is Markdown's own sign.
        let bullet = BULLET.find(words).filter(|_| !words.trim_start().starts_with("- "));
        match bullet {
            Some(hit) => {
                let indent = words.len() - words.trim_start().len();
                let last = hit.as_str().chars().next_back().map_or(0, char::len_utf8);
                run.push(at + indent..at + hit.end() - last);
            }
            None if run.len() >= 2 => return run,
            None => run.clear(),
        }
        at += line.len();
    }
    if run.len() >= 2 { run } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_markdown_knows_and_sentences_are_left_alone() {
        for right in [
            "- a\n- b\n",
            "1. a\n2. b\n",
            "One sentence.\nAnother one.\n",
            "• one alone\nand more\n",
            "a | b\n",
            "A) x\n\nb",
        ] {
            assert!(joined(right).is_empty(), "{right}");
            assert_eq!(table(right), None, "{right}");
        }
        for (wrong, signs) in
            [("Bring:\n• a\n• b\n", "• "), ("– a\n– b", "– "), ("a) x\nb) y\n", "a) "), ("•a\n•b", "•")]
        {
            let found = joined(wrong);
            assert_eq!(found.len(), 2, "{wrong}");
            assert_eq!(&wrong[found[0].clone()], signs);
        }
        assert_eq!(continued("Bring:\n- a\n  and more\n- b\n\nThen go.\n"), None);
        assert_eq!(continued("Bring:\n* a\n* b\nThen go.\n"), Some(15..23));
        assert_eq!(table("Hours:\n\n| Day | Hours |\n|---|---|\n| Mon | 9 |\n"), Some(8..23));
        assert_eq!(table("a | b\n--- | ---\n"), Some(0..5));
    }
}
