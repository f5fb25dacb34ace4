//! Lists everyone who is signed in, for admins, and ends someone's sessions.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::Admin;
use super::client::Client;
use super::list_change::refused;
use super::security_log::{self, Caller};
use super::{ApiError, AppState};
use crate::access::{Actor, ChangeError, EmailAddress, InvalidEmail};
use crate::session;
use callguide_search::api::Problem;
use callguide_search::api::access::{EmailList, OpenSessions};

/// Returns everyone who is signed in, with one entry per session.
#[utoipa::path(
    get,
    operation_id = "sessions",
    path = "/api/sessions",
    tag = "session",
    responses(
        (status = 200, description = "The valid sessions", body = OpenSessions),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let open = state.sessions.list().await?;
    // Read after the sessions, so that a session with an outdated mark isn't listed as valid.
    let everyone = state.access.everyone().await?;
    let holding = open.into_iter().filter(|session| {
        let email = session.person.email.parse::<EmailAddress>();
        email.is_ok_and(|email| {
            let rights = everyone.rights(&email);
            rights.allowed && rights.mark.as_deref() == session.mark.as_deref()
        })
    });
    let body = session::open(holding);
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
    delete,
    operation_id = "end_sessions",
    path = "/api/sessions",
    tag = "session",
    params(Whose),
    responses(
        (status = 204, description = "The person is signed out everywhere"),
        (status = 400, description = "The address is missing", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin, or a cross-site request", body = Problem),
        (status = 422, description = "The address is invalid", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
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
    // In its own task: if the caller hangs up midway, the engine must still invalidate its cache.
    let task = async move {
        let ended = state.access.sign_out(&Actor::Admin(admin), &[email.clone()].into()).await;
        if let Ok(entry) = &ended {
            security_log::sessions_ended(Caller::new(&entry.by, client), email.as_str(), &entry.id);
        }
        ended
    };
    let ended = tokio::spawn(task).await.map_err(|error| ApiError::internal(&error))?;
    ended.map_err(|error: ChangeError| refused(error, |_| EmailList { emails: Vec::new() }))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
