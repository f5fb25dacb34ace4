//! `unknown-step`, `unreachable-step`, `wrong-progress`: the steps of flows, and where they lead.

use std::collections::HashSet;

use super::paths::{EXITS, page};
use super::{Context, error, error_at};
use crate::content::model::{Flow, Flows, Step};
use crate::content::{File, Kind};
use crate::diagnostics::{Diagnostic, nearest, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.flows else { return };
    // Through a flow or a step that could not be read, every other one may be reached.
    let whole = !context.broken(Kind::Flows, |_| true);
    for (id, flow) in file.flows.iter() {
        flow_steps(file, id, flow, whole, found);
    }
    for (id, step) in file.steps.iter() {
        let used = file.flows.iter().any(|(_, flow)| flow.steps.iter().any(|u| meant(file, &u.step) == id));
        if !used && whole {
            let place = file.document.key_at(&format!("/steps/{id}"));
            found.push(
                Diagnostic::error("unreachable-step", place, format!("the step {id} stands in no flow"))
                    .help(format!(
                        "add it to the steps of a flow, `- {{ step: {id}, number: 1 }}`, or remove it"
                    )),
            );
        }
        for (pointer, go) in targets(id, step).iter().filter(|(_, go)| go.starts_with('/')) {
            page(&file.document, pointer, go, &EXITS, found);
        }
    }
}

/// Where a step leads, each target with its pointer.
fn targets<'a>(id: &str, step: &'a Step) -> Vec<(String, &'a str)> {
    let buttons = step.buttons.indexed().map(|(i, b)| (format!("/steps/{id}/buttons/{i}/go"), b.go.as_str()));
    let next = step.next.as_deref().map(|next| (format!("/steps/{id}/next"), next));
    buttons.chain(next).collect()
}

/// The step that a name stands for: of a misspelt one that which it resembles.
fn meant<'a>(file: &'a File<Flows>, name: &'a str) -> &'a str {
    if file.steps.contains(name) { name } else { nearest(name, file.steps.names()).unwrap_or(name) }
}

fn flow_steps(file: &File<Flows>, id: &str, flow: &Flow, whole: bool, found: &mut Vec<Diagnostic>) {
    let document = &file.document;
    let listed: Vec<&str> = flow.steps.iter().map(|used| meant(file, &used.step)).collect();
    let mut reached: HashSet<&str> = listed.first().copied().into_iter().collect();
    let mut waiting: Vec<&str> = reached.iter().copied().collect();
    // A name that no step has could mean any of them.
    let mut sure = whole;
    while let Some(step_id) = waiting.pop() {
        let Some(step) = file.steps.get(step_id) else { continue };
        for (pointer, name) in targets(step_id, step) {
            if name.starts_with('/') {
                continue;
            }
            let go = meant(file, name);
            if !file.steps.contains(name) {
                sure = false;
                let message = format!("there is no step {}", shown(name));
                found.push(
                    error_at("unknown-step", document, &pointer, &message)
                        .maybe_help(suggestion(name, listed.iter().copied())),
                );
            } else if !listed.contains(&go) {
                let message = format!("the flow {id} has no step {}", shown(go));
                let help = format!(
                    "add `- {{ step: {go}, number: 2 }}` to the steps of the flow {id}, or lead to a step that is in it"
                );
                found.push(error_at("unknown-step", document, &pointer, &message).help(help));
            }
            if listed.contains(&go) && reached.insert(go) {
                waiting.push(go);
            }
        }
    }
    for (index, used) in flow.steps.indexed() {
        let pointer = format!("/flows/{id}/steps/{index}/step");
        if !file.steps.contains(&used.step) {
            found.push(
                error_at(
                    "unknown-step",
                    document,
                    &pointer,
                    &format!("there is no step {}", shown(&used.step)),
                )
                .maybe_help(suggestion(&used.step, file.steps.names())),
            );
        } else if sure && !reached.contains(used.step.as_str()) {
            let message = format!("no button of the flow {id} leads to the step {}", used.step);
            found.push(
                error_at("unreachable-step", document, &pointer, &message)
                    .help(format!("write `go: {}` in a button of the flow, or remove this line", used.step)),
            );
        }
        if !(1..=flow.progress_total).contains(&used.number) {
            let pointer = format!("/flows/{id}/steps/{index}/number");
            let message = format!(
                "the progress bar has {} places, and this is number {}",
                flow.progress_total, used.number
            );
            found.push(
                error("wrong-progress", document, &pointer, document.value_at(&pointer), &message).help(
                    format!(
                        "write a number from 1 to {}, or `progress_total: {}` in the flow",
                        flow.progress_total, used.number
                    ),
                ),
            );
        }
    }
}
