//! Outcomes of the tree: the types and titles by which solutions refer to them.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::{error, pattern, warning_at};
use super::texts::FileText;
use super::wording::capitalised;
use crate::content::document::child;
use crate::content::model::{DecisionTree, Solution};
use crate::content::{File, Kind};
use callguide_search::api::tree::Outcome;
use callguide_search::diagnostics::Diagnostic;

/// `missing-key`: a solution that doesn't specify whether the agreement is required. `agreement-not-required`: a
/// solution that doesn't require the agreement, but whose text asks for it. `wrong-outcome-title`: a solution whose
/// title begins with the name of a different outcome.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let document = &*file.document;
    let has_agreement = context.documents().any(|(kind, _)| kind == Kind::Agreement);
    let name = context.draft.agreement.as_ref().map(|file| name_of(&file.title)).unwrap_or_default();
    for (id, solution) in file.solutions.iter() {
        let at = child("/solutions", id);
        let kind = child(&at, "type");
        if has_agreement && solution.agreement_required.is_none() {
            let (message, place) = ("the key \"agreement_required\" is missing", document.opening(&at));
            let help = "add a line `agreement_required: true`, or `false` if nothing has to be agreed to (Leave it out only if there's no agreement.yaml)";
            found.push(error("missing-key", document, &at, place, message).help(help));
        }
        let inside = format!("{at}/");
        let texts = context.texts_of(document).iter().filter(|text| text.pointer.starts_with(&inside));
        for text in texts.clone().filter(|text| is_title(&text.pointer[at.len()..])) {
            found.extend(title(file, solution, &kind, text));
        }
        let asks = |text: &&FileText<'_>| {
            let mut parts = text.read.split(['.', ';', '!', '?', '\n']);
            !name.is_empty() && parts.any(|part| part.contains(name) && !NOT.is_match(part))
        };
        let mut texts = texts.filter(|_| solution.agreement_required == Some(false));
        if let Some(text) = texts.find(asks) {
            let key = child(&at, "agreement_required");
            let message = format!("the text of this solution asks for the {name}, but it isn't required");
            warning_at("agreement-not-required", document, &key, &message)
                .related(document.value_at(&text.pointer), "for example, here")
                .help("find out whether this solution needs it: if it doesn't, take it out of the text; if it does, write `agreement_required: true`")
                .report(found);
        }
    }
}

/// Whether a pointer, below a solution, leads to its title or to a case or part of it.
fn is_title(pointer: &str) -> bool {
    pointer.strip_prefix("/title").is_some_and(|rest| rest.is_empty() || rest.ends_with("/text"))
}

/// The name that texts use for the agreement: the last two words of its title.
fn name_of(title: &str) -> &str {
    title.rsplitn(3, ' ').nth(2).map_or(title, |rest| title[rest.len()..].trim_start())
}

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

/// Reports a title that begins with the name of a different outcome. `kind` is the pointer of the solution's type.
fn title(
    tree: &File<DecisionTree>,
    solution: &Solution,
    kind: &str,
    text: &FileText<'_>,
) -> Option<Diagnostic> {
    let own = names(&solution.kind, tree.outcomes.get(&solution.kind)?);
    let title = text.read;
    if own.iter().any(|name| begins(title, name)) {
        return None;
    }
    let others = tree.outcomes.iter().filter(|(name, _)| **name != *solution.kind);
    let said = others.flat_map(|(name, outcome)| {
        names(name, outcome).into_iter().enumerate().map(move |(which, said)| (name, which, said))
    });
    let said = said.filter(|(_, _, said)| begins(title, said));
    let (other, which, said) = said.max_by_key(|(_, _, said)| said.len())?;
    let given = &title[..said.len()];
    let place = text.document.part_at(&text.pointer, given, 0);
    let capital = given.starts_with(char::is_uppercase);
    let right = if capital { capitalised(&own[which]) } else { own[which].clone() };
    let edit = text.document.write_part(&text.pointer, &place, given, &right);
    let own = &solution.kind;
    let message =
        format!("the title says \"{given}\", which means the outcome {other}, but the type is {own}");
    let help = format!("write \"{right}\" in the title; or, if the title is right, `type: {other}`");
    let finding = text.warning("wrong-outcome-title", place, &message);
    Some(finding.related(text.document.value_at(kind), "the type").help(help).guess(edit))
}
