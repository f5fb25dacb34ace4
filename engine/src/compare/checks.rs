//! What `checks/paths.yaml` expects of a path, told together for the regions where it changed alike.

use super::both::Both;
use super::told::Told;
use super::values::{Leaf, readable};
use super::{Change, ChangeKind, phrase};
use crate::content::Kind;
use crate::content::model::{PathCheck, Window};
use crate::readings::{Readings, in_words};

/// What is expected of the paths that begin with the same answers.
struct Expected {
    path: String,
    /// When, where the check says so.
    limit: String,
    /// Codes of the regions, each with the ends.
    ends: Vec<(String, String)>,
}

/// What is expected of paths now and wasn't before, or no longer.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
    let file = Kind::ChecksPaths.file().unwrap_or_default();
    let [before, after] = both.read.map(expected);
    let same = |a: &Expected, b: &Expected| (&a.path, &a.limit) == (&b.path, &b.limit);
    let gone = before.iter().filter(|check| !after.iter().any(|other| same(check, other)));
    let ends = |list: &[Expected], check: &Expected| {
        list.iter().find(|other| same(check, other)).map(|found| found.ends.clone()).unwrap_or_default()
    };
    let mut out = Vec::new();
    for check in after.iter().chain(gone) {
        let (earlier, later) = (ends(&before, check), ends(&after, check));
        let end = |ends: &[(String, String)], code: &str| {
            let own: Vec<&str> =
                ends.iter().filter(|(other, _)| other == code).map(|(_, end)| end.as_str()).collect();
            (!own.is_empty()).then(|| own.join(", and "))
        };
        let mut told: Told<(Option<String>, Option<String>), String> = Told::default();
        let left = earlier.iter().filter(|(code, _)| end(&later, code).is_none());
        for (code, _) in later.iter().chain(left) {
            let (was, is) = (end(&earlier, code), end(&later, code));
            if was != is {
                told.add((was, is), [code.clone()]);
            }
        }
        let field = ["expected end", &check.limit].join(if check.limit.is_empty() { "" } else { " " });
        out.extend(told.into_iter().map(|((old, new), mut states)| {
            states.dedup();
            let kind = match (&old, &new) {
                (None, _) => ChangeKind::Added,
                (_, None) => ChangeKind::Removed,
                _ => ChangeKind::Changed,
            };
            let leaf = Leaf { at: Vec::new(), kind, old, new };
            Change { states, ..Change::of(file, check.path.clone(), field.clone(), leaf) }
        }));
    }
    out
}

/// Paths in the order of the file.
fn expected(readings: &Readings<'_>) -> Vec<Expected> {
    let mut out: Vec<Expected> = Vec::new();
    let Some(file) = &readings.draft().path_checks else { return out };
    for (index, check) in file.paths.indexed() {
        let when = &file.document.value["paths"][index]["when"];
        let (path, limit) = (phrase::path(&check.answers), limit(check, &readable(when)));
        let end = check.ends.iter().collect::<Vec<_>>().join(" or ");
        let ends = regions(readings, check).into_iter().map(|code| (code, end.clone()));
        match out.iter_mut().find(|known| known.path == path && known.limit == limit) {
            Some(known) => known.ends.extend(ends),
            None => out.push(Expected { path, limit, ends: ends.collect() }),
        }
    }
    out
}

/// Codes of the regions that a check is about, in the order in which it names them.
fn regions(readings: &Readings<'_>, check: &PathCheck) -> Vec<String> {
    let holds = readings.conditions().holds(check.when.as_ref(), Window::default(), &|_| false);
    let regions = readings.readers.regions_of(&holds.and(readings.readers.in_regions())).into_iter();
    let meant: Vec<&str> = regions.map(|region| readings.draft().regions[region].code.as_str()).collect();
    match &check.states {
        None => meant.into_iter().map(str::to_owned).collect(),
        Some(codes) => codes.iter().filter(|code| meant.contains(&code.as_str())).cloned().collect(),
    }
}

/// When a check holds, in words; of its condition only what compares a date.
fn limit(check: &PathCheck, when: &str) -> String {
    let mut parts = Vec::new();
    let compares = |part: &&crate::content::model::Condition| part.past.is_some() || part.before.is_some();
    if check.when.iter().flat_map(|when| when.parts()).any(|part| compares(&part)) {
        parts.push(format!("where {}", when.replace('\n', ", ")));
    }
    parts.extend(check.window.from.map(|day| format!("from {}", in_words(day))));
    parts.extend(check.window.until.map(|day| format!("until {}", in_words(day))));
    parts.join(" ")
}
