//! Reasons why a reader can't get a tree, each with all readers affected. Works on sets, since there can be many
//! readers.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::classes::groups;
use super::conditions::all_of;
use super::fill::Filled;
use super::guidance::{Guidance, Lead};
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{NodeBody, Slot};
use super::tree::MAX_PATH;
use super::ways::Coming;
use crate::content::document::child;

/// A reason why a reader can't get a tree. Lint rules turn flaws into findings. Flaws also prevent the engine from
/// serving content that was never linted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flaw {
    /// The route at this pointer doesn't lead to a readable node.
    NoNode { pointer: String },
    /// The question at this pointer doesn't offer an answer.
    NoAnswer { pointer: String },
    /// No case or part of the text or route at this pointer applies.
    NoCase { pointer: String },
    /// These nodes lead back to the first one, through the route at this pointer.
    Cycle { pointer: String, ids: Vec<String> },
    /// The route at this pointer makes a path longer than [`super::MAX_PATH`] questions.
    TooLong { pointer: String },
    /// A region without the `id_from` attribute reaches this solution.
    NoId { solution: String },
    /// Two nodes would be served with the same id; `keys` says which.
    SameId { id: String, keys: [String; 2] },
}

/// A flaw and the readers who have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flawed {
    pub flaw: Flaw,
    pub readers: ReaderSet,
}

/// Collects flaws with the readers who have them.
#[derive(Default)]
pub(super) struct FoundFlaws {
    flaws: BTreeMap<Flaw, ReaderSet>,
}

impl FoundFlaws {
    /// Records a flaw unless `readers` is empty.
    pub fn add(&mut self, flaw: impl FnOnce() -> Flaw, readers: &ReaderSet) {
        if !readers.is_empty() {
            let nobody = || ReaderSet::none(readers.capacity());
            self.flaws.entry(flaw()).or_insert_with(nobody).add(readers);
        }
    }

    /// Returns the flaws that readers in `among` have.
    pub fn all(self, among: &ReaderSet) -> Vec<Flawed> {
        let flaws =
            self.flaws.into_iter().map(|(flaw, readers)| Flawed { flaw, readers: readers.and(among) });
        flaws.filter(|flawed| !flawed.readers.is_empty()).collect()
    }

    /// Returns everyone with a flaw.
    pub fn readers(&self, count: usize) -> ReaderSet {
        ReaderSet::union(count, self.flaws.values())
    }

    /// Finds routes that lead nowhere or have no case for some reader, and questions that don't offer some reader an
    /// answer.
    pub fn routes(&mut self, guidance: &Guidance<'_>, among: &ReaderSet) {
        self.route(&guidance.starts, &guidance.start, among);
        for (at, copy) in guidance.copies.iter().enumerate() {
            let entry = &guidance.entries[copy.entry];
            let NodeBody::Question { answers, .. } = &entry.body else { continue };
            let here = copy.readers.and(among);
            let mut left = here.clone();
            for (place, (own, leads)) in answers.iter().zip(&copy.leads).enumerate() {
                let offered = guidance.offered(at, place);
                left.remove(offered);
                self.route(leads, &entry.slots[own.route], &here.and(offered));
            }
            if !answers.is_empty() {
                self.add(|| Flaw::NoAnswer { pointer: child(&entry.pointer, "answers") }, &left);
            }
        }
    }

    fn route(&mut self, leads: &[Lead], route: &Slot<'_>, here: &ReaderSet) {
        let mut left = here.clone();
        for lead in leads {
            left.remove(&lead.readers);
            if !lead.meant {
                self.add(|| Flaw::NoNode { pointer: route.go(lead.choice) }, &lead.readers.and(here));
            }
        }
        self.add(|| Flaw::NoCase { pointer: route.pointer.clone() }, &left);
    }

    /// Finds text that's shown to a reader but doesn't have a case or part for that reader.
    pub fn texts(&mut self, guidance: &Guidance<'_>, among: &ReaderSet) {
        for (at, entry) in guidance.entries.iter().enumerate() {
            for (slot_at, slot) in entry.slots.iter().enumerate() {
                // A gate only decides whether something is shown, so it's never missing.
                if entry.answer_of(slot_at).is_some() || slot.is_gate() {
                    continue;
                }
                for (reading, here) in guidance.readings_shown(at, slot_at) {
                    let here = here.and(among);
                    self.add(
                        || Flaw::NoCase { pointer: slot.pointer.clone() },
                        &here.but(&all_of(reading, &here)),
                    );
                }
            }
        }
    }

