//! States that may have been mixed up: states that share a code or a URL, and states whose text names another one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use regex::Regex;

use super::context::Context;
use super::findings::{error, few, warning};
use super::texts::{FileText, whole_word};
use crate::content::File;
use crate::content::document::{child, item};
use crate::content::model::{State, States};
use crate::readings::in_a_text;
use callguide_search::diagnostics::{Diagnostic, Place, shown};

/// `shared-code`: two states with the same code for a solution, where each should have its own; `shared-official-link`:
/// two states with the same URL. Both mistakes result from copying a state.
pub fn check_shared(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    let states = told_apart(file);
    if let Some(tree) = &context.draft.tree {
        let paths = tree.solutions.iter().filter_map(|(_, solution)| solution.id_from.as_deref());
        for path in paths.collect::<BTreeSet<_>>() {
            codes(file, &states, path, found);
        }
    }
    links(file, &states, found);
    odd_values(file, &states, found);
}

/// How many values it takes to show a pattern.
const ENOUGH: usize = 4;

/// Also reports `other-states-name`: the only value of an attribute that doesn't contain its state's name, or that
/// contains more than the others, such as a person's name among roles.
fn odd_values(file: &File<States>, states: &[(usize, &State)], found: &mut Vec<Diagnostic>) {
    let mut values: BTreeMap<String, Vec<(String, &str, &State)>> = BTreeMap::new();
    for (pointer, text) in file.document.strings() {
        let mut parts = pointer.strip_prefix("/states/").into_iter().flat_map(|rest| rest.split('/'));
        let Some(index) = parts.next().and_then(|index| index.parse().ok()) else { continue };
        let Ok(at) = states.binary_search_by_key(&index, |(index, _)| *index) else { continue };
        let (_, state) = states[at];
        let path: Vec<&str> = parts.filter(|part| part.parse::<usize>().is_err()).collect();
        if path.first().is_some_and(|name| state.attributes.contains_key(*name)) {
            values.entry(path.join(".")).or_default().push((pointer, text, state));
        }
    }
    for (path, all) in values.iter().filter(|(_, all)| all.len() >= ENOUGH) {
        let (named, odd): (Vec<_>, Vec<_>) =
            all.iter().partition(|(_, text, state)| text.contains(&*state.name));
        let shortest = named.iter().min_by_key(|(_, text, state)| text.len() - state.name.len());
        let Some((_, example, first)) = shortest else { continue };
        let right = |own: &State| example.replace(&first.name, &own.name);
        let longer: Vec<_> = named.iter().filter(|(_, text, own)| **text != right(own)).collect();
        let ((pointer, text, own), what) = match (odd.as_slice(), longer.as_slice()) {
            ([one], _) => (one, "doesn't have the state's name, unlike"),
            ([], [one]) if one.1.contains(&right(one.2)) && **example != *first.name => {
                (*one, "says more than")
            }
            _ => continue,
        };
        // Text that names another state is reported separately.
        if states.iter().any(|(_, other)| other.name != own.name && text.contains(&*other.name)) {
            continue;
        }
        let right = right(own);
        let list =
            pointer.rsplit_once('/').and_then(|(list, _)| file.document.value.pointer(list)?.as_array());
        let is_there = list.is_some_and(|list| list.iter().any(|other| *other == *right));
        let is_usual = !is_there && longer.iter().all(|other| other.0 == *pointer);
        let like = if is_usual { "" } else { "something like " };
        let message = format!("{} {what} all other values of {}", shown(text), shown(path));
        warning("other-states-name", &file.document, pointer, file.document.value_at(pointer), &message)
            .help(format!("write {like}{}; a person's name doesn't belong here", shown(&right)))
            .guess(file.document.write(pointer, &right).filter(|_| is_usual))
            .report(found);
    }
}

/// The states with their indexes, except those that repeat the code or the name of an earlier one: these are reported
/// as duplicates, not for everything else that they share.
fn told_apart(file: &File<States>) -> Vec<(usize, &State)> {
    let (mut codes, mut names) = (BTreeSet::new(), BTreeSet::new());
    let new =
        |(_, state): &(usize, &State)| codes.insert(state.code.clone()) & names.insert(state.name.clone());
    file.states.indexed().filter(new).collect()
}

fn codes(file: &File<States>, states: &[(usize, &State)], path: &str, found: &mut Vec<Diagnostic>) {
    let document = &file.document;
    let mut first: HashMap<String, (&State, Place)> = HashMap::new();
    for (index, state) in states {
        let Some(code) = in_a_text(state, &file.attributes, path) else { continue };
        let pointer = path.split('.').fold(item("/states", *index), |at, key| child(&at, key));
        let place = document.value_at(&pointer);
        let Some((other, there)) = first.get(&code) else {
            first.insert(code, (state, place));
            continue;
        };
        let (own, other, code) = (&state.name, &other.name, shown(&code));
        let message = format!(
            "{other} also has {code}, but a solution takes its id from this, so one state would get both states' urgent cases"
        );
        let help =
            format!("find out whether this code belongs to {other} or {own}, and give the other one its own");
        let finding = error("shared-code", document, &item("/states", *index), place, &message);
        found.push(finding.related(there.clone(), format!("{other}'s")).help(help));
    }
}

