//! What changed for one volunteer between the version they started with and the current one.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Volunteer;
use super::written::{Written, written};
use super::{ApiError, AppState, conditional, limits};
use crate::api::changes::Changes;
use crate::api::problem::Problem;
use crate::compare;
use crate::snapshot::Prepared;

/// Between which versions, and for whom.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// The version that the volunteer reads. It's compared with the current one.
    pub from: String,
    /// Code of the region; without it, what whoever has chosen none reads.
    pub state: Option<String>,
}

/// What a volunteer of this region reads differently, and which paths end elsewhere.
#[utoipa::path(
    get,
    path = "/api/changes",
    tag = "content",
    params(Asked),
    responses(
        (status = 200, description = "What differs; nothing at all where both lists are empty", body = Changes),
        (status = 304, description = "The client has it already"),
        (status = 400, description = "`from` is missing, or the query can't be read", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 404, description = "Neither version has a region of this code", body = Problem),
        (status = 410, description = "The version is gone", body = Problem),
        (status = 429, description = "Too many in a minute", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn changes(
    State(state): State<AppState>,
    volunteer: Volunteer,
    query: Result<Query<Asked>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    limits::changes(&state, &volunteer.person)?;
    let Query(asked) = query
        .map_err(|_| ApiError::bad_request("bad_query", "Name the version to compare with as `from`."))?;
    let current = state.current.get().bodies().clone();
    let before = state.current.find(&asked.from).await.ok_or_else(ApiError::gone)?;
    let known = |code: &String| before.tree(code).is_some() || current.tree(code).is_some();
    if asked.state.as_ref().is_some_and(|code| !known(code)) {
        return Err(ApiError::not_found("No region has this code."));
    }
    let version = current.version().to_owned();
    let key = (before.version().to_owned(), version.clone(), asked.state.clone());
    let (old, new) = tokio::try_join!(written(&state, before), written(&state, current))?;
    let made = state.changes().get(key, move || Ok(Arc::new(made(&old, &new, asked.state)?)));
    Ok(conditional::answer(&headers, &*made.await?, &version))
}

fn made(old: &Written, new: &Written, state: Option<String>) -> Result<Prepared, ApiError> {
    let found = compare::for_region(&old.readings(), &new.readings(), state.as_deref());
    // An old version that this program can't compare is as good as gone.
    let compare::ForRegion { changes, paths, more_paths } = found.ok_or_else(ApiError::gone)?;
    let (from, version) = (old.version.clone(), new.version.clone());
    Ok(Prepared::json(&Changes { from, version, state, changes, paths, more_paths }))
}