    /// Finds solutions that don't have an id for a region, or have the same id as another node.
    pub fn ids<'d>(
        &mut self,
        guidance: &Guidance<'_>,
        readers: &Readers,
        filled: impl Fn(usize) -> Filled<'d>,
        among: &ReaderSet,
    ) {
        let mut named: HashMap<(usize, String), Vec<usize>> = HashMap::new();
        let mut come_to: HashMap<usize, ReaderSet> = HashMap::new();
        let nobody = || ReaderSet::none(among.capacity());
        let mut here = |entry: usize| -> ReaderSet {
            let here = || guidance.come_to(entry).map_or_else(nobody, |readers| readers.and(among));
            come_to.entry(entry).or_insert_with(here).clone()
        };
        for (at, entry) in guidance.entries.iter().enumerate() {
            let NodeBody::Solution { solution, .. } = &entry.body else { continue };
            let Some(path) = solution.id_from.as_deref() else { continue };
            let here_at = here(at);
            for region in readers.regions_of(&here_at) {
                let own = here_at.and(&readers.all_of_region(region));
                let Some(id) = filled(region).value(path) else {
                    self.add(|| Flaw::NoId { solution: entry.key.to_owned() }, &own);
                    continue;
                };
                let named = named.entry((region, id.clone())).or_default();
                let others = guidance
                    .entry(&id)
                    .filter(|other| *other != at && !guidance.entries[*other].has_own_id());
                for other in others.into_iter().chain(named.iter().copied()) {
                    let keys = || [guidance.entries[other].key.to_owned(), entry.key.to_owned()];
                    let flaw = || Flaw::SameId { id: id.clone(), keys: keys() };
                    self.add(flaw, &here(other).and(&own));
                }
                named.push(at);
            }
        }
    }
}

/// Records questions that lead back to themselves and paths that are too long, for the readers in `coming`. Returns
/// everyone in `among` with either flaw.
pub fn circles(
    guidance: &Guidance<'_>,
    among: &ReaderSet,
    coming: &ReaderSet,
    found: &mut FoundFlaws,
) -> ReaderSet {
    let mut flawed = circling(guidance, among);
    name(guidance, &flawed.and(coming), found, |flaw| matches!(flaw, Flaw::Cycle { .. }));
    let too_long = too_long(guidance, &among.but(&flawed));
    name(guidance, &too_long.and(coming), found, |flaw| matches!(flaw, Flaw::TooLong { .. }));
    flawed.add(&too_long);
    flawed
}

/// Returns everyone in `among` who can be asked the same question twice on one path.
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

/// Returns everyone in `among` who can get from a node back to the same node.
fn again(guidance: &Guidance<'_>, entry: usize, among: &ReaderSet) -> ReaderSet {
    let on = |to: usize| guidance.circular[guidance.copies[to].entry];
    let mut first = Coming::new();
    for (at, copy) in guidance.copies_of(entry) {
        guidance.lead_on(at, &copy.readers.and(among), &|_, lead| lead.to.is_some_and(on), &mut first);
    }
    let come =
        guidance.spread(first, &|at, _, lead| guidance.copies[at].entry != entry && lead.to.is_some_and(on));
    ReaderSet::union(among.capacity(), guidance.copies_of(entry).filter_map(|(at, _)| come.get(&at)))
}

/// Returns everyone in `among` whose longest path has too many questions. Precondition: no reader in `among` can go in
/// circles.
fn too_long(guidance: &Guidance<'_>, among: &ReaderSet) -> ReaderSet {
    let mut found = ReaderSet::none(among.capacity());
    let is_question = |entry: usize| matches!(guidance.entries[entry].body, NodeBody::Question { .. });
    // No path asks a question twice, so no path is longer than the number of questions.
    if (0..guidance.entries.len()).filter(|entry| is_question(*entry)).count() <= MAX_PATH {
        return found;
    }
    let mut here = guidance.beginning(among, &|_| true);
    for _ in 0..MAX_PATH {
        let mut next = Coming::new();
        here.iter().for_each(|(at, who)| guidance.lead_on(*at, who, &|_, _| true, &mut next));
        here = next;
    }
    let asked = here.iter().filter(|(at, _)| is_question(guidance.copies[**at].entry));
    asked.for_each(|(_, who)| found.add(who));
    found
}

/// The number of reader groups to trace one by one; all other readers are reported with the first group's finding.
const NAMED: usize = 50;

