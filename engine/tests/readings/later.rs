//! What passes on one day passes on every later day, with the same program.

use callguide::diagnostics::{Severity, has_errors};
use callguide::examine::examine_to_serve;
use callguide::readings::Now;
use jiff::Timestamp;
use proptest::prelude::*;

use crate::cases;
use crate::draws::Draws;
use crate::plain;
use crate::random::{DAYS, careful};

proptest! {
    #![proptest_config(cases(40))]

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
    let mut passed = 0;
    let mut rules: std::collections::BTreeMap<&str, usize> = Default::default();
    for _ in 0..60 {
        let written = careful(&mut Draws::any().new_tree(&mut runner).unwrap().current());
        let (examined, _) =
            examine_to_serve(written.files(), "content", false, Now::At(Timestamp::UNIX_EPOCH));
        passed += usize::from(!has_errors(&examined.findings));
        let mut here: Vec<&str> =
            examined.findings.iter().filter(|f| f.severity == Severity::Error).map(|f| f.rule).collect();
        examined
            .findings
            .iter()
            .filter(|f| f.severity == Severity::Error)
            .for_each(|f| println!("XX {} {} {:?} {:?}", f.rule, f.message, f.help, f.place.file));
        here.sort_unstable();
        here.dedup();
        here.into_iter().for_each(|rule| *rules.entry(rule).or_default() += 1);
    }
    assert!(passed >= 15, "{passed} of 60 folders pass: {rules:?}");
}
