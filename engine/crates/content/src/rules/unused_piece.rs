//! `unused-piece`, `unused-link`, `unused-snippet`: content that isn't used.

use std::collections::BTreeSet;

use serde_json::Value;

use super::context::Context;
use super::when::Says;
use crate::content::conditions::CONDITIONS;
use crate::content::document::{child, item};
use crate::content::model::{Attribute, Named, StepKind};
use crate::content::{Document, Kind, snippets};
use callguide_search::diagnostics::{Diagnostic, Edit, Place, nearest, shown};
use callguide_search::text::placeholders::names;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A part that can't be read may use anything.
    if context.has_gaps() {
        return;
    }
    links(context, found);
    shared(context, found);
    // A misspelled name is also a use.
    let misspelt = |rule: &str| rule.starts_with("unknown-");
    if Kind::ALL.into_iter().any(|kind| context.broken(kind, misspelt)) {
        return;
    }
    states(context, found);
    outcomes(context, found);
    conditions(context, found);
    points(context, found);
    steps(context, found);
}

const RULE: &str = "unused-piece";

/// Reports content that isn't used.
fn told(place: Place, message: String, help: &str) -> Diagnostic {
    Diagnostic::warning(RULE, place, message).help(help)
}

/// Reports a key whose value isn't used, with the edit that removes the key.
fn unused(rule: &'static str, document: &Document, pointer: &str, message: String, help: &str) -> Diagnostic {
    Diagnostic::warning(rule, document.key_at(pointer), message).help(help).guess(document.remove(pointer))
}

/// The names that none of `named` refers to. A misspelled name refers to the closest one.
fn left<'f, 'n, T>(all: &'f Named<T>, named: impl Iterator<Item = &'n str>) -> impl Iterator<Item = &'f str> {
    let used: BTreeSet<&str> = named.collect();
    let used: BTreeSet<&str> = used
        .into_iter()
        .filter_map(|name| all.names().find(|own| *own == name).or_else(|| nearest(name, all.names())))
        .collect();
    all.names().filter(move |name| !used.contains(name))
}

/// Reports links and phone numbers that no text refers to.
fn links(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.links else { return };
    let mut tell = |pointer: String, what: &str, name: &str, written: &str| {
        let message = format!("no text uses the {what} {}", shown(name));
        let help = format!("write {written} where it belongs, or remove this line");
        found.push(unused("unused-link", &file.document, &pointer, message, &help));
    };
    let named = context.links().iter().map(|(_, _, name, _)| *name);
    for name in left(&file.links, named) {
        tell(child("/links", name), "link", name, &format!("[words](link:{name})"));
    }
    for name in file.phones.names() {
        let placeholder = format!("{{phone.{name}}}");
        if !context.prose().any(|text| text.written.contains(&placeholder)) {
            tell(child("/phones", name), "phone number", name, &placeholder);
        }
    }
}

/// Reports shared texts that no text refers to.
fn shared(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.snippets else { return };
    for name in left(&file.snippets, context.texts().flat_map(|text| snippets::names(text.written))) {
        let message = format!("no text uses the shared text {}", shown(name));
        let help = format!("write {{snippet.{name}}} where it belongs, or remove this text");
        found.push(unused("unused-snippet", &file.document, &child("/snippets", name), message, &help));
    }
}

fn conditions(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(document) = context.draft.tree.as_ref().map(|file| &file.document) else { return };
    let used = context
        .words()
        .iter()
        .filter_map(|word| if let Says::Is(name) = word.says { Some(name) } else { None });
    let used: BTreeSet<&str> = used.collect();
    let named = document.value.pointer(CONDITIONS).and_then(Value::as_object);
    for (name, _) in named.into_iter().flatten().filter(|(name, _)| !used.contains(name.as_str())) {
        let pointer = child(CONDITIONS, name);
        let message = format!("no `when` uses the condition {}", shown(name));
        found.push(unused(RULE, document, &pointer, message, "use it with `is:` in a `when`, or remove it"));
    }
}

fn points(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let words = context.words().iter();
    let lists =
        words.filter_map(|word| if let Says::Answered(of) = word.says { of.get("points_of") } else { None });
    let counted: BTreeSet<&str> =
        lists.filter_map(Value::as_array).flatten().filter_map(Value::as_str).collect();
    for (id, question) in file.questions.iter().filter(|(id, _)| !counted.contains(id)) {
        for (index, _) in question.answers.indexed().filter(|(_, answer)| answer.points > 0) {
            let pointer = child(&item(&child(&child("/questions", id), "answers"), index), "points");
            let message = format!("nothing adds up the points of {id}");
            let help =
                "name the question in `answered: { at_least: …, points_of: […] }`, or remove its points";
            found.push(unused(RULE, &file.document, &pointer, message, help));
        }
    }
}

fn states(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    let document = &*file.document;
    if context.draft.without.regions {
        found.push(told(
            document.opening(""),
            "nobody reads this file: site.yaml says not to ask for a state".to_owned(),
            "delete this file, or remove `ask: never` from site.yaml",
        ));
        return;
    }
    let used = used(context);
    attributes(document, "/attributes", "", &file.attributes, &used, found);
    values(context, document, "/attributes", "", &file.attributes, found);
    for label in file.link_labels.names() {
        if !file.states.iter().any(|state| state.links.contains(label)) {
            let message = format!("no state has an official link {}", shown(label));
            let help = "add it under `links` for the states that have such a page, or remove this line";
            found.push(unused(RULE, document, &child("/link_labels", label), message, help));
        }
    }
}

