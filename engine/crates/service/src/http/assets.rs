//! The web app, compiled in: hashed assets that never change, and one page that serves every path of the app.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use super::{ApiError, AppState, address, conditional, preloads};
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
    headers: HeaderMap,
) -> Response {
    let Some(path) = address::decoded(uri.path()) else { return ApiError::bad_path().into_response() };
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
    // A missing file must not get the app's page. The answer isn't cached, since another engine may have the file.
    let looks_like_file =
        first(path) == "assets" || path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if looks_like_file {
        return ApiError::not_found("There is nothing at this address.").into_response();
    }
    let Some(mut page) = file("index.html", &headers) else {
        let text = "The web app wasn't built into this engine. Build it with `make run` or `make release`.";
        return (StatusCode::NOT_FOUND, text).into_response();
    };
    let link = preloads::link(&uri, state.cookie.token(&headers).is_some());
    if let Some(link) = link.filter(|_| !preloads::is_sign_out_due(&headers)) {
        page.headers_mut().insert(header::LINK, link);
        page.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding, cookie"));
    }
    page
}

/// Returns the first segment of a path.
fn first(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}

/// Returns whether `path` can't belong to the app or its files: it's under one of the engine's own prefixes,
/// or hidden like `.git/config`. Vulnerability scanners must not mistake the app's page for a hit.
fn is_nobodys(path: &str) -> bool {
    matches!(first(path), "api" | "auth" | "guides" | "metrics")
        || path.split('/').any(|part| part.starts_with('.'))
}

/// Reads a file of the web app for the engine's own use.
pub(super) fn read(path: &str) -> Option<Cow<'static, [u8]>> {
    Some(WebApp::get(path)?.data)
}

/// Returns the ID of the web app's build that this engine serves: the hash of its page, which references
/// every other file by that file's hash. An open page compares it with the one it started with.
pub fn build() -> Option<&'static HeaderValue> {
    static BUILD: LazyLock<Option<HeaderValue>> = LazyLock::new(|| {
        let page = WebApp::get("index.html")?;
        HeaderValue::from_str(&hex::encode(&page.metadata.sha256_hash()[..6])).ok()
    });
    BUILD.as_ref()
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = WebApp::get(path)?;
    let etag = etag(&plain);
    let (encoding, file) = smallest(path, headers, plain);
    let mut response = if conditional::matches(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(file.data));
        let out = response.headers_mut();
        out.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
        if let Some(name) = encoding.name() {
            out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching(path)));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(&conditional::encoded_tag(&etag, encoding)) {
        out.insert(header::ETAG, etag);
    }
    Some(response)
}

/// Returns the `Cache-Control` value for a file.
fn caching(path: &str) -> &'static str {
    if path.starts_with("assets/") {
        // An asset's name contains the hash of its content.
        "public, max-age=31536000, immutable"
    } else if media_type(path).starts_with("image/") {
        // The tab's icon. Browsers request it on every page, and yesterday's icon does no harm.
        "public, max-age=86400"
    } else {
        "no-cache"
    }
}

/// Returns the tag of the uncompressed bytes, derived from the content alone so that all replicas agree.
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
