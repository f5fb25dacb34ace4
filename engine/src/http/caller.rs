//! Who is calling, and what they may do: worked out anew on every request.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::connections::Connection;
use super::{ApiError, AppState};
use crate::access::{EmailAddress, Rights};
use crate::session::Person;

/// Somebody who is signed in and passes the access rule (`spec §5`).
#[derive(Debug, Clone)]
pub struct Volunteer {
    pub person: Person,
    pub rights: Rights,
}

/// The caller, if a live session says who it is and the access rule lets them in.
///
/// A session whose person is definitely not on the list any more ends here; one that can't be
/// checked stays, and nobody gets anything meanwhile.
///
/// # Errors
/// 503 where the store doesn't answer.
pub async fn identify(state: &AppState, headers: &HeaderMap) -> Result<Option<Volunteer>, ApiError> {
    let Some(token) = state.cookie.token(headers) else { return Ok(None) };
    let Some(person) = state.sessions.find(token).await? else { return Ok(None) };
    let Ok(email) = person.email.parse::<EmailAddress>() else { return Ok(None) };
    let rights = state.access.rights(&email).await?;
    if !rights.allowed {
        state.sessions.end(token).await?;
        return Ok(None);
    }
    Ok(Some(Volunteer { person, rights }))
}

impl FromRequestParts<AppState> for Volunteer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let volunteer = identify(state, &parts.headers).await?.ok_or_else(ApiError::signed_out)?;
        if let Some(connection) = parts.extensions.get::<Connection>() {
            connection.showed_session();
        }
        Ok(volunteer)
    }
}

/// Somebody who passes the admin rule as well (`spec §5`).
#[derive(Debug, Clone)]
pub struct Admin(pub Volunteer);

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let volunteer = Volunteer::from_request_parts(parts, state).await?;
        if volunteer.rights.admin { Ok(Self(volunteer)) } else { Err(ApiError::not_admin()) }
    }
}

/// Whether a caller who listens may go on, as the store says now: what was read a moment ago would add
/// its age to the time between two checks. Unlike [`identify`] it is no use of the session, which would
/// never end by itself while a page is open, and ends none.
///
/// # Errors
/// 503 where the store doesn't answer.
pub async fn may_still_listen(state: &AppState, headers: &HeaderMap) -> Result<bool, ApiError> {
    let Some(token) = state.cookie.token(headers) else { return Ok(false) };
    let Some(person) = state.sessions.peek(token).await? else { return Ok(false) };
    let Ok(email) = person.email.parse::<EmailAddress>() else { return Ok(false) };
    Ok(state.access.rights_now(&email).await?.allowed)
}
