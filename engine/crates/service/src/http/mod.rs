//! The HTTP interface (`api.md`): the only module that uses axum.
//!
//! [`routes`] lists every route on one page, and [`stack`] wraps them all. A handler takes one snapshot and
//! answers from it; the extractors in [`caller`] decide what the caller may do, anew on every request.

mod allowed_emails;
mod assets;
mod caller;
mod conditional;
mod content;
mod cookies;
mod error;
mod events;
mod faq;
mod guard;
mod health;
mod network;
mod proxies;
mod review;
mod routes;
mod security;
mod security_log;
mod server;
mod session;
mod sign_in;
mod stack;
mod state;
mod streams;

pub use cookies::SessionCookie;
pub use error::ApiError;
pub use health::serve_metrics;
pub use network::{
    InvalidPictureSource, InvalidPublicUrl, Network, PictureSources, PublicUrl, RateLimits, Rates, Times,
};
pub use proxies::{ForwardedHeader, InvalidProxy, Proxies};
pub use routes::{document as openapi_document, router, undescribed as undescribed_routes};
pub use security_log::TARGET as SECURITY_LOG;
pub use server::serve;
pub use state::{AppState, Parts};
pub use streams::EventStreams;
