//! The status of the content, for admins.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};

use super::AppState;
use super::caller::Admin;
use super::written::written;
use callguide_search::api::Problem;
use callguide_search::api::status::{ContentStatus, Finding};

/// Returns which version is served, since when and why, and the result of the last check of the content.
#[utoipa::path(
    get,
    path = "/api/content/status",
    tag = "content",
    responses(
        (status = 200, description = "The content, and the last check of it", body = ContentStatus),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
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

/// Adds to each finding the address where its file can be edited, if the served content names its repository.
/// The file's first segment is dropped: it's the folder's local name, which may differ in the repository.
async fn edited_at(findings: &mut [Finding], state: &AppState) {
    let Ok(served) = written(state, state.current.get().bodies().clone()).await else { return };
    let site = served.draft.site.as_ref();
    let Some(repository) = site.and_then(|site| site.repository.as_ref()) else { return };
    for finding in findings {
        finding.edit =
            finding.file.split_once('/').and_then(|(_, name)| repository.edit_address(name, finding.line));
    }
}
