//! Lines that YAML or Markdown interprets differently than the author intended: joined, swallowed by the text above, or
//! cut off as a comment.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::context::Context;
use super::findings::pattern;
use super::texts::{FileText, TextHit};
use crate::content::{Document, parse};
use callguide_search::diagnostics::{Diagnostic, Edit, Fix, Place, shown};

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

/// A Markdown list item.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+\S"));

/// Reports lines that YAML joins into one although each ends a sentence, which shows that they were meant to stay
/// separate.
pub fn check_joined(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
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
        // If the text begins below its key, only a `|` is missing.
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

pub(super) fn table(text: &str) -> Vec<TextHit> {
    let told = first_of_table(text).map(|line| {
        TextHit::new(
            line,
            "this table would be shown as one line, symbols and all",
            "write a list, with one line per row, each starting with \"- \"",
        )
    });
    told.into_iter().collect()
}

pub(super) fn joined(text: &str) -> Vec<TextHit> {
    if !text.trim_end().contains('\n') {
        return Vec::new();
    }
    let part = continued(text).map(|line| {
        TextHit::new(
            line,
            "this line would be shown as part of the list's last item",
            "leave an empty line above it; or, if it belongs to the item, indent it as far as the item's words",
        )
    });
    let signs = signs(text);
    let list = signs.first().map(|first| {
        let hit = TextHit::new(
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

/// The symbols, with the spaces after them, at the beginning of two or more consecutive lines that look like list items
/// but aren't.
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

/// A line that begins with a key, with or without the dash of a list item. Group 2 is the key.
static KEY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^([ ]*(?:- )?)([a-z][a-z_]*):(?:[ \t]|$)"));

/// `swallowed-entry`: lines of YAML inside a text. A line that's indented too far belongs to the text above it.
pub fn check_swallowed(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose().filter(|text| text.read.trim_end().contains('\n') && text.is_block()) {
        let document = text.document;
        let source_at = document.value_at(&text.pointer).span;
        let source = document.text.get(source_at.clone()).unwrap_or("");
        let known = keys(document, &text.pointer);
        let Some(hit) = KEY.captures_iter(source).find(|hit| known.contains(&hit[2])) else { continue };
        let line = hit.get_match().start();
        let is_entry = hit[1].ends_with("- ");
        let begin = line + hit[1].len() - if is_entry { 2 } else { 0 };
        let end = source[line..].find('\n').map_or(source.len(), |at| line + at);
        let place =
            Place { file: document.name.clone(), span: source_at.start + begin..source_at.start + end };
        let (what, below) = match is_entry {
            true => ("an entry", "the \"- \" of the entry above"),
            false => ("a key", "the key of that text"),
        };
        let message =
            format!("{} is part of the text above it, not {what} of its own", shown(&source[begin..end]));
        let lines = source_at.start + line..source_at.start + source.trim_end().len();
        found.push(
            text.warning("swallowed-entry", place, &message)
                .help(format!("remove spaces in front of it until it lines up with {below}; remove the same number from each line below that belongs to it"))
                .guess(moved(text, lines, begin - line, is_entry)),
        );
    }
}

/// The keys of the mappings that contain the text, and of other entries in the same lists.
fn keys<'d>(document: &'d Document, pointer: &str) -> BTreeSet<&'d str> {
    let mut keys = BTreeSet::new();
    let mut at = pointer;
    let add = |value: &'d Value, keys: &mut BTreeSet<&'d str>| {
        keys.extend(value.as_object().into_iter().flat_map(|object| object.keys().map(String::as_str)));
    };
    while let Some(end) = at.rfind('/') {
        at = &at[..end];
        match document.value.pointer(at) {
            Some(Value::Array(items)) => items.iter().for_each(|item| add(item, &mut keys)),
            // The top level contains the keys of whole files, and a line that begins with one of those isn't an
            // indentation mistake.
            Some(value) if !at.is_empty() => add(value, &mut keys),
            _ => {}
        }
    }
    keys
}

/// An edit that moves these lines left to the column where entries or keys begin here.
fn moved(text: &FileText<'_>, lines: Range<usize>, indent: usize, is_entry: bool) -> Option<Edit> {
    let document = text.document;
    let parent = &text.pointer[..text.pointer.rfind('/')?];
    // If a text isn't directly in a list item, its swallowed lines could belong in more than one place.
    let in_list = parent.rsplit('/').next()?.parse::<usize>().is_ok();
    let start = document.value_at(parent).span.start;
    let column = start - document.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let wanted = if is_entry { column.checked_sub(2)? } else { column };
    let less = indent.checked_sub(wanted).filter(|less| *less > 0 && in_list)?;
    let blanks = " ".repeat(less);
    let old = document.text.get(lines.clone())?;
    // Keys and entries with the same indentation belong in different places.
    let same_column = |line: &&str| line.len() - line.trim_start().len() == indent && !line.trim().is_empty();
    if old.lines().filter(same_column).any(|line| line.trim_start().starts_with("- ") != is_entry) {
        return None;
    }
    let new: String =
        old.split_inclusive('\n').map(|line| line.strip_prefix(&blanks).unwrap_or(line)).collect();
    // The lines after these may belong in yet another place.
    let mended = [&document.text[..lines.start], &new, &document.text[lines.end..]].concat();
    let (_, found) = parse(&document.name, &mended.into());
    found.is_empty().then(|| document.edit(lines, new))
}

/// Text after a `#` that looks like the rest of a sentence rather than a comment, since people put a space after a
/// comment's `#`: `#12`, `#Vote`.
static REST: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[ \t]+#[^\s#!].*"));

/// `cut-text`: a text that's cut off at a `#` after a space, where YAML begins a comment.
pub fn check_cut(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose() {
        let document = text.document;
        let span = document.value_at(&text.pointer).span;
        let Some((source, behind)) = document.text.get(span.start..).map(|from| from.split_at(span.len()))
        else {
            continue;
        };
        let line = behind.lines().next().unwrap_or("");
        let hit = REST.find(line).filter(|_| !source.starts_with(['"', '\'']) && !text.is_block());
        let Some(hit) = hit else { continue };
        // A ` # ` after that is a real comment.
        let end = hit.as_str().find(" # ").unwrap_or(hit.end());
        let rest = hit.as_str()[..end].trim_end();
        let edit = span.start..span.end + rest.len();
        let rest = rest.trim_start();
        let whole = format!("{} {rest}", text.written);
        let quoted = match whole.contains('"') || whole.contains('\\') {
            true => format!("'{}'", whole.replace('\'', "''")),
            false => format!("\"{whole}\""),
        };
        let message = format!("the text ends before {}: a # after a space starts a comment", shown(rest));
        let edit = document.edit(edit, quoted.clone());
        found.push(
            text.warning("cut-text", edit.place.clone(), &message)
                .help(format!("if {} is part of the text, put the whole text in quotes: {quoted}; otherwise, put a space after the #", shown(rest)))
                .guess([edit]),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_lists_and_plain_sentences_are_left_alone() {
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
    }
}
