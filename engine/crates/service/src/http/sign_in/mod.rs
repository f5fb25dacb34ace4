//! Starts sign-ins with the method that this engine uses, and limits how often an IP address may try.
//!
//! `/auth/start` and `/auth/callback` are pages in the popup, or in the whole window if popups are blocked.
//! Whatever happens there, [`outcome::report`] notifies the page that started the sign-in.

mod attempt;
mod development;
mod outcome;
mod provider;

use std::net::IpAddr;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

pub use development::choose;
pub use outcome::{explain, script, style, takes_page};
pub use provider::callback;

use super::caller::Client;
use super::error::ApiError;
use super::proxies::one_client;
use super::security_log;
use super::state::AppState;
use crate::auth::SignIn;
use attempt::SignInAttempt;
use outcome::NoFailure;

/// Starts a sign-in with the method that this engine uses.
pub async fn start(
    State(state): State<AppState>,
    attempt: Result<Query<SignInAttempt>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(attempt) = attempt.map_err(|_| provider::unreadable())?;
    match &state.sign_in {
        SignIn::Development(people) => development::page(&state, people, &attempt, &headers),
        SignIn::Provider(provider) => Ok(provider::begin(&state, provider, &attempt, &headers).await),
    }
}

/// Lets a sign-in begin unless too many from its IP address have started or failed.
pub async fn limit_begins(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (client, limits) = (client(&state, &request), &state.network.limits);
    // Anyone who'd be turned away at the end should find out before choosing an account.
    match limits.failures.check(&client).and_then(|()| limits.starts.take(client)) {
        Ok(()) => next.run(request).await,
        Err(seconds) => too_many(client, seconds),
    }
}

/// Lets a sign-in finish unless too many from its IP address have failed. It counts as failed until it succeeds, so
/// that concurrent ones can't slip through together; failures that aren't the caller's fault are refunded.
pub async fn limit_ends(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (client, limits) = (client(&state, &request), &state.network.limits);
    if let Err(seconds) = limits.failures.take(client) {
        return too_many(client, seconds);
    }
    let response = next.run(request).await;
    if response.extensions().get::<NoFailure>().is_some() || response.status().is_server_error() {
        limits.failures.give_back(&client);
    }
    response
}

fn client(state: &AppState, request: &Request) -> IpAddr {
    let Client(client) = Client::of(state, request.extensions(), request.headers());
    one_client(client)
}

/// Answers with the time to wait.
fn too_many(client: IpAddr, seconds: u64) -> Response {
    security_log::rate_limited(client, seconds);
    ApiError::rate_limited("sign-ins from this network", seconds).into_response()
}
