//! Whether the process runs, and whether it can serve.

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
    // The engine doesn't start without a snapshot, so the content is there whenever this answers.
    let answers = state.sessions.answers().await;
    if let Err(error) = &answers {
        tracing::warn!(%error, "the document store doesn't answer");
    }
    let store = answers.is_ok();
    let body = Readiness { content: true, store, fallback: state.current.is_fallback() };
    let status = if store { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(body)).into_response()
}
