//! Parses the text of a file into a value and records the span of everything in it.
//!
//! A loop with its own stack turns parser events into a JSON value, so nesting doesn't use the call stack. Only
//! a plain subset of YAML is accepted: no anchors, aliases, tags, merge keys, or multiple documents. Size,
//! depth and node count are limited, which bounds the work.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{ErrorKind, Event, Options, Parser, ScalarStyle, Span};
use serde_json::{Map, Value};

use super::document::{Document, Spans, child, item};
use super::plain;
use super::slips::Mistake;
use callguide_search::diagnostics::{Diagnostic, Edit, Fix, Place, Related, shown};

/// Size limit for a file, in bytes. The shipped files are a few tens of kilobytes each.
pub const MAX_BYTES: usize = 16 << 20;
/// How deep lists and mappings may be nested. The shipped files go nine deep.
pub const MAX_DEPTH: usize = 40;
/// How many keys and values a file may have. An FAQ with ten thousand entries has a third of that.
pub const MAX_NODES: usize = 400_000;

/// Help for a file that is nested too deeply.
pub(super) const FLAT: &str =
    "remove spaces or `- ` from the lines that are too deep, or restore the earlier version of the file";

/// Where the parser stopped, and why.
pub(super) type Stop = (usize, ErrorKind);

/// Parses as much of `text` as possible. The document is `Some` if the parser reached the end; diagnostics may
/// come with it or instead of it.
pub(super) fn load(name: &Arc<str>, text: &Arc<str>) -> (Option<Document>, Vec<Diagnostic>, Option<Stop>) {
    let mut loader = YamlReader {
        name,
        text,
        found: Vec::new(),
        spans: HashMap::new(),
        stack: Vec::new(),
        root: None,
        nodes: 0,
        documents: 0,
        stop: None,
    };
    let complete = loader.run();
    let YamlReader { found, spans, root, stop, .. } = loader;
    let document = root.filter(|_| complete).map(|value| Document {
        name: name.clone(),
        text: text.clone(),
        value,
        spans,
        written: HashMap::new(),
        comments: if text.contains("lint") { comments(text) } else { Vec::new() },
    });
    (document, found, stop)
}

/// A list or mapping that is being read.
enum OpenNode {
    List { pointer: String, start: usize, items: Vec<Value> },
    Mapping { pointer: String, start: usize, entries: Map<String, Value>, key: NextKey },
}

/// What a mapping expects next.
enum NextKey {
    Next,
    /// The value of this key; the range is the key's span.
    Value(String, Range<usize>),
    /// A value without a usable key, which is read and dropped.
    Dropped,
}

struct YamlReader<'a> {
    name: &'a Arc<str>,
    text: &'a Arc<str>,
    found: Vec<Diagnostic>,
    spans: HashMap<String, Spans>,
    stack: Vec<OpenNode>,
    root: Option<Value>,
    nodes: usize,
    documents: usize,
    stop: Option<Stop>,
}

