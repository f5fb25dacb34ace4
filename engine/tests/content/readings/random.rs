//! A random helpline: regions in awkward zones, attributes of every type, conditions with every keyword, dates on days
//! that start oddly, and questions that depend on earlier answers.

use serde_json::{Map, Value, json};

use super::draws::Draws;
use super::written::Written;

/// Time zones that are far from the others, or where days start at odd instants.
pub const ZONES: [&str; 18] = [
    "America/New_York",
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Adak",
    "America/Santiago",
    "Asia/Beirut",
    "Africa/Cairo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "America/St_Johns",
    "America/Havana",
    "America/Asuncion",
    "Asia/Tehran",
    "Pacific/Chatham",
    "Antarctica/Troll",
    "Europe/Dublin",
    "Etc/UTC",
];

/// Days: clocks change somewhere on most of them, one didn't exist in Samoa, and one is a leap day.
pub const DAYS: [&str; 16] = [
    "2026-10-05",
    "2000-01-01",
    "2011-12-29",
    "2011-12-30",
    "2011-12-31",
    "2016-02-29",
    "2024-02-29",
    "2024-03-01",
    "2026-03-08",
    "2026-03-28",
    "2026-03-29",
    "2026-04-04",
    "2026-04-24",
    "2026-09-06",
    "2026-10-04",
    "2199-12-31",
];

/// Placeholders about the reader, and links. Every careful region defines what the first few refer to.
const OF_READER: [&str; 12] = [
    "",
    ", in {state.name}",
    ", in {state.code} until {state.due}",
    ", size {state.size} with {state.tags}",
    ", at {state.desk.code}",
    ", see [the page](link:state.page)",
    ", see [the book](link:city-handbook)",
    ", in {state.name}, {voter.name}",
    ", shut from {state.desk.shut}",
    ", see [the rules](link:state.rules) of {state.group}",
    ", flag {state.flag}, at {state.desk}",
    ", see [nothing](link:state.nothing) in {state.nothing}",
];

/// Facts to ask for.
fn facts() -> [Value; 3] {
    let late = json!({ "within_days": 30, "answered": ["q0.a0"], "hint": "Check both." });
    let past = json!({ "not_past": true, "hint": "Check the date." });
    [
        json!({ "id": "f0", "label": "Fact 0", "kind": "text", "note": "If it's said." }),
        json!({ "id": "f1", "label": "Fact 1", "kind": "date", "required": true, "expect": [late, past] }),
        json!({ "id": "f2", "label": "Fact 2", "kind": "choice", "choices": ["One", "Two"] }),
    ]
}

const GROUPS: [&str; 3] = ["east", "west", "north"];

/// Builds a helpline with many mistakes from these draws.
pub fn helpline(draws: &mut Draws) -> Written {
    write(draws, false, 4)
}

/// Builds a small helpline with many routes that go wrong.
pub fn astray(draws: &mut Draws) -> Written {
    write(draws, false, 30)
}

/// Builds a helpline with few mistakes, so that it may pass.
pub fn careful(draws: &mut Draws) -> Written {
    write(draws, true, 0)
}

