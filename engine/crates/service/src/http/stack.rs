//! The layers around every request, from the outside in.
//!
//! They're a single function rather than one middleware per concern: each additional middleware would cost every
//! request a few allocations, and here the order is easy to see.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;

use super::caller::Client;
use super::error::{ApiError, ToldProblem, UNAVAILABLE};
use super::security_log::{self, NOBODY};
use super::state::AppState;
use super::{assets, conditional, faq, guard, security, sign_in};

/// The route name for requests that no route matches: the web app's files, and URLs that don't exist.
const NO_ROUTE: &str = "other";

/// Wraps the routes.
pub fn wrap(routes: Router<AppState>, state: &AppState) -> Router<AppState> {
    let around = middleware::from_fn_with_state(state.clone(), around);
    routes.layer((around, DefaultBodyLimit::max(guard::MAX_BODY)))
}

async fn around(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let asked = RequestRecord::by(&state, &request);
    let accepted = conditional::quickest(request.headers());
    let is_sign_in = request.uri().path().starts_with("/auth/") && sign_in::takes_page(request.headers());
    let mut response = match guard::refusal(&state, &request) {
        Some(refusal) => refusal.into_response(),
        None => in_time(state.network.times.request, next.run(request)).await,
    };
    let told = response.extensions_mut().remove::<ToldProblem>();
    // While a dependency is down, every request fails, and the dependency's own log line says so.
    let is_told = response.status() == StatusCode::SERVICE_UNAVAILABLE
        && told.as_ref().is_none_or(|ToldProblem(why)| why.code == UNAVAILABLE);
    if let Some(ToldProblem(why)) = told {
        // A sign-in page with status 403 has logged its own event.
        if response.status() == StatusCode::FORBIDDEN {
            asked.was_forbidden(&state, &why.code).await;
        }
        if is_sign_in {
            response = sign_in::explain(&asked.address, response, &why.error);
        }
    }
    let mut response = conditional::compress(accepted, response).await;
    security::protect(&state.network, &state.current, asked.address.path(), response.headers_mut());
    // Every response names the web app build that is served here, so any request tells an open page about a newer one.
    if let Some(build) = assets::build() {
        response.headers_mut().insert("x-app-build", build.clone());
    }
    asked.was_answered(&state, &mut response, is_told);
    response
}

/// Returns the response if it begins within `bound`, including the time to read the request's body. A panic
/// ends only its own request.
async fn in_time(bound: Duration, answer: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(bound, AssertUnwindSafe(answer).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::internal(&"its handler panicked").into_response(),
        Err(_) => ApiError::too_slow().into_response(),
    }
}

/// Requests that take at least this long get a log line.
const SLOW: Duration = Duration::from_secs(1);

/// The recorded details of a request: its route, for metrics and the log, and its sender, for refusals. It
/// never logs the path, which may contain a person's address, nor the query string or the body, since what
/// volunteers type may be about a voter.
struct RequestRecord {
    began: Instant,
    method: Method,
    address: Uri,
    route: Option<MatchedPath>,
    client: Client,
    cookies: Option<HeaderValue>,
}

impl RequestRecord {
    fn by(state: &AppState, request: &Request) -> Self {
        Self {
            began: Instant::now(),
            method: request.method().clone(),
            address: request.uri().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            client: Client::of(state, request.extensions(), request.headers()),
            // This shares the bytes instead of copying them.
            cookies: request.headers().get(header::COOKIE).cloned(),
        }
    }

    /// Counts the request, logs it unless the reason that it failed is already in the log (`is_told`), and tells the
    /// client how long it took until the response began.
    fn was_answered(&self, state: &AppState, response: &mut Response, is_told: bool) {
        let took = self.began.elapsed();
        let status = response.status();
        let route = self.route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
        state.metrics.request(route, status.as_u16(), took);
        let slow = took >= SLOW;
        let took = took.as_secs_f64() * 1e3;
        if let Ok(value) = HeaderValue::from_str(&format!("app;dur={took:.2}")) {
            response.headers_mut().insert("server-timing", value);
        }
        let failed = status.is_client_error() || status.is_server_error();
        let (method, route, status) = (&self.method, self.shown(), status.as_u16());
        // What a thousand volunteers read goes into metrics; the log is for what an operator may need to see.
        if !is_told && (failed || slow || self.changes()) {
            tracing::info!(%method, route, status, took_ms = took, "request");
        } else {
            tracing::debug!(%method, route, status, took_ms = took, "request");
        }
    }

    /// Writes the refusal into the security log.
    async fn was_forbidden(&self, state: &AppState, why: &str) {
        let mut headers = HeaderMap::new();
        headers.extend(self.cookies.clone().map(|cookies| (header::COOKIE, cookies)));
        let who = security_log::who(state, &headers).await;
        let who = who.as_deref().unwrap_or(NOBODY);
        security_log::forbidden(who, self.client.0, why, &self.method, self.shown());
    }

    /// Returns whether the request may change something. A search is a POST that doesn't.
    fn changes(&self) -> bool {
        let is_search = self.route.as_ref().is_some_and(|route| route.as_str() == faq::SEARCH);
        !is_search && !matches!(self.method, Method::GET | Method::HEAD | Method::OPTIONS)
    }

    /// Returns the route. For a URL without a route, this is the path's first segment if it's a plain word,
    /// like those of the app's pages.
    fn shown(&self) -> &str {
        match &self.route {
            Some(route) => route.as_str(),
            None => first_part(self.address.path()),
        }
    }
}

/// Returns `/assets` for `/assets/app.js`, or [`NO_ROUTE`] if the segment could be anything.
fn first_part(path: &str) -> &str {
    let end = path.get(1..).and_then(|rest| rest.find('/')).map_or(path.len(), |end| end + 1);
    let first = &path[..end];
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    let is_plain = first.len() <= 24 && first.strip_prefix('/').is_some_and(|word| word.bytes().all(plain));
    if is_plain { first } else { NO_ROUTE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_first_word_of_an_unrouted_path_is_logged() {
        for (path, told) in [
            ("/", "/"),
            ("/home", "/home"),
            ("/assets/index-Ab12.js", "/assets"),
            ("/decision-tree/TX/B.yes", "/decision-tree"),
            ("/ann@example.org", NO_ROUTE),
            ("/ann%40example.org/x", NO_ROUTE),
            ("/8665550100", NO_ROUTE),
            ("/a-very-long-word-that-nobody-needs", NO_ROUTE),
            ("*", NO_ROUTE),
            ("", NO_ROUTE),
        ] {
            assert_eq!(first_part(path), told, "{path}");
        }
    }

    #[tokio::test]
    async fn panicking_and_endless_handlers_still_get_a_response() {
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
