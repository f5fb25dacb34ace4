//! The wording that both reports share: regions, ends, and counts.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;

use super::change::Change;
use super::comparison::Comparison;
use super::paths::{End, PathChange};
use super::places::{DateChange, LinkUse};
use crate::content::Kind;
use callguide_search::api::changes::ChangeKind;
use callguide_search::api::site::Ask;

/// Puts a list of regions into words: `all states`, `all states but AA`, `3 states: AA, BB, CC`, `all 9 states that
/// reach it but AA`. `readers` are the regions that reach the subject at all; empty if that doesn't matter.
fn regions(codes: &[String], readers: &[String], comparison: &Comparison) -> String {
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
        return format!("all {} {} that reach it{}", readers.len(), names.plural, but(&of_readers));
    }
    match codes {
        [one] => one.clone(),
        several => format!("{count} {}: {}", names.plural, several.join(", ")),
    }
}

/// The most regions to list after "but".
const MANY_MISSING: usize = 6;

/// Describes whom a change affects; `None` if that doesn't depend on the reader.
fn whom(change: &Change, comparison: &Comparison) -> Option<String> {
    let names = &comparison.names;
    let general = change.general.then(|| format!("when no {} is chosen", names.singular));
    // If a single region represents everyone, it isn't worth naming.
    let some = !change.states.is_empty() && names.ask != Ask::Never;
    let regions = some.then(|| regions(&change.states, &change.readers, comparison));
    let parts: Vec<String> = regions.into_iter().chain(general).collect();
    (!parts.is_empty()).then(|| parts.join(", and "))
}

