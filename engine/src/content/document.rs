//! A parsed file: its value as JSON, and where each key and value stands in the text.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use super::snippets::{self, Written};
use crate::diagnostics::Place;

/// Where a value stands, and its key, where it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spans {
    pub key: Option<Range<usize>>,
    pub value: Range<usize>,
}

/// A key or a text of a file, and where it stands, with its quotation marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar<'a> {
    pub pointer: &'a str,
    pub is_key: bool,
    pub span: Range<usize>,
}

/// One file of the content folder, read once.
#[derive(Debug, Clone)]
pub struct Document {
    /// Name inside the content folder.
    pub name: Arc<str>,
    pub text: Arc<str>,
    /// As it is read: snippets are filled in.
    pub value: Value,
    /// Where comments stand, in order; looked for only in a file that has something to say to lint.
    pub comments: Vec<Range<usize>>,
    /// By JSON pointer; the root has the empty one.
    pub(super) spans: HashMap<String, Spans>,
    /// The texts that have snippets in them, as they are written, by JSON pointer.
    pub(super) written: HashMap<String, Written>,
}

impl Document {
    /// The place of the value at `pointer`; of its nearest parent where that isn't there.
    pub fn value_at(&self, pointer: &str) -> Place {
        self.place(self.nearest(pointer).map(|spans| spans.value.clone()))
    }

    /// The place of the key at `pointer`; of its value where it has no key.
    pub fn key_at(&self, pointer: &str) -> Place {
        self.place(self.nearest(pointer).map(|spans| spans.key.clone().unwrap_or(spans.value.clone())))
    }

    /// The beginning of the mapping or list at `pointer`: a caret under all of it would point nowhere.
    pub fn opening(&self, pointer: &str) -> Place {
        let mut place = self.key_at(pointer);
        if self.value_at(pointer) != place {
            return place;
        }
        let text = self.text.get(place.span.clone()).unwrap_or("");
        place.span.end = place.span.start + text.find([':', '\n', ' ']).unwrap_or(text.len());
        place
    }

    /// The place of the `nth` (from 0) `part` of the text at `pointer`; of the whole text where
    /// the source writes that part differently (an escape, a folded line). What a snippet says
    /// stands where its placeholder does.
    pub fn part_at(&self, pointer: &str, part: &str, nth: usize) -> Place {
        let whole = self.value_at(pointer);
        let source = self.text.get(whole.span.clone()).unwrap_or("");
        let text = self.value.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let found = match self.written.get(pointer) {
            Some(written) => snippets::find(text, written, source, part, nth),
            None => source.match_indices(part).nth(nth).map(|(at, _)| at..at + part.len()),
        };
        match found {
            Some(hit) => self.place(Some(whole.span.start + hit.start..whole.span.start + hit.end)),
            None => whole,
        }
    }

    /// The text at `pointer` as the file has it, where that has snippets in it.
    pub fn as_written(&self, pointer: &str) -> Option<&str> {
        self.written.get(pointer).map(|written| written.text.as_str())
    }

    /// Every key and every text, in the order of the file.
    pub fn scalars(&self) -> Vec<Scalar<'_>> {
        let mut all = Vec::new();
        for (pointer, spans) in &self.spans {
            if let Some(span) = &spans.key {
                all.push(Scalar { pointer, is_key: true, span: span.clone() });
            }
            if self.value.pointer(pointer).is_some_and(Value::is_string) {
                all.push(Scalar { pointer, is_key: false, span: spans.value.clone() });
            }
        }
        all.sort_by_key(|scalar| scalar.span.start);
        all
    }

    /// Where the texts end that begin in `line`, a range of the file; 0 where none does. A text
    /// begins with its key.
    pub fn texts_from(&self, line: &Range<usize>) -> usize {
        let begins = |spans: &Spans| spans.key.as_ref().unwrap_or(&spans.value).start;
        self.spans
            .iter()
            .filter(|(_, spans)| line.contains(&begins(spans)))
            .filter(|(pointer, _)| self.value.pointer(pointer).is_some_and(Value::is_string))
            .map(|(_, spans)| spans.value.end)
            .max()
            .unwrap_or(0)
    }

    fn nearest(&self, pointer: &str) -> Option<&Spans> {
        let mut pointer = pointer;
        loop {
            if let Some(spans) = self.spans.get(pointer) {
                return Some(spans);
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }

    fn place(&self, span: Option<Range<usize>>) -> Place {
        Place { file: self.name.clone(), span: span.unwrap_or(0..0) }
    }
}

/// `pointer` extended by a key, escaped as JSON Pointer wants it.
pub fn child(pointer: &str, key: &str) -> String {
    let mut extended = String::with_capacity(pointer.len() + 1 + key.len());
    extended.push_str(pointer);
    push_key(&mut extended, key);
    extended
}

/// Extends a pointer by a key (RFC 6901).
fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    for c in key.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// `pointer` extended by the place in a list, from 0.
pub fn item(pointer: &str, index: usize) -> String {
    format!("{pointer}/{index}")
}

impl Document {
    /// Every text of the file with its pointer, in the file's order.
    pub fn strings(&self) -> Vec<(String, &str)> {
        let mut out = Vec::new();
        visit(&self.value, &mut String::new(), &mut |pointer, value| {
            if let Value::String(text) = value {
                out.push((pointer.to_owned(), text.as_str()));
            }
        });
        out
    }

    /// Every value of the file with its pointer, the root first.
    pub fn values(&self) -> Vec<(String, &Value)> {
        let mut out = Vec::new();
        visit(&self.value, &mut String::new(), &mut |pointer, value| out.push((pointer.to_owned(), value)));
        out
    }
}

impl Document {
    /// Every value that stands behind `key`, with its pointer, in the file's order.
    pub fn behind(&self, key: &str) -> Vec<(String, &Value)> {
        let mut out = Vec::new();
        let is_meant = |pointer: &str| pointer.rsplit('/').next() == Some(key);
        visit(&self.value, &mut String::new(), &mut |pointer, value| {
            if is_meant(pointer) {
                out.push((pointer.to_owned(), value));
            }
        });
        out
    }
}

/// Calls `each` with every value and its pointer. The depth is bounded by the loader's.
fn visit<'a>(value: &'a Value, pointer: &mut String, each: &mut impl FnMut(&str, &'a Value)) {
    each(pointer, value);
    let length = pointer.len();
    match value {
        Value::Array(items) => {
            for (at, value) in items.iter().enumerate() {
                pointer.push('/');
                pointer.push_str(&at.to_string());
                visit(value, pointer, each);
                pointer.truncate(length);
            }
        }
        Value::Object(entries) => {
            for (key, value) in entries {
                push_key(pointer, key);
                visit(value, pointer, each);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}
