//! The address a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use super::AppState;
use super::limits::Peer;

/// A request's client address, determined by the proxy rules.
#[derive(Debug, Clone, Copy)]
pub struct Client(pub IpAddr);

impl Client {
    /// Returns the client of a request with these `headers`, or the unspecified address (`0.0.0.0`) if the
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
