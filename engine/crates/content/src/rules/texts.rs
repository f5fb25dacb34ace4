//! The text in all files: which of it people read, and findings about parts of it.

use std::ops::Range;
use std::sync::OnceLock;

use serde_json::Value;

use super::findings::{error, warning};
use crate::content::{Document, Kind, snippets};
use callguide_search::diagnostics::{Diagnostic, Fix, Place};
use callguide_search::text::Expression;
use callguide_search::text::links::{self, BareAddress};

/// A piece of text in a file.
#[derive(Debug, Clone)]
pub(super) struct FileText<'a> {
    pub kind: Kind,
    pub document: &'a Document,
    pub pointer: String,
    /// The text as people read it, with snippets and facts filled in.
    pub read: &'a str,
    /// The text as written in the file, with placeholders.
    pub written: &'a str,
    /// Whether people read the text. Words that volunteers type (`search.yaml`, `checks/`), the lists in style.yaml,
    /// ids, URLs and settings don't count.
    pub for_people: bool,
    addresses: OnceLock<Vec<BareAddress>>,
    words: OnceLock<String>,
}

/// Returns all text in a file, in file order.
pub(super) fn of_document<'a>(kind: Kind, document: &'a Document) -> Vec<FileText<'a>> {
    let text = |(pointer, read): (String, &'a str)| FileText {
        kind,
        document,
        read,
        written: document.as_written(&pointer).unwrap_or(read),
        for_people: snippets::is_read(kind, &pointer),
        pointer,
        addresses: OnceLock::new(),
        words: OnceLock::new(),
    };
    document.strings().into_iter().map(text).collect()
}

/// Whether the text is, or is part of, an FAQ answer or an errand's text about where to send people.
pub(super) fn is_answer(kind: Kind, pointer: &str) -> bool {
    let key = match kind {
        Kind::Faq => "answer",
        Kind::Elsewhere => "text",
        _ => return false,
    };
    pointer.split('/').nth(3) == Some(key) && snippets::is_read(kind, pointer)
}

/// Whether the text is part of a script to say or send.
fn is_spoken(pointer: &str) -> bool {
    pointer.split('/').any(|part| part == "say")
}

/// Whether a voter gets the text at `pointer`, spoken, sent, or copied from the FAQ.
pub(super) fn is_given(kind: Kind, pointer: &str) -> bool {
    snippets::is_read(kind, pointer) && (is_spoken(pointer) || is_answer(kind, pointer))
}

/// How many modes of the agreement to look at for a channel.
const MODES: usize = 10;

impl FileText<'_> {
    pub fn is_answer(&self) -> bool {
        is_answer(self.kind, &self.pointer)
    }

    pub fn is_spoken(&self) -> bool {
        is_spoken(&self.pointer)
    }

    /// Whether people read this text on a screen, where Markdown applies.
    pub fn is_shown(&self) -> bool {
        self.for_people && !self.is_spoken()
    }

    pub fn is_given(&self) -> bool {
        is_given(self.kind, &self.pointer)
    }

    /// The channel of the script that the text belongs to. If some mode of the agreement is written for a channel, one
    /// without a channel is read aloud.
    pub fn channel(&self) -> Option<&str> {
        let at = self.pointer.rfind("/say").filter(|_| self.for_people && self.is_spoken())?;
        let own = self.document.value.pointer(&self.pointer[..at])?.get("channel").and_then(Value::as_str);
        let mode = self.pointer.strip_prefix("/modes/").and_then(|rest| rest.split('/').next());
        own.or_else(|| self.mode_channel(mode?.parse().ok()?))
    }

    fn mode_channel(&self, mode: usize) -> Option<&str> {
        let modes = self.document.value.get("modes")?.as_array()?;
        let channel_at = |mode: usize| {
            let mut scripts = ["/intro", "/body/0", "/closing"].into_iter();
            scripts.find_map(|script| modes.get(mode)?.pointer(script)?.get("channel")?.as_str())
        };
        let others = 0..modes.len().min(MODES);
        channel_at(mode).or_else(|| others.into_iter().find_map(channel_at).map(|_| "voice"))
    }

    /// The text as read, with every address and placeholder blanked out in a way that keeps byte offsets the same.
    pub fn words_alone(&self) -> &str {
        self.words.get_or_init(|| words_alone(self.read, self.addresses()))
    }

    /// The addresses in the text that are linked automatically.
    pub fn addresses(&self) -> &[BareAddress] {
        self.addresses.get_or_init(|| links::bare_addresses(self.read))
    }

    /// The place in the file of `range` in the text as read. The place of words that a placeholder filled in is the
    /// placeholder.
    pub fn part(&self, range: &Range<usize>) -> Place {
        let part = &self.read[range.clone()];
        self.document.part_at(&self.pointer, part, self.read[..range.start].matches(part).count())
    }

    /// The place in the file of `range` in the text as written, or of the whole text if that can't be determined.
    pub fn place(&self, range: &Range<usize>) -> Place {
        let whole = self.document.value_at(&self.pointer);
        let part = self.written.get(range.clone()).filter(|part| !part.is_empty());
        let source = self.document.text.get(whole.span.clone()).unwrap_or("");
        let at = part.and_then(|part| {
            let nth = self.written[..range.start].matches(part).count();
            Some(whole.span.start + source.match_indices(part).nth(nth)?.0)
        });
        at.map_or_else(|| whole.clone(), |at| Place { file: whole.file.clone(), span: at..at + range.len() })
    }

    pub fn error(&self, rule: &'static str, place: Place, message: &str) -> Diagnostic {
        error(rule, self.document, &self.pointer, place, message)
    }

    pub fn warning(&self, rule: &'static str, place: Place, message: &str) -> Diagnostic {
        warning(rule, self.document, &self.pointer, place, message)
    }

    /// A fix that replaces `range` of the text as written with `new`. `None` if other parts of the file would have to
    /// change, too.
    pub fn exchange(&self, range: &Range<usize>, new: &str, safe: bool) -> Option<Fix> {
        let (document, place, old) = (self.document, self.place(range), self.written.get(range.clone())?);
        let edit = match document.is_block(&self.pointer) {
            true if document.text.get(place.span.clone()) != Some(old) || new.contains('\n') => return None,
            true => document.edit(place.span, new),
            false => document.write_part(&self.pointer, &place, old, new)?,
        };
        Some(Fix { safe, edits: vec![edit] })
    }
}

