//! Flows: their steps and where they lead, and the paths of pages.

use std::collections::{HashMap, HashSet};

use super::context::Context;
use super::findings::{error_at, few, unknown_name, warning_at};
use crate::content::model::{Flow, Flows, Step, StepKind};
use crate::content::{Document, File, Kind};
use callguide_search::api::tree::Channel;
use callguide_search::diagnostics::{Diagnostic, Place, nearest, shown};

/// `unknown-step`, `unreachable-step`, `wrong-progress`, `unheard-script`: the steps of flows, and where they lead.
pub fn check_steps(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.flows else { return };
    // A flow or step that couldn't be read may lead to any other step.
    let whole = !context.broken(Kind::Flows, |_| true);
    for (id, flow) in file.flows.iter() {
        flow_steps(file, id, flow, whole, found);
    }
    swapped(file, found);
    for (id, step) in file.steps.iter() {
        let used = file.flows.iter().any(|(_, flow)| flow.steps.iter().any(|u| meant(file, &u.step) == id));
        if !used && whole {
            let place = file.document.key_at(&format!("/steps/{id}"));
            Diagnostic::error("unreachable-step", place, format!("no flow has the step {id}"))
                .help(format!("add it to a flow's steps, `- {{ step: {id}, number: 1 }}`, or remove it"))
                .guess(file.document.remove(&format!("/steps/{id}")))
                .report(found);
        }
        unheard(file, id, step, found);
        for (pointer, go) in targets(id, step).iter().filter(|(_, go)| go.starts_with('/')) {
            page(&file.document, pointer, go, &EXITS, found);
        }
    }
}

/// Only a step's first buttons are compared with one another.
const MANY: usize = 20;

/// `swapped-buttons`: two buttons that lead to each other's kind of step in another flow.
fn swapped(file: &File<Flows>, found: &mut Vec<Diagnostic>) {
    let kind = |go: &str| file.steps.get(go).map(|step| step.kind);
    let mut first: HashMap<[&str; 2], ([StepKind; 2], String)> = HashMap::new();
    for (id, step) in file.steps.iter() {
        // "Yes" may lead anywhere.
        let buttons = step.buttons.indexed().filter(|(_, button)| button.text.contains(' '));
        let buttons: Vec<_> = buttons.take(MANY).collect();
        for (nth, (later, other)) in buttons.iter().enumerate() {
            for (earlier, one) in &buttons[..nth] {
                let (Some(a), Some(b)) = (kind(&one.go), kind(&other.go)) else { continue };
                let mut both = [(one.text.as_str(), a, *earlier), (other.text.as_str(), b, *later)];
                both.sort_by_key(|(text, ..)| *text);
                let (names, kinds) = (both.map(|(text, ..)| text), both.map(|(_, kind, _)| kind));
                let at = format!("/steps/{id}/buttons/{}/go", both[0].2);
                let (usual, there) = first.entry(names).or_insert_with(|| (kinds, at.clone()));
                if kinds[0] != kinds[1] && *usual == [kinds[1], kinds[0]] {
                    let message = format!(
                        "\"{}\" and \"{}\" lead to each other's kind of step elsewhere",
                        names[0], names[1]
                    );
                    warning_at("swapped-buttons", &file.document, &at, &message)
                        .related(file.document.value_at(there), "there")
                        .help("find out in which of the two steps they're right, and swap their `go:` in the other one")
                        .report(found);
                }
            }
        }
    }
}

/// `unheard-script`: a step's script for a channel that no flow with this step has.
fn unheard(file: &File<Flows>, id: &str, step: &Step, found: &mut Vec<Diagnostic>) {
    let flows = file.flows.iter().filter(|(_, flow)| flow.steps.iter().any(|used| used.step == id));
    let flows: Vec<(&str, Channel)> = flows.map(|(name, flow)| (name, flow.channel)).collect();
    for (index, script) in step.scripts.indexed() {
        let is_heard =
            |channel: Channel| [channel, script.channel].contains(&Channel::Any) || channel == script.channel;
        if flows.is_empty() || flows.iter().any(|(_, channel)| is_heard(*channel)) {
            continue;
        }
        let pointer = format!("/steps/{id}/scripts/{index}/channel");
        let message = format!(
            "nobody gets this script: its step is used only in flows for other channels ({})",
            few(flows.iter().map(|(name, _)| *name))
        );
        error_at("unheard-script", &file.document, &pointer, &message)
            .help("change this to the channel of a flow with this step, or remove the script")
            .report(found);
    }
}

/// The targets that a step leads to, each with its pointer.
fn targets<'a>(id: &str, step: &'a Step) -> Vec<(String, &'a str)> {
    let buttons = step.buttons.indexed().map(|(i, b)| (format!("/steps/{id}/buttons/{i}/go"), b.go.as_str()));
    let next = step.next.as_deref().map(|next| (format!("/steps/{id}/next"), next));
    buttons.chain(next).collect()
}

/// The step that a name refers to: for a misspelled name, the one it resembles.
fn meant<'a>(file: &'a File<Flows>, name: &'a str) -> &'a str {
    if file.steps.contains(name) { name } else { nearest(name, file.steps.names()).unwrap_or(name) }
}

/// The line for a step as written in another flow, with a number that fits this flow's progress bar.
fn as_elsewhere(file: &File<Flows>, flow: &Flow, step: &str) -> String {
    let used = file.flows.iter().flat_map(|(_, flow)| flow.steps.iter()).find(|used| used.step == step);
    let number = used.map_or(1, |used| used.number).min(flow.progress_total);
    let path = used.and_then(|used| used.path.as_ref()).map(|path| format!(", path: {path}"));
    format!("- {{ step: {step}, number: {number}{} }}", path.unwrap_or_default())
}