fn write(draws: &mut Draws, careful: bool, slips: usize) -> Written {
    let regions = 1 + draws.below(6);
    let codes: Vec<String> = (0..regions).map(|at| format!("R{at}")).collect();
    let states: Vec<Value> = codes.iter().map(|code| region(draws, code, careful)).collect();
    let mut shape = Shape { codes, asks: Vec::new(), careful, slips, named: Map::new() };
    // Later names usually refer to earlier ones.
    for name in ["n0", "n1"] {
        let condition = shape.condition(draws, 0);
        shape.named.insert(name.to_owned(), condition);
    }
    // The small parts are drawn first, because the tree uses up all the remaining draws.
    let entries: Vec<Value> = (0..1 + draws.below(3)).map(|at| shape.entry(draws, at)).collect();
    let emergency = shape.emergency(draws);
    let mut news = json!({ "id": "news", "date": "2024-03-01", "title": "News", "text": "Some news." });
    shape.window(draws, &mut news);
    let mut section = json!({ "id": "random", "title": "Random", "text": "Text." });
    shape.window(draws, &mut section);
    let said = (0..draws.below(3)).map(|at| {
        let mut said = json!({ "say": format!("Said {at}.") });
        shape.window(draws, &mut said);
        said
    });
    let said: Vec<Value> = said.collect();
    // What is shown next to the steps depends on the tree's answers.
    let tree = shape.tree(draws);
    shape.asks = answers_of(&tree);
    let badges: Vec<Value> = (0..draws.below(3)).map(|at| shape.badge(draws, at)).collect();
    let labels = json!({ "page": shape.label(draws, "Page"), "rules": shape.label(draws, "Rules") });
    let scripts = draws.chance(50).then(|| shape.scripts(draws, "beside"));
    let mut file = json!({ "badges": badges, "link_labels": labels, "states": states });
    if let Some(scripts) = scripts {
        file["scripts"] = scripts;
    }
    file["attributes"] = attributes();
    Written {
        zone: (draws.chance(80) || careful).then(|| *draws.of(&ZONES)),
        states: file,
        tree,
        entries: json!(entries),
        announcements: json!([news]),
        emergency,
        section,
        said: json!(said),
        checks: json!([]),
    }
}

/// Returns a random path check for a careful helpline.
pub fn check(draws: &mut Draws, written: &Written) -> Value {
    let codes: Vec<String> = written.states["states"]
        .as_array()
        .unwrap()
        .iter()
        .map(|region| region["code"].as_str().unwrap().to_owned())
        .collect();
    let own = codes.iter().map(|code| format!("D{code}"));
    let ends: Vec<String> = ["s0".to_owned()].into_iter().chain(own).collect();
    let path: Vec<String> =
        (0..draws.below(4)).map(|question| format!("q{question}.a{}", draws.below(2))).collect();
    let named = written.tree["conditions"].as_object().unwrap().clone();
    let shape = Shape { codes, asks: Vec::new(), careful: true, slips: 0, named };
    let mut check = json!({ "ends": draws.some(&ends, 3) });
    if !path.is_empty() {
        check["answers"] = json!(path);
    }
    if draws.chance(50) {
        check["states"] = json!(draws.some(&shape.codes, 3));
    }
    if draws.chance(30) {
        check["when"] = shape.condition(draws, 0);
    }
    let mut days = [*draws.of(&DAYS), *draws.of(&DAYS)];
    days.sort_unstable();
    for (key, day) in ["from", "until"].into_iter().zip(days) {
        if draws.chance(60) {
            check[key] = json!(day);
        }
    }
    check
}

fn attributes() -> Value {
    json!({
        "flag": { "type": "boolean" },
        "group": { "type": "string", "values": GROUPS },
        "size": { "type": "number", "values": [1, 2, 2.5] },
        "tags": { "type": "list" },
        "due": { "type": "date" },
        "desk": {
            "type": "object",
            "fields": { "code": { "type": "string", "required": true }, "shut": { "type": "date" } },
        },
    })
}

/// Returns every answer in a tree, as conditions name it.
fn answers_of(tree: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for (key, question) in tree["questions"].as_object().unwrap() {
        let answers = question["answers"].as_array().unwrap().iter();
        all.extend(answers.map(|answer| format!("{key}.{}", answer["id"].as_str().unwrap())));
    }
    all
}

