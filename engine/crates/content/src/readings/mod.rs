//! Who reads what, and when: the only module that evaluates conditions, dates and earlier answers.
//!
//! A *reader* is a region during a period between two instants when something changes for that region ([`Readers`]).
//! The guidance is resolved once for all readers ([`Guidance`]): each text, route, script and line has options, each
//! with the set of readers who get it, and each node has the set of readers who get there. Lint findings, served trees,
//! paths, diffs and pictures are all projections of this structure.
//!
//! Does no I/O and reads no clock: the caller passes in the current time.

mod bounds;
mod calendar;
mod classes;
mod conditions;
mod fill;
mod flaws;
mod guidance;
mod histories;
mod periods;
mod places;
mod readers;
mod set;
mod slots;
#[cfg(test)]
mod tests;
mod tree;
mod unfold;
mod ways;
mod without_region;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;

use crate::content::model::{Attribute, Named, Window};
use crate::content::{Draft, version_of_period};
use callguide_search::api::tree::Beside;
use flaws::FoundFlaws;

pub use bounds::{Bound, MAX_COPIES, MAX_READERS};
pub use calendar::{
    Now, YEARS, Zones, date, day, gap_before, in_words, is_reversed, next_year, zone, zone_names,
};
pub use classes::{SlotWording, classes};
pub use conditions::{Conditions, Taken};
pub use fill::{Blanks, Filled, declaration, in_a_text};
pub use flaws::{Flaw, Flawed};
pub use guidance::{Guidance, Lead, Unfolded};
pub use periods::Reader;
pub use places::{PlaceChoice, PlaceKind, SaidDays, VaryingPlace};
pub use readers::{Readers, Who};
pub use set::ReaderSet;
pub use slots::{AnswerSlots, Choice, NodeBody, NodeSlots, ScriptSlots, Slot, Take};
pub use tree::{MAX_PATH, MAX_PATHS, Trail, Tree, TreeNode};
pub use ways::{Past, Reached};
pub use without_region::{EmergencyReading, FaqReading};

/// Who reads what, as of one moment.
#[derive(Debug)]
pub struct Readings<'a> {
    pub readers: Readers,
    /// The decision tree; absent if there's none, or it can't be read.
    pub guidance: Option<Guidance<'a>>,
    /// The FAQ entries, in content order.
    pub faq: Vec<FaqReading<'a>>,
    /// The emergency text; absent if the content doesn't have any.
    pub emergency: Option<EmergencyReading<'a>>,
    draft: &'a Draft,
    flaws: Vec<Flawed>,
    /// Everyone with a flaw, in any period.
    flawed: ReaderSet,
}

impl<'a> Readings<'a> {
    /// Evaluates as much of a draft as could be parsed.
    pub fn of(draft: &'a Draft, moment: Now) -> Self {
        let entries: Vec<NodeSlots<'a>> = draft.tree.iter().flat_map(|tree| NodeSlots::all(tree)).collect();
        let readers = Readers::of(draft, &entries, moment);
        let states = draft.states.as_deref();
        let guidance = draft.tree.as_deref();
        let guidance = guidance.map(|tree| Guidance::of(tree, entries, states, &draft.regions, &readers));
        let conditions = Conditions { readers: &readers, regions: &draft.regions };
        let faq = without_region::faq(draft, conditions);
        let emergency = draft.emergency.as_deref().map(|file| EmergencyReading::of(file, conditions));
        let flawed = readers.none();
        let mut this = Self { readers, guidance, faq, emergency, draft, flaws: Vec::new(), flawed };
        this.look_for_flaws();
        this
    }

