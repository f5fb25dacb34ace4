//! Counting requests, and telling what was counted: on a listener of its own, never on the public one.

use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use super::AppState;
use crate::metrics::CONTENT_TYPE;

/// The route of what no route is for: the web app's files, and addresses that aren't there.
const NO_ROUTE: &str = "other";

/// Counts a request by its route and how long its answer took to begin.
pub async fn count(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    state.metrics.request(route, response.status().as_u16(), started.elapsed());
    response
}

/// Serves `GET /metrics`, and nothing else, until `stop` resolves.
///
/// # Errors
/// Where the listener fails.
pub async fn serve_metrics(
    listener: tokio::net::TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let router = Router::new().route("/metrics", get(metrics)).with_state(state);
    axum::serve(listener, router).with_graceful_shutdown(stop).await
}

async fn metrics(State(state): State<AppState>) -> Response {
    // Versions go by themselves when nobody asks for them.
    state.current.measure();
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], state.metrics.text()).into_response()
}