fn flow_steps(file: &File<Flows>, id: &str, flow: &Flow, whole: bool, found: &mut Vec<Diagnostic>) {
    let document = &file.document;
    let listed: Vec<&str> = flow.steps.iter().map(|used| meant(file, &used.step)).collect();
    let mut reached: HashSet<&str> = listed.first().copied().into_iter().collect();
    let mut waiting: Vec<&str> = reached.iter().copied().collect();
    // An unknown name could mean any step.
    let mut sure = whole;
    while let Some(step_id) = waiting.pop() {
        let Some(step) = file.steps.get(step_id) else { continue };
        let targets = targets(step_id, step).into_iter();
        for (pointer, name) in targets.filter(|(_, name)| !name.starts_with('/')) {
            let go = meant(file, name);
            if !file.steps.contains(name) {
                sure = false;
                // A name that's also in the list has its finding there.
                if !listed.contains(&name) {
                    let (here, names) = ((&**document, pointer.as_str()), listed.iter().copied());
                    found.push(unknown_name("unknown-step", "there is no step", here, name, names));
                }
            } else if !listed.contains(&go) {
                let message = format!("the flow {id} has no step {}", shown(go));
                let line = as_elsewhere(file, flow, go);
                let help = format!(
                    "add `{line}` to the steps of the flow {id}, with its place on the progress bar as `number`; or have this lead to a step that's in the flow"
                );
                let from = listed.iter().position(|step| *step == step_id);
                let edit = from.and_then(|at| document.add_below(&format!("/flows/{id}/steps/{at}"), &line));
                found.push(error_at("unknown-step", document, &pointer, &message).help(help).guess(edit));
            }
            if listed.contains(&go) && reached.insert(go) {
                waiting.push(go);
            }
        }
    }
    for (index, used) in flow.steps.indexed() {
        let pointer = format!("/flows/{id}/steps/{index}/step");
        if sure && file.steps.contains(&used.step) && !reached.contains(used.step.as_str()) {
            let step = &used.step;
            let message = format!("no button in the flow {id} leads to the step {step}");
            error_at("unreachable-step", document, &pointer, &message)
                .because(format!("no button leads to the step {step}"))
                .help(format!("add a button to an earlier step: `- {{ id: …, text: …, go: {step} }}`; or remove the step from the flow"))
                .report(found);
        }
        if !(1..=flow.progress_total).contains(&used.number) {
            let pointer = format!("/flows/{id}/steps/{index}/number");
            let (total, number) = (flow.progress_total, used.number);
            let message = format!("the progress bar has {total} places, but this is number {number}");
            let finding = error_at("wrong-progress", document, &pointer, &message);
            // If steps were added, the bar may need more places.
            finding
                .help(format!("write {total}, the bar's last number; if the bar should have more steps, change `progress_total`"))
                .guess([document.edit(document.value_at(&pointer).span, total.to_string())])
                .report(found);
        }
    }
}

/// Pages outside the flow that a step may lead to (`spec §2`).
const EXITS: [&str; 3] = ["/home", "/support", "/finish"];
/// Path prefixes reserved for the engine and the app.
const OWN: [&str; 11] = [
    "/home", "/support", "/finish", "/admin", "/login", "/api", "/auth", "/guides", "/assets", "/healthz",
    "/readyz",
];

/// `unknown-page` and `taken-path`: the paths of pages in the app.
pub fn check_paths(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(flows) = &context.draft.flows else { return };
    taken(&flows.document, flows, found);
    let known: Vec<&str> = EXITS.into_iter().chain(["/admin"]).chain(context.names().known("page")).collect();
    for used in context.names().used("page") {
        page(used.document, &used.pointer, used.name, &known, found);
    }
}

/// Reports `to` if it isn't one of the `known` pages.
fn page(document: &Document, pointer: &str, to: &str, known: &[&str], found: &mut Vec<Diagnostic>) {
    if !known.contains(&to) {
        let problem = "no page that can be opened from here has the path";
        found.push(unknown_name("unknown-page", problem, (document, pointer), to, known.iter().copied()));
    }
}

/// Reports paths that would lead to two pages. Flows may share a step, and with it the step's path.
fn taken(document: &Document, flows: &Flows, found: &mut Vec<Diagnostic>) {
    // The step at each path; `None` for a flow's first page.
    let mut first: HashMap<&str, (Option<&str>, Place)> = HashMap::new();
    let mut told = HashSet::new();
    let begins = flows.flows.iter().map(|(id, flow)| (format!("/flows/{id}/path"), flow.path.as_str(), None));
    let steps = flows.flows.iter().flat_map(|(id, flow)| {
        flow.steps.indexed().filter_map(move |(index, used)| {
            Some((format!("/flows/{id}/steps/{index}/path"), used.path.as_deref()?, Some(used.step.as_str())))
        })
    });
    for (pointer, path, step) in begins.chain(steps) {
        let below =
            |own: &str| path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if OWN.into_iter().any(below) {
            let message = format!("the path {} belongs to Callguide itself", shown(path));
            error_at("taken-path", document, &pointer, &message)
                .help("choose another path that doesn't begin this way")
                .report(found);
        } else if let Some((other, there)) = first.get(path) {
            if (step.is_none() || *other != step) && told.insert(path) {
                let message = format!("another page already has the path {}", shown(path));
                let help = "give one of the two another path, such as";
                error_at("taken-path", document, &pointer, &message)
                    .related(there.clone(), "the other one")
                    .help(format!("{help} {}", shown(&format!("{path}-2"))))
                    .report(found);
            }
        } else {
            first.insert(path, (step, document.value_at(&pointer)));
        }
    }
}
