//! Who reads what, and when: the one place where conditions, dates and earlier answers are worked out.
//!
//! A *reader* is a region in a period between two instants at which something changes for it ([`Readers`]). The guidance
//! is resolved once for all readers ([`Guidance`]): each text, route, script and line has options, each with the set of
//! readers that get it, and each node the set that comes to it. What lint says, the trees that are served, paths,
//! differences and pictures are projections of this structure; nothing else evaluates a condition.
//!
//! No input or output, and no clock: the moment is handed in.

mod beside;
mod calendar;
mod circles;
mod classes;
mod conditions;
mod dates;
mod emergency;
mod faq;
mod fill;
mod flaws;
mod guidance;
mod histories;
mod lacking;
mod periods;
mod places;
mod pointers;
mod readers;
mod said_days;
mod set;
mod slots;
mod taken;
#[cfg(test)]
mod tests;
mod tree;
mod unfold;
mod ways;
mod wordings;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;

use flaws::Found;

use crate::api::tree::Beside;
use crate::content::model::{Attribute, Named, Window};
use crate::content::{Draft, version_of_period};

pub use calendar::{Now, Zones, in_words, zone, zone_names};
pub use classes::classes;
pub use conditions::Conditions;
pub use dates::{YEARS, date, day, is_reversed};
pub use emergency::EmergencyReading;
pub use faq::FaqReading;
pub use fill::{Blanks, Filled, declaration, in_a_text};
pub use flaws::{Flaw, Flawed};
pub use guidance::{Guidance, Lead, Unfolded};
pub use periods::{MAX_READERS, Reader};
pub use places::{Place, PlaceChoice, PlaceKind};
pub use readers::{Readers, Who};
pub use said_days::SaidDays;
pub use set::ReaderSet;
pub use slots::{AnswerSlots, Choice, Entry, EntryBody, ScriptSlots, Slot, Take};
pub use taken::Taken;
pub use tree::{MAX_PATH, MAX_PATHS, Trail, Tree, TreeNode};
pub use unfold::MAX_COPIES;
pub use ways::{Past, Step};
pub use wordings::Wording;

/// Everything that is known of who reads what, from one moment on.
#[derive(Debug)]
pub struct Readings<'a> {
    pub readers: Readers,
    /// The decision tree; absent where there is none that can be read.
    pub guidance: Option<Guidance<'a>>,
    /// The entries of the FAQ, in content's order.
    pub faq: Vec<FaqReading<'a>>,
    /// The words for an emergency; absent where content has none.
    pub emergency: Option<EmergencyReading<'a>>,
    draft: &'a Draft,
    flaws: Vec<Flawed>,
    /// Everyone who has one, in whatever period.
    flawed: ReaderSet,
}

impl<'a> Readings<'a> {
    /// Works it out for a draft, as far as that could be read.
    pub fn of(draft: &'a Draft, moment: Now) -> Self {
        let readers = Readers::of(draft, moment);
        let states = draft.states.as_deref();
        let guidance = draft.tree.as_deref();
        let guidance = guidance.map(|tree| Guidance::of(tree, states, &draft.regions, &readers));
        let conditions = Conditions { readers: &readers, regions: &draft.regions };
        let faq = faq::of(draft, conditions);
        let emergency = draft.emergency.as_deref().map(|file| EmergencyReading::of(file, conditions));
        let flawed = readers.none();
        let mut this = Self { readers, guidance, faq, emergency, draft, flaws: Vec::new(), flawed };
        this.look_for_flaws();
        this
    }

