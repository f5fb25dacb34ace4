//! A parsed file: its value as JSON, and the span of each key and value in the text.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use callguide_search::diagnostics::Place;
use callguide_search::text::Expression;

/// The span of a value, and of its key if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spans {
    pub key: Option<Range<usize>>,
    pub value: Range<usize>,
}

/// A key or string in a file, and its span, including quotation marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar<'a> {
    pub pointer: &'a str,
    pub is_key: bool,
    pub span: Range<usize>,
}

/// One file of the content folder, read once.
#[derive(Debug, Clone)]
pub struct Document {
    /// Name within the content folder.
    pub name: Arc<str>,
    pub text: Arc<str>,
    /// The parsed value, with snippets filled in.
    pub value: Value,
    /// Spans of the comments, in order; collected only for files that give instructions to lint.
    pub comments: Vec<Range<usize>>,
    /// The spans, by JSON pointer; the root's pointer is empty.
    pub(super) spans: HashMap<String, Spans>,
    /// The original of each string that contains snippets, by JSON pointer.
    pub(super) written: HashMap<String, AsWritten>,
}

/// A string before its snippets were filled in.
#[derive(Debug, Clone)]
pub struct AsWritten {
    pub text: String,
    pub(super) filled: Vec<FilledIn>,
}

/// A snippet or fact that was filled in.
#[derive(Debug, Clone)]
pub struct FilledIn {
    /// As written in the text: `{snippet.NAME}`.
    pub(super) placeholder: String,
    /// The span of its replacement in the filled text.
    pub(super) words: Range<usize>,
}

impl FilledIn {
    fn touches(&self, hit: &Range<usize>) -> bool {
        self.words.start < hit.end && hit.start < self.words.end
    }
}

/// Matches the placeholder of a snippet or a fact ([`super::facts`]).
pub(super) static USE: Expression = Expression::new(r"\{((?:snippet|organisation|hours|phone)\.[^{}\n]*)\}");

impl Document {
    /// Returns the place of the value at `pointer`, or of its nearest existing ancestor.
    pub fn value_at(&self, pointer: &str) -> Place {
        self.place(self.nearest(pointer).map(|spans| spans.value.clone()))
    }

    /// Returns the place of the key at `pointer`, or of its value if it has no key.
    pub fn key_at(&self, pointer: &str) -> Place {
        self.place(self.nearest(pointer).map(|spans| spans.key.clone().unwrap_or(spans.value.clone())))
    }

    /// Returns the place of the first line of the value at `pointer`.
    pub fn first_line(&self, pointer: &str) -> Place {
        let mut place = self.value_at(pointer);
        let line = self.text.get(place.span.clone()).and_then(|text| text.lines().next()).unwrap_or("");
        place.span.end = place.span.start + line.trim_end().len();
        place
    }

    /// Returns the place of the first word of the mapping or list at `pointer`, since underlining all of it
    /// wouldn't help anyone.
    pub fn opening(&self, pointer: &str) -> Place {
        let mut place = self.key_at(pointer);
        if self.value_at(pointer) != place {
            return place;
        }
        let text = self.text.get(place.span.clone()).unwrap_or("");
        place.span.end = place.span.start + text.find([':', '\n', ' ']).unwrap_or(text.len());
        place
    }

    /// Returns the place of the `nth` occurrence (from 0) of `part` in the string at `pointer`, or of the whole
    /// string if the source spells that part differently (an escape, a folded line). Text that comes from a
    /// snippet maps to its placeholder.
    pub fn part_at(&self, pointer: &str, part: &str, nth: usize) -> Place {
        let whole = self.value_at(pointer);
        let source = self.text.get(whole.span.clone()).unwrap_or("");
        let text = self.value.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let found = match self.written.get(pointer) {
            Some(written) => find(text, written, source, part, nth),
            None => source.match_indices(part).nth(nth).map(|(at, _)| at..at + part.len()),
        };
        match found {
            Some(hit) => self.place(Some(whole.span.start + hit.start..whole.span.start + hit.end)),
            None => whole,
        }
    }

    /// Returns the original of the string at `pointer`, if it contains snippets.
    pub fn as_written(&self, pointer: &str) -> Option<&str> {
        self.written.get(pointer).map(|written| written.text.as_str())
    }

    /// Returns every key and string, in file order.
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

    /// Returns the end of the last string that begins in `line`, which is a range of the file; 0 if there is
    /// none. If a string has a key, it begins with that key.
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

/// Appends a key to `pointer`, escaped as JSON Pointer requires.
pub fn child(pointer: &str, key: &str) -> String {
    let mut extended = String::with_capacity(pointer.len() + 1 + key.len());
    extended.push_str(pointer);
    push_key(&mut extended, key);
    extended
}

/// Appends a key to a pointer (RFC 6901).
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

/// Appends a list index (from 0) to `pointer`.
pub fn item(pointer: &str, index: usize) -> String {
    format!("{pointer}/{index}")
}

impl Document {
    /// Returns every string in the file with its pointer, in file order.
    pub fn strings(&self) -> Vec<(String, &str)> {
        let mut out = Vec::new();
        visit(&self.value, &mut String::new(), &mut |pointer, value| {
            if let Value::String(text) = value {
                out.push((pointer.to_owned(), text.as_str()));
            }
        });
        out
    }

    /// Returns every value in the file with its pointer, the root first.
    pub fn values(&self) -> Vec<(String, &Value)> {
        let mut out = Vec::new();
        visit(&self.value, &mut String::new(), &mut |pointer, value| out.push((pointer.to_owned(), value)));
        out
    }
}

impl Document {
    /// Returns every value with the key `key`, along with its pointer, in file order.
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

/// Calls `each` with every value and its pointer. The loader limits the depth of the recursion.
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

/// Locates the `nth` occurrence (from 0) of `part` in the filled `text` within `source`, the text as written in the
/// file. An occurrence inside a snippet is located at its placeholder. `None` if the source spells it
/// differently.
fn find(text: &str, written: &AsWritten, source: &str, part: &str, nth: usize) -> Option<Range<usize>> {
    let hits = |text: &str, part: &str| -> Vec<Range<usize>> {
        text.match_indices(part).map(|(at, hit)| at..at + hit.len()).collect()
    };
    let in_words = |hit: &Range<usize>| written.filled.iter().position(|filled| filled.touches(hit));
    let all = hits(text, part);
    let Some(hit) = all.get(nth) else {
        // Search the unfilled text instead.
        return hits(source, part).into_iter().nth(nth);
    };
    match in_words(hit) {
        Some(which) => {
            let placeholder = &written.filled[which].placeholder;
            let before = written.filled[..which].iter().filter(|other| other.placeholder == *placeholder);
            hits(source, placeholder).into_iter().nth(before.count())
        }
        None => {
            let own = all[..nth].iter().filter(|hit| in_words(hit).is_none()).count();
            let placeholders: Vec<Range<usize>> = USE.find_iter(source).map(|hit| hit.range()).collect();
            let named =
                |hit: &Range<usize>| placeholders.iter().any(|p| p.start < hit.start && hit.end < p.end);
            hits(source, part).into_iter().filter(|hit| !named(hit)).nth(own)
        }
    }
}
