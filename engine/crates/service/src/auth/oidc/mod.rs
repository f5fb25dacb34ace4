//! Sign-in with OpenID Connect: authorization code with PKCE, state and nonce (`design.md`, "Letting in").
//!
//! The only module that talks to a provider. The only accepted proof of identity is an ID token that came from the
//! provider itself, signed by one of its published keys, for this client and this attempt. Access is decided
//! elsewhere, in [`super::sign_in`].

mod examine;
mod fetch;
mod known;
mod proof;
mod settings;

use std::sync::Arc;
use std::time::Duration;

use openidconnect::core::{CoreAuthPrompt, CoreResponseType};
use openidconnect::{
    AccessToken, AuthenticationFlow, AuthorizationCode, ClaimsVerificationError, CsrfToken, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RequestTokenError, Scope,
    SignatureVerificationError,
};
use serde::Serialize;
use url::Url;

pub use examine::{Registration, Verdict, examine};
pub use fetch::ProviderError;
pub use proof::Unfit;
pub use settings::{InvalidProvider, ProviderSettings};

use super::attempts::{Attempts, Secret};
use crate::clock::Clock;
use crate::installation::Installation;
use crate::session::Person;
use crate::store::DocumentStore;
use fetch::{Fetch, chain};
use known::{Cache, Known, Tokens};

/// The longest that a refused person waits for the provider to revoke the grant.
const REVOKING: Duration = Duration::from_secs(3);

/// A provider, and the sign-in attempts that engines share.
#[derive(Debug)]
pub struct Provider {
    settings: ProviderSettings,
    fetch: Fetch,
    cache: Cache,
    clock: Clock,
    pub attempts: Attempts,
}

/// A new attempt.
#[derive(Debug)]
pub struct Begun {
    /// The URL to send the browser to.
    pub url: Url,
    pub secret: Secret,
    /// The sealed text for the browser's cookie; its length is at most 4/3 of the page's data plus about 200
    /// characters.
    pub sealed: String,
}

/// The provider's result at the end of an attempt.
#[derive(Debug)]
pub struct Vouched {
    /// The person, or why they can't be let in.
    pub person: Result<Person, Unfit>,
    /// The person's grant, to be revoked if they're refused.
    pub grant: Grant,
}

/// A person's grant at the provider, kept only so that it can be revoked. Printing it doesn't reveal the token.
#[derive(Debug)]
pub struct Grant {
    known: Arc<Known>,
    access: AccessToken,
}

impl Provider {
    /// Returns a provider without contacting it yet.
    ///
    /// # Errors
    /// If this machine's certificates can't be used.
    pub fn new(
        settings: ProviderSettings,
        store: Arc<dyn DocumentStore>,
        installation: Installation,
        clock: Clock,
    ) -> Result<Self, reqwest::Error> {
        let fetch = Fetch::new(settings.patience, settings.is_local())?;
        Ok(Self {
            cache: Cache::new(settings.clone(), fetch.clone(), clock.clone()),
            settings,
            fetch,
            attempts: Attempts::new(store, installation, clock.clone()),
            clock,
        })
    }

    /// Returns the name of this method of signing in, for the usage event `login` (`spec §7`).
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    /// Contacts the provider before the first person signs in, so that an operator learns right away if it's
    /// unavailable.
    pub async fn meet(&self) {
        if let Err(error) = self.cache.get().await {
            let issuer = self.settings.issuer.as_str();
            tracing::warn!(issuer, %error, "nobody can sign in for now: run `callguide doctor` to find out more");
        }
    }

    /// Begins an attempt with the page data `page`.
    ///
    /// # Errors
    /// If the provider's metadata or the installation's key isn't available.
    pub async fn begin(&self, page: &impl Serialize) -> Result<Begun, ProviderError> {
        let known = self.cache.get().await?;
        let (secret, sealed) = self.attempts.begin(page).await?;
        let verifier = PkceCodeVerifier::new(secret.verifier());
        let (state, nonce) = (CsrfToken::new(secret.state()), Nonce::new(secret.nonce()));
        let (url, _, _) = known
            .client
            .authorize_url(AuthenticationFlow::<CoreResponseType>::AuthorizationCode, || state, || nonce)
            .add_scopes(["email", "profile"].map(|scope| Scope::new(scope.to_owned())))
            .add_prompt(CoreAuthPrompt::SelectAccount)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(Begun { url, secret, sealed })
    }

    /// Returns whether the issuer named in a redirect (RFC 9207) is this provider.
    pub fn is_issuer(&self, issuer: &str) -> bool {
        self.settings.issuer.as_str() == issuer
    }

    /// Ends an attempt, whether or not it succeeded. It can't be ended twice.
    ///
    /// # Errors
    /// [`ProviderError::NoAttempt`] if the attempt has already ended, or the store's error if it doesn't answer.
    pub async fn end(&self, secret: &Secret) -> Result<(), ProviderError> {
        if self.attempts.end(secret).await? { Ok(()) } else { Err(ProviderError::NoAttempt) }
    }

    /// Exchanges `code` with the provider for the identity of the person who brought it.
    ///
    /// # Errors
    /// If the provider is unavailable, or doesn't prove who the person is.
    pub async fn vouch(&self, code: String, secret: &Secret) -> Result<Vouched, ProviderError> {
        let known = self.cache.get().await?;
        let tokens: Tokens = known
            .client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| ProviderError::Away(error.to_string()))?
            .set_pkce_verifier(PkceCodeVerifier::new(secret.verifier()))
            .request_async(&self.fetch)
            .await
            .map_err(|error| match error {
                RequestTokenError::Request(error) => ProviderError::Away(chain(&error)),
                RequestTokenError::ServerResponse(said) => {
                    ProviderError::said(said.error().as_ref(), said.error_description().map(String::as_str))
                }
                // The parser's error gives a position, not the content: the response contains tokens.
                other => ProviderError::Failed(chain(&other)),
            })?;
        let nonce = Nonce::new(secret.nonce());
        let verify = |known: &Known| proof::verify(&self.settings, known, &tokens, &nonce, self.clock.now());
        let (known, claims) = match verify(&known) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                let newer = self.cache.with_new_keys(&known).await?;
                let newer = newer.ok_or_else(|| {
                    ProviderError::Failed(
                        "unknown key, and the keys were fetched only a moment ago".to_owned(),
                    )
                })?;
                let claims = verify(&newer);
                (newer, claims)
            }
            claims => (known, claims),
        };
        let claims = claims.map_err(|error| ProviderError::Failed(chain(&error)))?;
        let person = proof::person(&claims, self.settings.domain.as_ref());
        Ok(Vouched { person, grant: Grant { known, access: tokens.access_token().clone() } })
    }

    /// Revokes a refused person's grant, as a best effort with a time limit (`spec §4`).
    pub async fn revoke(&self, grant: Grant) {
        let Some(url) = &grant.known.revocation else { return };
        let client = (self.settings.client_id.as_str(), self.settings.client_secret.secret().as_str());
        let form = [("token", grant.access.secret().as_str()), ("token_type_hint", "access_token")];
        let revoking = self.fetch.post(url.as_str(), client, grant.known.secret_in_body, &form);
        let error = match tokio::time::timeout(REVOKING, revoking).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => chain(&error),
            Err(_) => "it took too long".to_owned(),
        };
        tracing::warn!(%error, "a refused person's grant couldn't be revoked");
    }
}