    /// Returns the draft that was evaluated.
    pub fn draft(&self) -> &'a Draft {
        self.draft
    }

    /// Returns today's date without a region, in the site's zone.
    pub fn today(&self) -> Date {
        match self.readers.moment() {
            Now::On(day) => day,
            Now::At(instant) => self.readers.zones(self.readers.general()).day(instant),
        }
    }

    /// Returns an evaluator of conditions for these readers.
    pub fn conditions(&self) -> Conditions<'_> {
        Conditions { readers: &self.readers, regions: &self.draft.regions }
    }

    /// Returns the tree that a reader is served; `None` if the tree has a flaw or doesn't exist.
    pub fn tree(&self, reader: usize) -> Option<Tree<'a>> {
        self.tree_with(reader, Blanks::Filled(self.filled(self.readers.reader(reader).region)))
    }

    /// Returns the tree that a reader is served, with the placeholders filled as `blanks` says.
    pub fn tree_with(&self, reader: usize, blanks: Blanks<'_>) -> Option<Tree<'a>> {
        let guidance = self.guidance.as_ref().filter(|_| !self.flawed.contains(reader))?;
        Tree::of(guidance, reader, blanks)
    }

    /// Returns the id that a region gets for the node with this key; `None` if the region doesn't have an id for it, or
    /// there's no such node.
    pub fn id_of(&self, region: usize, key: &str) -> Option<String> {
        let guidance = self.guidance.as_ref()?;
        self.filled(region).id_of(&guidance.entries[guidance.entry(key)?])
    }

    /// Returns what a reader is shown beside a step before giving any answers.
    pub fn beside(&self, reader: usize) -> Beside {
        let blanks = Blanks::Filled(self.filled(self.readers.reader(reader).region));
        self.guidance.as_ref().map(|guidance| guidance.beside(0, reader, blanks)).unwrap_or_default()
    }

    /// Returns the values for a region's placeholders.
    pub fn filled(&self, region: usize) -> Filled<'_> {
        static NO_ATTRIBUTES: std::sync::LazyLock<Named<Attribute>> =
            std::sync::LazyLock::new(Named::default);
        Filled {
            state: &self.draft.regions[region],
            attributes: self.draft.states.as_ref().map_or(&NO_ATTRIBUTES, |states| &states.attributes),
            links: self.draft.links.as_deref(),
        }
    }

    /// Returns the distinct trees of the readers in `among`, with placeholders unfilled, each with its readers; ordered
    /// by first reader. `None` if one of them doesn't have a tree.
    pub fn open_trees(&self, among: &ReaderSet) -> Option<Vec<(Tree<'a>, ReaderSet)>> {
        let mut found: HashMap<Tree<'a>, ReaderSet> = HashMap::new();
        for class in self.classes(among) {
            let tree = self.tree_with(class.iter().next()?, Blanks::Open)?;
            found.entry(tree).or_insert_with(|| self.readers.none()).add(&class);
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by_key(|(_, readers)| readers.iter().next());
        Some(found)
    }

    /// Splits `among` into groups who take the same option everywhere.
    pub fn classes(&self, among: &ReaderSet) -> Vec<ReaderSet> {
        self.guidance.as_ref().map_or_else(Vec::new, |guidance| classes(guidance, among))
    }

    /// Returns every flaw, with the readers whose period isn't over.
    pub fn flaws(&self) -> &[Flawed] {
        &self.flaws
    }

    /// Returns everyone in a region whose period isn't over and whose tree has no flaw.
    pub fn whole(&self) -> ReaderSet {
        self.readers.coming().and(self.readers.in_regions()).but(&self.flawed)
    }

    /// Finds all flaws.
    fn look_for_flaws(&mut self) {
        let mut found = FoundFlaws::default();
        let (all, coming) = (self.readers.in_regions(), self.readers.coming());
        if let Some(guidance) = &self.guidance {
            found.routes(guidance, all);
            found.texts(guidance, all);
            found.ids(guidance, &self.readers, |region| self.filled(region), all);
            self.flawed = found.readers(self.readers.count());
            self.flawed.add(&flaws::circles(guidance, all, coming, &mut found));
        }
        self.flaws = found.all(coming);
    }

    /// Returns every place in the decision tree that isn't plain text or a plain route, node by node. Omits places that
    /// depend on earlier answers in a node that nobody reaches.
    pub fn places(&self) -> Vec<VaryingPlace<'a>> {
        self.guidance.as_ref().map_or_else(Vec::new, |guidance| guidance.places(&self.readers))
    }

    /// Returns everyone who reaches the node with this key, in any period.
    pub fn comes_to(&self, key: &str) -> ReaderSet {
        let guidance = self.guidance.as_ref();
        guidance.map_or_else(|| self.readers.none(), |guidance| guidance.comes_to(&self.readers, key))
    }

    /// Returns everyone who reads the value at a pointer in the decision tree, in any period: they reach its node, see
    /// its script and take its case. The set is empty if the value isn't part of a node or of `start`.
    pub fn readers_at(&self, pointer: &str) -> ReaderSet {
        let guidance = self.guidance.as_ref();
        guidance.map_or_else(|| self.readers.none(), |guidance| guidance.readers_at(&self.readers, pointer))
    }

    /// Returns every place in what's shown beside the steps that isn't the same for everyone.
    pub fn places_beside(&self) -> Vec<VaryingPlace<'a>> {
        self.guidance.as_ref().map_or_else(Vec::new, |guidance| guidance.places_beside(&self.readers))
    }

    /// Returns everyone who reads the value at a pointer in the file that defines what's shown beside every step, in
    /// any period and after any answers.
    pub fn readers_beside(&self, pointer: &str) -> ReaderSet {
        let guidance = self.guidance.as_ref();
        guidance
            .map_or_else(|| self.readers.none(), |guidance| guidance.readers_beside(&self.readers, pointer))
    }

    /// Returns everyone who reads the value at a pointer in an FAQ file: they are shown its entry and take its case.
    /// Includes readers without a region.
    pub fn readers_of_answer(&self, file: &str, pointer: &str) -> ReaderSet {
        let here = self.faq.iter().filter(|entry| *self.draft.faq[entry.category].document.name == *file);
        here.filter_map(|entry| entry.readers_at(pointer)).next().unwrap_or_else(|| self.readers.none())
    }

    /// Returns everyone who reads the value at a pointer in the emergency text. Includes readers without a region.
    pub fn readers_in_emergency(&self, pointer: &str) -> ReaderSet {
        let here = self.emergency.as_ref();
        here.map_or_else(|| self.readers.none(), |emergency| emergency.readers_at(&self.readers, pointer))
    }

    /// Returns whether content with this window is currently shown without a region.
    pub fn shown(&self, window: Window) -> bool {
        let now = self.readers.now(self.readers.general());
        window.is_open() || self.conditions().holds(None, window, &|_| false).contains(now)
    }

    /// Returns the days that a value in a file names directly, in words.
    pub fn said_days(&self, value: &Value) -> SaidDays {
        places::said_days(value, self.draft, &self.readers)
    }

    /// Returns the current version: the hash of the files and, if dates matter, the first instant of the period.
    pub fn version(&self) -> String {
        version_of_period(&self.draft.version(), self.readers.since())
    }

    /// Returns the next instant when something served changes; `None` if there isn't one.
    pub fn next_turn(&self) -> Option<Timestamp> {
        self.readers.next_turn()
    }
}