fn links(file: &File<States>, states: &[(usize, &State)], found: &mut Vec<Diagnostic>) {
    let document = &file.document;
    let mut having: HashMap<(&str, &str), Vec<(usize, &State)>> = HashMap::new();
    for (index, state) in states {
        for (name, url) in state.links.iter() {
            having.entry((name, url.trim_end_matches('/'))).or_default().push((*index, state));
        }
    }
    for ((name, url), mut who) in having {
        let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "");
        let is_named = |state: &State| plain(url).contains(&plain(&state.name));
        // The address probably belongs to the state that it names.
        who.sort_by_key(|(_, state)| !is_named(state));
        // A page that more than two states link to is about several states.
        let [(first, other), (second, own)] = who[..] else { continue };
        let is_others = is_named(other) && !is_named(own);
        let pointer = link(second, name);
        let (own, other) = (&own.name, &other.name);
        let too = if is_others { "" } else { ", too" };
        let pages = if is_others { format!("{own}'s own page") } else { "both states' own pages".to_owned() };
        let message = format!("this is {other}'s address{too}");
        warning("shared-official-link", document, &pointer, document.value_at(&pointer), &message)
            .because(format!("{other} and {own} have the same addresses"))
            .related(document.value_at(&link(first, name)), format!("{other}'s"))
            .help(format!("look up {pages}; if both states really share this one, write above it: # lint: allow shared-official-link because …"))
            .report(found);
    }
}

fn link(state: usize, name: &str) -> String {
    child(&child(&item("/states", state), "links"), name)
}

/// Words after a state's name that make it the name of a place in another state.
const PLACES: [&str; 9] =
    ["City", "County", "Parish", "Township", "Beach", "Street", "Avenue", "River", "D.C."];

/// `other-states-name`: a state's text that names another state.
pub fn check_names(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    let Some(any) = any_of(file.states.iter().map(|state| state.name.as_str())) else { return };
    for text in context.texts_of(&file.document) {
        let Some((own, key)) = own_text(file, &text.pointer) else { continue };
        // Text that begins with its own state may compare it with others, unless it names only one other, and at
        // least as often.
        let named = named(&any, text.read);
        let is_own = named.iter().filter(|name| **name == own).count();
        let Some(other) = named.iter().copied().find(|name| *name != own) else { continue };
        let often = named.iter().filter(|name| **name == other).count();
        if named[0] == own && (is_own > often || named.len() > is_own + often) {
            continue;
        }
        found.push(names_other(text, &format!("`{key}` for {own}"), own, other));
    }
    check_cases(context, &any, found);
}

fn names_other(text: &FileText<'_>, this: &str, own: &str, other: &str) -> Diagnostic {
    let place = text.document.part_at(&text.pointer, other, 0);
    text.warning("other-states-name", place, &format!("{this} names {other}")).help(format!(
        "if this was copied from {other}, check all of it against {own}'s own source and correct it; if you do mean {other}, write above it: # lint: allow other-states-name because …"
    ))
}

/// More regions than this have something in common that text may compare with others.
const FEW: usize = 2;

/// Also reports text that only a state or two read and that names another one.
fn check_cases(context: &Context<'_>, any: &Regex, found: &mut Vec<Diagnostic>) {
    let mut texts: HashMap<(&str, &str), Vec<&FileText<'_>>> = HashMap::new();
    for text in context.prose() {
        let parent = text.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        texts.entry((&text.document.name, parent)).or_default().push(text);
    }
    let choices = context
        .pieces()
        .iter()
        .flat_map(|piece| piece.place.choices.iter().map(move |choice| (piece, choice)));
    for (piece, choice) in choices {
        let Some(texts) = texts.get(&(&*piece.document.name, &*choice.pointer)) else { continue };
        let own = context.readings.readers.who(&choice.fits).names;
        if own.is_empty() || own.len() > FEW {
            continue;
        }
        for text in texts {
            let named = named(any, text.read);
            let Some(other) = named.first().filter(|_| !named.iter().any(|name| own.contains(name))) else {
                continue;
            };
            let own = few(own.iter().copied());
            found.push(names_other(text, &format!("this is only for {own}, but it"), &own, other));
        }
    }
}

/// The name of the state whose text is at `pointer`, and the text's key.
fn own_text<'a>(file: &'a File<States>, pointer: &'a str) -> Option<(&'a str, &'a str)> {
    let (index, rest) = pointer.strip_prefix("/states/")?.split_once('/')?;
    let key = rest.split('/').next()?;
    let index: usize = index.parse().ok()?;
    let (_, state) = file.states.indexed().find(|(at, _)| *at == index)?;
    (!matches!(key, "code" | "name" | "also" | "links" | "time_zones")).then_some((state.name.as_str(), key))
}

/// A pattern that matches any state's name; `None` if there are no names. Longer names are tried first, so that a
/// shorter name isn't found inside a longer one.
fn any_of<'n>(names: impl Iterator<Item = &'n str>) -> Option<Regex> {
    let mut names: Vec<String> = names.filter(|name| !name.is_empty()).map(regex::escape).collect();
    names.sort_by_key(|name| Reverse(name.len()));
    Regex::new(&names.join("|")).ok().filter(|_| !names.is_empty())
}

/// The states that `text` names, in order.
fn named<'t>(any: &Regex, text: &'t str) -> Vec<&'t str> {
    let hits = any.find_iter(text).filter(|hit| {
        let behind = text[hit.end()..].trim_start_matches([',', ' ']);
        whole_word(text, &hit.range()) && !PLACES.iter().any(|place| behind.starts_with(place))
    });
    hits.map(|hit| hit.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_state_name_is_not_mistaken_for_the_one_inside_it() {
        let any = any_of(["Virginia", "West Virginia", "Kansas", "Arkansas"].into_iter()).unwrap();
        let named = |text| named(&any, text);
        assert_eq!(named("West Virginia and Arkansas ask"), ["West Virginia", "Arkansas"]);
        assert_eq!(named("Unlike Virginia, West Virginia asks"), ["Virginia", "West Virginia"]);
        assert_eq!(named("Kansas City and a Kansas-like place"), [""; 0]);
    }
}
