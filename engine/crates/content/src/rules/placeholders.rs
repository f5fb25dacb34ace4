//! Placeholders that aren't filled in: for all readers (`unknown-placeholder`), or for some (`unfilled-placeholder`).

use std::collections::BTreeSet;

use super::asked_facts::{asked, hidden as asked_unseen};
use super::condition_names::{declared, in_words, paths};
use super::context::Context;
use super::findings::{few, whom};
use crate::content::model::ID_RULE;
use crate::content::{Kind, facts, fills, snippets};
use crate::readings::{ReaderSet, Readings, declaration};
use callguide_search::diagnostics::{Diagnostic, meant, nearest, shown, suggestion};
use callguide_search::text::placeholders::{SAID, VOTER, places};

const RULE: &str = "unknown-placeholder";

/// `unknown-placeholder`: a placeholder whose name isn't declared, or that isn't filled in text like this.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let states = context.draft.states.as_ref();
    let asked = asked(context);
    let said = asked.iter().filter(|fact| fact.id != VOTER).map(|fact| format!("{SAID}{}", fact.id));
    let said: BTreeSet<String> = said.collect();
    // An unreadable fact could have any name.
    let unseen = asked_unseen(context);
    // An unreadable file could define any name.
    let hidden = |name: &str| {
        facts::home(name).is_some_and(|home| {
            context.broken(home, |_| true) || context.documents().all(|(kind, _)| kind != home)
        })
    };
    for text in context.texts().filter(|text| text.read.contains('{')) {
        let Some(fills) = fills(text.kind, &text.pointer) else { continue };
        let (families, allowed): (Vec<_>, Vec<_>) = fills.into_iter().partition(|name| name.ends_with('.'));
        let may_say = families.contains(&SAID);
        // Whether the readers of the text have a state is checked later, once the readers are known.
        let state_paths = !context.draft.without.regions && families.contains(&"state.");
        let snippet = |name: &str| name.starts_with(snippets::PREFIX) && text.for_people;
        for (range, name) in places(text.read).filter(|(_, name)| !snippet(name) && !hidden(name)) {
            let path = name.strip_prefix("state.").filter(|_| state_paths);
            let known = allowed.contains(&name)
                || may_say && (said.contains(name) || unseen && name.starts_with(SAID))
                || path.is_some_and(|path| {
                    matches!(path, "name" | "code")
                        || states.is_none_or(|states| declared(&states.attributes, path))
                        || context.asks_for_renamed(path)
                });
            let is_spoken = |path: &str| Some(in_words(declaration(&states?.attributes, path)?));
            if let Some(path) = path.filter(|path| is_spoken(path) == Some(false)) {
                let message = format!("{{{name}}} isn't a word or number, so it can't be used in text");
                found.push(text.error(RULE, text.part(&range), &message).help(format!(
                    "write a version of the text for each of its values (`- when: {{ {path}: true }}` with a `text: …` line below it), and end with a case for everything else"
                )));
                continue;
            } else if known {
                continue;
            }
            let message = format!("nothing fills in {{{name}}} here");
            let place = text.part(&range);
            let finding = text.error(RULE, place.clone(), &message).because(message);
            let write = |near: &str| {
                let [old, new] = [name, near].map(|name| format!("{{{name}}}"));
                text.document.write_part(&text.pointer, &place, &old, &new)
            };
            if let Some(phone) = name.strip_prefix("phone.").filter(|_| text.for_people) {
                let help = "if the number isn't in links.yaml yet, add it there";
                let write = |near: &str| write(&format!("phone.{near}"));
                found.push(context.names().suggest("phone", finding.help(help), phone, write));
                continue;
            }
            let mut candidates: Vec<String> = allowed.iter().map(|n| (*n).to_owned()).collect();
            candidates.extend(said.iter().filter(|_| may_say).cloned());
            if state_paths {
                candidates.extend(["state.name".to_owned(), "state.code".to_owned()]);
                let all = states.map(|states| paths(&states.attributes, "")).unwrap_or_default();
                let spoken = all.into_iter().filter(|path| is_spoken(path) == Some(true));
                candidates.extend(spoken.map(|path| format!("state.{path}")));
            }
            let head = name.split('.').next().unwrap_or(name);
            let heads = facts::HOMES.iter().map(|(prefix, _)| prefix.trim_end_matches('.'));
            if text.for_people && nearest(head, heads).is_some() {
                let facts = context.documents().flat_map(|(kind, document)| facts::of(kind, document));
                candidates.extend(facts.map(|(name, _)| name));
            }
            let near = match name.strip_prefix(SAID) {
                Some(fact) if fact == VOTER && allowed.contains(&fact) => Some(VOTER.to_owned()),
                _ => likely(name, &candidates),
            };
            let help = match (&near, name.strip_prefix(SAID).filter(|_| may_say)) {
                (Some(near), _) => Some(format!("did you mean {{{near}}}?")),
                (None, Some(id)) => {
                    let ask = format!("have an earlier question or step ask for {} (`ask_for`)", shown(id));
                    let others: Vec<String> = said.iter().map(|name| format!("{{{name}}}")).collect();
                    let or = format!("use something that is asked for: {}; or {ask}", few(&others));
                    Some(if others.is_empty() { ask } else { or })
                }
                (None, None) if candidates.is_empty() => {
                    Some("write out the words: it isn't filled in here".to_owned())
                }
                (None, None) => suggestion(name, candidates.iter().map(String::as_str)),
            };
            found.push(finding.maybe_help(help).guess(near.as_deref().and_then(write)));
        }
    }
}

