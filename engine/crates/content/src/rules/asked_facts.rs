//! The facts that questions, answers and steps ask for, as written in the files, and mistakes in them: `fact-clash`,
//! `hint-days`, `uncarried-fact`, and hints that nobody can get.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::context::Context;
use super::findings::{error_at, few, warning_at};
use crate::content::document::{child, item};
use crate::content::model::{Flow, Flows, StepKind};
use crate::content::{Document, Kind, PlacedName};
use crate::readings::Guidance;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;

/// A fact and the question, answer or step that asks for it.
#[derive(Debug)]
pub(super) struct AskedFact<'a> {
    pub id: &'a str,
    pub document: &'a Document,
    /// The fact's pointer.
    pub pointer: String,
    /// The key of the question or step that asks for it.
    pub by: String,
    /// The answer's id, if an answer asks rather than the question itself.
    pub answer: Option<&'a str>,
    pub kind: Kind,
    pub value: &'a Value,
}

/// Every fact, once for each question, answer or step that asks for it, in the order in which a contact reaches the
/// files.
pub(super) fn asked<'a>(context: &Context<'a>) -> Vec<AskedFact<'a>> {
    let mut all: Vec<_> = context.names().defined("fact").filter_map(fact).collect();
    all.sort_by_key(|fact| fact.kind != Kind::Flows);
    all
}

impl<'a> AskedFact<'a> {
    /// The fact's expectations (`expect`), each with its pointer.
    pub fn expected(&self) -> impl Iterator<Item = (String, &'a Value)> {
        let (at, all) = (child(&self.pointer, "expect"), self.value.get("expect").and_then(Value::as_array));
        all.into_iter().flatten().enumerate().map(move |(index, expected)| (item(&at, index), expected))
    }
}

fn fact<'a>(own: &PlacedName<'a>) -> Option<AskedFact<'a>> {
    let (id, document, (pointer, _)) = (own.name, own.document, own.pointer.rsplit_once('/')?);
    let (asking, _) = pointer.rsplit_once("/ask_for/")?;
    // An answer without an id can't be referred to by name.
    let answer = asking.split('/').nth(3).map(|_| {
        let id = document.value.pointer(&child(asking, "id"));
        id.and_then(Value::as_str).unwrap_or_default()
    });
    let (by, kind) = (asking.split('/').nth(2)?.to_owned(), Kind::of(&document.name)?);
    let value = document.value.pointer(pointer)?;
    Some(AskedFact { id, document, pointer: pointer.to_owned(), by, answer, kind, value })
}

/// Whether something that can't be read may ask for a fact.
pub(super) fn hidden(context: &Context<'_>) -> bool {
    [(Kind::Flows, "/steps"), (Kind::DecisionTree, "/questions")].into_iter().any(|(kind, list)| {
        let document = context.documents().find(|(of, _)| *of == kind).map(|(_, document)| document);
        let whole = document.filter(|document| document.value.pointer(list).is_some_and(Value::is_object));
        whole.is_none_or(|document| context.told_at(document, list))
    })
}

/// The keys that must be the same wherever a fact is asked for, and how a finding describes a difference.
const SAME: [(&str, &str); 3] =
    [("label", "a different label"), ("kind", "a different kind"), ("choices", "different choices")];

/// `fact-clash`: a fact that's asked for in several places, but defined differently; `hint-days`: a fact whose hint
/// names a different number of days than `within_days`.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let all = asked(context);
    for fact in &all {
        hints(fact, found);
        out_of_reach(context, fact, found);
    }
    let mut by_id: BTreeMap<&str, Vec<&AskedFact<'_>>> = BTreeMap::new();
    for fact in &all {
        let own = by_id.entry(fact.id).or_default();
        // A fact that appears twice in one list is reported as a duplicate id, and an unreadable fact by the check that
        // couldn't read it.
        let list = |asked: &AskedFact<'_>| asked.pointer.rsplit_once('/').map(|(list, _)| list.to_owned());
        let twice = own.iter().any(|other| (other.kind, list(other)) == (fact.kind, list(fact)));
        if !twice && !context.told_at(fact.document, &fact.pointer) {
            own.push(fact);
        }
    }
    for own in by_id.into_values() {
        // The most common version is assumed to be right; in a tie, the first.
        let agree = |fact: &AskedFact<'_>| own.iter().filter(|other| differs(fact, other).is_none()).count();
        let Some(meant) = own.iter().rev().max_by_key(|fact| agree(fact)) else { continue };
        for (fact, (key, other)) in own.iter().filter_map(|fact| Some((fact, differs(fact, meant)?))) {
            let value = meant.value.get(key).and_then(Value::as_str);
            let (at, there) = (child(&fact.pointer, key), child(&meant.pointer, key));
            let edit = value.and_then(|value| fact.document.write(&at, value));
            let message = format!("this fact has {other} elsewhere");
            error_at("fact-clash", fact.document, &at, &message)
                .related(meant.document.value_at(&there), "the other one")
                .help("an id means the same fact everywhere: make both the same, or give one of the two facts a different id")
                .guess(edit)
                .report(found);
        }
    }
}

