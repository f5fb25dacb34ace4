//! Serves the metrics, on their own listener and never on the public one.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use super::AppState;
use crate::metrics::CONTENT_TYPE;

/// Serves `GET /metrics`, and nothing else, until `stop` resolves.
///
/// # Errors
/// If the listener fails.
pub async fn serve_metrics(
    listener: tokio::net::TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let router = Router::new().route("/metrics", get(metrics)).with_state(state);
    axum::serve(listener, router).with_graceful_shutdown(stop).await
}

async fn metrics(State(state): State<AppState>) -> Response {
    // Measured now because versions expire even when nobody requests them.
    state.current.measure();
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], state.metrics.text()).into_response()
}
