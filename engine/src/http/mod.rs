//! The HTTP interface (`api.md`): the only module that names axum.
//!
//! [`routes`] has every route on one page, [`stack`] the middleware in its order. A handler takes
//! one snapshot and answers from it; what it may do is decided by the extractors of [`caller`],
//! anew on every request.

mod allowed_emails;
mod allowed_emails_audit;
mod assets;
mod caller;
mod conditional;
mod content;
mod cookies;
mod development;
mod error;
mod faq;
mod guard;
mod health;
mod if_match;
mod json;
mod openapi;
mod pages;
mod routes;
mod session;
mod site;
mod stack;

use std::sync::Arc;

use crate::access::AccessRules;
use crate::auth::development::People;
use crate::session::Sessions;
use crate::snapshot::Current;
use crate::store::DocumentStore;

pub use cookies::SessionCookie;
pub use error::ApiError;
pub use openapi::document as openapi_document;
pub use routes::router;

/// What every handler works with.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

/// The parts of [`AppState`].
pub struct Parts {
    pub current: Arc<Current>,
    pub store: Arc<dyn DocumentStore>,
    pub access: AccessRules,
    pub sessions: Sessions,
    /// The people of the development sign-in; `None` where it is off.
    pub development: Option<People>,
    pub cookie: SessionCookie,
}

impl AppState {
    /// Shares the parts among the handlers.
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl std::ops::Deref for AppState {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// How long requests that are under way may go on after the engine was told to stop.
const LAST_REQUESTS: std::time::Duration = std::time::Duration::from_secs(10);

/// Serves until `stop` resolves, then lets the requests under way end.
///
/// # Errors
/// Where the listener fails.
pub async fn serve(
    listener: tokio::net::TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (stopping, stopped) = tokio::sync::oneshot::channel::<()>();
    let shutdown = async move {
        stop.await;
        let _ = stopping.send(());
    };
    let serving = axum::serve(listener, router(state)).with_graceful_shutdown(shutdown);
    tokio::select! {
        ended = serving => ended,
        () = async { let _ = stopped.await; tokio::time::sleep(LAST_REQUESTS).await; } => Ok(()),
    }
}
