//! Responses in an encoding that the client accepts, or 304. A body is either prepared in advance or made for a
//! single request.

use axum::body::{Body, HttpBody as _};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use super::error::ApiError;
use callguide_content::snapshot::{Encoding, LONG, Prepared, quickly};

/// The response header with the content version.
pub const CONTENT_VERSION: &str = "x-content-version";

/// The minimum size of a body that is worth compressing, in bytes (`api.md`, "Who may call what").
const WORTH: usize = 1024;

/// Answers with `prepared`, or with 304 if the client already has it. The caller must have checked access.
pub fn answer(headers: &HeaderMap, prepared: &Prepared, version: &str) -> Response {
    let mut response = open_answer(headers, prepared);
    content_headers(&mut response, prepared.etag(negotiate(headers)), version, "accept-encoding, cookie");
    response
}

/// Answers with `prepared`, which is the same for everyone, or with 304 if the client already has it.
pub fn open_answer(headers: &HeaderMap, prepared: &Prepared) -> Response {
    let encoding = negotiate(headers);
    let tag = prepared.etag(Encoding::Identity);
    encoded_answer(headers, tag, encoding, prepared.content_type, || prepared.bytes(encoding).into())
}

/// Answers with a `body` in this encoding, or with 304 if the client already has it. `tag` is that of the uncompressed
/// bytes.
pub fn encoded_answer(
    headers: &HeaderMap,
    tag: &str,
    encoding: Encoding,
    content_type: &'static str,
    body: impl FnOnce() -> Body,
) -> Response {
    let mut response = if matches(headers, tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(body());
        let out = response.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        if let Some(name) = encoding.name() {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&encoded_tag(tag, encoding)) {
        out.insert(header::ETAG, tag);
    }
    response
}

/// Answers with a body that was made for this request, or with 304 if the client already has it. The body is
/// compressed later, on its way out ([`compress`]).
pub fn answer_json(
    headers: &HeaderMap,
    body: &impl serde::Serialize,
    version: &str,
) -> Result<Response, ApiError> {
    let body = serde_json::to_vec(body).map_err(|error| ApiError::internal(&error))?;
    let etag = format!("\"{}\"", hex::encode(&Sha256::digest(&body)[..12]));
    let vary = if body.len() < WORTH { "cookie" } else { "accept-encoding, cookie" };
    let (etag, mut response) = if matches(headers, &etag) {
        let wanted = if body.len() < WORTH { Encoding::Identity } else { quickest(headers) };
        (encoded_tag(&etag, wanted), StatusCode::NOT_MODIFIED.into_response())
    } else {
        let json = HeaderValue::from_static("application/json");
        (etag, ([(header::CONTENT_TYPE, json)], body).into_response())
    };
    content_headers(&mut response, &etag, version, vary);
    Ok(response)
}

/// Sets the headers that every content response carries.
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

/// Returns the tag of the representation in `encoding`, given the `tag` of the uncompressed bytes. Each
/// encoding has its own tag (RFC 9110 §8.8.3.3).
pub fn encoded_tag(tag: &str, encoding: Encoding) -> String {
    match (encoding.name(), tag.strip_suffix('"')) {
        (Some(name), Some(open)) => format!("{open}-{name}\""),
        _ => tag.to_owned(),
    }
}

/// Returns the tag of the uncompressed bytes, given the tag of any encoding.
pub fn plain_tag(tag: &str) -> String {
    let encodings = [Encoding::Gzip, Encoding::Brotli].into_iter().filter_map(Encoding::name);
    let plain = |name: &str| tag.strip_suffix(&format!("-{name}\"")).map(|open| format!("{open}\""));
    encodings.filter_map(plain).next().unwrap_or_else(|| tag.to_owned())
}

/// Returns whether `If-None-Match` contains the tag, in any encoding. A proxy's weak tag matches too, because
/// this header uses weak comparison (RFC 9110 §13.1.2). `etag` is the tag of the uncompressed bytes.
pub fn matches(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || plain_tag(tag) == etag)
}

