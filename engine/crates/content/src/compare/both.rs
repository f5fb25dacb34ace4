//! The two versions: the regions they share, what each shared region reads when, and findings grouped by the readers
//! they affect.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde::Serialize;

use super::lists::paired;
use super::values::readable;
use crate::content::model::State;
use crate::content::{Complete, Draft};
use crate::readings::{Reader, Readings, Tree, in_words};

/// The two versions, both complete.
pub struct Both<'a> {
    pub old: Complete<'a>,
    pub new: Complete<'a>,
    /// The readings of the old version and the new one.
    pub read: [&'a Readings<'a>; 2],
    /// The regions that both versions have, by their index in the old and the new content, in the new order.
    pub shared: Vec<[usize; 2]>,
    pub renamed: RenamedNodes<'a>,
}

/// Maps the new keys of renamed nodes to their old keys.
#[derive(Debug, Default)]
pub struct RenamedNodes<'a>(HashMap<&'a str, &'a str>);

impl<'a> RenamedNodes<'a> {
    /// Finds renamed nodes: a node counts as renamed if a node of the same kind in the other version shares most of its
    /// words.
    pub fn of(old: &'a Draft, new: &'a Draft) -> Self {
        let mut out = HashMap::new();
        for list in ["questions", "solutions"] {
            let nodes = [old, new].map(|draft| draft.tree.as_ref()?.document.value.get(list)?.as_object());
            let keys = nodes.map(|nodes| nodes.into_iter().flatten().map(|(key, _)| key.as_str()).collect());
            let pairs = paired(&keys, |side, at| Some(readable(nodes[side]?.values().nth(at)?)));
            let [then, now] = &keys;
            let both = pairs.into_iter().filter_map(|[was, is]| Some((now[is?], then[was?])));
            out.extend(both.filter(|(now, then)| now != then));
        }
        Self(out)
    }

    /// Returns the key that a node had in the old version; `key` is the one in the new version.
    pub fn before<'k>(&self, key: &'k str) -> &'k str
    where
        'a: 'k,
    {
        self.0.get(key).copied().unwrap_or(key)
    }

    /// Whether `key` is the old key of a renamed node.
    pub fn is_old(&self, key: &str) -> bool {
        self.0.values().any(|then| *then == key)
    }

    /// Gives the nodes of an old tree their new keys, but keeps the ids they're served under.
    pub fn rename(&self, tree: &mut Tree<'a>) {
        for node in &mut tree.nodes {
            if let Some((now, _)) = self.0.iter().find(|(_, then)| **then == node.key) {
                node.key = now;
            }
        }
    }
}

/// A current or future span of time in which a region has a single reader in each version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stretch {
    /// Index among the shared regions. An index one past the last region means that no region was chosen.
    pub region: usize,
    /// The region's reader in the old version and in the new one.
    pub readers: [usize; 2],
    /// When the span starts; absent if it already has.
    pub from: Option<Timestamp>,
    /// The first instant after the span; absent if it has no end.
    pub until: Option<Timestamp>,
}

/// The readers for whom something differs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Affected {
    /// Indices among the shared regions, in order.
    pub regions: Vec<usize>,
    /// Whether it also differs for readers without a region.
    pub general: bool,
    /// The days on which it differs; absent if it differs now.
    pub period: Option<DifferingDays>,
}

/// The days of a future difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct DifferingDays {
    /// The first day on which it differs.
    pub from: Date,
    /// The last day on which it differs; absent if there's no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
}

impl DifferingDays {
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
    /// Pairs two versions; `None` if one of them is incomplete.
    pub fn of(old: &'a Readings<'a>, new: &'a Readings<'a>) -> Option<Self> {
        let read = [old, new];
        let renamed = RenamedNodes::of(old.draft(), new.draft());
        let (old, new) = (old.draft().complete()?, new.draft().complete()?);
        let place = |code: &str| old.regions.iter().position(|state| state.code == code);
        let shared = new.regions.iter().enumerate();
        let shared = shared.filter_map(|(at, state)| Some([place(&state.code)?, at])).collect();
        Some(Self { old, new, read, shared, renamed })
    }

    /// Returns a shared region in the old version and in the new one.
    pub fn states(&self, region: usize) -> [&'a State; 2] {
        let [old, new] = self.shared[region];
        [&self.old.regions[old], &self.new.regions[new]]
    }

