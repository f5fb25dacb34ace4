//! Compresses JSON that was made for a single request. Bodies that are prepared with a snapshot
//! ([`callguide_content::snapshot::Prepared`]) are already compressed.

use axum::body::{Body, HttpBody as _};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;

use super::conditional::{self, encoded_tag};
use callguide_content::snapshot::{Encoding, quickly};

/// Shorter bodies aren't worth compressing, in bytes (`api.md`, "Who may call what").
pub const WORTH: usize = 1024;
/// Longer bodies are compressed on a blocking thread so that other requests don't wait, in bytes.
const LONG: usize = 64 * 1024;

/// Returns the encoding for a body of `length` bytes, given the request's `headers`. It prefers the faster
/// encoding over the smaller one, because someone is waiting.
pub fn wanted(headers: &HeaderMap, length: usize) -> Encoding {
    if length < WORTH { Encoding::Identity } else { conditional::quickest(headers) }
}

/// Compresses a response with the `accepted` encoding. Returns it unchanged if it's too short, isn't JSON, is
/// already encoded, or has no known length.
pub async fn fit(accepted: Encoding, mut response: Response) -> Response {
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
        Err(error) => {
            use axum::response::IntoResponse as _;
            return super::ApiError::internal(&error).into_response();
        }
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
