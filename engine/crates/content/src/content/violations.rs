//! Checks a file against its schema, and explains violations in words that staff use.

use std::collections::{BTreeSet, HashSet};

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Broken;
use serde_json::Value;

use super::document::{Document, child, item};
use super::kinds::Kind;
use super::model::WORDS;
use super::schema::{about, add_line, has_other_placeholders, meaning, parent, schema};
use super::unknown_keys::{belongs_beside, missing, open_to, renamed, together, too_deep};
use super::whereabouts::whereabouts;
use super::without::Without;
use super::wrong_type::{day_meant, name_of, no_day, no_value, wrong_type};
use callguide_search::diagnostics::{Diagnostic, Fix, meant, nearest, shown, suggestion};

/// Returns every violation of the schema of `kind` in `document`, except for missing keys that this helpline
/// can leave out, because it doesn't have the feature they're for.
pub fn check(kind: Kind, document: &Document, without: Without) -> Vec<Diagnostic> {
    let schema = schema(kind);
    let mut found = Vec::new();
    // A value that violates two keywords of its schema is one mistake: report only the first.
    let mut seen = HashSet::new();
    let spared = |error: &ValidationError<'_>| match error.kind() {
        Broken::Required { property } => parent(&schema.value, error)
            .is_some_and(|mapping| without.spares(mapping, property.as_str().unwrap_or_default())),
        _ => false,
    };
    for error in schema.validator.iter_errors(&document.value).filter(|error| !spared(error)) {
        let one_value =
            matches!(error.kind(), Broken::Type { .. } | Broken::Enum { .. } | Broken::Constant { .. })
                || error.instance().is_string();
        if one_value && !seen.insert(error.instance_path().as_str().to_owned()) {
            continue;
        }
        describe(kind, document, &schema.value, &error, &mut found);
    }
    found
}

