//! Validating an ID token: OpenID Connect Core §3.1.3.7, and the limits that it leaves to the client.

use std::time::SystemTime;

use jiff::{SignedDuration, Timestamp};
use openidconnect::core::CoreJsonWebKey;
use openidconnect::{ClaimsVerificationError, ClientId, IdTokenVerifier, Nonce};

use super::known::Known;
use super::settings::ProviderSettings;
use super::types::{Claims, Tokens};

/// The oldest token accepted. A token is issued in response to our request, seconds before; an older one was kept by
/// someone.
const OLDEST: SignedDuration = SignedDuration::from_mins(10);
/// How far the provider's clock may be ahead of ours.
const LEEWAY: SignedDuration = SignedDuration::from_mins(1);
/// The longest subject identifier, in ASCII characters (OpenID Connect Core §2).
const LONGEST_SUBJECT: usize = 255;

/// Returns the claims of the ID token among `tokens` if they're valid `now`: signed by one of the provider's keys,
/// issued by the provider for this client and this attempt, and recent.
///
/// # Errors
/// If they aren't valid.
pub(super) fn verify(
    settings: &ProviderSettings,
    known: &Known,
    tokens: &Tokens,
    nonce: &Nonce,
    now: Timestamp,
) -> Result<Claims, ClaimsVerificationError> {
    let token = tokens
        .extra_fields()
        .id_token()
        .ok_or_else(|| ClaimsVerificationError::Other("there is no ID token".to_owned()))?;
    // As a public client, so that no signature is ever verified with the client's own secret. A token with a further
    // audience is rejected, so `azp` is never needed to pick one of them.
    let verifier = IdTokenVerifier::<CoreJsonWebKey>::new_public_client(
        settings.client_id.clone(),
        settings.issuer.clone(),
        known.keys.clone(),
    )
    .set_allowed_algs(known.algorithms.iter().cloned())
    .set_time_fn(move || SystemTime::from(now).into())
    .set_issue_time_verifier_fn(move |issued| is_of_now(Timestamp::try_from(SystemTime::from(issued)), now));
    let claims = token.claims(&verifier, nonce)?;
    has_begun(claims, now)?;
    is_ours(claims, &settings.client_id)?;
    names_somebody(claims)?;
    Ok(claims.clone())
}

fn is_of_now(issued: Result<Timestamp, jiff::Error>, now: Timestamp) -> Result<(), String> {
    let age = now.duration_since(issued.map_err(|_| "the token has no valid issue time".to_owned())?);
    if age > OLDEST {
        return Err(format!("the token was issued {age:#} ago"));
    }
    if -age > LEEWAY {
        return Err(format!("the token's issue time is {:#} in the future", -age));
    }
    Ok(())
}

/// Checks `nbf` (RFC 7519 §4.1.5), if the token has it.
fn has_begun(claims: &Claims, now: Timestamp) -> Result<(), ClaimsVerificationError> {
    let Some(from) = claims.additional_claims().nbf.as_ref() else { return Ok(()) };
    let latest = now.saturating_add(LEEWAY).unwrap_or(Timestamp::MAX);
    match from.as_f64() {
        Some(from) if from <= latest.as_second() as f64 => Ok(()),
        _ => Err(ClaimsVerificationError::Other(format!("the token isn't valid until {from}"))),
    }
}

/// Checks `azp`, if the token has it: it names the client that the token was issued to.
fn is_ours(claims: &Claims, client: &ClientId) -> Result<(), ClaimsVerificationError> {
    match claims.authorized_party() {
        Some(party) if party != client => {
            Err(ClaimsVerificationError::InvalidAudience(format!("issued to {:?}", party.as_str())))
        }
        _ => Ok(()),
    }
}

fn names_somebody(claims: &Claims) -> Result<(), ClaimsVerificationError> {
    let subject = claims.subject().as_str();
    let printable = subject.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_control());
    if (1..=LONGEST_SUBJECT).contains(&subject.len()) && printable {
        return Ok(());
    }
    Err(ClaimsVerificationError::InvalidSubject(
        "the subject isn't an identifier of 1 to 255 characters".to_owned(),
    ))
}
