//! The names that conditions and checks use: states and attributes (`unknown-state`, `unknown-attribute`), and named
//! conditions (`unknown-condition`, `circular-condition`).

use std::collections::BTreeSet;

use serde_json::Value;

use super::context::Context;
use super::findings::{error, error_at, error_at_key, suggest, suggest_near};
use crate::content::conditions::CONDITIONS;
use crate::content::document::{child, item};
use crate::content::model::{Attribute, AttributeType, ID_RULE, Named, State, States, WORDS};
use crate::content::{Document, Kind, PlacedName, belongs_beside, may_stand_beside};
use callguide_search::diagnostics::{Cause, Diagnostic, meant, shown};

/// `unknown-state` and `unknown-attribute`: conditions and checks that name a state or an attribute that doesn't exist.
pub fn check_states(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(states) = context.states() else { return };
    misdeclared(context, found);
    let codes = context.names().known("state");
    // If two states have the same code, an unknown one was probably meant for one of them.
    if codes.iter().collect::<BTreeSet<_>>().len() == codes.len() {
        let unknown = context.names().used("state").filter(|used| !codes.contains(&used.name));
        found.extend(unknown.map(|used| unknown_state(context, used)));
    }
    for used in context.names().used("attribute") {
        let PlacedName { document, pointer, name, is_key, .. } = used;
        let known = declared(&states.attributes, name);
        let kind = Kind::of(&document.name);
        if *is_key && !known && kind.is_some_and(|kind| may_stand_beside(kind, document, pointer)) {
            if !context.told_from(document, used.place().span.start) {
                found.push(belongs_beside(document, pointer));
            }
            continue;
        }
        found.extend(unknown_attribute(context, used, states));
        if *is_key && known && document.value.pointer(pointer).is_some_and(Value::is_object) {
            let message =
                "a condition can compare only with true or false, text, a number, or a list of these";
            let help = "name one of its fields with a dot: `NAME.FIELD: VALUE`";
            found.push(error_at("wrong-type", document, pointer, message).help(help));
        }
    }
}

fn misdeclared(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    for (name, asked) in context.renamed() {
        let pointer = format!("/attributes/{name}");
        let message =
            format!("the attribute is declared as {}, but everything uses {}", shown(name), shown(asked));
        error_at_key("unknown-attribute", &file.document, &pointer, &message)
            .help(format!("write {} here", shown(asked)))
            .guess(file.document.rename(&pointer, asked))
            .report(found);
    }
}

fn unknown_state(context: &Context<'_>, used: &PlacedName<'_>) -> Diagnostic {
    let (PlacedName { document, pointer, name: code, .. }, states) = (used, context.draft.states.as_ref());
    let message = format!("there is no state with the code {}", shown(code));
    let finding = error_at("unknown-state", document, pointer, &message);
    let Some(states) = states else {
        return finding.help("remove this: site.yaml says not to ask for a state");
    };
    if let Some((index, State { name, code: new, .. })) = recoded(context, states, code) {
        let at = child(&item("/states", index), "code");
        let place = Some(states.document.value_at(&at));
        let cause = Some(Cause { message, counted: "places", place, alone: false, help: None });
        let help = format!(
            "write {code} here if that's the code of {name}; otherwise write {new} in each of these places"
        );
        return Diagnostic { cause, ..finding.help(help).guess(states.document.write(&at, code)) };
    }
    let finding = finding.because(message);
    if let Some(own) = by_name(states, code) {
        return finding.help(format!("write its code, {own}")).guess(document.write(pointer, own));
    }
    let near = meant(code, states.states.iter().map(|state| state.code.as_str()));
    let otherwise =
        "write the state's code from states.yaml; if the state was removed there, remove it here, too";
    // Any other code would be just as close, so there's nothing else to suggest.
    suggest_near(finding.help(otherwise), code, near, Vec::new(), |near| document.write(pointer, near))
}

/// The state whose code was changed in states.yaml, if conditions and checks still call it `code`, and its index. It
/// must be the only state that nothing refers to and whose name fits `code`.
fn recoded<'s>(context: &Context<'_>, states: &'s States, code: &str) -> Option<(usize, &'s State)> {
    let named: Vec<&str> = context.names().used("state").map(|used| used.name).collect();
    // If only one place uses the old code, that place may well be what's wrong.
    if named.iter().filter(|name| **name == code).count() < 2 {
        return None;
    }
    let begins = |name: &str| {
        let initials: String = name.split(' ').filter_map(|word| word.chars().next()).collect();
        name.to_lowercase().starts_with(&code.to_lowercase()) || initials == code
    };
    let unnamed = |state: &State| !named.contains(&state.code.as_str()) && begins(&state.name);
    let mut all = states.states.indexed().filter(|(_, state)| unnamed(state));
    all.next().filter(|_| all.next().is_none())
}

