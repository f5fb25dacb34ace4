//! `unknown-node`: a route that leads to a node that doesn't exist.

use super::context::Context;
use super::findings::error_at;
use super::offer;
use crate::content::model::{DecisionTree, Route};
use crate::content::{File, is_too_deep};
use callguide_search::diagnostics::{Diagnostic, shown};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    for (pointer, route) in routes(file) {
        for (pointer, go) in targets(&pointer, route) {
            let deep = ["/questions", "/solutions"].iter().any(|list| is_too_deep(&file.document, list, go));
            if !deep && !keys(file).any(|key| key == go) {
                let message = format!("there is no question or solution {}", shown(go));
                let finding = error_at("unknown-node", &file.document, &pointer, &message);
                found.push(offer::value(finding, &file.document, &pointer, go, keys(file)));
            }
        }
    }
}

/// Every route of the tree, with its pointer.
fn routes(file: &File<DecisionTree>) -> Vec<(String, &Route)> {
    let mut routes = vec![("/start".to_owned(), &file.start)];
    for (id, question) in file.questions.iter() {
        for (index, answer) in question.answers.indexed() {
            routes.push((format!("/questions/{id}/answers/{index}/go"), &answer.go));
        }
    }
    routes
}

/// The nodes that a route names, each with its pointer.
fn targets<'a>(pointer: &str, route: &'a Route) -> Vec<(String, &'a str)> {
    match route {
        Route::Plain(go) => vec![(pointer.to_owned(), go)],
        Route::Cases(cases) => cases
            .iter()
            .enumerate()
            .map(|(index, case)| (format!("{pointer}/{index}/go"), case.go.as_str()))
            .collect(),
    }
}

/// The keys of all nodes.
pub(super) fn keys(tree: &DecisionTree) -> impl Iterator<Item = &str> {
    tree.questions.names().chain(tree.solutions.names())
}
