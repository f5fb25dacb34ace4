//! Edits that fix a file: replacing a key, a value, or part of a string, and removing an entry with everything that
//! belongs to it.
//!
//! An edit is offered only if the file still parses afterward and says what was meant; otherwise the fix is left to a
//! person.

use std::ops::Range;

use serde_json::Value;

use super::document::Document;
use super::plain;
use super::yaml::load;
use callguide_search::diagnostics::{Edit, Fix, Place, truth};
use callguide_search::text::Expression;
use callguide_search::text::placeholders::names;

/// Formats `text` as YAML: plain if every parser reads it as the same text, otherwise in double quotes.
pub fn written(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '_' | '/' | '-');
    let begins = text.starts_with(|c: char| c.is_alphanumeric() || c == '/');
    let is_text = plain::resolve(text).is_string() && plain::surprise(text).is_none();
    if begins && is_text && text.trim() == text && text.chars().all(plain) {
        text.to_owned()
    } else {
        Value::from(text).to_string()
    }
}

/// Matches the end of the line above a block.
static BLOCK: Expression = Expression::new(r"(?::|-)[ \t]+[|>][-+0-9]{0,2}(?:[ \t]+#.*)?$");

/// The longest unquoted text, in bytes, that's parsed again to check an edit in it. Text can have many edits, and each
/// one parses it again.
const MAX_PLAIN: usize = 16 * 1024;

impl Document {
    /// Creates an edit of this file.
    pub fn edit(&self, span: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { place: Place { file: self.name.clone(), span }, text: text.into() }
    }

    /// Replaces the text, number, or word at `pointer` with `text`.
    pub fn write(&self, pointer: &str, text: &str) -> Option<Edit> {
        let span = self.one_line(self.spans.get(pointer)?.value.clone())?;
        if self.value.pointer(pointer)?.is_null() || self.as_written(pointer).is_some() {
            return None;
        }
        Some(self.edit(span.clone(), self.as_around(&span, text)))
    }

    /// Renames the key at `pointer`; `None` if the new name is taken.
    pub fn rename(&self, pointer: &str, name: &str) -> Option<Edit> {
        let (parent, _) = pointer.rsplit_once('/')?;
        let taken = self.value.pointer(parent)?.get(name).is_some();
        let span = self.one_line(self.spans.get(pointer)?.key.clone()?).filter(|_| !taken)?;
        Some(self.edit(span.clone(), self.as_around(&span, name)))
    }

    /// Replaces `old`, which is at `place` in the text at `pointer`, with `new`.
    pub fn write_part(&self, pointer: &str, place: &Place, old: &str, new: &str) -> Option<Edit> {
        let whole = self.spans.get(pointer)?.value.clone();
        let source = self.text.get(place.span.clone()).filter(|source| *source == old)?;
        if place.span == whole && !source.starts_with(['"', '\'', '|', '>']) {
            return self.write(pointer, new);
        }
        if whole.start > place.span.start || place.span.end > whole.end || new.contains('\n') {
            return None;
        }
        let new = match self.text[whole.clone()].chars().next()? {
            '"' => {
                let quoted = Value::from(new).to_string();
                quoted[1..quoted.len() - 1].to_owned()
            }
            '\'' => new.replace('\'', "''"),
            '|' | '>' => new.to_owned(),
            _ if whole.len() > MAX_PLAIN => return None,
            _ => {
                let cut = place.span.start - whole.start..place.span.end - whole.start;
                let mut now = self.text[whole.clone()].to_owned();
                now.replace_range(cut, new);
                let text = self.as_written(pointer).or_else(|| self.value.pointer(pointer)?.as_str())?;
                let meant = text.replacen(old, new, 1);
                let reads = self.reads(pointer, &now)?;
                // If the part occurs more than once, there's no telling which one is meant.
                (reads.len() == meant.len()).then(|| new.to_owned())?
            }
        };
        Some(self.edit(place.span.clone(), new))
    }

    /// Returns whether the text at `pointer` is a block: a `|` or `>` after the key, and the text on the lines below.
    pub fn is_block(&self, pointer: &str) -> bool {
        let (before, source) =
            self.text.split_at_checked(self.value_at(pointer).span.start).unwrap_or_default();
        let head = before.trim_end().rsplit('\n').next().unwrap_or("");
        source.starts_with(['|', '>']) || BLOCK.is_match(head)
    }

    /// Puts the value at `pointer` in quotes, which makes it a string with the same characters.
    pub fn quoted(&self, pointer: &str) -> Option<Fix> {
        let span = self.one_line(self.spans.get(pointer)?.value.clone())?;
        let source = &self.text[span.clone()];
        // A value in brackets may really be a list, but a single name in braces can only be a placeholder.
        let name = source.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let placeholder = name.is_some_and(|name| names(source).eq([name]));
        let safe = placeholder || !source.starts_with(['{', '[', '"', '\'']);
        let text = Value::from(source.trim_matches(['"', '\''])).to_string();
        Some(Fix { safe, edits: vec![self.edit(span, text)] })
    }

