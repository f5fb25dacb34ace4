//! The readers: every region during every period between two instants when something changes for that region.

use std::collections::HashMap;
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::bounds::Bound;
use super::calendar::{Now, Zones, in_words, next_day, zone};
use super::periods::{Dates, Periods, Reader};
use super::set::ReaderSet;
use super::slots::NodeSlots;
use crate::content::Draft;

/// All readers, region by region, with each region's periods in order. Readers without a region come last.
#[derive(Debug, Clone)]
pub struct Readers {
    readers: Vec<Reader>,
    /// The range of each region's readers.
    spans: Vec<Range<usize>>,
    /// Each region's time zones.
    zones: Vec<Zones>,
    /// Names by region.
    names: Vec<String>,
    /// Each region's current reader.
    now: Vec<usize>,
    /// The regions with each code.
    codes: HashMap<String, Vec<usize>>,
    /// For each day that regions depend on: when it begins in each region.
    days: HashMap<Date, Vec<Timestamp>>,
    /// For each date attribute, by dotted path: the instants around it in each region.
    dates: HashMap<String, Vec<Option<[Timestamp; 2]>>>,
    everybody: ReaderSet,
    in_regions: ReaderSet,
    coming: ReaderSet,
    current: ReaderSet,
    /// The instants when something served changes, in order.
    turns: Vec<Timestamp>,
    moment: Now,
    /// The limit that the dates exceeded. If they exceeded one, all dates are ignored.
    pub too_many: Option<Bound>,
}

impl Readers {
    /// Computes the readers of a draft; `entries` are the nodes of its decision tree. Dates that appear only in checks
    /// divide periods, but don't change anything that's served.
    pub fn of(draft: &Draft, entries: &[NodeSlots<'_>], moment: Now) -> Self {
        let (served, checked) = (Dates::served(draft, entries), Dates::checked(draft));
        let site = draft.site.as_ref().and_then(|site| zone(site.time_zone.as_ref()?));
        let site = site.unwrap_or(TimeZone::UTC);
        let mut zones: Vec<Zones> =
            draft.regions.iter().map(|state| Zones::of(&state.time_zones, &site)).collect();
        zones.push(Zones::of([], &site));
        let periods = Periods::of(&draft.regions, &zones, &served, &checked);
        let mut readers = Vec::new();
        let mut spans = Vec::new();
        for (region, instants) in periods.instants.iter().enumerate() {
            let first = readers.len();
            let starts = std::iter::once(None).chain(instants.iter().copied().map(Some));
            let ends = instants.iter().copied().map(Some).chain([None]);
            readers.extend(starts.zip(ends).map(|(from, until)| Reader { region, from, until }));
            spans.push(first..readers.len());
        }
        let instants: Vec<Timestamp> = zones.iter().map(|zones| instant(moment, zones)).collect();
        let is_over = |reader: &Reader| reader.until.is_some_and(|until| until <= instants[reader.region]);
        let begun = |reader: &Reader| reader.from.is_none_or(|from| from <= instants[reader.region]);
        let set =
            |holds: &dyn Fn(&Reader) -> bool| ReaderSet::of(readers.len(), |index| holds(&readers[index]));
        let current = set(&|reader| begun(reader) && !is_over(reader));
        let mut codes: HashMap<String, Vec<usize>> = HashMap::new();
        for (region, state) in draft.regions.iter().enumerate() {
            codes.entry(state.code.clone()).or_default().push(region);
        }
        Self {
            everybody: set(&|_| true),
            in_regions: set(&|reader| reader.region < draft.regions.len()),
            coming: set(&|reader| !is_over(reader)),
            now: current.iter().collect(),
            current,
            names: draft.regions.iter().map(|state| state.name.clone()).collect(),
            codes,
            days: periods.days,
            dates: periods.attributes,
            readers,
            spans,
            zones,
            too_many: periods.too_many,
            turns: periods.turns.into_iter().collect(),
            moment,
        }
    }

    /// Returns the number of readers.
    pub fn count(&self) -> usize {
        self.readers.len()
    }

    /// Returns the reader with this index.
    pub fn reader(&self, index: usize) -> &Reader {
        &self.readers[index]
    }

    /// Returns a region's readers, as a range.
    pub fn of_region(&self, region: usize) -> Range<usize> {
        self.spans[region].clone()
    }

    /// Returns a region's readers, as a set.
    pub fn all_of_region(&self, region: usize) -> ReaderSet {
        ReaderSet::of_ranges(self.count(), [self.of_region(region)])
    }

    /// Returns a region's current reader.
    pub fn now(&self, region: usize) -> usize {
        self.now[region]
    }

    /// Returns the number of regions to choose from.
    pub fn regions(&self) -> usize {
        self.names.len()
    }

    /// Returns the index for readers without a region.
    pub fn general(&self) -> usize {
        self.names.len()
    }

    /// Returns a region's time zones.
    pub fn zones(&self, region: usize) -> &Zones {
        &self.zones[region]
    }

    /// Returns the empty set.
    pub fn none(&self) -> ReaderSet {
        ReaderSet::none(self.count())
    }

    /// Returns every reader.
    pub fn everybody(&self) -> &ReaderSet {
        &self.everybody
    }

    /// Returns the regions with this code: exactly one, unless the content contains a mistake.
    pub fn with_code(&self, code: &str) -> &[usize] {
        self.codes.get(code).map_or(&[], Vec::as_slice)
    }

    /// Returns the index of a region's first reader after `day` begins in its main zone.
    pub fn first_behind(&self, region: usize, day: Date) -> usize {
        let span = self.of_region(region);
        if span.len() == 1 {
            return span.end;
        }
        let known = self.days.get(&day).and_then(|begins| begins.get(region));
        self.behind(region, known.copied().unwrap_or_else(|| self.zones[region].begins(day)))
    }

    /// Returns everyone for whom the date at a dotted path is over in all of their zones.
    pub fn past(&self, path: &str) -> ReaderSet {
        self.around(path, |region, [_, over]| self.behind(region, over)..self.spans[region].end)
    }

    /// Returns everyone for whom the date at a dotted path hasn't begun in any of their zones.
    pub fn before(&self, path: &str) -> ReaderSet {
        self.around(path, |region, [begun, _]| self.spans[region].start..self.behind(region, begun))
    }

    fn around(&self, path: &str, of: impl Fn(usize, [Timestamp; 2]) -> Range<usize>) -> ReaderSet {
        let dates = self.dates.get(path).into_iter().flatten().enumerate();
        ReaderSet::of_ranges(self.count(), dates.filter_map(|(region, date)| Some(of(region, (*date)?))))
    }

    /// Returns the index of a region's first reader whose period begins at the instant `turn` or later.
    fn behind(&self, region: usize, turn: Timestamp) -> usize {
        let span = self.of_region(region);
        span.start + self.readers[span].partition_point(|reader| reader.from < Some(turn))
    }

    /// Returns every region in every period, past ones included, but not readers without a region.
    pub fn in_regions(&self) -> &ReaderSet {
        &self.in_regions
    }

    /// Returns everyone whose period isn't over.
    pub fn coming(&self) -> &ReaderSet {
        &self.coming
    }

    /// Returns everyone whose period is current.
    pub fn current(&self) -> &ReaderSet {
        &self.current
    }

    /// Returns the moment that "now" refers to.
    pub fn moment(&self) -> Now {
        self.moment
    }

    /// Returns the instant when the currently served content took effect: the latest change that any region has
    /// reached. `None` before the first date, or without dates.
    pub fn since(&self) -> Option<Timestamp> {
        let served = |from: &Timestamp| self.turns.binary_search(from).is_ok();
        let last = |region: usize| {
            let come_to = self.spans[region].start..=self.now[region];
            come_to.rev().filter_map(|index| self.readers[index].from).find(served)
        };
        (0..self.spans.len()).filter_map(last).max()
    }

    /// Returns every instant when something served changes, in order.
    pub fn turns(&self) -> &[Timestamp] {
        &self.turns
    }

    /// Returns the next instant when something served changes.
    pub fn next_turn(&self) -> Option<Timestamp> {
        let Now::At(now) = self.moment else { return None };
        self.turns.iter().copied().find(|turn| *turn > now)
    }

    /// Returns the regions in `set`, each once, in content order.
    pub fn regions_of(&self, set: &ReaderSet) -> Vec<usize> {
        let mut regions: Vec<usize> = set.iter().map(|reader| self.readers[reader].region).collect();
        regions.dedup();
        regions
    }

    /// Describes a non-empty `set` for a finding: the regions' names and, if none of the periods is current, the day
    /// the first one starts.
    pub fn who(&self, set: &ReaderSet) -> Who<'_> {
        let names = self.regions_of(set).into_iter();
        let names = names.filter_map(|region| self.names.get(region).map(String::as_str)).collect();
        let on = (!set.meets(&self.current))
            .then(|| {
                let days = set.iter().filter_map(|reader| self.first_day(reader));
                days.min()
            })
            .flatten();
        Who { names, on }
    }

