//! The audit trail: who changed the allow-list, and when, plus warnings about its addresses.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Admin;
use super::{ApiError, AppState};
use callguide_search::api::Problem;
use callguide_search::api::access::AuditLog;

const DEFAULT_LIMIT: usize = 50;
const MAX_LIMIT: usize = 500;

/// Which page of the audit trail to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only entries that are older than the one with this ID.
    before: Option<String>,
    /// The number of entries to return: 50 by default, 500 at most.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
}

/// Returns who changed what and when, and which known addresses signed in with a different account, newest first.
#[utoipa::path(
    get,
    path = "/api/allowed-emails/audit",
    tag = "allow-list",
    params(AuditQuery),
    responses(
        (status = 200, description = "A page of entries", body = AuditLog),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn audit(
    State(state): State<AppState>,
    _: Admin,
    query: Result<Query<AuditQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let bad = || ApiError::bad_request("bad_limit", format!("The limit must be from 1 to {MAX_LIMIT}."));
    let Query(query) = query.map_err(|_| bad())?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(bad());
    }
    let page = state.access.audit(query.before.as_deref(), limit).await?;
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((no_store, Json(page)).into_response())
}
