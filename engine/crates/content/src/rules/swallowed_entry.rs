//! `swallowed-entry`: lines of YAML inside a text. A line that's indented too far belongs to the text above it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::context::Context;
use super::findings::pattern;
use super::texts::Text;
use crate::content::{Document, parse};
use callguide_search::diagnostics::{Diagnostic, Edit, Place, shown};

/// A line that begins with a key, with or without the dash of a list item. Group 2 is the key.
static KEY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^([ ]*(?:- )?)([a-z][a-z_]*):(?:[ \t]|$)"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
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

/// The keys of the mappings around the text, and of other entries in the same lists.
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
            // The top level has the keys of whole files, and a line that begins with one isn't an indentation
            // mistake.
            Some(value) if !at.is_empty() => add(value, &mut keys),
            _ => {}
        }
    }
    keys
}

/// An edit that moves these lines left to where entries or keys begin here.
fn moved(text: &Text<'_>, lines: Range<usize>, indent: usize, is_entry: bool) -> Option<Edit> {
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
    // Keys and entries at the same indentation belong in different places.
    let same_column = |line: &&str| line.len() - line.trim_start().len() == indent && !line.trim().is_empty();
    if old.lines().filter(same_column).any(|line| line.trim_start().starts_with("- ") != is_entry) {
        return None;
    }
    let new: String =
        old.split_inclusive('\n').map(|line| line.strip_prefix(&blanks).unwrap_or(line)).collect();
    // The lines below may belong somewhere else again.
    let mended = [&document.text[..lines.start], &new, &document.text[lines.end..]].concat();
    let (_, found) = parse(&document.name, &mended.into());
    found.is_empty().then(|| document.edit(lines, new))
}
