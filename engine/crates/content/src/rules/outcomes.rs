//! Outcomes of the tree: the types and titles by which solutions refer to them.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::{error_at, pattern, warning, warning_at};
use super::offer;
use super::wording::capitalised;
use crate::content::Kind;
use crate::content::document::child;
use callguide_search::api::tree::Outcome;
use callguide_search::diagnostics::{Diagnostic, Fix, shown};

/// `unknown-outcome`: a solution whose type isn't an outcome; also a solution that doesn't specify whether the
/// agreement is required. `agreement-not-required`: a solution that doesn't require the agreement, but whose text asks
/// for it.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let agreement = context.draft.documents.values().any(|(kind, _)| *kind == Kind::Agreement);
    for (id, solution) in file.solutions.iter() {
        let at = child("/solutions", id);
        let kind = child(&at, "type");
        if !file.outcomes.contains(&solution.kind) && !context.told_at(&file.document, &kind) {
            let message = format!("there is no outcome {}", shown(&solution.kind));
            let finding = error_at("unknown-outcome", &file.document, &kind, &message);
            let names = file.outcomes.names();
            found.push(offer::value(finding, &file.document, &kind, &solution.kind, names));
        }
        if agreement && solution.agreement_required.is_none() {
            let mut finding =
                error_at("missing-key", &file.document, &at, "the key \"agreement_required\" is missing")
                    .help("add a line `agreement_required: true`, or `false` if nothing has to be agreed to (Leave it out only if there's no agreement.yaml)");
            finding.place = file.document.opening(&at);
            found.push(finding);
        }
    }
    let name = context.draft.agreement.as_ref().map(|file| name_of(&file.title)).unwrap_or_default();
    for (id, _) in file.solutions.iter().filter(|(_, solution)| solution.agreement_required == Some(false)) {
        let at = child("/solutions", id);
        let inside = format!("{at}/");
        let mut texts =
            context.texts_of(&file.document).iter().filter(|text| text.pointer.starts_with(&inside));
        let asks = texts.find(|text| {
            let mut parts = NOT_AFTER_ALL.split(text.read);
            !name.is_empty() && parts.any(|part| part.contains(name) && !NOT.is_match(part))
        });
        if let Some(text) = asks {
            let key = child(&at, "agreement_required");
            let message = format!("the text of this solution asks for the {name}, but it isn't required");
            found.push(
                warning_at("agreement-not-required", &file.document, &key, &message)
                    .related(file.document.value_at(&text.pointer), "for example, here")
                    .help("write `agreement_required: true`; if the program has decided that it isn't needed, take it out of the text instead"),
            );
        }
    }
}

/// The name that texts use for the agreement: the last two words of its title.
fn name_of(title: &str) -> &str {
    title.rsplitn(3, ' ').nth(2).map_or(title, |rest| title[rest.len()..].trim_start())
}

static NOT_AFTER_ALL: LazyLock<Regex> = LazyLock::new(|| pattern(r"[.;!?\n]"));
static NOT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:no|not|without|never|\w+n['’]t)\b"));

/// The names by which an outcome is known: its name, its label and its priority.
fn names(name: &str, outcome: &Outcome) -> [String; 3] {
    [name.replace(['-', '_'], " "), outcome.label.clone(), outcome.priority.clone()]
}

/// Whether `title` begins with `name`, ignoring case.
fn begins(title: &str, name: &str) -> bool {
    let rest = title.get(..name.len()).filter(|begin| begin.to_lowercase() == name.to_lowercase());
    rest.is_some() && !title[name.len()..].starts_with(char::is_alphanumeric)
}

/// `wrong-outcome-title`: a solution whose title begins with the name of a different outcome.
pub fn check_titles(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(tree) = &context.draft.tree else { return };
    for (id, solution) in tree.solutions.iter() {
        let Some(own) = tree.outcomes.get(&solution.kind).map(|outcome| names(&solution.kind, outcome))
        else {
            continue;
        };
        let at = child(&child("/solutions", id), "title");
        let titles = context.texts_of(&tree.document).iter().filter(|text| {
            text.pointer.strip_prefix(&at).is_some_and(|rest| rest.is_empty() || rest.ends_with("/text"))
        });
        for text in titles {
            let (pointer, title) = (text.pointer.as_str(), text.read);
            if own.iter().any(|name| begins(title, name)) {
                continue;
            }
            let others = tree.outcomes.iter().filter(|(name, _)| **name != *solution.kind);
            let said = others
                .flat_map(|(name, outcome)| {
                    names(name, outcome).into_iter().enumerate().map(move |n| (name, n))
                })
                .filter(|(_, (_, said))| begins(title, said))
                .max_by_key(|(_, (_, said))| said.len());
            let Some((other, (which, said))) = said else { continue };
            let given = &title[..said.len()];
            let place = tree.document.part_at(pointer, given, 0);
            let capital = given.starts_with(char::is_uppercase);
            let right = if capital { capitalised(&own[which]) } else { own[which].clone() };
            let edit = tree.document.write_part(pointer, &place, given, &right);
            let message = format!(
                "the title says \"{given}\", which means the outcome {other}, but the type is {}",
                solution.kind
            );
            let kind = tree.document.value_at(&child(&child("/solutions", id), "type"));
            found.push(
                warning("wrong-outcome-title", &tree.document, pointer, place, &message)
                    .related(kind, "the type")
                    .help(format!(
                        "write \"{right}\" in the title; or, if the title is right, `type: {other}`"
                    ))
                    .maybe_fix(edit.map(|edit| Fix::guess([edit]))),
            );
        }
    }
}
