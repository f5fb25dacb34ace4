//! The comparison covers all content: the test changes one value after another, and the report must match each change.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::OnceLock;

use callguide::compare::{self, for_region, human};
use callguide::content::{Draft, Kind};
use callguide::diagnostics::has_errors;
use callguide::readings::Readings;
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::served::served;
use crate::lint_support::{Content, NOW, data, root, side_by_side};

/// Content as values, by file name.
type Files = BTreeMap<String, Value>;

fn read(folder: PathBuf) -> Files {
    let content = Content::read(&folder).0.into_iter().filter(|(name, _)| name.ends_with(".yaml"));
    content.map(|(name, bytes)| (name, serde_yaml::from_slice(&bytes).unwrap())).collect()
}

fn written(files: &Files) -> Content {
    Content(files.iter().map(|(name, value)| (name.clone(), value.to_string().into_bytes())).collect())
}

/// Collects the pointer of every scalar in a file.
fn scalars(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(keys) => keys.iter().for_each(|(key, value)| {
            scalars(value, format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out)
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| scalars(item, format!("{at}/{index}"), out))
        }
        _ => out.push(at),
    }
}

/// Collects the keys that a schema names.
fn keys(schema: &Value, out: &mut HashSet<String>) {
    match schema {
        Value::Object(own) => {
            out.extend(
                own.get("properties")
                    .and_then(Value::as_object)
                    .into_iter()
                    .flatten()
                    .map(|(key, _)| key.clone()),
            );
            own.values().for_each(|value| keys(value, out));
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, out)),
        _ => {}
    }
}

/// Returns a pointer's place in the schema, with every list index and every name from the content replaced by `*`.
fn place(name: &str, pointer: &str, known: &HashSet<String>) -> String {
    let part = |part: &str| if known.contains(part) { part.to_owned() } else { "*".to_owned() };
    format!(
        "{}{}",
        Kind::of(name).unwrap().schema_file(),
        pointer.split('/').map(part).collect::<Vec<_>>().join("/")
    )
}

/// Returns candidates to replace a value; the first that leaves the content without errors is used.
fn others(value: &Value, alike: &[Value]) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Bool(is) => out.push(json!(!is)),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            out.extend([json!(number + 1), json!(number - 1)]);
        }
        Value::String(text) => match text.parse::<Date>() {
            Ok(day) => out.extend([1, -1, 200].map(|days| json!(day + days.days()))),
            Err(_) => {
                out.extend(alike.iter().filter(|other| *other != value).cloned());
                out.extend(["x", " again", "/x"].map(|end| json!(format!("{text}{end}"))));
                out.push(json!(format!("Again {text}")));
            }
        },
        _ => {}
    }
    out
}

/// Parses content as far as possible, whatever the rules say about it.
fn draft(files: &Files) -> Option<Draft> {
    let (draft, _, found) = callguide::content::draft(written(files).files(), "content");
    (!has_errors(&found) && draft.complete().is_some()).then_some(draft)
}

/// A helpline, with its scalars grouped by their places in the schemas.
struct Helpline {
    files: Files,
    places: BTreeMap<String, Vec<(String, String)>>,
    draft: Draft,
}

impl Helpline {
    fn of(folder: PathBuf) -> Self {
        let files = read(folder);
        let mut places: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (name, value) in &files {
            let (mut known, mut pointers) = (HashSet::new(), Vec::new());
            keys(&serde_json::from_str(Kind::of(name).unwrap().schema()).unwrap(), &mut known);
            scalars(value, String::new(), &mut pointers);
            for pointer in pointers {
                places.entry(place(name, &pointer, &known)).or_default().push((name.clone(), pointer));
            }
        }
        Self { draft: draft(&files).unwrap(), files, places }
    }
}

/// A parsed helpline, and the content that it serves to each region.
struct Old<'a> {
    helpline: &'a Helpline,
    readings: Readings<'a>,
    served: Vec<OnceLock<Value>>,
}

impl<'a> Old<'a> {
    fn of(helpline: &'a Helpline) -> Self {
        let served = helpline.draft.regions.iter().map(|_| OnceLock::new());
        Self { helpline, readings: Readings::of(&helpline.draft, NOW), served: served.collect() }
    }

    /// Returns the values at this place in the schemas.
    fn values(&self, place: &str) -> impl Iterator<Item = &Value> {
        let places = self.helpline.places.get(place).into_iter().flatten();
        places.map(|(name, pointer)| self.helpline.files[name].pointer(pointer).unwrap())
    }

