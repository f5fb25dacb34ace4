//! How one attempt can fail, and whether to retry it.

use reqwest::StatusCode;
use serde_json::Value as Json;

use crate::store::StoreError;

/// Why an attempt got no usable response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    pub kind: Kind,
    /// Whether the request may have taken effect all the same.
    pub may_be_done: bool,
    /// For the log, without line breaks.
    pub text: String,
}

/// What to do about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Transient: retry after a wait.
    Passing,
    /// A write's precondition failed, or seems to have.
    Precondition,
    /// Permanent: retrying won't help.
    Lasting,
}

/// The most characters of the service's message that are logged.
const MAX_TEXT: usize = 300;

impl Failure {
    pub(super) fn new(kind: Kind, may_be_done: bool, text: &str) -> Self {
        let text = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_TEXT).collect();
        Self { kind, may_be_done, text }
    }

    /// A failure without a response. The request may have arrived, unless there was no connection
    /// at all.
    pub(super) fn transport(error: &reqwest::Error) -> Self {
        Self::new(Kind::Passing, !error.is_connect(), &with_causes(error))
    }

    /// A failure because the attempt's time ran out.
    pub(super) fn timeout() -> Self {
        Self::new(Kind::Passing, true, "no answer in time")
    }

    /// A successful response that can't be parsed: an error, never an empty answer.
    pub(super) fn malformed(why: &str) -> Self {
        Self::new(Kind::Lasting, true, &format!("unreadable answer: {why}"))
    }

    /// A response with an error status.
    ///
    /// The service gives a reason (`google.rpc.Code`) in the body; a proxy in between may send a
    /// bare status.
    pub(super) fn status(status: StatusCode, body: &[u8]) -> Self {
        let json: Json = serde_json::from_slice(body).unwrap_or(Json::Null);
        // A streaming method wraps its error in a list.
        let error = json.get("error").or_else(|| json.get(0)?.get("error"));
        let field = |name: &str| error.and_then(|error| error.get(name)).and_then(Json::as_str);
        let Some(reason) = field("status") else {
            return Self::bare(status);
        };
        let (kind, may_be_done) = match reason {
            "FAILED_PRECONDITION" | "NOT_FOUND" | "ALREADY_EXISTS" => (Kind::Precondition, false),
            // Refused before anything took effect.
            "ABORTED" | "RESOURCE_EXHAUSTED" => (Kind::Passing, false),
            "UNAVAILABLE" | "DEADLINE_EXCEEDED" | "INTERNAL" | "UNKNOWN" | "CANCELLED" => {
                (Kind::Passing, true)
            }
            _ => (Kind::Lasting, false),
        };
        Self::new(
            kind,
            may_be_done,
            &format!("{reason} ({status}): {}", field("message").unwrap_or_default()),
        )
    }

    fn bare(status: StatusCode) -> Self {
        let (kind, may_be_done) = match status.as_u16() {
            429 => (Kind::Passing, false),
            408 | 500 | 502 | 503 | 504 => (Kind::Passing, true),
            _ => (Kind::Lasting, status.is_server_error()),
        };
        Self::new(kind, may_be_done, &format!("{status} without a reason"))
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        Self::Unavailable(failure.text)
    }
}

/// Returns the error with its causes but without the URL, because a list's URL contains a page
/// token.
fn with_causes(error: &reqwest::Error) -> String {
    let mut text = if error.is_connect() { "no connection".to_owned() } else { "no answer".to_owned() };
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(http: u16, reason: &str) -> Failure {
        let body = format!(r#"{{"error":{{"code":{http},"status":"{reason}","message":"a\nb"}}}}"#);
        Failure::status(StatusCode::from_u16(http).unwrap(), body.as_bytes())
    }

    #[test]
    fn every_reason_of_the_interface_has_its_treatment() {
        use Kind::{Lasting, Passing, Precondition};
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
    fn a_bare_status_is_judged_by_its_number() {
        for (http, kind) in
            [(503, Kind::Passing), (429, Kind::Passing), (404, Kind::Lasting), (302, Kind::Lasting)]
        {
            let failure = Failure::status(StatusCode::from_u16(http).unwrap(), b"<html>");
            assert_eq!(failure.kind, kind, "{http}");
        }
    }

    #[test]
    fn a_line_of_the_log_stays_one_line() {
        assert_eq!(told(503, "UNAVAILABLE").text, "UNAVAILABLE (503 Service Unavailable): a b");
    }
}