    /// Returns the first day on which the periods of everyone in `set` are over; `None` if someone's period never ends.
    pub fn over_since(&self, set: &ReaderSet) -> Option<Date> {
        let ends = set.iter().map(|reader| {
            let Reader { region, until, .. } = &self.readers[reader];
            Some(self.zones[*region].day((*until)?))
        });
        ends.collect::<Option<Vec<Date>>>()?.into_iter().max()
    }

    /// Returns whether `day` is over in a region's main zone.
    pub fn is_over(&self, region: usize, day: Date) -> bool {
        self.zones[region].begins(next_day(day)) <= instant(self.moment, &self.zones[region])
    }

    /// Returns the day when a reader's period begins, in its region's main zone.
    pub fn first_day(&self, reader: usize) -> Option<Date> {
        let Reader { region, from, .. } = &self.readers[reader];
        Some(self.zones[*region].day((*from)?))
    }
}

/// A description of some readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who<'a> {
    /// The regions' names, in content order.
    pub names: Vec<&'a str>,
    /// The day it starts; absent if it already has.
    pub on: Option<Date>,
}

impl Who<'_> {
    /// Returns ` from October 5, 2026 on`, or an empty string if the period has already started.
    pub fn from(&self) -> String {
        self.on.map_or_else(String::new, |day| format!(" from {} on", in_words(day)))
    }
}

/// Returns the instant that `moment` means in these zones.
fn instant(moment: Now, zones: &Zones) -> Timestamp {
    match moment {
        Now::At(instant) => instant,
        // The first instant when it's this day in all of these zones, which are less than a day apart.
        Now::On(day) => zones.begins_everywhere(day),
    }
}
