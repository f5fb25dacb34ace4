//! `fact-clash`: a fact that's asked for in several places, but not as the same thing; `hint-days`: a fact whose hint
//! names a different number of days than the one that's counted.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::asked::{Asked, asked};
use super::context::Context;
use super::findings::{error, pattern, warning_at};
use crate::content::Document;
use crate::content::document::{child, item};
use callguide_search::diagnostics::{Diagnostic, Place};

/// The keys that make a fact the same everywhere, and how a finding describes a difference.
const SAME: [(&str, &str); 3] =
    [("label", "a different label"), ("kind", "a different kind"), ("choices", "different choices")];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let all = asked(context);
    all.iter().for_each(|fact| hints(fact, found));
    let mut by_id: BTreeMap<&str, Vec<&Asked<'_>>> = BTreeMap::new();
    for fact in &all {
        let own = by_id.entry(fact.id).or_default();
        // A fact that's twice in one list is reported as a duplicate id, and one that can't be read by the check that
        // couldn't read it.
        let list =
            |asked: &Asked<'_>| (asked.kind, asked.pointer.rsplit_once('/').map(|(list, _)| list.to_owned()));
        let twice = own.iter().any(|other| list(other) == list(fact));
        if !twice && !context.told_at(fact.document, &fact.pointer) {
            own.push(fact);
        }
    }
    for own in by_id.into_values() {
        // The version that most agree with is taken to be right; in a tie, the first.
        let agree = |fact: &Asked<'_>| own.iter().filter(|other| differs(fact, other).is_none()).count();
        let Some(meant) = own.iter().rev().max_by_key(|fact| agree(fact)) else { continue };
        for (fact, (key, other)) in own.iter().filter_map(|fact| Some((fact, differs(fact, meant)?))) {
            let value = meant.value.get(key).and_then(Value::as_str);
            let edit = value.and_then(|value| fact.document.write(&child(&fact.pointer, key), value));
            let message = format!("this fact has {other} elsewhere");
            found.push(
                error("fact-clash", fact.document, &fact.pointer, place(fact, key), &message)
                    .related(place(meant, key), "there, it's this")
                    .help("an id means the same fact everywhere: make both the same, or give one of the two facts a different id")
                    .guess(edit),
            );
        }
    }
}

/// Reports a hint beside `within_days` that names days, but not that number of them.
fn hints(fact: &Asked<'_>, found: &mut Vec<Diagnostic>) {
    let expected = fact.value.get("expect").and_then(Value::as_array);
    for (index, expected) in expected.into_iter().flatten().enumerate() {
        let (Some(counted), Some(hint)) = (
            expected.get("within_days").and_then(Value::as_u64),
            expected.get("hint").and_then(Value::as_str),
        ) else {
            continue;
        };
        let named: Vec<u64> = DAYS.captures_iter(hint).filter_map(|hit| hit[1].parse().ok()).collect();
        let Some(days) = named.first().filter(|_| !named.contains(&counted)) else { continue };
        let at = child(&item(&child(&fact.pointer, "expect"), index), "within_days");
        let message = format!("the hint says {days} days, but `within_days` counts {counted}");
        found.push(
            warning_at("hint-days", fact.document, &at, &message)
                .because(message)
                .help(format!("ask which number is right: write `within_days: {days}` here and wherever else this is counted, or correct the hint")),
        );
    }
}

static DAYS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b([0-9]{1,3}) days?\b"));

/// The first key in which two facts differ, and how a finding describes it.
fn differs(fact: &Asked<'_>, other: &Asked<'_>) -> Option<(&'static str, &'static str)> {
    SAME.into_iter().find(|(key, _)| fact.value.get(key) != other.value.get(key))
}

/// The place of a key's value, or of the fact if it doesn't have the key.
fn place(fact: &Asked<'_>, key: &str) -> Place {
    let document: &Document = fact.document;
    match fact.value.get(key) {
        Some(_) => document.value_at(&child(&fact.pointer, key)),
        None => document.value_at(&fact.pointer),
    }
}
