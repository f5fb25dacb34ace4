//! A request's error, with one part for people and another for programs.

use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::store::StoreError;
use callguide_search::api::Problem;

/// A failed request, in the shape described in `api.md`, "Errors". It must never expose internals such as a
/// path, a statement, or a backtrace.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    problem: Box<Problem>,
    retry_after: Option<u64>,
}

/// The problem in a response made from an [`ApiError`], kept for the security log and for sign-in pages.
#[derive(Debug, Clone)]
pub(super) struct ToldProblem(pub Arc<Problem>);

/// The error code used when a dependency of the engine is down.
pub(super) const UNAVAILABLE: &str = "unavailable";

/// What people are told while the document store is down.
pub(super) const NO_RECORDS: &str =
    "Callguide can't reach its records right now. Please try again in a moment.";

/// Formats a waiting time for a sentence: `1 second`, `3 seconds`.
pub(super) fn in_words(seconds: u64) -> String {
    let unit = if seconds == 1 { "second" } else { "seconds" };
    format!("{seconds} {unit}")
}

impl ApiError {
    fn new(status: StatusCode, code: &str, error: impl Into<String>) -> Self {
        let problem = Problem { error: error.into(), code: code.to_owned(), details: None };
        Self { status, problem: Box::new(problem), retry_after: None }
    }

    /// 503; the caller may retry after `seconds`.
    fn away(code: &str, error: &str, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, code, error) }
    }

    /// 400: the request can't be understood.
    pub fn bad_request(code: &str, error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, error)
    }

    /// 400: the path contains an incomplete percent escape, or decodes to bytes that aren't text.
    pub fn bad_path() -> Self {
        Self::bad_request("bad_path", "This address can't be read.")
    }

    /// 401: not signed in, or no longer signed in.
    pub fn signed_out() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "signed_out", "Please sign in to continue.")
    }

    /// 403: signed in, but not allowed to do this.
    pub fn forbidden(code: &str, error: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, error)
    }

    /// 403: signed in, but not an admin.
    pub fn not_admin() -> Self {
        Self::forbidden("not_admin", "Only administrators can do this.")
    }

    /// 404.
    pub fn not_found(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", error)
    }

    /// 405.
    pub fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This address doesn't accept that kind of request.",
        )
    }

    /// 409: the request conflicts with the current state.
    pub fn conflict(code: &str, error: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, error)
    }

    /// 412: the current state isn't what the caller expected.
    pub fn precondition_failed(code: &str, error: impl Into<String>) -> Self {
        Self::new(StatusCode::PRECONDITION_FAILED, code, error)
    }

    /// 413.
    pub fn too_large(error: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", error)
    }

    /// 415: the body isn't JSON.
    pub fn not_json() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "The body must be JSON, with the content type application/json.",
        )
    }

    /// 422: the request can be read but is invalid.
    pub fn invalid(code: &str, error: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, error)
    }

    /// Adds details for programs.
    #[must_use]
    pub fn with_details(mut self, details: serde_json::Value) -> Self {
        self.problem.details = Some(details);
        self
    }

    /// 410: the content version was dropped.
    pub fn gone() -> Self {
        Self::new(StatusCode::GONE, "version_gone", "This version of the guidance is no longer available.")
    }

    /// 429: too many `requests`; the caller may retry after `seconds`.
    pub fn rate_limited(requests: &str, seconds: u64) -> Self {
        let error = format!("Too many {requests}. Please try again in {}.", in_words(seconds));
        let retry_after = Some(seconds);
        Self { retry_after, ..Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", error) }
    }

    /// 503: the request took too long, either to arrive or to be answered.
    pub fn too_slow() -> Self {
        Self::away("too_slow", "This took too long. Please try again.", 5)
    }

    /// 503: a dependency of the engine is down.
    pub fn unavailable() -> Self {
        Self::away(UNAVAILABLE, NO_RECORDS, 5)
    }

    /// 503: the maximum number of browsers are listening for events; retry after `retry_after` seconds.
    pub fn too_many_streams(retry_after: u64) -> Self {
        let error = "Too many browsers are listening for changes right now. Please try again in a moment.";
        Self::away("too_many_streams", error, retry_after)
    }

    /// 500: a bug on our side. It's logged, and reported without internals.
    pub fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong on our side.")
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        // The failed call was reported where it was made (`store::Counted`).
        if error.is_precondition() {
            tracing::error!(%error, "other changes kept getting in first");
        }
        let mut unavailable = Self::unavailable();
        if error == StoreError::Full {
            "Nothing was saved: the disk that holds Callguide's records is full. Tell whoever runs the engine."
                .clone_into(&mut unavailable.problem.error);
        }
        unavailable
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&*self.problem)).into_response();
        response.extensions_mut().insert(ToldProblem(self.problem.into()));
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
