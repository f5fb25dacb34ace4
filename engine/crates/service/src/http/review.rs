//! For admins: the whole guidance to sign off on, pictures of its trees, and where to report a problem with a passage.
//!
//! These are computed on demand, because only a few people request them, and only rarely.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Admin;
use super::conditional;
use super::content::{AskedVersion, VersionQuery, bodies};
use super::error::ApiError;
use super::state::{AppState, WrittenVersion, written};
use callguide_content::content::document::{child, item};
use callguide_content::content::{Document, is_version};
use callguide_content::graph;
use callguide_content::readings::Readings;
use callguide_content::render;
use callguide_content::snapshot::Prepared;
use callguide_search::api::Problem;
use callguide_search::api::review::Review;

/// Returns everything that volunteers read, from one version: the tree once for all regions where it reads the same.
#[utoipa::path(
    get, path = "/api/review", tag = "review",
    responses(
        (status = 200, description = "The whole guidance", body = Review),
        (status = 304, description = "The client already has it"),
        (status = 403, description = "Signed in, but not an admin", body = Problem),
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
    let body = state.shared.reviews.get(version.clone(), move || {
        let faq = snapshot.faq().entries().collect();
        // Content that is served contains every tree.
        let review = render::review(&content.readings(), faq, snapshot.is_preview());
        let review = review.ok_or_else(ApiError::gone)?;
        Ok(Arc::new(Prepared::json(&review)))
    });
    Ok(conditional::answer(&headers, &*body.await?, &version))
}

/// Returns a picture of one region's tree.
#[utoipa::path(
    get, path = "/api/graph/{state}", tag = "review",
    params(("state" = String, Path, description = "The region's code"), AskedVersion),
    responses(
        (status = 200, description = "The picture, self-contained", content_type = "image/svg+xml", body = String),
        (status = 304, description = "The client already has it"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 403, description = "Signed in, but not an admin", body = Problem),
        (status = 404, description = "No region has this code", body = Problem),
        (status = 410, description = "This version is gone", body = Problem),
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
        // Content that was served contains every tree.
        let picture = drawn.await.map_err(|error| ApiError::internal(&error))?.ok_or_else(ApiError::gone)?;
        ([(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"))], picture).into_response()
    };
    conditional::content_headers(&mut response, &tag, bodies.version(), "cookie");
    Ok(response)
}

/// Which text the report is about. It includes nothing about a contact, neither its answers nor its region.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// The version that the admin was reading.
    pub version: Option<String>,
    /// The text, as the app calls it: `question B`, `FAQ entry lost-id`, `section phone-calls`.
    pub about: Option<String>,
}

/// Redirects to the page for creating an issue about a text.
#[utoipa::path(
    get, path = "/api/report", tag = "review",
    params(ReportQuery),
    responses(
        (status = 303, description = "The redirect to that page, with the text, its place, and the version filled in"),
        (status = 400, description = "The query can't be parsed", body = Problem),
        (status = 403, description = "Signed in, but not an admin", body = Problem),
        (status = 404, description = "The content doesn't say where to report issues", body = Problem),
    )
)]
pub async fn report(
    State(state): State<AppState>,
    _: Admin,
    query: Result<Query<ReportQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(asked) = query.map_err(|_| ApiError::bad_request("bad_query", "Name the text as `about`."))?;
    let current = state.current.get().bodies().clone();
    let version = asked.version.filter(|version| is_version(version));
    let version = version.unwrap_or_else(|| current.version().to_owned());
    let served = written(&state, current).await?;
    // The version may be gone. It's still named in the issue, but the passage's line is unknown.
    let read = match state.current.find(&version).await {
        Some(bodies) => Some(written(&state, bodies).await?),
        None => None,
    };
    let about = asked.about.unwrap_or_default();
    let subject = read.as_ref().and_then(|read| subject(read, &about));
    let address = address(&served, subject, &version);
    let address =
        address.ok_or_else(|| ApiError::not_found("The content doesn't say where to report issues."))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, address), (header::CACHE_CONTROL, "no-store".to_owned())])
        .into_response())
}

fn address(served: &WrittenVersion, subject: Option<(String, String)>, version: &str) -> Option<String> {
    let repository = served.draft.site.as_ref()?.repository.as_ref()?;
    let (what, place) = subject.unwrap_or_else(|| ("the wording".to_owned(), String::new()));
    let body = format!("What's wrong:\n\n\n---\n{place}Version: {version}");
    repository.report_address(&format!("A problem with {what}"), &body)
}

/// Returns the name and the place of the passage that `about` refers to, or `None` if this version doesn't contain one
/// with that name. Only names from the content itself get into the issue. A solution with several IDs is named by its
/// key, which doesn't reveal the region.
fn subject(read: &WrittenVersion, about: &str) -> Option<(String, String)> {
    let (kind, id) = about.rsplit_once(' ')?;
    let draft = &read.draft;
    let (name, document, pointer) = match kind {
        "question" | "solution" => {
            let file = draft.tree.as_ref()?;
            let (section, key) = node(&read.readings(), id)?;
            (format!("{kind} {key}"), &file.document, child(&child("", section), &key))
        }
        "FAQ entry" => draft.faq.iter().find_map(|file| {
            let (at, entry) = file.entries.indexed().find(|(_, entry)| entry.id == id)?;
            Some((format!("FAQ entry {}", entry.id), &file.document, item("/entries", at)))
        })?,
        "section" => {
            let file = draft.support.iter().find(|file| file.id == id)?;
            (format!("section {}", file.id), &file.document, "/text".to_owned())
        }
        "agreement" => {
            let file = draft.agreement.as_ref()?;
            let (at, mode) = file.modes.indexed().find(|(_, mode)| mode.id == id)?;
            (format!("agreement {}", mode.id), &file.document, item("/modes", at))
        }
        "guide" => {
            let file = draft.guides.as_ref()?;
            let (name, _) = file.guides.iter().find(|(name, _)| *name == id)?;
            (format!("guide {name}"), &file.document, child("/guides", name))
        }
        _ => return None,
    };
    let line = line(document, &pointer);
    let place = format!("Text: {name}\nPlace: {}, line {line}\n", document.name);
    Some((name, place))
}

/// Returns the section and key of a node, given its ID in any region.
fn node(readings: &Readings<'_>, id: &str) -> Option<(&'static str, String)> {
    let tree = readings.draft().tree.as_ref()?;
    if tree.questions.contains(id) {
        return Some(("questions", id.to_owned()));
    }
    if tree.solutions.contains(id) {
        return Some(("solutions", id.to_owned()));
    }
    let served_as = |path: &str| {
        let mut regions = 0..readings.draft().regions.len();
        regions.any(|region| readings.filled(region).value(path).is_some_and(|value| value == id))
    };
    let mut solutions = tree.solutions.iter();
    let (key, _) = solutions.find(|(_, solution)| solution.id_from.as_deref().is_some_and(served_as))?;
    Some(("solutions", key.to_owned()))
}

/// Returns the line of `pointer`, counted from 1.
fn line(document: &Document, pointer: &str) -> usize {
    let start = document.key_at(pointer).span.start;
    document.text.get(..start).map_or(1, |before| before.matches('\n').count() + 1)
}