impl YamlReader<'_> {
    /// Parses to the end; returns false if the rest of the file couldn't be parsed.
    fn run(&mut self) -> bool {
        let text = self.text.clone();
        let mut options = Options::default();
        options.emit_comments = false;
        options.emit_unresolved_aliases = true;
        for next in Parser::new_from_str_with_options(&text, options) {
            let (event, span) = match next {
                Ok(next) => next,
                Err(error) => {
                    let at = error.marker().byte_offset().unwrap_or(0);
                    self.stop = Some((at.min(text.len()), error.kind().clone()));
                    return false;
                }
            };
            if !self.event(event, &span) {
                return false;
            }
        }
        true
    }

    fn event(&mut self, event: Event<'_>, span: &Span) -> bool {
        let range = span.byte_range().unwrap_or(0..0);
        if let Some(Mistake { span, message, help }) = plain::refuse(self.text, &event, &range) {
            self.error("yaml-extras", span, message).help = Some(help);
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    self.error(
                        "yaml-extras",
                        range,
                        "`---` begins a second document here; a file can have only one",
                    )
                    .help = Some("remove the line, or move what follows it into its own file".to_owned());
                    return false;
                }
            }
            Event::Scalar(text, style, _, _) => {
                let value = self.scalar(&text, style, &range);
                return self.value(value, &text, range);
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                // Read it as text. It has just been reported, and other errors at the same place are dropped.
                let source = self.text.get(range.clone()).unwrap_or("").to_owned();
                return self.value(Value::String(source.clone()), &source, range);
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let list = matches!(event, Event::SequenceStart(..));
                return self.open(list, range);
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(&range),
            _ => {}
        }
        true
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, range: &Range<usize>) -> Value {
        if style != ScalarStyle::Plain {
            return Value::String(text.to_owned());
        }
        let value = plain::resolve(text);
        if let Some(surprise) = plain::surprise(text) {
            let place = self.place(range.clone());
            let quoted = Edit { place: place.clone(), text: format!("\"{text}\"") };
            let is_text = value.is_string(); // Quotes don't change its meaning.
            // People who leave out quotes do so on the whole line.
            let above = self.found.last_mut().filter(|last| {
                last.rule == "surprising-value" && !self.text[last.place.span.end..range.start].contains('\n')
            });
            if let Some(Diagnostic { related, fix: Some(fix), .. }) = above {
                fix.edits.push(quoted);
                fix.safe &= is_text;
                related.push(Related { place, message: "here, too".to_owned() });
                return value;
            }
            let message = format!("{text} without quotes can be read as {surprise}");
            self.found.push(
                Diagnostic::warning("surprising-value", place, message)
                    .help(format!("write \"{text}\", with quotes"))
                    .fix(Fix { safe: is_text, edits: vec![quoted] }),
            );
        }
        value
    }

    /// Handles a finished scalar: a key, a value of a mapping, a list item, or the root.
    fn value(&mut self, value: Value, text: &str, range: Range<usize>) -> bool {
        if !self.count(&range) {
            return false;
        }
        let mut range = range;
        if range.is_empty()
            && let Some(OpenNode::Mapping { key: NextKey::Value(_, key), .. }) = self.stack.last()
        {
            // A key without a value, or block text without lines: point to the key.
            range = key.clone();
        }
        if let Some(OpenNode::Mapping { pointer, entries, key, .. }) = self.stack.last_mut()
            && matches!(key, NextKey::Next)
        {
            let at = child(pointer, text);
            if text == "<<" {
                *key = NextKey::Dropped;
                self.error(
                    "yaml-extras",
                    range,
                    "`<<` takes keys from elsewhere (a merge), which content doesn't support",
                )
                .help = Some("write out the keys".to_owned());
            } else if entries.contains_key(text) {
                *key = NextKey::Dropped;
                let help = match entries[text] {
                    Value::Array(_) | Value::String(_) => {
                        "if both are right, combine them under one key, or rename one if you chose the name yourself, as with a link; otherwise, delete the wrong one"
                    }
                    _ => {
                        "compare the two: if they're the same thing, delete the wrong one; if they're different, such as two questions, rename the new one, here and wherever it's used"
                    }
                };
                let first = self.spans.get(&at).and_then(|spans| spans.key.clone()).unwrap_or(0..0);
                let message =
                    format!("the key {} appears here a second time; only one would be used", shown(text));
                let duplicate = Diagnostic::error("duplicate-key", self.place(range), message);
                self.found.push(duplicate.related(self.place(first), "the first one").help(help));
            } else {
                *key = NextKey::Value(text.to_owned(), range);
            }
            return true;
        }
        self.finish(value, range);
        true
    }

    fn open(&mut self, list: bool, range: Range<usize>) -> bool {
        if !self.count(&range) {
            return false;
        }
        if self.stack.len() >= MAX_DEPTH {
            self.error(
                "yaml-bounds",
                range,
                format!("lists and keys are nested more than {MAX_DEPTH} levels deep"),
            )
            .help = Some(FLAT.to_owned());
            return false;
        }
        if let Some(OpenNode::Mapping { key: NextKey::Next, .. }) = self.stack.last() {
            let why = "a key has to be a word, not a list or a mapping";
            self.stop = Some((range.start, ErrorKind::Custom(why.to_owned())));
            return false;
        }
        let pointer = self.next_pointer();
        let start = range.start;
        self.stack.push(if list {
            OpenNode::List { pointer, start, items: Vec::new() }
        } else {
            OpenNode::Mapping { pointer, start, entries: Map::new(), key: NextKey::Next }
        });
        true
    }

    fn close(&mut self, range: &Range<usize>) {
        let (value, start) = match self.stack.pop() {
            Some(OpenNode::List { items, start, .. }) => (Value::Array(items), start),
            Some(OpenNode::Mapping { entries, start, .. }) => (Value::Object(entries), start),
            None => return,
        };
        let end = self.trimmed_end(start, range.end);
        self.finish(value, start..end);
    }

    /// A block's span ends with its last line, not where the next key begins.
    fn trimmed_end(&self, start: usize, end: usize) -> usize {
        self.text.get(start..end).map_or(end, |block| start + block.trim_end().len()).max(start)
    }

    /// Stores a finished value in its parent.
    fn finish(&mut self, value: Value, range: Range<usize>) {
        let pointer = self.next_pointer();
        match self.stack.last_mut() {
            None => {
                self.spans.insert(String::new(), Spans { key: None, value: range });
                self.root = Some(value);
            }
            Some(OpenNode::List { items, .. }) => {
                items.push(value);
                self.spans.insert(pointer, Spans { key: None, value: range });
            }
            Some(OpenNode::Mapping { entries, key, .. }) => {
                if let NextKey::Value(name, key_range) = std::mem::replace(key, NextKey::Next) {
                    entries.insert(name, value);
                    self.spans.insert(pointer, Spans { key: Some(key_range), value: range });
                }
            }
        }
    }

    /// Returns the pointer of the next value.
    fn next_pointer(&self) -> String {
        match self.stack.last() {
            None => String::new(),
            Some(OpenNode::List { pointer, items, .. }) => item(pointer, items.len()),
            Some(OpenNode::Mapping { pointer, key, .. }) => match key {
                NextKey::Value(name, _) => child(pointer, name),
                // Dropped values get a pointer that no lookup uses.
                NextKey::Next | NextKey::Dropped => format!("{pointer}/\u{0}"),
            },
        }
    }

    fn count(&mut self, range: &Range<usize>) -> bool {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            self.error("yaml-bounds", range.clone(), format!("the file has more than {MAX_NODES} values"))
                .help =
                Some("split it into several files, or restore the earlier version of the file".to_owned());
            return false;
        }
        true
    }

    fn place(&self, span: Range<usize>) -> Place {
        Place { file: self.name.clone(), span }
    }

    fn error(
        &mut self,
        rule: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let place = self.place(span);
        self.found.push(Diagnostic::error(rule, place, message));
        self.found.last_mut().expect("just pushed")
    }
}

