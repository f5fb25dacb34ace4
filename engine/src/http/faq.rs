//! The FAQ search.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Volunteer;
use super::{ApiError, AppState, conditional, limits};
use crate::api::faq::{FaqAnswer, FaqEntry};
use crate::api::problem::Problem;
use crate::faq::{self, DEFAULT_LIMIT, MAX_LIMIT};
use crate::render;

/// The most characters that are searched for (`api.md`, "POST /api/faq/search").
const MAX_QUERY: usize = 500;

/// What is searched for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// As it was typed, 500 characters at most; empty answers every entry in content's own order.
    #[serde(default)]
    #[param(max_length = 500)]
    q: String,
    /// Answer only entries of this category; the counts stay those of all.
    category: Option<String>,
    /// How many entries to answer: 100 unless given, 1,000 at most.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
    /// How many entries to pass over.
    offset: Option<usize>,
}

/// Entries of the FAQ that match, the best first.
#[utoipa::path(
    get,
    path = "/api/faq",
    tag = "faq",
    params(Search),
    responses(
        (status = 200, description = "The entries", body = FaqAnswer),
        (status = 400, description = "The query can't be read", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 413, description = "More is searched for than the search takes", body = Problem),
        (status = 429, description = "Too many searches in this session", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn search(
    State(state): State<AppState>,
    _: Volunteer,
    search: Result<Query<Search>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(search) = search.map_err(|_| {
        ApiError::bad_request(
            "bad_query",
            "The search can't be read: limit and offset are whole numbers from 0.",
        )
    })?;
    if search.q.chars().nth(MAX_QUERY).is_some() {
        return Err(ApiError::too_large(format!("A search may have {MAX_QUERY} characters at most.")));
    }
    limits::search(&state, &headers)?;
    let limit = search.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(ApiError::bad_request(
            "bad_limit",
            format!("The limit has to be from 1 to {MAX_LIMIT}."),
        ));
    }
    let snapshot = state.current.get();
    let category = search.category.filter(|category| !category.is_empty());
    if let Some(category) = &category
        && !snapshot.faq().categories().contains(category)
    {
        return Err(ApiError::bad_request("unknown_category", "The FAQ has no such category."));
    }
    let query = faq::Query { text: search.q, category, limit, offset: search.offset.unwrap_or(0) };
    let answer = render::found(snapshot.faq().search(&query), snapshot.version());
    conditional::answer_json(&headers, &answer, snapshot.version())
}

/// One entry of the FAQ.
#[utoipa::path(
    get,
    path = "/api/faq/{id}",
    tag = "faq",
    params(("id" = String, Path, description = "Id of the entry")),
    responses(
        (status = 200, description = "The entry", body = FaqEntry),
        (status = 401, description = "No valid session", body = Problem),
        (status = 404, description = "No entry has this id", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn entry(
    State(state): State<AppState>,
    _: Volunteer,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let snapshot = state.current.get();
    let entry = snapshot.faq().entry(&id).ok_or_else(|| ApiError::not_found("No entry has this id."))?;
    conditional::answer_json(&headers, &entry, snapshot.version())
}
