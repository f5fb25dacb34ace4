//! The lists that are written are those that a count by hand gives, however the entries came.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED, postings::Postings};

use super::super::lists::{self, Lists, PARTS};
use super::super::runs::{Batch, Sorter};

/// Terms by number; their order as texts is another.
const TERMS: [&str; 6] = ["pear", "apple", "fig", "äpple", "apples", "a_b"];

/// The terms of the parts of an entry.
type Terms = [Vec<u32>; PARTS];

/// For each part and term the entries that have it, and how often.
type Counted = [BTreeMap<String, Vec<(u32, u32)>>; PARTS];

fn counted(entries: &[Terms]) -> Counted {
    let mut all = Counted::default();
    for (number, entry) in (0..).zip(entries) {
        for (part, terms) in all.iter_mut().zip(entry) {
            for term in terms {
                let list = part.entry(TERMS[*term as usize].to_owned()).or_default();
                match list.last_mut() {
                    Some((last, count)) if *last == number => *count += 1,
                    _ => list.push((number, 1)),
                }
            }
        }
    }
    all
}

fn read(lists: &Lists) -> Counted {
    let mut all = Counted::default();
    for (part, reader) in all.iter_mut().zip(lists) {
        let mut terms = reader.terms().stream().unwrap();
        while terms.advance() {
            let text = String::from_utf8(terms.key().to_vec()).unwrap();
            let mut postings =
                reader.read_postings_from_terminfo(terms.value(), IndexRecordOption::WithFreqs).unwrap();
            let list = part.entry(text).or_default();
            while postings.doc() != TERMINATED {
                list.push((postings.doc(), postings.term_freq()));
                postings.advance();
            }
            assert_eq!(terms.value().doc_freq as usize, list.len());
        }
    }
    all
}

/// The entries sorted in batches of so many, from the entry `first` on, by what `number` makes of their terms.
fn sorted(first: usize, entries: &[Terms], batch: usize, number: impl Fn(u32) -> u32) -> Sorter {
    let mut sorter = Sorter::new(first);
    let mut next = Batch::default();
    for entries in entries.chunks(batch) {
        for terms in entries.iter().flatten() {
            terms.iter().for_each(|term| next.push(number(*term)));
            next.end_part();
        }
        sorter.sort(&next);
        next.clear();
    }
    sorter
}

fn entries() -> impl Strategy<Value = Vec<Terms>> {
    let part = || prop::collection::vec(0..TERMS.len() as u32, 0..6);
    prop::collection::vec([part(), part(), part()], 0..300)
}

#[test]
fn a_word_is_counted_up_to_a_bound() {
    let all = [[vec![2; 70_000], vec![2], vec![]]];
    let lists = lists::write(sorted(0, &all, 1, |term| term), &TERMS).unwrap();
    let [question, tags, answer] = read(&lists);
    assert_eq!(question["fig"], [(0, 65_535)]);
    assert_eq!(tags["fig"], [(0, 1)]);
    assert!(answer.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn lists_hold_what_the_entries_have(entries in entries(), batch in 1_usize..200) {
        let lists = lists::write(sorted(0, &entries, batch, |term| term), &TERMS).unwrap();
        prop_assert_eq!(read(&lists), counted(&entries));
    }

    #[test]
    fn what_is_appended_is_as_if_sorted_at_once(
        entries in entries(),
        at in any::<prop::sample::Index>(),
        batch in 1_usize..200,
        turn in 0..TERMS.len() as u32,
    ) {
        let (before, after) = entries.split_at(at.index(entries.len() + 1));
        // The one that is appended has other numbers for the terms.
        let count = TERMS.len() as u32;
        let mut sorter = sorted(0, before, batch, |term| term);
        let next = sorted(before.len(), after, batch, |term| (term + turn) % count);
        sorter.append(next, |term| (term + count - turn) % count);
        let lists = lists::write(sorter, &TERMS).unwrap();
        prop_assert_eq!(read(&lists), counted(&entries));
    }
}
