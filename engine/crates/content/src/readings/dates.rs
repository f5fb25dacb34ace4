//! Collects the dates in the content at which one period ends and the next begins.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde_json::Value;

use super::calendar::next_day;
use super::slots::{Entry, Slot, gate, of_route, of_text, scripts};
use crate::content::Draft;
use crate::content::model::{Condition, State, Window};

/// The days on which some text or route changes.
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
    /// Collects the dates of everything that's served. `entries` are the nodes of the tree.
    pub fn served(draft: &Draft, entries: &[Entry<'_>]) -> Self {
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

    /// Collects the dates that path checks depend on. A check's own window starts no period.
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

/// Whether a window ends before it begins.
pub fn is_reversed(window: Window) -> bool {
    window.from.zip(window.until).is_some_and(|(from, until)| until < from)
}

/// The days at whose start a window opens and closes.
fn turns(window: Window) -> impl Iterator<Item = Date> {
    window.from.into_iter().chain(window.until.map(next_day))
}

/// The date of an attribute, by its dotted path.
pub fn date(state: &State, path: &str) -> Option<Date> {
    day(state.attribute(path)?)
}

/// The years that dates in content may have; any other year is a typo.
pub const YEARS: std::ops::Range<i16> = 2000..2200;

/// Parses a day, written year-month-day; `None` if it isn't one or its year isn't in [`YEARS`].
pub fn day(value: &Value) -> Option<Date> {
    let parts = |text: &&str| text.len() == 10 && text.split('-').map(str::len).eq([4, 2, 2]);
    let day: Date = value.as_str().filter(parts)?.parse().ok()?;
    YEARS.contains(&day.year()).then_some(day)
}
