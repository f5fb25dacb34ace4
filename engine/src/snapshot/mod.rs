//! Everything that is served of one version of the content: immutable, built whole, swapped whole.
//!
//! Knows no HTTP, no time and reads no file. A request takes one `Arc<Snapshot>` and keeps it to
//! its end, so it never sees two versions. What is served now and lately is [`crate::reload`]'s.

mod build;
mod prepared;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use serde_json::json;

use crate::api::site::LoginTexts;
use crate::api::status::Counts;
use crate::faq::{Index, Reader};
use crate::readings::Now;
use crate::render;

pub use prepared::{Encoding, Prepared, quickly};

/// Name and text of each file that a version is made of; shared, not copied.
pub type Texts = Vec<(Arc<str>, Arc<str>)>;

/// One version of the content, ready to serve.
#[derive(Debug)]
pub struct Snapshot {
    login: PublicTexts,
    bodies: Arc<Bodies>,
    guides: BTreeMap<String, Prepared>,
    faq: Index,
    /// By reader; each but the first is made when someone first asks for it.
    faq_lists: Vec<OnceLock<Prepared>>,
    faq_size: usize,
    frame_sources: String,
    counts: Counts,
    preview: bool,
    period: Period,
}

/// From when until when a snapshot is what is to be served of its files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Period {
    /// The first instant; absent before the first date, and where dates don't matter.
    pub since: Option<Timestamp>,
    /// The first instant that is too late; absent after the last date.
    pub until: Option<Timestamp>,
}

/// What a volunteer who began a contact with a version still needs of it: the content and the trees.
#[derive(Debug)]
pub struct Bodies {
    version: String,
    texts: Texts,
    now: Now,
    content: Prepared,
    trees: BTreeMap<String, Prepared>,
    /// All of them in one body, once someone asked for it.
    all_trees: OnceLock<Prepared>,
}

impl Bodies {
    /// Hash of the content and, where dates matter, the first instant of its period: the same content has the same
    /// version on every machine at the same instant.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Name and text of every file that it was made of, in the order of the names.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The moment as of which it was made.
    pub fn now(&self) -> Now {
        self.now
    }

    /// The body of `GET /api/content`.
    pub fn content(&self) -> &Prepared {
        &self.content
    }

    /// The body of `GET /api/tree/{state}`, `None` for a code that content doesn't have.
    pub fn tree(&self, state: &str) -> Option<&Prepared> {
        self.trees.get(state)
    }

    /// The body of `GET /api/trees`. It's put together and compressed at the first ask, which takes a moment: an engine
    /// that starts, or that takes over an edit, doesn't wait for it.
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

    /// Memory held by the bodies, in bytes.
    pub fn size(&self) -> usize {
        let trees = self.trees.values().chain(self.all_trees.get());
        self.content.size() + trees.map(Prepared::size).sum::<usize>()
    }
}

/// What the login screen may show of the content.
#[derive(Debug, Clone)]
pub struct PublicTexts {
    pub organisation: String,
    pub product: String,
    pub tagline: String,
    pub copyright: String,
    pub login: LoginTexts,
}

impl Snapshot {
    /// Hash of the content and, where dates matter, the first instant of its period: the same content has the same
    /// version on every machine at the same instant.
    pub fn version(&self) -> &str {
        self.bodies.version()
    }

    /// What `GET /api/site` may tell anyone.
    pub fn public_texts(&self) -> &PublicTexts {
        &self.login
    }

    /// The content and the trees, which may outlive the snapshot.
    pub fn bodies(&self) -> &Arc<Bodies> {
        &self.bodies
    }

    /// The page of a guide whose steps are content.
    pub fn guide(&self, id: &str) -> Option<&Prepared> {
        self.guides.get(id)
    }

    /// The FAQ, searchable.
    pub fn faq(&self) -> &Index {
        &self.faq
    }

    /// The body of `GET /api/faq`, one for all regions that read the same. Where each region's own name is in an answer
    /// there's one for each of them, and most aren't asked for before content changes: so they're made on demand.
    pub fn faq_list(&self, reader: Reader) -> &Prepared {
        let list = self.faq_lists.get(reader.number()).unwrap_or(&self.faq_lists[0]);
        list.get_or_init(|| Prepared::json(&render::faq_list(&self.faq, reader, self.version())))
    }

    /// Origins of the guides that are embedded from elsewhere, as the content security policy names them; empty
    /// where there are none.
    pub fn frame_sources(&self) -> &str {
        &self.frame_sources
    }

    /// How much there is of what.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// When this is what is to be served of its files.
    pub fn period(&self) -> Period {
        self.period
    }

    /// Whether this is served to look at before it is live.
    pub fn is_preview(&self) -> bool {
        self.preview
    }

    /// Memory held by everything that is served, in bytes: counted for the bodies, estimated for the
    /// search index.
    pub fn size(&self) -> usize {
        let guides: usize = self.guides.values().map(Prepared::size).sum();
        let faq_lists: usize = self.faq_lists.iter().filter_map(OnceLock::get).map(Prepared::size).sum();
        self.bodies.size() + guides + faq_lists + self.faq_size
    }
}
