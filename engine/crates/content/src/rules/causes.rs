//! One cause, one finding: a mistake that shows in many places is reported once, with the first few of the other
//! places.

use std::collections::HashMap;

use callguide_search::diagnostics::{Cause, Diagnostic, Fix};

/// How many of the other places are shown.
const SHOWN: usize = 5;

/// Merges a rule's findings that have the same cause.
pub fn gather(found: &mut Vec<Diagnostic>) {
    let mut groups: HashMap<(&'static str, String), Vec<usize>> = HashMap::new();
    for (at, finding) in found.iter().enumerate() {
        if let Some(cause) = &finding.cause {
            groups.entry((finding.rule, cause.message.clone())).or_default().push(at);
        }
    }
    let mut one: HashMap<usize, Diagnostic> = HashMap::new();
    let mut gone = vec![false; found.len()];
    for group in groups.into_values() {
        let all: Vec<&Diagnostic> = group.iter().map(|at| &found[*at]).collect();
        if !is_told_together(&all) {
            continue;
        }
        one.insert(group[0], together(&all));
        group[1..].iter().for_each(|at| gone[*at] = true);
    }
    let all = std::mem::take(found).into_iter().enumerate().filter(|(at, _)| !gone[*at]);
    *found = all.map(|(at, finding)| one.remove(&at).unwrap_or(finding)).collect();
}

/// Whether the findings are reported as one, at their cause.
fn is_told_together(group: &[&Diagnostic]) -> bool {
    group.len() > 1 || group.iter().any(|finding| finding.cause.as_ref().is_some_and(|cause| cause.alone))
}

/// Merges the findings into one.
fn together(all: &[&Diagnostic]) -> Diagnostic {
    let first = all[0];
    let Some(Cause { message, counted, help, .. }) = &first.cause else { return first.clone() };
    let places = all.iter().filter_map(|finding| finding.cause.as_ref()?.place.clone());
    let place = places.min_by_key(|place| (place.file.clone(), place.span.start));
    let others = if place.is_some() { all } else { &all[1..] };
    let related = others.iter().take(SHOWN).map(|finding| callguide_search::diagnostics::Related {
        place: finding.place.clone(),
        message: if place.is_some() { finding.message.clone() } else { "here, too".to_owned() },
    });
    let fixes: Option<Vec<&Fix>> = all.iter().map(|finding| finding.fix.as_ref()).collect();
    let fix = fixes.map(|fixes| {
        let mut edits: Vec<_> = fixes.iter().flat_map(|fix| fix.edits.iter().cloned()).collect();
        // If the fix is to the cause, all findings share the same edit.
        edits.sort_by_key(|edit| (edit.place.file.clone(), edit.place.span.start));
        edits.dedup();
        Fix { safe: fixes.iter().all(|fix| fix.safe), edits }
    });
    let message =
        if all.len() == 1 { message.clone() } else { format!("{message} ({} {counted})", all.len()) };
    let place = place.clone().unwrap_or_else(|| first.place.clone());
    Diagnostic {
        severity: first.severity,
        why: first.why,
        related: related.collect(),
        help: help.map(str::to_owned).or_else(|| first.help.clone()),
        fix,
        cause: first.cause.clone(),
        ..Diagnostic::error(first.rule, place, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use callguide_search::diagnostics::Place;

    fn at(line: usize, cause: &str) -> Diagnostic {
        let place = Place { file: "a.yaml".into(), span: line..line + 1 };
        Diagnostic::error("unknown-state", place, format!("entry {line}: {cause}")).because(cause)
    }

    #[test]
    fn a_cause_is_one_line_too() {
        let mut found = vec![at(1, "question L\nMT"), at(4, "question L\nMT")];
        gather(&mut found);
        assert_eq!(found[0].message, "question L\\nMT (2 places)");
    }

    #[test]
    fn what_shows_in_many_places_is_told_once_and_the_rest_as_before() {
        let alone = at(9, "no OR");
        let mut found = vec![at(1, "no TX"), at(4, "no TX"), at(6, "no TX"), alone.clone()];
        gather(&mut found);
        let [together, other] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((together.message.as_str(), together.place.span.start), ("no TX (3 places)", 1));
        assert_eq!(together.related.len(), 2);
        assert_eq!(*other, alone);
    }
}
