//! The library's types with what we read beyond its own: the `hd` claim and where a grant is revoked.

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

/// The domain of the organisation that the account belongs to, as Google names it.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct HostedDomain {
    #[serde(default)]
    pub(super) hd: Option<String>,
}
impl AdditionalClaims for HostedDomain {}

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

pub(super) type Claims = IdTokenClaims<HostedDomain, CoreGenderClaim>;

pub(super) type Tokens = StandardTokenResponse<
    IdTokenFields<
        HostedDomain,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

pub(super) type OidcClient = Client<
    HostedDomain,
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
