//! `cycle`, `long-path`, `no-end`, `no-own-id`, and ids that would be served twice: what shows only
//! when the tree is resolved for every region.

use std::collections::BTreeMap;

use super::unknown_state::declared;
use super::{Context, error, error_at, few};
use crate::content::File;
use crate::content::Kind;
use crate::content::model::{DecisionTree, State, States};
use crate::diagnostics::{Diagnostic, nearest};
use crate::tree::{self, Flaw, MAX_PATH};

/// Which regions a flaw concerns, by what makes it one flaw.
type Regions<'a, K> = BTreeMap<K, Vec<&'a str>>;

#[derive(Default)]
struct Flaws<'a> {
    /// By the route that closes the circle.
    cycles: BTreeMap<String, (Vec<String>, Vec<&'a str>)>,
    long: Regions<'a, String>,
    same_ids: Regions<'a, (String, [String; 2])>,
    no_ids: Regions<'a, (String, String, String)>,
    /// By a route that leads back.
    endless: Regions<'a, Option<String>>,
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(file), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    // A part that could not be read may be the way to the end.
    let partial = |rule: &str| rule != "unknown-link";
    let whole = !context.broken(Kind::DecisionTree, partial) && !context.broken(Kind::States, partial);
    let mut flaws = Flaws::default();
    for state in states.states.iter() {
        flaws.add(file, state, whole);
    }
    flaws.ends(file, found);
    flaws.circles(file, found);
    flaws.same_ids(file, found);
    // Without its attribute a state has a finding of its own.
    if whole {
        flaws.no_ids(file, states, found);
    }
}

impl<'a> Flaws<'a> {
    fn add(&mut self, file: &File<DecisionTree>, state: &'a State, whole: bool) {
        let Err(flaws) = tree::resolve(file, state, None) else { return };
        let name: &str = &state.name;
        if whole && !ends(file, state) {
            // Where no way leads out, one circle more or less is not what has to be told.
            let circle = flaws.into_iter().find_map(|flaw| match flaw {
                Flaw::Cycle { pointer, .. } => Some(pointer),
                _ => None,
            });
            self.endless.entry(circle).or_default().push(name);
            return;
        }
        for flaw in flaws {
            match flaw {
                Flaw::Cycle { pointer, ids } => {
                    let known = self.cycles.values_mut().find(|(other, _)| same_circle(other, &ids));
                    match known {
                        Some((_, names)) => names.push(name),
                        None => self.cycles.entry(pointer).or_insert((ids, Vec::new())).1.push(name),
                    }
                }
                Flaw::TooLong { pointer } => self.long.entry(pointer).or_default().push(name),
                Flaw::SameId { id, keys } => self.same_ids.entry((id, keys)).or_default().push(name),
                Flaw::NoId { pointer, solution, path } => {
                    self.no_ids.entry((pointer, solution, path)).or_default().push(name);
                }
                // Told by the rules for routes, cases and schemas.
                Flaw::UnknownNode { .. } | Flaw::NoCase { .. } | Flaw::Unreadable { .. } => {}
            }
        }
    }

    fn circles(&self, file: &File<DecisionTree>, found: &mut Vec<Diagnostic>) {
        for (pointer, (ids, names)) in &self.cycles {
            let way = ids.iter().chain(ids.first()).map(String::as_str).collect::<Vec<_>>();
            let way = if way.len() > 8 {
                format!("{} → … → {}", way[..4].join(" → "), way[way.len() - 2..].join(" → "))
            } else {
                way.join(" → ")
            };
            let message = format!("this leads in a circle, {way}, for {}", few(unique(names)));
            found.push(error_at("cycle", &file.document, pointer, &message).help(
                "let the answer lead on to another node: a volunteer would be asked the same again and again",
            ));
        }
        if let Some((pointer, names)) = self.long.iter().next() {
            let message =
                format!("a path has more than {MAX_PATH} questions from here on, for {}", few(unique(names)));
            found.push(
                error_at("long-path", &file.document, pointer, &message)
                    .help("let one of the answers on the way lead to a solution: nobody answers that many questions in a call"),
            );
        }
    }

    fn same_ids(&self, file: &File<DecisionTree>, found: &mut Vec<Diagnostic>) {
        let own_id = |key: &str| file.solutions.get(key).is_some_and(|solution| solution.id_from.is_some());
        for ((id, [first, second]), names) in &self.same_ids {
            let (own, other) = if own_id(first) { (first, second) } else { (second, first) };
            let pointer = format!("/solutions/{own}/id_from");
            let section = if file.questions.contains(other) { "questions" } else { "solutions" };
            let message =
                format!("this gives the solution the id {id}, which {other} has, for {}", few(unique(names)));
            found.push(
                error_at("duplicate-id", &file.document, &pointer, &message)
                    .related(file.document.key_at(&format!("/{section}/{other}")), "the other one")
                    .help("rename the other one, or change the attribute in states.yaml"),
            );
        }
    }

    fn no_ids(&self, file: &File<DecisionTree>, states: &States, found: &mut Vec<Diagnostic>) {
        for ((pointer, solution, path), names) in &self.no_ids {
            if !declared(&states.attributes, path) {
                continue;
            }
            let message = format!(
                "{} can come to {solution} here, but without the attribute {path} there is no id for it",
                few(unique(names))
            );
            let place = file.document.value_at(pointer);
            found.push(
                error("no-own-id", &file.document, pointer, place, &message)
                    .related(file.document.value_at(&format!("/solutions/{solution}/id_from")), "its id is taken from this attribute")
                    .help(format!("lead here only in a case `when: {{ has: {path} }}`, or add the attribute in states.yaml")),
            );
        }
    }

    fn ends(&self, file: &File<DecisionTree>, found: &mut Vec<Diagnostic>) {
        for (circle, names) in &self.endless {
            let message = format!("no answers lead to a solution, for {}", few(unique(names)));
            let mut finding = Diagnostic::error("no-end", file.document.key_at("/start"), message)
                .help("write the id of a solution behind the `go:` of an answer that these states can give");
            if let Some(pointer) = circle {
                finding = finding.related(file.document.value_at(pointer), "this leads back");
            }
            found.push(finding);
        }
    }
}

/// Whether two circles are the same, entered at different nodes.
fn same_circle(a: &[String], b: &[String]) -> bool {
    a.len() == b.len()
        && a.first()
            .and_then(|first| b.iter().position(|id| id == first))
            .is_some_and(|shift| a.iter().zip(b.iter().cycle().skip(shift)).all(|(x, y)| x == y))
}

/// A region may meet the same flaw on several paths.
fn unique<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let mut names = names.to_vec();
    names.dedup();
    names
}

/// Whether some node that the region reaches is a solution.
fn ends(tree: &DecisionTree, state: &State) -> bool {
    tree::reach(tree, state, |go| nearest(go, tree::keys(tree)))
        .iter()
        .any(|key| tree.solutions.contains(key))
}
