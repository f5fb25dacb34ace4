//! The security headers that protect a page and its content in the browser.

use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::network::{Network, PublicUrl};
use crate::reload::Current;
use callguide_content::render::GUIDE_STYLE;

/// Headers on every response, unless it already sets them.
const FIXED: [(HeaderName, HeaderValue); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
];

/// Headers on every response, replacing any that it sets.
const ALWAYS: [(HeaderName, HeaderValue); 3] = [
    // A sign-in popup must keep its own window. It's fine if the provider cuts the popup's link to the page that
    // opened it.
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

/// How long browsers must use https, in seconds: a year.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The policy for responses that aren't pages: nothing may load.
const DATA: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The hash of the only inline stylesheet, which is for guides, as a source in a policy. The app's policy contains it
/// too, since a frame that gets its page from the app inherits the app's policy.
static GUIDE_STYLE_SOURCE: LazyLock<String> =
    LazyLock::new(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(GUIDE_STYLE))));

/// The maximum number of headers that are added to a response here and in `stack`, reserved at once.
const ADDED: usize = 10;

/// Adds the security headers to a response from `path`.
pub fn protect(network: &Network, current: &Current, path: &str, headers: &mut HeaderMap) {
    headers.reserve(ADDED);
    for (name, value) in FIXED {
        headers.entry(name).or_insert(value);
    }
    for (name, value) in ALWAYS {
        headers.insert(name, value);
    }
    // Don't set this on loopback: it would keep every other program on the machine from using plain http.
    if network.public.as_ref().is_some_and(PublicUrl::is_https) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    if headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        return;
    }
    let policy = if path.starts_with("/api/") {
        DATA
    } else {
        page_policy(current.get().frame_sources(), network.pictures.as_str())
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
}

/// Returns the policy for the app's pages: its own files, people's pictures, and the guides that the content embeds.
fn page_policy(frames: &str, pictures: &str) -> HeaderValue {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' {guide}; img-src 'self' data: {pictures}; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'{blank}{frames}; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        guide = *GUIDE_STYLE_SOURCE,
        blank = if frames.is_empty() { "" } else { " " },
    );
    // If the policy isn't a valid header, nothing is allowed, rather than everything.
    HeaderValue::from_str(&policy).unwrap_or(DATA)
}

/// The policy for a guide's page: no scripts, and framed only by this origin.
static GUIDE: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!(
        "default-src 'none'; style-src {}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        *GUIDE_STYLE_SOURCE,
    );
    HeaderValue::from_str(&policy).unwrap_or(DATA)
});

/// Gives a guide's page its policy.
pub fn framed_by_this_origin(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_SECURITY_POLICY, GUIDE.clone());
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_allows_the_frames_in_content_or_nothing_if_it_is_not_a_valid_header() {
        let of = |frames: &str| page_policy(frames, "https://pictures.example.org");
        let policy = of("https://a.example.org https://b.example.org");
        let text = policy.to_str().unwrap();
        assert!(text.contains("frame-src 'self' https://a.example.org https://b.example.org; "), "{text}");
        assert!(of("").to_str().unwrap().contains("frame-src 'self'; "));
        assert_eq!(of("https://a.example.org\n"), DATA);
    }
}
