//! How the engine is doing: its health endpoints, the status of the content for admins, and the metrics.

use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::Admin;
use super::state::{AppState, written};
use crate::metrics::CONTENT_TYPE;
use callguide_search::api::status::{ContentStatus, Finding};

/// Whether each part works.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// A valid content snapshot is served.
    pub content: bool,
    /// The document store answers.
    pub store: bool,
    /// The document store accepts writes, as far as the latest ones tell. If it doesn't, reads still work.
    pub writable: bool,
    /// The last good version or the fallback is served: the content itself was broken when the engine started.
    pub fallback: bool,
}

/// Returns 200 while the process runs.
#[utoipa::path(
    get, path = "/healthz", tag = "operation",
    responses((status = 200, description = "The process is running", body = String, content_type = "text/plain"))
)]
pub async fn healthz() -> &'static str {
    "ok"
}

/// Returns 200 while the engine takes requests, and 503 for the duration of `--drain` after it's told to stop. It's for
/// the active health checks of a proxy, which then sends no more requests. Unlike [`readyz`], it says nothing about
/// what engines share.
#[utoipa::path(
    get, path = "/drainz", tag = "operation",
    responses(
        (status = 200, description = "The engine is accepting requests", body = String, content_type = "text/plain"),
        (status = 503, description = "The engine is about to stop", body = String, content_type = "text/plain"),
    )
)]
pub async fn drainz(State(state): State<AppState>) -> (StatusCode, &'static str) {
    let is_draining = state.shared.draining.load(Ordering::Relaxed);
    if is_draining { (StatusCode::SERVICE_UNAVAILABLE, "draining") } else { (StatusCode::OK, "ok") }
}

/// Returns 200 if content is served and the document store responds, and 503 otherwise; the body says which part fails.
#[utoipa::path(
    get, path = "/readyz", tag = "operation",
    responses(
        (status = 200, description = "Every part works", body = Readiness),
        (status = 503, description = "A part doesn't work", body = Readiness),
    )
)]
pub async fn readyz(State(state): State<AppState>) -> Response {
    // The engine doesn't start without a snapshot, so content is always there by the time this answers.
    let store = state.sessions.answers().await.is_ok();
    let writable = state.metrics.store_fails_to_write_since().is_none();
    let body = Readiness { content: true, store, writable, fallback: state.current.is_fallback() };
    let status = if store { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(body)).into_response()
}

/// Returns which version is served, since when and why, and the result of the last check of the content.
#[utoipa::path(
    get, path = "/api/content/status", tag = "content",
    responses((status = 200, description = "The content and its last check", body = ContentStatus))
)]
pub async fn status(State(state): State<AppState>, _: Admin) -> Response {
    let mut status = ContentStatus {
        store_unwritable_since: state.metrics.store_fails_to_write_since(),
        backup: state.metrics.backup(),
        ..state.current.status()
    };
    if !status.last_attempt.findings.is_empty() {
        edited_at(&mut status.last_attempt.findings, &state).await;
    }
    ([(header::CACHE_CONTROL, "no-store")], Json(status)).into_response()
}

/// Adds the URL where its file can be edited to each finding, if the served content names its repository. The file's
/// first segment is dropped: it's the folder's local name, which may differ in the repository.
async fn edited_at(findings: &mut [Finding], state: &AppState) {
    let Ok(served) = written(state, state.current.get().bodies().clone()).await else { return };
    let site = served.draft.site.as_ref();
    let Some(repository) = site.and_then(|site| site.repository.as_ref()) else { return };
    for finding in findings {
        finding.edit =
            finding.file.split_once('/').and_then(|(_, name)| repository.edit_address(name, finding.line));
    }
}

/// Serves `GET /metrics`, and nothing else, until `stop` resolves. It has its own listener and is never on the public
/// one.
///
/// # Errors
/// If the listener fails.
pub async fn serve_metrics(
    listener: tokio::net::TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let router = Router::new().route("/metrics", get(metrics)).with_state(state);
    axum::serve(listener, router).with_graceful_shutdown(stop).await
}

async fn metrics(State(state): State<AppState>) -> Response {
    // Measured now because versions expire even when nobody requests them.
    state.current.measure();
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], state.metrics.text()).into_response()
}
