//! The web app, compiled in: hashed assets that never change, and one page that serves every path of the app.
//!
//! The page's headers name the resources that it will request first. The browser fetches them while it's still parsing
//! the page, instead of one after another as the app's code requests them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};
use serde::Deserialize;
use url::form_urlencoded;

use super::conditional;
use super::cookies::SessionCookie;
use super::error::ApiError;
use super::guard::decoded;
use super::state::AppState;
use callguide_content::snapshot::Encoding;

/// The contents of `web/dist` when the engine was built. Empty if the web app wasn't built, so lint and
/// clippy don't need Node.
#[derive(Embed)]
#[folder = "../../../web/dist"]
#[allow_missing = true]
struct WebApp;

/// Answers every request that no route matches: with a file of the web app, the app's page, or 404.
pub async fn fallback(
    State(state): State<AppState>,
    method: Method,
    uri: Uri,
    mut headers: HeaderMap,
) -> Response {
    let Some(path) = decoded(uri.path()) else { return ApiError::bad_path().into_response() };
    let path = path.trim_start_matches('/');
    if is_nobodys(path) {
        return ApiError::not_found("There is nothing at this address.").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return ApiError::method_not_allowed().into_response();
    }
    if let Some(response) = file(path, &headers) {
        return response;
    }
    // Don't send the app's page for a missing file. Don't cache the 404, since another engine may have the file.
    let looks_like_file =
        first(path) == "assets" || path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if looks_like_file {
        return ApiError::not_found("There is nothing at this address.").into_response();
    }
    let sign_out_due = is_sign_out_due(&headers);
    if sign_out_due {
        // After a 304, the browser would preload what the stored page's header names.
        headers.remove(header::IF_NONE_MATCH);
    }
    let Some(mut page) = file("index.html", &headers) else {
        let text = "The web app wasn't built into this engine. Build it with `make run` or `make release`.";
        return (StatusCode::NOT_FOUND, text).into_response();
    };
    page.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding, cookie"));
    let link = link(&uri, state.cookie.token(&headers).is_some());
    if let Some(link) = link.filter(|_| !sign_out_due) {
        page.headers_mut().insert(header::LINK, link);
    }
    page
}

/// Returns the first segment of a path.
fn first(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}

/// Returns whether `path` can't belong to the app or its files: it's under one of the engine's own prefixes, or it's
/// hidden, like `.git/config`. Vulnerability scanners must not mistake the app's page for a hit.
fn is_nobodys(path: &str) -> bool {
    matches!(first(path), "api" | "auth" | "guides" | "metrics")
        || path.split('/').any(|part| part.starts_with('.'))
}

/// Returns the ID of the web app's build that this engine serves: the hash of its page, which references every other
/// file by that file's hash. An open page compares this ID with the one it started with.
pub fn build() -> Option<&'static HeaderValue> {
    static BUILD: LazyLock<Option<HeaderValue>> = LazyLock::new(|| {
        let page = WebApp::get("index.html")?;
        HeaderValue::from_str(&hex::encode(&page.metadata.sha256_hash()[..6])).ok()
    });
    BUILD.as_ref()
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = WebApp::get(path)?;
    let tag = etag(&plain);
    let (encoding, file) = smallest(path, headers, plain);
    let mut response =
        conditional::encoded_answer(headers, &tag, encoding, media_type(path), || file.data.into());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching(path)));
    Some(response)
}

/// Returns the `Cache-Control` value for a file.
fn caching(path: &str) -> &'static str {
    if path.starts_with("assets/") {
        // An asset's name contains the hash of its content.
        "public, max-age=31536000, immutable"
    } else if media_type(path).starts_with("image/") {
        // The tab's icon. Browsers request it on every page, and an icon that's a day old does no harm.
        "public, max-age=86400"
    } else {
        "no-cache"
    }
}

/// Returns the tag of the uncompressed bytes, derived only from the content so that all replicas agree.
fn etag(file: &EmbeddedFile) -> String {
    format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..12]))
}

