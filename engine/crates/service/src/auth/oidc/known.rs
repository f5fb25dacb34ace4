//! A cache of the provider's endpoints and keys, fetched when they're first needed, so that the engine can start
//! without the provider and a sign-in requests only what's necessary. The end of the file extends the library's types
//! with the other things that we read: the claims `hd` and `nbf`, and the revocation endpoint.

use std::sync::Arc;
use std::time::Duration;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreSubjectIdentifierType,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, AuthType, Client, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, IdTokenClaims, IdTokenFields, JsonWebKeySet, ProviderMetadata,
    RevocationUrl, StandardErrorResponse, StandardTokenResponse,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::fetch::{Fetch, ProviderError, chain};
use super::settings::ProviderSettings;
use crate::clock::Clock;

/// The age after which the next sign-in refreshes the cache, so that withdrawn keys are dropped.
const FRESH: Duration = Duration::from_secs(3600);
/// The age up to which the cache is still used if it can't be refreshed.
const USABLE: Duration = Duration::from_secs(24 * 3600);
/// How long to wait after a failure before contacting the provider again.
const HOLD_OFF: Duration = Duration::from_secs(1);
/// The shortest time between two refreshes that are caused by an unknown key.
const KEY_THROTTLE: Duration = Duration::from_secs(30);

/// The provider as described by its discovery document and its keys.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) client: OidcClient,
    pub(super) keys: JsonWebKeySet<CoreJsonWebKey>,
    /// The signature algorithms that it supports, limited to asymmetric ones, which a public key can verify.
    pub(super) algorithms: Vec<CoreJwsSigningAlgorithm>,
    pub(super) revocation: Option<RevocationUrl>,
    /// Whether it accepts the client's secret only in the form.
    pub(super) secret_in_body: bool,
    fetched: Duration,
}

/// The cache. One request at a time contacts the provider; the others wait for the result.
#[derive(Debug)]
pub(super) struct Cache {
    settings: ProviderSettings,
    fetch: Fetch,
    state: Mutex<CacheState>,
    clock: Clock,
}

#[derive(Debug, Default)]
struct CacheState {
    known: Option<Arc<Known>>,
    failed: Option<Duration>,
    asked_for_key: Option<Duration>,
}

impl Cache {
    pub(super) fn new(settings: ProviderSettings, fetch: Fetch, clock: Clock) -> Self {
        Self { settings, fetch, state: Mutex::default(), clock }
    }

    /// Returns the cached provider, fetching it if it's missing or stale.
    pub(super) async fn get(&self) -> Result<Arc<Known>, ProviderError> {
        let mut state = self.state.lock().await;
        let now = self.clock.passed();
        let age = |known: &Known| now.saturating_sub(known.fetched);
        if let Some(known) = state.known.as_ref().filter(|known| age(known) < FRESH) {
            return Ok(known.clone());
        }
        let old = state.known.clone().filter(|known| age(known) < USABLE);
        let held_off = state.failed.is_some_and(|failed| now.saturating_sub(failed) < HOLD_OFF);
        match (self.refresh(&mut state, held_off).await, old) {
            (Err(error), Some(old)) => {
                tracing::warn!(%error, "the sign-in provider's settings and keys can't be refreshed; using the previous ones");
                Ok(old)
            }
            (result, _) => result,
        }
    }

    /// Fetches the provider's keys again to look for one that `before` lacks; `None` if that was done less than
    /// [`KEY_THROTTLE`] ago.
    pub(super) async fn with_new_keys(
        &self,
        before: &Arc<Known>,
    ) -> Result<Option<Arc<Known>>, ProviderError> {
        let mut state = self.state.lock().await;
        // Another request has refreshed it since.
        if let Some(known) = state.known.as_ref().filter(|known| !Arc::ptr_eq(known, before)) {
            return Ok(Some(known.clone()));
        }
        let now = self.clock.passed();
        if state.asked_for_key.is_some_and(|asked| now.saturating_sub(asked) < KEY_THROTTLE) {
            return Ok(None);
        }
        state.asked_for_key = Some(now);
        self.refresh(&mut state, false).await.map(Some)
    }

    async fn refresh(&self, state: &mut CacheState, held_off: bool) -> Result<Arc<Known>, ProviderError> {
        if held_off {
            return Err(ProviderError::Away("it couldn't be reached a moment ago".to_owned()));
        }
        match Metadata::discover_async(self.settings.issuer.clone(), &self.fetch).await {
            Ok(metadata) => {
                let known = Arc::new(describe(metadata, &self.settings, self.clock.passed()));
                state.known = Some(known.clone());
                state.failed = None;
                Ok(known)
            }
            Err(error) => {
                state.failed = Some(self.clock.passed());
                Err(ProviderError::Away(chain(&error)))
            }
        }
    }
}

/// Converts a provider's `metadata` for use by the client in `settings`.
pub(super) fn describe(metadata: Metadata, settings: &ProviderSettings, fetched: Duration) -> Known {
    let methods = metadata.token_endpoint_auth_methods_supported();
    let secret_in_body = methods.is_some_and(|methods| {
        methods.contains(&CoreClientAuthMethod::ClientSecretPost)
            && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
    });
    let keys = metadata.jwks().clone();
    let mut algorithms = metadata.id_token_signing_alg_values_supported().clone();
    algorithms.retain(is_asymmetric);
    let revocation = metadata.additional_metadata().revocation_endpoint.clone();
    let client = OidcClient::from_provider_metadata(
        metadata,
        settings.client_id.clone(),
        Some(settings.client_secret.clone()),
    )
    .set_auth_type(if secret_in_body { AuthType::RequestBody } else { AuthType::BasicAuth })
    .set_redirect_uri(settings.redirect.clone());
    Known { client, keys, algorithms, revocation, secret_in_body, fetched }
}

/// Excludes `none` and algorithms that verify with the client's own secret.
fn is_asymmetric(algorithm: &CoreJwsSigningAlgorithm) -> bool {
    use CoreJwsSigningAlgorithm as A;
    matches!(
        algorithm,
        A::RsaSsaPkcs1V15Sha256
            | A::RsaSsaPkcs1V15Sha384
            | A::RsaSsaPkcs1V15Sha512
            | A::RsaSsaPssSha256
            | A::RsaSsaPssSha384
            | A::RsaSsaPssSha512
            | A::EcdsaP256Sha256
            | A::EcdsaP384Sha384
            | A::EdDsa
    )
}

/// Additional claims in an ID token.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct FurtherClaims {
    /// The domain of the organization that the account belongs to. Google defines this claim.
    #[serde(default)]
    pub(super) hd: Option<String>,
    /// The time before which the token isn't valid, in seconds since 1970 (RFC 7519 §4.1.5).
    #[serde(default)]
    pub(super) nbf: Option<serde_json::Number>,
}
impl AdditionalClaims for FurtherClaims {}

/// RFC 7009: the endpoint that revokes a grant.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct Revocation {
    #[serde(default)]
    pub(super) revocation_endpoint: Option<RevocationUrl>,
}
impl AdditionalProviderMetadata for Revocation {}

pub(super) type Metadata = ProviderMetadata<
    Revocation,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

pub(super) type Claims = IdTokenClaims<FurtherClaims, CoreGenderClaim>;

pub(super) type Tokens = StandardTokenResponse<
    IdTokenFields<
        FurtherClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

pub(super) type OidcClient = Client<
    FurtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;
