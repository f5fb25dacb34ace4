//! Answering from prepared bytes: in the encoding that the client takes, or that nothing changed.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};

use super::ApiError;

use crate::snapshot::{Encoding, Prepared};

/// The header that names the content version of an answer.
pub const CONTENT_VERSION: &str = "x-content-version";

/// Answers `prepared`, or 304 where the client has it. The caller has checked access before.
pub fn answer(headers: &HeaderMap, prepared: &Prepared, version: &str) -> Response {
    let encoding = negotiate(headers);
    let etag = prepared.etag(encoding);
    let unchanged = [Encoding::Identity, Encoding::Gzip, Encoding::Brotli]
        .into_iter()
        .any(|encoding| matches(headers, prepared.etag(encoding)));
    let mut response = if unchanged {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let mut response = Response::new(Body::from(prepared.bytes(encoding)));
        let out = response.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(prepared.content_type));
        if let Some(name) = encoding.name() {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    };
    content_headers(&mut response, etag, version, "accept-encoding, cookie");
    response
}

/// Answers a body that was made for this request, or 304 where the client has it.
pub fn answer_json(
    headers: &HeaderMap,
    body: &impl serde::Serialize,
    version: &str,
) -> Result<Response, ApiError> {
    let body = serde_json::to_vec(body).map_err(|error| ApiError::internal(&error))?;
    let etag = format!("\"{}\"", hex::encode(&Sha256::digest(&body)[..12]));
    let mut response = if matches(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
    };
    content_headers(&mut response, &etag, version, "cookie");
    Ok(response)
}

/// What every content answer carries.
pub fn content_headers(response: &mut Response, etag: &str, version: &str, vary: &'static str) {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static(vary));
    for (name, value) in [(header::ETAG, etag), (HeaderName::from_static(CONTENT_VERSION), version)] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
}

/// Whether `If-None-Match` has the tag. A weak tag of a proxy counts: the comparison for this
/// header is weak (RFC 9110 §13.1.2).
pub fn matches(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == etag)
}

/// The smallest encoding that the client takes.
pub fn negotiate(headers: &HeaderMap) -> Encoding {
    let accepted = headers.get_all(header::ACCEPT_ENCODING);
    let takes = |name: &str| {
        accepted.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(
            |item| {
                let (encoding, weight) = item.split_once(';').unwrap_or((item, ""));
                let refused =
                    weight.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0_f32));
                encoding.trim().eq_ignore_ascii_case(name) && !refused
            },
        )
    };
    if takes("br") {
        Encoding::Brotli
    } else if takes("gzip") {
        Encoding::Gzip
    } else {
        Encoding::Identity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(value: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
        headers
    }

    #[test]
    fn the_smallest_encoding_that_the_client_takes() {
        assert_eq!(negotiate(&accepting("gzip, deflate, br")), Encoding::Brotli);
        assert_eq!(negotiate(&accepting("gzip, br;q=0")), Encoding::Gzip);
        assert_eq!(negotiate(&accepting("deflate")), Encoding::Identity);
        assert_eq!(negotiate(&HeaderMap::new()), Encoding::Identity);
    }

    #[test]
    fn a_tag_of_any_encoding_is_not_sent_again() {
        let prepared = Prepared::json(&serde_json::json!({"a": 1}));
        let mut headers = accepting("br");
        let tag = format!("\"zzz\", W/{}", prepared.etag(Encoding::Gzip));
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(&tag).unwrap());
        assert_eq!(answer(&headers, &prepared, "v1").status(), StatusCode::NOT_MODIFIED);
        headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static("\"zzz\""));
        let full = answer(&headers, &prepared, "v1");
        assert_eq!(full.status(), StatusCode::OK);
        assert_eq!(full.headers()[header::CONTENT_ENCODING], "br");
        assert_eq!(full.headers()[CONTENT_VERSION], "v1");
    }
}
