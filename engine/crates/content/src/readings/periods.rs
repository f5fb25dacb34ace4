//! Computes when something begins or ends for each region, and so which readers there are: once, for all conditions.

use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;

use super::bounds::{Bound, MAX_OPTIONS, MAX_READERS};
use super::calendar::{Zones, next_day};
use super::dates::{Dates, date};
use crate::content::model::State;

/// A region in a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// Index of the region. One past the last stands for no region chosen.
    pub region: usize,
    /// The first instant; absent if it has no beginning.
    pub from: Option<Timestamp>,
    /// The first instant after it; absent if it has no end.
    pub until: Option<Timestamp>,
}

/// The instants at which one period ends and the next begins.
#[derive(Debug, Default)]
pub struct Periods {
    /// By region; the last is for no region.
    pub instants: Vec<BTreeSet<Timestamp>>,
    /// The ones at which something served changes.
    pub turns: BTreeSet<Timestamp>,
    /// For each day that regions depend on: when it begins in each region.
    pub days: HashMap<Date, Vec<Timestamp>>,
    /// For each date attribute, by dotted path: the instants around it in each region.
    pub attributes: HashMap<String, Vec<Option<[Timestamp; 2]>>>,
    /// The limit that the dates exceeded; if there's one, no instants are kept.
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

/// The two instants around a day: when it begins in the first zone to reach it, and when it's over in every zone.
fn around(zones: &Zones, day: Date) -> [Timestamp; 2] {
    [zones.begins_somewhere(day), zones.begins_everywhere(next_day(day))]
}
