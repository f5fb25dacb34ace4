//! `path-check`: what staff hold to be true of the tree, tried on it.

use super::{Context, error, few};
use crate::content::Kind;
use crate::content::model::PathCheck;
use crate::diagnostics::{Diagnostic, shown};
use crate::tree::{self, ResolvedBody, ResolvedNode};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let draft = context.draft;
    let (Some(checks), Some(tree), Some(states)) = (&draft.path_checks, &draft.tree, &draft.states) else {
        return;
    };
    if context.broken(Kind::DecisionTree, |_| true) || context.broken(Kind::States, |_| true) {
        return;
    }
    // A tree that can't be resolved has findings of its own; every check would only repeat them.
    let trees: Vec<_> =
        states.states.iter().filter_map(|s| Some((s, tree::resolve(tree, s, None).ok()?))).collect();
    for (index, check) in checks.paths.indexed() {
        let at = format!("/paths/{index}");
        let Some(answers) = pairs(check) else { continue };
        let mut wrong: Vec<((String, String), Vec<&str>)> = Vec::new();
        for (state, resolved) in trees.iter().filter(|(state, _)| check.states.contains(&state.code)) {
            let ends = format!("{at}/ends");
            let problem = match tree::walk(resolved, &answers) {
                Ok(node) if node.id == check.ends => continue,
                Ok(node) => match &node.body {
                    ResolvedBody::Solution(_) => {
                        (ends, format!("the path ends at {}, not at {}", node.id, check.ends))
                    }
                    ResolvedBody::Question { .. } => {
                        (ends, format!("the path stops at the question {}, before {}", node.id, check.ends))
                    }
                },
                Err((stopped, node)) => {
                    let (asked, answer) = answers[stopped];
                    (format!("{at}/answers/{stopped}"), stopped_at(asked, answer, node))
                }
            };
            match wrong.iter_mut().find(|(other, _)| *other == problem) {
                Some((_, names)) => names.push(&state.name),
                None => wrong.push((problem, vec![&state.name])),
            }
        }
        for ((pointer, problem), names) in wrong {
            let message = format!("{problem}, for {}", few(names));
            found.push(
                error("path-check", &checks.document, &pointer, checks.document.value_at(&pointer), &message)
                    .help("if the tree is right now, change this check; else correct the decision tree"),
            );
        }
    }
}

/// Why the walk can't take the next answer.
fn stopped_at(asked: &str, answer: &str, node: &ResolvedNode) -> String {
    match &node.body {
        ResolvedBody::Solution(_) => format!("the path ends at {} already, before {asked}.{answer}", node.id),
        ResolvedBody::Question { .. } if node.id != asked => {
            format!("where the check says {asked}, the tree asks {}", node.id)
        }
        ResolvedBody::Question { answers, .. } => {
            let ids: Vec<&str> = answers.iter().map(|answer| answer.id.as_str()).collect();
            format!("the question {asked} has no answer {}, only {}", shown(answer), few(ids))
        }
    }
}

/// `NODE.ANSWER` texts as pairs; `None` where one has another form, which the schema tells.
fn pairs(check: &PathCheck) -> Option<Vec<(&str, &str)>> {
    check.answers.iter().map(|text| text.split_once('.')).collect()
}
