//! Finds the fact in states.yaml that sends a region's paths somewhere other than the path checks say, if they fail
//! for that region alone.

use super::context::Context;
use super::when::{Says, Word};
use crate::content::Document;
use crate::content::document::{child, item};
use crate::readings::ReaderSet;
use callguide_search::diagnostics::{Cause, Place};

/// The help for such a fact.
const HELP: &str =
    "check this fact first, and correct it if it's wrong; change the tree or the checks only if it's right";

/// Returns the fact that the route's cases at `way` depend on, if only one region is among the readers who go wrong
/// there. `rest_holds` says whether the same check holds for several others. Returns `None` if the case names the
/// region itself, because then the case is what's wrong.
pub(super) fn find(context: &Context<'_>, way: &Place, wrong: &ReaderSet, rest_holds: bool) -> Option<Cause> {
    let [region] = context.readings.readers.regions_of(wrong)[..] else { return None };
    let tree = &context.draft.tree.as_ref().filter(|tree| tree.document.name == way.file)?.document;
    let (list, index) = case_at(tree, way)?;
    let case_of = |word: &Word<'_>| {
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
    Some(Cause { message, counted: "checks", place: Some(place), alone, help: Some(HELP) })
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
