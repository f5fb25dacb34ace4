//! Facts from `site.yaml` and `links.yaml` that text refers to by name: `{organisation.tax_id}`,
//! `{hours.from}`, `{phone.NAME}`.
//!
//! Like snippets, they're filled in right after parsing, so later stages see only the final text.

use std::collections::HashMap;

use serde_json::Value;

use super::document::Document;
use super::kinds::Kind;

/// The prefixes of fact names, and the file that defines each.
pub const HOMES: [(&str, Kind); 3] =
    [("organisation.", Kind::Site), ("hours.", Kind::Site), ("phone.", Kind::Links)];

/// Keys of `organisation` that text may use.
const ORGANISATION: [&str; 4] = ["name", "short_name", "tax_id", "support_email"];

/// Returns the file that defines facts of this name; `None` if it isn't a fact's name.
pub fn home(name: &str) -> Option<Kind> {
    HOMES.into_iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, kind)| kind)
}

/// Returns the facts that a file defines, as `(name, text)`, in the order that help lists them.
pub fn of(kind: Kind, document: &Document) -> Vec<(String, String)> {
    let text = |pointer: &str| document.value.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    let mut facts = Vec::new();
    if kind == Kind::Site {
        for key in ORGANISATION {
            let words = text(&format!("/organisation/{key}"));
            facts.extend(words.map(|words| (format!("organisation.{key}"), words)));
        }
        for (name, key) in [("hours.from", "from"), ("hours.until", "to")] {
            let at = document.value.pointer(&format!("/calling_hours/{key}")).and_then(Value::as_u64);
            facts.extend(at.and_then(hour).map(|words| (name.to_owned(), words)));
        }
    }
    if kind == Kind::Links {
        let phones = document.value.get("phones").and_then(Value::as_object);
        for (name, phone) in phones.into_iter().flatten() {
            facts.extend(as_read(phone).map(|words| (format!("phone.{name}"), words)));
        }
    }
    facts
}

/// Returns all facts defined by these files, by name.
pub fn of_all<'d>(documents: impl Iterator<Item = (Kind, &'d Document)>) -> HashMap<String, String> {
    documents.flat_map(|(kind, document)| of(kind, document)).collect()
}

/// Formats a phone number for use in text: if it has letters, they come first and the digits follow in
/// parentheses.
pub fn as_read(phone: &Value) -> Option<String> {
    let number = phone.get("number")?.as_str()?;
    Some(match phone.get("letters").and_then(Value::as_str) {
        Some(letters) => format!("{letters} ({number})"),
        None => number.to_owned(),
    })
}

/// Formats a whole hour of the day the way people say it.
pub fn hour(hour: u64) -> Option<String> {
    Some(match hour {
        0 | 24 => "midnight".to_owned(),
        12 => "noon".to_owned(),
        1..=11 => format!("{hour}am"),
        13..=23 => format!("{}pm", hour - 12),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    #[test]
    fn hours_are_written_the_way_people_say_them() {
        let said: Vec<String> = [0, 8, 12, 13, 20, 24].into_iter().filter_map(hour).collect();
        assert_eq!(said, ["midnight", "8am", "noon", "1pm", "8pm", "midnight"]);
        assert_eq!(hour(25), None);
    }

    #[test]
    fn a_phone_number_with_letters_shows_both() {
        let text =
            "phones:\n  a: { number: 555-687-3528, letters: 555-OUR-FLAT }\n  b: { number: 555-000-1111 }\n";
        let document = parse(&"links.yaml".into(), &text.into()).0.unwrap();
        let facts = of(Kind::Links, &document);
        let expected = [("phone.a", "555-OUR-FLAT (555-687-3528)"), ("phone.b", "555-000-1111")];
        assert_eq!(facts, expected.map(|(name, words)| (name.to_owned(), words.to_owned())));
    }
}
