//! Builds a snapshot from content in which lint found no errors.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::{Bodies, Period, Prepared, PublicTexts, Snapshot, Texts};
use crate::content::{Complete, Draft};
use crate::readings::Readings;
use crate::render;
use callguide_search::api;
use callguide_search::api::status::Counts;
use callguide_search::faq::{Entry, Index, Reader};
use callguide_search::text::address;

impl Snapshot {
    /// Renders and compresses everything that's served of `draft` at the moment of its `readings`. A `preview` is
    /// marked as one in what it serves.
    ///
    /// `None` if a required file or a region's tree is missing: such content has findings and is never served.
    pub fn build(draft: &Draft, readings: &Readings<'_>, preview: bool) -> Option<Self> {
        let content = draft.complete()?;
        let version = readings.version();
        let mut trees = BTreeMap::new();
        for (region, state) in content.regions.iter().enumerate() {
            let tree = readings.tree(readings.readers.now(region))?;
            let body = render::tree(&content, readings, region, &tree, &version);
            trees.insert(state.code.clone(), Prepared::json(&body));
        }
        let guides = content
            .guides
            .guides
            .iter()
            .filter_map(|(id, guide)| {
                let page = render::guide_page(guide, content.links)?;
                Some((id.to_owned(), Prepared::new("text/html; charset=utf-8", page.into_bytes())))
            })
            .collect();
        let site = content.site;
        let entries = render::entries(readings);
        let regions = render::regions(readings);
        let faq_size = (entries.iter().map(Entry::size).sum::<usize>() + regions.size()) * INDEX_FACTOR;
        let synonyms = render::synonyms(draft.search.as_deref());
        let faq = Index::of_regions(entries, regions, render::errands(draft), &synonyms);
        let mut faq_lists: Vec<OnceLock<Prepared>> = (0..faq.readers()).map(|_| OnceLock::new()).collect();
        faq_lists[Reader::default().number()] =
            Prepared::json(&render::faq_list(&faq, Reader::default(), &version)).into();
        let whole = api::content::Content { preview, ..render::content(&content, readings, &version) };
        Some(Self {
            login: PublicTexts {
                organisation: site.organisation.name.clone(),
                product: site.product.name.clone(),
                tagline: site.organisation.tagline.clone(),
                copyright: render::copyright(site),
                login: site.pages.login.clone(),
            },
            guides,
            counts: counts(&content, faq.len()),
            faq_size,
            faq_lists,
            faq,
            frame_sources: frame_sources(&content),
            preview,
            period: Period { since: readings.readers.since(), until: readings.next_turn() },
            bodies: Arc::new(Bodies {
                content: Prepared::json(&whole),
                trees,
                all_trees: OnceLock::new(),
                version,
                texts: texts(draft),
                now: readings.readers.moment(),
            }),
        })
    }
}

/// The size of the search index relative to its texts: it holds them as written, as plain text, and as postings by
/// word and by stem.
const INDEX_FACTOR: usize = 4;

fn texts(draft: &Draft) -> Texts {
    draft.documents.iter().map(|(name, (_, document))| (name.clone(), document.text.clone())).collect()
}

fn counts(content: &Complete<'_>, entries: usize) -> Counts {
    Counts {
        states: content.regions.len(),
        questions: content.tree.questions.names().count(),
        solutions: content.tree.solutions.names().count(),
        faq_categories: content.faq.len(),
        faq_entries: entries,
        flows: content.flows.flows.names().count(),
        guides: content.guides.guides.iter().count(),
        support_sections: content.support.len(),
        announcements: content.announcements.announcements.iter().count(),
        links: content.links.links.iter().count(),
    }
}

/// Returns the sources of `frame-src` (Content Security Policy Level 3, section 6.1.5): the origins of the guides
/// embedded from elsewhere, separated by spaces. Built only from parsed addresses, never from raw content.
fn frame_sources(content: &Complete<'_>) -> String {
    let mut origins: Vec<String> = content
        .guides
        .guides
        .iter()
        .filter_map(|(_, guide)| content.links.links.get(guide.embed.as_deref()?))
        .filter_map(|link| address::origin(&link.url))
        .collect();
    origins.sort();
    origins.dedup();
    origins.join(" ")
}
