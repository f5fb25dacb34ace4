//! Where a sign-in begins, and where the provider sends the browser back.
//!
//! `/auth/start` and `/auth/callback` are pages in the popup, or in the whole window where popups
//! are blocked. Whatever happens there, [`report`] tells the page that began.

mod pending;
mod report;

use std::net::IpAddr;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

pub use report::{Failure, report, script, style};

use super::client::Client;
use super::security_log::{self, Caller};
use super::{ApiError, AppState, development};
use crate::auth::oidc::{Provider, ProviderError};
use crate::auth::{self, SignIn, SignInError};
use crate::session::Token;
use pending::Pending;

/// What the page that began a sign-in says of itself.
#[derive(Debug, Default, Clone, Deserialize)]
pub struct Attempt {
    /// Names the channel on which the popup reports back; random, made by the page.
    #[serde(default)]
    pub attempt: String,
    /// `popup`, or `window` where popups are blocked.
    #[serde(default)]
    pub mode: Mode,
    /// Where to go afterwards in the whole window: a path of this origin.
    #[serde(default, rename = "return")]
    pub back: String,
}

/// Where the pages of a sign-in are shown.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    #[default]
    Window,
    Popup,
}

impl Mode {
    /// As the address names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Popup => "popup",
        }
    }
}

/// What the provider sends back (RFC 6749 §4.1.2, RFC 9207).
#[derive(Debug, Deserialize)]
pub struct Callback {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Begins a sign-in of the kind that is offered here.
pub async fn start(
    State(state): State<AppState>,
    attempt: Result<Query<Attempt>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(attempt) = attempt.map_err(|_| unreadable())?;
    match &state.sign_in {
        SignIn::Development(people) => development::page(&state, people, &attempt, &headers),
        SignIn::Provider(provider) => Ok(begin(&state, provider, &attempt, &headers).await),
    }
}

async fn begin(state: &AppState, provider: &Provider, attempt: &Attempt, headers: &HeaderMap) -> Response {
    match provider.begin().await {
        Ok((url, secret)) => {
            let Ok(url) = HeaderValue::from_str(url.as_str()) else {
                return report(state, attempt, Err(Failure::Failed));
            };
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, url)]).into_response();
            let out = response.headers_mut();
            out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            for surplus in pending::surplus(state.cookie, headers) {
                out.append(header::SET_COOKIE, surplus);
            }
            out.append(header::SET_COOKIE, Pending { secret, attempt: attempt.clone() }.set(state.cookie));
            response
        }
        Err(error) => report(state, attempt, Err(failure(&error))),
    }
}

/// Ends a sign-in at a provider.
pub async fn callback(
    State(state): State<AppState>,
    callback: Result<Query<Callback>, QueryRejection>,
    Client(client): Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(callback) = callback.map_err(|_| unreadable())?;
    let SignIn::Provider(provider) = &state.sign_in else {
        return Err(ApiError::not_found("There is no sign-in provider here."));
    };
    // An answer that this browser didn't ask for ends here: nobody is signed in by a link.
    let pending = callback.state.as_deref().and_then(|state_| Pending::find(state.cookie, &headers, state_));
    let Some(Pending { secret, attempt }) = pending else {
        return Ok(report(&state, &Attempt::default(), Err(Failure::NoAttempt)));
    };
    let ended = finish(&state, provider, &callback, &secret, client).await;
    let mut response = match ended {
        Ok(token) => {
            end_former(&state, &headers).await;
            let mut response = report(&state, &attempt, Ok(()));
            response.headers_mut().append(header::SET_COOKIE, state.cookie.set(token.as_str()));
            response
        }
        Err(failure) => report(&state, &attempt, Err(failure)),
    };
    response.headers_mut().append(header::SET_COOKIE, pending::clear(state.cookie, &secret));
    Ok(response)
}

async fn finish(
    state: &AppState,
    provider: &Provider,
    callback: &Callback,
    secret: &auth::Secret,
    client: IpAddr,
) -> Result<Token, Failure> {
    provider.end(secret).await.map_err(|error| failure(&error))?;
    if callback.iss.as_deref().is_some_and(|issuer| !provider.is_issuer(issuer)) {
        return Err(failure(&ProviderError::Failed("another issuer answered".to_owned())));
    }
    if let Some(error) = callback.error.as_deref() {
        if error == "access_denied" {
            return Err(Failure::Cancelled);
        }
        return Err(failure(&ProviderError::Failed(format!("it answered the error {error:?}"))));
    }
    let code = callback.code.clone().ok_or(Failure::Failed)?;
    let vouched = provider.vouch(code, secret).await.map_err(|error| failure(&error))?;
    let signed_in = match vouched.person {
        Ok(person) => {
            let (access, sessions, email) = (&state.access, &state.sessions, person.email.clone());
            let signed_in =
                auth::sign_in(person, provider.name(), access, sessions, &*state.store, &state.metrics).await;
            let caller = Caller::new(&email, client);
            match &signed_in {
                Ok(_) => security_log::sign_in(caller, provider.name()),
                Err(error @ SignInError::Refused) => {
                    security_log::sign_in_refused(caller, provider.name(), error);
                }
                Err(SignInError::Store(_)) => {}
            }
            signed_in
        }
        Err(reason) => {
            let nobody = Caller { who: None, client };
            security_log::sign_in_refused(nobody, provider.name(), &reason);
            Err(SignInError::Refused)
        }
    };
    match signed_in {
        Ok(token) => Ok(token),
        Err(SignInError::Refused) => {
            // `spec §4`: nothing of the person remains.
            provider.revoke(vouched.grant).await;
            Err(Failure::Refused)
        }
        Err(SignInError::Store(error)) => Err(failure(&error.into())),
    }
}

fn unreadable() -> ApiError {
    ApiError::bad_request("bad_query", "The address of this sign-in can't be read.")
}

/// Ends the session that the browser had before, so that a copy of its cookie is worth nothing.
pub async fn end_former(state: &AppState, headers: &HeaderMap) {
    if let Some(token) = state.cookie.token(headers)
        && let Err(error) = state.sessions.end(token).await
    {
        tracing::warn!(%error, "the browser's former session could not be ended");
    }
}

/// What the person is told; the log is told why.
fn failure(error: &ProviderError) -> Failure {
    match error {
        ProviderError::NoAttempt => Failure::NoAttempt,
        ProviderError::Away(_) => {
            tracing::error!(%error, "a sign-in failed");
            Failure::ProviderAway
        }
        ProviderError::Failed(_) => {
            tracing::warn!(%error, "a sign-in failed");
            Failure::Failed
        }
        ProviderError::Store(_) => {
            tracing::error!(%error, "a sign-in failed");
            Failure::StoreAway
        }
    }
}
