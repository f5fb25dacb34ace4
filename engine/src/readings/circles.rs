//! Questions that lead back to themselves, and paths that are too long: for whom.

use std::collections::{BTreeMap, BTreeSet};

use super::classes::groups;
use super::flaws::{Flaw, Found};
use super::guidance::Guidance;
use super::outline::{MAX_PATH, Outline};
use super::set::ReaderSet;
use super::slots::EntryBody;

/// So many different readings of a flaw are looked at to name it; further readers are told with the first.
const NAMED: usize = 50;

/// Notes these two flaws with everyone of `among` who has them.
pub fn add(guidance: &Guidance<'_>, among: &ReaderSet, found: &mut Found) {
    let circling = circling(guidance, among);
    name(guidance, &circling, found, |flaw| matches!(flaw, Flaw::Cycle { .. }));
    let too_long = too_long(guidance, &among.but(&circling));
    name(guidance, &too_long, found, |flaw| matches!(flaw, Flaw::TooLong { .. }));
}

/// Those of `among` who may be asked a question twice on one path.
fn circling(guidance: &Guidance<'_>, among: &ReaderSet) -> ReaderSet {
    let mut found = ReaderSet::none(among.capacity());
    let mut left = among.clone();
    for entry in (0..guidance.entries.len()).filter(|entry| guidance.circular[*entry]) {
        if left.is_empty() {
            break;
        }
        let again = again(guidance, entry, &left);
        left.remove(&again);
        found.add(&again);
    }
    found
}

/// Those of `among` who come from a node to itself.
fn again(guidance: &Guidance<'_>, entry: usize, among: &ReaderSet) -> ReaderSet {
    let nobody = || ReaderSet::none(among.capacity());
    let mut again = nobody();
    let mut come_to = vec![nobody(); guidance.copies.len()];
    let mut waiting: BTreeSet<usize> = BTreeSet::new();
    let mut lead_on =
        |at: usize, who: &ReaderSet, waiting: &mut BTreeSet<usize>, come_to: &mut [ReaderSet]| {
            for lead in guidance.copies[at].leads.iter().flatten() {
                let Some(to) = lead.to.filter(|to| guidance.circular[guidance.copies[*to].entry]) else {
                    continue;
                };
                let who = lead.readers.and(who);
                if guidance.copies[to].entry == entry {
                    again.add(&who);
                } else if !who.within(&come_to[to]) {
                    come_to[to].add(&who);
                    waiting.insert(to);
                }
            }
        };
    for (at, copy) in guidance.copies_of(entry) {
        lead_on(at, &copy.readers.and(among), &mut waiting, &mut come_to);
    }
    while let Some(at) = waiting.pop_first() {
        let who = come_to[at].clone();
        lead_on(at, &who, &mut waiting, &mut come_to);
    }
    again
}

/// Those of `among`, who go round in no circle, on whose longest path there are too many questions.
fn too_long(guidance: &Guidance<'_>, among: &ReaderSet) -> ReaderSet {
    let mut found = ReaderSet::none(among.capacity());
    let is_question = |entry: usize| matches!(guidance.entries[entry].body, EntryBody::Question { .. });
    // On no path is a question asked twice.
    if (0..guidance.entries.len()).filter(|entry| is_question(*entry)).count() <= MAX_PATH {
        return found;
    }
    let mut here: Vec<(usize, ReaderSet)> =
        guidance.starts.iter().filter_map(|lead| Some((lead.to?, lead.readers.and(among)))).collect();
    for _ in 0..MAX_PATH {
        let mut next: BTreeMap<usize, ReaderSet> = BTreeMap::new();
        for (at, who) in here {
            for lead in guidance.copies[at].leads.iter().flatten() {
                let Some(to) = lead.to else { continue };
                let who = lead.readers.and(&who);
                if !who.is_empty() {
                    next.entry(to).or_insert_with(|| ReaderSet::none(who.capacity())).add(&who);
                }
            }
        }
        here = next.into_iter().collect();
    }
    let asked = here.iter().filter(|(at, _)| is_question(guidance.copies[*at].entry));
    asked.for_each(|(_, who)| found.add(who));
    found
}

/// Notes what the outlines of some say of a flaw that all of `readers` have.
fn name(guidance: &Guidance<'_>, readers: &ReaderSet, found: &mut Found, is_meant: impl Fn(&Flaw) -> bool) {
    if readers.is_empty() {
        return;
    }
    let count = readers.capacity();
    let mut groups = groups(guidance, readers).into_iter();
    let mut first: Option<Flaw> = None;
    for group in groups.by_ref().take(NAMED) {
        let who = ReaderSet::of_ranges(count, group.iter().map(|reader| *reader..reader + 1));
        let flaws = Outline::of(guidance, group[0]).err().unwrap_or_default();
        for flaw in flaws.into_iter().filter(&is_meant) {
            first.get_or_insert_with(|| flaw.clone());
            found.add(|| flaw, &who);
        }
    }
    if let Some(first) = first {
        let rest = groups.flatten().map(|reader| reader..reader + 1);
        found.add(|| first, &ReaderSet::of_ranges(count, rest));
    }
}