/// The most likely candidate. If names share the part before the dot, only the rest is compared, because the shared
/// part doesn't make them similar.
fn likely(name: &str, candidates: &[String]) -> Option<String> {
    let (head, tail) = name.split_once('.').unwrap_or(("", name));
    let dotted = candidates.iter().filter_map(|candidate| candidate.split_once('.'));
    let own: Vec<&str> = dotted.filter(|(other, _)| *other == head).map(|(_, tail)| tail).collect();
    let near = match own.as_slice() {
        [] => return meant(name, candidates.iter().map(String::as_str)).map(str::to_owned),
        // The only candidate with this prefix, if one of the two names ends with the other.
        [only] if tail.ends_with(&format!("_{only}")) || only.ends_with(&format!("_{tail}")) => Some(*only),
        _ => None,
    };
    meant(tail, own.iter().copied()).or(near).map(|near| format!("{head}.{near}"))
}

/// `unfilled-placeholder`: a state's attribute in text that's read for states without that attribute, or without a
/// state.
pub fn check_filled(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(states) = &context.draft.states else { return };
    let own_id = |rule: &str| rule == "no-own-id";
    if context.broken(Kind::States, |_| true) || context.broken(Kind::DecisionTree, own_id) {
        return;
    }
    for text in context.texts().filter(|text| text.read.contains("{state.")) {
        let Some(readers) = context.readers_of(text.kind, text.document, &text.pointer) else { continue };
        for (range, name) in places(text.read) {
            let Some(path) = name.strip_prefix("state.") else { continue };
            let of_all = matches!(path, "name" | "code");
            if !of_all && path != ID_RULE && !declaration(&states.attributes, path).is_some_and(in_words) {
                continue;
            }
            let general = context.readings.readers.general();
            let lacks = |region: usize| {
                region == general || !of_all && context.readings.filled(region).value(path).is_none()
            };
            let Some((without, otherwise)) = lacking(context.readings, &readers, lacks) else { continue };
            let whom = whom(context.readings, &without);
            let message = format!("{{{name}}} has no text or number for {whom}");
            let add =
                format!("put it in a case `when: {{ has: {path} }}`, or add the attribute to these states");
            text.error("unfilled-placeholder", text.part(&range), &message)
                .help(otherwise.map_or(add, str::to_owned))
                .report(found);
        }
    }
}

/// The `readers` whose region `lacks` something; `lacks` is called once per region. Also returns help in case some of
/// them don't have a region.
pub(super) fn lacking(
    readings: &Readings<'_>,
    readers: &ReaderSet,
    lacks: impl Fn(usize) -> bool,
) -> Option<(ReaderSet, Option<&'static str>)> {
    let all = &readings.readers;
    let readers = readers.and(all.coming());
    let mut without = all.none();
    for region in all.regions_of(&readers).into_iter().filter(|region| lacks(*region)) {
        without.add(&all.all_of_region(region).and(&readers));
    }
    let general = without.meets(&all.everybody().but(all.in_regions()));
    let otherwise = "move it to a case whose `when` requires a state; when no state is known, a case or part without `when` is used";
    (!without.is_empty()).then_some((without, general.then_some(otherwise)))
}
