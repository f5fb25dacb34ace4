//! `path-check`: runs the checks in which staff record what's right about the tree, for every reader from today on, and
//! finds the likely cause of a failed check.

use std::collections::{BTreeMap, BTreeSet};

use super::answers;
use super::context::Context;
use super::findings::{error_at, few, whom};
use super::pieces::meant;
use super::when::{ConditionWord, Says};
use crate::content::document::{child, item};
use crate::content::model::{PathCheck, State};
use crate::content::{Draft, Kind};
use crate::readings::{Guidance, Lead, NodeBody, NodeSlots, Reached, ReaderSet, Readings};
use callguide_search::diagnostics::{Cause, Diagnostic, Place, shown};

/// A check should be changed last, since only the check records what was meant.
const HELP: &str = "first look at what leads there, and correct it if it's wrong; change this check only if the tree is right as it is";

/// The help if states.yaml gives the end its id.
const OWN_ID: &str = "find out which id is right for this state, and correct the wrong one: this check or the value in states.yaml";

/// The maximum number of places to show that lead to the wrong end.
const SHOWN: usize = 3;

/// A route, or the attribute of a state, that leads a check's readers where they end up.
#[derive(Debug, Clone, PartialEq)]
struct Way {
    kind: Kind,
    pointer: String,
}

/// What's wrong with a check, by the pointer to the wrong part and the message: the readers affected, and what leads
/// them there.
type Problems = BTreeMap<(String, String), (ReaderSet, Vec<Way>)>;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = &context.draft.path_checks else { return };
    if context.broken(Kind::DecisionTree, |_| true) || context.broken(Kind::States, |_| true) {
        return;
    }
    let (readings, readers) = (context.readings, &context.readings.readers);
    let (Some(tree), Some(guidance)) = (&context.draft.tree, &readings.guidance) else { return };
    // A tree that can't be resolved has its own findings; every check would only repeat them.
    let whole = readings.whole();
    let mut failed = Vec::new();
    let mut everybody = readers.none();
    for (index, check) in checks.paths.indexed() {
        let Some(answers) = pairs(check) else { continue };
        // A check whose period is over doesn't apply to today's tree.
        let meant = meant(readings, check).and(&readings.conditions().ahead(check.window));
        let problems = walk(readings, guidance, &item("/paths", index), check, &answers, &whole.and(&meant));
        let rest_holds = problems.len() == 1 && readers.regions_of(&meant).len() > 1;
        for ((pointer, message), (who, ways)) in problems {
            let message = format!("{message}, for {}", whom(readings, &who));
            let is_own_id = ways.first().is_some_and(|way| way.kind == Kind::States);
            let help = if is_own_id { OWN_ID } else { HELP };
            let mut finding = error_at("path-check", &checks.document, &pointer, &message).help(help);
            for way in ways.iter().take(SHOWN) {
                let (document, why) = match (way.kind, &context.draft.states) {
                    (Kind::States, Some(states)) => (&states.document, "this gives the end its id"),
                    _ => (&tree.document, "this leads there"),
                };
                finding = finding.related(document.value_at(&way.pointer), why);
            }
            match no_such_answer(context, &pointer, &finding) {
                Some(told) => found.push(told),
                None => {
                    everybody.add(&who);
                    failed.push((finding, ways.into_iter().next(), who, rest_holds));
                }
            }
        }
    }
    // If checks fail for only one region, a fact about that region is the likeliest cause.
    let alone = readers.regions_of(&everybody).len() == 1;
    for (mut finding, way, who, rest_holds) in failed {
        if let Some(way) = way {
            let fact = if alone { blamed_fact(context, &way, &who, rest_holds) } else { None };
            finding.cause = Some(fact.unwrap_or_else(|| cause(&way, tree.document.value_at(&way.pointer))));
        }
        found.push(finding);
    }
}

