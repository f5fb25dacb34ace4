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
use callguide_content::compare;
use callguide_content::snapshot::Prepared;
use callguide_search::api::Problem;
use callguide_search::api::changes::Changes;

/// Which version to compare with, and for which region.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// The version that the volunteer is using. It's compared with the current one.
    pub from: String,
    /// The region's code; without it, the comparison is for volunteers who haven't chosen a region.
    pub state: Option<String>,
}

/// Returns what reads differently for this region's volunteers, and which paths end elsewhere.
#[utoipa::path(
    get,
    path = "/api/changes",
    tag = "content",
    params(Asked),
    responses(
        (status = 200, description = "What differs; if both lists are empty, nothing does", body = Changes),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "`from` is missing, or the query can't be parsed", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 404, description = "Neither version has a region with this code", body = Problem),
        (status = 410, description = "The version is gone", body = Problem),
        (status = 429, description = "Too many requests in a minute", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
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
        .map_err(|_| ApiError::bad_request("bad_query", "Give the version to compare with as `from`."))?;
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
