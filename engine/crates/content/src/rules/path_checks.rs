//! `path-check`: runs the checks in which staff record what's right about the tree, for every reader from today on, and
//! finds the likely cause of a failed check.

use std::collections::{BTreeMap, BTreeSet, HashMap, hash_map};

use serde_json::Value;

use super::answers;
use super::context::Context;
use super::findings::{error_at, few, whom};
use super::pieces::meant;
use super::when::{ConditionWord, Says};
use crate::content::document::{child, item};
use crate::content::model::PathCheck;
use crate::content::{Document, Kind};
use crate::readings::{Guidance, NodeBody, NodeSlots, Reached, ReaderSet, Readings};
use callguide_search::diagnostics::{Cause, Diagnostic, Place, shown};

/// The rule that a failing check is reported under.
const RULE: &str = "path-check";

/// A check should be changed last, since only the check records what was meant.
const HELP: &str = "first look at what leads there, and correct it if it's wrong; change this check only if the tree is right as it is";

/// The help if states.yaml gives the end its id.
const OWN_ID: &str = "find out which id is right for this state, and correct the wrong one: this check or the value in states.yaml";

/// The most places to show that lead to the wrong end.
const SHOWN: usize = 3;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = &context.draft.path_checks else { return };
    if context.broken(Kind::DecisionTree, |_| true) || context.broken(Kind::States, |_| true) {
        return;
    }
    let readings = context.readings;
    let Some(guidance) = &readings.guidance else { return };
    // A tree that can't be resolved has findings of its own; every check would only repeat them.
    let whole = readings.whole();
    let mut failed = Vec::new();
    for (index, check) in checks.paths.indexed() {
        let at = format!("/paths/{index}");
        let Some(answers) = pairs(check) else { continue };
        // A check whose period is over doesn't apply to today's tree.
        let meant = meant(readings, check).and(&readings.conditions().ahead(check.window));
        let mut wrong = Wrong::default();
        walk(readings, guidance, &at, check, &answers, &whole.and(&meant), &mut wrong);
        let rest_holds = wrong.0.len() == 1 && readings.readers.regions_of(&meant).len() > 1;
        for ((pointer, problem), (readers, ways)) in wrong.in_order() {
            let message = format!("{problem}, for {}", whom(readings, &readers));
            let mut finding = error_at(RULE, &checks.document, &pointer, &message).help(HELP);
            for (place, says) in ways.iter().take(SHOWN) {
                finding = finding.related(place.clone(), *says);
            }
            let way = ways.into_iter().next().map(|(place, _)| place);
            match no_such_answer(context, &pointer, &finding) {
                Some(told) => found.push(told),
                None => failed.push((finding, way, readers, rest_holds)),
            }
        }
    }
    let mut everybody = readings.readers.none();
    failed.iter().for_each(|(_, _, readers, _)| everybody.add(readers));
    // If checks fail for only one region, a fact about that region is the likeliest cause.
    let alone = readings.readers.regions_of(&everybody).len() == 1;
    for (mut finding, way, readers, rest_holds) in failed {
        let way = way.as_ref();
        if way.is_some_and(|way| Kind::of(&way.file) == Some(Kind::States)) {
            finding.help = Some(OWN_ID.to_owned());
            finding.cause = Some(Cause {
                message: "checks expect a different id than states.yaml has".to_owned(),
                counted: "checks",
                place: None,
                alone: false,
                help: None,
            });
            found.push(finding);
            continue;
        }
        let fact = way.filter(|_| alone).and_then(|way| blamed_fact(context, way, &readers, rest_holds));
        finding.cause = fact.or_else(|| way.and_then(|way| cause(context, way)));
        found.push(finding);
    }
}