/// Reports a hint that names a number of days other than the one in `within_days`.
fn hints(fact: &AskedFact<'_>, found: &mut Vec<Diagnostic>) {
    for (at, expected) in fact.expected() {
        let Some(counted) = expected.get("within_days").and_then(Value::as_u64) else { continue };
        let hint = expected.get("hint").and_then(Value::as_str).unwrap_or_default();
        let named: Vec<u64> = DAYS.captures_iter(hint).filter_map(|hit| hit[1].parse().ok()).collect();
        let Some(days) = named.first().filter(|_| !named.contains(&counted)) else { continue };
        let message = format!("the hint says {days} days, but `within_days` counts {counted}");
        warning_at("hint-days", fact.document, &child(&at, "within_days"), &message)
            .because(message)
            .help(format!("find out which number is right, then either write `within_days: {days}` here and wherever else this is counted, or correct the hint"))
            .report(found);
    }
}

/// `dead-case`: an expectation that asks for an answer to a question that's on no path with this one.
fn out_of_reach(context: &Context<'_>, fact: &AskedFact<'_>, found: &mut Vec<Diagnostic>) {
    let Some(guidance) = context.readings.guidance.as_ref().filter(|_| fact.kind == Kind::DecisionTree)
    else {
        return;
    };
    for (at, expected) in fact.expected() {
        let answers = expected.get("answered").and_then(Value::as_array).into_iter().flatten();
        let asked: Vec<&str> = answers.filter_map(|given| given.as_str()?.split('.').next()).collect();
        let is_apart = |question: &&str| {
            let known = guidance.entry(question).is_some() && guidance.entry(&fact.by).is_some();
            known && !leads(guidance, question, &fact.by) && !leads(guidance, &fact.by, question)
        };
        if asked.is_empty() || !asked.iter().all(is_apart) {
            continue;
        }
        let message = format!("no path has both {} and {}, so nobody gets this hint", fact.by, few(&asked));
        error_at("dead-case", fact.document, &child(&at, "answered"), &message)
            .help(format!("write an answer to {}, or to a question on the same path", fact.by))
            .report(found);
    }
}

/// Whether some answers may lead from one node to another, or it's the same node.
fn leads(guidance: &Guidance<'_>, from: &str, to: &str) -> bool {
    let (mut seen, mut waiting) = (HashSet::new(), vec![from]);
    while let Some(key) = waiting.pop() {
        if key == to {
            return true;
        }
        let entry = guidance.entry(key).filter(|entry| seen.insert(*entry));
        waiting.extend(entry.into_iter().flat_map(|entry| guidance.targets(entry)));
    }
    false
}

static DAYS: Expression = Expression::new(r"\b([0-9]{1,3}) days?\b");

/// The first key in which two facts differ, and how a finding describes it.
fn differs(fact: &AskedFact<'_>, other: &AskedFact<'_>) -> Option<(&'static str, &'static str)> {
    SAME.into_iter().find(|(key, _)| fact.value.get(key) != other.value.get(key))
}

/// Reports facts that a step asks for but that can't appear in any note for the ticket.
pub fn check_carried(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(flows) = &context.draft.flows else { return };
    if context.broken(Kind::Flows, |rule| !matches!(rule, "fact-clash" | "unasked-fact")) {
        return;
    }
    // Facts that a question asks for appear in the note of the decision that follows.
    for fact in asked(context).into_iter().filter(|fact| fact.kind == Kind::Flows) {
        let uses = |flow: &Flow| flow.steps.iter().any(|used| used.step == fact.by);
        let lost = flows.flows.iter().filter(|(_, flow)| uses(flow) && !has_note(flows, flow, &fact.by));
        let lost: Vec<&str> = lost.map(|(id, _)| id).collect();
        if lost.is_empty() {
            continue;
        }
        let flows = if lost.len() == 1 { "flow" } else { "flows" };
        let lost = few(lost);
        let message = format!(
            "no note for the ticket can include this fact: in the {flows} {lost}, no guide or decision follows this step"
        );
        let help = "have this step lead to a `guide` or `tree` step, or don't ask for the fact";
        let id = child(&fact.pointer, "id");
        found.push(warning_at("uncarried-fact", fact.document, &id, &message).help(help));
    }
}

/// Whether this step of a flow, or a later one, has the note: every guide has one, and the tree has one after a
/// decision.
fn has_note<'a>(flows: &'a Flows, flow: &'a Flow, from: &'a str) -> bool {
    let listed = |id: &str| flow.steps.iter().any(|used| used.step == id);
    let (mut seen, mut waiting) = (HashSet::new(), vec![from]);
    while let Some(id) = waiting.pop() {
        let Some(step) = flows.steps.get(id).filter(|_| listed(id) && seen.insert(id)) else { continue };
        if matches!(step.kind, StepKind::Guide | StepKind::Tree) {
            return true;
        }
        waiting.extend(step.buttons.iter().map(|button| button.go.as_str()).chain(step.next.as_deref()));
    }
    false
}
