//! One mistake, one finding: reports a mistake that shows up in many places only once, and drops findings that follow
//! from those of other checks.

use std::collections::HashMap;

use callguide_search::diagnostics::{Cause, Diagnostic, Fix, Place, Related};

/// The number of other places to show.
const SHOWN: usize = 5;

/// Merges a rule's findings that have the same cause.
pub fn gather(found: &mut Vec<Diagnostic>) {
    let mut groups: Vec<Vec<Diagnostic>> = Vec::new();
    let mut known: HashMap<(&str, String), usize> = HashMap::new();
    for finding in std::mem::take(found) {
        let cause = finding.cause.as_ref().map(|cause| (finding.rule, cause.message.clone()));
        let next = groups.len();
        let group = cause.map_or(next, |cause| *known.entry(cause).or_insert(next));
        if group == next {
            groups.push(Vec::new());
        }
        groups[group].push(finding);
    }
    found.extend(groups.iter().map(|group| together(group)));
}

/// Merges findings with the same cause into one, at their cause.
fn together(all: &[Diagnostic]) -> Diagnostic {
    let first = &all[0];
    let cause = first.cause.as_ref().filter(|cause| all.len() > 1 || cause.alone);
    let Some(Cause { message, counted, help, .. }) = cause else { return first.clone() };
    let places = all.iter().filter_map(|finding| finding.cause.as_ref()?.place.clone());
    let place = places.min_by_key(|place| (place.file.clone(), place.span.start));
    let others = if place.is_some() { all } else { &all[1..] };
    let related = others.iter().take(SHOWN).map(|finding| Related {
        place: finding.place.clone(),
        message: if place.is_some() { finding.message.clone() } else { "here, too".to_owned() },
    });
    let fixes: Option<Vec<&Fix>> = all.iter().map(|finding| finding.fix.as_ref()).collect();
    let fix = fixes.map(|fixes| {
        let mut edits: Vec<_> = fixes.iter().flat_map(|fix| fix.edits.iter().cloned()).collect();
        // If the fix changes the cause, all findings have the same edit.
        edits.sort_by_key(|edit| (edit.place.file.clone(), edit.place.span.start));
        edits.dedup();
        Fix { safe: fixes.iter().all(|fix| fix.safe), edits }
    });
    let message =
        if all.len() == 1 { message.clone() } else { format!("{message} ({} {counted})", all.len()) };
    let place = place.clone().unwrap_or_else(|| first.place.clone());
    Diagnostic {
        severity: first.severity,
        related: related.collect(),
        help: help.map(str::to_owned).or_else(|| first.help.clone()),
        fix,
        ..Diagnostic::error(first.rule, place, message)
    }
}

/// Where the cause must be for the other finding to follow from it.
#[derive(Clone, Copy)]
enum Within {
    Content,
    File,
    /// The finding is inside the cause's place.
    Place,
    /// The cause is inside the finding's place.
    Around,
}

/// Each row: rules that report a cause, rules whose findings follow from it, and where the cause must be.
const FOLLOW: [(&[&str], &[&str], Within); 24] = [
    // The missing promise may contain the link, and the mistyped number may be the unused one.
    (&["missing-promise", "phone-typo"], &["unused-link"], Within::Content),
    // The swallowed entry's `reviewed` key is part of the text, and its date reads as part of the answer.
    (&["swallowed-entry"], &["no-review", "past-date"], Within::File),
    // A condition that refers to itself matches nobody.
    (&["circular-condition"], &["dead-case", "unreachable-node"], Within::Content),
    // Readers never leave a cycle, so a case after it may never apply.
    (&["cycle"], &["dead-case"], Within::Content),
    // The missing step may be the one that leads to the unreachable one.
    (&["unknown-step"], &["unreachable-step"], Within::File),
    // If entries are gone, so is everything that only they contain or use.
    (&["unknown-entry"], &["idle-synonym", "unused-link"], Within::Content),
    // A wrong route leaves a node unreached and creates unintended paths.
    (&["path-check"], &["unreachable-node", "uncovered-path", "unasked-fact"], Within::Content),
    // Its day is over, but it's the wrong day.
    (&["odd-day"], &["expired"], Within::Place),
    // Nothing that ends before it begins ends after its own date.
    (&["wrong-window"], &["odd-day"], Within::Place),
    (&["malformed-link", "swallowed-entry"], &["linked-address"], Within::Place),
    // Two checkboxes with the same words.
    (&["missing-promise"], &["repeated-text"], Within::File),
    // The part that's too much makes the answer longer.
    (&["clashing-parts"], &["long-answer"], Within::File),
    (&["bad-address"], &["misleading-link"], Within::Content),
    // Words that have to go make the answer longer.
    (&["partisan-word", "staff-note-to-voter"], &["long-answer"], Within::File),
    // A key that's indented too far may be among links without being one.
    (&["unknown-key"], &["bad-address"], Within::Place),
    // The value has to change anyway.
    (&["wrong-form"], &["surprising-value"], Within::Place),
    // YAML has already reported the star.
    (&["yaml-extras"], &["broken-markdown"], Within::Place),
    // The step's flow is the one that lacks it.
    (&["unknown-step"], &["unheard-script"], Within::File),
    // The conditions correctly refer to the answer that's gone.
    (&["few-answers"], &["unknown-answer"], Within::Content),
    // A wrong number isn't listed, either.
    (&["vanity-number"], &["inline-phone"], Within::Place),
    // What's left of the sentence breaks off.
    (&["cut-text"], &["broken-off-text"], Within::Place),
    // The search check already reports which answer is hidden.
    (&["search-check", "self-search"], &["errand-hides-answer"], Within::Content),
    // The text next to a copied code names the other state.
    (&["shared-code"], &["other-states-name"], Within::File),
    // The invisible character is the actual mistake.
    (&[INVISIBLE_IN_NAME], &ABOUT_NAMES, Within::Around),
];

