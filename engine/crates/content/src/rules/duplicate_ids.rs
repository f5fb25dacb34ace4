//! `duplicate-id`: ids, codes, names and paths that appear twice.

use std::cell::LazyCell;
use std::collections::HashMap;

use super::context::Context;
use super::findings::{error, error_at};
use crate::content::PlacedName;
use crate::content::document::{child, item};
use callguide_search::diagnostics::{Diagnostic, shown};

/// What to do about the second occurrence.
enum Twice {
    /// Give it another id, since users never see ids. If content refers to exactly one id that's missing here, suggest
    /// that one.
    Rename,
    /// Give this advice, since only someone who knows the subject of the entry can name it.
    Say(&'static str),
    /// Give the advice for a state's name or alternative name.
    Name,
    /// Remove it, since the list already contains it.
    Remove,
}

/// The kinds of names that must be unique in their list, what a finding calls each, and what to do about a duplicate.
const KINDS: [(&str, &str, Twice); 14] = [
    ("state", "a state with the code", Twice::Say(CODE)),
    ("node", "a question or solution with the id", Twice::Say(NODE)),
    ("answer", "an answer with the id", Twice::Rename),
    ("fact", "a fact with the id", Twice::Say(FACT)),
    ("button", "a button with the id", Twice::Rename),
    ("listed step", "an item in this flow with the step", Twice::Remove),
    ("category", "a file with the category", Twice::Say(CATEGORY)),
    ("entry", "an entry with the id", Twice::Rename),
    ("section", "a section with the id", Twice::Rename),
    ("announcement", "an announcement with the id", Twice::Rename),
    ("errand", "an errand with the id", Twice::Rename),
    ("mode", "a mode with the id", Twice::Rename),
    ("way", "a way with the id", Twice::Rename),
    ("choice", "a choice with the id", Twice::Rename),
];

/// Reports the ids in one list that appear twice. `question` is the id of the question if they're its answers.
fn once(
    context: &Context<'_>,
    (what, twice): (&str, &Twice),
    question: Option<&str>,
    ids: &[&PlacedName<'_>],
) -> Vec<Diagnostic> {
    let missed = LazyCell::new(|| {
        let mut missed = missed_answers(context, question?, |id| ids.iter().any(|own| own.name == id));
        let first = missed.next()?;
        missed.all(|other| other == first).then_some(first)
    });
    let mut first: HashMap<&str, &PlacedName<'_>> = HashMap::new();
    let mut found = Vec::new();
    for own @ PlacedName { document, pointer, name: id, .. } in ids {
        let Some(there) = first.get(id) else {
            first.insert(id, own);
            continue;
        };
        let message = format!("there is already {what} {}", shown(id));
        let finding = error("duplicate-id", document, pointer, own.place(), &message)
            .related(there.place(), "the first one");
        found.push(match (twice, *missed) {
            (Twice::Rename, Some(missed)) => {
                let help = format!("write {} here, which other content refers to; or remove this one if it was copied by mistake", shown(missed));
                finding.help(help).guess(document.write(pointer, missed))
            }
            (Twice::Rename, None) => {
                let mut others = (2..).map(|n| format!("{id}-{n}"));
                let free = others.find(|other| !first.contains_key(other.as_str())).unwrap_or_default();
                let help = format!("if one of the two was copied by mistake, remove it; otherwise, give it its own id, such as {}, here and wherever this one is meant", shown(&free));
                finding.help(help).guess(document.write(pointer, &free))
            }
            (Twice::Say(help), _) => finding.help(*help),
            (Twice::Name, _) if pointer.contains("/also/") => {
                // What people call a state usually begins with its name.
                let names = ids.iter().filter(|own| own.pointer.ends_with("/name") && id.starts_with(own.name));
                let named = names.max_by_key(|own| own.name.len());
                let help = named.map(|own| format!("it goes with the name {}: keep it there, and remove it from the other state", own.name));
                let is_there = named.is_some_and(|own| there.pointer.starts_with(own.pointer.trim_end_matches("name")));
                let edit = document.remove(pointer).filter(|_| is_there);
                finding.help(help.unwrap_or_else(|| ALSO.to_owned())).guess(edit)
            }
            (Twice::Name, _) => finding.help(NAME),
            (Twice::Remove, _) => {
                let (item, _) = pointer.rsplit_once('/').unwrap_or_default();
                finding.help("remove one of the two, or name a different step").guess(document.remove(item))
            }
        });
    }
    found
}

const CODE: &str = "each state needs its own code: look at both places, and correct the code that doesn't match its state's name; if the state was copied by mistake, remove the copy";
const NAME: &str = "each state needs its own name: look at both places, and write the name that goes with the code; if the state was copied by mistake, remove the copy";
const ALSO: &str = "if only one of the two states is called that, remove it from the other; if both are, remove it from both";
const NODE: &str = "give one of the two a different id, here and wherever answers lead to it";
const CATEGORY: &str = "give the copied file its own category, or move all the entries into one file";

const FACT: &str = "an id can name only one fact: if one was copied by mistake, remove it; otherwise, give it a different id";

/// The answers to a question that conditions and checks name but that aren't among its own.
pub(super) fn missed_answers<'c>(
    context: &'c Context<'_>,
    question: &'c str,
    is_own: impl Fn(&str) -> bool + 'c,
) -> impl Iterator<Item = &'c str> {
    let named = context.names().used("given answer").filter_map(|used| used.name.split_once('.'));
    let named = named.filter(move |(of, _)| *of == question).map(|(_, answer)| answer);
    named.filter(move |answer| !is_own(answer))
}

