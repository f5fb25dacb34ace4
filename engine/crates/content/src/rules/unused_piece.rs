//! `unused-piece`, `unused-link`, `unused-snippet`: content that isn't used.

use std::collections::BTreeSet;

use serde_json::Value;

use super::condition_names::{declared_at, paths};
use super::context::Context;
use super::findings::warning_at;
use super::when::Says;
use crate::content::document::{child, item};
use crate::content::model::{DecisionTree, Flows, States, StepKind};
use crate::content::{Document, File, Kind};
use crate::readings::declaration;
use callguide_search::diagnostics::{Diagnostic, Edit, shown};

const RULE: &str = "unused-piece";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A part that can't be read may use anything.
    if context.has_gaps() {
        return;
    }
    let draft = context.draft;
    // A misspelled name is also a use.
    let misspelt = |rule: &str| rule.starts_with("unknown-");
    let sure = !Kind::ALL.into_iter().any(|kind| context.broken(kind, misspelt));
    named(context, sure, found);
    if !sure {
        return;
    }
    if let Some(file) = &draft.states {
        if draft.without.regions {
            let message = "nobody reads this file: site.yaml says not to ask for a state";
            let help = "delete this file, or remove `ask: never` from site.yaml";
            found.push(Diagnostic::warning(RULE, file.document.opening(""), message).help(help));
        } else {
            states(context, file, found);
        }
    }
    draft.tree.iter().for_each(|file| tree(context, file, found));
    draft.flows.iter().for_each(|file| steps(context, file, found));
}

/// Reports an entry, at its key, with the edit that removes it.
fn unused(rule: &'static str, document: &Document, pointer: &str, message: String, help: &str) -> Diagnostic {
    Diagnostic::warning(rule, document.key_at(pointer), message).help(help).guess(document.remove(pointer))
}

/// The kinds of names that should be used somewhere, each with its rule, message and the way to use it, in which `NAME`
/// stands for the name.
const KINDS: [(&str, &str, &str, &str); 7] = [
    ("link", "unused-link", "no text uses the link", "write [words](link:NAME) where it belongs"),
    ("phone", "unused-link", "no text uses the phone number", "write {phone.NAME} where it belongs"),
    ("snippet", "unused-snippet", "no text uses the snippet", "write {snippet.NAME} where it belongs"),
    ("outcome", RULE, "no solution has the outcome", "write it in a solution's `type:`"),
    ("condition", RULE, "no `when` uses the condition", "use it with `is:` in a `when`"),
    ("guide", RULE, "no step shows the guide", "name it in a step's `guide:`"),
    (
        "official link",
        RULE,
        "no state has a page for the official link",
        "add it under `links` for the states that have such a page",
    ),
];

/// Reports names that nothing refers to. If one may be misspelled (`sure` is false), reports only links and
/// snippets.
fn named(context: &Context<'_>, sure: bool, found: &mut Vec<Diagnostic>) {
    for (of, rule, problem, way) in KINDS {
        if rule == RULE && !sure || of == "official link" && context.draft.without.regions {
            continue;
        }
        for own in context.names().unused(of) {
            let message = format!("{problem} {}", shown(own.name));
            let help = format!("{}, or remove it if it's no longer needed", way.replace("NAME", own.name));
            let finding = unused(rule, own.document, &own.pointer, message, &help);
            found.push(if of == "guide" { guide(context, own.name, finding) } else { finding });
        }
    }
}

/// An unused guide means that the step of the same name shows another guide by mistake.
fn guide(context: &Context<'_>, name: &str, unused: Diagnostic) -> Diagnostic {
    let unused = Diagnostic { fix: None, ..unused };
    let Some(file) = &context.draft.flows else { return unused };
    let pointer = format!("/steps/{name}/guide");
    let Some(other) = file.document.value.pointer(&pointer).and_then(Value::as_str) else { return unused };
    let message = format!("this step shows the guide {}, and no step shows {}", shown(other), shown(name));
    warning_at(RULE, &file.document, &pointer, &message)
        .help(format!("write `guide: {name}`; remove the guide {name} only if nobody needs it anymore"))
        .guess(file.document.write(&pointer, name))
}