fn describe(
    kind: Kind,
    document: &Document,
    schema: &Value,
    error: &ValidationError<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let at = error.instance_path().as_str();
    let here = whereabouts(document, at);
    let say = |message: String| format!("{here}{message}");
    let about = |key: &str| about(schema, error, key);
    let value = || document.value_at(at);
    let wrong = |rule: &'static str, message: String| Diagnostic::error(rule, value(), say(message));
    let finding = match error.kind() {
        Broken::AdditionalProperties { unexpected } | Broken::UnevaluatedProperties { unexpected } => {
            let known: Vec<&str> = parent(schema, error)
                .and_then(|s| s.get("properties")?.as_object())
                .map(|properties| properties.keys().map(String::as_str).collect())
                .unwrap_or_default();
            let (mut strange, mut open): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
            for key in unexpected {
                // Each attempt parses the whole file again.
                let looked = found.len() < LOOKED_AT;
                if let Some(moved) =
                    looked.then(|| too_deep(kind, document, &child(at, key), &known)).flatten()
                {
                    found.push(moved);
                    continue;
                }
                if known.contains(&"when") && WORDS.contains(&key.as_str()) {
                    let place = document.key_at(&child(at, key));
                    let message = say(format!("{} belongs in `when`", shown(key)));
                    let help = match error.instance().get("when") {
                        Some(_) => format!("move `{key}:` and its value into `when`"),
                        None => format!("put it in a `when`: `when: {{ {key}: … }}`"),
                    };
                    found.push(Diagnostic::error("unknown-key", place, message).help(help));
                    continue;
                }
                let lacks = missing(schema, error, &known, unexpected);
                let near = nearest(key, known.iter().copied());
                let message = match lacks.as_slice() {
                    // One unknown key and one missing key: the key was probably renamed.
                    [lack] if unexpected.len() == 1 && near.is_none() => {
                        format!("unknown key {}, and the key {} is missing", shown(key), shown(lack))
                    }
                    _ => format!("unknown key {}", shown(key)),
                };
                let rename = |name: &str| document.rename(&child(at, key), name);
                // A misspelled key can only mean one thing. If the name is unrelated, someone has to look at
                // the value.
                let fix = match lacks.as_slice() {
                    [lack] if unexpected.len() == 1 && near.is_none() => {
                        rename(lack).map(|edit| Fix::guess([edit]))
                    }
                    _ => meant(key, known.iter().copied()).and_then(rename).map(|edit| Fix::safe([edit])),
                };
                // If the fix is certain, there's no need to find out which keys would fit.
                let free = match &fix {
                    Some(fix) if fix.safe => Vec::new(),
                    _ => open_to(kind, document, at, key, &known),
                };
                if fix.is_none() && unexpected.len() > 1 && (strange.is_empty() || open == free) {
                    strange.push(key);
                    open = free;
                    continue;
                }
                found.push(
                    Diagnostic::error("unknown-key", document.key_at(&child(at, key)), say(message))
                        .maybe_help(suggestion(key, free).or_else(|| suggestion(key, known.iter().copied())))
                        .maybe_fix(fix),
                );
            }
            found.extend(together(document, at, &here, &strange, &open));
            return;
        }
        Broken::Required { property } => {
            let key = property.as_str().unwrap_or_default();
            if error.instance().get("when").is_some_and(|when| when.get(key).is_some()) {
                found.push(belongs_beside(document, &child(&child(at, "when"), key)));
                return;
            }
            if renamed(schema, error, key) {
                return;
            }
            let message = say(format!("the key {} is missing", shown(key)));
            let finding = Diagnostic::error("missing-key", document.opening(at), message);
            finding.maybe_help(add_line(schema, error, key))
        }
        Broken::Type { .. } if in_condition(at) && !error.instance().is_null() => return,
        Broken::Type { .. } => wrong_type(kind, document, schema, at, &here, error),
        Broken::Enum { options } => {
            let options: Vec<&str> =
                options.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            if error.instance().is_null() {
                found.push(no_value(kind, document, at, &here, "one of the values below"));
                let last = found.len() - 1;
                found[last].help = suggestion("", options);
                return;
            }
            let given = value_shown(error.instance());
            let text = error.instance().as_str().unwrap_or_default();
            let means = |option: &&str| meaning(schema, error, option);
            let mut named =
                options.iter().filter(|option| means(option).is_some_and(|what| has_word(what, text)));
            let named = named.next().filter(|_| named.next().is_none());
            let near = meant(text, options.iter().copied()).or(named.copied());
            let each = options.iter().map(|option| match means(option) {
                Some(what) => format!("{option} ({what})"),
                None => (*option).to_owned(),
            });
            let (names, each) = (options.join(", "), each.collect::<Vec<_>>().join(", "));
            let help = suggestion(near.unwrap_or(text), options).map(|help| help.replace(&names, &each));
            let fix = near.and_then(|near| document.write(at, near)).map(|edit| Fix::guess([edit]));
            wrong("wrong-value", format!("{given} isn't one of the values allowed here"))
                .maybe_help(help)
                .maybe_fix(fix)
        }
        Broken::Constant { expected_value: right } => {
            let given = value_shown(error.instance());
            wrong("wrong-value", format!("{} is expected here, not {given}", value_shown(right)))
                .help(format!("write {right}"))
        }
        // Only dates have a minimum length of 10.
        Broken::Pattern { .. } | Broken::Format { .. } | Broken::MinLength { limit: 10 } => {
            if told_by_a_rule(kind, at, error.instance()) || has_other_placeholders(schema, error) {
                return;
            }
            let text = error.instance().as_str().unwrap_or_default();
            let message =
                || format!("{} isn't written the way {}", value_shown(error.instance()), as_needed(at));
            let is_day = parent(schema, error).and_then(|form| form.get("format")?.as_str()) == Some("date");
            let day = if is_day { no_day(text) } else { None };
            let (help, near) = if is_day {
                let (help, near) = day_meant(text);
                (Some(help), near)
            } else {
                let near = right_form(schema, error);
                let help = near.as_ref().map(|near| format!("did you mean {}?", shown(near)));
                (help.or_else(|| about("")), near)
            };
            wrong("wrong-form", day.unwrap_or_else(message))
                .maybe_help(help)
                .maybe_fix(near.and_then(|near| document.write(at, &near)).map(|edit| Fix::guess([edit])))
        }
        Broken::PropertyNames { error: inner } => {
            let key = inner.instance().as_str().unwrap_or_default().to_owned();
            let message = say(format!("{} can't be a name here", shown(&key)));
            let help = about("")
                .unwrap_or_else(|| "use lowercase letters and digits, with hyphens between them".to_owned());
            Diagnostic::error("wrong-form", document.key_at(&child(at, &key)), message).help(help)
        }
        Broken::MinLength { limit: 1 } => return,
        Broken::MinLength { limit } => {
            let message = format!("the text needs at least {limit} characters");
            wrong("wrong-form", message).help(format!("write {limit} characters or more"))
        }
        Broken::MaxLength { limit } => {
            let message = format!("the text has more than {limit} characters");
            wrong("wrong-form", message).help(format!("shorten it to {limit} characters or fewer"))
        }
        Broken::MinItems { limit } => {
            let message = format!("the list needs at least {}", entries(*limit));
            wrong("wrong-count", message).maybe_help(about(""))
        }
        Broken::MaxItems { limit } => {
            let message = format!("the list can have at most {}", entries(*limit));
            wrong("wrong-count", message).maybe_help(about(""))
        }
        Broken::MinProperties { limit } => {
            let are = if *limit == 1 { "is" } else { "are" };
            let message = format!("at least {} {are} needed here", entries(*limit));
            wrong("wrong-count", message).maybe_help(about(""))
        }
        Broken::Minimum { limit } => {
            wrong("wrong-value", format!("the number has to be at least {limit}")).maybe_help(about(""))
        }
        Broken::Maximum { limit } => {
            wrong("wrong-value", format!("the number can be at most {limit}")).maybe_help(about(""))
        }
        Broken::UniqueItems => {
            let twice = error.instance().as_array().and_then(|items| {
                let mut seen = HashSet::new();
                items.iter().position(|item| !seen.insert(item.to_string()))
            });
            let again = item(at, twice.unwrap_or(0));
            let what = document.value.pointer(&again).map(value_shown).unwrap_or_default();
            let message = say(format!("{what} is in this list twice"));
            Diagnostic::error("wrong-value", document.value_at(&again), message)
                .help("remove one of them")
                .maybe_fix(document.remove(&again).map(|edit| Fix::guess([edit])))
        }
        Broken::Not { .. } => {
            let message =
                format!("{} can't be used here: it has a special meaning", value_shown(error.instance()));
            wrong("wrong-value", message).help("write something else, here and wherever this is used")
        }
        Broken::FalseSchema => {
            let key = at.rsplit('/').next().unwrap_or_default();
            let message = say(format!("the key {} doesn't belong here", shown(key)));
            Diagnostic::error("unknown-key", document.key_at(at), message)
            .help(match key {
                "answered" if at.contains("/when/") => "only decision-tree.yaml and states.yaml can check earlier answers: remove this key and its value",
                _ => "remove this key and its value; if it's needed, compare with an entry that has it",
            })
        }
        other => wrong("wrong-form", format!("this isn't valid here (`{}`)", other.keyword()))
            .help("compare it with a correct entry"),
    };
    found.push(finding);
}

