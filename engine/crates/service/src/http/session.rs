//! The caller's session, and signing out.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::caller::{Volunteer, identify};
use super::client::Client;
use super::security_log::{self, Caller};
use super::{ApiError, AppState};
use crate::access::EmailAddress;
use crate::session::Person;
use callguide_search::api::Problem;
use callguide_search::api::access::{Session, User};

/// Returns who is signed in, if anyone.
#[utoipa::path(
    get,
    path = "/api/session",
    tag = "session",
    responses(
        (status = 200, description = "The session, or that there is none", body = Session),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn session(State(state): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let caller = identify(&state, &headers).await?;
    let is_admin = caller.as_ref().is_some_and(|caller| caller.rights.admin);
    let content_old_since = caller.as_ref().and_then(|_| state.current.old_since());
    let body = Session { user: caller.map(|caller| user(caller.person)), is_admin, content_old_since };
    Ok(([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response())
}

fn user(person: Person) -> User {
    // `spec §1`: the first word of the display name, if there is one.
    let first_name =
        person.display_name.as_deref().and_then(|name| name.split_whitespace().next()).map(str::to_owned);
    User { email: person.email, first_name, display_name: person.display_name, photo_url: person.photo_url }
}

/// Ends the session, here and on the server. Succeeds even without one.
#[utoipa::path(
    post,
    path = "/auth/logout",
    tag = "session",
    responses(
        (status = 204, description = "Nobody is signed in anymore"),
        (status = 403, description = "A cross-site request", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn logout(
    State(state): State<AppState>,
    Client(client): Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if let Some(token) = state.cookie.token(&headers) {
        // For the log only: once the session has ended, its person isn't known anymore.
        let who = security_log::who(&state, &headers).await;
        state.sessions.end(token).await?;
        if let Some(who) = who {
            security_log::sign_out(Caller::new(&who, client));
        }
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, state.cookie.clear())]).into_response())
}

/// Ends every session of the caller, here and in every other browser.
#[utoipa::path(
    post,
    path = "/auth/logout-everywhere",
    tag = "session",
    responses(
        (status = 204, description = "The person is signed out everywhere"),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "A cross-site request", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable; sessions may still be valid", body = Problem),
    )
)]
pub async fn logout_everywhere(
    State(state): State<AppState>,
    volunteer: Volunteer,
    Client(client): Client,
) -> Result<Response, ApiError> {
    let email: EmailAddress = volunteer.person.email.parse().map_err(|_| ApiError::signed_out())?;
    let cookie = state.cookie;
    // In its own task: if the caller hangs up midway, the engine must still invalidate its cache.
    let task = async move {
        let ended = state.access.sign_out_everywhere(&email).await;
        if ended.is_ok() {
            security_log::sign_out_everywhere(Caller::new(email.as_str(), client));
        }
        ended
    };
    tokio::spawn(task).await.map_err(|error| ApiError::internal(&error))??;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie.clear())]).into_response())
}
