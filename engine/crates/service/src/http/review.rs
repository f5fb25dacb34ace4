//! The material that staff sign off on: every text of every region, and the diagram of a region's tree.
//!
//! It's computed on demand, because few people request it, and rarely.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::caller::Admin;
use super::content::{Version, VersionQuery, bodies};
use super::written::written;
use super::{ApiError, AppState, conditional};
use callguide_content::graph;
use callguide_content::render;
use callguide_content::snapshot::Prepared;
use callguide_search::api::Problem;
use callguide_search::api::review::Review;

/// Returns everything that volunteers read, from one version: the tree once for all regions where it reads the same.
#[utoipa::path(
    get,
    path = "/api/review",
    tag = "review",
    responses(
        (status = 200, description = "The whole guidance", body = Review),
        (status = 304, description = "The client already has it"),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Signed in, but not an admin", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn review(
    State(state): State<AppState>,
    _: Admin,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let snapshot = state.current.get();
    let version = snapshot.version().to_owned();
    let content = written(&state, snapshot.bodies().clone()).await?;
    let body = state.reviews().get(version.clone(), move || {
        let faq = snapshot.faq().entries().collect();
        // Content that is served has every tree.
        let review = render::review(&content.readings(), faq, snapshot.is_preview());
        let review = review.ok_or_else(ApiError::gone)?;
        Ok(Arc::new(Prepared::json(&review)))
    });
    Ok(conditional::answer(&headers, &*body.await?, &version))
}

/// Returns a picture of one region's tree.
#[utoipa::path(
    get,
    path = "/api/graph/{state}",
    tag = "review",
    params(("state" = String, Path, description = "The region's code"), Version),
    responses(
        (status = 200, description = "The picture, self-contained", content_type = "image/svg+xml", body = String),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Signed in, but not an admin", body = Problem),
        (status = 404, description = "No region has this code", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn picture(
    State(state): State<AppState>,
    _: Admin,
    Path(code): Path<String>,
    version: VersionQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let bodies = bodies(version, &state).await?;
    if bodies.tree(&code).is_none() {
        return Err(ApiError::not_found("No region has this code."));
    }
    // The version serves as the validator, because the same content gives the same picture.
    let tag = format!("\"{}-{code}-svg\"", bodies.version());
    let mut response = if conditional::matches(&headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let content = written(&state, bodies.clone()).await?;
        let drawn = tokio::task::spawn_blocking(move || {
            let readings = content.readings();
            let region = content.draft.regions.iter().position(|region| region.code == code)?;
            Some(graph::svg(&graph::of_region(&readings, region)?))
        });
        // Content that was served has every tree.
        let picture = drawn.await.map_err(|error| ApiError::internal(&error))?.ok_or_else(ApiError::gone)?;
        ([(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))], picture).into_response()
    };
    conditional::content_headers(&mut response, &tag, bodies.version(), "cookie");
    Ok(response)
}
