//! Sign-in by OpenID Connect: authorization code with PKCE, state and nonce (`design.md`, "Letting in").
//!
//! The only module that talks to a provider. A person is believed only by an ID token that came
//! from the provider itself, signed by one of its published keys, meant for this client and for
//! this very attempt. Decides nothing of access: that is [`super::sign_in`]'s.

mod examine;
mod fetch;
mod known;
mod person;
mod proof;
mod settings;
mod types;

use std::sync::Arc;
use std::time::Duration;

use openidconnect::core::{CoreAuthPrompt, CoreResponseType};
use openidconnect::{
    AccessToken, AuthenticationFlow, AuthorizationCode, ClaimsVerificationError, CsrfToken, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RequestTokenError, Scope,
    SignatureVerificationError,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;

pub use examine::{Registration, Verdict, examine};
pub use person::Unfit;
pub use settings::{InvalidProvider, ProviderSettings};

use super::attempts::{Attempts, Opened, Secret};
use crate::clock::Clock;
use crate::installation::Installation;
use crate::session::Person;
use crate::store::{DocumentStore, StoreError};
use fetch::{Fetch, chain};
use known::{Cache, Known};
use types::{Claims, Tokens};

/// A refused person waits at most so long for the provider to take the grant back.
const REVOKING: Duration = Duration::from_secs(3);
/// So many characters of what a provider says go into the log.
const LONGEST_WORD: usize = 200;

/// Why a provider's word isn't to be had. The texts are for the log alone.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// It can't be reached, is too slow, or talks nonsense.
    #[error("the sign-in provider is away: {0}")]
    Away(String),
    /// It said no, or what it said isn't proof.
    #[error("the sign-in provider's answer is no proof: {0}")]
    Failed(String),
    /// The attempt was used before.
    #[error("there is no such attempt to sign in")]
    NoAttempt,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ProviderError {
    /// What the provider said instead of yes, as the log has it: each part quoted and cut.
    pub fn said(error: &str, description: Option<&str>) -> Self {
        Self::Failed(Self::words(error, description))
    }

    fn words(error: &str, description: Option<&str>) -> String {
        let quoted = |text: &str| format!("{:?}", text.chars().take(LONGEST_WORD).collect::<String>());
        let description = description.map(|text| format!(": {}", quoted(text))).unwrap_or_default();
        format!("it answered the error {}{description}", quoted(error))
    }
}

/// A provider, and what engines share of the attempts under way.
#[derive(Debug)]
pub struct Provider {
    settings: ProviderSettings,
    fetch: Fetch,
    cache: Cache,
    clock: Clock,
    attempts: Attempts,
}

/// An attempt that begins.
#[derive(Debug)]
pub struct Begun {
    /// Where the browser goes.
    pub url: Url,
    pub secret: Secret,
    /// What the browser keeps, of at most 4/3 of the page's own words and some 200 letters.
    pub sealed: String,
}

/// What a provider says at the end of an attempt.
#[derive(Debug)]
pub struct Vouched {
    /// Who it is, or why it is nobody who may come in.
    pub person: Result<Person, Unfit>,
    /// What the person granted, to be taken back where they are refused.
    pub grant: Grant,
}

/// What a person granted at the provider; of no use to us but to take it back. Not to be printed.
pub struct Grant {
    known: Arc<Known>,
    access: AccessToken,
}

impl std::fmt::Debug for Grant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Grant")
    }
}

impl Provider {
    /// Asks nobody yet.
    ///
    /// # Errors
    /// Where this machine's certificates can't be used.
    pub fn new(
        settings: ProviderSettings,
        store: Arc<dyn DocumentStore>,
        installation: Installation,
        clock: Clock,
    ) -> Result<Self, reqwest::Error> {
        Ok(Self {
            fetch: Fetch::new(settings.patience, settings.is_local())?,
            settings,
            cache: Cache::new(clock.clone()),
            attempts: Attempts::new(store, installation, clock.clone()),
            clock,
        })
    }

    /// The method in the usage event `login` (`spec §7`).
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    /// Asks the provider who it is, before the first person does: an operator hears at once of one that's away.
    pub async fn meet(&self) {
        if let Err(error) = self.cache.get(&self.settings, &self.fetch).await {
            let issuer = self.settings.issuer.as_str();
            tracing::warn!(issuer, %error, "nobody can sign in for now: `callguide doctor` says more");
        }
    }

    /// Begins an attempt of the page that says `page` of itself.
    ///
    /// # Errors
    /// Where the provider can't be asked for its addresses, or the installation's key isn't to be had.
    pub async fn begin(&self, page: &impl Serialize) -> Result<Begun, ProviderError> {
        let known = self.cache.get(&self.settings, &self.fetch).await?;
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

    /// The attempt that a browser brought back, as [`Begun::sealed`]; `None` for what no engine of this
    /// installation sealed. Asks the store nothing.
    ///
    /// # Errors
    /// Where the installation's key isn't to be had.
    pub async fn open<T: DeserializeOwned>(&self, sealed: &str) -> Result<Option<Opened<T>>, ProviderError> {
        Ok(self.attempts.open(sealed).await?)
    }

    /// Ends an attempt, whatever comes of it: it can't be ended twice.
    ///
    /// # Errors
    /// [`ProviderError::NoAttempt`] where there is none.
    pub async fn end(&self, secret: &Secret) -> Result<(), ProviderError> {
        if self.attempts.end(secret).await? { Ok(()) } else { Err(ProviderError::NoAttempt) }
    }

    /// Whether an answer that names its issuer (RFC 9207) names this one.
    pub fn is_issuer(&self, issuer: &str) -> bool {
        self.settings.issuer.as_str() == issuer
    }

    /// Has the provider vouch for whoever brought `code` from it.
    ///
    /// # Errors
    /// Where it is away, or gives no proof.
    pub async fn vouch(&self, code: String, secret: &Secret) -> Result<Vouched, ProviderError> {
        let known = self.cache.get(&self.settings, &self.fetch).await?;
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
                // The parser's error says where, not what: the answer has tokens in it.
                other => ProviderError::Failed(chain(&other)),
            })?;
        let nonce = Nonce::new(secret.nonce());
        let (known, claims) = match self.verify(&known, &tokens, &nonce) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                let newer = self.cache.with_new_keys(&known, &self.settings, &self.fetch).await?;
                let newer = newer
                    .ok_or_else(|| ProviderError::Failed("unknown key, asked a moment ago".to_owned()))?;
                let claims = self.verify(&newer, &tokens, &nonce);
                (newer, claims)
            }
            claims => (known, claims),
        };
        let claims = claims.map_err(|error| ProviderError::Failed(chain(&error)))?;
        let person = person::read(&claims, self.settings.domain.as_ref());
        Ok(Vouched { person, grant: Grant { known, access: tokens.access_token().clone() } })
    }

    /// Takes back what a refused person granted, best effort and bounded in time (`spec §4`).
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

    /// Removes the attempts that nobody ended, and says how many.
    ///
    /// # Errors
    /// Where the store can't be asked.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        self.attempts.sweep().await
    }

    fn verify(
        &self,
        known: &Known,
        tokens: &Tokens,
        nonce: &Nonce,
    ) -> Result<Claims, ClaimsVerificationError> {
        proof::verify(&self.settings, known, tokens, nonce, self.clock.now())
    }
}
