//! The two versions: the regions they share, what each of those reads and when, and findings grouped by the readers
//! they affect.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use indexmap::IndexMap;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde::Serialize;

use super::lists::paired;
use super::values::readable;
use crate::content::{Complete, Draft};
use crate::readings::{ReaderSet, Readings, Tree, in_words};

/// Values grouped by key, in the order in which the keys were first found: for example, findings and whom they affect.
pub type Told<T, W> = IndexMap<T, Vec<W>>;

/// The two versions, both complete.
pub struct Both<'a> {
    /// The old version and the new one.
    pub content: [Complete<'a>; 2],
    /// Their readings.
    pub read: [&'a Readings<'a>; 2],
    /// The regions that both versions have, by their index in the old and the new content, in the new order.
    pub shared: Vec<[usize; 2]>,
}

/// Gives the nodes of old trees their new keys, but keeps the ids they're served under. A node counts as renamed if a
/// node of the same kind in the other version shares most of its words.
pub fn rename_nodes<'a: 't, 't>([old, new]: [&'a Draft; 2], trees: impl Iterator<Item = &'t mut Tree<'a>>) {
    let mut renamed: HashMap<&str, &'a str> = HashMap::new();
    for list in ["questions", "solutions"] {
        let nodes = [old, new].map(|draft| draft.tree.as_ref()?.document.value.get(list)?.as_object());
        let keys = nodes.map(|nodes| nodes.into_iter().flatten().map(|(key, _)| key.as_str()).collect());
        let pairs = paired(&keys, |side, at| Some(readable(nodes[side]?.values().nth(at)?)));
        let [then, now] = &keys;
        renamed.extend(pairs.into_iter().filter_map(|[was, is]| Some((then[was?], now[is?]))));
    }
    for node in trees.flat_map(|tree| &mut tree.nodes) {
        node.key = renamed.get(node.key).copied().unwrap_or(node.key);
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
        let content = [old.draft().complete()?, new.draft().complete()?];
        let place = |code: &str| old.readers.with_code(code).first().copied();
        let regions = content[1].regions.iter().zip(0..);
        let shared = regions.filter_map(|(state, at)| Some([place(&state.code)?, at])).collect();
        Some(Self { content, read: [old, new], shared })
    }

    /// Returns the codes of these shared regions.
    pub fn codes(&self, regions: impl IntoIterator<Item = usize>) -> Vec<String> {
        let code = |region: usize| self.content[1].regions[self.shared[region][1]].code.clone();
        regions.into_iter().map(code).collect()
    }

    /// Returns everyone's stretches from now on: first those of the shared regions, then those without a region.
    pub fn stretches(&self) -> Vec<Stretch> {
        (0..=self.shared.len()).flat_map(|region| self.of_region(region)).collect()
    }

    /// Returns the stretches of one shared region, or of readers without a region.
    fn of_region(&self, region: usize) -> Vec<Stretch> {
        let general = || self.read.map(|readings| readings.readers.general());
        let places = self.shared.get(region).copied().unwrap_or_else(general);
        let mut readers = [0, 1].map(|side: usize| self.read[side].readers.now(places[side]));
        let (mut from, mut out) = (None, Vec::new());
        loop {
            let ends = [0, 1].map(|side: usize| self.read[side].readers.reader(readers[side]).until);
            let until = ends.into_iter().flatten().min();
            out.push(Stretch { region, readers, from, until });
            if until.is_none() {
                return out;
            }
            // A region's readers follow one another in time; the last one's period never ends.
            [0, 1].into_iter().for_each(|side| readers[side] += usize::from(ends[side] == until));
            from = until;
        }
    }

    /// Groups the regions in these stretches by the days the stretches cover. A region that already differs now isn't
    /// also in a group for later days.
    pub fn who(&self, stretches: &[Stretch]) -> BTreeMap<Option<DifferingDays>, BTreeSet<usize>> {
        let mut sorted = stretches.to_vec();
        sorted.sort_by_key(|stretch| (stretch.region, stretch.from));
        sorted.dedup();
        let mut groups: BTreeMap<Option<DifferingDays>, BTreeSet<usize>> = BTreeMap::new();
        for own in sorted.chunk_by(|a, b| a.region == b.region) {
            let most = if own[0].from.is_none() { 1 } else { own.len() };
            for time in own.chunk_by(|a, b| a.until == b.from).take(most) {
                groups.entry(self.period(time)).or_default().insert(own[0].region);
            }
        }
        groups
    }

    /// Returns the days that consecutive stretches cover in their region's main time zone; `None` if the first one has
    /// already started.
    fn period(&self, time: &[Stretch]) -> Option<DifferingDays> {
        let (first, last) = (time.first()?, time.last()?);
        let readers = &self.read[1].readers;
        let zones = readers.zones(self.shared.get(first.region).map_or(readers.general(), |[_, new]| *new));
        let last_day = |turn: Timestamp| zones.day(turn.saturating_sub(1.nanosecond()).unwrap_or(turn));
        Some(DifferingDays { from: zones.day(first.from?), until: last.until.map(last_day) })
    }

    /// Returns the trees of both versions, placeholders unfilled, as distinct pairs of old and new, each with everyone
    /// who reads that pair. `None` if a reader doesn't have a tree.
    pub fn trees(&self) -> Option<TreePairs<'a>> {
        let open = |readings: &Readings<'a>| {
            readings.open_trees(&readings.readers.coming().and(readings.readers.in_regions()))
        };
        let mut trees = [open(self.read[0])?, open(self.read[1])?];
        rename_nodes(self.read.map(Readings::draft), trees[0].iter_mut().map(|(tree, _)| tree));
        let mut pairs: Told<[usize; 2], Stretch> = Told::new();
        for stretch in self.stretches().into_iter().filter(|stretch| stretch.region < self.shared.len()) {
            let place = |side: usize| {
                trees[side].iter().position(|(_, readers)| readers.contains(stretch.readers[side]))
            };
            pairs.entry([place(0)?, place(1)?]).or_default().push(stretch);
        }
        Some(TreePairs { trees, pairs })
    }
}

/// The trees of two versions, in pairs.
pub struct TreePairs<'a> {
    trees: [Vec<(Tree<'a>, ReaderSet)>; 2],
    pairs: Told<[usize; 2], Stretch>,
}

impl<'a> TreePairs<'a> {
    /// Returns each pair of old and new trees with its readers, ordered by first region.
    pub fn pairs(&self) -> impl Iterator<Item = ([&Tree<'a>; 2], &[Stretch])> {
        let trees = |[old, new]: &[usize; 2]| [&self.trees[0][*old].0, &self.trees[1][*new].0];
        self.pairs.iter().map(move |(pair, who)| (trees(pair), who.as_slice()))
    }
}
