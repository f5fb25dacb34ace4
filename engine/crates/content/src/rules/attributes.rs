//! The values of attributes: the ones that states have (`wrong-attribute`), and the ones in conditions
//! (`unknown-value`).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::condition_names::{declared_at, paths};
use super::context::Context;
use super::findings::{error, error_at, error_at_key, few, suggest, warning};
use super::when::{ConditionWord, Says};
use crate::content::document::{child, item};
use crate::content::model::{Attribute, AttributeType, ID_RULE, Named, States};
use crate::content::{Document, File, indented_too_far, no_day, retyped};
use crate::readings::{day, declaration};
use callguide_search::diagnostics::{Diagnostic, meant, shown, suggestion};
use callguide_search::text::placeholders::names;

/// A state's value for an attribute, or a value that a condition compares the attribute with.
struct GivenValue<'a> {
    pub document: &'a Document,
    pub pointer: String,
    /// The attribute's name as shown in findings.
    pub name: &'a str,
    pub value: &'a Value,
    pub attribute: &'a Attribute,
}

/// `wrong-attribute`: checks a state's attributes against their declarations, and its official links.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    for (index, state) in file.states.indexed() {
        let pointer = format!("/states/{index}");
        let declared = ("/attributes", &file.attributes);
        mapping(context, (&file.document, &pointer), &state.attributes, declared, found);
        let links = child(&pointer, "links");
        let unknown = state.links.names().filter(|name| !file.link_labels.contains(name));
        let is_attribute =
            |name: &&str| elsewhere(context, true, name).is_some() && state.attribute(name).is_none();
        let (deep, unknown): (Vec<_>, Vec<_>) = unknown.partition(is_attribute);
        found.extend(indented_too_far(&file.document, &links, &deep, &links));
        for name in unknown {
            let at = child(&links, name);
            let message = format!("the official link {} has no label in link_labels", shown(name));
            let finding = error_at_key("unknown-link", &file.document, &at, &message);
            let rename = |near: &str| file.document.rename(&at, near);
            found.push(suggest(finding, name, file.link_labels.names(), rename));
        }
    }
    unread(context, file, found);
}

fn mapping(
    context: &Context<'_>,
    (document, pointer): (&Document, &str),
    given: &Map<String, Value>,
    (declarations, declared): (&str, &Named<Attribute>),
    found: &mut Vec<Diagnostic>,
) {
    let nested = pointer.matches('/').count() > 2;
    let mut misspelt = Vec::new();
    for (name, value) in given {
        let at = child(pointer, name);
        match declared.get(name) {
            // The schema reports a key without a value, and a declaration that can't be read.
            _ if value.is_null() => {}
            None if declared.contains(name) || context.asks_for_renamed(name) => {}
            None if !nested && name == ID_RULE => {}
            None => {
                let message = format!("states.yaml has no attribute {}", shown(name));
                let finding = error_at_key("unknown-attribute", document, &at, &message);
                misspelt.extend(meant(name, declared.names()));
                found.push(match elsewhere(context, nested, name) {
                    Some(help) => {
                        let moved = document.move_beside(&at).filter(|_| nested);
                        finding.help(help).guess(moved.into_iter().flatten())
                    }
                    None => {
                        let rename = |near: &str| document.rename(&at, near);
                        suggest(finding.because(message), name, declared.names(), rename)
                    }
                });
            }
            Some(attribute) => {
                let given = GivenValue { document, pointer: at, name, value, attribute };
                typed(context, &given, &child(declarations, name), found);
            }
        }
    }
    for (name, attribute) in declared.iter() {
        let there = given.contains_key(name) || misspelt.contains(&name);
        if attribute.required && !there && !context.renamed().contains_key(name) {
            let message = format!("the attribute \"{name}\" is missing");
            let place = document.first_line(pointer);
            let finding = error("wrong-attribute", document, &child(pointer, ""), place, &message);
            let help = format!("add a line `{name}: …`, replacing … with {}", wanted(attribute.kind));
            found.push(finding.help(help));
        }
    }
}

