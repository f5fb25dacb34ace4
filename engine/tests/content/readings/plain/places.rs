//! Everything that isn't the same for everyone, from the file's perspective: which readers meet each option's
//! condition, and which of them get it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Reader;

/// A list of cases or parts, or a conditional item.
#[derive(Debug)]
pub struct Place<'a> {
    pub at: String,
    /// The options, with their pointers.
    pub options: Vec<(String, &'a Value)>,
    is_cases: bool,
    /// The conditional items that contain it.
    pub within: Vec<&'a Value>,
}

/// The keys of text and routes.
const LISTED: [&str; 6] = ["text", "title", "note", "say", "answer", "go"];

/// Collects every place in a file that's different for different readers: its text, its route, or whether it's shown.
pub fn places<'a>(value: &'a Value, at: &str, within: &[&'a Value], out: &mut Vec<Place<'a>>) {
    let mut put = |at: &str, list: &str, options: &'a [Value], is_cases: bool| {
        let options =
            options.iter().enumerate().map(|(index, one)| (format!("{list}/{index}"), one)).collect();
        out.push(Place { at: at.to_owned(), options, is_cases, within: within.to_vec() });
    };
    let key = at.rsplit('/').next().unwrap();
    match value {
        Value::Object(text) if text.contains_key("parts") => {
            put(at, &format!("{at}/parts"), text["parts"].as_array().unwrap(), false);
        }
        // A solution's note is a list of lines.
        Value::Array(cases)
            if !cases.is_empty()
                && (LISTED.contains(&key) || at == "/start")
                && cases.iter().all(|c| c.get("label").is_none()) =>
        {
            put(at, at, cases, true);
        }
        Value::Array(all) => {
            all.iter()
                .enumerate()
                .for_each(|(index, one)| places(one, &format!("{at}/{index}"), within, out));
        }
        Value::Object(of) => {
            let mut within = within.to_vec();
            if ["when", "from", "until"].into_iter().any(|key| of.contains_key(key)) {
                let options = vec![(at.to_owned(), value)];
                out.push(Place { at: at.to_owned(), options, is_cases: false, within: within.clone() });
                within.push(value);
            }
            let inside = of.iter().filter(|(key, _)| *key != "when" && *key != "states");
            inside.for_each(|(key, value)| places(value, &format!("{at}/{key}"), &within, out));
        }
        _ => {}
    }
}

impl Place<'_> {
    /// Returns whether it depends on earlier answers, directly or through one of the named `conditions`.
    pub fn asks(&self, conditions: &Value) -> bool {
        self.options.iter().any(|(_, option)| asks(&option["when"], conditions))
    }

    /// For a reader and these histories, returns the pointers of the options that fit after any of them, the pointers
    /// of the options that are used, and whether any history leaves no option.
    pub fn taken(
        &self,
        reader: &Reader<'_>,
        histories: &[Vec<String>],
    ) -> (BTreeSet<&str>, BTreeSet<&str>, bool) {
        let (mut fits, mut takes, mut left) = (BTreeSet::new(), BTreeSet::new(), false);
        for given in histories {
            let held = || self.options.iter().filter(|(_, option)| reader.meets(option, given));
            let most = if self.is_cases { 1 } else { usize::MAX };
            fits.extend(held().map(|(at, _)| at.as_str()));
            takes.extend(held().take(most).map(|(at, _)| at.as_str()));
            left |= held().next().is_none();
        }
        (fits, takes, left)
    }
}

fn asks(when: &Value, conditions: &Value) -> bool {
    match when {
        Value::Object(words) => words.iter().any(|(word, value)| match word.as_str() {
            "answered" => true,
            "is" => {
                !is_endless(&json!({ "is": value }), conditions, &[])
                    && asks(&conditions[value.as_str().unwrap()], conditions)
            }
            _ => asks(value, conditions),
        }),
        Value::Array(parts) => parts.iter().any(|part| asks(part, conditions)),
        _ => false,
    }
}

/// Returns whether one of its named conditions refers to itself, or to one that does; `names` is the chain that led
/// here.
pub fn is_endless(when: &Value, conditions: &Value, names: &[&str]) -> bool {
    match when {
        Value::Object(words) => words.iter().any(|(word, value)| match (word.as_str(), value.as_str()) {
            ("is", Some(name)) => {
                names.contains(&name) || is_endless(&conditions[name], conditions, &[names, &[name]].concat())
            }
            _ => is_endless(value, conditions, names),
        }),
        Value::Array(parts) => parts.iter().any(|part| is_endless(part, conditions, names)),
        _ => false,
    }
}
