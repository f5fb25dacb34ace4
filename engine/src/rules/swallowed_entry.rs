//! `swallowed-entry`: lines of YAML inside a text: what begins too far to the right belongs to the text above it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::{Context, mending, warning};
use crate::content::{Document, parse, snippets};
use crate::diagnostics::{Diagnostic, Edit, Fix, Place, shown};

/// A line that begins with a key, as the first of an entry or not. Group 2 is the key.
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^([ ]*(?:- )?)([a-z][a-z_]*):(?:[ \t]|$)").expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            if !text.trim_end().contains('\n') || !snippets::is_read(kind, pointer) {
                continue;
            }
            let source_at = document.value_at(pointer).span;
            let source = document.text.get(source_at.clone()).unwrap_or("");
            if !mending::is_block(document, pointer) {
                continue;
            }
            let known = keys(document, pointer);
            let Some(hit) = KEY.captures_iter(source).find(|hit| known.contains(&hit[2])) else { continue };
            let Some(line) = hit.get(0).map(|hit| hit.start()) else { continue };
            let begin = line + hit[1].len() - if hit[1].ends_with("- ") { 2 } else { 0 };
            let end = source[line..].find('\n').map_or(source.len(), |at| line + at);
            let place =
                Place { file: document.name.clone(), span: source_at.start + begin..source_at.start + end };
            let what = if hit[1].ends_with("- ") { "an entry" } else { "a key" };
            let message = format!(
                "{} is part of the text above it, and no {} of its own",
                shown(&source[begin..end]),
                what.split(' ').next_back().unwrap_or(what)
            );
            let mut finding = warning("swallowed-entry", document, pointer, place, &message).help(format!(
                "take out the blanks before it, so that it begins below {}; and the same number of blanks in each line below it that belongs to it",
                if what == "an entry" { "the \"- \" of the entry above" } else { "the key of that text" }
            ));
            finding.fix = moved(
                document,
                pointer,
                &source_at,
                line..source.trim_end().len(),
                begin - line,
                what == "an entry",
            );
            found.push(finding);
        }
    }
}

/// The keys that mappings around the text have, and those of other entries of the same lists.
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
            // At the top there are the keys of whole files: a line that begins so is no slip of indenting.
            Some(value) if !at.is_empty() => add(value, &mut keys),
            _ => {}
        }
    }
    keys
}

/// The lines from `lines` on, moved to the left, to where entries or keys of the place begin.
fn moved(
    document: &Document,
    pointer: &str,
    source_at: &Range<usize>,
    lines: Range<usize>,
    indent: usize,
    is_entry: bool,
) -> Option<Fix> {
    let parent = &pointer[..pointer.rfind('/')?];
    // A text that isn't directly in an entry of a list has more than one place to which this may belong.
    let in_list = parent.rsplit('/').next()?.parse::<usize>().is_ok();
    let start = document.value_at(parent).span.start;
    let column = start - document.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let wanted = if is_entry { column.checked_sub(2)? } else { column };
    let less = indent.checked_sub(wanted).filter(|less| *less > 0 && in_list)?;
    let blanks = " ".repeat(less);
    let at = source_at.start + lines.start..source_at.start + lines.end;
    let old = document.text.get(at.clone())?;
    // Keys and entries side by side belong to two places.
    let same_column = |line: &&str| line.len() - line.trim_start().len() == indent && !line.trim().is_empty();
    if old.lines().filter(same_column).any(|line| line.trim_start().starts_with("- ") != is_entry) {
        return None;
    }
    let text: String =
        old.split_inclusive('\n').map(|line| line.strip_prefix(&blanks).unwrap_or(line)).collect();
    // What comes below may belong to yet another place.
    let mended = [&document.text[..at.start], &text, &document.text[at.end..]].concat();
    let (_, found) = parse(&document.name, &mended.into());
    found.is_empty().then(|| Fix {
        safe: false,
        edits: vec![Edit { place: Place { file: document.name.clone(), span: at }, text }],
    })
}
