//! Everything that is served of one version of the content: immutable, built whole, swapped whole.
//!
//! Knows no HTTP and reads no file. A request takes one `Arc<Snapshot>` and keeps it to its end,
//! so it never sees two versions.

mod build;
mod prepared;

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;

use crate::api::site::LoginTexts;
use crate::faq::Index;

pub use prepared::{Encoding, Prepared};

/// One version of the content, ready to serve.
#[derive(Debug)]
pub struct Snapshot {
    version: String,
    login: PublicTexts,
    content: Prepared,
    trees: BTreeMap<String, Prepared>,
    guides: BTreeMap<String, Prepared>,
    faq: Index,
    frame_origins: Vec<String>,
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
    /// Hash of the content: the same content has the same version on every machine.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What `GET /api/site` may tell anyone.
    pub fn public_texts(&self) -> &PublicTexts {
        &self.login
    }

    /// The body of `GET /api/content`.
    pub fn content(&self) -> &Prepared {
        &self.content
    }

    /// The body of `GET /api/tree/{state}`, `None` for a code that content doesn't have.
    pub fn tree(&self, state: &str) -> Option<&Prepared> {
        self.trees.get(state)
    }

    /// The page of a guide whose steps are content.
    pub fn guide(&self, id: &str) -> Option<&Prepared> {
        self.guides.get(id)
    }

    /// The FAQ, searchable.
    pub fn faq(&self) -> &Index {
        &self.faq
    }

    /// Origins of the guides that are embedded from elsewhere, for the content security policy.
    pub fn frame_origins(&self) -> &[String] {
        &self.frame_origins
    }
}

/// The snapshot that is served now. Swapping it is one pointer.
#[derive(Debug)]
pub struct Current(ArcSwap<Snapshot>);

impl Current {
    /// Starts with `snapshot`.
    pub fn new(snapshot: Snapshot) -> Self {
        Self(ArcSwap::from_pointee(snapshot))
    }

    /// The snapshot to answer one request from.
    pub fn get(&self) -> Arc<Snapshot> {
        self.0.load_full()
    }

    /// Serves `snapshot` from now on.
    pub fn swap(&self, snapshot: Snapshot) {
        self.0.store(Arc::new(snapshot));
    }
}
