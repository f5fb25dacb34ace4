//! The caller: their rights, determined anew on every request, and the IP address that the request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use super::error::ApiError;
use super::state::AppState;
use crate::access::{EmailAddress, Rights};
use crate::session::{Person, StoredSession};

/// A person who is signed in and passes the access rule (`spec §5`).
#[derive(Debug, Clone)]
pub struct Volunteer {
    pub person: Person,
    pub rights: Rights,
}

/// Identifies the caller by their session, if it's live and the access rule lets them in.
///
/// If the person is definitely no longer on the list, or their sessions were ended after this one began, this ends
/// the session. If that can't be checked, the session stays, but the request fails.
///
/// # Errors
/// 503 if the store doesn't answer.
pub async fn identify(state: &AppState, headers: &HeaderMap) -> Result<Option<Volunteer>, ApiError> {
    let Some(token) = state.cookie.token(headers) else { return Ok(None) };
    let Some(session) = state.sessions.find(token).await? else { return Ok(None) };
    let Some(rights) = rights(state, &session).await? else {
        state.sessions.end(token).await?;
        return Ok(None);
    };
    Ok(Some(Volunteer { person: session.person, rights }))
}

/// Returns the rights of the session's person, or `None` if the session must definitely end.
async fn rights(state: &AppState, session: &StoredSession) -> Result<Option<Rights>, ApiError> {
    let Ok(email) = session.person.email.parse::<EmailAddress>() else { return Ok(None) };
    let holds = |rights: &Rights| rights.allowed && rights.mark.as_deref() == session.mark.as_deref();
    let known = state.access.rights(&email).await?;
    if holds(&known) {
        return Ok(Some(known));
    }
    // Another engine may have just added this person to the list and signed them in, so ask the store.
    Ok(Some(state.access.rights_now(&email).await?).filter(holds))
}

impl FromRequestParts<AppState> for Volunteer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        identify(state, &parts.headers).await?.ok_or_else(ApiError::signed_out)
    }
}

/// A person who also passes the admin rule (`spec §5`).
#[derive(Debug, Clone)]
pub struct Admin(pub Volunteer);

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let volunteer = Volunteer::from_request_parts(parts, state).await?;
        if volunteer.rights.admin { Ok(Self(volunteer)) } else { Err(ApiError::not_admin()) }
    }
}

/// Returns whether a caller may keep listening. Unlike [`identify`], it neither ends the session nor counts
/// as using it; otherwise a session would never time out while a page is open.
///
/// # Errors
/// 503 if the store doesn't answer.
pub async fn may_still_listen(state: &AppState, headers: &HeaderMap) -> Result<bool, ApiError> {
    let Some(token) = state.cookie.token(headers) else { return Ok(false) };
    let Some(session) = state.sessions.peek(token).await? else { return Ok(false) };
    Ok(rights(state, &session).await?.is_some())
}

/// The IP address of a request's client, determined by the proxy rules.
#[derive(Debug, Clone, Copy)]
pub struct Client(pub IpAddr);

impl Client {
    /// Returns the client for a request with these `headers`, or the unspecified address (`0.0.0.0`) if the
    /// connection isn't known, as in a test.
    pub fn of(state: &AppState, extensions: &Extensions, headers: &HeaderMap) -> Self {
        let nobody = Peer(SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), 0));
        let Peer(peer) = *extensions.get::<Peer>().unwrap_or(&nobody);
        Self(state.network.proxies.client(peer, headers))
    }
}

impl FromRequestParts<AppState> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(state, &parts.extensions, &parts.headers))
    }
}

/// The address at the other end of the connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);
