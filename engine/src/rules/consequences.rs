//! What is found only because of something else that is found, where the checks can't know of one another.

use crate::diagnostics::Diagnostic;

/// Where the one has to stand for the other to follow from it.
#[derive(Clone, Copy)]
enum Within {
    Content,
    File,
    /// Its own place.
    Place,
}

/// A rule, one whose findings follow from it, and where.
const FOLLOW: [(&str, &str, Within); 15] = [
    // The promise that is missing may be the one that has the link.
    ("missing-promise", "unused-link", Within::Content),
    // The key that says so is in the text, and its day reads as part of the answer.
    ("swallowed-entry", "no-review", Within::File),
    ("swallowed-entry", "past-date", Within::File),
    // Its tags are in the text, too.
    ("swallowed-entry", "everyday-synonym", Within::Content),
    // A condition that stands for itself holds for nobody.
    ("circular-condition", "dead-case", Within::Content),
    ("circular-condition", "unreachable-node", Within::Content),
    // Where a path goes in a circle, nobody comes out of it with an answer.
    ("cycle", "dead-case", Within::Content),
    // The number with the slip is the use of it.
    ("phone-typo", "unused-link", Within::Content),
    // The step that is missing leads there.
    ("unknown-step", "unreachable-step", Within::File),
    // A route that leads elsewhere leaves a node behind, and makes paths that nobody meant.
    ("path-check", "unreachable-node", Within::Content),
    ("path-check", "uncovered-path", Within::Content),
    ("malformed-link", "linked-address", Within::Place),
    // The search tells which answer it hides.
    ("search-check", "errand-hides-answer", Within::Content),
    ("self-search", "errand-hides-answer", Within::Content),
    // A copied code has the other state's words beside it.
    ("shared-code", "other-states-name", Within::File),
];

/// Leaves out what goes when its cause does.
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
    use crate::diagnostics::Place;

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
