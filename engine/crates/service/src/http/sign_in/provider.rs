//! Signing in with a provider: sending the browser there, and the callback to which the provider sends it back.

use std::net::IpAddr;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::attempt::{SignInAttempt, clear_cookie, find_cookie, set_cookie, surplus_cookies};
use super::outcome::{SignInFailure, end_former, enter, report};
use crate::auth::oidc::{Begun, Provider, ProviderError};
use crate::auth::{Opened, SignIn, SignInError};
use crate::http::caller::Client;
use crate::http::error::ApiError;
use crate::http::security_log::{self, NOBODY};
use crate::http::state::AppState;
use crate::session::Token;

/// The provider's response (RFC 6749 §4.1.2, RFC 9207).
#[derive(Debug, Deserialize)]
pub struct Callback {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
    iss: Option<String>,
}

/// Sends the browser to the provider.
pub(super) async fn begin(
    state: &AppState,
    provider: &Provider,
    attempt: &SignInAttempt,
    headers: &HeaderMap,
) -> Response {
    match provider.begin(&attempt.bounded()).await {
        Ok(Begun { url, secret, sealed }) => {
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, url.as_str())]).into_response();
            let out = response.headers_mut();
            out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            for surplus in surplus_cookies(state.cookie, headers) {
                out.append(header::SET_COOKIE, surplus);
            }
            out.append(header::SET_COOKIE, set_cookie(state.cookie, &secret.state(), &sealed));
            response
        }
        Err(error) => report(state, attempt, Err(failure(&error))),
    }
}

/// Completes a sign-in with a provider.
pub async fn callback(
    State(state): State<AppState>,
    callback: Result<Query<Callback>, QueryRejection>,
    Client(client): Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(callback) = callback.map_err(|_| unreadable())?;
    let SignIn::Provider(provider) = &state.sign_in else {
        return Err(ApiError::not_found("This engine has no sign-in provider."));
    };
    // If this browser didn't request the response, stop here, so that nobody can be signed in by a link.
    let opened = match begun_here(&state, provider, &callback, &headers).await {
        Ok(opened) => opened,
        Err(failure) => return Ok(report(&state, &SignInAttempt::default(), Err(failure))),
    };
    let mut response = match finish(&state, provider, &callback, &opened, client).await {
        Ok(token) => {
            end_former(&state, &headers).await;
            let mut response = report(&state, &opened.page, Ok(()));
            response.headers_mut().append(header::SET_COOKIE, state.cookie.set(token.as_str()));
            response
        }
        Err(failure) => report(&state, &opened.page, Err(failure)),
    };
    let secret = &opened.secret;
    response.headers_mut().append(header::SET_COOKIE, clear_cookie(state.cookie, &secret.state()));
    Ok(response)
}

/// Returns the attempt that a response belongs to, if this browser started it. Doesn't call the store.
async fn begun_here(
    state: &AppState,
    provider: &Provider,
    callback: &Callback,
    headers: &HeaderMap,
) -> Result<Opened<SignInAttempt>, SignInFailure> {
    let named = callback.state.as_deref().ok_or(SignInFailure::NoAttempt)?;
    let sealed = find_cookie(state.cookie, headers, named).ok_or(SignInFailure::NoAttempt)?;
    let opened = provider.attempts.open(sealed).await.map_err(|error| failure(&error.into()))?;
    opened.filter(|opened| opened.secret.state() == named).ok_or(SignInFailure::NoAttempt)
}

async fn finish(
    state: &AppState,
    provider: &Provider,
    callback: &Callback,
    Opened { secret, page: attempt, in_time }: &Opened<SignInAttempt>,
    client: IpAddr,
) -> Result<Token, SignInFailure> {
    if !in_time {
        return Err(SignInFailure::NoAttempt);
    }
    provider.end(secret).await.map_err(|error| failure(&error))?;
    if callback.iss.as_deref().is_some_and(|issuer| !provider.is_issuer(issuer)) {
        return Err(failure(&ProviderError::Failed("the answer came from another issuer".to_owned())));
    }
    if let Some(error) = callback.error.as_deref() {
        let said = ProviderError::said(error, callback.error_description.as_deref());
        if error == "access_denied" {
            tracing::info!(event = "login_cancelled", method = provider.name(), %said);
            return Err(SignInFailure::Cancelled);
        }
        return Err(failure(&said));
    }
    let code = callback.code.clone().ok_or(SignInFailure::Failed)?;
    let vouched = provider.vouch(code, secret).await.map_err(|error| failure(&error))?;
    let signed_in = match vouched.person {
        Ok(person) => enter(state, person, provider.name(), attempt, client).await,
        Err(reason) => {
            security_log::sign_in_refused(NOBODY, client, provider.name(), &reason);
            Err(SignInError::Refused)
        }
    };
    match signed_in {
        Ok(token) => Ok(token),
        Err(SignInError::Refused) => {
            // `spec §4`: nothing about the person remains.
            provider.revoke(vouched.grant).await;
            Err(SignInFailure::Refused)
        }
        Err(SignInError::Full) => Err(SignInFailure::Full),
        Err(SignInError::Store(error)) => Err(failure(&error.into())),
    }
}

/// Returns the failure to show to the person, and logs the cause.
fn failure(error: &ProviderError) -> SignInFailure {
    match error {
        ProviderError::NoAttempt => SignInFailure::NoAttempt,
        ProviderError::Away(_) => {
            tracing::error!(%error, "a sign-in failed");
            SignInFailure::ProviderAway
        }
        ProviderError::Failed(_) => {
            tracing::warn!(%error, "a sign-in failed");
            SignInFailure::Failed
        }
        ProviderError::Store(_) => {
            tracing::error!(%error, "a sign-in failed");
            SignInFailure::StoreAway
        }
    }
}

/// Returns the error for a URL whose query doesn't belong to any sign-in.
pub(super) fn unreadable() -> ApiError {
    ApiError::bad_request("bad_query", "This sign-in's address can't be read.")
}
