//! Content that passes on one day passes on every later day, with the same program.

use std::collections::BTreeMap;

use callguide::diagnostics::{Severity, has_errors};
use callguide::examine::{examine_files, examine_to_serve};
use callguide::readings::Now;
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::json;

use super::draws::Draws;
use super::plain;
use super::random::{DAYS, careful, check};
use crate::lint_support::cases;

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn a_path_check_covers_every_reader_from_now_on(mut draws in Draws::any(), at in any::<prop::sample::Index>()) {
        let mut written = careful(&mut draws.clone());
        written.checks = json!([check(&mut draws, &written)]);
        let all = plain::instants(&written, &DAYS);
        let now = all[at.index(all.len())];
        let examined = examine_files(written.files(), "content", Now::At(now));
        let errors: Vec<_> = examined.findings.iter().filter(|found| found.severity == Severity::Error).collect();
        // If there's another error, there isn't a tree to check.
        prop_assume!(errors.iter().all(|found| found.rule == "path-check"));
        let (readings, check) = (examined.readings(), &written.checks[0]);
        let regions = plain::regions(&written);
        let mut fails = false;
        for index in readings.readers.coming().and(readings.readers.in_regions()).iter() {
            let period = readings.readers.reader(index);
            let first = period.from.filter(|from| *from > now).unwrap_or(now);
            let days = all.iter().filter(|day| **day > first && period.until.is_none_or(|until| **day < until));
            let read = |at: Timestamp| plain::Reader::new(&written, regions[period.region], Now::At(at));
            let meant = [first].into_iter().chain(days.copied()).map(read).find(|reader| reader.is_meant(check));
            fails |= meant.is_some_and(|reader| reader.fails(check, &reader.walk()));
        }
        prop_assert_eq!(!errors.is_empty(), fails, "{:#?} of {:#}", errors, check);
    }
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn content_that_passes_once_passes_on_every_later_day(mut draws in Draws::any(), at in prop::collection::vec(any::<prop::sample::Index>(), 3)) {
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
    // The property above says something only about content that has no errors.
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    let mut passes = || {
        let written = careful(&mut Draws::any().new_tree(&mut runner).unwrap().current());
        let now = Now::At(Timestamp::UNIX_EPOCH);
        let mut findings = examine_to_serve(written.files(), "content", false, now).0.findings;
        findings.retain(|finding| finding.severity == Severity::Error);
        for finding in &findings {
            *kept.entry(format!("{} {}", finding.rule, finding.message)).or_default() += 1;
        }
        findings.is_empty()
    };
    let passed = (0..60).filter(|_| passes()).count();
    assert!(passed >= 20, "{passed} of 60 folders pass; {kept:#?}");
}
