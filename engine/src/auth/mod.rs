//! Signing in: from a person whom a provider vouches for to a session, or a refusal.
//!
//! [`sign_in`] is the one way to a session; every kind of sign-in ends in it, so the access rule
//! can't be passed by. Knows no HTTP of ours: what a request may begin and where it reports back is
//! `http`'s.

mod attempts;
pub mod development;
mod loopback;
pub mod oidc;
mod subjects;

pub use attempts::{Opened, Secret};
pub use loopback::is_loopback;

use crate::access::{AccessRules, EmailAddress};
use crate::metrics::Metrics;
use crate::session::{Person, Sessions, Token};
use crate::store::{DocumentStore, StoreError};

/// How people sign in here.
#[derive(Debug)]
pub enum SignIn {
    /// At an OpenID Connect provider.
    Provider(Box<oidc::Provider>),
    /// As one of the people of a machine without configuration.
    Development(Box<development::Development>),
}

/// Why someone isn't signed in.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// No usable address, or one that the access rule refuses: definite, nothing was kept.
    #[error("the access rule refuses this person")]
    Refused,
    /// She is signed in as often as one may be, and uses every session.
    #[error("too many sessions of this person are in use")]
    Full,
    /// It can't be found out now.
    #[error(transparent)]
    Store(StoreError),
}

/// Begins a session for `person` if the access rule lets them in (`spec §4`, `§5`).
///
/// `method` names the kind of sign-in in the usage event `login` (`spec §7`), which says the
/// email domain and nothing more personal.
///
/// # Errors
/// Where the person is refused, has too many sessions, or the store can't be asked. No session began then, and of a
/// refused person nothing is kept.
pub async fn sign_in(
    mut person: Person,
    method: &str,
    access: &AccessRules,
    sessions: &Sessions,
    store: &dyn DocumentStore,
    metrics: &Metrics,
) -> Result<Token, SignInError> {
    let email: EmailAddress = person.email.parse().map_err(|_| SignInError::Refused)?;
    let rights = access.rights_now(&email).await.map_err(SignInError::Store)?;
    if !rights.allowed {
        tracing::info!(event = "login_refused", method, domain = email.domain());
        if let Err(error) = subjects::forget(store, &email).await {
            tracing::warn!(%error, "what was known of a refused person couldn't be removed");
        }
        return Err(SignInError::Refused);
    }
    person.email = email.as_str().to_owned();
    let begun = subjects::begin(store, sessions, &email, &person, rights.mark.as_deref()).await;
    let token = begun.map_err(SignInError::Store)?.ok_or(SignInError::Full)?;
    tracing::info!(event = "login", method, domain = email.domain());
    metrics.login(method, email.domain());
    Ok(token)
}
