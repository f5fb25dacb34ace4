//! Signing in: turns a person identified by a provider into a session, or refuses them.
//!
//! [`sign_in`] is the only way to get a session. Every kind of sign-in ends in it, so the access rule can't be
//! bypassed. This module knows nothing of our HTTP: `http` decides which requests may begin a sign-in and where the
//! result is reported.

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

/// How people sign in.
#[derive(Debug)]
pub enum SignIn {
    /// At an OpenID Connect provider.
    Provider(Box<oidc::Provider>),
    /// As one of the seeded people, on a machine without configuration.
    Development(Box<development::Development>),
}

/// Why a sign-in fails.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// The address is unusable, or the access rule refuses it. This is definite, and nothing was stored.
    #[error("the access rule refuses this person")]
    Refused,
    /// The person has the maximum number of sessions, all of them in use.
    #[error("this person has too many sessions in use")]
    Full,
    /// The store can't be used, so the rule can't be checked now.
    #[error(transparent)]
    Store(StoreError),
}

/// Begins a session for `person` if the access rule lets them in (`spec §4`, `§5`).
///
/// `method` is the kind of sign-in in the usage event `login` (`spec §7`), whose only personal detail is the email
/// domain.
///
/// # Errors
/// If the person is refused or has too many sessions, or the store doesn't answer. Then no session began, and nothing
/// is stored about a refused person.
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
            tracing::warn!(%error, "what was known about a refused person couldn't be removed");
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
