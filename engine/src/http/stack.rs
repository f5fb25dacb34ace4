//! What every request goes through, from the outside in.
//!
//! One function instead of a middleware for each matter: each one more costs every request a few
//! allocations, and their order can be read here.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;

use super::client::Client;
use super::error::{Told, UNAVAILABLE};
use super::security_log::{self, Caller};
use super::{ApiError, AppState, assets, compression, conditional, faq, guard, security, sign_in};

/// The route of what no route is for: the web app's files, and addresses that aren't there.
const NO_ROUTE: &str = "other";

/// Wraps the routes.
pub fn wrap(routes: Router<AppState>, state: &AppState) -> Router<AppState> {
    let around = middleware::from_fn_with_state(state.clone(), around);
    routes.layer((around, DefaultBodyLimit::max(guard::MAX_BODY)))
}

async fn around(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let asked = Asked::by(&state, &request);
    let accepted = conditional::quickest(request.headers());
    let is_sign_in = request.uri().path().starts_with("/auth/") && sign_in::takes_page(request.headers());
    let mut response = match guard::refusal(&state, &request) {
        Some(refusal) => refusal.into_response(),
        None => in_time(state.network.times.request, next.run(request)).await,
    };
    let told = response.extensions_mut().remove::<Told>();
    // Where a part is away every request fails, and the part's own line says so.
    let is_told = response.status() == StatusCode::SERVICE_UNAVAILABLE
        && told.as_ref().is_none_or(|Told(why)| why.code == UNAVAILABLE);
    if let Some(Told(why)) = told {
        // A page of the sign-in that is 403 has told its event itself.
        if response.status() == StatusCode::FORBIDDEN {
            asked.was_forbidden(&state, &why.code).await;
        }
        if is_sign_in {
            response = sign_in::explain(&asked.address, response, &why.error);
        }
    }
    let mut response = compression::fit(accepted, response).await;
    security::protect(&state, asked.address.path(), response.headers_mut());
    // Says on every answer which build of the web app is served here: a page that is open learns of a newer one
    // from whatever it asks for.
    if let Some(build) = assets::build() {
        response.headers_mut().insert("x-app-build", build.clone());
    }
    asked.was_answered(&state, &mut response, is_told);
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

/// From here on a request is worth a line because it took long.
const SLOW: Duration = Duration::from_secs(1);

/// What is told of a request: its route, for the count and for the log, and who asked where it is refused. No path, for
/// it may hold a person's address; no query string and no body: what volunteers type may be about a voter.
struct Asked {
    began: Instant,
    method: Method,
    address: Uri,
    route: Option<MatchedPath>,
    client: Client,
    cookies: Option<HeaderValue>,
}

impl Asked {
    fn by(state: &AppState, request: &Request) -> Self {
        Self {
            began: Instant::now(),
            method: request.method().clone(),
            address: request.uri().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            client: Client::of(state, request.extensions(), request.headers()),
            // Shared, not copied.
            cookies: request.headers().get(header::COOKIE).cloned(),
        }
    }

    /// Counts the request, writes its line in the log unless why it failed `is_told`, and tells the client how long its
    /// answer took to begin.
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
        // What a thousand volunteers read is counted by the metrics; a line is for what an operator may have to look at.
        if !is_told && (failed || slow || self.changes()) {
            tracing::info!(%method, route, status, took_ms = took, "request");
        } else {
            tracing::debug!(%method, route, status, took_ms = took, "request");
        }
    }

    /// Writes who was refused into the log of security events.
    async fn was_forbidden(&self, state: &AppState, why: &str) {
        let mut headers = HeaderMap::new();
        headers.extend(self.cookies.clone().map(|cookies| (header::COOKIE, cookies)));
        let who = security_log::who(state, &headers).await;
        let caller = Caller { who: who.as_deref(), client: self.client.0 };
        security_log::forbidden(caller, why, &self.method, self.shown());
    }

    /// Whether the request may change something. A search is posted and changes nothing.
    fn changes(&self) -> bool {
        let is_search = self.route.as_ref().is_some_and(|route| route.as_str() == faq::SEARCH);
        !is_search && !matches!(self.method, Method::GET | Method::HEAD | Method::OPTIONS)
    }

    /// The route; of an address that has none its first part, where that is a plain word, as of the app's own pages.
    fn shown(&self) -> &str {
        match &self.route {
            Some(route) => route.as_str(),
            None => first_part(self.address.path()),
        }
    }
}

/// `/assets` of `/assets/app.js`; [`NO_ROUTE`] of what may be anything.
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
    fn of_an_address_that_no_route_is_for_a_plain_word_is_told() {
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