/// The rule that reports an invisible character in a name or address.
pub(super) const INVISIBLE_IN_NAME: &str = "invisible-in-name";

/// Rules that report a wrong name or address, which an invisible character may have caused.
pub(super) const ABOUT_NAMES: [&str; 15] = [
    "bad-address",
    "malformed-link",
    "unknown-attribute",
    "unknown-condition",
    "unknown-entry",
    "unknown-guide",
    "unknown-key",
    "unknown-link",
    "unknown-node",
    "unknown-page",
    "unknown-placeholder",
    "unknown-snippet",
    "unknown-state",
    "wrong-form",
    "wrong-value",
];

/// Removes findings that will disappear with their cause.
pub fn leave_out(found: &mut Vec<Diagnostic>) {
    let is_cause = |d: &&Diagnostic| FOLLOW.iter().any(|(rules, ..)| rules.contains(&d.rule));
    let causes: Vec<(&str, Place)> =
        found.iter().filter(is_cause).map(|d| (d.rule, d.place.clone())).collect();
    found.retain(|finding| {
        let mut follows = FOLLOW.iter().filter(|(_, then, _)| then.contains(&finding.rule));
        !follows.any(|(rules, _, within)| {
            let mut causes = causes.iter().filter(|(rule, _)| rules.contains(rule));
            causes.any(|(_, cause)| match within {
                Within::Content => true,
                Within::File => cause.file == finding.place.file,
                Within::Place => cause.contains(&finding.place),
                Within::Around => finding.place.contains(cause),
            })
        })
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, cause: &str) -> Diagnostic {
        let place = Place { file: "a.yaml".into(), span: line..line + 1 };
        Diagnostic::error("unknown-state", place, format!("entry {line}: {cause}")).because(cause)
    }

    #[test]
    fn a_gathered_message_is_one_line() {
        let mut found = vec![at(1, "question L\nMT"), at(4, "question L\nMT")];
        gather(&mut found);
        assert_eq!(found[0].message, "question L\\nMT (2 places)");
    }

    #[test]
    fn repeated_findings_are_merged_and_others_left_unchanged() {
        let alone = at(9, "no OR");
        let mut found = vec![at(1, "no TX"), at(4, "no TX"), at(6, "no TX"), alone.clone()];
        gather(&mut found);
        let [together, other] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((together.message.as_str(), together.place.span.start), ("no TX (3 places)", 1));
        assert_eq!(together.related.len(), 2);
        assert_eq!(*other, alone);
    }

    #[test]
    fn a_consequence_is_dropped_only_if_it_overlaps_its_cause() {
        let at = |rule, file: &str, span| {
            Diagnostic::warning(rule, Place { file: file.into(), span }, String::new())
        };
        let mut found = vec![
            at("malformed-link", "a.yaml", 10..30),
            at("linked-address", "a.yaml", 11..20),
            at("linked-address", "a.yaml", 40..50),
            at("swallowed-entry", "a.yaml", 60..70),
            at("past-date", "a.yaml", 80..90),
            at("past-date", "b.yaml", 80..90),
            at("unused-link", "links.yaml", 0..1),
        ];
        leave_out(&mut found);
        let left: Vec<_> = found.iter().map(|d| (d.rule, &*d.place.file, d.place.span.start)).collect();
        let stays = [
            ("malformed-link", "a.yaml", 10),
            ("linked-address", "a.yaml", 40),
            ("swallowed-entry", "a.yaml", 60),
            ("past-date", "b.yaml", 80),
            ("unused-link", "links.yaml", 0),
        ];
        assert_eq!(left, stays);
    }
}