/// Returns the finding with a suggestion, if the check names a question or an answer that doesn't exist.
fn no_such_answer(context: &Context<'_>, pointer: &str, finding: &Diagnostic) -> Option<Diagnostic> {
    let (checks, tree) = (&context.draft.path_checks.as_ref()?.document, context.draft.tree.as_ref()?);
    let text = checks.value.pointer(pointer)?.as_str()?;
    let told = answers::unknown((checks, pointer), text, tree)?;
    Some(Diagnostic { help: told.help, fix: told.fix, ..finding.clone() })
}

/// The common cause of checks that go wrong after the same question, at the start, or because of an id in states.yaml.
/// Except for ids, it's reported at the route that leads on from there.
fn cause(way: &Way, route: Place) -> Cause {
    let question = way.pointer.strip_prefix("/questions/").and_then(|rest| rest.split('/').next());
    let message = match question {
        _ if way.kind == Kind::States => "checks expect a different id than states.yaml has".to_owned(),
        Some(id) => format!("question {id} doesn't lead where the path checks say it should"),
        None => "the start doesn't lead where the path checks say it should".to_owned(),
    };
    let place = Some(route).filter(|_| way.kind != Kind::States);
    Cause { message, counted: "checks", place, alone: false, help: None }
}

/// Walks a check's path for all readers in `meant`.
fn walk(
    readings: &Readings<'_>,
    guidance: &Guidance<'_>,
    at: &str,
    check: &PathCheck,
    answers: &[(&str, &str)],
    meant: &ReaderSet,
) -> Problems {
    let mut problems = Problems::new();
    let mut add = |part: &str, message: String, readers: &ReaderSet, ways: Vec<Way>| {
        let none = || (readings.readers.none(), Vec::new());
        let (all, known) = problems.entry((format!("{at}/{part}"), message)).or_insert_with(none);
        all.add(readers);
        for way in ways {
            if !known.contains(&way) {
                known.push(way);
            }
        }
    };
    let mut steps = guidance.begin(meant);
    let mut before = None;
    for (index, (asked, answer)) in answers.iter().enumerate() {
        for step in &steps {
            if let Some((message, readers)) = stopped_at(guidance, step, asked, answer) {
                // A misspelled answer is the check's own mistake.
                let is_asked = guidance.node(step).key == *asked;
                let ways = if is_asked { Vec::new() } else { ways(guidance, before.as_ref(), step) };
                add(&format!("answers/{index}"), message, &readers, ways);
            }
        }
        let next = guidance.next(&steps, asked, answer);
        before = Some((steps, *asked, *answer));
        steps = next;
    }
    let wanted: Vec<&str> = check.ends.iter().collect();
    let no_node = !wanted.is_empty() && guidance.entries.iter().all(|entry| !wanted.contains(&entry.key));
    for step in &steps {
        // The other ends by region, since each region may have its own ids.
        let mut others: BTreeMap<usize, (BTreeSet<String>, ReaderSet, Vec<Way>)> = BTreeMap::new();
        for (end, who) in guidance.ends(std::slice::from_ref(step)) {
            let end = &guidance.entries[end];
            if wanted.contains(&end.key) && !end.has_own_id() {
                continue;
            }
            for region in readings.readers.regions_of(&who) {
                let id = readings.filled(region).id_of(end);
                let Some(id) = id.filter(|id| !wanted.contains(&id.as_str())) else { continue };
                let none = || (BTreeSet::new(), readings.readers.none(), Vec::new());
                let (ids, whom, named) = others.entry(region).or_insert_with(none);
                ids.insert(id);
                whom.add(&who.and(&readings.readers.all_of_region(region)));
                named.extend(named_by(readings, end, region));
            }
        }
        for (ids, readers, named) in others.into_values() {
            // If only the id differs, the path itself is right.
            let own_id = no_node && !named.is_empty() && guidance.is_end(step.copy);
            let mut ways = if own_id { Vec::new() } else { ways(guidance, before.as_ref(), step) };
            ways.extend(named);
            let message = ends_at(guidance.node(step), &wanted, &ids);
            add("ends", message, &readers, ways);
        }
    }
    problems
}

