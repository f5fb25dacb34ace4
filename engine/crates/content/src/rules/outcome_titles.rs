//! `wrong-outcome-title`: a solution whose title begins with the name of a different outcome.

use super::context::Context;
use super::findings::warning;
use crate::content::document::child;
use callguide_search::api::tree::Outcome;
use callguide_search::diagnostics::{Diagnostic, Fix};

/// Everything that an outcome is called: its name, its label and its priority.
fn names(name: &str, outcome: &Outcome) -> [String; 3] {
    [name.replace(['-', '_'], " "), outcome.label.clone(), outcome.priority.clone()]
}

/// Whether `title` begins with `name`, ignoring case.
fn begins(title: &str, name: &str) -> bool {
    let rest = title.get(..name.len()).filter(|begin| begin.to_lowercase() == name.to_lowercase());
    rest.is_some() && !title[name.len()..].starts_with(char::is_alphanumeric)
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
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
            let mut right = own[which].clone();
            if given.starts_with(char::is_uppercase) {
                let first: String = right.chars().take(1).flat_map(char::to_uppercase).collect();
                right = first + &right.chars().skip(1).collect::<String>();
            }
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
