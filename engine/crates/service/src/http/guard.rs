//! The checks on every request: it must come from this site, its path must decode, and its body must look like those
//! that our pages send.

use std::borrow::Cow;

use axum::body::{Bytes, HttpBody as _};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, Method, StatusCode, Version, header};
use axum::response::IntoResponse as _;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::error::ApiError;
use super::network::PublicUrl;
use super::state::AppState;

/// The maximum size of a request body, in bytes, which is enough for an allow-list of ten thousand addresses.
pub const MAX_BODY: usize = 1 << 20;

/// The paths of health probes, which may speak HTTP/1.0 and send no Host header.
const PROBED: [&str; 2] = ["/healthz", "/readyz"];

/// The only form that posts without scripts: choosing a person at the development sign-in.
const FORM: &str = "/auth/development";

/// Returns why a request must be rejected before anything else handles it, or `None` if it's fine.
///
/// A request passes if it changes nothing or was made by this site: a page can't forge what the browser reports about
/// a request's origin, and a client that isn't a browser reports nothing. This rejects requests without exactly one
/// `Host`, paths that can't be decoded, bodies whose declared length is too large, and, if a request changes
/// something, bodies that aren't JSON: a form on another site can't send JSON without a preflight.
pub fn refusal(state: &AppState, request: &Request) -> Option<ApiError> {
    if !names_its_host(request) {
        return Some(ApiError::bad_request("bad_host", "A request must have exactly one Host header."));
    }
    if decoded(request.uri().path()).is_none() {
        return Some(ApiError::bad_path());
    }
    let headers = request.headers();
    let public = state.network.public.as_ref().map(PublicUrl::origin);
    let changes = changes(request.method());
    if changes && is_cross_site(headers, public) {
        return Some(ApiError::forbidden("cross_site", "This call came from another site."));
    }
    let length =
        headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MAX_BODY as u64) {
        return Some(ApiError::too_large("This request is too large."));
    }
    let takes_json = request.uri().path() != FORM;
    let is_other = takes_json && changes && !request.body().is_end_stream() && !is_json(headers);
    is_other.then(ApiError::not_json)
}

/// Returns whether there is exactly one `Host` header (RFC 9112 §3.2); probes over HTTP/1.0 may have none.
fn names_its_host(request: &Request) -> bool {
    match request.headers().get_all(header::HOST).iter().count() {
        0 => request.version() == Version::HTTP_10 && PROBED.contains(&request.uri().path()),
        hosts => hosts == 1,
    }
}

fn changes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Returns whether there is exactly one content type and it's `application/json`, with or without parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let value = types.next().and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json") && types.next().is_none()
}

/// Returns whether the request came from another site. `public` is the origin that browsers know, if it's
/// set; otherwise `Host` is used.
fn is_cross_site(headers: &HeaderMap, public: Option<&str>) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text("sec-fetch-site");
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    match (text(header::ORIGIN.as_str()), public, text(header::HOST.as_str())) {
        (None, ..) => headers.contains_key(header::ORIGIN),
        // A form on a page that sends no referrer, like ours, has the origin `null` even on its own site.
        // Then `Sec-Fetch-Site` alone decides.
        (Some("null"), ..) => site != Some("same-origin"),
        (Some(origin), Some(public), _) => origin != public,
        (Some(origin), None, Some(host)) => origin.split_once("://").is_none_or(|(_, from)| from != host),
        (Some(_), None, None) => true,
    }
}

/// Percent-decodes a path (RFC 3986 §2.1). `None` if a percent sign isn't followed by two hexadecimal digits,
/// or if the decoded bytes aren't UTF-8.
pub fn decoded(path: &str) -> Option<Cow<'_, str>> {
    let complete = path.split('%').skip(1).all(|after| {
        let mut digits = after.bytes();
        [digits.next(), digits.next()].into_iter().all(|it| it.is_some_and(|byte| byte.is_ascii_hexdigit()))
    });
    if complete { percent_decode_str(path).decode_utf8().ok() } else { None }
}

/// A body of type `T`. Its content type has already been checked by [`refusal`] for every request that changes
/// something.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::too_large("The body is too large.")
            } else {
                ApiError::bad_request("bad_body", "The body couldn't be read completely.")
            }
        })?;
        parse(&bytes).map(Self)
    }
}

/// Parses a body, which must be an object: serde would also accept an array of the fields in order.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let body = serde_json::from_slice(bytes).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        match error.classify() {
            Category::Data => {
                let why = match shape(&error.to_string()) {
                    Some(shape) => format!("{shape} at {place}"),
                    None => place,
                };
                ApiError::invalid("bad_shape", format!("The body doesn't have the expected shape: {why}."))
            }
            _ => ApiError::bad_request("bad_json", format!("The body isn't JSON ({place}).")),
        }
    })?;
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::invalid(
            "bad_shape",
            "The body doesn't have the expected shape: an object is expected.",
        ));
    }
    Ok(body)
}