/// The date of an announcement, if it has one.
fn date_of<'d>(id: &PlacedName<'d>) -> Option<&'d str> {
    let (announcement, _) = id.pointer.rsplit_once('/')?;
    id.document.value.pointer(&child(announcement, "date"))?.as_str()
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (of, what, twice) in &KINDS {
        // A copy is reported as a whole.
        let ids = context.names().defined(of);
        let ids = ids.filter(|own| !context.copies().has(&own.document.name, &own.pointer));
        let mut ids: Vec<&PlacedName<'_>> = ids.collect();
        if *of == "announcement" {
            // The one that readers know keeps its id: the older one, or, on the same day, the lower one.
            ids.reverse();
            ids.sort_by_key(|own| date_of(own));
        }
        for list in ids.chunk_by(|a, b| *of == "node" || a.list() == b.list()) {
            let question = list[0].pointer.split('/').nth(2).filter(|_| *of == "answer");
            found.extend(once(context, (what, twice), question, list));
        }
    }
    // Names come before alternative names, so that a name is never the one to change.
    let mut names: Vec<&PlacedName<'_>> = context.names().defined("state name").collect();
    names.sort_by_key(|own| own.pointer.contains("/also/"));
    found.extend(once(context, ("a state called", &Twice::Name), None, &names));
    if context.draft.states.is_some() {
        not_served(context, found);
    }
}

/// Reports names that belong both to a place outside the service area and to a state that's served, ignoring
/// punctuation.
fn not_served(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(site) = &context.draft.site else { return };
    let plain = |name: &str| name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let served = ["state name", "state"].into_iter().flat_map(|of| context.names().defined(of));
    let served: HashMap<String, &PlacedName<'_>> = served.map(|own| (plain(own.name), own)).collect();
    for (at, place) in site.region.not_served.iter().enumerate() {
        for (nth, name) in place.names.iter().enumerate() {
            let pointer = item(&child(&item("/region/not_served", at), "names"), nth);
            let Some(own) = served.get(&plain(name)) else { continue };
            if own.pointer.contains("/also/") {
                let message = format!("site.yaml lists {} as not served", shown(name));
                error_at("duplicate-id", own.document, &own.pointer, &message)
                    .related(site.document.value_at(&pointer), "not served")
                    .help("remove it here; if it really is another name for this state, remove it from `not_served` instead")
                    .guess(own.document.remove(&own.pointer))
                    .report(found);
            } else {
                let message =
                    format!("{} is listed as not served, but states.yaml has {}", shown(name), own.name);
                found.push(error_at("duplicate-id", &site.document, &pointer, &message).help(
                    "if the state is served now, remove all its names here, and change any text that still says that it isn't; if it isn't served, remove it from states.yaml",
                ));
                // Its other names go with it.
                break;
            }
        }
    }
}
