//! The days that content names where something begins or ends, as they are said.

use serde_json::Value;

use super::calendar::in_words;
use super::dates::day;
use super::readers::Readers;
use crate::content::Draft;
use crate::content::conditions::CONDITIONS;
use crate::content::model::State;

/// When something is there, as its file says it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SaidDays {
    /// `from October 5, 2026`, `past registration_deadline`.
    pub words: Vec<String>,
    /// Whether a day of it is today or later for someone.
    pub to_come: bool,
}

/// The days that a value of a file of `draft` names itself, and not what is in it: its own, and those of its condition, names
/// of conditions looked up.
pub fn said_days(value: &Value, draft: &Draft, readers: &Readers) -> SaidDays {
    let mut said = SaidDays::default();
    for key in ["from", "until"] {
        if let Some(own) = value.get(key).and_then(day) {
            said.words.push(format!("{key} {}", in_words(own)));
            said.to_come |= (0..=readers.general()).any(|region| !readers.is_over(region, own));
        }
    }
    if let Some(when) = value.get("when") {
        compared(when, draft, readers, &mut Vec::new(), &mut said);
    }
    said
}

/// What a condition compares with today. `names` are those that it stands behind.
fn compared<'v>(
    when: &'v Value,
    draft: &'v Draft,
    readers: &Readers,
    names: &mut Vec<&'v str>,
    said: &mut SaidDays,
) {
    match when {
        Value::Object(parts) => {
            for (key, part) in parts {
                match (key.as_str(), part.as_str()) {
                    ("past" | "before", Some(path)) => {
                        said.words.push(format!("{key} {path}"));
                        let own = |state: &State| day(state.attribute(path)?);
                        let mut own = draft
                            .regions
                            .iter()
                            .enumerate()
                            .filter_map(|(at, state)| Some((at, own(state)?)));
                        said.to_come |= own.any(|(region, own)| !readers.is_over(region, own));
                    }
                    ("is", Some(name)) if !names.contains(&name) => {
                        let named =
                            draft.tree.as_ref().and_then(|tree| tree.document.value.pointer(CONDITIONS));
                        if let Some(when) = named.and_then(|named| named.get(name)) {
                            names.push(name);
                            compared(when, draft, readers, names, said);
                            names.pop();
                        }
                    }
                    _ => compared(part, draft, readers, names, said),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| compared(part, draft, readers, names, said)),
        _ => {}
    }
}
