//! Renders flows with all their steps, including the step that each Back button leads to.

use super::links::{NamedLinks, Shown, scripts};
use crate::content::model::{self, StepKind};
use callguide_search::api::content::{Button, Flow, Step, StepBody, Target};

pub(super) fn flows(flows: &model::Flows, links: NamedLinks<'_>, shown: Shown<'_>) -> Vec<Flow> {
    flows.flows.iter().map(|(id, flow)| one(id, flow, flows, links, shown)).collect()
}

fn one(id: &str, flow: &model::Flow, flows: &model::Flows, links: NamedLinks<'_>, shown: Shown<'_>) -> Flow {
    let steps = flow
        .steps
        .iter()
        .filter_map(|used| {
            let step = flows.steps.get(&used.step)?;
            Some(Step {
                id: used.step.clone(),
                number: used.number,
                path: used.path.clone(),
                back: back(flow, flows, &used.step),
                title: step.title.clone(),
                text: step.text.as_ref().map(|text| links.markdown(text)),
                scripts: scripts(step.scripts.iter().filter(|script| shown(script.window)), links),
                links: links.all(step.links.iter()),
                ask_for: step.ask_for.iter().cloned().collect(),
                body: body(step),
            })
        })
        .collect();
    Flow {
        id: id.to_owned(),
        title: flow.title.clone(),
        path: flow.path.clone(),
        channel: flow.channel,
        progress_total: flow.progress_total,
        steps,
    }
}

/// Returns the first step in the flow that leads to `id`; `None` for the flow's first step.
fn back(flow: &model::Flow, flows: &model::Flows, id: &str) -> Option<String> {
    if flow.steps.iter().next().is_some_and(|first| first.step == id) {
        return None;
    }
    flow.steps
        .iter()
        .filter(|used| used.step != id)
        .find(|used| flows.steps.get(&used.step).is_some_and(|step| leads_to(step, id)))
        .map(|used| used.step.clone())
}

fn leads_to(step: &model::Step, id: &str) -> bool {
    step.next.as_deref() == Some(id) || step.buttons.iter().any(|button| button.go == id)
}

fn body(step: &model::Step) -> StepBody {
    let buttons = || {
        step.buttons
            .iter()
            .map(|b| Button {
                id: b.id.clone(),
                text: b.text.clone(),
                description: b.description.clone(),
                primary: b.primary,
                go: target(&b.go),
            })
            .collect()
    };
    let next = || target(step.next.as_deref().unwrap_or("/home"));
    match step.kind {
        StepKind::Choice => StepBody::Choice { buttons: buttons() },
        StepKind::Faq => StepBody::Faq { buttons: buttons() },
        StepKind::Guide => {
            StepBody::Guide { guide: step.guide.clone().unwrap_or_default(), buttons: buttons() }
        }
        StepKind::Tree => StepBody::Tree { next: next() },
        StepKind::Agreement => StepBody::Agreement { next: next() },
        StepKind::Page => StepBody::Page { buttons: buttons() },
    }
}

fn target(go: &str) -> Target {
    if go.starts_with('/') { Target::Page(go.to_owned()) } else { Target::Step(go.to_owned()) }
}
