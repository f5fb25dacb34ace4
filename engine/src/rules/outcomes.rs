//! `unknown-outcome`: a solution comes to something that is no outcome; and a solution that doesn't say whether the
//! agreement is gone over. `agreement-not-required`: one that doesn't ask for it, and whose texts do. `unknown-priority`:
//! a guide that names a priority that no outcome has.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error_at, few, mending, offer, warning};
use crate::content::document::child;
use crate::content::{Document, Kind};
use crate::diagnostics::{Diagnostic, shown};

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
                    .help("add a line `agreement_required: true`, or `false` where nothing has to be agreed to (It may be left out only where there is no agreement.yaml)");
            finding.place = file.document.opening(&at);
            found.push(finding);
        }
    }
    let name = context.draft.agreement.as_ref().map(|file| name_of(&file.title)).unwrap_or_default();
    for (id, _) in file.solutions.iter().filter(|(_, solution)| solution.agreement_required == Some(false)) {
        let at = child("/solutions", id);
        let mut texts =
            context.strings(&file.document).filter(|(pointer, _)| pointer.starts_with(&format!("{at}/")));
        let asks = texts.find(|(_, text)| {
            !name.is_empty()
                && NOT_AFTER_ALL.split(text).any(|part| part.contains(name) && !NOT.is_match(part))
        });
        if let Some((pointer, _)) = asks {
            let key = child(&at, "agreement_required");
            let message = format!("the text of this solution asks for the {name}, but it isn't required");
            found.push(
                warning("agreement-not-required", &file.document, &key, file.document.value_at(&key), &message)
                    .related(file.document.value_at(pointer), "here, for one")
                    .help("write `agreement_required: true`; if the program has decided that it isn't needed, take it out of the text instead"),
            );
        }
    }
    let priorities: Vec<&str> = file.outcomes.iter().map(|(_, outcome)| outcome.priority.as_str()).collect();
    let mut guides = context.documents().filter(|(kind, _)| *kind == Kind::Guides);
    guides.any(|(_, document)| unknown_priority(context, document, &priorities, found));
}

/// What texts call the agreement: the last two words of its title.
fn name_of(title: &str) -> &str {
    title.rsplitn(3, ' ').nth(2).map_or(title, |rest| title[rest.len()..].trim_start())
}

static NOT_AFTER_ALL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[.;!?\n]").expect("a constant pattern"));
static NOT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:no|not|without|never|\w+n['’]t)\b").expect("a constant pattern"));
/// What begins a line of a list in bold, or is bold behind "For".
static LABEL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^[-*] \*\*(?P<label>[^*:\n]+):?\*\*").expect("a constant pattern"));

/// A list that goes through the priorities, and has one that none is in place of one that is.
fn unknown_priority(
    context: &Context<'_>,
    document: &Document,
    priorities: &[&str],
    found: &mut Vec<Diagnostic>,
) -> bool {
    for (pointer, text) in context.strings(document) {
        let written = mending::written(document, pointer, text);
        let labels: Vec<_> = LABEL.captures_iter(written).filter_map(|hit| hit.name("label")).collect();
        let missing: Vec<&str> = priorities
            .iter()
            .copied()
            .filter(|name| labels.iter().all(|label| label.as_str() != *name))
            .collect();
        let strange: Vec<_> = labels.iter().filter(|label| !priorities.contains(&label.as_str())).collect();
        let ([label], [_, _, ..]) = (strange.as_slice(), labels.as_slice()) else { continue };
        if missing.is_empty() || labels.len() != priorities.len() {
            continue;
        }
        let message = format!(
            "no outcome has the priority {}; missing here: {}",
            shown(label.as_str()),
            few(missing.iter().copied())
        );
        let place = mending::place(document, pointer, &label.range());
        found.push(
            warning("unknown-priority", document, pointer, place, &message)
                .help("ask what the helpdesk calls it, and use that in both places: the outcome in decision-tree.yaml, and the guides"),
        );
        return true;
    }
    false
}