/// Returns the part of a shape error that says what was expected, without repeating anything from the body,
/// which may be about a person. `None` if nothing is left.
fn shape(error: &str) -> Option<String> {
    let (text, _) = error.rsplit_once(" at line ")?;
    if ["missing field `", "duplicate field `"].iter().any(|start| text.starts_with(start)) {
        return Some(text.to_owned());
    }
    let kinds = ["unknown field", "unknown variant", "invalid type", "invalid value", "invalid length"];
    let kind = kinds.into_iter().find(|kind| text.starts_with(kind))?;
    // The body's own text comes first, so the last match is the parser's.
    let (_, expected) = text.rsplit_once(", expected ")?;
    Some(format!("{kind}, expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use callguide_search::api::faq::FaqSearch;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_same_origin_requests_may_change_anything() {
        assert!(!is_cross_site(&headers(&[]), None));
        assert!(!is_cross_site(&headers(&[("sec-fetch-site", "same-origin")]), None));
        assert!(is_cross_site(&headers(&[("sec-fetch-site", "cross-site")]), None));
        assert!(is_cross_site(&headers(&[("sec-fetch-site", "same-site")]), None));
        assert!(!is_cross_site(
            &headers(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]),
            None
        ));
        assert!(is_cross_site(
            &headers(&[("origin", "https://evil.example"), ("host", "127.0.0.1:8080")]),
            None
        ));
        let mixed =
            [("sec-fetch-site", "same-origin"), ("origin", "https://evil.example"), ("host", "a.example")];
        assert!(is_cross_site(&headers(&mixed), None), "either one refuses");
        assert!(is_cross_site(&headers(&[("origin", "null"), ("host", "127.0.0.1:8080")]), None));
        assert!(is_cross_site(
            &headers(&[("sec-fetch-site", "none"), ("origin", "null"), ("host", "a.example")]),
            None
        ));
        let own_form = [("sec-fetch-site", "same-origin"), ("origin", "null"), ("host", "127.0.0.1:8080")];
        assert!(!is_cross_site(&headers(&own_form), None), "a form of a page that sends no referrer");
    }

    #[test]
    fn behind_a_proxy_the_public_url_counts_instead_of_the_host() {
        let public = Some("https://callguide.example.org");
        let from = |origin: &'static str| headers(&[("origin", origin), ("host", "10.0.0.7:8080")]);
        assert!(!is_cross_site(&from("https://callguide.example.org"), public));
        assert!(is_cross_site(&from("http://callguide.example.org"), public));
        assert!(is_cross_site(&from("http://10.0.0.7:8080"), public));
    }

    #[test]
    fn only_a_json_content_type_counts_as_json() {
        for good in ["application/json", "Application/JSON; charset=utf-8"] {
            assert!(is_json(&headers(&[("content-type", good)])), "{good}");
        }
        let mut twice = headers(&[("content-type", "application/json")]);
        twice.append(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        assert!(!is_json(&twice));
        for bad in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/jsonp",
            "text/json",
            "text/plain; application/json",
            "",
        ] {
            assert!(!is_json(&headers(&[("content-type", bad)])), "{bad}");
        }
        assert!(!is_json(&headers(&[])));
    }

    #[test]
    fn a_path_that_cannot_be_decoded_yields_nothing() {
        for (path, says) in [
            ("/home", Some("/home")),
            ("/caf%C3%A9%20x", Some("/café x")),
            ("/%25zz", Some("/%zz")),
            ("/%", None),
            ("/%4", None),
            ("/%zz", None),
            ("/%4%41", None),
            ("/%é", None),
            ("/%ff", None),
        ] {
            assert_eq!(decoded(path).as_deref(), says, "{path}");
        }
    }

    #[test]
    fn an_array_is_not_accepted_as_an_object() {
        assert!(parse::<FaqSearch>(br#" {"q": "typed"}"#).is_ok());
        let error = parse::<FaqSearch>(br#" ["typed"]"#).unwrap_err();
        assert_eq!(error.into_response().status(), StatusCode::UNPROCESSABLE_ENTITY);
        let error = parse::<FaqSearch>(br#" ["typed""#).unwrap_err();
        assert_eq!(error.into_response().status(), StatusCode::BAD_REQUEST);
    }

    #[test]
    fn a_body_error_names_what_is_expected_without_echoing_the_body() {
        for (body, told) in [
            (r#"{"limit": "typed, expected typed"}"#, "invalid type, expected usize"),
            (r#"{"q": ["typed"]}"#, "invalid type, expected a string"),
            (r#"{"limit": -7}"#, "invalid value, expected usize"),
            (r#"{"typed": 1}"#, "unknown field, expected one of `q`, `category`, `state`, `limit`, `offset`"),
            (r#"{"q": "typed", "q": 1}"#, "duplicate field `q`"),
            (r#""typed""#, "invalid type, expected struct FaqSearch"),
        ] {
            let error = serde_json::from_str::<FaqSearch>(body).unwrap_err().to_string();
            assert_eq!(shape(&error).as_deref(), Some(told), "{error}");
        }
        assert_eq!(shape("typed"), None);
        assert_eq!(shape("typed at line 1 column 2"), None);
    }
}
