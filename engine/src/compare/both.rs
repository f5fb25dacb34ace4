//! The two versions: which regions they share, and what each of these reads when.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde::Serialize;
use serde_json::Value;

use super::align::renamed;
use super::told::Told;
use super::values::readable;
use crate::content::model::State;
use crate::content::{Complete, Draft};
use crate::readings::{Reader, Readings, Tree, in_words};

/// The two versions, without a gap.
pub struct Both<'a> {
    pub old: Complete<'a>,
    pub new: Complete<'a>,
    /// The old one, the new one.
    pub read: [&'a Readings<'a>; 2],
    /// Places, in the old and the new content, of the regions that both have, in the new order.
    pub shared: Vec<[usize; 2]>,
    pub renamed: Renamed<'a>,
}

/// The nodes of the tree that have another key: the old one by the new.
#[derive(Debug, Default)]
pub struct Renamed<'a>(HashMap<&'a str, &'a str>);

impl<'a> Renamed<'a> {
    /// Those of the same kind that say most of what the other one said.
    pub fn of(old: &'a Draft, new: &'a Draft) -> Self {
        let mut out = HashMap::new();
        for list in ["questions", "solutions"] {
            let sides: [(Vec<&str>, Vec<&Value>); 2] = [old, new].map(|draft| {
                let tree = draft.tree.as_ref().and_then(|tree| tree.document.value.get(list)?.as_object());
                tree.into_iter().flatten().map(|(key, node)| (key.as_str(), node)).unzip()
            });
            let [(then, _), (now, _)] = &sides;
            let pairs = renamed([then, now], |side, at| Some(readable(sides[side].1[at])));
            out.extend(pairs.into_iter().map(|[was, is]| (now[is], then[was])));
        }
        Self(out)
    }

    /// What the old version calls the node that is `key` in the new one.
    pub fn before<'k>(&self, key: &'k str) -> &'k str
    where
        'a: 'k,
    {
        self.0.get(key).copied().unwrap_or(key)
    }

    /// Whether this is what a node was called that has another key.
    pub fn is_old(&self, key: &str) -> bool {
        self.0.values().any(|then| *then == key)
    }

    /// Gives the nodes of an old tree their new keys: what they're served under stays.
    pub fn rename(&self, tree: &mut Tree<'a>) {
        for node in &mut tree.nodes {
            if let Some((now, _)) = self.0.iter().find(|(_, then)| **then == node.key) {
                node.key = now;
            }
        }
    }
}

/// A time, from now on, in which a region reads one thing in each version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stretch {
    /// Place among the shared ones; one behind the last is whoever has chosen no region.
    pub region: usize,
    /// Who it is in the old version and in the new one.
    pub readers: [usize; 2],
    /// Absent where it's now.
    pub from: Option<Timestamp>,
    /// The first instant that is too late; absent where it stays so.
    pub until: Option<Timestamp>,
}

/// For whom something differs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Who {
    /// Places among the shared regions, in their order.
    pub regions: Vec<usize>,
    /// Also for whoever has chosen none.
    pub general: bool,
    /// Absent where it does now.
    pub period: Option<Period>,
}

/// When something differs that doesn't today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Period {
    /// The first day on which it does.
    pub from: Date,
    /// The last one; absent where it stays so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
}

impl Period {
    /// `from October 6, 2026 on`.
    pub fn words(&self) -> String {
        let from = in_words(self.from);
        match self.until {
            Some(until) if until == self.from => format!("on {from}"),
            Some(until) => format!("from {from} until {}", in_words(until)),
            None => format!("from {from} on"),
        }
    }
}

impl<'a> Both<'a> {
    /// `None` where one of them is incomplete.
    pub fn of(old: &'a Readings<'a>, new: &'a Readings<'a>) -> Option<Self> {
        let read = [old, new];
        let renamed = Renamed::of(old.draft(), new.draft());
        let (old, new) = (old.draft().complete()?, new.draft().complete()?);
        let place = |code: &str| old.regions.iter().position(|state| state.code == code);
        let shared = new.regions.iter().enumerate();
        let shared = shared.filter_map(|(at, state)| Some([place(&state.code)?, at])).collect();
        Some(Self { old, new, read, shared, renamed })
    }

    /// A shared region in the old version and in the new one.
    pub fn states(&self, region: usize) -> [&'a State; 2] {
        let [old, new] = self.shared[region];
        [&self.old.regions[old], &self.new.regions[new]]
    }

    /// Codes of the shared regions at these places.
    pub fn codes(&self, regions: &[usize]) -> Vec<String> {
        regions.iter().map(|region| self.states(*region)[1].code.clone()).collect()
    }

    /// What every shared region reads from now on.
    pub fn stretches(&self) -> Vec<Stretch> {
        (0..self.shared.len()).flat_map(|region| self.of_region(region)).collect()
    }

