//! `uncarried-fact`: a fact that a step asks for, and that no note for the ticket can have in it.

use std::collections::HashSet;

use super::asked::asked;
use super::{Context, few, warning};
use crate::content::Kind;
use crate::content::document::child;
use crate::content::model::{Flow, Flows, StepKind};
use crate::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(flows) = &context.draft.flows else { return };
    if context.broken(Kind::Flows, |rule| !matches!(rule, "fact-clash" | "unasked-fact")) {
        return;
    }
    // A question's are in the note of the decision that follows.
    for fact in asked(context).into_iter().filter(|fact| fact.kind == Kind::Flows) {
        let uses = |flow: &Flow| flow.steps.iter().any(|used| used.step == fact.by);
        let lost = flows.flows.iter().filter(|(_, flow)| uses(flow) && !has_note(flows, flow, fact.by));
        let lost: Vec<&str> = lost.map(|(id, _)| id).collect();
        if lost.is_empty() {
            continue;
        }
        let flows = if lost.len() == 1 { "flow" } else { "flows" };
        let message = format!(
            "no note for the ticket can carry this fact: in the {flows} {}, neither a guide nor a decision follows this step",
            few(lost.into_iter())
        );
        let pointer = child(&fact.pointer, "id");
        let place = fact.document.value_at(&pointer);
        found.push(
            warning("uncarried-fact", fact.document, &pointer, place, &message)
                .help("lead from here to a step of the kind guide or tree, or don't ask for the fact"),
        );
    }
}

/// Whether this step of a flow, or one that it leads to, has the note: every guide, and the tree once there's a decision.
fn has_note<'a>(flows: &'a Flows, flow: &'a Flow, from: &'a str) -> bool {
    let listed = |id: &str| flow.steps.iter().any(|used| used.step == id);
    let (mut seen, mut waiting) = (HashSet::new(), vec![from]);
    while let Some(id) = waiting.pop() {
        let Some(step) = flows.steps.get(id).filter(|_| listed(id) && seen.insert(id)) else { continue };
        if matches!(step.kind, StepKind::Guide | StepKind::Tree) {
            return true;
        }
        waiting.extend(step.buttons.iter().map(|button| button.go.as_str()).chain(step.next.as_deref()));
    }
    false
}
