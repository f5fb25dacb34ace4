//! Which nodes a region comes to, also in a tree that can't be resolved yet.

use std::collections::HashSet;

use super::choose::chosen_route;
use crate::content::model::{DecisionTree, Route, State};

/// The keys of the nodes that `state` can reach. `guess` stands in for a name that isn't there, so
/// that one misspelt name is not told a second time as a node that nothing reaches.
pub fn reach<'a>(
    tree: &'a DecisionTree,
    state: &State,
    guess: impl Fn(&str) -> Option<&'a str>,
) -> HashSet<&'a str> {
    let mut reached = HashSet::new();
    let mut waiting: Vec<&'a Route> = vec![&tree.start];
    while let Some(route) = waiting.pop() {
        let Some((_, go)) = chosen_route(route, state) else { continue };
        let known = tree.questions.contains(go) || tree.solutions.contains(go);
        let Some(key) = (if known { Some(go) } else { guess(go) }) else { continue };
        if reached.insert(key)
            && let Some(question) = tree.questions.get(key)
        {
            waiting.extend(question.answers.iter().map(|answer| &answer.go));
        }
    }
    reached
}

/// Every node that the tree has, by the key of the content.
pub fn keys(tree: &DecisionTree) -> impl Iterator<Item = &str> {
    tree.questions.names().chain(tree.solutions.names())
}