fn region(draws: &mut Draws, code: &str, careful: bool) -> Value {
    let zones = if draws.chance(90) || careful { json!(draws.some(&ZONES, 3)) } else { json!([]) };
    let mut region = json!({ "code": code, "name": format!("Region {code}") });
    if zones != json!([]) {
        region["time_zones"] = zones;
    }
    let mut put = |draws: &mut Draws, name: &str, value: Value| {
        if draws.chance(65) || careful {
            region[name] = value;
        }
    };
    let value = json!(draws.chance(50));
    put(draws, "flag", value);
    let value = json!(draws.of(&GROUPS));
    put(draws, "group", value);
    let value = draws.of(&[json!(1), json!(2), json!(2.5)]).clone();
    put(draws, "size", value);
    let value = json!(draws.some(&["x", "y"], 2));
    put(draws, "tags", value);
    let value = json!(draws.of(&DAYS));
    put(draws, "due", value);
    // Occasionally, the code is also a question's ID.
    let mut desk =
        json!({ "code": if draws.chance(10) && !careful { "q1".to_owned() } else { format!("D{code}") } });
    if draws.chance(50) || careful {
        desk["shut"] = json!(draws.of(&DAYS));
    }
    put(draws, "desk", desk);
    let value = json!("Show a card, see [the book](link:city-handbook).");
    put(draws, "id_rule", value);
    // Two names may refer to the same page.
    let page = format!("https://{}.example.org", draws.of(&["one", "two"]));
    let mut links = json!({ "page": page });
    if draws.chance(60) {
        links["rules"] = json!(draws.of(&["https://one.example.org", "https://rules.example.org"]));
    }
    put(draws, "links", links);
    region
}

/// What is known while content is being generated: the things that conditions may depend on.
struct Shape {
    codes: Vec<String>,
    /// The answers that conditions may refer to; none outside the tree.
    asks: Vec<String>,
    /// Whether to avoid mistakes that keep most content from being served.
    careful: bool,
    /// The percentage of lists and routes that contain a mistake.
    slips: usize,
    /// Named conditions. If a name starts with `m`, the condition depends on answers.
    named: Map<String, Value>,
}

impl Shape {
    fn leaf(&self, draws: &mut Draws, when: &mut Map<String, Value>) {
        let attribute = |draws: &mut Draws| {
            *draws.of(&["flag", "group", "size", "tags", "due", "desk", "desk.shut", "id_rule", "nothing"])
        };
        let date =
            |draws: &mut Draws| *draws.of(&["due", "due", "desk.shut", "desk.shut", "nothing", "size"]);
        let (key, value) = match draws.below(if self.asks.is_empty() { 9 } else { 15 }) {
            0 => ("state", json!(draws.some(&[&self.codes[..], &["R9".to_owned()]].concat(), 3))),
            1 => ("has", json!(attribute(draws))),
            2 => ("flag", json!(draws.chance(50))),
            3 => ("group", json!(draws.of(&GROUPS))),
            4 => ("group", json!(draws.some(&GROUPS, 2))),
            5 => ("size", draws.of(&[json!(1), json!([2, 2.5]), json!(2)]).clone()),
            6 => ("past", json!(date(draws))),
            7 => ("before", json!(date(draws))),
            8 => ("desk.code", json!([format!("D{}", draws.of(&self.codes)), "q1"])),
            9..=11 => ("answered", json!(draws.some(&self.asks, 3))),
            12 => {
                let answers = draws.some(&self.asks, 5);
                let mut questions: Vec<&str> = answers.iter().map(|answer| &answer[..2]).collect();
                questions.dedup();
                ("answered", json!({ "at_least": 1 + draws.below(6), "points_of": questions }))
            }
            _ => {
                let of = draws.some(&self.asks, 5);
                ("answered", json!({ "at_least": 1 + draws.below(3), "of": of }))
            }
        };
        when.insert(key.to_owned(), value);
    }

