//! The days on which something in content begins or ends, in words.

use serde_json::Value;

use super::calendar::in_words;
use super::dates::{date, day};
use super::readers::Readers;
use crate::content::Draft;

/// When something is shown, in the words of its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SaidDays {
    /// `from October 5, 2026`, `past registration_deadline`.
    pub words: Vec<String>,
    /// Whether any of these days is today or later for someone.
    pub to_come: bool,
}

/// The days that a value in a file of `draft` names directly: its own and its condition's, but not those of values
/// inside it.
pub fn said_days(value: &Value, draft: &Draft, readers: &Readers) -> SaidDays {
    let mut said = SaidDays::default();
    for key in ["from", "until"] {
        if let Some(own) = value.get(key).and_then(day) {
            said.words.push(format!("{key} {}", in_words(own)));
            said.to_come |= (0..=readers.general()).any(|region| !readers.is_over(region, own));
        }
    }
    if let Some(when) = value.get("when") {
        compared(when, draft, readers, &mut said);
    }
    said
}

/// Adds what a condition compares with today.
fn compared(when: &Value, draft: &Draft, readers: &Readers, said: &mut SaidDays) {
    match when {
        Value::Object(parts) => {
            for (key, part) in parts {
                match (key.as_str(), part.as_str()) {
                    ("past" | "before", Some(path)) => {
                        said.words.push(format!("{key} {path}"));
                        let mut regions = draft.regions.iter().enumerate();
                        said.to_come |= regions.any(|(region, state)| {
                            date(state, path).is_some_and(|day| !readers.is_over(region, day))
                        });
                    }
                    ("is", Some(name)) => {
                        let named = draft.conditions.written(name).into_iter();
                        named.for_each(|when| compared(when, draft, readers, said));
                    }
                    _ => compared(part, draft, readers, said),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| compared(part, draft, readers, said)),
        _ => {}
    }
}
