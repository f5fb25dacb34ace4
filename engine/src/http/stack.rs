//! What every request goes through, from the outside in.
//!
//! One function instead of a middleware for each matter: each one more costs every request a few
//! allocations, and their order can be read here.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;

use super::{ApiError, AppState, assets, compression, conditional, guard, security};

/// The route of what no route is for: the web app's files, and addresses that aren't there.
const NO_ROUTE: &str = "other";

/// Wraps the routes.
pub fn wrap(routes: Router<AppState>, state: &AppState) -> Router<AppState> {
    let around = middleware::from_fn_with_state(state.clone(), around);
    routes.layer((around, DefaultBodyLimit::max(guard::MAX_BODY)))
}

async fn around(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let asked = Asked::by(&request);
    let accepted = conditional::quickest(request.headers());
    let response = match guard::refusal(&state, &request) {
        Some(refusal) => refusal.into_response(),
        None => in_time(state.network.times.request, next.run(request)).await,
    };
    let mut response = compression::fit(accepted, response).await;
    security::protect(&state, asked.address.path(), response.headers_mut());
    // Says on every answer which build of the web app is served here: a page that is open learns of a newer one
    // from whatever it asks for.
    if let Some(build) = assets::build() {
        response.headers_mut().insert("x-app-build", build.clone());
    }
    asked.was_answered(&state, &mut response);
    response
}

/// The answer, where it begins within `bound`, the request's body included. What panics ends its own request alone.
async fn in_time(bound: Duration, answer: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(bound, AssertUnwindSafe(answer).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::internal(&"its handler panicked").into_response(),
        Err(_) => ApiError::too_slow().into_response(),
    }
}

/// What is told of a request: its route for the count, its path for the log. No query string and no body: what
/// volunteers type may be about a voter.
struct Asked {
    began: Instant,
    method: Method,
    address: Uri,
    route: Option<MatchedPath>,
}

impl Asked {
    fn by(request: &Request) -> Self {
        Self {
            began: Instant::now(),
            method: request.method().clone(),
            address: request.uri().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
        }
    }

    /// Counts the request, writes its line in the log, and tells the client how long its answer took to begin.
    fn was_answered(&self, state: &AppState, response: &mut Response) {
        let took = self.began.elapsed();
        let status = response.status().as_u16();
        let route = self.route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
        state.metrics.request(route, status, took);
        let took = took.as_secs_f64() * 1e3;
        if let Ok(value) = HeaderValue::from_str(&format!("app;dur={took:.2}")) {
            response.headers_mut().insert("server-timing", value);
        }
        let path = self.address.path().escape_debug();
        tracing::info!(method = %self.method, %path, status, took_ms = took, "request");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_panics_and_what_never_ends_is_answered() {
        let bound = Duration::from_millis(20);
        let panics = in_time(bound, async { panic!("on purpose") }).await;
        assert_eq!(panics.status(), 500);
        assert_eq!(panics.headers()["content-type"], "application/json");
        assert_eq!(
            in_time(bound, std::future::pending()).await.status(),
            ApiError::too_slow().into_response().status()
        );
        assert_eq!(in_time(bound, async { Response::default() }).await.status(), 200);
    }
}
