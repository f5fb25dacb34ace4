//! The middleware, in its order: from the outside in.

use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use tower_http::catch_panic::CatchPanicLayer;

use super::{AppState, assets, guard, metrics};

/// Wraps the routes. The last layer added is the first that a request meets.
pub fn wrap(routes: Router<AppState>, state: &AppState) -> Router<AppState> {
    routes
        .layer(middleware::from_fn(guard::refuse_other_bodies))
        .layer(middleware::from_fn_with_state(state.clone(), guard::refuse_cross_site))
        .layer(DefaultBodyLimit::max(guard::MAX_BODY))
        .layer(middleware::from_fn_with_state(state.network.times.request, guard::end_slow))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(state.clone(), security_headers))
        .layer(middleware::map_response(name_build))
        .layer(middleware::from_fn_with_state(state.clone(), metrics::count))
        .layer(middleware::from_fn(log))
}

/// One line per request and how long it took. No query string and no body: what volunteers type
/// may be about a voter.
async fn log(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    let took = started.elapsed().as_secs_f64() * 1e3;
    if let Ok(value) = HeaderValue::from_str(&format!("app;dur={took:.2}")) {
        response.headers_mut().insert("server-timing", value);
    }
    let status = response.status().as_u16();
    tracing::info!(%method, path = %path.escape_debug(), status, took_ms = took, "request");
    response
}

/// Says on every answer which build of the web app is served here: a page that is open learns of a
/// newer one from whatever it asks for.
async fn name_build(mut response: Response) -> Response {
    if let Some(build) = assets::build() {
        response.headers_mut().insert("x-app-build", build.clone());
    }
    response
}

async fn security_headers(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    // A sign-in popup has to keep its own window: its provider may cut the opener, and that is fine.
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    );
    // Off loopback alone: on it this would keep every other program of the machine from plain http.
    if state.network.public.as_ref().is_some_and(super::PublicUrl::is_https) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let pictures = state.network.pictures.as_str();
        let origins = state.current.get().frame_origins().join(" ");
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: {pictures}; \
             font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self' {origins}; \
             form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        );
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
    }
    response
}

/// How long browsers come by https alone, in seconds: a year.
const HSTS: &str = "max-age=31536000";

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
