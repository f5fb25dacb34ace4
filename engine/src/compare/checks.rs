//! What `checks/paths.yaml` expects of a path, told together for the regions where it changed alike.

use super::{Change, ChangeKind, phrase};
use crate::content::{Draft, Kind};

/// The regions that a path is expected of, each with the end.
type Ends = Vec<(String, String)>;

/// What is expected of paths now and was not before, or no longer.
pub fn changes(old: &Draft, new: &Draft) -> Vec<Change> {
    let Some(file) = Kind::ChecksPaths.file() else { return Vec::new() };
    let (before, after) = (expected(old), expected(new));
    let find = |list: &[(String, Ends)], path: &str| -> Ends {
        list.iter().find(|(other, _)| other == path).map(|(_, ends)| ends.clone()).unwrap_or_default()
    };
    let gone = before.iter().filter(|(path, _)| !after.iter().any(|(other, _)| other == path));
    let mut out: Vec<Change> = Vec::new();
    for (path, _) in after.iter().chain(gone) {
        let (earlier, later) = (find(&before, path), find(&after, path));
        let end = |ends: &Ends, code: &str| {
            ends.iter().find(|(other, _)| other == code).map(|(_, end)| end.clone())
        };
        let first = out.len();
        let left = earlier.iter().filter(|(code, _)| end(&later, code).is_none());
        for (code, _) in later.iter().chain(left) {
            let (was, is) = (end(&earlier, code), end(&later, code));
            if was == is {
                continue;
            }
            match out[first..].iter_mut().find(|change| change.old == was && change.new == is) {
                Some(change) => change.states.push(code.clone()),
                None => out.push(change(file, path, code, was, is)),
            }
        }
    }
    out
}

/// Paths in the order of the file.
fn expected(draft: &Draft) -> Vec<(String, Ends)> {
    let mut out: Vec<(String, Ends)> = Vec::new();
    for check in draft.path_checks.iter().flat_map(|file| file.paths.iter()) {
        let path = phrase::path(&check.answers);
        let ends = check.ends.iter().collect::<Vec<_>>().join(" or ");
        let ends = check.states.iter().flatten().map(|code| (code.clone(), ends.clone()));
        match out.iter_mut().find(|(other, _)| *other == path) {
            Some((_, known)) => known.extend(ends),
            None => out.push((path, ends.collect())),
        }
    }
    out
}

fn change(file: &str, path: &str, code: &str, old: Option<String>, new: Option<String>) -> Change {
    let kind = match (&old, &new) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    };
    Change {
        file: file.to_owned(),
        subject: path.to_owned(),
        field: "expected end".to_owned(),
        kind,
        states: vec![code.to_owned()],
        readers: Vec::new(),
        old,
        new,
        checks: Vec::new(),
        used_in: Vec::new(),
    }
}