/// The readers' previous steps, with the question and the answer that led on from them.
type Before<'a> = (Vec<Reached>, &'a str, &'a str);

/// The routes, or their cases, that led the readers of `step` there: from the beginning, or from their previous steps.
fn ways(guidance: &Guidance<'_>, before: Option<&Before<'_>>, step: &Reached) -> Vec<Way> {
    let routes = match before {
        None => vec![(&guidance.start, guidance.starts.as_slice())],
        Some((steps, asked, answer)) => {
            steps.iter().filter_map(|from| guidance.route(from, asked, answer)).collect()
        }
    };
    let here = |lead: &&Lead| lead.to == Some(step.copy) && lead.readers.meets(&step.readers);
    let mut places = Vec::new();
    for (route, leads) in routes {
        let leads = leads.iter().filter(here);
        places.extend(leads.map(|lead| Way { kind: Kind::DecisionTree, pointer: route.go(lead.choice) }));
    }
    places.dedup();
    places
}

/// A region with its pointer in states.yaml.
fn state_of(draft: &Draft, region: usize) -> Option<(String, &State)> {
    let code = &draft.regions.get(region)?.code;
    let (index, state) = draft.states.as_ref()?.states.indexed().find(|(_, state)| state.code == *code)?;
    Some((item("/states", index), state))
}

/// The attribute of a region that determines the solution's id in that region.
fn named_by(readings: &Readings<'_>, end: &NodeSlots<'_>, region: usize) -> Option<Way> {
    let NodeBody::Solution { solution, .. } = &end.body else { return None };
    let (state, _) = state_of(readings.draft(), region)?;
    let pointer = solution.id_from.as_deref()?.split('.').fold(state, |at, key| child(&at, key));
    Some(Way { kind: Kind::States, pointer })
}

/// Describes where the path can end other than at `wanted`.
fn ends_at(node: &NodeSlots<'_>, wanted: &[&str], others: &BTreeSet<String>) -> String {
    let (wanted, others) = (few(wanted), few(others));
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
fn blamed_fact(context: &Context<'_>, way: &Way, wrong: &ReaderSet, rest_holds: bool) -> Option<Cause> {
    let [region] = context.readings.readers.regions_of(wrong)[..] else { return None };
    let (list, index) = way.pointer.strip_suffix("/go")?.rsplit_once('/')?;
    let index: usize = index.parse().ok().filter(|_| list == "/start" || list.ends_with("/go"))?;
    let case_of = |word: &ConditionWord<'_>| {
        let rest = word.pointer.strip_prefix(list).filter(|_| word.kind == Kind::DecisionTree)?;
        let (case, rest) = rest.strip_prefix('/')?.split_once('/')?;
        case.parse::<usize>().ok().filter(|_| rest.starts_with("when/"))
    };
    let words = || context.words().iter().filter_map(|word| Some((case_of(word)?, word.says)));
    if words().any(|(case, says)| case == index && matches!(says, Says::State(_) | Says::Is(_))) {
        return None;
    }
    let above = words().filter(|(case, _)| *case <= index);
    let facts: BTreeSet<&str> = above.filter_map(|(_, says)| says.attribute()?.split('.').next()).collect();
    let fact = facts.first().copied().filter(|_| facts.len() == 1)?;
    let document = &context.draft.states.as_ref()?.document;
    let (pointer, state) = state_of(context.draft, region)?;
    let at = child(&pointer, fact);
    let (place, has) = match state.attributes.get(fact) {
        Some(value) if value.is_object() => (document.key_at(&at), fact.to_owned()),
        Some(value) => (document.value_at(&at), format!("{fact}: {value}")),
        None => (document.value_at(&child(&pointer, "code")), format!("no {fact}")),
    };
    let message = format!("{} has {}, but path checks say otherwise", state.name, has);
    let alone = rest_holds && state.attributes.contains_key(fact);
    Some(Cause { message, counted: "checks", place: Some(place), alone, help: Some(FACT_HELP) })
}