    fn condition(&self, draws: &mut Draws, depth: usize) -> Value {
        let mut when = Map::new();
        let names = self.named.keys().filter(|name| !name.starts_with('m') || !self.asks.is_empty());
        let mut names: Vec<&str> = names.map(String::as_str).collect();
        if !self.careful {
            // The name may be defined later, be the current condition's own, or not exist.
            names.extend(["n1", "n9"]);
        }
        if !names.is_empty() && draws.chance(10) {
            when.insert("is".to_owned(), json!(draws.of(&names)));
            if self.careful || draws.chance(50) {
                return Value::Object(when);
            }
        }
        let list = |draws: &mut Draws| -> Vec<Value> {
            (0..1 + draws.below(2)).map(|_| self.condition(draws, depth + 1)).collect()
        };
        if self.careful {
            let any = |draws: &mut Draws| json!(draws.of(&["due", "desk.shut"]));
            match draws.below(if self.asks.is_empty() { 4 } else { 6 }) {
                0 => drop(when.insert("past".to_owned(), any(draws))),
                1 => drop(when.insert("before".to_owned(), any(draws))),
                2 => drop(when.insert("not".to_owned(), json!({ "before": any(draws) }))),
                3 => drop(when.insert("state".to_owned(), json!(draws.some(&self.codes, 2)))),
                _ => drop(when.insert("answered".to_owned(), json!(draws.some(&self.asks, 3)))),
            }
            return Value::Object(when);
        }
        match draws.below(if depth < 3 { 10 } else { 6 }) {
            6 => drop(when.insert("all".to_owned(), json!(list(draws)))),
            7 => drop(when.insert("any".to_owned(), json!(list(draws)))),
            8 => drop(when.insert("not".to_owned(), self.condition(draws, depth + 1))),
            9 => {
                when.insert("any".to_owned(), json!(list(draws)));
                self.leaf(draws, &mut when);
            }
            5 => {
                self.leaf(draws, &mut when);
                self.leaf(draws, &mut when);
            }
            _ => self.leaf(draws, &mut when),
        }
        Value::Object(when)
    }

    /// May add dates to `of`.
    fn window(&self, draws: &mut Draws, of: &mut Value) {
        let mut days = [*draws.of(&DAYS), *draws.of(&DAYS)];
        days.sort_unstable();
        match draws.below(8) {
            5 => of["from"] = json!(days[0]),
            6 => of["until"] = json!(days[1]),
            7 => {
                of["from"] = json!(days[0]);
                of["until"] = json!(days[1]);
            }
            _ => {}
        }
    }

    /// May add a condition and dates to `of`.
    fn limit(&self, draws: &mut Draws, of: &mut Value) {
        if draws.chance(60) {
            of["when"] = self.condition(draws, 0);
        }
        if !self.careful || of.get("when").is_none() {
            self.window(draws, of);
        }
        if self.careful && of.get("when").or(of.get("from")).or(of.get("until")).is_none() {
            of["from"] = json!(draws.of(&DAYS));
        }
    }

