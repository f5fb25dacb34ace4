//! What is said of a change in both reports: for which regions, which end, how many.

use std::fmt::Write as _;

use super::{Change, ChangeKind, Comparison, End, PathChange};
use crate::api::site::Ask;

/// For whom something holds: `all states`, `all states but AA`, `3 states: AA, BB, CC`, `all 9
/// states that come to it but AA`. `readers` are the regions that come to it at all, none where
/// that doesn't matter.
pub fn regions(codes: &[String], readers: &[String], comparison: &Comparison) -> String {
    let names = &comparison.names;
    let count = codes.len();
    let without =
        |of: &[String]| -> Vec<String> { of.iter().filter(|code| !codes.contains(code)).cloned().collect() };
    let but = |left_out: &[String]| match left_out {
        [] => String::new(),
        some => format!(" but {}", some.join(", ")),
    };
    let most = |left_out: &[String]| {
        left_out.is_empty() || left_out.len() <= MANY_MISSING && count > 2 * MANY_MISSING
    };
    let of_all = without(&comparison.regions);
    if count > 1 && most(&of_all) {
        return format!("all {}{}", names.plural, but(&of_all));
    }
    let of_readers = without(readers);
    if count > 3 && !readers.is_empty() && most(&of_readers) {
        return format!("all {} {} that come to it{}", readers.len(), names.plural, but(&of_readers));
    }
    match codes {
        [one] => one.clone(),
        several => format!("{count} {}: {}", names.plural, several.join(", ")),
    }
}

/// Up to so many regions are named as those that are left out.
const MANY_MISSING: usize = 6;

/// For whom a change is; `None` where that depends on nothing.
pub fn whom(change: &Change, comparison: &Comparison) -> Option<String> {
    let names = &comparison.names;
    let general = change.general.then(|| format!("where no {} is chosen", names.singular));
    // Of the one that stands for everybody nobody need be told.
    let some = !change.states.is_empty() && names.ask != Ask::Never;
    let regions = some.then(|| regions(&change.states, &change.readers, comparison));
    let parts: Vec<String> = regions.into_iter().chain(general).collect();
    (!parts.is_empty()).then(|| parts.join(", and "))
}

/// What happened to which value, and when: `text: changed, after B.yes, from October 6, 2026 on`.
pub fn head(change: &Change, escaped: impl Fn(&str) -> String) -> String {
    let mut head = verb(change).to_owned();
    if !change.field.is_empty() && change.field != "reached" {
        head = format!("{}: {head}", escaped(&change.field));
    }
    if let Some(after) = &change.after {
        let _ = write!(head, ", after {}", escaped(after));
    }
    if let Some(period) = &change.period {
        let _ = write!(head, ", {}", period.words());
    }
    head
}

/// Who walks paths that end elsewhere, and from when on.
pub fn walkers(change: &PathChange, comparison: &Comparison) -> String {
    let everybody = comparison.names.ask == Ask::Never;
    let who = if everybody { "everybody".to_owned() } else { regions(&change.states, &[], comparison) };
    change.period.map_or_else(|| who.clone(), |period| format!("{who}, {}", period.words()))
}

/// `L (urgent)`, and where a solution is served under other ids, those as well.
pub fn end(end: &End) -> String {
    let kind = &end.kind;
    let own = end.ids.len() == 1 && end.ids.first() == Some(&end.solution);
    if own {
        format!("{} ({kind})", end.solution)
    } else {
        format!("{} ({kind}), shown as {}", end.solution, end.ids.join(", "))
    }
}

/// `1 change`, `3 changes`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The first line: how much differs.
pub fn summary(comparison: &Comparison) -> String {
    if comparison.is_empty() {
        return "Nothing reads differently.".to_owned();
    }
    let paths: usize = comparison.paths.iter().map(|change| change.paths.len()).sum();
    let ends = match paths {
        0 => "no path ends elsewhere".to_owned(),
        1 => "1 path ends elsewhere".to_owned(),
        n => format!("{n} paths end elsewhere"),
    };
    format!("{}; {ends}.", count(comparison.changes.len(), "change"))
}

/// What happened, in a word or two behind the name of the value.
pub fn verb(change: &Change) -> &'static str {
    match (change.kind, change.field.as_str()) {
        (ChangeKind::Added, "reached") => "now come to it",
        (ChangeKind::Removed, "reached") => "no longer come to it",
        (ChangeKind::Added, _) => "new",
        (ChangeKind::Removed, _) => "removed",
        (ChangeKind::Changed, _) => "changed",
        (ChangeKind::Order, _) => "another order",
    }
}

/// The searches that expect an entry, the first few by name.
pub fn checks(queries: &[String]) -> Option<String> {
    let shown: Vec<String> = queries.iter().take(3).map(|query| format!("“{query}”")).collect();
    let rest = queries.len().saturating_sub(shown.len());
    let more = if rest == 0 { String::new() } else { format!(" and {rest} more") };
    (!shown.is_empty())
        .then(|| format!("expected by {} in checks/: {}{more}", searches(queries.len()), shown.join(", ")))
}

fn searches(number: usize) -> String {
    format!("{number} search{}", if number == 1 { "" } else { "es" })
}

/// Where a link is used, the first few by name.
pub fn uses(places: &[String]) -> Option<String> {
    let shown: Vec<&str> = places.iter().take(8).map(String::as_str).collect();
    let rest = places.len().saturating_sub(shown.len());
    let more = if rest == 0 { String::new() } else { format!("; and {rest} more") };
    (!shown.is_empty())
        .then(|| format!("used in {}: {}{more}", count(places.len(), "place"), shown.join("; ")))
}

/// A path as its answers, one after the other.
pub fn path(answers: &[String]) -> String {
    if answers.is_empty() { "(at once)".to_owned() } else { answers.join(" → ") }
}
