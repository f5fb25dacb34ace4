//! Health endpoints: whether the process runs, whether it can serve, and whether it's about to stop.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;

/// Whether each part is there.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// A valid content snapshot is served.
    pub content: bool,
    /// The document store answers.
    pub store: bool,
    /// The document store takes writes, as far as the last ones tell. Where not, what is read goes on.
    pub writable: bool,
    /// What is served is the last good version or the fallback: the content itself was broken when the engine started.
    pub fallback: bool,
}

/// 200 while the process runs.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operation",
    responses((status = 200, description = "The process runs", body = String, content_type = "text/plain"))
)]
pub async fn healthz() -> &'static str {
    "ok"
}

/// 200 while the engine takes requests, 503 for `--drain` after it was told to stop: for the active checks of a proxy,
/// which then sends nothing more. Unlike [`readyz`] it says nothing of what engines share.
#[utoipa::path(
    get,
    path = "/drainz",
    tag = "operation",
    responses(
        (status = 200, description = "Requests are taken", body = String, content_type = "text/plain"),
        (status = 503, description = "The engine is about to stop", body = String, content_type = "text/plain"),
    )
)]
pub async fn drainz(State(state): State<AppState>) -> (StatusCode, &'static str) {
    if state.is_draining() { (StatusCode::SERVICE_UNAVAILABLE, "draining") } else { (StatusCode::OK, "ok") }
}

/// 200 once content is served and the document store answers, else 503 and which part is missing.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operation",
    responses(
        (status = 200, description = "Every part is there", body = Readiness),
        (status = 503, description = "A part is missing", body = Readiness),
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