/// Returns every comment in `text`, from its `#` to the end of the line, in order. A `#` inside a value doesn't
/// count. If the parser hits an error, returns the comments before it.
fn comments(text: &str) -> Vec<Range<usize>> {
    let mut options = Options::default();
    options.emit_comments = true;
    let mut out = Vec::new();
    for (event, span) in Parser::new_from_str_with_options(text, options).map_while(Result::ok) {
        if let (Event::Comment(..), Some(range)) = (event, span.byte_range()) {
            out.push(range);
        }
    }
    out.sort_by_key(|range| range.start);
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::parse::parse;
    use super::*;

    fn read(text: &str) -> (Option<Value>, Vec<String>) {
        let (document, found) = parse(&"a.yaml".into(), &text.into());
        (
            document.map(|d| d.value),
            found.into_iter().map(|d| format!("{} {:?}", d.rule, d.place.span)).collect(),
        )
    }

    #[test]
    fn every_key_and_value_keeps_its_span() {
        let text = "a:\n  - b: x\n    c: \"y\"\n";
        let (document, found) = parse(&"a.yaml".into(), &text.into());
        let document = document.unwrap();
        assert!(found.is_empty());
        assert_eq!(document.value, json!({"a": [{"b": "x", "c": "y"}]}));
        assert_eq!(&text[document.value_at("/a/0/c").span], "\"y\"");
        assert_eq!(&text[document.key_at("/a/0/b").span], "b");
        assert_eq!(&text[document.value_at("/a/0/zzz").span], "b: x\n    c: \"y\"");
    }

    #[test]
    fn a_duplicate_key_is_reported_and_keeps_the_first_value() {
        let (value, found) = read("a: 1\nb: {c: 2}\na: {d: 3}\n");
        assert_eq!(value, Some(json!({"a": 1, "b": {"c": 2}})));
        assert_eq!(found, ["duplicate-key 15..16"]);
    }

    #[test]
    fn anchors_tags_merges_and_multiple_documents_are_rejected() {
        for text in ["a: &x 1\n", "a: *x\n", "a: !!str 1\n", "<<: {a: 1}\n", "a: 1\n---\nb: 2\n"] {
            let (_, found) = read(text);
            assert!(found[0].starts_with("yaml-extras"), "{text}: {found:?}");
        }
    }

    #[test]
    fn nesting_depth_and_node_count_are_limited() {
        let deep = "- ".repeat(20_000);
        assert!(read(&deep).1[0].starts_with("yaml-"));
        let wide = "[".repeat(100_000);
        assert!(read(&wide).1[0].starts_with("yaml-"));
    }

    #[test]
    fn a_hash_inside_a_text_is_not_a_comment() {
        let text = "# one\na: x # two\nb: |\n  # no\n  text # no\nc: 'q # no' # three\nd: no#no\ne: [a, # four\n  b]\nf: | # five\n  # no\n# six\n";
        let found: Vec<&str> = comments(text).into_iter().map(|range| text[range].trim_end()).collect();
        assert_eq!(found, ["# one", "# two", "# three", "# four", "# five", "# six"]);
    }
}
