//! Everything that's served for one version of the content: immutable, built as a whole and swapped as a whole.
//!
//! Doesn't use HTTP, a clock or the file system. A request takes one `Arc<Snapshot>` and keeps it until the response is
//! complete, so it never sees two versions. [`callguide_service::reload`] decides which snapshots are served.

mod prepared;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use serde_json::json;

use crate::content::{Complete, Draft};
use crate::readings::{Now, Readings};
use crate::render;
use callguide_search::api;
use callguide_search::api::site::PublicSite;
use callguide_search::api::status::Counts;
use callguide_search::faq::{Entry, Index, Reader};
use callguide_search::text::address;

pub use prepared::{Encoding, LONG, Prepared, quickly};

/// The name and text of each file in a version; shared, not copied.
pub type Texts = Vec<(Arc<str>, Arc<str>)>;

/// One version of the content, ready to serve.
#[derive(Debug)]
pub struct Snapshot {
    public: PublicSite,
    bodies: Arc<Bodies>,
    guides: BTreeMap<String, Prepared>,
    faq: Index,
    /// The lists by reader; all but the first are built on first request.
    faq_lists: Vec<OnceLock<Prepared>>,
    faq_size: usize,
    frame_sources: String,
    counts: Counts,
    preview: bool,
    period: Period,
}

/// The period during which a snapshot is the one to serve for its files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Period {
    /// The first instant of the period; absent before the first date or if dates don't matter.
    pub since: Option<Timestamp>,
    /// The first instant after the period; absent after the last date.
    pub until: Option<Timestamp>,
}

/// The parts of a version that a volunteer who started a contact with it still needs: the content and the trees.
#[derive(Debug)]
pub struct Bodies {
    version: String,
    texts: Texts,
    now: Now,
    content: Prepared,
    trees: BTreeMap<String, Prepared>,
    /// All trees in one body, built on first request.
    all_trees: OnceLock<Prepared>,
}

impl Bodies {
    /// Returns the version: the hash of the content and, if dates matter, the first instant of its period. The same
    /// content has the same version on every machine at the same instant.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the name and text of every file that the snapshot was built from, ordered by name.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Returns the moment that the snapshot was built for.
    pub fn now(&self) -> Now {
        self.now
    }

    /// Returns the body of `GET /api/content`.
    pub fn content(&self) -> &Prepared {
        &self.content
    }

    /// Returns the body of `GET /api/tree/{state}`; `None` if the content doesn't have a region with this code.
    pub fn tree(&self, state: &str) -> Option<&Prepared> {
        self.trees.get(state)
    }

    /// Returns the body of `GET /api/trees`. It's assembled on the first request, which takes a moment, so that
    /// starting the engine or loading an edit isn't delayed.
    pub fn all_trees(&self) -> &Prepared {
        self.all_trees.get_or_init(|| {
            let mut body = format!("{{\"version\":{},\"trees\":{{", json!(self.version)).into_bytes();
            for (at, (code, tree)) in self.trees.iter().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                body.extend_from_slice(format!("{comma}{}:", json!(code)).as_bytes());
                body.extend_from_slice(&tree.bytes(Encoding::Identity));
            }
            body.extend_from_slice(b"}}");
            Prepared::new("application/json", body)
        })
    }

    /// Returns the memory held by the bodies, in bytes.
    pub fn size(&self) -> usize {
        let trees = self.trees.values().chain(self.all_trees.get());
        self.content.size() + trees.map(Prepared::size).sum::<usize>()
    }
}

impl Snapshot {
    /// Renders everything that's served from `draft` at the moment of its `readings`. The bodies of a
    /// `preview` are marked as such.
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
            public: PublicSite {
                organisation: site.organisation.name.clone(),
                product: site.product.name.clone(),
                tagline: site.organisation.tagline.clone(),
                copyright: render::copyright(site),
                login: site.pages.login.clone(),
                preview,
                sign_in: Vec::new(),
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

    /// Returns the version: the hash of the content and, if dates matter, the first instant of its period. The same
    /// content has the same version on every machine at the same instant.
    pub fn version(&self) -> &str {
        self.bodies.version()
    }

    /// Returns what `GET /api/site` may show to anyone, without the ways to sign in.
    pub fn public_site(&self) -> &PublicSite {
        &self.public
    }

    /// Returns the bodies of the content and the trees, which may outlive the snapshot.
    pub fn bodies(&self) -> &Arc<Bodies> {
        &self.bodies
    }

    /// Returns the page of the guide with this id, if its steps are content.
    pub fn guide(&self, id: &str) -> Option<&Prepared> {
        self.guides.get(id)
    }

    /// Returns the search index of the FAQ.
    pub fn faq(&self) -> &Index {
        &self.faq
    }

    /// Returns the body of `GET /api/faq`, shared by all regions that read the same. If answers contain the name of the
    /// reader's region, each region has its own body; most of these bodies aren't requested before the content changes,
    /// so they're built on demand.
    pub fn faq_list(&self, reader: Reader) -> &Prepared {
        let list = self.faq_lists.get(reader.number()).unwrap_or(&self.faq_lists[0]);
        list.get_or_init(|| Prepared::json(&render::faq_list(&self.faq, reader, self.version())))
    }

    /// Returns the origins of the guides embedded from other sites, in the form that the content security policy uses;
    /// empty if there are none.
    pub fn frame_sources(&self) -> &str {
        &self.frame_sources
    }

    /// Returns the number of items of each kind.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the period during which this snapshot is the one to serve for its files.
    pub fn period(&self) -> Period {
        self.period
    }

    /// Returns whether this is a preview of content that isn't live yet.
    pub fn is_preview(&self) -> bool {
        self.preview
    }

    /// Returns the memory held by everything served, in bytes. Compressed bodies that nobody has requested yet, and
    /// the search index, are estimated.
    pub fn size(&self) -> usize {
        let guides: usize = self.guides.values().map(Prepared::size).sum();
        let faq_lists: usize = self.faq_lists.iter().filter_map(OnceLock::get).map(Prepared::size).sum();
        self.bodies.size() + guides + faq_lists + self.faq_size
    }
}

/// The size of the search index relative to its text, which it stores as written, as plain text, and as postings by
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
/// embedded from other sites, separated by spaces. Built only from parsed URLs, never from raw content.
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