static TARGET: Expression = Expression::new(r"\]\([^()\s]*\)|\{[^{}\n]*\}");

/// Blanks out every address and placeholder in `text` in a way that keeps byte offsets the same.
fn words_alone(text: &str, addresses: &[BareAddress]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let addresses = addresses.iter().map(|address| address.range.clone());
    let blank = TARGET.find_iter(text).map(|hit| hit.range()).chain(addresses);
    blank.for_each(|range| bytes[range].fill(b' '));
    String::from_utf8(bytes).unwrap_or_default()
}

/// Whether two ranges overlap.
pub(super) fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Whether `range` of `text` isn't part of a longer word: a hyphen joins two words into one.
pub(super) fn whole_word(text: &str, range: &Range<usize>) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '@');
    !text[..range.start].ends_with(in_word) && !text[range.end..].starts_with(in_word)
}

/// A match in text as written.
#[derive(Debug, PartialEq)]
pub(super) struct TextHit {
    pub range: Range<usize>,
    pub message: String,
    pub help: String,
    /// The text that was probably meant, each piece with the range to replace.
    pub meant: Vec<(Range<usize>, String)>,
}

impl TextHit {
    pub fn new(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { range, message: message.into(), help: help.into(), meant: Vec::new() }
    }

    /// Suggests replacing `range` with `new`.
    pub fn meant(mut self, range: Range<usize>, new: impl Into<String>) -> Self {
        self.meant.push((range, new.into()));
        self
    }
}

/// The span of the sentence that contains `part` of `text`. A list item counts as a sentence.
pub(super) fn sentence(text: &str, part: &Range<usize>) -> Range<usize> {
    static END: Expression = Expression::new(r#"(?i)[.?!]["'”’)*_]*(?:\s|$)|\n\s*(?:\n|[-*+]\s)"#);
    let start = END.find_iter(&text[..part.start]).last().map_or(0, |end| end.end());
    let end = END.find(&text[part.end..]).map_or(text.len(), |end| part.end + end.end());
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_placeholders_do_not_count_as_words() {
        let text = "email [an email](link:email) to {email} at usa.gov/email or é email";
        let words = words_alone(text, &links::bare_addresses(text));
        assert_eq!(words.len(), text.len());
        assert_eq!(words.matches("email").count(), 3);
    }

    #[test]
    fn a_hyphenated_compound_is_one_word() {
        let text = "e-mail mail mailing mail's";
        let whole: Vec<bool> =
            text.match_indices("mail").map(|(at, hit)| whole_word(text, &(at..at + hit.len()))).collect();
        assert_eq!(whole, [false, true, false, true]);
    }
}
