//! `other-states-name`: a state's text that names another state and not its own; `name-unlike-address`: a state's
//! name that's spelled differently in an address that contains the name for most states.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use super::context::Context;
use super::findings::warning;
use super::texts::whole_word;
use crate::content::File;
use crate::content::document::{child, item};
use crate::content::model::States;
use callguide_search::diagnostics::{Diagnostic, shown};

/// Words after a state's name that make it the name of a place elsewhere.
const PLACES: [&str; 7] = ["City", "County", "Parish", "Township", "Beach", "Street", "Avenue"];
/// Fewer addresses than this don't establish a pattern.
const FEW: usize = 5;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    let Some(names) = Names::of(file.states.iter().map(|state| state.name.as_str())) else { return };
    for text in context.texts_of(&file.document) {
        let Some((own, key)) = own_text(file, &text.pointer) else { continue };
        let named: Vec<&str> = names.in_text(text.read).collect();
        let Some(other) = named.first().filter(|_| !named.contains(&own)) else { continue };
        let place = file.document.part_at(&text.pointer, other, 0);
        let message = format!("`{key}` for {own} names {other}");
        found.push(text.warning("other-states-name", place, &message).help(format!(
            "if this was copied from {other}, check all of it against {own}'s own source and correct it; if you do mean {other}, write above it: # lint: allow other-states-name because …"
        )));
    }
    unlike(file, found);
}

/// The name of the state whose text is at `pointer`, and the key it's under.
fn own_text<'a>(file: &'a File<States>, pointer: &'a str) -> Option<(&'a str, &'a str)> {
    let (index, rest) = pointer.strip_prefix("/states/")?.split_once('/')?;
    let key = rest.split('/').next()?;
    let index: usize = index.parse().ok()?;
    let (_, state) = file.states.indexed().find(|(at, _)| *at == index)?;
    (!matches!(key, "code" | "name" | "also" | "links" | "time_zones")).then_some((state.name.as_str(), key))
}

/// A pattern of all states' names. Longer names are tried first, so that a shorter name isn't found inside one.
struct Names(Regex);

impl Names {
    /// Returns `None` if there are no names.
    fn of<'n>(names: impl Iterator<Item = &'n str>) -> Option<Self> {
        let mut names: Vec<String> = names.filter(|name| !name.is_empty()).map(regex::escape).collect();
        names.sort_by_key(|name| Reverse(name.len()));
        let any = Regex::new(&names.join("|")).ok().filter(|_| !names.is_empty())?;
        Some(Self(any))
    }

    /// The states that a text names, in order.
    fn in_text<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let hits = self.0.find_iter(text).filter(move |hit| {
            let behind = text[hit.end()..].strip_prefix(' ').unwrap_or_default();
            whole_word(text, &hit.range()) && !PLACES.iter().any(|place| behind.starts_with(place))
        });
        hits.map(|hit| hit.as_str())
    }
}

/// A name in the form it has in an address.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

fn unlike(file: &File<States>, found: &mut Vec<Diagnostic>) {
    let known: BTreeSet<String> = file.states.iter().map(|state| slug(&state.name)).collect();
    let last = |url: &str| url.trim_end_matches('/').rsplit('/').next().unwrap_or("").to_lowercase();
    let mut by_label: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for state in file.states.iter() {
        for (label, url) in state.links.iter() {
            by_label.entry(label).or_default()[usize::from(last(url) == slug(&state.name))] += 1;
        }
    }
    for (index, state) in file.states.indexed() {
        let at = item("/states", index);
        for (label, url) in state.links.iter() {
            let [without, with] = by_label.get(label).copied().unwrap_or_default();
            let (own, given) = (slug(&state.name), last(url));
            let near = strsim::damerau_levenshtein(&own, &given) <= 2;
            if with < FEW || with < 2 * without || own == given || !near || known.contains(&given) {
                continue;
            }
            let place = file.document.value_at(&child(&at, "name"));
            let address = file.document.value_at(&child(&child(&at, "links"), label));
            let message =
                format!("{} is spelled {} in this state's own address", shown(&state.name), shown(&given));
            found.push(
                warning("name-unlike-address", &file.document, &at, place, &message)
                    .related(address, "spelled this way here")
                    .help("look up how the state is spelled and correct the one that's wrong; the name appears in every text with {state.name}"),
            );
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_name_is_not_the_shorter_one_in_it() {
        let names = Names::of(["Virginia", "West Virginia", "Kansas", "Arkansas"].into_iter()).unwrap();
        let named = |text| names.in_text(text).collect::<Vec<_>>();
        assert_eq!(named("West Virginia and Arkansas ask"), ["West Virginia", "Arkansas"]);
        assert_eq!(named("Unlike Virginia, West Virginia asks"), ["Virginia", "West Virginia"]);
        assert_eq!(named("Kansas City and a Kansas-like place"), [""; 0]);
        assert_eq!(slug("New Mexico"), "new-mexico");
    }
}
