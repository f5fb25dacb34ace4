//! The headers by which a browser protects a page and what it holds.

use std::sync::{Arc, LazyLock};

use arc_swap::ArcSwap;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::{AppState, PublicUrl};
use crate::render::GUIDE_STYLE;

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

/// The one stylesheet that stands inside a page: that of the guides, as a policy names it. The app's policy has it too, since
/// a frame that is given the page by the app is under the app's policy.
static GUIDE_STYLE_SOURCE: LazyLock<String> =
    LazyLock::new(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(GUIDE_STYLE))));

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
    let policy = if path.starts_with("/api/") {
        DATA
    } else {
        let snapshot = state.current.get();
        state.page_policy().header(snapshot.frame_sources(), state.network.pictures.as_str())
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
}

/// The policy of the app's pages as it was made last: it is made anew when content frames other sites than before, and
/// shared by the answers in between.
#[derive(Debug)]
pub struct PagePolicy(ArcSwap<Made>);

#[derive(Debug)]
struct Made {
    /// The sources of frames that it was made of.
    frames: String,
    header: HeaderValue,
}

impl PagePolicy {
    /// Before the first page; allows nothing.
    pub fn new() -> Self {
        Self(ArcSwap::from_pointee(Made { frames: String::new(), header: DATA }))
    }

    /// The policy of the app: its own files, pictures of people, and the guides that content embeds.
    fn header(&self, frames: &str, pictures: &str) -> HeaderValue {
        let made = self.0.load();
        if made.frames == frames && made.header != DATA {
            return made.header.clone();
        }
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self' {guide}; img-src 'self' data: {pictures}; \
             font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'{blank}{frames}; \
             form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            guide = *GUIDE_STYLE_SOURCE,
            blank = if frames.is_empty() { "" } else { " " },
        );
        // What can be no header allows nothing, rather than everything.
        let header = HeaderValue::from_str(&policy).unwrap_or(DATA);
        self.0.store(Arc::new(Made { frames: frames.to_owned(), header: header.clone() }));
        header
    }
}

/// The policy of a guide's page: no script, and framed by this origin alone.
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
    fn the_policy_is_made_when_its_sources_change_and_shared_in_between() {
        let policy = PagePolicy::new();
        let of = |frames: &str| policy.header(frames, "https://pictures.example.org");
        let first = of("https://a.example.org https://b.example.org");
        let text = first.to_str().unwrap();
        assert!(text.contains("frame-src 'self' https://a.example.org https://b.example.org; "), "{text}");
        let again = of("https://a.example.org https://b.example.org");
        assert_eq!(first.as_bytes().as_ptr(), again.as_bytes().as_ptr(), "not a copy");
        assert!(of("").to_str().unwrap().contains("frame-src 'self'; "));
        assert_eq!(of("https://a.example.org\n"), DATA, "what is no header allows nothing");
    }
}