    /// Returns the boolean that the word at `pointer` means, and the edit that writes it.
    pub fn true_or_false(&self, pointer: &str) -> Option<(&'static str, Option<Fix>)> {
        let text = self.value.pointer(pointer)?.as_str()?.trim().to_lowercase();
        let word = truth(&text)?;
        let span = self.one_line(self.spans.get(pointer)?.value.clone());
        let fix = span.map(|span| Fix { safe: text == word, edits: vec![self.edit(span, word)] });
        Some((word, fix))
    }

    /// Removes the quotes around the number at `pointer`.
    pub fn bare_number(&self, pointer: &str) -> Option<Fix> {
        let span = self.one_line(self.spans.get(pointer)?.value.clone())?;
        let text = self.value.pointer(pointer)?.as_str()?.trim();
        plain::resolve(text).is_number().then(|| Fix::safe([self.edit(span, text)]))
    }

    /// Turns the comma-separated text at `pointer` into a list.
    pub fn listed(&self, pointer: &str) -> Option<Fix> {
        let span = self.one_line(self.spans.get(pointer)?.value.clone())?;
        let parts: Vec<String> =
            self.value.pointer(pointer)?.as_str()?.split(',').map(|part| written(part.trim())).collect();
        Some(Fix::guess([self.edit(span, format!("[{}]", parts.join(", ")))]))
    }

    /// Removes the brackets from a list that contains only the text at `pointer`.
    pub fn without_brackets(&self, pointer: &str) -> Option<Edit> {
        let (list, _) = pointer.rsplit_once('/')?;
        let one = self.value.pointer(list)?.as_array()?.len() == 1;
        let span = self.one_line(self.spans.get(list)?.value.clone()).filter(|_| one)?;
        Some(self.edit(span, &self.text[self.spans.get(pointer)?.value.clone()]))
    }

    /// Removes the entry at `pointer`, including its key and all its lines; `None` if it's the only one in its
    /// list or mapping, which would be left empty.
    pub fn remove(&self, pointer: &str) -> Option<Edit> {
        let (parent, _) = pointer.rsplit_once('/')?;
        let alone = match self.value.pointer(parent)? {
            Value::Array(items) => items.len() < 2,
            Value::Object(entries) => entries.len() < 2,
            _ => true,
        };
        let spans = self.spans.get(pointer).filter(|_| !alone)?;
        let start = spans.key.as_ref().unwrap_or(&spans.value).start;
        let end = spans.value.end.max(spans.key.as_ref().map_or(0, |key| key.end));
        let parent = self.spans.get(parent)?.value.clone();
        if self.text[parent.clone()].starts_with(['{', '[']) {
            return self.remove_between(&parent, start, end);
        }
        self.remove_lines(start, end, spans.key.is_none())
    }

    /// Removes an entry from a bracketed list or mapping, along with its comma.
    fn remove_between(&self, parent: &Range<usize>, start: usize, end: usize) -> Option<Edit> {
        let (before, after) = (&self.text[parent.start + 1..start], &self.text[end..parent.end]);
        let after_blanks = after.trim_start_matches([' ', '\t']);
        // The span of a key without a value doesn't include its colon.
        let (end, after_blanks) = match after_blanks.strip_prefix(':') {
            Some(rest) => (self.text.len().min(parent.end - rest.len()), rest),
            None => (end, after_blanks),
        };
        let rest = after_blanks.trim_start_matches([' ', '\t']);
        if let Some(next) = rest.strip_prefix(',') {
            let next = next.trim_start_matches([' ', '\t']);
            return Some(self.edit(start..parent.end - next.len(), ""));
        }
        let kept = before.trim_end();
        let kept = kept.strip_suffix(',')?;
        Some(self.edit(parent.start + 1 + kept.len()..end, ""))
    }

    /// Removes a block entry: every line that it occupies.
    fn remove_lines(&self, start: usize, end: usize, item: bool) -> Option<Edit> {
        let text = &*self.text;
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let lead = &text[line..start];
        let dash = lead.trim();
        let end = self.line_end(self.trimmed(start, end));
        match (item, dash) {
            (true, "-") | (false, "") => Some(self.edit(line..end, "")),
            // The first key of an item: the next key takes its place after the `- `.
            (false, dashes) if dashes.chars().all(|c| c == '-' || c == ' ') => {
                let next = text[end..].find(|c| c != ' ').map(|at| end + at)?;
                (next - end == lead.len() && !text[next..].starts_with(['#', '\n', '\r', '-']))
                    .then(|| self.edit(start..next, ""))
            }
            _ => None,
        }
    }

    /// Moves the item at `pointer`, with all its lines, above the item at `before` in the same block list.
    pub fn move_above(&self, pointer: &str, before: &str) -> Option<[Edit; 2]> {
        let lines = |pointer: &str| {
            let span = &self.spans.get(pointer).filter(|_| !self.in_brackets(pointer))?.value;
            Some(self.remove_lines(span.start, span.end, true)?.place.span)
        };
        let (own, other) = (lines(pointer)?, lines(before)?);
        let moved = self.text[own.clone()].to_owned();
        moved.ends_with('\n').then(|| [self.edit(other.start..other.start, moved), self.edit(own, "")])
    }

