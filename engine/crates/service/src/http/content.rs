//! The rendered content, the trees, and the guides; and what changed since the version that a volunteer started with.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Volunteer;
use super::error::ApiError;
use super::state::{AppState, WrittenVersion, written};
use super::{conditional, network, security};
use callguide_content::compare;
use callguide_content::snapshot::{Bodies, Prepared};
use callguide_search::api::Problem;
use callguide_search::api::changes::Changes;
use callguide_search::api::content::Content;
use callguide_search::api::tree::{Tree, Trees};

/// Which version of the content is requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AskedVersion {
    /// A content version that a volunteer began a contact with; the current one if absent.
    pub version: Option<String>,
}

/// The query of a request, or the reason it can't be read.
pub(super) type VersionQuery = Result<Query<AskedVersion>, QueryRejection>;

/// Returns the bodies that a request is answered from: those of the requested version or, if it names none, of the
/// current one.
pub(super) async fn bodies(query: VersionQuery, state: &AppState) -> Result<Arc<Bodies>, ApiError> {
    let Query(asked) =
        query.map_err(|_| ApiError::bad_request("bad_query", "The query in this address can't be read."))?;
    match asked.version {
        Some(version) => state.current.find(&version).await.ok_or_else(ApiError::gone),
        None => Ok(state.current.get().bodies().clone()),
    }
}

/// Returns the whole rendered content except for the FAQ and the trees.
#[utoipa::path(
    get, path = "/api/content", tag = "content",
    params(AskedVersion),
    responses(
        (status = 200, description = "The content", body = Content),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
    )
)]
pub async fn content(
    State(state): State<AppState>,
    _: Volunteer,
    version: VersionQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let bodies = bodies(version, &state).await?;
    Ok(conditional::answer(&headers, bodies.content(), bodies.version()))
}

/// Returns the decision tree, resolved for one region.
#[utoipa::path(
    get, path = "/api/tree/{state}", tag = "content",
    params(("state" = String, Path, description = "The region's code"), AskedVersion),
    responses(
        (status = 200, description = "The tree", body = Tree),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 404, description = "No region has this code", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
    )
)]
pub async fn tree(
    State(state): State<AppState>,
    _: Volunteer,
    Path(code): Path<String>,
    version: VersionQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let bodies = bodies(version, &state).await?;
    let tree = bodies.tree(&code).ok_or_else(|| ApiError::not_found("No region has this code."))?;
    Ok(conditional::answer(&headers, tree, bodies.version()))
}

/// Returns the decision trees of all regions in one response, for a browser that may lose its connection.
#[utoipa::path(
    get, path = "/api/trees", tag = "content",
    params(AskedVersion),
    responses(
        (status = 200, description = "The trees", body = Trees),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
    )
)]
pub async fn trees(
    State(state): State<AppState>,
    _: Volunteer,
    version: VersionQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let bodies = bodies(version, &state).await?;
    let answer = move || conditional::answer(&headers, bodies.all_trees(), bodies.version());
    // Compressing them takes a moment the first time.
    tokio::task::spawn_blocking(answer).await.map_err(|error| ApiError::internal(&error))
}

/// Returns the page for a guide whose steps are defined in the content.
#[utoipa::path(
    get, path = "/guides/{id}", tag = "content",
    params(("id" = String, Path, description = "The guide's ID")),
    responses(
        (status = 200, description = "The page", content_type = "text/html", body = String),
        (status = 304, description = "The client already has it"),
        (status = 404, description = "No guide has this ID", body = Problem),
    )
)]
pub async fn guide(
    State(state): State<AppState>,
    _: Volunteer,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let snapshot = state.current.get();
    let page = snapshot.guide(&id).ok_or_else(|| ApiError::not_found("No guide has this ID."))?;
    let mut response = conditional::answer(&headers, page, snapshot.version());
    security::framed_by_this_origin(response.headers_mut());
    Ok(response)
}

/// Which version to compare with, and for which region.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChangesQuery {
    /// The version that the volunteer is using. It's compared with the current one.
    pub from: String,
    /// The region's code; without it, the comparison is for volunteers who haven't chosen a region.
    pub state: Option<String>,
}

/// Returns what reads differently for this region's volunteers, and which paths end elsewhere.
#[utoipa::path(
    get, path = "/api/changes", tag = "content",
    params(ChangesQuery),
    responses(
        (status = 200, description = "The differences; both lists are empty if there are none", body = Changes),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "`from` is missing, or the query can't be parsed", body = Problem),
        (status = 404, description = "Neither version has a region with this code", body = Problem),
        (status = 410, description = "The version is gone", body = Problem),
        (status = 429, description = "Too many requests in a minute", body = Problem),
    )
)]
pub async fn changes(
    State(state): State<AppState>,
    volunteer: Volunteer,
    query: Result<Query<ChangesQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    network::take(&state.network.limits.changes, &volunteer.person)?;
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
    let made = state.shared.changes.get(key, move || Ok(Arc::new(made(&old, &new, asked.state)?)));
    Ok(conditional::answer(&headers, &*made.await?, &version))
}

fn made(old: &WrittenVersion, new: &WrittenVersion, state: Option<String>) -> Result<Prepared, ApiError> {
    let found = compare::for_region(&old.readings(), &new.readings(), state.as_deref());
    // An old version that this program can't compare is treated as gone.
    let compare::ForRegion { changes, paths, more_paths } = found.ok_or_else(ApiError::gone)?;
    let (from, version) = (old.version.clone(), new.version.clone());
    Ok(Prepared::json(&Changes { from, version, state, changes, paths, more_paths }))
}
