//! Signing in: from a person whom a provider vouches for to a session, or a refusal.
//!
//! [`sign_in`] is the one way to a session; every kind of sign-in ends in it, so the access rule
//! can't be passed by. Knows no HTTP: what a request may begin and where it reports back is
//! `http`'s.

pub mod development;

use crate::access::{AccessRules, EmailAddress};
use crate::session::{Person, Sessions, Token};
use crate::store::StoreError;

/// Why somebody isn't signed in.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// No usable address, or one that the access rule refuses: definite, nothing was kept.
    #[error("the access rule refuses this person")]
    Refused,
    /// It can't be found out now.
    #[error(transparent)]
    Store(StoreError),
}

/// Begins a session for `person` if the access rule lets them in (`spec §4`, `§5`).
///
/// `method` names the kind of sign-in in the usage event `login` (`spec §7`), which says the
/// e-mail domain and nothing more personal.
///
/// # Errors
/// Where the person is refused, or the store can't be asked. Nothing was written then.
pub async fn sign_in(
    mut person: Person,
    method: &str,
    access: &AccessRules,
    sessions: &Sessions,
) -> Result<Token, SignInError> {
    let email: EmailAddress = person.email.parse().map_err(|_| SignInError::Refused)?;
    let rights = access.rights(&email).await.map_err(SignInError::Store)?;
    if !rights.allowed {
        tracing::info!(event = "login_refused", method, domain = email.domain());
        return Err(SignInError::Refused);
    }
    person.email = email.as_str().to_owned();
    let token = sessions.begin(person).await.map_err(SignInError::Store)?;
    tracing::info!(event = "login", method, domain = email.domain());
    Ok(token)
}
