//! Lines that YAML or Markdown interprets differently than the author intended: joined, swallowed by the text above, or
//! cut off as a comment.

use std::collections::BTreeSet;
use std::ops::Range;

use regex::Captures;
use serde_json::Value;

use super::context::Context;
use super::texts::{FileText, TextHit};
use crate::content::{in_quotes, keys_of};
use callguide_search::diagnostics::{Diagnostic, Edit, Place, shown};
use callguide_search::text::Expression;

/// The line below a table's header: `|---|---|`.
static RULE: Expression = Expression::new(
    r"(?m)^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)+\|?[ \t]*$|^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*\|[ \t]*$",
);

/// A symbol that people put before each list item, but that doesn't begin one in Markdown.
static BULLET: Expression = Expression::new(
    r"^[ \t]*(?:[•◦▪‣·–—✓✔➢►○●■]|-|\(?[a-z]\)|\([0-9]{1,2}\))(?P<blank>[ \t]+)\S|^[ \t]*(?:[•◦▪‣✓✔➢►○●■])\S",
);

/// A Markdown list item.
static ENTRY: Expression = Expression::new(r"^[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+\S");

/// A line like a list item, but with no space after its marker.
static GLUED: Expression =
    Expression::new(r"^(?P<sign>[ \t]*(?:-|[0-9]{1,2}[.)]))(?P<words>(?:\*\*|[\[{]|\p{L}).*)");

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose() {
        let span = text.document.value_at(&text.pointer).span;
        let source = text.document.text.get(span.clone()).unwrap_or("");
        found.extend(run_together(text, &span, source));
        found.extend(swallowed(text, &span, source));
        found.extend(cut(text, &span, source));
        found.extend(comment(text, &span, source));
    }
}

/// Whether a list runs together because its key ends with a `>`, which joins lines.
pub(super) fn is_folded(text: &FileText<'_>) -> bool {
    let (key, value) =
        (text.document.key_at(&text.pointer).span.end, text.document.value_at(&text.pointer).span);
    let head = text.document.text.get(key..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let source = text.document.text.get(value).unwrap_or_default();
    let is_joined = listed(text.written) < listed(source);
    let sign = head.trim_start_matches([':', ' ']);
    text.document.is_block(&text.pointer) && sign.starts_with('>') && listed(source) >= 2 && is_joined
}

/// Whether the text is neither in quotes nor a block.
fn is_plain(text: &FileText<'_>, source: &str) -> bool {
    !source.starts_with(['"', '\'']) && !text.document.is_block(&text.pointer)
}

/// The number of lines that look like list items.
fn listed(source: &str) -> usize {
    source.lines().filter(|line| ENTRY.is_match(line)).count()
}

/// `joined-lines`: lines that YAML joins into one although each ends a sentence, which shows that they were meant to
/// stay separate. `source` is the text's source, at `span`.
fn run_together(text: &FileText<'_>, span: &Range<usize>, source: &str) -> Option<Diagnostic> {
    let document = text.document;
    if !source.contains('\n') {
        return None;
    }
    let lines: Vec<&str> = source.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let key = document.key_at(&text.pointer);
    if is_folded(text) {
        let sign = key.span.end + document.text.get(key.span.end..)?.find('>')?;
        let message = "the lines of this list would run together: a > joins lines";
        let bar = document.edit(sign..sign + 1, "|");
        return Some(
            text.warning("joined-lines", key, message).help("write `|` instead of `>`").guess([bar]),
        );
    }
    let sentences = lines.len() >= 3 && lines.iter().all(|line| line.ends_with(['.', '?', '!', ':']));
    if !(sentences || listed(source) >= 2) || !is_plain(text, source) {
        return None;
    }
    let colon = key.span.end + 1;
    // If the text begins below its key, only a `|` is missing.
    let below = document.text.get(key.span.end..span.start).is_some_and(|between| between.trim_end() == ":");
    let bar = below.then(|| document.edit(colon..colon, " |"));
    let message = format!("these {} lines would run together", lines.len());
    let help = "write `|` after the colon to keep the line breaks";
    Some(text.warning("joined-lines", key, &message).help(help).guess(bar))
}

pub(super) fn table(text: &str) -> Vec<TextHit> {
    let Some(rule) = RULE.find(text) else { return Vec::new() };
    let before = text[..rule.start()].trim_end_matches('\n');
    let header = before.rfind('\n').map_or(0, |at| at + 1)..before.len();
    Vec::from_iter(text[header.clone()].contains('|').then(|| {
        TextHit::new(
            header,
            "this table would be shown as one line, symbols and all",
            "write a list, with one line per row, each starting with \"- \"",
        )
    }))
}

pub(super) fn joined(text: &str) -> Vec<TextHit> {
    if !text.trim_end().contains('\n') {
        return Vec::new();
    }
    let glued = glued(text);
    if !glued.is_empty() {
        return glued;
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

/// The lines of `text`, without the spaces at their ends, each with its start.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = next;
        next += line.len();
        (at, line.trim_end())
    })
}

