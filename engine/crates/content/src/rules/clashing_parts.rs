//! `clashing-parts`: two snippets that the same people read in one answer, although in other answers nobody reads both;
//! and a snippet with the same condition in every answer but one, where only other people read it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::context::Context;
use super::findings::{warning, whom};
use crate::content::Document;
use crate::content::document::child;
use crate::content::snippets::names;
use crate::readings::{PlaceChoice, PlaceKind};
use callguide_search::diagnostics::Diagnostic;

/// The number of answers needed to show that two snippets exclude each other.
const ENOUGH: usize = 3;

/// An answer with more snippets than this isn't compared.
const MANY: usize = 30;

/// A part of an answer with a snippet.
type SharedPart<'c> = (&'c Document, &'c PlaceChoice<'c>);

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let pieces = context.pieces().iter().filter(|piece| piece.place.kind == PlaceKind::Parts);
    let answers = pieces.map(|piece| {
        let parts = piece.place.choices.iter().flat_map(|choice| {
            let text = piece.document.as_written(&child(&choice.pointer, "text")).unwrap_or_default();
            names(text).map(move |name| (name, choice))
        });
        (piece.document, parts.collect::<BTreeMap<&str, &PlaceChoice<'_>>>())
    });
    let answers: Vec<_> = answers.filter(|(_, parts)| parts.len() <= MANY).collect();
    // Every answer that has the two snippets in separate parts.
    let mut pairs: BTreeMap<[&str; 2], Vec<[SharedPart<'_>; 2]>> = BTreeMap::new();
    for (document, parts) in &answers {
        for (one, first) in parts {
            let others = parts.range(*one..).skip(1);
            for (two, second) in others.filter(|(_, second)| second.pointer != first.pointer) {
                pairs.entry([*one, *two]).or_default().push([(*document, *first), (*document, *second)]);
            }
        }
    }
    // A condition that's too wide may clash with several others.
    let mut told = BTreeSet::new();
    for (named, answers) in &pairs {
        let is_apart = |pair: &&[SharedPart<'_>; 2]| !pair[0].1.fits.meets(&pair[1].1.fits);
        let (apart, together): (Vec<&[SharedPart<'_>; 2]>, Vec<_>) = answers.iter().partition(is_apart);
        let ([both], true) = (together.as_slice(), apart.len() >= ENOUGH) else { continue };
        // The condition that none of the other answers has for this text is the odd one.
        let usual = |nth: usize| apart.iter().map(move |pair| pair[nth]);
        let is_odd = |nth: &usize| !usual(*nth).any(|other| when(other) == when(both[*nth]));
        let Some(odd) = [1, 0].into_iter().find(is_odd) else { continue };
        let (document, choice) = both[odd];
        if told.insert((&document.name, &choice.pointer)) {
            found.push(finding(context, *named, both, odd, apart.len(), apart[0][odd]));
        }
    }
    // Where each snippet is used, by condition.
    let mut uses: BTreeMap<&str, BTreeMap<String, Vec<SharedPart<'_>>>> = BTreeMap::new();
    for (document, parts) in &answers {
        for (name, choice) in parts {
            let condition = when((document, choice)).map(Value::to_string).unwrap_or_default();
            uses.entry(name).or_default().entry(condition).or_default().push((document, choice));
        }
    }
    for (name, by_condition) in uses {
        let mut all: Vec<Vec<SharedPart<'_>>> = by_condition.into_values().collect();
        all.sort_by_key(Vec::len);
        let [odd, usual] = all.as_slice() else { continue };
        let ([(document, choice)], true) = (odd.as_slice(), usual.len() >= ENOUGH) else { continue };
        let is_apart = usual.iter().all(|(_, other)| !other.fits.meets(&choice.fits));
        if is_apart && told.insert((&document.name, &choice.pointer)) {
            found.push(elsewhere(context, name, (document, choice), usual));
        }
    }
}

/// `usual` is where the other answers have the snippet, all with the same condition.
fn elsewhere(
    context: &Context<'_>,
    name: &str,
    (document, choice): SharedPart<'_>,
    usual: &[SharedPart<'_>],
) -> Diagnostic {
    let (who, others) = (whom(context.readings, &choice.fits), whom(context.readings, &usual[0].1.fits));
    let message = format!(
        "{{snippet.{name}}} is for {who} here; in {} other answers, it's only for {others}",
        usual.len()
    );
    let at = child(&choice.pointer, "when");
    warning("clashing-parts", document, &choice.pointer, document.value_at(&at), &message)
        .related(usual[0].0.value_at(&usual[0].1.pointer), "for example, here")
        .help("compare this condition with the one there: if the text is right, write that condition here, and check whether another part of this answer has it by mistake; if two parts were mixed up, swap their texts")
}

fn when<'c>((document, choice): SharedPart<'c>) -> Option<&'c Value> {
    document.value.pointer(&child(&choice.pointer, "when"))
}

/// `usual` is the same snippet in another answer.
fn finding(
    context: &Context<'_>,
    [one, two]: [&str; 2],
    both: &[SharedPart<'_>; 2],
    odd: usize,
    elsewhere: usize,
    usual: SharedPart<'_>,
) -> Diagnostic {
    let (document, choice) = both[odd];
    let (_, beside) = both[1 - odd];
    let who = whom(context.readings, &choice.fits.and(&beside.fits));
    let message = format!(
        "{{snippet.{one}}} and {{snippet.{two}}} are both shown for {who}; in {elsewhere} other answers, they never appear together"
    );
    let at = child(&choice.pointer, "when");
    let condition = usual.0.text.get(usual.0.value_at(&child(&usual.1.pointer, "when")).span);
    let condition = condition.filter(|condition| when(usual).is_some() && !condition.contains('\n'));
    let help = match condition {
        Some(condition) => format!("use the condition from those answers: `when: {condition}`"),
        None => "compare this `when` with the ones in those answers, and write the same one here".to_owned(),
    };
    let edit = condition.filter(|_| when(both[odd]).is_some());
    let edit = edit.map(|condition| document.edit(document.value_at(&at).span, condition));
    warning("clashing-parts", document, &choice.pointer, document.value_at(&at), &message)
        .related(document.value_at(&beside.pointer), "this is shown, too")
        .help(help)
        .guess(edit)
}