/// Describes where an attribute belongs if it's nested one level too deep in a state, or not deep enough.
fn elsewhere(context: &Context<'_>, nested: bool, name: &str) -> Option<String> {
    let file = context.draft.states.as_ref()?;
    if nested {
        let help = "move it out of the braces, to its own line beside the state's other attributes";
        return (file.attributes.contains(name) || name == ID_RULE).then(|| help.to_owned());
    }
    let mut around = file.attributes.iter().filter(|(_, attribute)| attribute.fields.contains(name));
    let around = if file.link_labels.contains(name) { "links" } else { around.next()?.0 };
    Some(format!("move it into `{around}`, where it belongs"))
}

/// Reports a state's text that nobody reads, because the only text that uses it requires an attribute that the state
/// doesn't have.
fn unread(context: &Context<'_>, file: &File<States>, found: &mut Vec<Diagnostic>) {
    let mut asked: BTreeMap<&str, Option<BTreeSet<&str>>> = BTreeMap::new();
    for text in context.texts().filter(|text| text.read.contains("{state.")) {
        let when = text.pointer.rsplit_once('/').map(|(around, _)| child(&child(around, "when"), "has"));
        let has = when.and_then(|when| text.document.value.pointer(&when)?.as_str());
        for path in names(text.read).filter_map(|name| name.strip_prefix("state.")) {
            match (asked.entry(path).or_insert_with(|| Some(BTreeSet::new())), has) {
                (Some(all), Some(has)) => drop(all.insert(has)),
                (other, _) => *other = None,
            }
        }
    }
    for (path, needs) in asked.iter().filter_map(|(path, needs)| Some((*path, needs.as_ref()?))) {
        let example = needs
            .iter()
            .find_map(|need| file.states.iter().find_map(|other| other.attribute(need)?.as_str()));
        let example =
            example.map_or_else(String::new, |value| format!(", as {} in another state", shown(value)));
        for (index, state) in file.states.indexed() {
            let lacks = needs.iter().all(|need| state.attribute(need).is_none());
            if !lacks || needs.contains(path) || state.attribute(path).is_none() {
                continue;
            }
            let needs = few(needs);
            let at = path.split('.').fold(item("/states", index), |at, key| child(&at, key));
            let message = format!("nobody sees this: it's shown only for states that also have {needs}");
            warning("unused-piece", &file.document, &at, file.document.key_at(&at), &message)
                .help(format!("add `{needs}:` to this state with its own value{example}; remove `{path}:` only if nobody knows that value"))
                .report(found);
        }
    }
}

impl<'a> GivenValue<'a> {
    /// The items of the value, which is a list.
    pub fn each(&self, items: &'a [Value]) -> impl Iterator<Item = GivenValue<'a>> {
        let items = items.iter().enumerate();
        items.map(|(index, value)| GivenValue { pointer: item(&self.pointer, index), value, ..*self })
    }

    /// Returns whether the value has the attribute's type.
    pub fn fits(&self) -> bool {
        let value = self.value;
        match self.attribute.kind {
            AttributeType::Boolean => value.is_boolean(),
            AttributeType::String => value.is_string(),
            AttributeType::Number => value.is_number(),
            AttributeType::Date => day(value).is_some(),
            AttributeType::List => value.is_array(),
            AttributeType::Object => value.is_object(),
        }
    }

    /// Reports a value that isn't one of the declared ones.
    pub fn unknown(&self) -> Option<Diagnostic> {
        let Self { document, pointer, value, .. } = self;
        let values = self.attribute.values.as_ref().filter(|values| !values.contains(value))?;
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let all: Vec<String> = values.iter().map(plain).collect();
        let message =
            format!("{} isn't an allowed value of the attribute {}", written(value), shown(self.name));
        let finding = error_at("unknown-value", document, pointer, &message);
        Some(suggest(finding, &plain(value), all.iter().map(String::as_str), |near| {
            // A number can't be a misspelled word.
            document.write(pointer, near).filter(|_| value.is_string())
        }))
    }
}

/// Describes the values of an attribute of this type.
fn wanted(kind: AttributeType) -> &'static str {
    match kind {
        AttributeType::Boolean => "true or false",
        AttributeType::String => "text",
        AttributeType::Number => "a number",
        AttributeType::Date => "a date, such as 2026-10-05",
        AttributeType::List => "a list",
        AttributeType::Object => "a group of fields",
    }
}

fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), shown)
}

