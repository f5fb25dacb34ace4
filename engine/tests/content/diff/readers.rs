//! Compares random small trees with a plain evaluation of what people read in them: a comparison names exactly the
//! regions that have different paths or text on some day from now on.

use std::collections::{BTreeMap, BTreeSet};

use callguide::compare::{Comparison, human};
use jiff::civil::{Date, date};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::lint_support::{Content, data};

const TODAY: Date = date(2026, 11, 23);
/// A day before today, and later days.
const DAYS: [Date; 3] = [date(2026, 11, 10), date(2026, 12, 1), date(2027, 1, 15)];
const STATES: [&str; 3] = ["AA", "BB", "CC"];
const GROUPS: [Option<&str>; 3] = [Some("x"), Some("y"), None];
const DEADLINES: [Option<Date>; 3] = [Some(DAYS[1]), Some(DAYS[0]), None];
const QUESTIONS: usize = 4;
const SOLUTIONS: usize = 2;

/// For each list of answers: the node that they lead to, which part of it varies, and the text there.
type Read = BTreeMap<Vec<(usize, bool)>, (usize, Spot, Vec<u8>)>;

#[derive(Debug, Clone, Copy, PartialEq)]
enum When {
    State(usize),
    Group(usize),
    Before,
    Past,
    /// A question, and whether the answer was yes.
    Answered(usize, bool),
    /// The answer to at least two of the first three questions was yes.
    Score,
    From(usize),
    Until(usize),
}

/// The part of a node with text that isn't the same for everyone.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Spot {
    Text,
    /// A question's short form, or a solution's title.
    Heading,
    Say,
    /// The note above the text to say.
    Aside,
    /// A script for each case, and one for everyone.
    Scripts,
    /// A line in a solution's note; a question doesn't have a note, so the line is a script.
    Line,
}

#[derive(Debug, Clone, PartialEq)]
struct Says {
    spot: Spot,
    is_parts: bool,
    cases: Vec<(When, u8)>,
    /// The text for everyone else.
    last: u8,
}

#[derive(Debug, Clone, PartialEq)]
struct Leads {
    case: Option<(When, usize)>,
    last: usize,
}

/// The questions with their answers' routes, followed by the solutions, which have none.
#[derive(Debug, Clone, PartialEq)]
struct Tree {
    nodes: Vec<(Says, Option<[Leads; 2]>)>,
}

fn when() -> impl Strategy<Value = When> {
    prop_oneof![
        (0..3usize).prop_map(When::State),
        (0..2usize).prop_map(When::Group),
        Just(When::Before),
        Just(When::Past),
        (0..QUESTIONS, any::<bool>()).prop_map(|(question, yes)| When::Answered(question, yes)),
        Just(When::Score),
        (0..3usize).prop_map(When::From),
        (0..3usize).prop_map(When::Until),
    ]
}

fn says() -> impl Strategy<Value = Says> {
    let cases = prop::collection::vec((when(), 0..3u8), 0..3);
    let spots = [Spot::Text, Spot::Heading, Spot::Say, Spot::Aside, Spot::Scripts, Spot::Line];
    let said = (prop::sample::select(spots.to_vec()), any::<bool>(), cases, 0..3u8);
    said.prop_map(|(spot, is_parts, cases, last)| Says { spot, is_parts, cases, last })
}

fn leads(from: usize) -> impl Strategy<Value = Leads> {
    let to = || from + 1..QUESTIONS + SOLUTIONS;
    (prop::option::of((when(), to())), to()).prop_map(|(case, last)| Leads { case, last })
}

fn tree() -> impl Strategy<Value = Tree> {
    let question = |at: usize| (says(), [leads(at), leads(at)]).prop_map(|(says, leads)| (says, Some(leads)));
    let questions: Vec<_> = (0..QUESTIONS).map(question).collect();
    let solutions = prop::collection::vec(says().prop_map(|says| (says, None)), SOLUTIONS);
    (questions, solutions).prop_map(|(questions, solutions)| Tree { nodes: [questions, solutions].concat() })
}

/// Generates a tree, and a copy of it with some nodes replaced by those of a third tree.
fn two() -> impl Strategy<Value = [Tree; 2]> {
    (tree(), tree(), prop::collection::vec(prop::bool::weighted(0.2), QUESTIONS + SOLUTIONS)).prop_map(
        |(old, other, taken)| {
            let mut new = old.clone();
            for (at, _) in taken.iter().enumerate().filter(|(_, taken)| **taken) {
                new.nodes[at] = other.nodes[at].clone();
            }
            [old, new]
        },
    )
}

fn key(node: usize) -> String {
    if node < QUESTIONS { format!("Q{node}") } else { format!("S{node}") }
}