/// Describes what happened to which value, and when: `text: changed, after B.yes, from October 6, 2026 on`.
pub fn head(change: &Change, escaped: impl Fn(&str) -> String) -> String {
    let mut head = verb(change).into_owned();
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

/// Describes what happened, when and for whom.
pub fn headline(change: &Change, comparison: &Comparison, escaped: impl Fn(&str) -> String) -> String {
    let whom = whom(change, comparison).map(|whom| format!(" ({})", escaped(&whom)));
    head(change, escaped) + &whom.unwrap_or_default()
}

/// Describes whose paths have different ends, and from which day on.
pub fn walkers(change: &PathChange, comparison: &Comparison) -> String {
    let everybody = comparison.names.ask == Ask::Never;
    let who = if everybody { "everyone".to_owned() } else { regions(&change.states, &[], comparison) };
    change.period.map_or_else(|| who.clone(), |period| format!("{who}, {}", period.words()))
}

/// The first few paths whose end has changed, and how many more there are.
pub fn paths(change: &PathChange) -> Vec<String> {
    let rest = change.paths.len().saturating_sub(PATHS);
    let more = (rest > 0).then(|| format!("… and {}", count(rest, "more path")));
    change.paths.iter().take(PATHS).map(|answers| path(answers)).chain(more).collect()
}

/// The most paths to list per group.
const PATHS: usize = 12;

/// Describes where paths used to end and where they end now. `shown` formats an end.
pub fn ends(change: &PathChange, shown: impl Fn(&str) -> String) -> String {
    match [&change.old, &change.new].map(|side| side.as_ref().map(|side| shown(&end(side)))) {
        [Some(old), Some(new)] => format!("ended at {old}, now at {new}"),
        [None, Some(new)] => format!("new: ends at {new}"),
        [Some(old), None] => format!("gone: ended at {old}"),
        [None, None] => String::new(),
    }
}

/// `L (urgent)`, plus the ids that the solution is served under if they differ from its key.
fn end(end: &End) -> String {
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

/// Summarizes the comparison, most important first: a line each for paths, text that voters hear or read, other
/// changes, and changed checks.
pub fn summary(comparison: &Comparison) -> Vec<String> {
    if comparison.is_empty() {
        return vec!["Nothing changes for readers.".to_owned()];
    }
    let paths: Vec<String> =
        comparison.paths.iter().flat_map(|change| change.paths.iter().map(|answers| path(answers))).collect();
    let ends = match paths.len() {
        0 => "No path ends differently".to_owned(),
        1 => "1 path ends differently".to_owned(),
        n => format!("{n} paths end differently"),
    };
    let mut out = vec![named(ends, paths)];
    let (said, rest): (Vec<&Change>, Vec<&Change>) =
        comparison.changes.iter().partition(|change| change.said_to_voters);
    let (checks, rest): (Vec<&Change>, Vec<&Change>) = rest.into_iter().partition(|change| is_check(change));
    let subjects = |list: &[&Change]| {
        list.iter().map(|change| format!("{} {}", change.file, change.subject)).collect::<Vec<_>>()
    };
    if !said.is_empty() {
        out.push(named(
            format!("{} to what voters hear or read", count(said.len(), "change")),
            subjects(&said),
        ));
    }
    if !rest.is_empty() {
        let other = if said.is_empty() { "change" } else { "other change" };
        out.push(named(count(rest.len(), other), subjects(&rest)));
    }
    if !checks.is_empty() {
        let of = |kind| checks.iter().filter(|change| change.kind == kind).count();
        let (gone, new) = (of(ChangeKind::Removed), of(ChangeKind::Added));
        let parts = [(gone, "removed"), (checks.len() - gone - new, "changed"), (new, "new")];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| format!("{number} {what}"))
            .collect();
        // Names only checks that no longer hold in their old form.
        let weaker: Vec<&Change> =
            checks.into_iter().filter(|change| change.kind != ChangeKind::Added).collect();
        out.push(named(format!("Checks: {}", parts.join(", ")), subjects(&weaker)));
    }
    out.iter().map(|line| format!("{line}.")).collect()
}

/// Whether the change is to a file in `checks/`.
pub fn is_check(change: &Change) -> bool {
    matches!(Kind::of(&change.file), Some(Kind::ChecksPaths | Kind::ChecksSearches))
}

/// Appends the first few names to `what`.
fn named(what: String, mut names: Vec<String>) -> String {
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let rest = names.len().saturating_sub(FIRST);
    names.truncate(FIRST);
    if names.is_empty() {
        return what;
    }
    let more = if rest == 0 { String::new() } else { format!(" and {rest} more") };
    format!("{what}: {}{more}", names.join("; "))
}

/// The most names to list in the summary.
const FIRST: usize = 4;

/// Describes what happened to something that begins or ends on a day.
pub fn dates(change: &DateChange) -> String {
    match (&change.old, &change.new) {
        (Some(old), Some(new)) if old == new => format!("{new}, as before; the text changed"),
        (Some(old), Some(new)) => format!("{new}; it was {old}"),
        (Some(old), None) => format!("no longer {old}"),
        (None, Some(new)) => format!("{new} (new)"),
        (None, None) => String::new(),
    }
}

/// Describes which places now use a link, and which no longer do.
pub fn link_use(link: &LinkUse) -> String {
    let parts = [("now in", &link.now_in), ("no longer in", &link.no_longer_in)];
    let parts = parts.iter().filter(|(_, places)| !places.is_empty());
    parts.map(|(what, places)| format!("{what} {}", places.join(", "))).collect::<Vec<_>>().join("; ")
}

/// Describes what happened, in a word or two after the value's name.
fn verb(change: &Change) -> Cow<'static, str> {
    if let (ChangeKind::Order, Some(from), Some(to)) = (change.kind, &change.old, &change.new) {
        return format!("moved from {from} to {to}").into();
    }
    let verb = match (change.kind, change.field.as_str()) {
        (ChangeKind::Added, "reached") => "now reach it",
        (ChangeKind::Removed, "reached") => "no longer reach it",
        (ChangeKind::Added, _) => "new",
        (ChangeKind::Removed, _) => "removed",
        (ChangeKind::Changed, _) => "changed",
        (ChangeKind::Order, _) => "reordered",
    };
    verb.into()
}

/// The notes on a change: the first few searches that expect an entry, and everywhere a link is used.
pub fn notes(change: &Change) -> Vec<String> {
    let Change { checks, used_in, .. } = change;
    let shown: Vec<String> = checks.iter().take(3).map(|query| format!("“{query}”")).collect();
    let more = match checks.len() - shown.len() {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    let searches = format!("{} search{}", checks.len(), if checks.len() == 1 { "" } else { "es" });
    let checks = format!("expected by {searches} in checks/: {}{more}", shown.join(", "));
    let uses = format!("used in {}: {}", count(used_in.len(), "place"), used_in.join("; "));
    let notes = [(shown.is_empty(), checks), (used_in.is_empty(), uses)];
    notes.into_iter().filter(|(is_empty, _)| !is_empty).map(|(_, note)| note).collect()
}

/// Formats a path as its answers, in order.
fn path(answers: &[String]) -> String {
    if answers.is_empty() { "(right away)".to_owned() } else { answers.join(" → ") }
}