fn typed(context: &Context<'_>, given: &GivenValue<'_>, declaration: &str, found: &mut Vec<Diagnostic>) {
    let GivenValue { document, pointer, name, value, attribute } = given;
    let wanted = wanted(attribute.kind);
    // If the declaration has a mistake, only that is reported, not its consequences.
    let sound = || !context.told_at(document, declaration);
    match (attribute.kind, value) {
        _ if !given.fits() => {
            let day = value.as_str().and_then(no_day).filter(|_| attribute.kind == AttributeType::Date);
            let message = day.unwrap_or_else(|| format!("the attribute \"{name}\" must be {wanted}"));
            let otherwise = || (format!("write {wanted} after the colon"), None);
            let (help, fix) = retyped(document, pointer, wanted).unwrap_or_else(otherwise);
            found.push(error_at("wrong-attribute", document, pointer, &message).help(help).maybe_fix(fix));
        }
        (AttributeType::Object, Value::Object(given)) => {
            let fields = child(declaration, "fields");
            mapping(context, (document, pointer), given, (&fields, &attribute.fields), found);
        }
        (AttributeType::List, Value::Array(values)) if sound() => {
            found.extend(given.each(values).filter_map(|one| one.unknown()));
        }
        (AttributeType::String | AttributeType::Number, _) if sound() => found.extend(given.unknown()),
        _ => {}
    }
}

/// `unknown-value`: a value, in a condition or a state, that the attribute can't have.
pub fn check_compared(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(states) = context.states() else { return };
    for ConditionWord { document, pointer, says, .. } in context.words() {
        match says {
            Says::Dated(path) => found.extend(dated(document, pointer, path, &states.attributes)),
            Says::Equals(path, value) => {
                let Some(attribute) = declaration(&states.attributes, path) else { continue };
                // If the declaration has a mistake, only that is reported, not its consequences.
                let declared = declared_at(path);
                if context.draft.states.as_ref().is_some_and(|f| context.told_at(&f.document, &declared)) {
                    continue;
                }
                let given = GivenValue { document, pointer: pointer.clone(), name: path, value, attribute };
                match value {
                    Value::Array(values) => found.extend(given.each(values).filter_map(|one| compared(&one))),
                    _ => found.extend(compared(&given)),
                }
            }
            _ => {}
        }
    }
}

/// Reports a declared attribute that isn't a date, although a condition compares it with today.
fn dated(document: &Document, at: &str, path: &str, attributes: &Named<Attribute>) -> Option<Diagnostic> {
    let is_date = |path: &str| Some(declaration(attributes, path)?.kind == AttributeType::Date);
    if is_date(path) != Some(false) {
        return None;
    }
    let dates: Vec<String> = paths(attributes, "").into_iter().filter(|p| is_date(p) == Some(true)).collect();
    let message = format!("the attribute {} isn't a date", shown(path));
    let help = format!("declare it as `{path}: {{ type: date }}` in states.yaml");
    let finding = error_at("unknown-value", document, at, &message).help(help);
    let edit = |near: &str| document.write(at, near);
    Some(suggest(finding, path, dates.iter().map(String::as_str), edit))
}

/// Reports a problem with a value that a condition compares an attribute with.
fn compared(given: &GivenValue<'_>) -> Option<Diagnostic> {
    let GivenValue { document, pointer, name, value, attribute } = given;
    // A value that isn't a scalar has its own finding.
    if value.is_object() || value.is_array() || value.is_null() {
        return None;
    }
    if given.fits() {
        return given.unknown();
    }
    let is = wanted(attribute.kind);
    let (help, fix) = match attribute.kind {
        AttributeType::List => (format!("to check whether a state has the list, write `has: {name}`"), None),
        AttributeType::Object => {
            let fields: Vec<String> =
                attribute.fields.names().map(|field| format!("{name}.{field}")).collect();
            (suggestion("", fields.iter().map(String::as_str)).unwrap_or_default(), None)
        }
        _ => retyped(document, pointer, is).unwrap_or_else(|| (format!("write {is}"), None)),
    };
    let message = format!("the attribute {} is {is}, so it never equals {}", shown(name), written(value));
    Some(error_at("unknown-value", document, pointer, &message).help(help).maybe_fix(fix))
}