/// The lines that lack the space after the sign, directly above or below a list item with the same indentation.
fn glued(text: &str) -> Vec<TextHit> {
    let all: Vec<(usize, &str)> = lines(text).collect();
    let shape = |line: &str| (line.len() - line.trim_start().len(), line.trim_start().starts_with('-'));
    let hits = all.iter().enumerate().filter_map(|(nth, (at, line))| {
        let hit = GLUED.captures(line)?;
        // The line itself isn't a list item.
        let beside = &all[nth.saturating_sub(1)..all.len().min(nth + 2)];
        let sign = hit["sign"].trim_start();
        beside.iter().any(|(_, other)| ENTRY.is_match(other) && shape(other) == shape(line)).then(|| {
            let range = *at..at + line.len();
            let message = format!("this line isn't part of the list: there's no space after \"{sign}\"");
            TextHit::new(range.clone(), message, format!("put a space after \"{sign}\""))
                .meant(range, format!("{} {}", &hit["sign"], &hit["words"]))
        })
    });
    hits.collect()
}

/// A list item, its indented lines, and a line that's neither indented nor a list item or other markup.
static CONTINUED: Expression = Expression::new(
    r"(?m)^[ \t]*(?:[-*+]|[0-9]{1,3}[.)])[ \t]+\S.*\n(?:[ \t]+\S.*\n)*(?P<line>(?:\*\*|[^\s#>`*+0-9-]).*?)[ \t\r]*$",
);

/// The first line that follows a list item without an empty line between them, and isn't indented as part of it.
fn continued(text: &str) -> Option<Range<usize>> {
    let mut lines = CONTINUED.captures_iter(text).filter_map(|hit| hit.name("line"));
    lines.find(|line| !BULLET.is_match(line.as_str())).map(|line| line.range())
}

/// The symbols, with the spaces after them, at the beginning of two or more consecutive lines that look like list items
/// but aren't.
fn signs(text: &str) -> Vec<Range<usize>> {
    let signs = lines(text).map(|(at, words)| {
        // A dash is Markdown's own symbol.
        let hit = BULLET.find(words).filter(|_| !words.trim_start().starts_with("- "))?;
        let indent = words.len() - words.trim_start().len();
        let last = hit.as_str().chars().next_back().map_or(0, char::len_utf8);
        Some(at + indent..at + hit.end() - last)
    });
    let signs: Vec<Option<Range<usize>>> = signs.collect();
    let run = signs.split(Option::is_none).find(|run| run.len() >= 2);
    run.into_iter().flatten().flatten().cloned().collect()
}

/// A line that begins with a key, with or without the dash of a list item. Group 2 is the key.
static KEY: Expression = Expression::new(r"(?m)^([ ]*(?:- )?)([a-z][a-z_]*):(?:[ \t]|$)");

/// `swallowed-entry`: lines of YAML inside text. A line that's indented too far belongs to the text above it.
fn swallowed(text: &FileText<'_>, span: &Range<usize>, source: &str) -> Option<Diagnostic> {
    if !text.read.trim_end().contains('\n') || !text.document.is_block(&text.pointer) {
        return None;
    }
    let known = keys(text);
    let hit = KEY.captures_iter(source).find(|hit| known.contains(&hit[2]))?;
    let line = hit.get_match().start();
    let is_entry = hit[1].ends_with("- ");
    let begin = line + hit[1].len() - if is_entry { 2 } else { 0 };
    let end = source[line..].find('\n').map_or(source.len(), |at| line + at);
    let place = Place { file: text.document.name.clone(), span: span.start + begin..span.start + end };
    let (what, below) = match is_entry {
        true => ("entry", "the \"- \" of the entry above"),
        false => ("key", "the key of that text"),
    };
    let given = shown(&source[begin..end]);
    let message = format!("{given} is part of the text above it, not a separate {what}");
    let lines = span.start + line..span.start + source.trim_end().len();
    let help = format!(
        "remove spaces in front of it until it lines up with {below}; remove the same number from each line below that belongs to it"
    );
    let finding = text.warning("swallowed-entry", place, &message).help(help);
    Some(finding.guess(moved(text, lines, begin - line, is_entry)))
}

/// The keys of the mappings that contain the text, and of other entries in the same lists. The keys of the whole file
/// are included only for text that's directly in it: a line in other text would have to be far off.
fn keys<'d>(text: &FileText<'d>) -> BTreeSet<&'d str> {
    let own = keys_of(text.kind).filter(|_| text.pointer.rfind('/') == Some(0));
    let mut keys: BTreeSet<&'d str> = own.collect::<BTreeSet<&'static str>>();
    let mut at = text.pointer.as_str();
    while let Some((around, _)) = at.rsplit_once('/').filter(|(around, _)| !around.is_empty()) {
        at = around;
        let value = text.document.value.pointer(at);
        let items = value.and_then(Value::as_array).into_iter().flatten();
        let mappings = value.into_iter().chain(items).filter_map(Value::as_object);
        keys.extend(mappings.flat_map(|mapping| mapping.keys().map(String::as_str)));
    }
    keys
}

