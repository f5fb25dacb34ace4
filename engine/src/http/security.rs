//! The headers by which a browser protects a page and what it holds.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::{AppState, PublicUrl};

/// What every answer carries, unless it says otherwise itself.
const FIXED: [(HeaderName, HeaderValue); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
];

/// What every answer carries, whatever it says.
const ALWAYS: [(HeaderName, HeaderValue); 3] = [
    // A sign-in popup has to keep its own window: its provider may cut the opener, and that is fine.
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin-allow-popups"),
    ),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
];

/// How long browsers come by https alone, in seconds: a year.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The policy of what is no page: nothing may come of it.
const DATA: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// How many headers an answer is given beside its own, at most, here and in [`super::stack`]: room for them is made at once.
const ADDED: usize = 10;

/// Adds the headers to an answer from `path`.
pub fn protect(state: &AppState, path: &str, headers: &mut HeaderMap) {
    headers.reserve(ADDED);
    for (name, value) in FIXED {
        headers.entry(name).or_insert(value);
    }
    for (name, value) in ALWAYS {
        headers.insert(name, value);
    }
    // Off loopback alone: on it this would keep every other program of the machine from plain http.
    if state.network.public.as_ref().is_some_and(PublicUrl::is_https) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    if headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        return;
    }
    let policy = if path.starts_with("/api/") { Some(DATA) } else { page(state) };
    if let Some(policy) = policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// The policy of the app: its own files, pictures of people, and the guides that content embeds.
fn page(state: &AppState) -> Option<HeaderValue> {
    let pictures = state.network.pictures.as_str();
    let origins = state.current.get().frame_origins().join(" ");
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: {pictures}; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self' {origins}; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// The policy of a guide's page: no script, and framed by this origin alone.
pub fn framed_by_this_origin(headers: &mut HeaderMap) {
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        ),
    );
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
}
