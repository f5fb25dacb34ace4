//! The texts that people read, apart from ids, addresses and settings.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::Context;
use crate::content::{Document, Kind, snippets};
use crate::text::autolink;

/// A text that someone reads or hears.
#[derive(Debug, Clone)]
pub(super) struct Prose<'a> {
    pub kind: Kind,
    pub document: &'a Document,
    pub pointer: String,
    pub text: &'a str,
}

/// Every such text, in the files' order. What voters type (`search.yaml`, `checks/`) and what the
/// style itself lists is none of them.
pub(super) fn prose<'c, 'a>(context: &'c Context<'a>) -> &'c [Prose<'a>] {
    context.prose.get_or_init(|| {
        let mut out = Vec::new();
        for (kind, document) in context.documents() {
            let read = context.strings(document).filter(|(pointer, _)| snippets::is_read(kind, pointer));
            out.extend(read.map(|(pointer, text)| Prose {
                kind,
                document,
                pointer: pointer.to_owned(),
                text,
            }));
        }
        out
    })
}

/// Whether a text is, or is part of, an answer of the FAQ, or says where to send people for an errand.
pub(super) fn is_answer(kind: Kind, pointer: &str) -> bool {
    let read = snippets::is_read(kind, pointer);
    let key = match kind {
        Kind::Faq => "answer",
        Kind::Elsewhere => "text",
        _ => return false,
    };
    read && pointer.split('/').nth(3) == Some(key)
}

impl Prose<'_> {
    /// Whether these are words to say or send.
    pub(super) fn spoken(&self) -> bool {
        self.pointer.split('/').any(|part| part == "say")
    }

    /// Whether a voter gets these words: said, sent, or copied from the FAQ.
    pub(super) fn given(&self) -> bool {
        self.spoken() || is_answer(self.kind, &self.pointer)
    }

    /// Whether these words are about a fact that is asked for.
    pub(super) fn asks_for_fact(&self) -> bool {
        self.pointer.split('/').any(|part| part == "ask_for")
    }

    /// The script that these words are of.
    pub(super) fn script(&self) -> Option<&Value> {
        let at = self.pointer.rfind("/say").filter(|_| self.spoken())?;
        self.document.value.pointer(&self.pointer[..at])
    }
}

static TARGET: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\]\([^()\s]*\)|\{[^{}\n]*\}").expect("a constant pattern"));

/// `text` with every address and every placeholder blanked out, each byte in its place.
pub(super) fn words_alone(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut blank = |range: Range<usize>| bytes[range].fill(b' ');
    TARGET.find_iter(text).for_each(|hit| blank(hit.range()));
    for address in autolink::addresses(text) {
        blank(address.range);
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Whether `range` of `text` is no part of a longer word: a hyphen makes one word of two.
pub(super) fn whole_word(text: &str, range: &Range<usize>) -> bool {
    let part_of_word =
        |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '@'));
    !part_of_word(text[..range.start].chars().next_back()) && !part_of_word(text[range.end..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_placeholders_are_no_words() {
        let text = "email [an email](link:email) to {email} at usa.gov/email or é email";
        let words = words_alone(text);
        assert_eq!(words.len(), text.len());
        assert_eq!(words.matches("email").count(), 3);
    }

    #[test]
    fn a_hyphen_makes_one_word() {
        let text = "e-mail mail mailing mail's";
        let whole: Vec<bool> =
            text.match_indices("mail").map(|(at, hit)| whole_word(text, &(at..at + hit.len()))).collect();
        assert_eq!(whole, [false, true, false, true]);
    }
}
