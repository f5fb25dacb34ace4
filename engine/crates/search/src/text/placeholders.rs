//! Placeholders such as `{state.name}`: finds them in text, and fills in those that the engine knows.
//!
//! Only declared placeholders exist; there's no other templating.

use std::ops::Range;

use regex::Captures;
use serde_json::Value;

use super::expression::Expression;

/// Matches braces and whatever is between them on one line.
static PLACEHOLDER: Expression = Expression::new(r"\{([^{}\n]*)\}");

/// The volunteer's first name, filled in by the app.
pub const VOLUNTEER: &str = "volunteer.first_name";
/// The voter's name, filled in by the volunteer and never stored.
pub const VOTER: &str = "voter.name";
/// Prefix for the id of a fact that the volunteer notes, which is never stored either.
pub const SAID: &str = "said.";
/// The region's name.
pub const STATE_NAME: &str = "state.name";

/// Returns the placeholders for scripts that a blank such as `[your name]` may mean, the likeliest first; empty if
/// the blank doesn't share a word with any of them.
pub fn meant_by(blank: &str) -> Vec<&'static str> {
    let blank = blank.to_lowercase();
    let words: Vec<&str> = blank.split(|c: char| !c.is_alphanumeric()).collect();
    let shared = |name: &str| name.split(['.', '_']).filter(|part| words.contains(part)).count();
    let mut all: Vec<_> =
        [VOLUNTEER, VOTER, STATE_NAME].into_iter().filter(|name| shared(name) > 0).collect();
    all.sort_by_key(|name| std::cmp::Reverse(shared(name)));
    all
}

/// Returns the names between braces, in order.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    places(text).map(|(_, name)| name)
}

/// Returns the names in order, each with its range, which includes the braces.
pub fn places(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    PLACEHOLDER.captures_iter(text).filter_map(|c| Some((c.get(0)?.range(), c.get(1)?.as_str())))
}

/// Fills in every placeholder that `value` returns text for, and leaves the others as they are.
pub fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    PLACEHOLDER
        .replace_all(text, |c: &Captures<'_>| value(&c[1]).unwrap_or_else(|| c[0].to_owned()))
        .into_owned()
}

/// Formats an attribute's value for use in text; `None` if it isn't text or a number.
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
    fn a_blank_suggests_placeholders_that_share_a_word_with_it() {
        assert_eq!(meant_by("[Voter name]"), [VOTER, VOLUNTEER, STATE_NAME]);
        assert_eq!(meant_by("[your first name]"), [VOLUNTEER, VOTER, STATE_NAME]);
        assert_eq!(meant_by("____"), [""; 0]);
    }

    #[test]
    fn known_placeholders_are_filled_in_and_others_stay() {
        let filled = fill("In {state.name}, {voter.name} {x}", |name| {
            (name == STATE_NAME).then(|| "Alpha".to_owned())
        });
        assert_eq!(filled, "In Alpha, {voter.name} {x}");
        assert_eq!(names("{a} b {c.d}").collect::<Vec<_>>(), ["a", "c.d"]);
    }
}