    /// Replaces one value and returns what is wrong with the report, or `None` if it can't be replaced. `alike` are
    /// values from elsewhere in the content with the same place in the schemas.
    fn change(&self, alike: &[Value], name: &str, pointer: &str) -> Option<Option<String>> {
        let files = &self.helpline.files;
        let value = files[name].pointer(pointer).unwrap();
        let region = pointer.strip_prefix("/states/").and_then(|rest| rest.split('/').next()?.parse().ok());
        others(value, alike).into_iter().find_map(|other| {
            let mut files = files.clone();
            *files.get_mut(name)?.pointer_mut(pointer)? = other.clone();
            let is_shared = pointer.starts_with("/phones/") || Kind::of(name) == Some(Kind::Snippets);
            let draft = draft(&files)?;
            let wrong =
                self.wrong(name, is_shared, &Readings::of(&draft, NOW), region.unwrap_or_default())?;
            Some(wrong.map(|wrong| format!("{name}{pointer} = {other}: {wrong}")))
        })
    }

    /// Returns what is wrong with the report after an edit to a file, or `None` if the edited content couldn't be
    /// served.
    ///
    /// `region` is the index of one of the regions that the edit affects.
    fn wrong(
        &self,
        name: &str,
        is_shared: bool,
        new: &Readings<'_>,
        region: usize,
    ) -> Option<Option<String>> {
        let told = compare::compare(&self.readings, new)?;
        let here = told.changes.iter().any(|change| change.file == name) || !told.paths.is_empty();
        let listed = told.rewritten.iter().any(|file| file.starts_with(name));
        let mut is_served = false;
        for at in [region, 0] {
            let code = self.readings.draft().regions[at].code.as_str();
            if !new.draft().regions.iter().any(|state| state.code == code) {
                continue;
            }
            let differs = *self.served[at].get_or_init(|| served(&self.readings, code)) != served(new, code);
            is_served |= differs;
            let told = for_region(&self.readings, new, Some(code)).unwrap();
            if differs == (told.changes.is_empty() && told.paths.is_empty()) {
                return Some(Some(format!("{code} is served another: {differs}, and told {told:?}")));
            }
        }
        Some(match is_served {
            // Changes to shared text are reported in the file that defines it.
            true if !(here || is_shared && !told.is_empty()) => {
                Some(format!("served, and not told: {}", human(&told)))
            }
            false if !here && !listed && told.is_empty() => Some("not listed".to_owned()),
            _ => None,
        })
    }
}

/// Places where a value can't change alone, because something else would have to change with it.
const BOUND: [&str; 7] = [
    "agreement.schema.json*/modes/*/intro/channel",
    "decision-tree.schema.json*/questions/*/answers/*/ask_for/*/kind",
    "decision-tree.schema.json*/questions/*/ask_for/*/expect/*/not_past",
    "decision-tree.schema.json*/solutions/*/id_from",
    "decision-tree.schema.json*/start",
    "site.schema.json*/region/ask",
    "states.schema.json*/attributes/*/fields/code/type",
];

/// Tests one value for each place in the schemas; `make soak` tests every value of the shipped content.
#[test]
fn every_changed_value_is_reported_if_served_and_listed_otherwise() {
    let folders =
        ["repair-fund", "no-regions", "night-ferry", "deadlines"].map(|name| format!("helplines/{name}"));
    let folders =
        folders.iter().map(|name| data(name)).chain([data("other-helpline"), root().join("content")]);
    let helplines: Vec<Helpline> = folders.map(Helpline::of).collect();
    let olds: Vec<Old<'_>> = helplines.iter().map(Old::of).collect();
    let places: BTreeSet<&String> = helplines.iter().flat_map(|helpline| helpline.places.keys()).collect();
    let places: Vec<&String> = places.into_iter().collect();
    let all = std::env::var("CALLGUIDE_SOAK").is_ok();
    let found = side_by_side(&places, |place| {
        let alike = olds.iter().flat_map(|old| old.values(place).take(20));
        let alike: BTreeSet<String> = alike.map(Value::to_string).collect();
        let alike: Vec<Value> =
            alike.iter().take(8).map(|value| serde_json::from_str(value).unwrap()).collect();
        let values = olds.iter().enumerate().flat_map(|(at, old)| {
            let few = if all && at + 1 == olds.len() { usize::MAX } else { 3 };
            let values = old.helpline.places.get(*place).into_iter().flatten().take(few);
            values.map(move |(name, pointer)| (old, name, pointer))
        });
        let mut made = values.filter_map(|(old, name, pointer)| old.change(&alike, name, pointer)).peekable();
        let bound = made.peek().is_none().then(|| (*place).clone());
        (bound, made.take(if all { usize::MAX } else { 1 }).flatten().collect::<Vec<_>>())
    });
    let wrong: Vec<&String> = found.iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} wrong\n{wrong:#?}", wrong.len());
    let bound: Vec<&String> = found.iter().filter_map(|(bound, _)| bound.as_ref()).collect();
    assert_eq!(bound, BOUND);
}