/// An edit that moves these lines left to the column where entries or keys begin here.
fn moved(text: &FileText<'_>, lines: Range<usize>, indent: usize, is_entry: bool) -> Option<Edit> {
    let document = text.document;
    let parent = &text.pointer[..text.pointer.rfind('/')?];
    // If the text isn't directly in the file or in a list item, its swallowed lines could belong in several places.
    let in_list = parent.is_empty() || parent.rsplit('/').next()?.parse::<usize>().is_ok();
    let start = document.value_at(parent).span.start;
    let column = start - document.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let wanted = if is_entry { column.checked_sub(2)? } else { column };
    let less = indent.checked_sub(wanted).filter(|less| *less > 0 && in_list)?;
    let old = document.text.get(lines.clone())?;
    // Keys and entries with the same indentation belong in different places.
    let same_column = |line: &&str| line.len() - line.trim_start().len() == indent && !line.trim().is_empty();
    if old.lines().filter(same_column).any(|line| line.trim_start().starts_with("- ") != is_entry) {
        return None;
    }
    document.outdent(lines, less)
}

/// A `#` and what follows it on the line.
static REST: Expression = Expression::new(r"^[ \t]+#(?P<blank>[ \t]*)(?P<first>[^\s#!]).*");

/// Whether the line goes on after the `#`: people put a space after a comment's `#`, but not in `#12` or `#Vote`. With
/// a space, the line still goes on if the sentence before the `#` is unfinished and either a number follows or other
/// sentences come before it.
fn goes_on(text: &str, rest: &Captures<'_>) -> bool {
    let is_number = rest["first"].starts_with(|c: char| c.is_ascii_digit());
    let ends = |words: &str| words.trim_end().ends_with(['.', '?', '!']);
    rest["blank"].is_empty() || !ends(text) && (is_number || text.contains(". "))
}

/// `cut-text`: text that's cut off at a `#` after a space, where YAML begins a comment.
fn cut(text: &FileText<'_>, span: &Range<usize>, source: &str) -> Option<Diagnostic> {
    let line = text.document.text.get(span.end..)?.lines().next()?;
    let hit = REST.captures(line).filter(|hit| is_plain(text, source) && goes_on(text.written, hit))?;
    // Another ` # ` begins a real comment.
    let end = hit[0][2..].find(" # ").map_or(hit[0].len(), |at| at + 2);
    let rest = hit[0][..end].trim_end();
    let whole = format!("{} {}", text.written, rest.trim_start());
    let quoted = in_quotes(&whole);
    let edit = text.document.edit(span.start..span.end + rest.len(), quoted.clone());
    let rest = shown(rest.trim_start());
    let message = format!("the text ends before {rest}: a # after a space starts a comment");
    let otherwise =
        if hit["blank"].is_empty() { "put a space after the #" } else { "put the comment on the line above" };
    let help = format!(
        "if {rest} is part of the text, put the whole text in quotes: {quoted}; otherwise, {otherwise}"
    );
    Some(text.warning("cut-text", edit.place.clone(), &message).help(help).guess([edit]))
}

/// A line that looks like a comment.
static COMMENT: Expression = Expression::new(r"(?m)^[ ]*(?P<line>#[ \t]+\S.*?)[ \t\r]*$");

/// `swallowed-entry`: a comment inside a block of text, where a # is only a character.
fn comment(text: &FileText<'_>, span: &Range<usize>, source: &str) -> Option<Diagnostic> {
    if !text.is_given() || !text.document.is_block(&text.pointer) {
        return None;
    }
    let line = COMMENT.captures(source)?.name("line")?;
    // Below an empty line, it may be a heading.
    let above = source[..line.start()].trim_end_matches(' ').trim_end_matches('\n');
    if above.ends_with('\n') || above.trim().is_empty() {
        return None;
    }
    let place =
        Place { file: text.document.name.clone(), span: span.start + line.start()..span.start + line.end() };
    let message = format!("{} is part of the text, so people would read or hear it", shown(line.as_str()));
    Some(
        text.warning("swallowed-entry", place, &message)
            .help("move it above the text's key: inside a block of text, a # doesn't start a comment"),
    )
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
            assert_eq!(table(right), [], "{right}");
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
        for (wrong, line) in
            [("- a\n-**b** c\n", 4..12), ("1.A\n2. b\n", 0..3), ("- a\n  - b\n  -c\n", 10..14)]
        {
            assert_eq!(glued(wrong).iter().map(|hit| hit.range.clone()).collect::<Vec<_>>(), [line]);
        }
        for right in ["- a\n  -b\n", "- a\n\n-b", "- a\n-5 degrees\n", "1. a\n1.5 miles\n"] {
            assert_eq!(glued(right), [], "{right}");
        }
        assert_eq!(table("Hours:\n\n| Day | Hours |\n|---|---|\n| Mon | 9 |\n")[0].range, 8..23);
        assert_eq!(table("a | b\n--- | ---\n")[0].range, 0..5);
    }
}