/// The code of the state with this name, or of the only state whose name begins with it: an author who writes a state's
/// name means its code.
fn by_name<'s>(states: &'s States, given: &str) -> Option<&'s str> {
    let given = given.to_lowercase();
    let all = || states.states.iter();
    let exact = all().find(|state| state.name.to_lowercase() == given);
    let mut begun =
        all().filter(|state| given.chars().count() > 2 && state.name.to_lowercase().starts_with(&given));
    let only = begun.next().filter(|_| begun.next().is_none());
    exact.or(only).map(|state| state.code.as_str())
}

/// Reports an attribute that isn't declared. If its name is a key, it may also be a misspelled word of a condition.
fn unknown_attribute(context: &Context<'_>, used: &PlacedName<'_>, states: &States) -> Option<Diagnostic> {
    let PlacedName { document, ref pointer, name: path, is_key, .. } = *used;
    if declared(&states.attributes, path) || context.asks_for_renamed(path) {
        return None;
    }
    let words =
        WORDS.into_iter().filter(|word| is_key && (comes_after_answers(document) || *word != "answered"));
    let words: Vec<&str> = words.filter(|word| meant(path, [*word]).is_some()).collect();
    let report = |message: &str| error("unknown-attribute", document, pointer, used.place(), message);
    if context.draft.states.is_none() && words.is_empty() {
        let finding = report(&format!("there is no attribute {}", shown(path)));
        return Some(finding.help("remove this: site.yaml says not to ask for a state"));
    }
    let message = format!("states.yaml has no attribute {}", shown(path));
    let help = "write the name of an attribute that's declared there, or declare this one";
    let finding = report(&message).because(message).help(help);
    let known = paths(&states.attributes, "");
    Some(suggest(finding, path, known.iter().map(String::as_str).chain(words), |near| match is_key {
        true => document.rename(pointer, near),
        false => document.write(pointer, near),
    }))
}

/// Whether a file's conditions are evaluated after questions have been answered.
fn comes_after_answers(document: &Document) -> bool {
    matches!(Kind::of(&document.name), Some(Kind::DecisionTree | Kind::States))
}

/// Whether a dotted path is declared or doesn't need a declaration.
pub(super) fn declared(attributes: &Named<Attribute>, path: &str) -> bool {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    if !attributes.contains(first) {
        return path == ID_RULE;
    }
    // An unreadable declaration has its own finding.
    attributes.get(first).is_none_or(|own| rest.is_empty() || declared(&own.fields, rest))
}

/// Whether the values of an attribute make sense as part of a sentence.
pub(super) fn in_words(attribute: &Attribute) -> bool {
    !matches!(attribute.kind, AttributeType::Boolean | AttributeType::Object)
}

/// The pointer of an attribute's declaration.
pub(super) fn declared_at(path: &str) -> String {
    format!("/attributes/{}", path.replace('.', "/fields/"))
}

/// Every declared path.
pub(super) fn paths(attributes: &Named<Attribute>, prefix: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (name, attribute) in attributes.iter() {
        let path = format!("{prefix}{name}");
        out.extend(paths(&attribute.fields, &format!("{path}.")));
        out.push(path);
    }
    out
}

/// `unknown-condition`, `circular-condition`: mistakes in named conditions. An unused condition is reported by
/// `unused-piece`.
pub fn check_conditions(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let conditions = &context.draft.conditions;
    for name in &conditions.circular {
        let pointer = child(CONDITIONS, name);
        let message = format!("the condition {} refers to itself", shown(name));
        error_at_key("circular-condition", &file.document, &pointer, &message)
            .help("spell out what it means, without a name that leads back to it")
            .report(found);
    }
    let known = context.names().known("condition");
    for used in context.names().used("condition") {
        let PlacedName { document, pointer, name, .. } = used;
        let mut finding = if !known.contains(name) {
            context.names().unknown("unknown-condition", "decision-tree.yaml has no condition", used)
        } else if !comes_after_answers(document) && conditions.asks_for_answers(name) {
            let why = "depends on earlier answers, but nothing has been answered yet here";
            let message = format!("the condition {} {why}", shown(name));
            error_at("unknown-condition", document, pointer, &message)
        } else {
            continue;
        };
        finding.help.get_or_insert_with(|| "spell out the condition here instead of naming it".to_owned());
        found.push(finding);
    }
}
