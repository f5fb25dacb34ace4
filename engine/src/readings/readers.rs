//! Who reads: every region in every period between two instants at which something changes for it.

use std::collections::HashMap;
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::bounds::Bound;
use super::calendar::{Now, Zones, in_words, next_day, zone};
use super::dates::Dates;
use super::periods::{Around, Periods, Places, Reader, behind};
use super::set::ReaderSet;
use crate::content::Draft;

/// Every reader: region by region, each with its periods in order; last, whoever has chosen no region.
#[derive(Debug, Clone)]
pub struct Readers {
    readers: Vec<Reader>,
    /// By region.
    spans: Vec<Range<usize>>,
    /// By region.
    zones: Vec<Zones>,
    /// Names, by region.
    names: Vec<String>,
    /// The reader that each region is now.
    now: Vec<usize>,
    /// By code: the regions that have it.
    codes: HashMap<String, Vec<usize>>,
    places: Places,
    everybody: ReaderSet,
    in_regions: ReaderSet,
    coming: ReaderSet,
    current: ReaderSet,
    /// Instants at which something that is served changes, in order.
    turns: Vec<Timestamp>,
    moment: Now,
    /// The bound for which no date is counted: they were too many.
    pub too_many: Option<Bound>,
}

impl Readers {
    /// The readers of a draft. Dates that only its checks name divide periods and turn nothing that is served.
    pub fn of(draft: &Draft, moment: Now) -> Self {
        let (served, checked) = (Dates::served(draft), Dates::checked(draft));
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
        let places = Places::of(&readers, &spans, &periods);
        Self {
            everybody: set(&|_| true),
            in_regions: set(&|reader| reader.region < draft.regions.len()),
            coming: set(&|reader| !is_over(reader)),
            now: current.iter().collect(),
            current,
            names: draft.regions.iter().map(|state| state.name.clone()).collect(),
            codes,
            places,
            readers,
            spans,
            zones,
            too_many: periods.too_many,
            turns: periods.turns.into_iter().collect(),
            moment,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.readers.len()
    }

    /// The reader of this index.
    pub fn reader(&self, index: usize) -> &Reader {
        &self.readers[index]
    }

    /// The readers that a region is, one after the other.
    pub fn of_region(&self, region: usize) -> Range<usize> {
        self.spans[region].clone()
    }

    /// The same, as a set.
    pub fn all_of_region(&self, region: usize) -> ReaderSet {
        ReaderSet::of_ranges(self.count(), [self.of_region(region)])
    }

    /// The reader that a region is now.
    pub fn now(&self, region: usize) -> usize {
        self.now[region]
    }

    /// How many regions there are to choose from.
    pub fn regions(&self) -> usize {
        self.names.len()
    }

    /// Place of the region that nobody has chosen.
    pub fn general(&self) -> usize {
        self.names.len()
    }

    /// The zones of a region.
    pub fn zones(&self, region: usize) -> &Zones {
        &self.zones[region]
    }

    /// Nobody.
    pub fn none(&self) -> ReaderSet {
        ReaderSet::none(self.count())
    }

    /// Every reader there is.
    pub fn everybody(&self) -> &ReaderSet {
        &self.everybody
    }

    /// The regions with this code: one, where no mistake was made.
    pub fn with_code(&self, code: &str) -> &[usize] {
        self.codes.get(code).map_or(&[], Vec::as_slice)
    }

    /// Place of the first reader of a region behind the beginning of `day` in its main zone.
    pub fn first_behind(&self, region: usize, day: Date) -> usize {
        let span = self.of_region(region);
        if span.len() == 1 {
            return span.end;
        }
        match self.places.days.get(&day).and_then(|places| places.get(region)) {
            Some(place) => *place,
            None => behind(&self.readers, span, self.zones[region].begins(day)),
        }
    }

    /// Those for whom the date at a dotted path is before today, in all of their zones.
    pub fn past(&self, path: &str) -> ReaderSet {
        self.around(path, |span, around| around.over..span.end)
    }

    /// Those for whom it's after today, in all of their zones.
    pub fn before(&self, path: &str) -> ReaderSet {
        self.around(path, |span, around| span.start..around.begun)
    }

    fn around(&self, path: &str, of: impl Fn(Range<usize>, Around) -> Range<usize>) -> ReaderSet {
        let dates = self.places.attributes.get(path).into_iter().flatten().enumerate();
        let spans = dates.filter_map(|(region, around)| Some(of(self.of_region(region), (*around)?)));
        ReaderSet::of_ranges(self.count(), spans)
    }

    /// Every region in every period, past ones as well; not who has chosen none.
    pub fn in_regions(&self) -> &ReaderSet {
        &self.in_regions
    }

    /// Everyone whose period isn't over.
    pub fn coming(&self) -> &ReaderSet {
        &self.coming
    }

    /// Everyone whose period it is now.
    pub fn current(&self) -> &ReaderSet {
        &self.current
    }

    /// The moment that all this is seen from.
    pub fn moment(&self) -> Now {
        self.moment
    }

    /// The instant at which what is served now began to be so; `None` before the first date, or without any. On a day
    /// that is everywhere the same, the last that any region has come to.
    pub fn since(&self) -> Option<Timestamp> {
        let served = |from: &Timestamp| self.turns.binary_search(from).is_ok();
        let last = |region: usize| {
            let come_to = self.spans[region].start..=self.now[region];
            come_to.rev().filter_map(|index| self.readers[index].from).find(served)
        };
        (0..self.spans.len()).filter_map(last).max()
    }

    /// Every instant at which something that is served changes, in order.
    pub fn turns(&self) -> &[Timestamp] {
        &self.turns
    }

    /// The next instant at which something that is served changes.
    pub fn next_turn(&self) -> Option<Timestamp> {
        let Now::At(now) = self.moment else { return None };
        self.turns.iter().copied().find(|turn| *turn > now)
    }

    /// The regions that some of `set` are, each once, in content's order.
    pub fn regions_of(&self, set: &ReaderSet) -> Vec<usize> {
        let mut regions: Vec<usize> = set.iter().map(|reader| self.readers[reader].region).collect();
        regions.dedup();
        regions
    }

    /// Who is meant by `set`, which isn't empty, for a finding: names of regions, and the day from which on, where
    /// nobody of them reads it today.
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

    /// The first day that is too late for all of `set`; `None` where someone's period never ends.
    pub fn over_since(&self, set: &ReaderSet) -> Option<Date> {
        let ends = set.iter().map(|reader| {
            let Reader { region, until, .. } = &self.readers[reader];
            Some(self.zones[*region].day((*until)?))
        });
        ends.collect::<Option<Vec<Date>>>()?.into_iter().max()
    }

    /// Whether `day` is over where a region is.
    pub fn is_over(&self, region: usize, day: Date) -> bool {
        self.zones[region].begins(next_day(day)) <= instant(self.moment, &self.zones[region])
    }

    /// The day on which a reader's period begins, by its region's main zone.
    pub fn first_day(&self, reader: usize) -> Option<Date> {
        let Reader { region, from, .. } = &self.readers[reader];
        Some(self.zones[*region].day((*from)?))
    }
}

/// For whom something holds, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who<'a> {
    /// Names of regions, in content's order.
    pub names: Vec<&'a str>,
    /// The day from which on; absent where it holds today.
    pub on: Option<Date>,
}

impl Who<'_> {
    /// ` from October 5, 2026, on`, where that isn't today.
    pub fn from(&self) -> String {
        self.on.map_or_else(String::new, |day| format!(" from {} on", in_words(day)))
    }
}

/// The instant that counts as now where these zones are.
fn instant(moment: Now, zones: &Zones) -> Timestamp {
    match moment {
        Now::At(instant) => instant,
        // When it's this day in every zone: zones lie less than a day apart.
        Now::On(day) => zones.begins_everywhere(day),
    }
}
