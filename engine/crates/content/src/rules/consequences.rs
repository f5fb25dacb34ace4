//! Drops findings that are consequences of other findings, for checks that can't know of each other.

use callguide_search::diagnostics::Diagnostic;

/// Where the cause has to be for the other finding to follow from it.
#[derive(Clone, Copy)]
enum Within {
    Content,
    File,
    /// The finding is inside the cause's place.
    Place,
}

/// A rule, another rule whose findings follow from it, and where.
const FOLLOW: [(&str, &str, Within); 15] = [
    // The missing promise may be the one with the link.
    ("missing-promise", "unused-link", Within::Content),
    // The swallowed entry's `reviewed` key is part of the text, and its date reads as part of the answer.
    ("swallowed-entry", "no-review", Within::File),
    ("swallowed-entry", "past-date", Within::File),
    // The swallowed entry's tags are part of the text, too.
    ("swallowed-entry", "everyday-synonym", Within::Content),
    // A condition that refers to itself holds for nobody.
    ("circular-condition", "dead-case", Within::Content),
    ("circular-condition", "unreachable-node", Within::Content),
    // Nobody gets out of a cycle with an answer.
    ("cycle", "dead-case", Within::Content),
    // The mistyped number is where the link would be used.
    ("phone-typo", "unused-link", Within::Content),
    // The missing step leads there.
    ("unknown-step", "unreachable-step", Within::File),
    // A misdirected route leaves a node unreached and creates unintended paths.
    ("path-check", "unreachable-node", Within::Content),
    ("path-check", "uncovered-path", Within::Content),
    ("malformed-link", "linked-address", Within::Place),
    // The search check already reports which answer is hidden.
    ("search-check", "errand-hides-answer", Within::Content),
    ("self-search", "errand-hides-answer", Within::Content),
    // The text next to a copied code names the other state.
    ("shared-code", "other-states-name", Within::File),
];

/// Removes findings that will go away with their cause.
pub fn leave_out(found: &mut Vec<Diagnostic>) {
    let follows = |finding: &Diagnostic, cause: &Diagnostic| {
        FOLLOW.iter().any(|(rule, then, within)| {
            let (one, other) = (&cause.place, &finding.place);
            (cause.rule, finding.rule) == (*rule, *then)
                && match within {
                    Within::Content => true,
                    Within::File => one.file == other.file,
                    Within::Place => {
                        one.file == other.file
                            && one.span.start <= other.span.start
                            && other.span.end <= one.span.end
                    }
                }
        })
    };
    let causes: Vec<Diagnostic> =
        found.iter().filter(|d| FOLLOW.iter().any(|(rule, ..)| *rule == d.rule)).cloned().collect();
    found.retain(|finding| !causes.iter().any(|cause| follows(finding, cause)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use callguide_search::diagnostics::Place;

    #[test]
    fn what_follows_goes_and_what_stands_elsewhere_stays() {
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
