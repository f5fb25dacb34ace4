//! The library's types extended with what we also read: the claims `hd` and `nbf`, and the revocation endpoint.

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

/// Additional claims of an ID token.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct FurtherClaims {
    /// The domain of the organization that the account belongs to, as Google names it.
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