    /// What a shared region reads from now on, or whoever has chosen none.
    pub fn of_region(&self, region: usize) -> Vec<Stretch> {
        let general = || self.read.map(|readings| readings.readers.general());
        let places = self.shared.get(region).copied().unwrap_or_else(general);
        let coming = |side: usize| {
            let readers = &self.read[side].readers;
            let mut all = readers.of_region(places[side]).filter(|reader| readers.coming().contains(*reader));
            all.next().map(|first| (first, all))
        };
        let (Some((mut old, mut after_old)), Some((mut new, mut after_new))) = (coming(0), coming(1)) else {
            return Vec::new();
        };
        let (mut from, mut out) = (None, Vec::new());
        loop {
            let ends = [(0, old), (1, new)].map(|(side, reader)| self.reader(side, reader).until);
            let until = ends.into_iter().flatten().min();
            out.push(Stretch { region, readers: [old, new], from, until });
            let Some(turn) = until else { return out };
            // Who doesn't end here goes on; the last one of a region never ends.
            if ends[0] == Some(turn) {
                old = after_old.next().unwrap_or(old);
            }
            if ends[1] == Some(turn) {
                new = after_new.next().unwrap_or(new);
            }
            from = Some(turn);
        }
    }

    fn reader(&self, side: usize, reader: usize) -> &Reader {
        self.read[side].readers.reader(reader)
    }

    /// Those for whom it differs in some of these times: first who has it now, then who will, together where it's on the
    /// same days.
    pub fn who(&self, stretches: &[Stretch]) -> Vec<Who> {
        let mut sorted: Vec<&Stretch> = stretches.iter().collect();
        sorted.sort_by_key(|stretch| (stretch.region, stretch.from));
        sorted.dedup();
        let mut groups: BTreeMap<Option<Period>, Who> = BTreeMap::new();
        for own in sorted.chunk_by(|a, b| a.region == b.region) {
            let is_now = own.first().is_some_and(|first| first.from.is_none());
            let times = own.chunk_by(|a, b| a.until == b.from).filter(|_| !is_now);
            let later = times.filter_map(|time| self.period(time.first()?, time.last()?.until));
            for period in is_now.then_some(None).into_iter().chain(later.map(Some)) {
                let who = Who { regions: Vec::new(), general: false, period };
                let who = groups.entry(period).or_insert(who);
                match own.first().map(|first| first.region).filter(|region| *region < self.shared.len()) {
                    // Twice on one day, with an hour of something else between.
                    Some(region) if who.regions.last() == Some(&region) => {}
                    Some(region) => who.regions.push(region),
                    None => who.general = true,
                }
            }
        }
        groups.into_values().collect()
    }

    /// The days of a time that begins with `first`, by the main zone of its region; `None` where that's now.
    fn period(&self, first: &Stretch, until: Option<Timestamp>) -> Option<Period> {
        let [_, new] = self.read;
        let region = self.shared.get(first.region).map_or(new.readers.general(), |[_, new]| *new);
        let zones = new.readers.zones(region);
        let last = |turn: Timestamp| zones.day(turn.saturating_sub(1.nanosecond()).unwrap_or(turn));
        Some(Period { from: zones.day(first.from?), until: until.map(last) })
    }

    /// The trees of both versions, blanks open, in pairs: each pair once, with all who read the one and then the other.
    /// `None` where someone has no tree.
    pub fn trees(&self) -> Option<Trees<'a>> {
        let trees = |side: usize| {
            let readings = self.read[side];
            readings.open_trees(&readings.readers.coming().and(readings.readers.in_regions()))
        };
        let mut sides = [trees(0)?, trees(1)?];
        sides[0].iter_mut().for_each(|(tree, _)| self.renamed.rename(tree));
        let place = [0, 1].map(|side: usize| {
            let read = sides[side].iter().enumerate();
            let read =
                read.flat_map(|(place, (_, readers))| readers.iter().map(move |reader| (reader, place)));
            read.collect::<HashMap<usize, usize>>()
        });
        let mut pairs = Told::default();
        for stretch in self.stretches() {
            let [old, new] = stretch.readers;
            pairs.add([*place[0].get(&old)?, *place[1].get(&new)?], [stretch]);
        }
        let trees = sides.map(|side| side.into_iter().map(|(tree, _)| tree).collect());
        Some(Trees { trees, pairs: pairs.into_iter().collect() })
    }
}

/// The trees of two versions.
pub struct Trees<'a> {
    trees: [Vec<Tree<'a>>; 2],
    pairs: Vec<([usize; 2], Vec<Stretch>)>,
}

impl<'a> Trees<'a> {
    /// The old tree and the new one of everyone, in the order of their first regions.
    pub fn pairs(&self) -> impl Iterator<Item = ([&Tree<'a>; 2], &[Stretch])> {
        self.pairs
            .iter()
            .map(|([old, new], who)| ([&self.trees[0][*old], &self.trees[1][*new]], who.as_slice()))
    }
}
