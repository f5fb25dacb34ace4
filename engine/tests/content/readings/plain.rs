//! What content means, worked out in the plainest way: for one region, one moment and one path at a time, on the values
//! as they're written.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};

use callguide::readings::Now;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::Value;

use super::written::Written;

/// One region at one moment.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    /// Absent for whoever has chosen no region.
    pub region: Option<&'a Value>,
    /// The main zone's first.
    pub today: Vec<Date>,
}

/// What is shown of a node after the answers given so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    pub id: String,
    pub key: String,
    pub text: String,
    /// Note, words and channel.
    pub scripts: Vec<(Option<String>, String, String)>,
    pub body: Body,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Id, words and node of each answer, and the facts that it asks for.
    Question(Vec<(String, String, String, Vec<String>)>),
    /// Type, title, agreement, and label and words of the note's lines.
    Solution { kind: String, title: String, agreement: bool, note: Vec<(String, String)> },
}

fn zone(name: &str) -> TimeZone {
    TimeZoneDatabase::bundled().get(name).unwrap()
}

/// Names of the zones of a region, or of whoever has chosen none.
pub fn zones(written: &Written, region: Option<&Value>) -> Vec<String> {
    let own = region.and_then(|region| region.get("time_zones")?.as_array());
    match own {
        Some(own) => own.iter().map(|name| name.as_str().unwrap().to_owned()).collect(),
        None => vec![written.zone.unwrap_or("UTC").to_owned()],
    }
}

/// Every region, and last nobody's.
pub fn regions(written: &Written) -> Vec<Option<&Value>> {
    written.states["states"].as_array().unwrap().iter().map(Some).chain([None]).collect()
}

impl<'a> Reader<'a> {
    pub fn new(written: &Written, region: Option<&'a Value>, now: Now) -> Self {
        let today = |name: &String| match now {
            Now::At(instant) => zone(name).to_datetime(instant).date(),
            Now::On(day) => day,
        };
        Self { region, today: zones(written, region).iter().map(today).collect() }
    }

