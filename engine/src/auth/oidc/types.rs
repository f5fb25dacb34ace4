//! The library's types with what we read beyond its own: the claims `hd` and `nbf`, and where a grant is revoked.

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreSubjectIdentifierType,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, Client, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, IdTokenClaims, IdTokenFields, ProviderMetadata, RevocationUrl,
    StandardErrorResponse, StandardTokenResponse,
};
use serde::{Deserialize, Serialize};

/// What an ID token says besides.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct FurtherClaims {
    /// The domain of the organisation that the account belongs to, as Google names it.
    #[serde(default)]
    pub(super) hd: Option<String>,
    /// From when on the token is good, in seconds since 1970 (RFC 7519 §4.1.5).
    #[serde(default)]
    pub(super) nbf: Option<serde_json::Number>,
}
impl AdditionalClaims for FurtherClaims {}

/// RFC 7009: where a grant is taken back.
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