/// Returns the finding with a suggestion, if the check names a question or an answer that doesn't exist.
fn no_such_answer(context: &Context<'_>, pointer: &str, finding: &Diagnostic) -> Option<Diagnostic> {
    let checks = &context.draft.path_checks.as_ref()?.document;
    let text = checks.value.pointer(pointer)?.as_str()?;
    let (question, answer) = text.split_once('.')?;
    let tree = context.draft.tree.as_ref()?;
    if !tree.questions.contains(question) {
        let asks = |id: &&str| finding.message.contains(&format!("the tree asks {id}, "));
        let asked = tree.questions.names().find(asks).map(|id| format!("{id}.{answer}"));
        let help = match &asked {
            Some(asked) => format!("there is no question {question}: did you mean {}?", shown(asked)),
            None => format!("there is no question {question}: write the one that's asked here"),
        };
        return Some(finding.clone().help(help).guess(asked.and_then(|asked| checks.write(pointer, &asked))));
    }
    let told = answers::unknown(checks, pointer, text, tree)?;
    Some(Diagnostic { help: told.help, fix: told.fix, ..finding.clone() })
}

/// The common cause of checks that go wrong after the same question or at the start. It's reported at the route that
/// leads on from there.
fn cause(context: &Context<'_>, way: &Place) -> Option<Cause> {
    let document = &context.draft.tree.as_ref().filter(|tree| tree.document.name == way.file)?.document;
    let within = |pointer: &str| document.value_at(pointer).contains(way);
    let questions = document.value.get("questions").and_then(Value::as_object);
    let question =
        questions.into_iter().flat_map(|all| all.keys()).find(|id| within(&child("/questions", id)));
    let message = match question {
        Some(id) => format!("question {id} doesn't lead where the path checks say it should"),
        None if within("/start") => "the start doesn't lead where the path checks say it should".to_owned(),
        None => return None,
    };
    Some(Cause { message, counted: "checks", place: Some(way.clone()), alone: false, help: None })
}

/// The problems with a check, by pointer and message, each with the readers it affects.
#[derive(Default)]
struct Wrong(HashMap<(String, String), (ReaderSet, WaysThere)>);

