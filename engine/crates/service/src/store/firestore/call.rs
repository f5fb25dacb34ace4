//! One call: attempts, each with credentials and a deadline, until one succeeds, one fails permanently, or time runs
//! out.
//!
//! Only this file uses google-cloud-auth. Credentials are located, and tokens fetched over the network, when they're
//! first needed, so starting an engine depends on neither.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use google_cloud_auth::credentials::{Builder, CacheableResource, Credentials};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Client, StatusCode};
use serde_json::Value as Json;
use tokio::time::{Instant, sleep, timeout};
use url::Url;

use super::settings::Timing;
use crate::outgoing;
use crate::store::interface::StoreError;

/// Sends requests.
#[derive(Debug)]
pub(super) struct RestClient {
    http: Client,
    auth: Auth,
    timing: Timing,
}

/// The time limits of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub whole: Duration,
    pub attempt: Duration,
}

impl RestClient {
    pub(super) fn new(auth: Auth, timing: Timing) -> Result<Self, reqwest::Error> {
        let http = outgoing::client()
            .pool_idle_timeout(Duration::from_secs(50))
            .user_agent(concat!("callguide/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { http, auth, timing })
    }

    pub(super) fn read_bounds(&self) -> Bounds {
        Bounds { whole: self.timing.read, attempt: self.timing.read_attempt }
    }

    pub(super) fn commit_bounds(&self) -> Bounds {
        Bounds { whole: self.timing.commit, attempt: self.timing.commit_attempt }
    }

    /// Sends a request (a GET, or a POST if there's a body) until it gets a response, which `read` parses. Retries only
    /// transient failures. The error is the last attempt's; it says whether any attempt may have taken effect.
    pub(super) async fn call<T>(
        &self,
        url: &Url,
        body: Option<&Json>,
        bounds: Bounds,
        read: impl Fn(&Json) -> Result<T, String>,
    ) -> Result<T, FailedAttempt> {
        let end = Instant::now() + bounds.whole;
        let mut may_be_done = false;
        for attempt in 1.. {
            let left = end.saturating_duration_since(Instant::now());
            let asked = timeout(left.min(bounds.attempt), self.ask(url, body)).await;
            let answer = asked.unwrap_or_else(|_| Err(FailedAttempt::timeout()));
            let last = match answer.and_then(|json| read(&json).map_err(|why| FailedAttempt::malformed(&why)))
            {
                Ok(found) => return Ok(found),
                Err(failure) => failure,
            };
            may_be_done |= last.may_be_done;
            let wait = self.timing.wait(attempt);
            if last.kind != FailureKind::Passing || Instant::now() + wait >= end {
                return Err(FailedAttempt { may_be_done, ..last });
            }
            tracing::debug!(attempt, reason = %last.text, "retrying the call to the document store");
            sleep(wait).await;
        }
        unreachable!("the loop ends when time is up")
    }

    async fn ask(&self, url: &Url, body: Option<&Json>) -> Result<Json, FailedAttempt> {
        let headers = self.auth.headers().await?;
        let request = match body {
            Some(body) => self.http.post(url.clone()).json(body),
            None => self.http.get(url.clone()),
        };
        let answer =
            request.headers(headers).send().await.map_err(|error| FailedAttempt::transport(&error))?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(|error| FailedAttempt::transport(&error))?;
        if status != reqwest::StatusCode::OK {
            return Err(FailedAttempt::status(status, &body));
        }
        serde_json::from_slice(&body).map_err(|error| FailedAttempt::malformed(&error.to_string()))
    }
}

/// The OAuth scope for reading and writing documents.
const SCOPE: &str = "https://www.googleapis.com/auth/datastore";

/// Makes the headers that authorize a request.
#[derive(Debug)]
pub(super) enum Auth {
    /// The emulator's owner, who may do everything.
    Emulator,
    /// Application default credentials, cached once found.
    Default(Mutex<Option<Credentials>>),
}

impl Auth {
    /// Returns the headers for a request.
    pub(super) async fn headers(&self) -> Result<HeaderMap, FailedAttempt> {
        match self {
            Self::Emulator => {
                Ok(HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_static("Bearer owner"))]))
            }
            Self::Default(kept) => from_default(kept).await,
        }
    }
}

async fn from_default(kept: &Mutex<Option<Credentials>>) -> Result<HeaderMap, FailedAttempt> {
    let credentials = find(kept)?;
    match credentials.headers(Default::default()).await {
        Ok(CacheableResource::New { data, .. }) => Ok(data),
        Ok(CacheableResource::NotModified) => {
            Err(FailedAttempt::new(FailureKind::Lasting, false, "the credentials returned no token"))
        }
        Err(error) => {
            let kind = if error.is_transient() { FailureKind::Passing } else { FailureKind::Lasting };
            if kind == FailureKind::Lasting {
                // Failed credentials never retry on their own. Drop them, so that fixing them doesn't take a restart.
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
            Err(FailedAttempt::new(kind, false, &format!("no access token for the database: {error}")))
        }
    }
}

fn find(kept: &Mutex<Option<Credentials>>) -> Result<Credentials, FailedAttempt> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(credentials) = &*kept {
        return Ok(credentials.clone());
    }
    let made = Builder::default().with_scopes([SCOPE]).build().map_err(|error| {
        let text = format!("the application default credentials can't be used: {error}");
        FailedAttempt::new(FailureKind::Lasting, false, &text)
    })?;
    Ok(kept.insert(made).clone())
}

/// Why an attempt, or all of a call's attempts, got no usable response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FailedAttempt {
    pub kind: FailureKind,
    /// Whether the request may have taken effect despite the failure.
    pub may_be_done: bool,
    /// The message for the log, without line breaks.
    pub text: String,
}