    fn attribute(&self, path: &str) -> Option<&'a Value> {
        path.split('.').try_fold(self.region?, |value, key| value.get(key))
    }

    fn date(&self, path: &Value) -> Option<Date> {
        self.attribute(path.as_str().unwrap())?.as_str()?.parse().ok()
    }

    /// Whether `when`, `from` and `until` beside `of` hold.
    pub fn meets(&self, of: &Value, given: &[String]) -> bool {
        let day = |key: &str| of.get(key).map(|day| day.as_str().unwrap().parse::<Date>().unwrap());
        of.get("when").is_none_or(|when| self.region.is_some() && self.holds(when, given))
            && day("from").is_none_or(|from| self.today[0] >= from)
            && day("until").is_none_or(|until| self.today[0] <= until)
    }

    fn holds(&self, when: &Value, given: &[String]) -> bool {
        when.as_object().unwrap().iter().all(|(key, value)| match key.as_str() {
            "state" => value.as_array().unwrap().contains(&self.region.unwrap()["code"]),
            "has" => self.attribute(value.as_str().unwrap()).is_some(),
            "past" => self.date(value).is_some_and(|date| self.today.iter().all(|today| date < *today)),
            "before" => self.date(value).is_some_and(|date| self.today.iter().all(|today| date > *today)),
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

    /// The words at a text, and the pointers of the cases or parts that they stand in; none where nothing holds.
    pub fn words(
        &self,
        text: &Value,
        at: &str,
        given: &[String],
        between: &str,
        read: &mut Vec<String>,
    ) -> Option<String> {
        let mut parts = Vec::new();
        match text {
            Value::String(text) => parts.push(text.as_str()),
            Value::Array(cases) => {
                let (index, case) = cases.iter().enumerate().find(|(_, case)| self.meets(case, given))?;
                read.push(format!("{at}/{index}"));
                parts.push(case["text"].as_str().unwrap());
            }
            text => {
                for (index, part) in text["parts"].as_array().unwrap().iter().enumerate() {
                    if self.meets(part, given) {
                        read.push(format!("{at}/parts/{index}"));
                        parts.push(part["text"].as_str().unwrap());
                    }
                }
            }
        }
        let words = parts.join(between);
        let name = self.region.map_or("{state.name}", |region| region["name"].as_str().unwrap());
        (!parts.is_empty()).then(|| words.replace("{state.name}", name))
    }

    fn leads(&self, route: &Value, at: &str, given: &[String], read: &mut Vec<String>) -> Option<String> {
        let to = match route {
            Value::Array(cases) => {
                let (index, case) = cases.iter().enumerate().find(|(_, case)| self.meets(case, given))?;
                read.push(format!("{at}/{index}"));
                &case["go"]
            }
            route => route,
        };
        Some(to.as_str().unwrap().to_owned())
    }

    /// The node with which a contact begins.
    pub fn start(&self, tree: &Value, read: &mut Vec<String>) -> Option<String> {
        self.leads(&tree["start"], "/start", &[], read)
    }

    /// The node with this key after these answers; none where a text or a route has no case that fits.
    pub fn shown(&self, tree: &Value, key: &str, given: &[String], read: &mut Vec<String>) -> Option<Shown> {
        let section = if tree["questions"].get(key).is_some() { "questions" } else { "solutions" };
        let node = tree[section].get(key)?;
        let at = format!("/{section}/{key}");
        let text = self.words(&node["text"], &format!("{at}/text"), given, "\n\n", read)?;
        let mut scripts = Vec::new();
        for (index, script) in node["scripts"].as_array().unwrap().iter().enumerate() {
            if !self.meets(script, given) {
                continue;
            }
            let at = format!("{at}/scripts/{index}");
            let note = match script.get("note") {
                Some(note) => Some(self.words(note, &format!("{at}/note"), given, " ", read)?),
                None => None,
            };
            let say = self.words(&script["say"], &format!("{at}/say"), given, "\n\n", read)?;
            let channel = script.get("channel").map_or("any", |channel| channel.as_str().unwrap());
            scripts.push((note, say, channel.to_owned()));
        }
        let mut id = key.to_owned();
        let body = if section == "questions" {
            let mut answers = Vec::new();
            for (index, answer) in node["answers"].as_array().unwrap().iter().enumerate() {
                let (id, text) = (answer["id"].as_str().unwrap(), answer["text"].as_str().unwrap());
                // An answer has been given when its route is taken.
                let mut given = given.to_vec();
                given.push(format!("{key}.{id}"));
                let next = self.leads(&answer["go"], &format!("{at}/answers/{index}/go"), &given, read)?;
                let facts = answer.get("ask_for").and_then(Value::as_array).into_iter().flatten();
                let facts = facts.map(|fact| fact["id"].as_str().unwrap().to_owned()).collect();
                answers.push((id.to_owned(), text.to_owned(), next, facts));
            }
            Body::Question(answers)
        } else {
            if let Some(path) = node.get("id_from") {
                id = self.attribute(path.as_str().unwrap())?.as_str().unwrap().to_owned();
            }
            let mut note = Vec::new();
            for (index, line) in node["note"].as_array().unwrap().iter().enumerate() {
                if self.meets(line, given) {
                    let at = format!("{at}/note/{index}/text");
                    let words = self.words(&line["text"], &at, given, " ", read)?;
                    note.push((line["label"].as_str().unwrap().to_owned(), words));
                }
            }
            Body::Solution {
                kind: node["type"].as_str().unwrap().to_owned(),
                title: self.words(&node["title"], &format!("{at}/title"), given, " ", read)?,
                agreement: node["agreement_required"].as_bool().unwrap(),
                note,
            }
        };
        Some(Shown { id, key: key.to_owned(), text, scripts, body })
    }
}

/// Everything that one reader meets.
#[derive(Debug, Default)]
pub struct Met {
    /// Every path and what is shown at its end; none of it counts where something is wrong.
    pub steps: Vec<(Vec<String>, Shown)>,
    /// Pointers of the cases, parts and scripts that are read.
    pub read: BTreeSet<String>,
    pub wrong: bool,
}

/// Walks every path.
pub fn walk(tree: &Value, reader: &Reader<'_>) -> Met {
    let mut met = Met::default();
    let mut read = Vec::new();
    match reader.start(tree, &mut read) {
        Some(start) => descend(tree, reader, &start, &mut Vec::new(), &mut met),
        None => met.wrong = true,
    }
    met.read.extend(read);
    // Two nodes may not have one id.
    let mut keys: BTreeMap<&str, &str> = BTreeMap::new();
    met.wrong |= met.steps.iter().any(|(_, shown)| *keys.entry(&shown.id).or_insert(&shown.key) != shown.key);
    met
}

fn descend(tree: &Value, reader: &Reader<'_>, key: &str, given: &mut Vec<String>, met: &mut Met) {
    // The same question twice is a circle.
    if given.iter().any(|answer| answer.split('.').next() == Some(key)) {
        met.wrong = true;
    }
    let mut read = Vec::new();
    let shown = if met.wrong { None } else { reader.shown(tree, key, given, &mut read) };
    let Some(shown) = shown else {
        met.wrong = true;
        return;
    };
    met.read.extend(read);
    met.steps.push((given.clone(), shown.clone()));
    if let Body::Question(answers) = shown.body {
        for (id, _, next, _) in answers {
            given.push(format!("{key}.{id}"));
            descend(tree, reader, &next, given, met);
            given.pop();
        }
    }
}

/// When days begin, by zone: looked for once.
static FIRST: LazyLock<Mutex<HashMap<(String, Date), Timestamp>>> = LazyLock::new(Mutex::default);

/// Instants at which something may change: the beginnings of all days that are named, and of the days after, in all
/// zones.
pub fn instants(written: &Written, days: &[&str]) -> Vec<Timestamp> {
    let mut all = Vec::new();
    for region in regions(written) {
        for name in zones(written, region) {
            for day in days {
                let day: Date = day.parse().unwrap();
                for day in [day, day.tomorrow().unwrap()] {
                    let mut known = FIRST.lock().unwrap();
                    let known = known.entry((name.clone(), day));
                    all.push(*known.or_insert_with(|| first(&zone(&name), day)));
                }
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

/// The first instant of a day, or of the next that there is: looked for hour by hour, then closer.
pub fn first(zone: &TimeZone, day: Date) -> Timestamp {
    let reached = |second: i64| zone.to_datetime(Timestamp::from_second(second).unwrap()).date() >= day;
    let middle = day.at(0, 0, 0, 0).to_zoned(TimeZone::UTC).unwrap().timestamp().as_second();
    let mut second = middle - 30 * 3600;
    while !reached(second + 600) {
        second += 600;
    }
    while !reached(second) {
        second += 1;
    }
    Timestamp::from_second(second).unwrap()
}
