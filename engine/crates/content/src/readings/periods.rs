//! Computes, once for all conditions, when something begins or ends for each region. This determines which readers
//! exist.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;

use super::bounds::{Bound, MAX_OPTIONS, MAX_READERS};
use super::calendar::{Zones, date, next_day};
use super::slots::{NodeSlots, Slot, gate, of_route, of_text, scripts};
use crate::content::Draft;
use crate::content::model::{Condition, State, Window};

/// A region in a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// Index of the region. An index one past the last region means that no region was chosen.
    pub region: usize,
    /// The first instant; absent if the period has no beginning.
    pub from: Option<Timestamp>,
    /// The first instant after the period; absent if it has no end.
    pub until: Option<Timestamp>,
}

/// The instants when one period ends and the next begins.
#[derive(Debug, Default)]
pub struct Periods {
    /// The instants by region; the last set is for readers without a region.
    pub instants: Vec<BTreeSet<Timestamp>>,
    /// The instants when something served changes.
    pub turns: BTreeSet<Timestamp>,
    /// For each day that regions depend on: when it begins in each region.
    pub days: HashMap<Date, Vec<Timestamp>>,
    /// For each date attribute, by dotted path: the instants around it in each region.
    pub attributes: HashMap<String, Vec<Option<[Timestamp; 2]>>>,
    /// The limit that the dates exceeded. If they exceeded one, no instants are kept.
    pub too_many: Option<Bound>,
}

impl Periods {
    /// Computes the periods of regions in these zones. The last zone is the site's.
    pub fn of(regions: &[State], zones: &[Zones], served: &Dates, checked: &Dates) -> Self {
        let mut this = Self::default();
        for path in served.attributes.union(&checked.attributes) {
            let around = |(state, zones)| date(state, path).map(|day| around(zones, day));
            this.attributes.insert(path.clone(), regions.iter().zip(zones).map(around).collect());
        }
        let mut readers = 0;
        for (region, zones) in zones.iter().enumerate() {
            let days = if region < regions.len() { &served.of_regions } else { &served.of_site };
            let mut instants = BTreeSet::new();
            for day in days {
                let begins = zones.begins(*day);
                instants.insert(begins);
                if region < regions.len() {
                    this.days.entry(*day).or_default().push(begins);
                }
            }
            instants.extend(this.around(&served.attributes, region));
            this.turns.extend(&instants);
            instants.extend(this.around(&checked.attributes, region));
            readers += instants.len() + 1;
            this.instants.push(instants);
            this.too_many = match () {
                () if readers > MAX_READERS => Some(Bound::Dates),
                () if readers.saturating_mul(served.options) > MAX_OPTIONS => Some(Bound::Options),
                () => continue,
            };
            let instants = vec![BTreeSet::new(); regions.len() + 1];
            return Self {
                instants,
                attributes: this.attributes,
                too_many: this.too_many,
                ..Self::default()
            };
        }
        this
    }

    fn around(&self, paths: &BTreeSet<String>, region: usize) -> Vec<Timestamp> {
        let around = paths.iter().filter_map(|path| *self.attributes.get(path)?.get(region)?);
        around.flatten().collect()
    }
}

/// Returns the two instants around a day: when the day begins in the first zone to reach it, and when it's over in
/// every zone.
fn around(zones: &Zones, day: Date) -> [Timestamp; 2] {
    [zones.begins_somewhere(day), zones.begins_everywhere(next_day(day))]
}

/// The days when text or a route changes.
#[derive(Debug, Clone, Default)]
pub struct Dates {
    /// Days that apply to regions, each in its own zone.
    pub of_regions: BTreeSet<Date>,
    /// Days that apply without a region, in the site's zone.
    pub of_site: BTreeSet<Date>,
    /// Dotted paths of the date attributes that conditions compare with today.
    pub attributes: BTreeSet<String>,
    /// The number of options with a condition or days.
    pub options: usize,
}

impl Dates {
    /// Collects the dates in everything that's served. `entries` are the nodes of the tree.
    pub fn served(draft: &Draft, entries: &[NodeSlots<'_>]) -> Self {
        let mut dates = Self::default();
        draft.tree.iter().for_each(|tree| dates.slots(&[of_route(String::new(), &tree.start)]));
        entries.iter().for_each(|entry| dates.slots(&entry.slots));
        if let Some(states) = &draft.states {
            states.badges.iter().for_each(|badge| dates.region(badge.when.as_ref(), badge.window));
            let labels = states.link_labels.iter();
            labels.for_each(|(_, label)| dates.region(label.0.when.as_ref(), label.0.window));
            let mut slots = Vec::new();
            scripts("", states.scripts().indexed(), &mut slots);
            dates.slots(&slots);
        }
        for entry in draft.faq.iter().flat_map(|file| file.entries.iter()) {
            let shown = gate(String::new(), None, entry.window);
            dates.general_slots(&[shown, of_text(String::new(), None, &entry.answer)]);
        }
        if let Some(emergency) = &draft.emergency {
            let mut slots = vec![of_text(String::new(), None, &emergency.text)];
            for choice in emergency.choices.iter() {
                slots.push(gate(String::new(), choice.when.as_ref(), choice.window));
                scripts("", choice.scripts.indexed(), &mut slots);
            }
            emergency.upset.iter().for_each(|upset| _ = scripts("", upset.scripts.indexed(), &mut slots));
            dates.general_slots(&slots);
        }
        for item in draft.announcements.iter().flat_map(|file| file.announcements.iter()) {
            dates.site(item.window);
        }
        for section in &draft.support {
            dates.site(section.window);
            section.scripts.iter().for_each(|script| dates.site(script.window));
        }
        for (_, step) in draft.flows.iter().flat_map(|file| file.steps.iter()) {
            step.scripts.iter().for_each(|script| dates.site(script.window));
        }
        for mode in draft.agreement.iter().flat_map(|file| file.modes.iter()) {
            mode.body.iter().for_each(|part| dates.site(part.script.window));
        }
        dates
    }

    /// Collects the dates that path checks depend on. A check's own window doesn't start a period.
    pub fn checked(draft: &Draft) -> Self {
        let mut dates = Self::default();
        for check in draft.path_checks.iter().flat_map(|file| file.paths.iter()) {
            dates.condition(check.when.as_ref());
        }
        dates
    }

    fn slots(&mut self, slots: &[Slot<'_>]) {
        for choice in slots.iter().flat_map(|slot| &slot.choices) {
            self.region(choice.when, choice.window);
        }
    }

    /// Adds slots that are also read without a region, where only options without a condition apply.
    fn general_slots(&mut self, slots: &[Slot<'_>]) {
        self.slots(slots);
        let open = slots.iter().flat_map(|slot| &slot.choices).filter(|choice| choice.when.is_none());
        open.for_each(|choice| self.site(choice.window));
    }

    fn region(&mut self, when: Option<&Condition>, window: Window) {
        self.options += usize::from(when.is_some() || !window.is_open());
        self.of_regions.extend(turns(window));
        self.condition(when);
    }

    fn site(&mut self, window: Window) {
        self.of_site.extend(turns(window));
    }

    fn condition(&mut self, when: Option<&Condition>) {
        for part in when.iter().flat_map(|when| when.parts()) {
            self.attributes.extend(part.past.iter().chain(&part.before).cloned());
        }
    }
}

/// Returns the days that start with the window opening or closing.
fn turns(window: Window) -> impl Iterator<Item = Date> {
    window.from.into_iter().chain(window.until.map(next_day))
}
