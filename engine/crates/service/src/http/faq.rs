//! The FAQ and its search. A search may be about a voter, so its text travels in a request body and never appears in a
//! response, a URL, or the log.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use super::caller::Volunteer;
use super::conditional::CONTENT_VERSION;
use super::error::ApiError;
use super::guard::JsonBody;
use super::state::AppState;
use super::{conditional, network};
use callguide_content::render;
use callguide_search::api::Problem;
use callguide_search::api::faq::{FaqAnswer, FaqEntry, FaqList, FaqSearch};
use callguide_search::faq::{self, Index, MAX_LIMIT, Reader};

/// The path of the search, which is a POST that changes nothing.
pub const SEARCH: &str = "/api/faq/search";

/// The maximum body size of a search, in bytes: enough for its 500 characters, no matter how they're escaped.
pub const MAX_SEARCH_BODY: usize = 16 << 10;

/// The maximum number of characters in a query (`api.md`, "POST /api/faq/search").
const MAX_QUERY: usize = 500;

/// The default number of entries in an answer (`api.md`, the same section).
const LIMIT: usize = 20;

/// Returns every entry of the FAQ, in the content's own order.
#[utoipa::path(
    get, path = "/api/faq", operation_id = "faq", tag = "faq",
    params(("state" = Option<String>, Query, description = "The code of the region whose volunteers would read these entries; without it, they read as they do before a region is chosen")),
    responses(
        (status = 200, description = "The entries", body = FaqList),
        (status = 304, description = "The client already has them"),
        (status = 400, description = "`search_is_posted`: the URL contains a search query; send it in a POST body instead", body = Problem),
        (status = 404, description = "No region has this code", body = Problem),
    )
)]
pub async fn list(
    State(state): State<AppState>,
    _: Volunteer,
    query: Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if query.iter().any(|(name, _)| name == "q") {
        return Err(ApiError::bad_request(
            "search_is_posted",
            format!("Searches must be posted to {SEARCH}, which keeps the query out of the address."),
        ));
    }
    let snapshot = state.current.get();
    let code = query.iter().find(|(name, _)| name == "state").map(|(_, code)| code.as_str());
    let reader =
        reader(snapshot.faq(), code).ok_or_else(|| ApiError::not_found("No region has this code."))?;
    Ok(conditional::answer(&headers, snapshot.faq_list(reader), snapshot.version()))
}

/// Returns the reader for a region's code, or the reader without a region if there is no code. `None` if no
/// region has this code.
fn reader(faq: &Index, code: Option<&str>) -> Option<Reader> {
    match code {
        None | Some("") => Some(Reader::default()),
        Some(code) => faq.reader(code),
    }
}

/// Searches the FAQ, and returns the entries that match, best first.
#[utoipa::path(
    post, path = "/api/faq/search", tag = "faq",
    request_body = FaqSearch,
    responses(
        (status = 200, description = "The matches", body = FaqAnswer),
        (status = 413, description = "The query or the body is too long", body = Problem),
        (status = 422, description = "The body doesn't have the expected shape; `bad_limit`; `unknown_state`; `unknown_category`", body = Problem),
        (status = 429, description = "Too many searches by this person in a minute", body = Problem),
    )
)]
pub async fn search(
    State(state): State<AppState>,
    volunteer: Volunteer,
    JsonBody(search): JsonBody<FaqSearch>,
) -> Result<Response, ApiError> {
    if search.q.chars().nth(MAX_QUERY).is_some() {
        return Err(ApiError::too_large(format!("A search can have at most {MAX_QUERY} characters.")));
    }
    network::take(&state.network.limits.search, &volunteer.person)?;
    let limit = search.limit.unwrap_or(LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(ApiError::invalid("bad_limit", format!("The limit must be from 1 to {MAX_LIMIT}.")));
    }
    let snapshot = state.current.get();
    let reader = reader(snapshot.faq(), search.state.as_deref())
        .ok_or_else(|| ApiError::invalid("unknown_state", "No region has this code."))?;
    let category = search.category.filter(|category| !category.is_empty());
    if let Some(category) = &category
        && !snapshot.faq().categories(reader).contains(category)
    {
        return Err(ApiError::invalid("unknown_category", "The FAQ has no such category."));
    }
    let offset = search.offset.unwrap_or(0);
    let query = faq::Query { text: search.q, category, reader, limit, offset };
    let answer = render::found(snapshot.faq().search(&query), snapshot.version());
    let mut response = Json(answer).into_response();
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(version) = HeaderValue::from_str(snapshot.version()) {
        out.insert(HeaderName::from_static(CONTENT_VERSION), version);
    }
    Ok(response)
}

/// Returns one entry of the FAQ.
#[utoipa::path(
    get, path = "/api/faq/{id}", tag = "faq",
    params(("id" = String, Path, description = "The entry's ID")),
    responses(
        (status = 200, description = "The entry", body = FaqEntry),
        (status = 404, description = "No entry has this ID", body = Problem),
    )
)]
pub async fn entry(
    State(state): State<AppState>,
    _: Volunteer,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let snapshot = state.current.get();
    let entry = snapshot.faq().entry(&id).ok_or_else(|| ApiError::not_found("No entry has this ID."))?;
    conditional::answer_json(&headers, &entry, snapshot.version())
}
