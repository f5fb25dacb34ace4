//! Sessions: the login screen's data, the caller's session, signing out, and everyone's sessions for admins.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::allowed_emails::refused;
use super::caller::{Admin, Client, Volunteer, identify};
use super::error::ApiError;
use super::security_log;
use super::state::AppState;
use crate::access::{Actor, ChangeError, EmailAddress, InvalidEmail};
use crate::auth::SignIn;
use crate::session::{self, Person};
use callguide_search::api::Problem;
use callguide_search::api::access::{EmailList, OpenSessions, Session, User};
use callguide_search::api::site::{DevelopmentPerson, PublicSite, SignInKind, SignInMethod};

/// Returns what the login screen shows, and the ways to sign in.
#[utoipa::path(
    get, path = "/api/site", tag = "session",
    responses((status = 200, description = "The login screen's texts", body = PublicSite))
)]
pub async fn site(State(state): State<AppState>) -> Json<PublicSite> {
    let (kind, people) = match &state.sign_in {
        SignIn::Provider(_) => (SignInKind::Oidc, Vec::new()),
        SignIn::Development(development) => (
            SignInKind::Development,
            development
                .people()
                .iter()
                .map(|person| DevelopmentPerson {
                    email: person.email.clone(),
                    display_name: person.display_name.clone(),
                    description: person.description.clone(),
                })
                .collect(),
        ),
    };
    let sign_in = vec![SignInMethod { kind, start: "/auth/start".to_owned(), people }];
    Json(PublicSite { sign_in, ..state.current.get().public_site().clone() })
}

/// Returns who is signed in, if anyone.
#[utoipa::path(
    get, path = "/api/session", tag = "session",
    responses(
        (status = 200, description = "The session; `user` is null if nobody is signed in", body = Session),
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
    post, path = "/auth/logout", tag = "session",
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
        // This is only for the log. It's read now, because once the session has ended, nobody knows whose it was.
        let who = security_log::who(&state, &headers).await;
        state.sessions.end(token).await?;
        if let Some(who) = who {
            security_log::sign_out(&who, client);
        }
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, state.cookie.clear())]).into_response())
}

/// Ends every session of the caller, here and in every other browser.
#[utoipa::path(
    post, path = "/auth/logout-everywhere", tag = "session",
    responses(
        (status = 204, description = "The person is signed out everywhere"),
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
    // Run this in its own task: even if the caller hangs up midway, the engine must invalidate its cache.
    let task = async move {
        let ended = state.access.sign_out_everywhere(&email).await;
        if ended.is_ok() {
            security_log::sign_out_everywhere(email.as_str(), client);
        }
        ended
    };
    tokio::spawn(task).await.map_err(|error| ApiError::internal(&error))??;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie.clear())]).into_response())
}

/// Returns everyone who is signed in, with one entry per session.
#[utoipa::path(
    get, operation_id = "sessions", path = "/api/sessions", tag = "session",
    responses((status = 200, description = "The valid sessions", body = OpenSessions))
)]
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let open = state.sessions.list().await?;
    // Read after the sessions, so that a session with an outdated mark isn't listed as valid.
    let everyone = state.access.everyone().await?;
    let body = session::open(open, &everyone, |rights| rights.allowed);
    Ok(([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response())
}

/// Whose sessions to end.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Whose {
    /// The email address.
    #[param(example = "ann@example.org")]
    email: String,
}

/// Ends every session of one address, on every engine. Succeeds even if there are none.
#[utoipa::path(
    delete, operation_id = "end_sessions", path = "/api/sessions", tag = "session",
    params(Whose),
    responses(
        (status = 204, description = "The person is signed out everywhere"),
        (status = 400, description = "The address is missing", body = Problem),
        (status = 422, description = "The address is invalid", body = Problem),
    )
)]
pub async fn end(
    State(state): State<AppState>,
    Admin(caller): Admin,
    Client(client): Client,
    whose: Result<Query<Whose>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(Whose { email }) =
        whose.map_err(|_| ApiError::bad_request("no_email", "Give the person's address as `email`."))?;
    let email: EmailAddress =
        email.parse().map_err(|error: InvalidEmail| ApiError::invalid("invalid_email", error.to_string()))?;
    let admin: EmailAddress = caller.person.email.parse().map_err(|_| ApiError::not_admin())?;
    // Run this in its own task: even if the caller hangs up midway, the engine must invalidate its cache.
    let task = async move {
        let ended = state.access.sign_out(&Actor::Admin(admin), &[email.clone()].into()).await;
        if let Ok(entry) = &ended {
            security_log::sessions_ended(&entry.by, client, email.as_str(), &entry.id);
        }
        ended
    };
    let ended = tokio::spawn(task).await.map_err(|error| ApiError::internal(&error))?;
    ended.map_err(|error: ChangeError| refused(error, |_| EmailList { emails: Vec::new() }))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
