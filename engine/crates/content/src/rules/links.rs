//! Links by name: links that don't exist, are written wrong, or can only be opened by staff.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::{error, pattern, warning, whom};
use super::offer;
use super::placeholders::lacking;
use super::texts::{FileText, is_answer, is_spoken};
use crate::content::{Document, Kind};
use callguide_search::diagnostics::{Diagnostic, Place, shown};
use callguide_search::text::links::{self, STATE_PREFIX};

/// `unknown-link`: a link name that's neither in links.yaml nor among a state's official links.
pub fn check_known(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(links) = &context.draft.links else { return };
    for (document, pointer, name, place) in context.links() {
        let place = place.clone();
        if let Some(own) = name.strip_prefix(STATE_PREFIX) {
            state_link(context, document, pointer, own, place, found);
        } else if !links.links.contains(name) {
            let message = format!("there is no link named {}", shown(name));
            let finding = error("unknown-link", document, pointer, place.clone(), &message)
                .help("add it to links.yaml, or use a name from there");
            found.push(offer::with(finding, name, links.links.names(), |near| {
                offer::link(document, pointer, &place, name, near)
            }));
        }
    }
}

fn state_link(
    context: &Context<'_>,
    document: &Document,
    pointer: &str,
    name: &str,
    place: Place,
    found: &mut Vec<Diagnostic>,
) {
    let Some(states) = context.states() else { return };
    let kind = Kind::of(&document.name);
    let finding = |message: &str| error("unknown-link", document, pointer, place.clone(), message);
    // Whether the link is allowed is checked where the snippet is used.
    if kind == Some(Kind::Snippets) && states.link_labels.contains(name) {
        return;
    }
    let of_links = "write the name of a link from links.yaml";
    let Some(readers) = kind.and_then(|kind| context.readers_of(kind, document, pointer)) else {
        let message = "a state's official link works only where the state is known (in the decision tree and the scripts in states.yaml), in FAQ answers, and in emergency.yaml";
        found.push(finding(message).help(of_links));
        return;
    };
    if !states.link_labels.contains(name) {
        let finding = finding(&format!("states have no official link named {}", shown(name))).help(of_links);
        found.push(offer::with(finding, name, states.link_labels.names(), |near| {
            let [own, near] = [name, near].map(|name| format!("{STATE_PREFIX}{name}"));
            offer::link(document, pointer, &place, &own, &near)
        }));
        return;
    }
    let has = |region: usize| context.draft.regions.get(region).is_some_and(|own| own.links.contains(name));
    let Some((without, otherwise)) = lacking(context, &readers, |region| !has(region)) else { return };
    let whom = whom(context.readings, &without);
    let add = || {
        format!(
            "add `{name}: https://…` under `links` for these states in states.yaml, or use it in a case for the states that have it"
        )
    };
    found.push(
        finding(&format!("there is no official link {} for {whom}", shown(name)))
            .help(otherwise.map_or_else(add, str::to_owned)),
    );
}

/// Text that an author meant as a link by name, written correctly or not.
static MEANT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?:\[[^\[\]\n]*\]\s*)?\(\s*links?\s*:[^()\n]*\)?"));
static WELL: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\[[^\[\]\n]*\]\(link:[^()\s]*\)$"));

/// A link with its brackets swapped: `(words)[link:NAME]`. Group 1 is the words, group 2 the target.
static SWAPPED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\(([^()\[\]\n]+)\) ?\[((?:link:|https?://|mailto:|tel:)[^\[\]()\s]+)\]"));

/// A link with its words in group 1 and its name in group 2, which are enough to correct it.
static WRITTEN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\[([^\[\]\n]+)\]\s*\(\s*links?\s*:\s*([^()\s]+)\s*\)$"));

/// `malformed-link`: a link by name that's written wrong, so readers would see its markup.
pub fn check_written(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let is_known = |name: &str| context.draft.links.as_ref().is_some_and(|file| file.links.contains(name));
    for text in context.texts().filter(|text| text.read.contains(['(', '[', '<'])) {
        found.extend(SWAPPED.captures_iter(text.written).map(|hit| {
            let range = hit.get_match().range();
            let right = format!("[{}]({})", &hit[1], &hit[2]);
            let message = "this link's brackets are swapped, so readers would see its markup";
            text.error("malformed-link", text.place(&range), message)
                .help(format!(
                    "put the words in square brackets, and the rest after them in parentheses: {right}"
                ))
                .maybe_fix(text.exchange(&range, &right, false))
        }));
        for hit in MEANT.find_iter(text.read).filter(|hit| !WELL.is_match(hit.as_str())) {
            let place = text.part(&hit.range());
            let parts = WRITTEN.captures(hit.as_str()).filter(|parts| is_known(&parts[2]));
            let edit = parts.and_then(|parts| {
                let right = format!("[{}](link:{})", &parts[1], &parts[2]);
                text.document.write_part(&text.pointer, &place, hit.as_str(), &right)
            });
            found.push(malformed(text, place).guess(edit));
        }
        // A name is only looked up if it's in parentheses right after the words.
        let named = |target: &links::LinkTarget| target.address.to_ascii_lowercase().starts_with("link:");
        let targets = links::targets(text.read).into_iter();
        let elsewhere = targets.filter(|target| !target.inline && named(target));
        found.extend(elsewhere.map(|target| malformed(text, text.part(&target.range))));
    }
}

fn malformed(text: &FileText<'_>, place: Place) -> Diagnostic {
    text.error("malformed-link", place, "this link isn't written correctly, so readers would see its markup")
        .help("write it as [words](link:NAME), with no spaces in between")
}

/// `staff-only-link`: a link that only staff can open, in text that a voter is given.
pub fn check_public(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(links) = &context.draft.links else { return };
    for (document, pointer, name, place) in context.links() {
        if !links.links.get(name).is_some_and(|link| link.staff) || !given(document, pointer) {
            continue;
        }
        let mark = links.document.key_at(&format!("/links/{name}/staff"));
        let message = format!("voters are given the link \"{name}\", but only staff can open it");
        found.push(
            warning("staff-only-link", document, pointer, place.clone(), &message)
                .related(mark, "marked here")
                .help("use a page that everyone can open, or take the link out; if everyone can open this one, remove `staff: true` there"),
        );
    }
}

/// Whether the text or value at `pointer` is given to a voter.
fn given(document: &Document, pointer: &str) -> bool {
    let say = is_spoken(pointer);
    match Kind::of(&document.name) {
        Some(kind @ (Kind::Faq | Kind::Elsewhere)) => say || is_answer(kind, pointer),
        Some(Kind::Agreement) => say || pointer == "/link",
        _ => say,
    }
}