impl When {
    fn written(self, mut case: Value) -> Value {
        let answer = |question: usize, yes| format!("{}.{}", key(question), if yes { "yes" } else { "no" });
        let score = || json!({ "at_least": 2, "of": [answer(0, true), answer(1, true), answer(2, true)] });
        let when = match self {
            Self::State(at) => json!({ "state": [STATES[at]] }),
            Self::Group(at) => json!({ "group": GROUPS[at] }),
            Self::Before => json!({ "before": "deadline" }),
            Self::Past => json!({ "past": "deadline" }),
            Self::Answered(question, yes) => json!({ "answered": [answer(question, yes)] }),
            Self::Score => json!({ "answered": score() }),
            Self::From(at) => {
                case["from"] = json!(DAYS[at]);
                return case;
            }
            Self::Until(at) => {
                case["until"] = json!(DAYS[at]);
                return case;
            }
        };
        case["when"] = when;
        case
    }

    fn holds(self, state: usize, day: Date, given: &[(usize, bool)]) -> bool {
        match self {
            Self::State(at) => at == state,
            Self::Group(at) => GROUPS[at] == GROUPS[state],
            Self::Before => DEADLINES[state].is_some_and(|deadline| day < deadline),
            Self::Past => DEADLINES[state].is_some_and(|deadline| day > deadline),
            Self::Answered(question, yes) => given.contains(&(question, yes)),
            Self::Score => given.iter().filter(|(question, yes)| *question < 3 && *yes).count() >= 2,
            Self::From(at) => day >= DAYS[at],
            Self::Until(at) => day <= DAYS[at],
        }
    }
}

impl Says {
    /// Returns every case with its text under this key, followed by the text for everyone.
    fn list(&self, key: &str) -> Vec<Value> {
        let word = |word: u8| json!({ key: format!("word {word}") });
        let cases = self.cases.iter().map(|(when, said)| when.written(word(*said)));
        cases.chain([word(self.last)]).collect()
    }

    fn write_into(&self, node: &mut Value) {
        let list = self.list("text");
        let words = if self.is_parts { json!({ "parts": list }) } else { json!(list) };
        let is_question = node.get("title").is_none();
        match self.spot {
            Spot::Text => node["text"] = words,
            Spot::Heading => node[if is_question { "short" } else { "title" }] = words,
            Spot::Line if !is_question => node["note"] = json!([{ "label": "Line", "text": words }]),
            Spot::Say | Spot::Line => node["scripts"] = json!([{ "say": words }]),
            Spot::Aside => node["scripts"] = json!([{ "note": words, "say": "Words" }]),
            Spot::Scripts => {
                let mut scripts = self.list("say");
                // Without a channel, a single script would read like `Spot::Say`.
                scripts.iter_mut().for_each(|script| script["channel"] = json!("voice"));
                node["scripts"] = json!(scripts);
            }
        }
    }
}

impl Tree {
    fn written(&self) -> Value {
        let leads = |leads: &Leads| {
            let case = leads.case.iter().map(|(when, to)| when.written(json!({ "go": key(*to) })));
            case.chain([json!({ "go": key(leads.last) })]).collect::<Value>()
        };
        let mut tree = json!({
            "start": "Q0",
            "outcomes": { "done": { "label": "Done", "priority": "low", "look": "go" } },
            "decision_note": { "heading": "H", "state": "S", "outcome": "O", "priority": "P" },
            "questions": {}, "solutions": {},
        });
        for (at, (says, routes)) in self.nodes.iter().enumerate() {
            let (section, mut node) = match routes {
                Some([yes, no]) => (
                    "questions",
                    json!({ "text": "Text", "answers": [
                        { "id": "yes", "text": "Yes", "go": leads(yes) }, { "id": "no", "text": "No", "go": leads(no) },
                    ] }),
                ),
                None => (
                    "solutions",
                    json!({ "type": "done", "title": "End", "text": "Text", "agreement_required": false }),
                ),
            };
            says.write_into(&mut node);
            tree[section][key(at)] = node;
        }
        tree
    }

    fn content(&self) -> Content {
        let mut content = Content::read(&data("other-helpline"));
        let state = |(at, code): (usize, &&str)| {
            let mut state = json!({ "code": code, "name": format!("Region {code}"), "time_zones": ["UTC"] });
            if let Some(group) = GROUPS[at] {
                state["group"] = json!(group);
            }
            if let Some(deadline) = DEADLINES[at] {
                state["deadline"] = json!(deadline);
            }
            state
        };
        let attributes =
            json!({ "group": { "type": "string", "values": ["x", "y"] }, "deadline": { "type": "date" } });
        let states: Vec<Value> = STATES.iter().enumerate().map(state).collect();
        let states = json!({ "attributes": attributes, "states": states });
        for (name, value) in [("states.yaml", states), ("decision-tree.yaml", self.written())] {
            content.0.insert(name.to_owned(), value.to_string().into_bytes());
        }
        content
    }

