//! Follows answers through the finished graph: for many readers at once, or for one reader's shortest path.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::guidance::{Guidance, Lead};
use super::set::ReaderSet;
use super::slots::{NodeBody, NodeSlots, Slot};

/// Who reaches which copies, by index in [`Guidance::copies`].
pub type Coming = BTreeMap<usize, ReaderSet>;

/// A node that some readers have reached.
#[derive(Debug, Clone)]
pub struct Reached {
    /// Index in [`Guidance::copies`].
    pub copy: usize,
    pub readers: ReaderSet,
}

/// Whether to avoid a question or one of its answers. Takes the node's index and, for an answer, its index in the
/// question.
pub type Past<'q> = &'q dyn Fn(usize, Option<usize>) -> bool;

impl<'a> Guidance<'a> {
    /// Returns where readers in `among` start, following only `open` leads.
    pub(super) fn beginning(&self, among: &ReaderSet, open: &dyn Fn(&Lead) -> bool) -> Coming {
        let mut steps = Coming::new();
        self.starts.iter().filter(|lead| open(lead)).for_each(|lead| tell(lead, among, &mut steps));
        steps
    }

    /// Adds the copies that the answers in a copy lead the readers in `who` to, following only `open` leads.
    pub(super) fn lead_on(
        &self,
        at: usize,
        who: &ReaderSet,
        open: &dyn Fn(usize, &Lead) -> bool,
        to: &mut Coming,
    ) {
        for (answer, leads) in self.copies[at].leads.iter().enumerate() {
            leads.iter().filter(|lead| open(answer, lead)).for_each(|lead| tell(lead, who, to));
        }
    }

    /// Returns everyone who reaches each copy from the copies in `from`, which are included. Follows only `open` leads;
    /// `open` takes the copy, the answer and the lead.
    pub(super) fn spread(&self, from: Coming, open: &dyn Fn(usize, usize, &Lead) -> bool) -> Coming {
        let mut come = Coming::new();
        let mut waiting = from;
        while let Some((at, mut new)) = waiting.pop_first() {
            if let Some(known) = come.get(&at) {
                new.remove(known);
            }
            if !new.is_empty() {
                add(&mut come, at, &new);
                self.lead_on(at, &new, &|answer, lead| open(at, answer, lead), &mut waiting);
            }
        }
        come
    }

    /// Returns the node at a step.
    pub fn node(&self, step: &Reached) -> &NodeSlots<'a> {
        &self.entries[self.copies[step.copy].entry]
    }

    /// Returns where the readers in `among` start.
    pub fn begin(&self, among: &ReaderSet) -> Vec<Reached> {
        steps(self.beginning(among, &|lead| lead.meant))
    }

    /// Returns where this answer leads the readers who are asked this question at their step. Drops the other readers.
    pub fn next(&self, from: &[Reached], question: &str, answer: &str) -> Vec<Reached> {
        let mut to = Coming::new();
        for step in from {
            if let Some((_, leads)) = self.route(step, question, answer) {
                leads.iter().filter(|lead| lead.meant).for_each(|lead| tell(lead, &step.readers, &mut to));
            }
        }
        steps(to)
    }

    /// Returns the route of an answer at a step, with its leads; `None` if another question is asked there.
    pub fn route(&self, from: &Reached, question: &str, answer: &str) -> Option<(&Slot<'a>, &[Lead])> {
        let entry = self.node(from);
        let answers = if entry.key == question { entry.answers() } else { &[] };
        let given = answers.iter().position(|known| known.answer.id == answer)?;
        Some((&entry.slots[answers[given].route], &self.copies[from.copy].leads[given]))
    }

    /// Returns the solutions that readers can reach, whatever they answer, by node index.
    pub fn ends(&self, from: &[Reached]) -> Coming {
        let mut ends = self.ahead(from);
        ends.retain(|entry, _| matches!(self.entries[*entry].body, NodeBody::Solution { .. }));
        ends
    }

    /// Returns all nodes that readers can reach, including their current ones, by node index.
    pub fn ahead(&self, from: &[Reached]) -> Coming {
        let mut here = Coming::new();
        from.iter().for_each(|step| add(&mut here, step.copy, &step.readers));
        let mut ahead = Coming::new();
        for (at, readers) in self.spread(here, &|_, _, lead| lead.meant) {
            add(&mut ahead, self.copies[at].entry, &readers);
        }
        ahead
    }

    /// Returns everyone in `among` who reaches each copy without being asked any of these questions, including the
    /// copy's own, or giving any of these answers. Leaves out copies that nobody reaches.
    pub fn past(&self, these: Past<'_>, among: &ReaderSet) -> Coming {
        let open = |lead: &Lead| lead.to.is_some_and(|to| !these(self.copies[to].entry, None));
        self.spread(self.beginning(among, &open), &|at, answer, lead| {
            !these(self.copies[at].entry, Some(answer)) && open(lead)
        })
    }

    /// Returns everyone in `past` who has reached a solution.
    pub fn ended(&self, past: &Coming) -> Option<ReaderSet> {
        let mut ends = past.iter().filter(|(at, _)| self.is_end(**at)).map(|(_, readers)| readers).peekable();
        let count = ends.peek()?.capacity();
        Some(ReaderSet::union(count, ends))
    }

    /// Returns whether a copy belongs to a solution.
    pub fn is_end(&self, at: usize) -> bool {
        matches!(self.entries[self.copies[at].entry].body, NodeBody::Solution { .. })
    }

    /// Returns a reader's shortest path to a `wanted` copy that avoids `these`, as questions and answers, with everyone
    /// in `among` who can take that path; `None` if there isn't one.
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
        // For each copy, the copy and the answer that first led to it.
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

    /// Returns the path to a copy, and everyone in `among` who can take it.
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
            path.push((entry.key, entry.answers()[*answer].answer.id.as_str()));
            at = *from;
        }
        keep(&self.starts, at, &mut who);
        path.reverse();
        (path, who)
    }
}

fn steps(come: Coming) -> Vec<Reached> {
    come.into_iter().map(|(copy, readers)| Reached { copy, readers }).collect()
}

/// Adds the readers in `who` who follow a lead.
fn tell(lead: &Lead, who: &ReaderSet, to: &mut Coming) {
    let who = lead.readers.and(who);
    if let Some(at) = lead.to.filter(|_| !who.is_empty()) {
        add(to, at, &who);
    }
}

fn add(come: &mut Coming, at: usize, who: &ReaderSet) {
    come.entry(at).or_insert_with(|| ReaderSet::none(who.capacity())).add(who);
}