    /// Moves the key at `pointer` out of its mapping and adds it to the parent, after that mapping.
    pub fn move_beside(&self, pointer: &str) -> Option<Vec<Edit>> {
        let (mapping, name) = pointer.rsplit_once('/')?;
        let source = &self.text[self.one_line(self.spans.get(pointer)?.value.clone())?];
        if self.value.pointer(mapping)?.as_object()?.len() == 1 {
            let spans =
                self.spans.get(mapping).filter(|spans| self.one_line(spans.value.clone()).is_some())?;
            return Some(vec![
                self.edit(spans.key.clone()?.start..spans.value.end, format!("{name}: {source}")),
            ]);
        }
        let below = self.add_below(mapping, &format!("{name}: {source}"))?;
        Some(vec![self.remove(pointer)?, below])
    }

    /// Adds items to the bracketed list at `pointer`.
    pub fn add_item(&self, pointer: &str, items: &[&str]) -> Option<Edit> {
        let span = self.one_line(self.spans.get(pointer)?.value.clone())?;
        let source = self.text[span.clone()].strip_suffix(']').filter(|source| source.starts_with('['))?;
        let all: Vec<String> = std::iter::once(source.trim_end().to_owned())
            .chain(items.iter().map(|item| written(item)))
            .collect();
        Some(self.edit(span.clone(), format!("{}]", all.join(", "))))
    }

    /// Returns the end of the line that contains `at`, including its line feed.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |feed| at + feed + 1)
    }

    /// Adds `line` below the entry at `pointer`, at the same indentation; `None` inside brackets.
    pub fn add_below(&self, pointer: &str, line: &str) -> Option<Edit> {
        let spans = self.spans.get(pointer)?;
        let start = spans.key.as_ref().unwrap_or(&spans.value).start;
        if self.in_brackets(pointer) {
            return None;
        }
        let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let lead = &self.text[begin..start];
        let column = if line.starts_with('-') { lead.len() - lead.trim_start().len() } else { lead.len() };
        let indent = " ".repeat(column);
        let end = self.line_end(self.trimmed(start, spans.value.end));
        let feed = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        Some(match self.text[..end].ends_with('\n') {
            true => self.edit(end..end, format!("{indent}{line}{feed}")),
            false => self.edit(end..end, format!("{feed}{indent}{line}")),
        })
    }

    /// Moves lines to the left by `less` columns; `None` if one of them doesn't begin with as many spaces, or if the
    /// lines below them then belong somewhere else.
    pub fn outdent(&self, lines: Range<usize>, less: usize) -> Option<Edit> {
        let blanks = " ".repeat(less);
        let moved = self.text.get(lines.clone())?.split_inclusive('\n');
        let moved = moved.map(|line| line.strip_prefix(&blanks).or(line.trim().is_empty().then_some(line)));
        let moved = moved.collect::<Option<String>>()?;
        let text = [&self.text[..lines.start], &moved, &self.text[lines.end..]].concat();
        let (_, found, stop) = load(&self.name, &text.into());
        (found.is_empty() && stop.is_none()).then(|| self.edit(lines, moved))
    }

    /// Parses `source` as if it were the value at `pointer`; `None` if it isn't a single string.
    fn reads(&self, pointer: &str, source: &str) -> Option<String> {
        let text = if self.in_brackets(pointer) { format!("[{source}]") } else { format!("- {source}") };
        // Whether it parses is all that matters: looking for the slip that keeps it from parsing would take far longer.
        let (document, found, stop) = load(&self.name, &text.into());
        let mut items = document.filter(|_| found.is_empty() && stop.is_none())?.value.as_array()?.clone();
        items.pop().filter(|_| items.is_empty())?.as_str().map(str::to_owned)
    }

    /// Returns whether the value at `pointer` is inside a bracketed list or mapping.
    fn in_brackets(&self, pointer: &str) -> bool {
        let mut around = pointer;
        while let Some((parent, _)) = around.rsplit_once('/') {
            around = parent;
            let span = self.spans.get(around).map(|spans| spans.value.start);
            if span.is_some_and(|start| self.text[start..].starts_with(['{', '['])) {
                return true;
            }
        }
        false
    }

    /// Returns the end of the range, not counting blank lines at its end.
    fn trimmed(&self, start: usize, end: usize) -> usize {
        start + self.text[start..end.max(start)].trim_end().len()
    }

    /// Returns `span` if its value is on one line.
    fn one_line(&self, span: Range<usize>) -> Option<Range<usize>> {
        let text = self.text.get(span.clone())?;
        (!text.is_empty() && !text.contains('\n') && !text.starts_with(['|', '>'])).then_some(span)
    }

    /// Formats `text` with the quotation marks used at `span`, if `text` can be written in them.
    pub fn as_around(&self, span: &Range<usize>, text: &str) -> String {
        match self.text[span.clone()].chars().next() {
            Some('"') => Value::from(text).to_string(),
            Some('\'') if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "''")),
            _ => written(text),
        }
    }
}