    /// Returns all the text that people read, by the answers that lead to it.
    fn read(&self, state: usize, day: Date) -> Read {
        let mut out = BTreeMap::new();
        let mut waiting = vec![(0, Vec::new())];
        while let Some((at, given)) = waiting.pop() {
            let (says, routes) = &self.nodes[at];
            let cases = says.cases.iter().filter(|(when, _)| when.holds(state, day, &given));
            let mut words: Vec<u8> = cases.map(|(_, word)| *word).chain([says.last]).collect();
            if !says.is_parts && says.spot != Spot::Scripts {
                words.truncate(1);
            }
            for (leads, yes) in routes.iter().flatten().zip([true, false]) {
                // An answer counts as given when its route is taken.
                let mut after = given.clone();
                after.push((at, yes));
                let case = leads.case.filter(|(when, _)| when.holds(state, day, &after));
                waiting.push((case.map_or(leads.last, |(_, to)| to), after));
            }
            let spot = if routes.is_some() && says.spot == Spot::Line { Spot::Say } else { says.spot };
            out.insert(given, (at, spot, words));
        }
        out
    }

    /// Returns the regions that read something different in `other`, today and on some later day.
    fn differs(&self, other: &Self) -> [BTreeSet<&'static str>; 2] {
        let on = |day: Date| {
            let differ = |state: &usize| self.read(*state, day) != other.read(*state, day);
            (0..3).filter(differ).map(|state| STATES[state]).collect::<BTreeSet<_>>()
        };
        let later =
            DAYS.into_iter().flat_map(|day| [day, day.tomorrow().unwrap()]).filter(|day| *day > TODAY);
        [on(TODAY), later.flat_map(on).collect()]
    }
}

/// Returns the regions that the comparison names, and those that it names without a date.
fn named(comparison: &Comparison) -> [BTreeSet<&str>; 2] {
    let changes = comparison.changes.iter().map(|change| (&change.states, change.period.is_some()));
    let paths = comparison.paths.iter().map(|change| (&change.states, change.period.is_some()));
    let all: Vec<_> = changes.chain(paths).collect();
    [false, true].map(|dated| {
        let told = all.iter().filter(|(_, is_dated)| dated || !is_dated);
        told.flat_map(|(states, _)| states.iter().map(String::as_str)).collect()
    })
}

fn compared([old, new]: [&Tree; 2]) -> Comparison {
    super::between(&old.content().draft(), &new.content().draft())
}

proptest! {
    #![proptest_config(crate::lint_support::cases(24))]

    #[test]
    fn exactly_the_regions_that_read_something_different_are_named([old, new] in two()) {
        let comparison = compared([&old, &new]);
        let [today, later] = old.differs(&new);
        let [now, ever] = named(&comparison);
        prop_assert_eq!(&now, &today, "{}", human(&comparison));
        prop_assert_eq!(ever, &today | &later, "{}", human(&comparison));
        prop_assert_eq!(comparison.is_empty(), today.is_empty() && later.is_empty());
        prop_assert!(compared([&new, &new]).is_empty());
    }
}

/// Builds a chain of questions that are all asked, whatever the answers, and a solution at the end.
fn chain(edit: impl FnOnce(&mut Tree)) -> Tree {
    let says = || Says { spot: Spot::Text, is_parts: false, cases: Vec::new(), last: 0 };
    let nodes = (0..QUESTIONS + SOLUTIONS).map(|at| {
        let leads = |to: usize| Leads { case: None, last: to };
        (says(), (at < QUESTIONS).then(|| [leads(at + 1), leads(if at == 0 { 2 } else { at + 1 })]))
    });
    let mut tree = Tree { nodes: nodes.collect() };
    edit(&mut tree);
    tree
}

#[test]
fn conditions_on_answers_and_dates_are_described_in_words() {
    let told = |edits: [Vec<(When, u8)>; 2]| {
        let trees = edits.map(|cases| chain(|tree| tree.nodes[3].0.cases = cases));
        let page = human(&compared([&trees[0], &trees[1]]));
        let mut lines = page.lines().skip_while(|line| !line.starts_with("    question")).skip(1);
        lines.next().unwrap_or_default().trim().to_owned()
    };
    let after = |when, word| vec![(when, word)];
    assert_eq!(
        told([after(When::Answered(0, true), 1), after(When::Answered(0, true), 2)]),
        "text: changed, after Q0.yes (all districts)"
    );
    assert_eq!(
        told([after(When::Score, 1), after(When::Score, 2)]),
        "text: changed, after some answers, such as Q0.yes → Q1.no → Q2.yes (all districts)"
    );
    assert_eq!(
        told([after(When::From(1), 1), after(When::From(1), 2)]),
        "text: changed, from December 1, 2026 on (all districts)"
    );
    assert_eq!(
        told([after(When::Until(2), 1), after(When::Until(1), 1)]),
        "text: changed, from December 2, 2026 until January 15, 2027 (all districts)"
    );
    assert_eq!(told([after(When::Past, 1), after(When::Past, 2)]), "text: changed (BB)");
}
