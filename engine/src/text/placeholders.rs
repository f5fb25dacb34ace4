//! `{state.name}` and its like: finding them in a text, and filling those that the engine knows.
//!
//! Declared placeholders only; there is no templating beyond them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

/// Braces and what looks like a name between them.
static PLACEHOLDER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{([^{}\n]*)\}").expect("a constant pattern"));

/// The volunteer's first name; the app fills it.
pub const VOLUNTEER: &str = "volunteer.first_name";
/// The voter's name; the volunteer fills it, and nothing stores it.
pub const VOTER: &str = "voter.name";
/// What stands before the id of a fact that the volunteer notes; nothing stores it either.
pub const SAID: &str = "said.";
/// The region's name.
pub const STATE_NAME: &str = "state.name";

/// The placeholders of words to say that a blank such as `[your name]` may stand for, the likeliest first; none where it
/// has no word in common with any.
pub fn meant_by(blank: &str) -> Vec<&'static str> {
    let blank = blank.to_lowercase();
    let words: Vec<&str> = blank.split(|c: char| !c.is_alphanumeric()).collect();
    let shared = |name: &str| name.split(['.', '_']).filter(|part| words.contains(part)).count();
    let mut all: Vec<_> =
        [VOLUNTEER, VOTER, STATE_NAME].into_iter().filter(|name| shared(name) > 0).collect();
    all.sort_by_key(|name| std::cmp::Reverse(shared(name)));
    all
}

/// The names between braces, in order.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    places(text).map(|(_, name)| name)
}

/// The same, each with where it stands, with its braces.
pub fn places(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    PLACEHOLDER.captures_iter(text).filter_map(|c| Some((c.get(0)?.range(), c.get(1)?.as_str())))
}

/// Fills every placeholder for which `value` has something; leaves the others as they stand.
pub fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    PLACEHOLDER
        .replace_all(text, |c: &Captures<'_>| value(&c[1]).unwrap_or_else(|| c[0].to_owned()))
        .into_owned()
}

/// An attribute's value as it reads in a text; `None` for what is no word or number.
pub fn readable(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            items.iter().map(readable).collect::<Option<Vec<_>>>().map(|words| words.join(", "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_stands_for_what_it_shares_a_word_with() {
        assert_eq!(meant_by("[Voter name]"), [VOTER, VOLUNTEER, STATE_NAME]);
        assert_eq!(meant_by("[your first name]"), [VOLUNTEER, VOTER, STATE_NAME]);
        assert_eq!(meant_by("____"), [""; 0]);
    }

    #[test]
    fn fills_what_is_known_and_leaves_the_rest() {
        let filled = fill("In {state.name}, {voter.name} {x}", |name| {
            (name == STATE_NAME).then(|| "Alpha".to_owned())
        });
        assert_eq!(filled, "In Alpha, {voter.name} {x}");
        assert_eq!(names("{a} b {c.d}").collect::<Vec<_>>(), ["a", "c.d"]);
    }
}