/// The places that lead to a node, each with its description in a finding.
type WaysThere = Vec<(Place, &'static str)>;

impl Wrong {
    fn add(&mut self, pointer: &str, problem: String, who: &ReaderSet, ways: WaysThere) {
        match self.0.entry((pointer.to_owned(), problem)) {
            hash_map::Entry::Occupied(mut known) => {
                let (readers, known) = known.get_mut();
                readers.add(who);
                for way in ways {
                    if !known.contains(&way) {
                        known.push(way);
                    }
                }
            }
            hash_map::Entry::Vacant(new) => drop(new.insert((who.clone(), ways))),
        }
    }

    /// The problems, sorted by their first readers.
    fn in_order(self) -> Vec<((String, String), (ReaderSet, WaysThere))> {
        let mut all: Vec<_> = self.0.into_iter().collect();
        all.sort_by_cached_key(|(problem, (who, _))| (who.iter().next(), problem.clone()));
        all
    }
}

/// Walks a check's path for all readers in `meant`.
fn walk(
    readings: &Readings<'_>,
    guidance: &Guidance<'_>,
    at: &str,
    check: &PathCheck,
    answers: &[(&str, &str)],
    meant: &ReaderSet,
    wrong: &mut Wrong,
) {
    let mut steps = guidance.begin(meant);
    let mut before = None;
    for (index, (asked, answer)) in answers.iter().enumerate() {
        let place = format!("{at}/answers/{index}");
        for step in &steps {
            let node = guidance.node(step);
            if let Some((problem, who)) = stopped_at(guidance, step, asked, answer) {
                // A misspelled answer is the check's own mistake.
                let ways = if node.key != *asked {
                    ways(readings, guidance, before.as_ref(), step)
                } else {
                    WaysThere::new()
                };
                wrong.add(&place, problem, &who, ways);
            }
        }
        let next = guidance.next(&steps, asked, answer);
        before = Some((steps, *asked, *answer));
        steps = next;
    }
    let wanted: Vec<&str> = check.ends.iter().collect();
    let place = format!("{at}/ends");
    for step in &steps {
        // The other ends by region, since each region may have its own ids.
        let mut others: BTreeMap<usize, (BTreeSet<String>, ReaderSet, WaysThere)> = BTreeMap::new();
        for (end, who) in guidance.ends(std::slice::from_ref(step)) {
            let end = &guidance.entries[end];
            if wanted.contains(&end.key) && !end.has_own_id() {
                continue;
            }
            for region in readings.readers.regions_of(&who) {
                let id = readings.filled(region).id_of(end);
                if let Some(id) = id.filter(|id| !wanted.contains(&id.as_str())) {
                    let (ids, whom, named) = others
                        .entry(region)
                        .or_insert_with(|| (BTreeSet::new(), readings.readers.none(), WaysThere::new()));
                    ids.insert(id);
                    whom.add(&who.and(&readings.readers.all_of_region(region)));
                    named.extend(named_by(readings, end, region));
                }
            }
        }
        for (others, whom, named) in others.into_values() {
            // If only the id differs, the path itself is right.
            let no_node =
                !wanted.is_empty() && guidance.entries.iter().all(|entry| !wanted.contains(&entry.key));
            let own_id =
                no_node && !named.is_empty() && matches!(guidance.node(step).body, NodeBody::Solution { .. });
            let mut ways =
                if own_id { WaysThere::new() } else { ways(readings, guidance, before.as_ref(), step) };
            ways.extend(named);
            wrong.add(&place, ends_at(guidance.node(step), &wanted, &others), &whom, ways);
        }
    }
}

/// The readers' previous steps, with the question and the answer that led on from them.
type Before<'a> = (Vec<Reached>, &'a str, &'a str);

/// The routes, or their cases, that led the readers of `step` there: from the beginning, or from their previous steps.
fn ways(
    readings: &Readings<'_>,
    guidance: &Guidance<'_>,
    before: Option<&Before<'_>>,
    step: &Reached,
) -> WaysThere {
    let Some(tree) = &readings.draft().tree else { return WaysThere::new() };
    let routes = match before {
        None => vec![(&guidance.start, guidance.starts.as_slice())],
        Some((steps, asked, answer)) => {
            steps.iter().filter_map(|from| guidance.route(from, asked, answer)).collect()
        }
    };
    let mut places: Vec<String> = Vec::new();
    for (route, leads) in routes {
        let here =
            leads.iter().filter(|lead| lead.to == Some(step.copy) && lead.readers.meets(&step.readers));
        places.extend(here.map(|lead| route.go(lead.choice)));
    }
    places.dedup();
    places.into_iter().map(|place| (tree.document.value_at(&place), "this leads there")).collect()
}

/// The attribute of a region that determines the solution's id in that region.
fn named_by(readings: &Readings<'_>, end: &NodeSlots<'_>, region: usize) -> Option<(Place, &'static str)> {
    let NodeBody::Solution { solution, .. } = &end.body else { return None };
    let draft = readings.draft();
    let (states, code) = (draft.states.as_ref()?, &draft.regions.get(region)?.code);
    let (index, _) = states.states.indexed().find(|(_, state)| state.code == *code)?;
    let path =
        solution.id_from.as_deref()?.split('.').fold(item("/states", index), |at, key| child(&at, key));
    Some((states.document.value_at(&path), "this gives the end its id"))
}

/// Describes where the path can end other than at `wanted`.
fn ends_at(node: &NodeSlots<'_>, wanted: &[&str], others: &BTreeSet<String>) -> String {
    let wanted = few(wanted);
    let others = few(others);
    match &node.body {
        NodeBody::Solution { .. } => format!("the path ends at {others}, not at {wanted}"),
        NodeBody::Question { .. } => format!(
            "the path continues with the question {} and can end at {others}, not only at {wanted}",
            node.key
        ),
    }
}

/// The reason why the walk can't take the next answer, and the readers of the step for whom it can't; `None` if it can.
pub(super) fn stopped_at(
    guidance: &Guidance<'_>,
    step: &Reached,
    asked: &str,
    answer: &str,
) -> Option<(String, ReaderSet)> {
    let node = guidance.node(step);
    let problem = match &node.body {
        NodeBody::Solution { .. } => {
            format!("the path already ends at {}, before {asked}.{answer}", node.key)
        }
        NodeBody::Question { .. } if node.key != asked => {
            format!("where the check says {asked}, the tree asks {}", node.key)
        }
        NodeBody::Question { answers, .. } => {
            if let Some(place) = answers.iter().position(|own| own.answer.id == answer) {
                let left = step.readers.but(guidance.offered(step.copy, place));
                let problem = || format!("the question {asked} doesn't offer the answer {}", shown(answer));
                return (!left.is_empty()).then(|| (problem(), left));
            }
            let ids = few(answers.iter().map(|own| own.answer.id.as_str()));
            format!("the question {asked} has no answer {}, only {ids}", shown(answer))
        }
    };
    Some((problem, step.readers.clone()))
}

/// The check's `QUESTION.ANSWER` strings as pairs; `None` if one has a different form, which the schema reports.
pub(super) fn pairs(check: &PathCheck) -> Option<Vec<(&str, &str)>> {
    check.answers.iter().map(|text| text.split_once('.')).collect()
}

/// The help if a fact is blamed.
const FACT_HELP: &str =
    "check this fact first, and correct it if it's wrong; change the tree or the checks only if it's right";

/// Returns the fact that the route's cases at `way` depend on, if only one region is among the readers who go wrong
/// there. `rest_holds` says whether the same check holds for several others. Returns `None` if the case names the
/// region itself, because the case itself is then the mistake.
fn blamed_fact(context: &Context<'_>, way: &Place, wrong: &ReaderSet, rest_holds: bool) -> Option<Cause> {
    let [region] = context.readings.readers.regions_of(wrong)[..] else { return None };
    let tree = &context.draft.tree.as_ref().filter(|tree| tree.document.name == way.file)?.document;
    let (list, index) = case_at(tree, way)?;
    let case_of = |word: &ConditionWord<'_>| {
        let rest = word.pointer.strip_prefix(list.as_str()).filter(|_| word.document.name == tree.name)?;
        let (case, rest) = rest.strip_prefix('/')?.split_once('/')?;
        case.parse::<usize>().ok().filter(|_| rest.starts_with("when/"))
    };
    let words = || context.words().iter().filter_map(|word| Some((case_of(word)?, word.says)));
    if words().any(|(case, says)| case == index && matches!(says, Says::State(_) | Says::Is(_))) {
        return None;
    }
    let mut facts: Vec<&str> = words()
        .filter(|(case, _)| *case <= index)
        .filter_map(|(_, says)| match says {
            Says::Equals(path, _) | Says::Has(path) | Says::Dated(path) => path.split('.').next(),
            Says::State(_) | Says::Is(_) | Says::Answered(_) => None,
        })
        .collect();
    facts.sort_unstable();
    facts.dedup();
    let [fact] = facts[..] else { return None };
    let states = context.draft.states.as_ref()?;
    let code = &context.draft.regions.get(region)?.code;
    let (at, state) = states.states.indexed().find(|(_, state)| state.code == *code)?;
    let pointer = item("/states", at);
    let (place, has) = match state.attributes.get(fact) {
        Some(value) if value.is_object() => (states.document.key_at(&child(&pointer, fact)), fact.to_owned()),
        Some(value) => (states.document.value_at(&child(&pointer, fact)), format!("{fact}: {value}")),
        None => (states.document.value_at(&child(&pointer, "code")), format!("no {fact}")),
    };
    let message = format!("{} has {}, but path checks say otherwise", state.name, has);
    let alone = rest_holds && state.attributes.contains_key(fact);
    Some(Cause { message, counted: "checks", place: Some(place), alone, help: Some(FACT_HELP) })
}

/// The pointer of the route's list of cases that contains `way`, and the index of the case.
fn case_at(tree: &Document, way: &Place) -> Option<(String, usize)> {
    let questions = tree.value.get("questions").and_then(serde_json::Value::as_object);
    let routes = questions.into_iter().flatten().flat_map(|(id, question)| {
        let answers = question.get("answers").and_then(serde_json::Value::as_array).map_or(0, Vec::len);
        let list = child(&child("/questions", id), "answers");
        (0..answers).map(move |answer| child(&item(&list, answer), "go"))
    });
    let list = std::iter::once("/start".to_owned()).chain(routes).find(|route| {
        tree.value.pointer(route).is_some_and(serde_json::Value::is_array)
            && tree.value_at(route).contains(way)
    })?;
    let cases = tree.value.pointer(&list)?.as_array()?.len();
    let index = (0..cases).find(|index| tree.value_at(&item(&list, *index)).contains(way))?;
    Some((list, index))
}
