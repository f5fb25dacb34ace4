//! Computes the meaning of content as plainly as possible: for one region, one moment, and one path at a time, from
//! the values as written. It doesn't share code with the engine.

mod days;
mod paths;
mod places;
mod served;

use std::cell::RefCell;
use std::collections::BTreeSet;

use callguide::readings::Now;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::written::{HANDBOOK, Written};

pub use days::{instants, zones};
pub use paths::{Flaws, Met, Step};
pub use places::{Place, places};

/// One region at one moment.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    written: &'a Written,
    states: Value,
    /// The region; absent if none is chosen.
    pub region: Option<&'a Value>,
    /// Today's date in each of the region's time zones, the main one first.
    pub today: Vec<Date>,
    /// Pointers of the cases, parts, and conditional items read so far.
    pub read: RefCell<BTreeSet<String>>,
}

/// How text is served.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    Markdown,
    /// Text to say or to send.
    Said,
    /// Text on one line.
    Line,
}

/// Returns every region, followed by `None` for the reader without one.
pub fn regions(written: &Written) -> Vec<Option<&Value>> {
    list(&written.states["states"]).map(Some).chain([None]).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Returns the items in a list; empty if there is no list.
fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn in_words(date: Date) -> String {
    const MONTHS: &str =
        "January February March April May June July August September October November December";
    let month = MONTHS.split(' ').nth(usize::from(date.month().unsigned_abs()) - 1).unwrap();
    format!("{month} {}, {}", date.day(), date.year())
}

/// Returns the file of the regions. If it has no scripts, a region's ID rule becomes one.
pub fn with_rule(states: &Value) -> Value {
    let mut states = states.clone();
    let rule = || json!([{ "when": { "has": "id_rule" }, "say": "{state.id_rule}" }]);
    states.as_object_mut().unwrap().entry("scripts").or_insert_with(rule);
    states
}

impl<'a> Reader<'a> {
    pub fn new(written: &'a Written, region: Option<&'a Value>, now: Now) -> Self {
        let today = |name: &String| match now {
            Now::At(instant) => days::zone(name).to_datetime(instant).date(),
            Now::On(day) => day,
        };
        let today = zones(written, region).iter().map(today).collect();
        Self { written, states: with_rule(&written.states), region, today, read: RefCell::default() }
    }

    fn attribute(&self, path: &str) -> Option<&'a Value> {
        path.split('.').try_fold(self.region?, |value, key| value.get(key))
    }

    fn date(&self, path: &Value) -> Option<Date> {
        self.attribute(path.as_str().unwrap())?.as_str()?.parse().ok()
    }

    /// Returns whether the reader meets the `when`, `from`, and `until` of `of`.
    pub fn meets(&self, of: &Value, given: &[String]) -> bool {
        let day = |key: &str| of.get(key).map(|day| day.as_str().unwrap().parse::<Date>().unwrap());
        of.get("when").is_none_or(|when| self.region.is_some() && self.holds(when, given))
            && day("from").is_none_or(|from| self.today[0] >= from)
            && day("until").is_none_or(|until| self.today[0] <= until)
    }

    fn holds(&self, when: &Value, given: &[String]) -> bool {
        when.as_object().unwrap().iter().all(|(key, value)| match key.as_str() {
            "is" => {
                let conditions = &self.written.tree["conditions"];
                let named = &conditions[value.as_str().unwrap()];
                // Nobody meets a condition that doesn't exist, or one that refers to itself.
                let is_endless = || places::is_endless(&json!({ "is": value }), conditions, &[]);
                !named.is_null() && !is_endless() && self.holds(named, given)
            }
            "state" => value.as_array().unwrap().contains(&self.region.unwrap()["code"]),
            "has" => self.attribute(value.as_str().unwrap()).is_some(),
            "past" => self.date(value).is_some_and(|date| self.today.iter().all(|today| date < *today)),
            "before" => self.date(value).is_some_and(|date| self.today.iter().all(|today| date > *today)),
            "answered" if value.get("points_of").is_some() => {
                let points: u64 = given.iter().map(|given| self.points(given, &value["points_of"])).sum();
                points >= value["at_least"].as_u64().unwrap()
            }
            "answered" => {
                let (least, of) = match value {
                    Value::Array(of) => (1, of),
                    value => (value["at_least"].as_u64().unwrap(), value["of"].as_array().unwrap()),
                };
                let of: BTreeSet<&str> = of.iter().map(|answer| answer.as_str().unwrap()).collect();
                of.into_iter().filter(|answer| given.iter().any(|known| known == answer)).count() as u64
                    >= least
            }
            "all" => value.as_array().unwrap().iter().all(|part| self.holds(part, given)),
            "any" => value.as_array().unwrap().iter().any(|part| self.holds(part, given)),
            "not" => !self.holds(value, given),
            path => match value {
                Value::Array(any) => self.attribute(path).is_some_and(|has| any.contains(has)),
                one => self.attribute(path) == Some(one),
            },
        })
    }

    /// Returns the points for a given answer if it answers one of these questions, and 0 otherwise.
    fn points(&self, given: &str, questions: &Value) -> u64 {
        let (question, answer) = given.split_once('.').unwrap();
        if !list(questions).any(|counted| counted == question) {
            return 0;
        }
        let mut answers = list(&self.written.tree["questions"][question]["answers"]);
        answers.find(|own| own["id"] == answer).unwrap()["points"].as_u64().unwrap_or(0)
    }

    /// Returns whether a conditional item is shown; if so, records that it was read.
    fn sees(&self, of: &Value, at: &str, given: &[String]) -> bool {
        let meets = self.meets(of, given);
        if meets {
            self.read.borrow_mut().insert(at.to_owned());
        }
        meets
    }

    /// Returns the value of a placeholder; `None` if it isn't filled in.
    fn value(&self, blank: &str) -> Option<String> {
        let path = blank.strip_prefix("state.")?;
        let mut declared = &self.written.states["attributes"];
        for (depth, key) in path.split('.').enumerate() {
            declared = if depth == 0 { &declared[key] } else { &declared["fields"][key] };
        }
        match self.attribute(path)? {
            Value::String(day) if declared["type"] == "date" => Some(in_words(day.parse().unwrap())),
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Array(words) => Some(words.iter().map(text).collect::<Vec<_>>().join(", ")),
            _ => None,
        }
    }

    fn address(&self, link: &str) -> Option<String> {
        match link.strip_prefix("state.") {
            Some(own) => self.region?.get("links")?.get(own).map(text),
            None => (link == HANDBOOK.0).then(|| HANDBOOK.1.to_owned()),
        }
    }

    /// Returns text with its placeholders filled in and its links written out.
    fn filled(&self, words: &str, form: Form) -> String {
        let (mut out, mut rest) = (String::new(), words);
        while let Some((before, (name, behind))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            out += before;
            out += &self.value(name).unwrap_or_else(|| format!("{{{name}}}"));
            rest = behind;
        }
        let words = out + rest;
        let (mut out, mut rest) = (String::new(), words.as_str());
        while let Some((before, behind)) = rest.split_once("](link:") {
            let (before, label) = before.rsplit_once('[').unwrap();
            let (name, behind) = behind.split_once(')').unwrap();
            out += before;
            out += &match (self.address(name), form) {
                (None, _) => label.to_owned(),
                (Some(address), Form::Markdown) => format!("[{label}](<{address}>)"),
                (Some(address), _) => format!("{label} ({address})"),
            };
            rest = behind;
        }
        out + rest
    }

    /// Returns the text that the reader gets; `None` if no case applies.
    fn words(&self, text: &Value, at: &str, given: &[String], form: Form) -> Option<String> {
        let parts: Vec<&Value> = match text {
            Value::String(_) => vec![text],
            Value::Array(cases) => {
                let (index, case) = cases.iter().enumerate().find(|(_, case)| self.meets(case, given))?;
                self.sees(case, &format!("{at}/{index}"), given);
                vec![&case["text"]]
            }
            text => {
                let parts = list(&text["parts"]).enumerate();
                let held =
                    parts.filter(|(index, part)| self.sees(part, &format!("{at}/parts/{index}"), given));
                held.map(|(_, part)| &part["text"]).collect()
            }
        };
        let between = if form == Form::Line { " " } else { "\n\n" };
        let words: Vec<&str> = parts.iter().map(|part| part.as_str().unwrap().trim_end()).collect();
        (!words.is_empty()).then(|| self.filled(&words.join(between), form))
    }

    /// Like `words`, but if no case applies, records a flaw and returns an empty string.
    fn need(&self, text: &Value, at: &str, given: &[String], form: Form, flaws: &mut Flaws) -> String {
        self.words(text, at, given, form).unwrap_or_else(|| {
            flaws.insert(format!("no case {at}"));
            String::new()
        })
    }

    /// Returns the scripts of the item at `at`.
    fn scripts(&self, of: &Value, at: &str, given: &[String], flaws: &mut Flaws) -> Vec<Value> {
        let mut scripts = Vec::new();
        for (index, script) in list(&of["scripts"]).enumerate() {
            let at = format!("{at}/scripts/{index}");
            if self.sees(script, &at, given) {
                let say = self.need(&script["say"], &format!("{at}/say"), given, Form::Said, flaws);
                let channel = script.get("channel").cloned().unwrap_or(json!("any"));
                let mut served = json!({ "say": say, "channel": channel });
                if let Some(note) = script.get("note") {
                    served["note"] = json!(self.need(note, &format!("{at}/note"), given, Form::Line, flaws));
                }
                scripts.push(served);
            }
        }
        scripts
    }
}