/// The paths of the attributes that conditions, texts and ids refer to.
fn used<'a>(context: &Context<'a>) -> BTreeSet<&'a str> {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for word in context.words() {
        if let Says::Has(path) | Says::Dated(path) | Says::Equals(path, _) = word.says {
            used.insert(path);
        }
    }
    let texts = context.texts().filter(|text| text.read.contains("{state."));
    used.extend(texts.flat_map(|text| names(text.read)).filter_map(|name| name.strip_prefix("state.")));
    let solutions = context.draft.tree.iter().flat_map(|file| file.solutions.iter());
    used.extend(solutions.filter_map(|(_, solution)| solution.id_from.as_deref()));
    used
}

fn attributes(
    document: &Document,
    pointer: &str,
    prefix: &str,
    declared: &Named<Attribute>,
    used: &BTreeSet<&str>,
    found: &mut Vec<Diagnostic>,
) {
    for (name, attribute) in declared.iter() {
        let at = child(pointer, name);
        let path = format!("{prefix}{name}");
        let inside = format!("{path}.");
        // A reference to a whole attribute is a reference to all its fields.
        if used.contains(path.as_str()) {
            continue;
        }
        if used.iter().any(|other| other.starts_with(&inside)) {
            attributes(document, &child(&at, "fields"), &inside, &attribute.fields, used, found);
            continue;
        }
        let message = format!("no condition or text uses the attribute {}", shown(&path));
        let help = "remove it here and from the states that have it, or use it in a `when`";
        found.push(told(document.key_at(&at), message, help).guess(without(document, &at, &path)));
    }
}

/// The edits that remove the declaration and the states' values.
fn without(document: &Document, declaration: &str, path: &str) -> Vec<Edit> {
    let states = document.value.get("states").and_then(Value::as_array).map_or(0, Vec::len);
    let had = (0..states).map(|state| format!("{}/{}", item("/states", state), path.replace('.', "/")));
    let had = had.filter(|pointer| document.value.pointer(pointer).is_some());
    let all = std::iter::once(declaration.to_owned()).chain(had);
    all.map(|pointer| document.remove(&pointer)).collect::<Option<_>>().unwrap_or_default()
}

/// Reports declared values that no state has and no condition refers to.
fn values(
    context: &Context<'_>,
    document: &Document,
    pointer: &str,
    prefix: &str,
    declared: &Named<Attribute>,
    found: &mut Vec<Diagnostic>,
) {
    for (name, attribute) in declared.iter() {
        let (at, path) = (child(pointer, name), format!("{prefix}{name}"));
        values(context, document, &child(&at, "fields"), &format!("{path}."), &attribute.fields, found);
        let asked = |value: &Value| {
            context.words().iter().any(|word| match word.says {
                Says::Equals(other, with) => other == path && is_among(with, value),
                _ => false,
            })
        };
        let had = |value: &Value| {
            let mut states = context.draft.regions.iter();
            states.any(|state| state.attribute(&path).is_some_and(|has| is_among(has, value)))
        };
        for (index, value) in attribute.values.iter().flatten().enumerate() {
            if !had(value) && !asked(value) {
                let message = format!("no state has this value of the attribute {}", shown(&path));
                let help = "remove it from the list, or give it to the states it's true for";
                found.push(unused(RULE, document, &item(&child(&at, "values"), index), message, help));
            }
        }
    }
}

/// Whether `list` equals `value`, or is a list that contains it.
fn is_among(list: &Value, value: &Value) -> bool {
    list == value || list.as_array().is_some_and(|list| list.contains(value))
}

fn outcomes(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    for name in file.outcomes.names() {
        if !file.solutions.iter().any(|(_, solution)| solution.kind == name) {
            let message = format!("no solution has the outcome {}", shown(name));
            let help = "remove it, or write it in a solution's `type:`";
            found.push(unused(RULE, &file.document, &child("/outcomes", name), message, help));
        }
    }
}

/// Reports an agreement or guides that no step of a flow shows.
fn steps(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(flows) = &context.draft.flows else { return };
    let has = |kind: StepKind| flows.steps.iter().any(|(_, step)| step.kind == kind);
    if let Some(file) = context.draft.agreement.as_ref().filter(|_| !has(StepKind::Agreement)) {
        found.push(told(
            file.document.opening(""),
            "no step goes over the agreement".to_owned(),
            "delete this file, or add a step of the kind `agreement` to a flow",
        ));
    }
    let Some(file) = &context.draft.guides else { return };
    let agreement = context.draft.agreement.as_ref().and_then(|file| file.without.as_ref());
    let guides =
        flows.steps.iter().map(|(_, step)| &step.guide).chain(agreement.map(|without| &without.guide));
    let shown_somewhere: BTreeSet<&str> = guides.filter_map(Option::as_deref).collect();
    for name in file.guides.names() {
        if !shown_somewhere.contains(name) {
            let message = format!("no step shows the guide {}", shown(name));
            let help = "name it in a step's `guide:`, or remove it";
            found.push(unused(RULE, &file.document, &child("/guides", name), message, help));
        }
    }
}
