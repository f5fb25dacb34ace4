//! When something begins or ends for a region, and where that is among its readers: worked out once for all conditions
//! that ask.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;

use super::bounds::{Bound, MAX_OPTIONS, MAX_READERS};
use super::calendar::{Zones, next_day};
use super::dates::{Dates, date};
use crate::content::model::State;

/// A region in a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// Place of the region; one behind the last is nobody's region: who has chosen none.
    pub region: usize,
    /// The first instant; absent where it has always been so.
    pub from: Option<Timestamp>,
    /// The first instant that is too late; absent where it stays so.
    pub until: Option<Timestamp>,
}

/// The instants between which nothing changes.
#[derive(Debug, Default)]
pub struct Periods {
    /// By region, and last for whoever has chosen none.
    pub instants: Vec<BTreeSet<Timestamp>>,
    /// Those at which something that is served changes.
    pub turns: BTreeSet<Timestamp>,
    /// By day that regions go by: when it begins, by region.
    pub days: BTreeMap<Date, Vec<Timestamp>>,
    /// By the dotted path of a date: the instants around it, by region.
    pub attributes: BTreeMap<String, Vec<Option<[Timestamp; 2]>>>,
    /// The bound for which they are left out.
    pub too_many: Option<Bound>,
}

impl Periods {
    /// Of regions in these zones, behind which stand the site's.
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

/// Two instants around a day: when it begins in the first of the zones to come to it, and when it's over in all.
fn around(zones: &Zones, day: Date) -> [Timestamp; 2] {
    [zones.begins_somewhere(day), zones.begins_everywhere(next_day(day))]
}

/// Places of readers, by what conditions ask for.
#[derive(Debug, Clone)]
pub struct Places {
    /// The first behind the beginning of a day, by region.
    pub days: HashMap<Date, Vec<usize>>,
    /// By the dotted path of a date, then by region; absent where that has none.
    pub attributes: HashMap<String, Vec<Option<Around>>>,
}

/// Where a date is among the readers of a region.
#[derive(Debug, Clone, Copy)]
pub struct Around {
    /// From here on the day has begun in one of the zones.
    pub begun: usize,
    /// From here on it's over in all of them.
    pub over: usize,
}

impl Places {
    /// Among `readers`, of whom each region has a span.
    pub fn of(readers: &[Reader], spans: &[Range<usize>], periods: &Periods) -> Self {
        let place = |region: usize, turn: Timestamp| behind(readers, spans[region].clone(), turn);
        let days = periods.days.iter().map(|(day, turns)| {
            (*day, turns.iter().enumerate().map(|(region, turn)| place(region, *turn)).collect())
        });
        let attributes = periods.attributes.iter().map(|(path, dates)| {
            let around = |(region, turns): (usize, &Option<[Timestamp; 2]>)| {
                turns.map(|[begun, over]| Around { begun: place(region, begun), over: place(region, over) })
            };
            (path.clone(), dates.iter().enumerate().map(around).collect())
        });
        Self { days: days.collect(), attributes: attributes.collect() }
    }
}

/// Place of the first of a region's readers behind `turn`.
pub fn behind(readers: &[Reader], span: Range<usize>, turn: Timestamp) -> usize {
    span.start + readers[span].partition_point(|reader| reader.from < Some(turn))
}
