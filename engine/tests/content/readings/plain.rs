//! What content means, worked out in the plainest way: for one region, one moment and one path at a time, on the values
//! as they're written. It shares no code with the engine.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};

use callguide::readings::Now;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::{Value, json};

use super::written::{HANDBOOK, Written};

/// One region at one moment.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    written: &'a Written,
    states: Value,
    /// Absent for whoever has chosen no region.
    pub region: Option<&'a Value>,
    /// The main zone's first.
    pub today: Vec<Date>,
    /// Pointers of the cases, parts and what is there or not, of all that it was asked to read.
    pub read: RefCell<BTreeSet<String>>,
}

/// How words are served.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    Markdown,
    /// To say or to send.
    Said,
    /// In one line.
    Line,
}

fn zone(name: &str) -> TimeZone {
    TimeZoneDatabase::bundled().get(name).unwrap()
}

/// Names of the zones of a region, or of whoever has chosen none.
pub fn zones(written: &Written, region: Option<&Value>) -> Vec<String> {
    let own = region.and_then(|region| region.get("time_zones")?.as_array());
    match own {
        Some(own) => own.iter().map(|name| text(name)).collect(),
        None => vec![written.zone.unwrap_or("UTC").to_owned()],
    }
}

/// Every region, and last nobody's.
pub fn regions(written: &Written) -> Vec<Option<&Value>> {
    list(&written.states["states"]).map(Some).chain([None]).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// What a list has, or nothing where there is none.
fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn in_words(date: Date) -> String {
    const MONTHS: &str =
        "January February March April May June July August September October November December";
    let month = MONTHS.split(' ').nth(usize::from(date.month().unsigned_abs()) - 1).unwrap();
    format!("{month} {}, {}", date.day(), date.year())
}

/// The file of the regions: where it says nothing of scripts, a region's ID rule is one.
pub fn with_rule(states: &Value) -> Value {
    let mut states = states.clone();
    let rule = || json!([{ "when": { "has": "id_rule" }, "say": "{state.id_rule}" }]);
    states.as_object_mut().unwrap().entry("scripts").or_insert_with(rule);
    states
}

/// The node that a key means; a misspelled one has one letter too many.
fn meant(tree: &Value, key: &str) -> Option<String> {
    let is_there = |key: &&str| tree["questions"].get(key).or(tree["solutions"].get(key)).is_some();
    [key, &key[..key.len() - 1]].into_iter().find(is_there).map(str::to_owned)
}

impl<'a> Reader<'a> {
    pub fn new(written: &'a Written, region: Option<&'a Value>, now: Now) -> Self {
        let today = |name: &String| match now {
            Now::At(instant) => zone(name).to_datetime(instant).date(),
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

    /// Whether something is there, and that it's read.
    fn sees(&self, of: &Value, at: &str, given: &[String]) -> bool {
        let meets = self.meets(of, given);
        if meets {
            self.read.borrow_mut().insert(at.to_owned());
        }
        meets
    }

    /// What stands in a blank; nothing where it stays open.
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

    /// Words with their blanks filled and their links written out.
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

    /// The words at a text; none where nothing holds.
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

    /// The same; where nothing holds it's noted, and there are no words.
    fn need(&self, text: &Value, at: &str, given: &[String], form: Form, flaws: &mut Flaws) -> String {
        self.words(text, at, given, form).unwrap_or_else(|| {
            flaws.insert(format!("no case {at}"));
            String::new()
        })
    }

    /// The scripts of what stands at `at`.
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

    /// What stands beside every step: a note without words, and a script without, are left out.
    pub fn beside(&self, given: &[String]) -> Value {
        let states = &self.states;
        let mut scripts = self.scripts(states, "", given, &mut Flaws::new());
        scripts.retain(|script| script["say"] != "");
        for script in &mut scripts {
            script.as_object_mut().unwrap().retain(|key, words| key != "note" || *words != "");
        }
        let badges = list(&states["badges"]).enumerate();
        let badges = badges.filter(|(at, badge)| self.sees(badge, &format!("/badges/{at}"), given)).map(|(_, badge)| {
            json!({ "text": badge["text"], "tone": badge.get("tone").unwrap_or(&json!("neutral")) })
        });
        let badges: Vec<Value> = badges.collect();
        let mut links: Vec<Value> = Vec::new();
        for (id, label) in states["link_labels"].as_object().into_iter().flatten() {
            let label_text = label.get("text").unwrap_or(label);
            if !self.sees(label, &format!("/link_labels/{id}"), given) {
                continue;
            }
            if let Some(url) = self.region.unwrap().get("links").and_then(|links| links.get(id)) {
                // One page has one label.
                if links.iter().all(|link| link["url"] != *url) {
                    links.push(json!({ "id": id, "label": label_text, "url": url }));
                }
            }
        }
        json!({ "badges": badges, "links": links, "scripts": scripts })
    }

    /// A region as it's served where nothing was answered yet.
    pub fn state(&self) -> Value {
        let region = self.region.unwrap();
        let mut state = self.beside(&[]);
        for key in ["code", "name"] {
            state[key] = region[key].clone();
        }
        state["time_zones"] = region.get("time_zones").cloned().unwrap_or(json!([]));
        state["time_zone_parts"] = json!({});
        if let Some(rule) = region.get("id_rule") {
            state["id_rule"] = json!(self.filled(rule.as_str().unwrap(), Form::Markdown));
        }
        for (name, value) in region.as_object().unwrap() {
            if self.written.states["attributes"].get(name).is_some() {
                state[name] = value.clone();
            }
        }
        state
    }

    /// The entries of the FAQ.
    pub fn faq(&self) -> Vec<Value> {
        let mut entries = Vec::new();
        for (index, entry) in list(&self.written.entries).enumerate() {
            let at = format!("/entries/{index}");
            if !self.meets(entry, &[]) {
                continue;
            }
            if let Some(answer) = self.words(&entry["answer"], &format!("{at}/answer"), &[], Form::Markdown) {
                self.sees(entry, &at, &[]);
                let mut served = entry.clone();
                served.as_object_mut().unwrap().retain(|key, _| !["from", "until"].contains(&key.as_str()));
                served["number"] = json!(entries.len() + 1);
                served["answer"] = json!(answer);
                served["category"] = json!("Random");
                entries.push(served);
            }
        }
        entries
    }

    /// The words for an emergency.
    pub fn emergency(&self) -> Value {
        let emergency = &self.written.emergency;
        let flaws = &mut Flaws::new();
        let mut choices = Vec::new();
        for (index, choice) in list(&emergency["choices"]).enumerate() {
            let at = format!("/choices/{index}");
            if self.sees(choice, &at, &[]) {
                let scripts = self.scripts(choice, &at, &[], flaws);
                choices.push(json!({ "id": choice["id"], "label": choice["label"], "scripts": scripts }));
            }
        }
        let upset = &emergency["upset"];
        let scripts = self.scripts(upset, "/upset", &[], flaws);
        json!({
            "choices": choices,
            "upset": { "title": upset["title"], "scripts": scripts },
            "text": self.need(&emergency["text"], "/text", &[], Form::Markdown, flaws),
        })
    }

    /// What of a list with windows is shown now.
    pub fn shown<'v>(&self, of: &'v Value) -> Vec<&'v Value> {
        list(of).filter(|one| self.meets(one, &[])).collect()
    }

    /// The node with this key after these answers, but for where its answers lead.
    fn node(&self, key: &str, given: &[String], flaws: &mut Flaws) -> Value {
        let tree = &self.written.tree;
        let section = if tree["questions"].get(key).is_some() { "questions" } else { "solutions" };
        let (node, at) = (&tree[section][key], format!("/{section}/{key}"));
        let text = self.need(&node["text"], &format!("{at}/text"), given, Form::Markdown, flaws);
        let scripts = self.scripts(node, &at, given, flaws);
        let mut served = json!({ "text": text, "scripts": scripts });
        if section == "questions" {
            served["kind"] = json!("question");
            served["ask_for"] = list(&node["ask_for"]).map(fact).collect();
            if let Some(short) = node.get("short") {
                served["short"] = short.clone();
            }
            served["answers"] = list(&node["answers"]).map(answer).collect();
        } else {
            let mut lines = Vec::new();
            for (index, line) in list(&node["note"]).enumerate() {
                let at = format!("{at}/note/{index}");
                if self.sees(line, &at, given) {
                    let words = self.need(&line["text"], &format!("{at}/text"), given, Form::Line, flaws);
                    lines.push(json!({ "label": line["label"], "text": words }));
                }
            }
            served["kind"] = json!("solution");
            served["type"] = node["type"].clone();
            served["title"] =
                json!(self.need(&node["title"], &format!("{at}/title"), given, Form::Line, flaws));
            served["agreement_required"] = node["agreement_required"].clone();
            served["note"] = json!(lines);
        }
        served
    }

    /// Where a route leads, and where that's written.
    fn leads(&self, route: &Value, at: &str, given: &[String]) -> Option<(String, String)> {
        let Value::Array(cases) = route else { return Some((text(route), at.to_owned())) };
        let (index, case) = cases.iter().enumerate().find(|(_, case)| self.meets(case, given))?;
        self.sees(case, &format!("{at}/{index}"), given);
        Some((text(&case["go"]), format!("{at}/{index}/go")))
    }

    /// Walks every path.
    pub fn walk(&self) -> Met {
        let mut met = Met::default();
        self.lead_on(&self.written.tree["start"], "/start", ("", ""), &mut Vec::new(), &mut met);
        // Two nodes may not have one id.
        let mut keys: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for Step { id, key, .. } in &met.steps {
            if let Some(id) = id {
                keys.entry(id).or_default().insert(key);
            }
        }
        let several = keys.into_iter().filter(|(_, keys)| keys.len() > 1);
        met.flaws.extend(several.map(|(id, keys)| format!("same id {id} {keys:?}")).collect::<Vec<_>>());
        met
    }

    /// Follows a route of a node's answer, or of the beginning. A misspelled name is wrong, and leads to what is meant.
    fn lead_on(&self, route: &Value, at: &str, from: (&str, &str), given: &mut Vec<String>, met: &mut Met) {
        let Some((key, at)) = self.leads(route, at, given) else {
            met.flaws.insert(format!("no case {at}"));
            return;
        };
        let to = meant(&self.written.tree, &key);
        met.edges.insert((from.0.to_owned(), from.1.to_owned(), to.clone()));
        if to.as_ref() != Some(&key) {
            met.flaws.insert(format!("no node {at}"));
        }
        let Some(to) = to else { return };
        // The same question twice is a circle.
        let asked: Vec<&str> = given.iter().map(|given| given.split('.').next().unwrap()).collect();
        if asked.contains(&to.as_str()) {
            met.circular.insert(to);
            return;
        }
        self.come_to(&to, given, met);
    }

    fn come_to(&self, key: &str, given: &mut Vec<String>, met: &mut Met) {
        let shown = self.node(key, given, &mut met.flaws);
        let question = &self.written.tree["questions"][key];
        let solution = &self.written.tree["solutions"][key];
        let id = match solution.get("id_from") {
            Some(path) => self.attribute(path.as_str().unwrap()).map(text),
            None => Some(key.to_owned()),
        };
        if id.is_none() {
            met.flaws.insert(format!("no id {key}"));
        }
        let beside = self.beside(given);
        met.steps.push(Step { given: given.clone(), key: key.to_owned(), id, shown, beside });
        for (index, answer) in list(&question["answers"]).enumerate() {
            let (at, id) = (format!("/questions/{key}/answers/{index}/go"), text(&answer["id"]));
            // An answer has been given when its route is taken.
            given.push(format!("{key}.{id}"));
            self.lead_on(&answer["go"], &at, (key, &id), given, met);
            given.pop();
        }
    }

    /// Whether what staff hold to be true of paths is about this region on this day.
    pub fn is_meant(&self, check: &Value) -> bool {
        let code = &self.region.unwrap()["code"];
        check.get("states").is_none_or(|codes| list(codes).any(|named| named == code))
            && self.meets(check, &[])
    }

    /// Whether it isn't true of all that it's about.
    pub fn fails(&self, check: &Value, met: &Met) -> bool {
        let path: Vec<String> = list(&check["answers"]).map(text).collect();
        let behind = || met.steps.iter().filter(|step| step.given.starts_with(&path));
        let wrong =
            |step: &Step| step.is_end() && !list(&check["ends"]).any(|end| Some(text(end)) == step.id);
        behind().next().is_none() || behind().any(wrong)
    }
}

/// A fact as it's served.
fn fact(written: &Value) -> Value {
    let mut fact = json!({ "required": false, "choices": [] });
    fact.as_object_mut().unwrap().extend(written.as_object().unwrap().clone());
    fact
}

/// An answer as it's served, but for where it leads.
fn answer(written: &Value) -> Value {
    let mut answer = written.as_object().unwrap().clone();
    answer.remove("go");
    if let Some(facts) = answer.get_mut("ask_for") {
        *facts = list(facts).map(fact).collect();
    }
    Value::Object(answer)
}

/// What is wrong, each with its place.
pub type Flaws = BTreeSet<String>;

/// A node after the answers given so far.
#[derive(Debug, Clone)]
pub struct Step {
    pub given: Vec<String>,
    pub key: String,
    /// Absent where the region has none for it.
    pub id: Option<String>,
    /// As it's served, but for where its answers lead.
    pub shown: Value,
    pub beside: Value,
}

impl Step {
    pub fn is_end(&self) -> bool {
        self.shown["kind"] == "solution"
    }
}

/// Everything that one reader meets. Nothing that's wrong stops it, but that a question is asked again.
#[derive(Debug, Default)]
pub struct Met {
    /// Every path.
    pub steps: Vec<Step>,
    /// Node, answer and next node, where there is one; of the beginning the first two are empty.
    pub edges: BTreeSet<(String, String, Option<String>)>,
    /// The questions that are asked again.
    pub circular: BTreeSet<String>,
    pub flaws: Flaws,
}

impl Met {
    /// Whether there is no tree for it.
    pub fn is_wrong(&self) -> bool {
        !self.flaws.is_empty() || !self.circular.is_empty()
    }

    /// The answers with which it may come to a place, all different: those of the node that it's in, with the answer whose
    /// route it is. Outside of the nodes also none.
    pub fn after(&self, at: &str) -> Vec<Vec<String>> {
        let mut path = at.split('/').skip(1);
        let (Some("questions" | "solutions"), Some(key)) = (path.next(), path.next()) else {
            return self.steps.iter().map(|step| step.given.clone()).chain([Vec::new()]).collect();
        };
        let answer = (path.next() == Some("answers")).then(|| path.next().unwrap().parse::<usize>().unwrap());
        let here = self.steps.iter().filter(|step| step.key == key);
        let given = here.map(|step| {
            let mut given = step.given.clone();
            if let Some(answer) = answer {
                given.push(format!("{key}.{}", step.shown["answers"][answer]["id"].as_str().unwrap()));
            }
            given
        });
        given.collect()
    }
}

/// A list of cases or parts, or what is there or not.
#[derive(Debug)]
pub struct Place<'a> {
    pub at: String,
    /// With their pointers.
    pub options: Vec<(String, &'a Value)>,
    is_cases: bool,
    /// What it stands in, as far as that's there or not.
    pub within: Vec<&'a Value>,
}

/// Keys of texts and routes.
const LISTED: [&str; 6] = ["text", "title", "note", "say", "answer", "go"];

/// Every place of a file whose words, ways or being there depend on the reader.
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
    /// Whether it asks what was answered earlier.
    pub fn asks(&self) -> bool {
        self.options.iter().any(|(_, option)| option["when"].to_string().contains("\"answered\""))
    }

    /// Pointers of the options that hold for a reader after one of these histories, and of those that count for it; and
    /// whether none does after one of them.
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