/// Once a file has this many findings, unknown keys are no longer looked for in the mappings around them.
const LOOKED_AT: usize = 20;

/// No correction is suggested for text longer than this, in bytes.
const LONGEST: usize = 100;

/// Returns the text in the form its schema requires, if a single mistake keeps it from having that form: one character
/// used for another, such as a comma for a dot, or capital letters.
fn right_form(schema: &Value, error: &ValidationError<'_>) -> Option<String> {
    let text = error.instance().as_str().filter(|text| text.len() <= LONGEST)?;
    let wrong: BTreeSet<char> = text.chars().filter(|c| !c.is_alphanumeric()).collect();
    let replaced =
        wrong.into_iter().flat_map(|wrong| [".", "-", "_", ""].map(|new| text.replace(wrong, new)));
    let form = jsonschema::validator_for(parent(schema, error)?).ok()?;
    std::iter::once(text.to_lowercase())
        .chain(replaced)
        .find(|text| form.is_valid(&Value::from(text.as_str())))
}

/// Formats the beginning of a message: `the key "date" requires`, or the equivalent for a list item.
fn as_needed(at: &str) -> String {
    match at.rsplit('/').next().filter(|key| !key.is_empty() && key.parse::<usize>().is_err()) {
        Some(key) => format!("the key {} requires", shown(key)),
        None => "this list requires".to_owned(),
    }
}

/// Shows a scalar as written, but never a whole list or mapping, nor a long string in full.
fn value_shown(value: &Value) -> String {
    match value {
        Value::String(text) => shown(text),
        other => name_of(other),
    }
}

/// Returns whether this is the value that a condition compares an attribute with. The rule for conditions reports
/// mistakes in such values, since it knows whether the attribute exists and which values are allowed.
fn in_condition(at: &str) -> bool {
    let mut parts = at.rsplit('/');
    let key = parts.next().unwrap_or_default();
    // Ignore the top levels: a node may be named `when`, too.
    at.split('/').skip(3).any(|part| part == "when")
        && key != "when"
        && !WORDS.contains(&key)
        && key.parse::<usize>().is_err()
        && parts
            .next()
            .is_some_and(|parent| parent == "when" || parent == "not" || parent.parse::<usize>().is_ok())
}

/// Returns whether a rule reports the malformed text with a better message.
fn told_by_a_rule(kind: Kind, at: &str, value: &Value) -> bool {
    let Some(text) = value.as_str() else { return false };
    let empty = text.trim().is_empty();
    let address = match kind {
        Kind::Links => at.ends_with("/url"),
        Kind::States => at.contains("/links/"),
        _ => false,
    };
    let page = kind == Kind::Flows && text.starts_with('/') && (at.ends_with("/go") || at.ends_with("/next"));
    empty || address || page
}

/// Returns whether `what` contains `word`, unless that's too short to mean anything.
fn has_word(what: &str, word: &str) -> bool {
    let word = word.to_lowercase();
    word.len() > 2 && what.split(|c: char| !c.is_alphanumeric()).any(|part| part == word)
}

fn entries(n: u64) -> String {
    if n == 1 { "one entry".to_owned() } else { format!("{n} entries") }
}
