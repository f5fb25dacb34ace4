//! Renders what staff sign off on: everything that volunteers read, with each distinct tree once.

use super::places::Places;
use super::{content, outcomes};
use crate::content::model;
use crate::readings::{ReaderSet, Readings};
use callguide_search::api::content::Content;
use callguide_search::api::faq::FaqEntry;
use callguide_search::api::review::{Review, ReviewErrand, ReviewGroup, ReviewNode, ReviewState};
use callguide_search::faq::ErrandEntry;

/// Returns the body of `GET /api/review`, with the FAQ entries as served; `None` if something is missing, which is
/// never so in served content.
pub fn review(readings: &Readings<'_>, faq: Vec<FaqEntry>, preview: bool) -> Option<Review> {
    let complete = readings.draft().complete()?;
    let version = readings.version();
    let among = readings.readers.coming().and(readings.readers.in_regions());
    let mut trees = readings.open_trees(&among)?;
    trees.sort_by_key(|(_, readers)| !readers.meets(readings.readers.current()));
    let places = Places::of(readings);
    let groups = trees.iter().map(|(_, readers)| group(readings, readers, places.as_ref()));
    Some(Review {
        places: places.as_ref().map(|places| places.of_the_rest(&complete)).unwrap_or_default(),
        faq,
        elsewhere: errands(readings),
        outcomes: outcomes(&complete),
        groups: groups.collect::<Option<_>>()?,
        content: Content { preview, ..content(&complete, readings, &version) },
        version,
    })
}

fn errands(readings: &Readings<'_>) -> Vec<ReviewErrand> {
    let draft = readings.draft();
    let kept = draft.elsewhere.iter().flat_map(|file| file.errands.iter());
    let served = super::errands(draft).into_iter().zip(kept);
    let errand = |(served, kept): (ErrandEntry, &model::Errand)| ReviewErrand {
        id: served.entry.id,
        question: served.entry.question,
        text: served.entry.answer,
        say: served.say,
        source: kept.source.clone(),
    };
    served.map(errand).collect()
}

fn group(readings: &Readings<'_>, readers: &ReaderSet, places: Option<&Places<'_>>) -> Option<ReviewGroup> {
    let reader = readers.iter().next()?;
    let first = readings.readers.reader(reader).region;
    let tree = readings.tree(reader)?;
    let keys = tree.keys();
    let nodes = tree.served(&keys);
    let node = |at: usize| {
        let places = places.and_then(|places| places.of_node(tree.copies[at], reader));
        ReviewNode { id: keys[at].clone(), node: nodes[at].clone(), places }
    };
    Some(ReviewGroup {
        states: states(readings, readers),
        example: readings.draft().regions.get(first)?.code.clone(),
        start: keys[tree.start].clone(),
        nodes: tree.in_order().into_iter().map(node).collect(),
    })
}

/// Returns the regions of these readers with their periods; consecutive periods are merged.
fn states(readings: &Readings<'_>, readers: &ReaderSet) -> Vec<ReviewState> {
    let mut out: Vec<ReviewState> = Vec::new();
    let mut before = None;
    for index in readers.iter() {
        let reader = readings.readers.reader(index);
        let state = &readings.draft().regions[reader.region];
        let goes_on = before.is_some_and(|last| last + 1 == index);
        match out.last_mut().filter(|last| goes_on && last.code == state.code) {
            Some(last) => last.until = reader.until,
            None => out.push(ReviewState {
                code: state.code.clone(),
                name: state.name.clone(),
                from: reader.from.filter(|_| !readings.readers.current().contains(index)),
                until: reader.until,
            }),
        }
        before = Some(index);
    }
    out
}
