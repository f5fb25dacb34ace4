//! Health endpoints: whether the process runs, whether it can serve, and whether it's about to stop.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;

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
    get,
    path = "/healthz",
    tag = "operation",
    responses((status = 200, description = "The process is running", body = String, content_type = "text/plain"))
)]
pub async fn healthz() -> &'static str {
    "ok"
}

/// Returns 200 while the engine takes requests, and 503 for `--drain` after it's told to stop. It's for the active
/// health checks of a proxy, which then sends no more requests. Unlike [`readyz`], it says nothing about what engines
/// share.
#[utoipa::path(
    get,
    path = "/drainz",
    tag = "operation",
    responses(
        (status = 200, description = "The engine is accepting requests", body = String, content_type = "text/plain"),
        (status = 503, description = "The engine is about to stop", body = String, content_type = "text/plain"),
    )
)]
pub async fn drainz(State(state): State<AppState>) -> (StatusCode, &'static str) {
    if state.is_draining() { (StatusCode::SERVICE_UNAVAILABLE, "draining") } else { (StatusCode::OK, "ok") }
}

/// Returns 200 if content is served and the document store responds, and 503 otherwise; the body says which part fails.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operation",
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
