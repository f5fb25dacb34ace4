//! The wording that both reports share: regions, ends, and counts.

use std::fmt::Write as _;

use indexmap::IndexSet;

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
    // ` but AA, BB` if these regions are all but a few of `of`.
    let but = |of: &[String]| {
        let left_out: Vec<&str> =
            of.iter().filter(|code| !codes.contains(code)).map(String::as_str).collect();
        let are_few = left_out.len() <= MANY_MISSING && count > 2 * MANY_MISSING;
        match left_out[..] {
            [] => Some(String::new()),
            _ => are_few.then(|| format!(" but {}", left_out.join(", "))),
        }
    };
    if let Some(but) = but(&comparison.regions).filter(|_| count > 1) {
        return format!("all {}{but}", names.plural);
    }
    if let Some(but) = but(readers).filter(|_| count > 3 && !readers.is_empty()) {
        return format!("all {} {} that reach it{but}", readers.len(), names.plural);
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
    let mut head = verb(change);
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

/// Describes whose paths end differently, and from what day on.
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
    let mut lines = vec![named(ends, paths.into_iter().collect())];
    for changes in comparison.changes.chunk_by(|a, b| section(a) == section(b)) {
        let (said, is_check) = section(&changes[0]);
        let what =
            match count(changes.len(), if said || lines.len() == 1 { "change" } else { "other change" }) {
                count if said => format!("{count} to what voters hear or read"),
                _ if is_check => format!("Checks: {}", by_kind(changes)),
                count => count,
            };
        // Names only checks that no longer hold in their old form.
        let some = changes.iter().filter(|change| !is_check || change.kind != ChangeKind::Added);
        lines.push(named(what, some.map(|change| format!("{} {}", change.file, change.subject)).collect()));
    }
    lines.into_iter().map(|line| format!("{line}.")).collect()
}

/// `2 removed, 1 changed`.
fn by_kind(changes: &[Change]) -> String {
    let of = |kind| changes.iter().filter(|change| change.kind == kind).count();
    let (gone, new) = (of(ChangeKind::Removed), of(ChangeKind::Added));
    let parts = [(gone, "removed"), (changes.len() - gone - new, "changed"), (new, "new")];
    let parts =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns what decides a change's section in a report: whether voters hear or read the text, and whether the change is
/// to a file in `checks/`.
pub fn section(change: &Change) -> (bool, bool) {
    let is_check = matches!(Kind::of(&change.file), Some(Kind::ChecksPaths | Kind::ChecksSearches));
    (change.said_to_voters, is_check)
}

/// Appends the first few names to `what`.
fn named(what: String, names: IndexSet<String>) -> String {
    if names.is_empty() { what } else { format!("{what}: {}", first(names.into_iter(), FIRST, "; ")) }
}

/// Joins the first few of these, and says how many more there are.
fn first(all: impl ExactSizeIterator<Item = String>, most: usize, between: &str) -> String {
    let rest = all.len().saturating_sub(most);
    let more = if rest == 0 { String::new() } else { format!(" and {rest} more") };
    all.take(most).collect::<Vec<_>>().join(between) + &more
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
fn verb(change: &Change) -> String {
    let is_reached = change.field == "reached";
    let verb = match (change.kind, &change.old, &change.new) {
        (ChangeKind::Order, Some(from), Some(to)) => return format!("moved from {from} to {to}"),
        (ChangeKind::Order, ..) => "reordered",
        (ChangeKind::Added, ..) if is_reached => "now reach it",
        (ChangeKind::Removed, ..) if is_reached => "no longer reach it",
        (ChangeKind::Added, ..) => "new",
        (ChangeKind::Removed, ..) => "removed",
        (ChangeKind::Changed, ..) => "changed",
    };
    verb.to_owned()
}

/// The notes on a change: the first few searches that expect an entry, and everywhere a link is used.
pub fn notes(change: &Change) -> Vec<String> {
    let Change { checks, used_in, .. } = change;
    let searches = if checks.len() == 1 { "search" } else { "searches" };
    let queries = first(checks.iter().map(|query| format!("“{query}”")), 3, ", ");
    let expected = format!("expected by {} {searches} in checks/: {queries}", checks.len());
    let uses = format!("used in {}: {}", count(used_in.len(), "place"), used_in.join("; "));
    let expected = (!checks.is_empty()).then_some(expected);
    expected.into_iter().chain((!used_in.is_empty()).then_some(uses)).collect()
}

/// Formats a path as its answers, in order.
fn path(answers: &[String]) -> String {
    if answers.is_empty() { "(right away)".to_owned() } else { answers.join(" → ") }
}
