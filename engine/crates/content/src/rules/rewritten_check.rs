//! Rewrites the text of a path check with different answers, ends or states. Everything else is kept as written.

use std::ops::Range;

use serde_json::Value;

use crate::content::Document;
use crate::content::document::{child, item};
use crate::content::mend::written;
use crate::content::model::PathCheck;
use callguide_search::diagnostics::Edit;

/// The contents of a check, regardless of the readers that it covers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    pub answers: Vec<String>,
    pub ends: Vec<String>,
}

impl Said {
    pub fn of(check: &PathCheck) -> Self {
        Self { answers: check.answers.clone(), ends: check.ends.iter().map(str::to_owned).collect() }
    }
}

/// A check that replaces another one.
pub(super) struct NewCheck<'a> {
    pub said: &'a Said,
    /// The codes of the only states that the check covers; `None` if it covers the same ones as the check it replaces.
    pub states: Option<Vec<String>>,
}

/// Replaces the check at `index` with the `new` checks, or removes it if there are none.
pub(super) fn rewritten(document: &Document, index: usize, new: &[NewCheck<'_>]) -> Edit {
    let text = &*document.text;
    let pointer = item("/paths", index);
    let check =
        CheckSource { document, pointer: &pointer, span: of_block(text, document.value_at(&pointer).span) };
    let Range { start, end } = check.span;
    if text[document.value_at("/paths").span.start..].starts_with('[') {
        // The comma is removed, too, but the last check may not have one.
        let next = item("/paths", index + 1);
        let gone = document.value.pointer(&next).filter(|_| new.is_empty());
        let end = gone.map_or(end, |_| document.value_at(&next).span.start);
        let all: Vec<String> = new.iter().map(|new| check.with(new)).collect();
        return document.edit(start..end, all.join(", "));
    }
    let dash = text[..start].rfind('-').unwrap_or(start);
    let dash = text[..dash].rfind('\n').map_or(0, |feed| feed + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |feed| end + feed);
    if new.is_empty() {
        return document.edit(dash..text.len().min(line_end + 1), "");
    }
    // A comment after the check stays where it is.
    let behind = text[end..line_end].trim_end();
    let mut all = format!("{}{behind}", check.with(&new[0]));
    for new in &new[1..] {
        all += &format!("{}{}{}", check.feed(), &text[dash..start], check.with(new));
    }
    document.edit(start..end + behind.len(), all)
}

/// The span of a block without the comments below it, which belong to the block after it.
fn of_block(text: &str, span: Range<usize>) -> Range<usize> {
    let mut own = &text[span.clone()];
    while let Some((before, last)) = own.rsplit_once('\n')
        && (last.trim().is_empty() || last.trim_start().starts_with('#'))
    {
        own = before;
    }
    span.start..span.start + own.trim_end().len()
}

/// A check as written.
struct CheckSource<'a> {
    document: &'a Document,
    pointer: &'a str,
    span: Range<usize>,
}

impl CheckSource<'_> {
    /// The check's text with the new answers, ends and states.
    fn with(&self, new: &NewCheck<'_>) -> String {
        let states = new.states.as_deref().and_then(|states| self.list("states", states));
        let ends = match self.value("ends") {
            Some(Value::Array(_)) => self.list("ends", &new.said.ends),
            old => {
                let end =
                    new.said.ends.first().filter(|end| old.and_then(Value::as_str) != Some(end.as_str()));
                let span = self.document.value_at(&child(self.pointer, "ends")).span;
                end.map(|end| (span.clone(), self.document.as_around(&span, end)))
            }
        };
        let edits = [states, self.list("answers", &new.said.answers), ends];
        let mut edits: Vec<(Range<usize>, String)> = edits.into_iter().flatten().collect();
        edits.sort_by_key(|(span, _)| span.start);
        let mut text = self.document.text[self.span.clone()].to_owned();
        for (span, new) in edits.into_iter().rev() {
            text.replace_range(span.start - self.span.start..span.end - self.span.start, &new);
        }
        text
    }

    /// An edit after which the list at `key` has these items. Existing items stay as written, along with anything after
    /// them on their lines.
    fn list(&self, key: &str, items: &[String]) -> Option<(Range<usize>, String)> {
        let text = &*self.document.text;
        let Some(Value::Array(old)) = self.value(key) else { return self.added(key, items) };
        let old: Vec<&str> = old.iter().filter_map(Value::as_str).collect();
        if old == items {
            return None;
        }
        let pointer = child(self.pointer, key);
        let list = self.document.value_at(&pointer).span;
        let spans: Vec<Range<usize>> =
            (0..old.len()).map(|at| self.document.value_at(&item(&pointer, at)).span).collect();
        let in_brackets = text[list.start..].starts_with('[');
        let (Some(first), Some(last)) = (spans.first().filter(|_| !items.is_empty()), spans.last()) else {
            let end = spans.last().filter(|_| !in_brackets).map_or(list.end, |last| last.end);
            return Some((list.start..end, in_line(items)));
        };
        let between = match spans.get(1) {
            Some(second) if !text[first.end..second.start].contains('#') => {
                text[first.end..second.start].to_owned()
            }
            _ if in_brackets => ", ".to_owned(),
            _ => format!("{}{}- ", self.feed(), self.indent(list.start)),
        };
        let mut new = text[list.start..first.start].to_owned();
        let mut behind = "";
        for wanted in items {
            new += behind;
            let known = old.iter().position(|old| old == wanted);
            new += &known.map_or_else(
                || self.document.as_around(first, wanted),
                |at| text[spans[at].clone()].to_owned(),
            );
            let next = known.and_then(|at| Some(spans[at].end..spans.get(at + 1)?.start));
            behind = next.map_or(between.as_str(), |gap| &text[gap]);
        }
        Some((list.start..last.end, new))
    }

    /// An edit that adds a list before the `ends` key.
    fn added(&self, key: &str, items: &[String]) -> Option<(Range<usize>, String)> {
        let at = self.document.key_at(&child(self.pointer, "ends")).span.start;
        let in_brackets = self.document.text[self.span.start..].starts_with('{');
        let between =
            if in_brackets { ", ".to_owned() } else { format!("{}{}", self.feed(), self.indent(at)) };
        (!items.is_empty()).then(|| (at..at, format!("{key}: {}{between}", in_line(items))))
    }

    fn value(&self, key: &str) -> Option<&Value> {
        self.document.value.pointer(&child(self.pointer, key))
    }

    fn feed(&self) -> &'static str {
        if self.document.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// As many spaces as there are characters before `at` in its line.
    fn indent(&self, at: usize) -> String {
        let line = self.document.text[..at].rfind('\n').map_or(0, |feed| feed + 1);
        " ".repeat(at - line)
    }
}

fn in_line(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| written(item)).collect();
    format!("[{}]", items.join(", "))
}