/// What to do about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureKind {
    /// Transient: retry after a wait.
    Passing,
    /// A write's precondition failed, or seems to have.
    Precondition,
    /// Permanent: retrying won't help.
    Lasting,
}

/// The maximum number of characters of the service's message that are logged.
const MAX_TEXT: usize = 300;

impl FailedAttempt {
    pub(super) fn new(kind: FailureKind, may_be_done: bool, text: &str) -> Self {
        let text = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_TEXT).collect();
        Self { kind, may_be_done, text }
    }

    /// Returns the failure for a request that got no response. It may have arrived, unless there was no connection at
    /// all.
    pub(super) fn transport(error: &reqwest::Error) -> Self {
        Self::new(FailureKind::Passing, !error.is_connect(), &with_causes(error))
    }

    /// Returns the failure for an attempt that ran out of time.
    pub(super) fn timeout() -> Self {
        Self::new(FailureKind::Passing, true, "no answer in time")
    }

    /// Returns the failure for a successful response that can't be parsed. It's an error, never an empty answer.
    pub(super) fn malformed(why: &str) -> Self {
        Self::new(FailureKind::Lasting, true, &format!("unreadable answer: {why}"))
    }

    /// Returns the failure for a response with an error status.
    ///
    /// The service gives a reason (`google.rpc.Code`) in the body, but a proxy in between may send only a status.
    pub(super) fn status(status: StatusCode, body: &[u8]) -> Self {
        let json: Json = serde_json::from_slice(body).unwrap_or(Json::Null);
        // A streaming method wraps its error in a list.
        let error = json.get("error").or_else(|| json.get(0)?.get("error"));
        let field = |name: &str| error.and_then(|error| error.get(name)).and_then(Json::as_str);
        let Some(reason) = field("status") else {
            return Self::bare(status);
        };
        let (kind, may_be_done) = match reason {
            "FAILED_PRECONDITION" | "NOT_FOUND" | "ALREADY_EXISTS" => (FailureKind::Precondition, false),
            // The request was refused before anything took effect.
            "ABORTED" | "RESOURCE_EXHAUSTED" => (FailureKind::Passing, false),
            "UNAVAILABLE" | "DEADLINE_EXCEEDED" | "INTERNAL" | "UNKNOWN" | "CANCELLED" => {
                (FailureKind::Passing, true)
            }
            _ => (FailureKind::Lasting, false),
        };
        Self::new(
            kind,
            may_be_done,
            &format!("{reason} ({status}): {}", field("message").unwrap_or_default()),
        )
    }

    fn bare(status: StatusCode) -> Self {
        let (kind, may_be_done) = match status.as_u16() {
            429 => (FailureKind::Passing, false),
            408 | 500 | 502 | 503 | 504 => (FailureKind::Passing, true),
            _ => (FailureKind::Lasting, status.is_server_error()),
        };
        Self::new(kind, may_be_done, &format!("{status} without a reason"))
    }
}

impl From<FailedAttempt> for StoreError {
    fn from(failure: FailedAttempt) -> Self {
        Self::Unavailable(failure.text)
    }
}

/// Returns the error with its causes but without the URL, because a list's URL contains a page
/// token.
fn with_causes(error: &reqwest::Error) -> String {
    let what = if error.is_connect() { "no connection" } else { "no answer" };
    outgoing::causes(error).fold(what.to_owned(), |text, cause| format!("{text}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(http: u16, reason: &str) -> FailedAttempt {
        let body = format!(r#"{{"error":{{"code":{http},"status":"{reason}","message":"a\nb"}}}}"#);
        FailedAttempt::status(StatusCode::from_u16(http).unwrap(), body.as_bytes())
    }

    #[test]
    fn every_error_status_is_classified() {
        use FailureKind::{Lasting, Passing, Precondition};
        for (http, reason, kind, may_be_done) in [
            (499, "CANCELLED", Passing, true),
            (500, "UNKNOWN", Passing, true),
            (400, "INVALID_ARGUMENT", Lasting, false),
            (504, "DEADLINE_EXCEEDED", Passing, true),
            (404, "NOT_FOUND", Precondition, false),
            (409, "ALREADY_EXISTS", Precondition, false),
            (403, "PERMISSION_DENIED", Lasting, false),
            (401, "UNAUTHENTICATED", Lasting, false),
            (429, "RESOURCE_EXHAUSTED", Passing, false),
            (400, "FAILED_PRECONDITION", Precondition, false),
            (409, "ABORTED", Passing, false),
            (400, "OUT_OF_RANGE", Lasting, false),
            (501, "UNIMPLEMENTED", Lasting, false),
            (500, "INTERNAL", Passing, true),
            (503, "UNAVAILABLE", Passing, true),
            (500, "DATA_LOSS", Lasting, false),
        ] {
            let failure = told(http, reason);
            assert_eq!((failure.kind, failure.may_be_done), (kind, may_be_done), "{reason}");
        }
    }

    #[test]
    fn an_error_without_a_reason_is_classified_by_its_http_status() {
        for (http, kind) in [
            (503, FailureKind::Passing),
            (429, FailureKind::Passing),
            (404, FailureKind::Lasting),
            (302, FailureKind::Lasting),
        ] {
            let failure = FailedAttempt::status(StatusCode::from_u16(http).unwrap(), b"<html>");
            assert_eq!(failure.kind, kind, "{http}");
        }
    }

    #[test]
    fn an_error_text_stays_on_one_line() {
        assert_eq!(told(503, "UNAVAILABLE").text, "UNAVAILABLE (503 Service Unavailable): a b");
    }
}
