//! `unused-piece`, `unused-link`, `unused-snippet`: content that isn't used.

use std::collections::BTreeSet;

use serde_json::Value;

use super::condition_names::{declared_at, paths};
use super::context::Context;
use super::when::Says;
use crate::content::conditions::CONDITIONS;
use crate::content::document::{child, item};
use crate::content::model::{DecisionTree, Flows, Named, States, StepKind};
use crate::content::{Document, File, Kind, snippets};
use crate::readings::declaration;
use callguide_search::diagnostics::{Diagnostic, Edit, nearest, shown};
use callguide_search::text::placeholders::names;

const RULE: &str = "unused-piece";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A part that can't be read may use anything.
    if context.has_gaps() {
        return;
    }
    let draft = context.draft;
    links(context, found);
    shared(context, found);
    // A misspelled name is also a use.
    let misspelt = |rule: &str| rule.starts_with("unknown-");
    if Kind::ALL.into_iter().any(|kind| context.broken(kind, misspelt)) {
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
    if let Some(file) = &draft.tree {
        tree(context, file, found);
    }
    if let Some(file) = &draft.flows {
        steps(context, file, found);
    }
}

/// Reports an entry, at its key, with the edit that removes it.
fn unused(rule: &'static str, document: &Document, pointer: &str, message: String, help: &str) -> Diagnostic {
    Diagnostic::warning(rule, document.key_at(pointer), message).help(help).guess(document.remove(pointer))
}

/// Reports the entries of a mapping that have these names. The message is `problem` and the name.
fn each<'n>(
    (document, list): (&Document, &str),
    names: impl Iterator<Item = &'n str>,
    problem: &str,
    help: &str,
) -> Vec<Diagnostic> {
    let report =
        |name| unused(RULE, document, &child(list, name), format!("{problem} {}", shown(name)), help);
    names.map(report).collect()
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

/// Reports outcomes that no solution has, conditions that nothing uses, and points that nothing adds up.
fn tree(context: &Context<'_>, file: &File<DecisionTree>, found: &mut Vec<Diagnostic>) {
    let document = &*file.document;
    let had: BTreeSet<&str> = file.solutions.iter().map(|(_, solution)| solution.kind.as_str()).collect();
    let left = file.outcomes.names().filter(|name| !had.contains(name));
    let help = "remove it, or write it in a solution's `type:`";
    found.extend(each((document, "/outcomes"), left, "no solution has the outcome", help));

    let words = || context.words().iter().map(|word| word.says);
    let used = words().filter_map(|says| if let Says::Is(name) = says { Some(name) } else { None });
    let used: BTreeSet<&str> = used.collect();
    let named = document.value.pointer(CONDITIONS).and_then(Value::as_object).into_iter().flatten();
    let left = named.map(|(name, _)| name.as_str()).filter(|name| !used.contains(name));
    let help = "use it with `is:` in a `when`, or remove it";
    found.extend(each((document, CONDITIONS), left, "no `when` uses the condition", help));

    let lists =
        words().filter_map(|says| if let Says::Answered(of) = says { of.get("points_of") } else { None });
    let counted: BTreeSet<&str> =
        lists.filter_map(Value::as_array).flatten().filter_map(Value::as_str).collect();
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

/// Reports attributes and their values that nothing refers to, and labels of links that no state has.
fn states(context: &Context<'_>, file: &File<States>, found: &mut Vec<Diagnostic>) {
    let document = &*file.document;
    let used = used(context);
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
    let left = file.link_labels.names().filter(|label| !file.states.iter().any(|s| s.links.contains(label)));
    let help = "add it under `links` for the states that have such a page, or remove this line";
    found.extend(each((document, "/link_labels"), left, "no state has an official link", help));
}

/// Whether a state has this value, or a condition refers to it.
fn is_had(context: &Context<'_>, path: &str, value: &Value) -> bool {
    let among = |list: &Value| list == value || list.as_array().is_some_and(|list| list.contains(value));
    context.draft.regions.iter().any(|state| state.attribute(path).is_some_and(among))
        || context
            .words()
            .iter()
            .any(|word| matches!(word.says, Says::Equals(of, with) if of == path && among(with)))
}

/// The paths of the attributes that conditions, texts and ids refer to.
fn used<'a>(context: &Context<'a>) -> BTreeSet<&'a str> {
    let mut used: BTreeSet<&str> = context.words().iter().filter_map(|word| word.says.attribute()).collect();
    let texts = context.texts().filter(|text| text.read.contains("{state."));
    used.extend(texts.flat_map(|text| names(text.read)).filter_map(|name| name.strip_prefix("state.")));
    let solutions = context.draft.tree.iter().flat_map(|file| file.solutions.iter());
    used.extend(solutions.filter_map(|(_, solution)| solution.id_from.as_deref()));
    used
}

/// The edits that remove the declaration and the states' values.
fn without(document: &Document, declaration: &str, path: &str) -> Vec<Edit> {
    let states = document.value.get("states").and_then(Value::as_array).map_or(0, Vec::len);
    let had = (0..states).map(|state| format!("{}/{}", item("/states", state), path.replace('.', "/")));
    let had = had.filter(|pointer| document.value.pointer(pointer).is_some());
    let all = std::iter::once(declaration.to_owned()).chain(had);
    all.map(|pointer| document.remove(&pointer)).collect::<Option<_>>().unwrap_or_default()
}

/// Reports an agreement or guides that no step of a flow shows.
fn steps(context: &Context<'_>, flows: &Flows, found: &mut Vec<Diagnostic>) {
    let agreement = context.draft.agreement.as_ref();
    let over_it = flows.steps.iter().any(|(_, step)| step.kind == StepKind::Agreement);
    if let Some(file) = agreement.filter(|_| !over_it) {
        let help = "delete this file, or add a step of the kind `agreement` to a flow";
        let message = "no step goes over the agreement";
        found.push(Diagnostic::warning(RULE, file.document.opening(""), message).help(help));
    }
    let Some(file) = &context.draft.guides else { return };
    let without = agreement.and_then(|file| file.without.as_ref()).map(|without| &without.guide);
    let guides = flows.steps.iter().map(|(_, step)| &step.guide).chain(without);
    let shown: BTreeSet<&str> = guides.filter_map(Option::as_deref).collect();
    let left = file.guides.names().filter(|name| !shown.contains(name));
    let help = "name it in a step's `guide:`, or remove it";
    found.extend(each((&file.document, "/guides"), left, "no step shows the guide", help));
}
