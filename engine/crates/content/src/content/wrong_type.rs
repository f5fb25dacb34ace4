//! Explains a value of the wrong type in words that staff use: what is expected, what was found, and what was
//! probably meant.

use jiff::civil::Date;
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Broken;
use serde_json::Value;

use super::document::Document;
use super::kinds::Kind;
use super::schema::{about, may_go};
use super::written_days;
use callguide_search::diagnostics::{Diagnostic, Fix, shown};

fn expected(error: &ValidationError<'_>) -> String {
    use jsonschema::error::TypeKind;
    let name = |t: String| match t.as_str() {
        "string" => "text".to_owned(),
        "array" => "a list".to_owned(),
        "object" => "keys with values".to_owned(),
        "boolean" => "true or false".to_owned(),
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        other => other.to_owned(),
    };
    match error.kind() {
        Broken::Type { kind: TypeKind::Single(t) } => name(t.to_string()),
        Broken::Type { kind: TypeKind::Multiple(types) } => {
            let names: Vec<String> = types.iter().map(|t| name(t.to_string())).collect();
            // If almost any type is allowed, listing them all doesn't help.
            if names.len() > 3 { "a value".to_owned() } else { names.join(" or ") }
        }
        _ => String::new(),
    }
}

pub(super) fn wrong_type(
    kind: Kind,
    document: &Document,
    schema: &Value,
    at: &str,
    here: &str,
    error: &ValidationError<'_>,
) -> Diagnostic {
    let (wanted, given) = (expected(error), error.instance());
    if given.is_null() && !at.is_empty() {
        return no_value(kind, document, at, here, &wanted);
    }
    let place = document.value_at(at);
    let source = document.text.get(place.span.clone()).unwrap_or("");
    let wants_text = wanted.contains("text");
    let retyped = retyped(document, at, &wanted);
    let (retyped, mut fix) = retyped.map_or((None, None), |(help, fix)| (Some(help), fix));
    let help = match given.as_ref() {
        _ if retyped.is_some() => retyped,
        Value::Object(entries) if wanted == "a list" => {
            let key = entries.keys().next().map_or("…", String::as_str);
            Some(format!("begin each entry of the list with a hyphen and a space: `- {key}: …`"))
        }
        // `text: {state.name}`: YAML reads unquoted braces as a mapping.
        Value::Object(_) if wants_text && source.starts_with('{') => {
            fix = document.quoted(at);
            Some(match &fix {
                Some(fix) if fix.safe => {
                    format!("a placeholder needs quotes: put quotes around the whole text, \"{source}\"")
                }
                _ => "if you meant a placeholder in braces, put quotes around the whole text".to_owned(),
            })
        }
        Value::Object(_) if wants_text => {
            Some("if the text has a colon in it, put quotes around the whole text".to_owned())
        }
        // Cases for text that has to be the same for everyone.
        Value::Array(items) if wants_text && items.iter().all(|item| item.get("text").is_some()) => Some(
            "this text can't depend on a state or a day: write the same text for everyone, and use an announcement for anything that's true only until a certain day"
                .to_owned(),
        ),
        Value::Array(_) if wants_text && source.starts_with('[') => {
            fix = document.quoted(at);
            Some("if you meant text in brackets, put quotes around it".to_owned())
        }
        // `title: [one text]`, where a list would contain cases.
        Value::String(_) if wanted == "keys with values" && in_brackets(document, at) => {
            fix = document.without_brackets(at).map(|edit| Fix::guess([edit]));
            Some("if you meant plain text, remove the brackets".to_owned())
        }
        _ if at.is_empty() => first_key(schema),
        _ => about(schema, error, ""),
    };
    let message = format!("{here}{wanted} {} expected here, not {}", verb(&wanted), name_of(given));
    Diagnostic::error("wrong-type", place, message).maybe_help(help).maybe_fix(fix)
}