/// Reports points that nothing adds up.
fn tree(context: &Context<'_>, file: &File<DecisionTree>, found: &mut Vec<Diagnostic>) {
    let document = &*file.document;
    let counted: BTreeSet<&str> = context.names().used("points").map(|used| used.name).collect();
    for (id, question) in file.questions.iter().filter(|(id, _)| !counted.contains(id)) {
        for (index, _) in question.answers.indexed().filter(|(_, answer)| answer.points > 0) {
            let pointer = child(&item(&child(&child("/questions", id), "answers"), index), "points");
            let message = format!("nothing adds up the points of {id}");
            let help =
                "name the question in `answered: { at_least: …, points_of: […] }`, or remove its points";
            found.push(unused(RULE, document, &pointer, message, help));
        }
    }
}

/// Reports attributes and their values that nothing refers to.
fn states(context: &Context<'_>, file: &File<States>, found: &mut Vec<Diagnostic>) {
    let document = &*file.document;
    // Conditions and ids refer to an "attribute", text to its "value".
    let used = ["attribute", "value"].into_iter().flat_map(|of| context.names().used(of));
    let used: BTreeSet<&str> = used.map(|used| used.name).collect();
    let within = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    // A reference to a whole attribute is a reference to all its fields.
    let is_used = |path: &str| used.iter().any(|other| within(other, path) || within(path, other));
    for path in paths(&file.attributes, "") {
        let Some(attribute) = declaration(&file.attributes, &path) else { continue };
        let at = declared_at(&path);
        // The fields of an unused attribute are reported as a whole.
        if !is_used(&path) && path.rsplit_once('.').is_none_or(|(around, _)| is_used(around)) {
            let message = format!("no condition or text uses the attribute {}", shown(&path));
            let help = "remove it here and from the states that have it, or use it in a `when`";
            let edits = without(document, &at, &path);
            found.push(Diagnostic::warning(RULE, document.key_at(&at), message).help(help).guess(edits));
        }
        for (index, value) in attribute.values.iter().flatten().enumerate() {
            if !is_had(context, &path, value) {
                let message = format!("no state has this value of the attribute {}", shown(&path));
                let help = "remove it from the list, or give it to the states it's true for";
                found.push(unused(RULE, document, &item(&child(&at, "values"), index), message, help));
            }
        }
    }
}

/// Whether a state has this value, or a condition refers to it.
fn is_had(context: &Context<'_>, path: &str, value: &Value) -> bool {
    let among = |list: &Value| list == value || list.as_array().is_some_and(|list| list.contains(value));
    let is_compared = |says: Says<'_>| matches!(says, Says::Equals(of, with) if of == path && among(with));
    context.draft.regions.iter().any(|state| state.attribute(path).is_some_and(among))
        || context.words().iter().any(|word| is_compared(word.says))
}

/// The edits that remove the declaration and the states' values.
fn without(document: &Document, declaration: &str, path: &str) -> Vec<Edit> {
    let states = document.value.get("states").and_then(Value::as_array).map_or(0, Vec::len);
    let had = (0..states).map(|state| format!("{}/{}", item("/states", state), path.replace('.', "/")));
    let had = had.filter(|pointer| document.value.pointer(pointer).is_some());
    let all = std::iter::once(declaration.to_owned()).chain(had);
    all.map(|pointer| document.remove(&pointer)).collect::<Option<_>>().unwrap_or_default()
}

/// Reports an agreement that no step of a flow shows.
fn steps(context: &Context<'_>, flows: &Flows, found: &mut Vec<Diagnostic>) {
    let over_it = flows.steps.iter().any(|(_, step)| step.kind == StepKind::Agreement);
    if let Some(file) = context.draft.agreement.as_ref().filter(|_| !over_it) {
        let help = "delete this file, or add an `agreement` step to a flow";
        let message = "no step goes over the agreement";
        found.push(Diagnostic::warning(RULE, file.document.opening(""), message).help(help));
    }
}