/// Returns the encoding with the smallest result that the client accepts.
pub fn negotiate(headers: &HeaderMap) -> Encoding {
    first_taken(headers, [Encoding::Brotli, Encoding::Gzip])
}

/// Returns the fastest encoding that the client accepts.
pub fn quickest(headers: &HeaderMap) -> Encoding {
    first_taken(headers, [Encoding::Gzip, Encoding::Brotli])
}

fn first_taken(headers: &HeaderMap, liked: [Encoding; 2]) -> Encoding {
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
    liked.into_iter().find(|encoding| encoding.name().is_some_and(takes)).unwrap_or(Encoding::Identity)
}

/// Compresses JSON that was made for a single request, with the `accepted` encoding. Bodies that are prepared with a
/// snapshot ([`Prepared`]) are already compressed. Returns the response unchanged if it's too short, isn't JSON, is
/// already encoded, or has no known length.
pub async fn compress(accepted: Encoding, mut response: Response) -> Response {
    let length = response.body().size_hint().exact().unwrap_or_default();
    let is_json = |value: &HeaderValue| value.as_bytes().starts_with(b"application/json");
    let headers = response.headers_mut();
    if length < WORTH as u64
        || headers.contains_key(header::CONTENT_ENCODING)
        || !headers.get(header::CONTENT_TYPE).is_some_and(is_json)
    {
        return response;
    }
    varies(headers);
    let Some(name) = accepted.name() else { return response };
    let (mut head, body) = response.into_parts();
    let compressed = match axum::body::to_bytes(body, usize::MAX).await {
        Ok(plain) if plain.len() > LONG => {
            let task = tokio::task::spawn_blocking(move || quickly(&plain, accepted));
            task.await.map_err(axum::Error::new)
        }
        Ok(plain) => Ok(quickly(&plain, accepted)),
        Err(error) => Err(error),
    };
    let compressed: Bytes = match compressed {
        Ok(bytes) => bytes.into(),
        Err(error) => return ApiError::internal(&error).into_response(),
    };
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    head.headers.remove(header::CONTENT_LENGTH);
    // A different representation needs a different tag (RFC 9110 §8.8.3.3).
    let tag = head.headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
    if let Some(Ok(tag)) = tag.map(|tag| HeaderValue::from_str(&encoded_tag(tag, accepted))) {
        head.headers.insert(header::ETAG, tag);
    }
    Response::from_parts(head, Body::from(compressed))
}

/// Adds `Accept-Encoding` to `Vary`.
fn varies(headers: &mut HeaderMap) {
    let said = headers.get(header::VARY).and_then(|vary| vary.to_str().ok()).unwrap_or_default();
    if said.contains("accept-encoding") {
        return;
    }
    let both =
        if said.is_empty() { "accept-encoding".to_owned() } else { format!("accept-encoding, {said}") };
    if let Ok(both) = HeaderValue::from_str(&both) {
        headers.insert(header::VARY, both);
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
    fn the_smallest_encoding_that_the_client_accepts_is_chosen() {
        assert_eq!(negotiate(&accepting("gzip, deflate, br")), Encoding::Brotli);
        assert_eq!(negotiate(&accepting("gzip, br;q=0")), Encoding::Gzip);
        assert_eq!(negotiate(&accepting("deflate")), Encoding::Identity);
        assert_eq!(negotiate(&HeaderMap::new()), Encoding::Identity);
        assert_eq!(quickest(&accepting("gzip, deflate, br")), Encoding::Gzip);
        assert_eq!(quickest(&accepting("gzip;q=0, br")), Encoding::Brotli);
    }

    #[test]
    fn every_encodings_tag_leads_back_to_the_plain_one() {
        for (encoding, tag) in
            [(Encoding::Identity, "\"a\""), (Encoding::Gzip, "\"a-gzip\""), (Encoding::Brotli, "\"a-br\"")]
        {
            assert_eq!(encoded_tag("\"a\"", encoding), tag);
            assert_eq!(plain_tag(tag), "\"a\"");
        }
        assert_eq!(plain_tag("*"), "*");
    }

    #[test]
    fn a_matching_tag_of_any_encoding_gets_304() {
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
