//! What passes on one day passes on every later day, with the same program.

use callguide::diagnostics::{Severity, has_errors};
use callguide::examine::examine_to_serve;
use callguide::readings::Now;
use jiff::Timestamp;
use proptest::prelude::*;

use super::draws::Draws;
use super::plain;
use super::random::{DAYS, careful};
use crate::lint_support::cases;

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn what_passes_once_passes_ever_after(mut draws in Draws::any(), at in prop::collection::vec(any::<prop::sample::Index>(), 3)) {
        let written = careful(&mut draws);
        let all = plain::instants(&written, &DAYS);
        let mut instants: Vec<Timestamp> = at.iter().map(|at| all[at.index(all.len())]).collect();
        instants.push(instants[0] - jiff::SignedDuration::from_secs(1));
        instants.sort();
        let mut passed: Option<Timestamp> = None;
        for instant in instants {
            let (examined, snapshot) = examine_to_serve(written.files(), "content", false, Now::At(instant));
            let errors: Vec<_> =
                examined.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
            prop_assert!(passed.is_none() || errors.is_empty(), "passed at {:?}, at {instant}: {errors:#?}", passed);
            prop_assert_eq!(snapshot.is_some(), !has_errors(&examined.findings));
            if errors.is_empty() {
                passed.get_or_insert(instant);
            }
        }
    }
}

#[test]
fn much_of_the_random_content_passes() {
    // The property above says something only of what passes.
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut passes = || {
        let written = careful(&mut Draws::any().new_tree(&mut runner).unwrap().current());
        let now = Now::At(Timestamp::UNIX_EPOCH);
        !has_errors(&examine_to_serve(written.files(), "content", false, now).0.findings)
    };
    let passed = (0..60).filter(|_| passes()).count();
    assert!(passed >= 20, "{passed} of 60 folders pass");
}