    /// Returns the codes of these shared regions.
    pub fn codes(&self, regions: &[usize]) -> Vec<String> {
        regions.iter().map(|region| self.states(*region)[1].code.clone()).collect()
    }

    /// Returns the stretches of every shared region, from now on.
    pub fn stretches(&self) -> Vec<Stretch> {
        (0..self.shared.len()).flat_map(|region| self.of_region(region)).collect()
    }

    /// Returns the stretches of one shared region, or of readers without a region, from now on.
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
            // A reader whose period doesn't end at this instant continues; a region's last period never ends.
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

    /// Groups these stretches by the days they cover: first the readers for whom it differs now, then those for whom it
    /// will.
    pub fn who(&self, stretches: &[Stretch]) -> Vec<Affected> {
        let mut sorted: Vec<&Stretch> = stretches.iter().collect();
        sorted.sort_by_key(|stretch| (stretch.region, stretch.from));
        sorted.dedup();
        let mut groups: BTreeMap<Option<DifferingDays>, Affected> = BTreeMap::new();
        for own in sorted.chunk_by(|a, b| a.region == b.region) {
            let is_now = own.first().is_some_and(|first| first.from.is_none());
            let times = own.chunk_by(|a, b| a.until == b.from).filter(|_| !is_now);
            let later = times.filter_map(|time| self.period(time.first()?, time.last()?.until));
            for period in is_now.then_some(None).into_iter().chain(later.map(Some)) {
                let who = Affected { regions: Vec::new(), general: false, period };
                let who = groups.entry(period).or_insert(who);
                match own.first().map(|first| first.region).filter(|region| *region < self.shared.len()) {
                    // The region is already listed: the difference was interrupted for an hour on the same day.
                    Some(region) if who.regions.last() == Some(&region) => {}
                    Some(region) => who.regions.push(region),
                    None => who.general = true,
                }
            }
        }
        groups.into_values().collect()
    }

    /// Returns the days that a span of time covers in the main zone of its region. The span starts with `first`; `None`
    /// if `first` has already started.
    fn period(&self, first: &Stretch, until: Option<Timestamp>) -> Option<DifferingDays> {
        let [_, new] = self.read;
        let region = self.shared.get(first.region).map_or(new.readers.general(), |[_, new]| *new);
        let zones = new.readers.zones(region);
        let last = |turn: Timestamp| zones.day(turn.saturating_sub(1.nanosecond()).unwrap_or(turn));
        Some(DifferingDays { from: zones.day(first.from?), until: until.map(last) })
    }

    /// Returns the trees of both versions, placeholders unfilled, as distinct pairs of old and new, each with everyone
    /// who reads that pair. `None` if a reader doesn't have a tree.
    pub fn trees(&self) -> Option<TreePairs<'a>> {
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
        Some(TreePairs { trees, pairs: pairs.into_iter().collect() })
    }
}

/// The trees of two versions, in pairs.
pub struct TreePairs<'a> {
    trees: [Vec<Tree<'a>>; 2],
    pairs: Vec<([usize; 2], Vec<Stretch>)>,
}

impl<'a> TreePairs<'a> {
    /// Returns each pair of old and new tree with its readers, ordered by first region.
    pub fn pairs(&self) -> impl Iterator<Item = ([&Tree<'a>; 2], &[Stretch])> {
        self.pairs
            .iter()
            .map(|([old, new], who)| ([&self.trees[0][*old], &self.trees[1][*new]], who.as_slice()))
    }
}

/// Findings in the order in which they were first added, each with everyone it affects.
#[derive(Debug)]
pub struct Told<T, W> {
    found: Vec<(T, Vec<W>)>,
    places: HashMap<T, usize>,
}

impl<T, W> Default for Told<T, W> {
    fn default() -> Self {
        Self { found: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash, W> Told<T, W> {
    /// Adds `whom` to those affected by `what`.
    pub fn add(&mut self, what: T, whom: impl IntoIterator<Item = W>) {
        let place = match self.places.get(&what) {
            Some(place) => *place,
            None => {
                self.places.insert(what.clone(), self.found.len());
                self.found.push((what, Vec::new()));
                self.found.len() - 1
            }
        };
        self.found[place].1.extend(whom);
    }
}

impl<T, W> IntoIterator for Told<T, W> {
    type Item = (T, Vec<W>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}