/// Returns how to write the value at `at` so that it has the `wanted` type, if it only has the wrong form.
pub fn retyped(document: &Document, at: &str, wanted: &str) -> Option<(String, Option<Fix>)> {
    let source = document.text.get(document.value_at(at).span).unwrap_or("");
    Some(match document.value.pointer(at)? {
        Value::Bool(_) | Value::Number(_) if wanted.contains("text") => {
            (format!("write \"{source}\", with quotes"), document.quoted(at))
        }
        Value::String(_) if wanted == "true or false" => {
            let word = document.true_or_false(at);
            let help = word.as_ref().map_or("true or false", |(word, _)| word);
            (format!("write {help}, without quotes"), word.and_then(|(_, fix)| fix))
        }
        Value::String(text) if wanted.contains("number") && text.trim().parse::<f64>().is_ok() => {
            // Removing the quotes doesn't help if the key doesn't allow that number either.
            let fix = document.bare_number(at).filter(|_| !wanted.contains("whole") || !text.contains('.'));
            (format!("write {}, without quotes", text.trim()), fix)
        }
        Value::String(text) if wanted.starts_with("a date") => {
            let (help, near) = day_meant(text);
            let edit = near.and_then(|near| document.write(at, &near));
            (help, edit.map(|edit| Fix::guess([edit])))
        }
        Value::String(_) | Value::Number(_) | Value::Bool(_) if wanted == "a list" => {
            ("write it as a list, in brackets: [one, another]".to_owned(), document.listed(at))
        }
        _ => return None,
    })
}

fn in_brackets(document: &Document, at: &str) -> bool {
    let list = at.rsplit_once('/').map_or("", |(list, _)| list);
    document.text.get(document.value_at(list).span).is_some_and(|source| source.starts_with('['))
}

/// Returns help that shows how a file of this kind begins.
fn first_key(schema: &Value) -> Option<String> {
    let key = schema.get("required")?.get(0)?.as_str()?;
    Some(format!("write the file as keys with values, such as `{key}:`"))
}

fn verb(wanted: &str) -> &'static str {
    if wanted.ends_with("keys with values") { "are" } else { "is" }
}

/// Returns the diagnostic for a key or list item without a value.
pub(super) fn no_value(kind: Kind, document: &Document, at: &str, here: &str, wanted: &str) -> Diagnostic {
    let key = at.rsplit('/').next().unwrap_or_default();
    let message = if key.parse::<usize>().is_ok() {
        format!("{here}this list entry is empty; add {wanted}")
    } else {
        format!("{here}{} is empty; add {wanted}", shown(key))
    };
    let place = document.key_at(at);
    let write = match key.parse::<usize>() {
        Ok(_) => "write it after the `- `".to_owned(),
        Err(_) => format!("write it after the colon, `{key}: …`"),
    };
    let finding = Diagnostic::error("wrong-type", place, message);
    match document.remove(at).filter(|_| may_go(kind, document, at)) {
        Some(edit) => finding.help(format!("{write}, or remove the whole line")).fix(Fix::guess([edit])),
        None => finding.help(write),
    }
}

/// Returns what's wrong with text that looks like a date but isn't a valid one.
pub fn no_day(text: &str) -> Option<String> {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    (shape == "0000-00-00").then(|| match text.parse::<Date>() {
        Ok(_) => format!("the year in {} looks like a typo", shown(text)),
        Err(_) => format!("{} isn't a real date", shown(text)),
    })
}

/// Returns help for text that isn't written as a date, and the date that it probably means, if that's likely enough.
pub(super) fn day_meant(text: &str) -> (String, Option<String>) {
    let days = if no_day(text).is_some() { Vec::new() } else { written_days::possible(text) };
    match days.as_slice() {
        [] => ("check the date, and write the right one as year-month-day".to_owned(), None),
        [day] => (format!("write \"{day}\""), Some(day.to_string())),
        // Slashes are American; other signs don't show which number is the month.
        [day, ..] if text.contains('/') => {
            let read = day.strftime("%B %-d, %Y");
            (format!("this reads as {read}; if that's right, write \"{day}\""), Some(day.to_string()))
        }
        [day, other, ..] => (format!("write \"{day}\" or \"{other}\", whichever is meant"), None),
    }
}

/// Returns what messages call a value.
pub(super) fn name_of(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "keys with values".to_owned(),
        Value::String(_) => "text".to_owned(),
        scalar => scalar.to_string(),
    }
}
