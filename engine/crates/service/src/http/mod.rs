//! The HTTP interface (`api.md`): the only module that names axum.
//!
//! [`routes`] lists every route on one page, and [`stack`] is what wraps them all. A handler takes one
//! snapshot and answers from it; the extractors of [`caller`] decide what it may do, anew on every request.

mod address;
mod allowed_emails;
mod allowed_emails_audit;
mod assets;
mod blocked_emails;
mod caller;
mod changes;
mod client;
mod compression;
mod conditional;
mod content;
mod cookies;
mod development;
mod error;
mod events;
mod faq;
mod guard;
mod health;
mod if_match;
mod json;
mod limits;
mod list_change;
mod metrics;
mod network;
mod once;
mod openapi;
mod own_streams;
mod pages;
mod preloads;
mod proxies;
mod report;
mod review;
mod routes;
mod security;
mod security_log;
mod server;
mod session;
mod sessions;
mod sign_in;
mod site;
mod stack;
mod status;
mod written;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::access::AccessRules;
use crate::auth::SignIn;
use crate::metrics::Metrics;
use crate::reload::Current;
use crate::session::Sessions;
use crate::store::DocumentStore;
use callguide_content::snapshot::Prepared;

pub use cookies::SessionCookie;
pub use error::ApiError;
pub use events::Events;
pub use limits::{Limits, Rates};
pub use metrics::serve_metrics;
pub use network::{InvalidPictureSource, InvalidPublicUrl, Network, PictureSources, PublicUrl, Times};
pub use openapi::document as openapi_document;
pub use proxies::{ForwardedHeader, InvalidProxy, Proxies};
pub use routes::{router, undescribed as undescribed_routes};
pub use security_log::TARGET as SECURITY_LOG;
pub use server::serve;

use once::OnceEach;
use security::PagePolicy;
use written::Written;

/// The state that every handler shares.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

struct Shared {
    parts: Parts,
    page_policy: PagePolicy,
    written: OnceEach<String, Arc<Written>>,
    changes: OnceEach<BetweenFor, Arc<Prepared>>,
    reviews: OnceEach<String, Arc<Prepared>>,
    draining: AtomicBool,
}

/// The old version, the current one, and the region.
type BetweenFor = (String, String, Option<String>);

/// The current version, and two that contacts began with.
const WRITTEN: usize = 3;
/// Answers of a few kilobytes: one for each region of a large helpline, and one for volunteers without a region.
const CHANGES: usize = 256;
/// The current version's review, and the previous one's for admins who requested it just before the change.
const REVIEWS: usize = 2;

/// The components of [`AppState`].
pub struct Parts {
    pub current: Arc<Current>,
    pub store: Arc<dyn DocumentStore>,
    pub access: AccessRules,
    pub sessions: Sessions,
    /// How people sign in on this engine.
    pub sign_in: SignIn,
    pub cookie: SessionCookie,
    pub network: Network,
    pub events: Events,
    pub metrics: Metrics,
}

impl AppState {
    /// Shares the parts with all handlers.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Shared {
            parts,
            page_policy: PagePolicy::new(),
            written: OnceEach::keeping(WRITTEN),
            changes: OnceEach::keeping(CHANGES),
            reviews: OnceEach::keeping(REVIEWS),
            draining: AtomicBool::new(false),
        }))
    }

    /// Marks the engine as about to stop.
    fn drain(&self) {
        self.0.draining.store(true, Ordering::Relaxed);
    }

    fn is_draining(&self) -> bool {
        self.0.draining.load(Ordering::Relaxed)
    }

    fn written(&self) -> &OnceEach<String, Arc<Written>> {
        &self.0.written
    }

    fn changes(&self) -> &OnceEach<BetweenFor, Arc<Prepared>> {
        &self.0.changes
    }

    fn reviews(&self) -> &OnceEach<String, Arc<Prepared>> {
        &self.0.reviews
    }

    fn page_policy(&self) -> &PagePolicy {
        &self.0.page_policy
    }
}

impl std::ops::Deref for AppState {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}
