//! `markdown-table`: a table, which our Markdown doesn't support; `joined-lines`: a list whose lines Markdown joins
//! into one; `skipped-number`: a numbered list that skips a number.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use super::texts::Hit;
use callguide_search::diagnostics::{Diagnostic, Fix};

/// The line below a table's header: `|---|---|`.
static RULE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m)^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?[ \t]*$|^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*\|[ \t]*$",
    )
});

/// A symbol that people put before each list item, but that doesn't begin one in Markdown.
static BULLET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[ \t]*(?:[•◦▪‣·–—✓✔➢►○●■]|-|\(?[a-z]\)|\([0-9]{1,2}\))(?P<blank>[ \t]+)\S|^[ \t]*(?:[•◦▪‣✓✔➢►○●■])\S",
    )
});

/// A list item as Markdown writes it.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+\S"));

/// Reports lines that YAML joins into one although each ends a sentence, so they were meant to stay apart.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose() {
        let document = text.document;
        let span = document.value_at(&text.pointer).span;
        let source = document.text.get(span.clone()).unwrap_or("");
        if !source.contains('\n') {
            continue;
        }
        let lines: Vec<&str> = source.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let sentences = lines.iter().all(|line| line.ends_with(['.', '?', '!', ':']));
        if lines.len() < 3 || !sentences || source.starts_with(['"', '\'', '|', '>']) || text.is_block() {
            continue;
        }
        let key = document.key_at(&text.pointer);
        // If the text begins below its key, all that's missing is a bar.
        let between = document.text.get(key.span.end..span.start);
        let bar = between.is_some_and(|between| between.trim_end() == ":");
        let bar = bar.then(|| Fix::guess([document.edit(key.span.end + 1..key.span.end + 1, " |")]));
        found.push(
            text.warning("joined-lines", key, &format!("these {} lines would run together", lines.len()))
                .help("write `|` after the colon to keep the line breaks")
                .maybe_fix(bar),
        );
    }
}

pub(super) fn table(text: &str) -> Vec<Hit> {
    let told = first_of_table(text).map(|line| {
        Hit::new(
            line,
            "this table would be shown as one line, symbols and all",
            "write a list, with one line per row, each starting with \"- \"",
        )
    });
    told.into_iter().collect()
}

pub(super) fn skipped(text: &str) -> Vec<Hit> {
    let told = first_skipped(text).map(|(line, wanted)| {
        Hit::new(
            line,
            format!("step {wanted} is missing from this list"),
            format!("find step {wanted} in an earlier version and put it back; renumber the list only if it was removed on purpose"),
        )
    });
    told.into_iter().collect()
}

pub(super) fn joined(text: &str) -> Vec<Hit> {
    if !text.trim_end().contains('\n') {
        return Vec::new();
    }
    let part = continued(text).map(|line| {
        Hit::new(
            line,
            "this line would be shown as part of the list's last item",
            "leave an empty line above it; or, if it belongs to the item, indent it as far as the item's words",
        )
    });
    let signs = signs(text);
    let list = signs.first().map(|first| {
        let hit = Hit::new(
            first.clone(),
            format!("{} lines look like a list, but would be shown as one line", signs.len()),
            "start each line of the list with \"- \", and leave an empty line before the list",
        );
        signs.iter().fold(hit, |hit, sign| hit.meant(sign.clone(), "- "))
    });
    part.into_iter().chain(list).collect()
}

/// The first line of a table.
fn first_of_table(text: &str) -> Option<Range<usize>> {
    let rule = RULE.find(text)?;
    let before = text[..rule.start()].trim_end_matches('\n');
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    before[start..].contains('|').then_some(start..before.len())
}

/// The first item of a numbered list that skips a number, and the number that's missing. A list that repeats one
/// number throughout is numbered automatically.
fn first_skipped(text: &str) -> Option<(Range<usize>, u32)> {
    let mut last: Option<u32> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let number = line.split_once(['.', ')']).filter(|(_, rest)| rest.starts_with(' '));
        let number = number.and_then(|(number, _)| number.parse::<u32>().ok());
        match (last, number) {
            (Some(before), Some(now)) if now > before + 1 => {
                return Some((at..at + line.trim_end().len(), before + 1));
            }
            (_, Some(now)) => last = Some(now),
            // A line that isn't indented ends the list.
            (_, None) if !line.trim().is_empty() && !line.starts_with([' ', '\t']) => last = None,
            _ => {}
        }
        at += line.len();
    }
    None
}

/// The first line that follows a list item without an empty line between them, and isn't indented as part of it.
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

/// The symbols, with the spaces after them, of two or more consecutive lines that look like list items but aren't.
fn signs(text: &str) -> Vec<Range<usize>> {
    let mut run: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        // A dash is Markdown's own symbol.
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
            assert!(signs(right).is_empty(), "{right}");
            assert_eq!(first_of_table(right), None, "{right}");
        }
        for (wrong, sign) in
            [("Bring:\n• a\n• b\n", "• "), ("– a\n– b", "– "), ("a) x\nb) y\n", "a) "), ("•a\n•b", "•")]
        {
            let found = signs(wrong);
            assert_eq!(found.len(), 2, "{wrong}");
            assert_eq!(&wrong[found[0].clone()], sign);
        }
        assert_eq!(continued("Bring:\n- a\n  and more\n- b\n\nThen go.\n"), None);
        assert_eq!(continued("Bring:\n* a\n* b\nThen go.\n"), Some(15..23));
        assert_eq!(first_of_table("Hours:\n\n| Day | Hours |\n|---|---|\n| Mon | 9 |\n"), Some(8..23));
        assert_eq!(first_of_table("a | b\n--- | ---\n"), Some(0..5));
        assert_eq!(first_skipped("1. a\n3. b\n"), Some((5..9, 2)));
        for right in ["1. a\n\n   more\n2. b\n", "1. a\n1. b\n", "1. a\n\nThen:\n3. b\n", "In 2024. a\n"] {
            assert_eq!(first_skipped(right), None, "{right}");
        }
    }
}