    /// Returns a placeholder or a link about the reader.
    fn of_reader(&self, draws: &mut Draws) -> &'static str {
        OF_READER[draws.below(if self.careful { 7 } else { OF_READER.len() })]
    }

    /// Returns plain text, cases, or parts; the latter two usually include one for everyone else.
    fn text(&self, draws: &mut Draws, words: &str) -> Value {
        self.text_for(draws, words, true)
    }

    /// Like `text`, but mentions the region only if `in_regions`.
    fn text_for(&self, draws: &mut Draws, words: &str, in_regions: bool) -> Value {
        let of_reader = |draws: &mut Draws, known: bool| if known { self.of_reader(draws) } else { "" };
        let list = |draws: &mut Draws| {
            let count = self.options(draws);
            let mut all: Vec<Value> = Vec::new();
            for at in 0..count {
                let mut one = json!({});
                if at + 1 < count || draws.chance(self.slips) {
                    self.limit(draws, &mut one);
                }
                let known = in_regions || one.get("when").is_some();
                one["text"] = json!(format!("{words}, {at}{}.\n", of_reader(draws, known)));
                all.push(one);
            }
            all
        };
        match draws.below(5) {
            2 | 3 => json!(list(draws)),
            4 => json!({ "parts": list(draws) }),
            _ => json!(format!("{words}, the same{}.", of_reader(draws, in_regions))),
        }
    }

    /// Returns a route to one of `targets`, or cases of such routes.
    fn route(&self, draws: &mut Draws, targets: &[String]) -> Value {
        if draws.chance(55) {
            return json!(draws.of(targets));
        }
        let count = self.options(draws);
        let mut all: Vec<Value> = Vec::new();
        for at in 0..count {
            let mut one = json!({});
            if at + 1 < count || draws.chance(self.slips) {
                self.limit(draws, &mut one);
            }
            one["go"] = json!(draws.of(targets));
            all.push(one);
        }
        json!(all)
    }

    /// Returns the number of cases or parts, including the one for everyone else.
    fn options(&self, draws: &mut Draws) -> usize {
        if self.careful { 2 } else { 1 + draws.below(3) }
    }

    fn scripts(&self, draws: &mut Draws, words: &str) -> Value {
        let script = |draws: &mut Draws, at: usize| {
            let mut script = json!({});
            if draws.chance(50) {
                self.limit(draws, &mut script);
            }
            if draws.chance(40) {
                script["note"] = self.text(draws, &format!("{words} note {at}"));
            }
            script["say"] = self.text(draws, &format!("{words} say {at}"));
            if draws.chance(30) {
                script["channel"] = json!("voice");
            }
            script
        };
        json!((0..draws.below(3)).map(|at| script(draws, at)).collect::<Vec<_>>())
    }

    fn badge(&self, draws: &mut Draws, at: usize) -> Value {
        let mut badge = json!({ "text": format!("Badge {at}") });
        self.limit(draws, &mut badge);
        if draws.chance(50) {
            badge["tone"] = json!("accent");
        }
        badge
    }

    /// Returns a plain label, or one that only some readers get.
    fn label(&self, draws: &mut Draws, text: &str) -> Value {
        if draws.chance(50) {
            return json!(text);
        }
        let mut label = json!({ "text": text });
        self.limit(draws, &mut label);
        label
    }

    fn entry(&self, draws: &mut Draws, at: usize) -> Value {
        let mut entry =
            json!({ "id": format!("e{at}"), "question": format!("Question {at}?"), "tags": ["tag"] });
        self.window(draws, &mut entry);
        if draws.chance(30) {
            entry["note"] = json!(format!("Note {at}."));
        }
        entry["answer"] = self.general_text(draws, &format!("Answer {at}"));
        entry
    }

    /// Returns text that's also read if no region is chosen.
    fn general_text(&self, draws: &mut Draws, words: &str) -> Value {
        self.text_for(draws, words, false)
    }

    fn emergency(&self, draws: &mut Draws) -> Value {
        let scripts = |draws: &mut Draws, words: &str| {
            let mut scripts = vec![json!({ "say": self.general_text(draws, words) })];
            if draws.chance(50) {
                let mut script = json!({ "say": self.general_text(draws, words), "channel": "voice" });
                self.limit(draws, &mut script);
                script["note"] = self.general_text(draws, &format!("{words} note"));
                scripts.push(script);
            }
            scripts
        };
        let choice = |draws: &mut Draws, at: usize| {
            let mut choice = json!({ "id": format!("c{at}"), "label": format!("Choice {at}") });
            if at > 0 {
                self.limit(draws, &mut choice);
            }
            choice["scripts"] = json!(scripts(draws, &format!("Choice {at}")));
            choice
        };
        let choices: Vec<Value> = (0..1 + draws.below(2)).map(|at| choice(draws, at)).collect();
        json!({
            "button": "Help",
            "title": "Danger",
            "choices": choices,
            "upset": { "title": "Upset", "scripts": scripts(draws, "Upset") },
            "text": self.general_text(draws, "Emergency"),
        })
    }

    fn tree(&mut self, draws: &mut Draws) -> Value {
        let count = 3 + draws.below(if self.slips > 10 { 2 } else { 6 });
        let answers: Vec<usize> =
            (0..count).map(|_| if self.careful { 2 } else { 1 + draws.below(3) }).collect();
        let ask =
            |question: usize| (0..answers[question]).map(move |answer| format!("q{question}.a{answer}"));
        let all: Vec<String> = (0..count).flat_map(ask).collect();
        let ends: Vec<String> =
            if self.careful { vec!["s0", "own"] } else { vec!["s0", "s1", "own", "twin"] }
                .into_iter()
                .map(str::to_owned)
                .collect();
        if !self.careful {
            self.asks = all.clone();
            self.named.insert("m0".to_owned(), Value::Null);
            let condition = self.condition(draws, 0);
            self.named.insert("m0".to_owned(), condition);
        }
        let mut questions = Map::new();
        // The questions aren't in the order of their names, so that nothing relies on that order.
        for question in (0..count).rev() {
            // One of the answers doesn't exist.
            self.asks = all.iter().cloned().chain(["q9.a0".to_owned()]).collect();
            if self.careful {
                // Conditions refer only to answers to earlier questions, so most could actually have been given.
                self.asks = (0..question).flat_map(ask).collect();
            }
            // Answers usually lead to later questions; otherwise hardly any tree would be free of cycles.
            let mut targets: Vec<String> =
                (question + 1..count).take(3).map(|next| format!("q{next}")).collect();
            let known = if self.careful { 1 } else { 2 } + usize::from(draws.chance(20 + self.slips));
            targets.extend(ends.iter().take(known).cloned());
            if draws.chance(self.slips) {
                targets.push(format!("q{}", draws.below(count)));
            }
            if draws.chance(self.slips) {
                // A target with another one's ID, a misspelled key, or a key that doesn't resemble any other.
                targets.push(draws.of(&["twin", "twin", "q2x", "s0x", "nowhere"]).to_string());
            }
            let given: Vec<Value> = (0..answers[question])
                .map(|answer| {
                    let mut go = self.route(draws, &targets);
                    if self.careful && (answer == 0 || question + 1 == count) {
                        // Ensures that someone reaches every node.
                        go = if question + 1 < count {
                            json!(format!("q{}", question + 1))
                        } else {
                            json!(ends[answer])
                        };
                    }
                    let mut given =
                        json!({ "id": format!("a{answer}"), "text": format!("Answer {answer}"), "go": go });
                    if draws.chance(50) {
                        given["points"] = json!(draws.below(4));
                    }
                    // In a careful helpline, one answer of each question is for everyone.
                    if if self.careful {
                        answer > 0 && question + 1 < count && draws.chance(25)
                    } else {
                        draws.chance(15)
                    } {
                        self.limit(draws, &mut given);
                    }
                    if draws.chance(30) {
                        given["ask_for"] = json!([draws.of(&facts())]);
                    }
                    if draws.chance(50) {
                        given["shortcut"] = json!(["a", "b", "c"][answer]);
                    }
                    given
                })
                .collect();
            let mut node = json!({
                "text": self.text(draws, &format!("Text of q{question}")),
                "scripts": self.scripts(draws, &format!("q{question}")),
                "answers": given,
            });
            if draws.chance(30) {
                node["short"] = json!(format!("Short {question}"));
            }
            if draws.chance(30) {
                node["ask_for"] = json!(draws.some(&facts(), 2));
            }
            questions.insert(format!("q{question}"), node);
        }
        if self.careful {
            self.asks = all.clone();
        }
        let solutions: Map<String, Value> =
            ends.iter().map(|key| (key.clone(), self.solution(draws, key))).collect();
        self.asks = Vec::new();
        let targets = ["q0", "q0", "q1", "s0"].map(str::to_owned);
        let start = if self.careful { json!("q0") } else { self.route(draws, &targets) };
        json!({
            "conditions": self.named,
            "start": start,
            "outcomes": {
                "now": { "label": "Now", "priority": "High", "look": "stop" },
                "later": { "label": "Later", "priority": "Low", "look": "quiet" },
            },
            "decision_note": { "heading": "H", "state": "S", "outcome": "O", "priority": "P" },
            "questions": questions,
            "solutions": solutions,
        })
    }

    fn solution(&self, draws: &mut Draws, key: &str) -> Value {
        let line = |draws: &mut Draws, at: usize| {
            let mut line = json!({ "label": format!("Line {at}") });
            self.limit(draws, &mut line);
            line["text"] = self.text(draws, &format!("{key} line {at}"));
            line
        };
        let mut solution = json!({
            "type": draws.of(&["now", "later"]),
            "title": self.text(draws, &format!("Title of {key}")),
            "text": self.text(draws, &format!("Text of {key}")),
            "agreement_required": draws.chance(50),
            "scripts": self.scripts(draws, key),
            "note": (0..draws.below(3)).map(|at| line(draws, at)).collect::<Vec<_>>(),
        });
        if ["own", "twin"].contains(&key) {
            solution["id_from"] = json!("desk.code");
        }
        solution
    }
}
