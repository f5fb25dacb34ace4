//! Who comes to a node past some questions and answers: on a path on which none of them is asked or given.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::guidance::{Guidance, Lead};
use super::set::ReaderSet;
use super::slots::EntryBody;

/// Questions, by their places among the nodes, and answers of them, by theirs among the answers.
pub type Past<'q> = &'q dyn Fn(usize, Option<usize>) -> bool;

impl<'a> Guidance<'a> {
    /// Those of `among` who come to a copy on a path on which none of these questions is asked, the copy's own among them,
    /// and none of these answers given. By copy; nobody does to those that are left out.
    pub fn past(&self, these: Past<'_>, among: &ReaderSet) -> BTreeMap<usize, ReaderSet> {
        let mut come: BTreeMap<usize, ReaderSet> = BTreeMap::new();
        let mut waiting: BTreeMap<usize, ReaderSet> = BTreeMap::new();
        let lead_on = |leads: &[Lead], who: &ReaderSet, waiting: &mut BTreeMap<usize, ReaderSet>| {
            for lead in leads {
                let Some(to) = lead.to.filter(|to| !these(self.copies[*to].entry, None)) else { continue };
                let who = lead.readers.and(who);
                if !who.is_empty() {
                    waiting.entry(to).or_insert_with(|| ReaderSet::none(who.capacity())).add(&who);
                }
            }
        };
        lead_on(&self.starts, among, &mut waiting);
        while let Some((at, mut new)) = waiting.pop_first() {
            let known = come.entry(at).or_insert_with(|| ReaderSet::none(new.capacity()));
            new.remove(known);
            if new.is_empty() {
                continue;
            }
            known.add(&new);
            let copy = &self.copies[at];
            let leads = copy.leads.iter().enumerate();
            let open = leads.filter(|(answer, _)| !these(copy.entry, Some(*answer)));
            open.for_each(|(_, leads)| lead_on(leads, &new, &mut waiting));
        }
        come
    }

    /// Those of `past` who have come to a solution.
    pub fn ended(&self, past: &BTreeMap<usize, ReaderSet>) -> Option<ReaderSet> {
        let ends = past.iter().filter(|(at, _)| self.is_end(**at)).map(|(_, readers)| readers.clone());
        ends.reduce(|mut all, readers| {
            all.add(&readers);
            all
        })
    }

    /// Whether a copy is of a solution.
    pub fn is_end(&self, at: usize) -> bool {
        matches!(self.entries[self.copies[at].entry].body, EntryBody::Solution { .. })
    }

    /// A shortest path of a reader to one of the copies that are `wanted`, past all these, as questions and answers,
    /// and everyone of `among` who takes it. `None` where there is none.
    pub fn way_past(
        &self,
        these: Past<'_>,
        reader: usize,
        among: &ReaderSet,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<(Vec<(&'a str, &'a str)>, ReaderSet)> {
        let of = |leads: &[Lead]| {
            let lead = leads.iter().find(|lead| lead.readers.contains(reader))?;
            lead.to.filter(|to| !these(self.copies[*to].entry, None))
        };
        let start = of(&self.starts)?;
        // By copy: from which one comes to it first, and by which answer.
        let mut before: HashMap<usize, Option<(usize, usize)>> = HashMap::from([(start, None)]);
        let mut waiting = VecDeque::from([start]);
        while let Some(at) = waiting.pop_front() {
            if wanted(at) {
                return Some(self.told(&before, at, among));
            }
            let copy = &self.copies[at];
            for (answer, leads) in copy.leads.iter().enumerate() {
                if these(copy.entry, Some(answer)) {
                    continue;
                }
                if let Some(to) = of(leads).filter(|to| !before.contains_key(to)) {
                    before.insert(to, Some((at, answer)));
                    waiting.push_back(to);
                }
            }
        }
        None
    }

    /// The path that leads to a copy, in words, and everyone of `among` who takes it.
    fn told(
        &self,
        before: &HashMap<usize, Option<(usize, usize)>>,
        to: usize,
        among: &ReaderSet,
    ) -> (Vec<(&'a str, &'a str)>, ReaderSet) {
        let mut path = Vec::new();
        let mut who = among.clone();
        let mut at = to;
        let keep = |leads: &[Lead], to: usize, who: &mut ReaderSet| {
            let mut led = ReaderSet::none(who.capacity());
            leads.iter().filter(|lead| lead.to == Some(to)).for_each(|lead| led.add(&lead.readers));
            who.keep(&led);
        };
        while let Some(Some((from, answer))) = before.get(&at) {
            let copy = &self.copies[*from];
            keep(&copy.leads[*answer], at, &mut who);
            let entry = &self.entries[copy.entry];
            path.push((entry.key, entry.answers()[*answer].0.id.as_str()));
            at = *from;
        }
        keep(&self.starts, at, &mut who);
        path.reverse();
        (path, who)
    }
}
