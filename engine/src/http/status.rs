//! What an admin is told of the content.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use super::caller::Admin;
use crate::api::problem::Problem;
use crate::api::status::ContentStatus;

/// Which version is served, when and why, and what the last look at the content said.
#[utoipa::path(
    get,
    path = "/api/content/status",
    tag = "content",
    responses(
        (status = 200, description = "The content and the last look at it", body = ContentStatus),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn status(State(state): State<AppState>, _: Admin) -> Response {
    let status = ContentStatus {
        store_unwritable_since: state.metrics.store_fails_to_write_since(),
        ..state.current.status()
    };
    ([(header::CACHE_CONTROL, "no-store")], Json(status)).into_response()
}