/// Records a flaw that all of `readers` have. Its details are taken from the paths of some of them.
fn name(
    guidance: &Guidance<'_>,
    readers: &ReaderSet,
    found: &mut FoundFlaws,
    is_meant: impl Fn(&Flaw) -> bool,
) {
    if readers.is_empty() {
        return;
    }
    let count = readers.capacity();
    let mut groups = groups(guidance, readers).into_iter();
    let mut first: Option<Flaw> = None;
    for group in groups.by_ref().take(NAMED) {
        let who = ReaderSet::of_ranges(count, group.iter().map(|reader| *reader..reader + 1));
        let flaws = ReaderPaths::of(guidance, group[0]);
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

/// One reader's paths, each followed until it closes a circle or gets too long.
struct ReaderPaths<'g, 'a> {
    guidance: &'g Guidance<'a>,
    reader: usize,
    /// The results by copy; `None` if there's a flaw after the copy.
    done: HashMap<usize, Option<Behind>>,
    /// The copies on the current path, in order.
    open: Vec<usize>,
    /// The first [`MAX_FLAWS`] flaws.
    flaws: Vec<Flaw>,
    /// The total number of flaws, including those that aren't listed.
    flawed: usize,
}

/// What comes after a copy, including the copy itself.
#[derive(Clone)]
struct Behind {
    /// The nodes that are part of a circle for someone, sorted.
    circular: Rc<[usize]>,
    /// The number of questions on the longest path.
    length: usize,
}

/// The maximum number of flaws to list for one reader.
const MAX_FLAWS: usize = 100;

impl<'g, 'a> ReaderPaths<'g, 'a> {
    /// Returns every flaw on this reader's paths.
    fn of(guidance: &'g Guidance<'a>, reader: usize) -> Vec<Flaw> {
        let mut this =
            Self { guidance, reader, done: HashMap::new(), open: Vec::new(), flaws: Vec::new(), flawed: 0 };
        this.follow(&guidance.starts, &guidance.start);
        this.flaws
    }

    fn follow(&mut self, leads: &[Lead], route: &Slot<'_>) -> Option<Behind> {
        let lead = leads.iter().find(|lead| lead.readers.contains(self.reader))?;
        let copy = lead.to.filter(|_| lead.meant)?;
        let pointer = route.go(lead.choice);
        let entry = self.guidance.copies[copy].entry;
        if self.comes_round(&[entry], &pointer) {
            return None;
        }
        if let Some(done) = self.done.get(&copy) {
            // The copy was followed before, but after other questions. After the current ones, the path could close a
            // circle or get too long.
            let done = done.clone()?;
            let flawed = self.comes_round(&done.circular, &pointer) || self.is_long(done.length, &pointer);
            return (!flawed).then_some(done);
        }
        let own = usize::from(matches!(self.guidance.entries[entry].body, NodeBody::Question { .. }));
        if self.is_long(own, &pointer) {
            return None;
        }
        let flawed = self.flawed;
        self.open.push(copy);
        let mut circular: Vec<usize> = self.guidance.circular[entry].then_some(entry).into_iter().collect();
        let mut length = own;
        let node = &self.guidance.entries[entry];
        for (own, leads) in node.answers().iter().zip(&self.guidance.copies[copy].leads) {
            if let Some(behind) = self.follow(leads, &node.slots[own.route]) {
                circular.extend(behind.circular.iter());
                length = length.max(behind.length + 1);
            }
        }
        self.open.pop();
        circular.sort_unstable();
        circular.dedup();
        let behind = (self.flawed == flawed).then(|| Behind { circular: circular.into(), length });
        self.done.insert(copy, behind.clone());
        behind
    }

    fn flaw(&mut self, flaw: impl FnOnce(&Self) -> Flaw) {
        self.flawed += 1;
        if self.flaws.len() < MAX_FLAWS {
            self.flaws.push(flaw(self));
        }
    }

    /// Returns whether `more` additional questions make the path too long; if so, records a flaw.
    fn is_long(&mut self, more: usize, pointer: &str) -> bool {
        let is_long = self.open.len() + more > MAX_PATH;
        if is_long {
            self.flaw(|_| Flaw::TooLong { pointer: pointer.to_owned() });
        }
        is_long
    }

    /// Returns whether one of `entries`, which are sorted, is already on the path; if so, records a flaw.
    fn comes_round(&mut self, entries: &[usize], pointer: &str) -> bool {
        let asked = |copy: &usize| entries.binary_search(&self.guidance.copies[*copy].entry).is_ok();
        let Some(first) = self.open.iter().position(asked) else { return false };
        self.flaw(|this| {
            let entries = this.open[first..].iter().map(|copy| this.guidance.copies[*copy].entry);
            let ids = entries.map(|entry| this.guidance.entries[entry].key.to_owned()).collect();
            Flaw::Cycle { pointer: pointer.to_owned(), ids }
        });
        true
    }
}