/// Returns the compressed variant that the build wrote next to the file, if the client accepts it.
fn smallest(path: &str, headers: &HeaderMap, plain: EmbeddedFile) -> (Encoding, EmbeddedFile) {
    let wanted = conditional::negotiate(headers);
    for (encoding, ending) in [(Encoding::Brotli, "br"), (Encoding::Gzip, "gz")] {
        let takes = wanted == encoding || (wanted == Encoding::Brotli && encoding == Encoding::Gzip);
        if takes && let Some(file) = WebApp::get(&format!("{path}.{ending}")) {
            return (encoding, file);
        }
    }
    (Encoding::Identity, plain)
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The files that each screen needs besides the entry point, as written by the web app's build
/// (`web/scripts/preloads.ts`).
#[derive(Debug, Default, Deserialize)]
struct Preloads {
    /// The files for the app's own pages, by path.
    screens: BTreeMap<String, Vec<String>>,
    /// The files for every other path, which is a step in a flow.
    step: Vec<String>,
    signed_out: Vec<String>,
}

/// Returns the `Link` header for the page at `uri`. `has_session` says whether the request carries a session cookie,
/// valid or not; a wrong guess costs only one response.
fn link(uri: &Uri, has_session: bool) -> Option<HeaderValue> {
    static BUILT: LazyLock<Preloads> = LazyLock::new(|| {
        let written = WebApp::get("preloads.json");
        written.and_then(|json| serde_json::from_slice(&json.data).ok()).unwrap_or_default()
    });
    HeaderValue::from_str(&BUILT.links(uri, has_session).join(", ")).ok()
}

/// Returns whether the browser still has a sign-out to report (`web/src/api/signOut.ts`, whose cookie's name has no
/// prefix). That must come before anything else, so nothing is preloaded.
fn is_sign_out_due(headers: &HeaderMap) -> bool {
    SessionCookie::Loopback.named(headers, "callguide_sign_out_due").is_some()
}

impl Preloads {
    fn links(&self, uri: &Uri, has_session: bool) -> Vec<String> {
        let mut links = vec![fetched("/api/session")];
        if !has_session {
            links.push(fetched("/api/site"));
            links.extend_from_slice(&self.signed_out);
            return links;
        }
        // This is the request that the app will make, for the version named in the URL or for the current one.
        links.push(fetched(&match version(uri) {
            Some(version) => {
                let encoded: String = form_urlencoded::byte_serialize(version.as_bytes()).collect();
                format!("/api/content?version={encoded}")
            }
            None => "/api/content".to_owned(),
        }));
        // The root path leads to the home screen, whose code is in the entry point.
        if uri.path() != "/" {
            links.extend_from_slice(self.screens.get(uri.path()).unwrap_or(&self.step));
        }
        links
    }
}

fn fetched(path: &str) -> String {
    format!("<{path}>; rel=preload; as=fetch; crossorigin")
}

fn version(uri: &Uri) -> Option<String> {
    let query = uri.query()?;
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(name, value)| name == "version" && !value.is_empty()).map(|(_, value)| value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preloads() -> Preloads {
        serde_json::from_str(
            r#"{ "screens": { "/home": [], "/own": ["own"] }, "step": ["step"], "signed_out": ["login"] }"#,
        )
        .unwrap()
    }

    fn links(address: &str, has_session: bool) -> String {
        preloads().links(&address.parse().unwrap(), has_session).join("\n")
    }

    #[test]
    fn a_screen_preloads_the_session_the_content_and_its_own_files() {
        insta::assert_snapshot!(links("/own", true), @r"
        </api/session>; rel=preload; as=fetch; crossorigin
        </api/content>; rel=preload; as=fetch; crossorigin
        own
        ");
        assert!(links("/any/step?a=b", true).ends_with("\nstep"));
        assert!(links("/", true).ends_with("</api/content>; rel=preload; as=fetch; crossorigin"));
    }

    #[test]
    fn only_the_version_from_the_address_reaches_the_preload_header() {
        assert!(links("/own?version=0a1b&x=y", true).contains("</api/content?version=0a1b>;"));
        assert!(links("/own?version=", true).contains("</api/content>;"));
        assert!(
            links("/own?version=a%3E%3B%20rel%3Dx%0D%0A", true)
                .contains("</api/content?version=a%3E%3B+rel%3Dx%0D%0A>;")
        );
    }

    #[test]
    fn without_a_session_only_public_resources_are_preloaded() {
        insta::assert_snapshot!(links("/own?version=0a1b", false), @r"
        </api/session>; rel=preload; as=fetch; crossorigin
        </api/site>; rel=preload; as=fetch; crossorigin
        login
        ");
    }
}