    /// What all this is known of.
    pub fn draft(&self) -> &'a Draft {
        self.draft
    }

    /// The day that counts as today where no region is chosen.
    pub fn today(&self) -> Date {
        match self.readers.moment() {
            Now::On(day) => day,
            Now::At(instant) => self.readers.zones(self.readers.general()).day(instant),
        }
    }

    /// Evaluates conditions for these readers.
    pub fn conditions(&self) -> Conditions<'_> {
        Conditions { readers: &self.readers, regions: &self.draft.regions }
    }

    /// The tree that a reader is served; `None` where it has a flaw, or there is none at all.
    pub fn tree(&self, reader: usize) -> Option<Tree<'a>> {
        self.tree_with(reader, Blanks::Filled(self.filled(self.readers.reader(reader).region)))
    }

    /// The same with something else in its blanks.
    pub fn tree_with(&self, reader: usize, blanks: Blanks<'_>) -> Option<Tree<'a>> {
        let guidance = self.guidance.as_ref().filter(|_| !self.flawed.contains(reader))?;
        Tree::of(guidance, reader, blanks)
    }

    /// What a region is served the node at this key under; `None` where it has no id for it, or there's no such node.
    pub fn id_of(&self, region: usize, key: &str) -> Option<String> {
        let guidance = self.guidance.as_ref()?;
        self.filled(region).id_of(&guidance.entries[guidance.entry(key)?])
    }

    /// What a reader has beside a step before anything was answered.
    pub fn beside(&self, reader: usize) -> Beside {
        let blanks = Blanks::Filled(self.filled(self.readers.reader(reader).region));
        self.guidance.as_ref().map(|guidance| guidance.beside(0, reader, blanks)).unwrap_or_default()
    }

    /// What a region fills the blanks of its texts with.
    pub fn filled(&self, region: usize) -> Filled<'_> {
        static NO_ATTRIBUTES: std::sync::LazyLock<Named<Attribute>> =
            std::sync::LazyLock::new(Named::default);
        Filled {
            state: &self.draft.regions[region],
            attributes: self.draft.states.as_ref().map_or(&NO_ATTRIBUTES, |states| &states.attributes),
            links: self.draft.links.as_deref(),
        }
    }

    /// The trees that `among` read, blanks open, each once with everyone who reads it: in the order of their first
    /// readers. `None` where one of them has no tree.
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

    /// Those of `among` who take the same option everywhere, together.
    pub fn classes(&self, among: &ReaderSet) -> Vec<ReaderSet> {
        self.guidance.as_ref().map_or_else(Vec::new, |guidance| classes(guidance, among))
    }

    /// Every flaw that someone meets whose period isn't over.
    pub fn flaws(&self) -> &[Flawed] {
        &self.flaws
    }

    /// Those in regions whose period isn't over and who have a tree: no flaw is in it.
    pub fn whole(&self) -> ReaderSet {
        self.readers.coming().and(self.readers.in_regions()).but(&self.flawed)
    }

    /// Looks for them.
    fn look_for_flaws(&mut self) {
        let mut found = Found::default();
        let (all, coming) = (self.readers.in_regions(), self.readers.coming());
        if let Some(guidance) = &self.guidance {
            found.routes(guidance, all);
            found.texts(guidance, all);
            found.ids(guidance, &self.readers, |region| self.filled(region), all);
            self.flawed = found.readers(self.readers.count());
            self.flawed.add(&circles::add(guidance, all, coming, &mut found));
        }
        self.flaws = found.all(coming);
    }

    /// Every place of the decision tree that is no plain text or route, in the order of the structure. One that asks for
    /// earlier answers in a node that nobody comes to is left out.
    pub fn places(&self) -> Vec<Place<'a>> {
        self.guidance.as_ref().map_or_else(Vec::new, |guidance| guidance.places(&self.readers))
    }

    /// Everyone who comes to the node at this key, in whatever period.
    pub fn comes_to(&self, key: &str) -> ReaderSet {
        let guidance = self.guidance.as_ref();
        guidance.map_or_else(|| self.readers.none(), |guidance| guidance.comes_to(&self.readers, key))
    }

    /// Everyone who reads what stands at a pointer of the decision tree, in whatever period: those who come to its node,
    /// see its script and take its case. Nobody for what is no part of a node or of the beginning.
    pub fn readers_at(&self, pointer: &str) -> ReaderSet {
        let guidance = self.guidance.as_ref();
        guidance.map_or_else(|| self.readers.none(), |guidance| guidance.readers_at(&self.readers, pointer))
    }

    /// The same of what stands beside every step.
    pub fn places_beside(&self) -> Vec<Place<'a>> {
        self.guidance.as_ref().map_or_else(Vec::new, |guidance| guidance.places_beside(&self.readers))
    }

    /// Everyone who reads what stands at a pointer of the file that says what stands beside every step, in whatever
    /// period and after whatever answers.
    pub fn readers_beside(&self, pointer: &str) -> ReaderSet {
        let guidance = self.guidance.as_ref();
        guidance
            .map_or_else(|| self.readers.none(), |guidance| guidance.readers_beside(&self.readers, pointer))
    }

    /// Everyone who reads what stands at a pointer of a file of the FAQ: those who are shown its entry and take its case,
    /// who has chosen no region among them.
    pub fn readers_of_answer(&self, file: &str, pointer: &str) -> ReaderSet {
        let here = self.faq.iter().filter(|entry| *self.draft.faq[entry.category].document.name == *file);
        here.filter_map(|entry| entry.readers_at(pointer)).next().unwrap_or_else(|| self.readers.none())
    }

    /// Everyone who reads what stands at a pointer of the words for an emergency, who has chosen no region among them.
    pub fn readers_in_emergency(&self, pointer: &str) -> ReaderSet {
        let here = self.emergency.as_ref();
        here.map_or_else(|| self.readers.none(), |emergency| emergency.readers_at(&self.readers, pointer))
    }

    /// Whether something with this window is shown now to whoever has chosen no region.
    pub fn shown(&self, window: Window) -> bool {
        let now = self.readers.now(self.readers.general());
        window.is_open() || self.conditions().holds(None, window, &|_| false).contains(now)
    }

    /// The days that a value of a file names itself, as they are said.
    pub fn said_days(&self, value: &Value) -> SaidDays {
        said_days::said_days(value, self.draft, &self.readers)
    }

    /// What this content is called now: the hash of its files and, where dates matter, the first instant of the period.
    pub fn version(&self) -> String {
        version_of_period(&self.draft.version(), self.readers.since())
    }

    /// The next instant at which something that is served changes; `None` where nothing does.
    pub fn next_turn(&self) -> Option<Timestamp> {
        self.readers.next_turn()
    }
}
