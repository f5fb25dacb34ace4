//! A change of some words of a text as a change of its file, where the file needs nothing else for it.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::content::Document;
use crate::diagnostics::{Edit, Fix, Place};

/// A text as the file has it: with the placeholders of snippets and facts.
pub(super) fn written<'a>(document: &'a Document, pointer: &str, text: &'a str) -> &'a str {
    document.as_written(pointer).unwrap_or(text)
}

/// Where `range` of a text, as it is written, stands in the file; of the whole text where that can't be said.
pub(super) fn place(document: &Document, pointer: &str, range: &Range<usize>) -> Place {
    in_file(document, pointer, range).unwrap_or_else(|| document.value_at(pointer))
}

/// `new` in the place of `range` of a text, as it is written. `None` where the file would have to change otherwise, too:
/// a sign needs quotes, the source has an escape.
pub(super) fn exchange(
    document: &Document,
    pointer: &str,
    range: &Range<usize>,
    new: &str,
    safe: bool,
) -> Option<Fix> {
    let place = in_file(document, pointer, range)?;
    let whole = document.value_at(pointer);
    let source = document.text.get(whole.span.clone())?;
    let fits = match source.bytes().next()? {
        b'"' => !new.contains(['"', '\\', '\n']),
        b'\'' => !new.contains(['\'', '\n']),
        _ if is_block(document, pointer) => !new.contains('\n'),
        _ => {
            let parent = &pointer[..pointer.rfind('/')?];
            let opens = document.text.get(document.value_at(parent).span.start..)?.starts_with(['{', '[']);
            let breaks = [": ", " #", "\n"].iter().any(|sign| new.contains(sign)) || new.ends_with(':');
            !(breaks || opens && new.contains(['{', '}', '[', ']', ',']))
                && (place.span.start > whole.span.start || new.starts_with(char::is_alphanumeric))
        }
    };
    fits.then(|| Fix { safe, edits: vec![Edit { place, text: new.to_owned() }] })
}

/// Whether the text is written as a block, below its key and a `|` or `>`.
pub(super) fn is_block(document: &Document, pointer: &str) -> bool {
    let span = document.value_at(pointer).span;
    let source = document.text.get(span.clone()).unwrap_or("");
    let before = document.text.get(..span.start).unwrap_or("").trim_end();
    let head = before.rsplit('\n').next().unwrap_or("");
    source.starts_with(['|', '>']) || BLOCK.is_match(head)
}

/// The end of the line above a block.
static BLOCK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?::|-)[ \t]+[|>][-+0-9]{0,2}(?:[ \t]+#.*)?$").expect("a constant pattern")
});

fn in_file(document: &Document, pointer: &str, range: &Range<usize>) -> Option<Place> {
    let text = document.value.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let written = written(document, pointer, text);
    let part = written.get(range.clone()).filter(|part| !part.is_empty())?;
    let nth = written[..range.start].matches(part).count();
    let whole = document.value_at(pointer);
    let source = document.text.get(whole.span.clone())?;
    let at = whole.span.start + source.match_indices(part).nth(nth)?.0;
    Some(Place { file: document.name.clone(), span: at..at + part.len() })
}
