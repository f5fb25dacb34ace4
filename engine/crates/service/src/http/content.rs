//! The rendered content, the trees, and the guides.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Volunteer;
use super::{ApiError, AppState, conditional, security};
use callguide_content::snapshot::Bodies;
use callguide_search::api::Problem;
use callguide_search::api::content::Content;
use callguide_search::api::tree::{Tree, Trees};

/// Which version of the content is requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Version {
    /// A content version that a volunteer began a contact with; the current one if absent.
    pub version: Option<String>,
}

/// The query of a request, or the reason it can't be read.
pub(super) type VersionQuery = Result<Query<Version>, QueryRejection>;

/// Returns the bodies to answer a request from: those of the requested version, or of the current one if none is named.
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
    get,
    path = "/api/content",
    tag = "content",
    params(Version),
    responses(
        (status = 200, description = "The content", body = Content),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
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
    get,
    path = "/api/tree/{state}",
    tag = "content",
    params(("state" = String, Path, description = "The region's code"), Version),
    responses(
        (status = 200, description = "The tree", body = Tree),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 404, description = "No region has this code", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
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
    get,
    path = "/api/trees",
    tag = "content",
    params(Version),
    responses(
        (status = 200, description = "The trees", body = Trees),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
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

/// Returns the page of a guide whose steps are content.
#[utoipa::path(
    get,
    path = "/guides/{id}",
    tag = "content",
    params(("id" = String, Path, description = "The guide's ID")),
    responses(
        (status = 200, description = "The page", content_type = "text/html", body = String),
        (status = 304, description = "The client already has it"),
        (status = 401, description = "No valid session", body = Problem),
        (status = 404, description = "No guide has this ID", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
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
