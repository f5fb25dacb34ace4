//! Validates an ID token (OpenID Connect Core §3.1.3.7, and the limits that it leaves to the client), and finds the
//! person in its claims, or a reason to refuse them.

use std::time::SystemTime;

use jiff::{SignedDuration, Timestamp};
use openidconnect::core::CoreJsonWebKey;
use openidconnect::{ClaimsVerificationError, ClientId, IdTokenVerifier, Nonce};
use url::Url;

use super::known::{Claims, Known, Tokens};
use super::settings::ProviderSettings;
use crate::access::{EmailAddress, OrganisationDomain};
use crate::session::Person;

/// The maximum age of a token. A token is issued in response to our request, only seconds earlier, so someone must
/// have held on to an older one.
const OLDEST: SignedDuration = SignedDuration::from_mins(10);
/// How far the provider's clock may be ahead of ours.
const LEEWAY: SignedDuration = SignedDuration::from_mins(1);
/// The longest subject identifier, in ASCII characters (OpenID Connect Core §2).
const LONGEST_SUBJECT: usize = 255;
/// The length to which a display name is truncated, in characters.
const MAX_NAME: usize = 120;
/// The longest picture URL that is stored, in bytes.
const MAX_PICTURE: usize = 2048;

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
    // Verify as a public client, so that no signature is ever verified with the client's own secret. A token with an
    // additional audience is rejected, so `azp` is never needed to choose among audiences.
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

/// Definite reasons to refuse a person whom the provider identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("the provider gave no email address")]
    NoEmail,
    #[error("the provider's email address isn't valid")]
    InvalidEmail,
    #[error("the provider hasn't verified the email address")]
    Unverified,
    #[error("the address is in the organization's domain, but the account isn't the organization's")]
    ForeignAccount,
}

/// Returns the person in verified claims (`design.md`, "Letting in"): `email_verified` must be true, and for an address
/// in the organization's own domain, the `hd` claim must match. Otherwise anyone could open an account at the provider
/// with one of the organization's addresses and get in.
pub(super) fn person(claims: &Claims, domain: Option<&OrganisationDomain>) -> Result<Person, Unfit> {
    let email = claims.email().ok_or(Unfit::NoEmail)?;
    let email: EmailAddress = email.parse().map_err(|_| Unfit::InvalidEmail)?;
    if claims.email_verified() != Some(true) {
        return Err(Unfit::Unverified);
    }
    if let Some(domain) = domain.filter(|domain| domain.as_str() == email.domain()) {
        let hosted = claims.additional_claims().hd.as_deref();
        let hosted = hosted.and_then(|hosted| hosted.parse::<OrganisationDomain>().ok());
        if hosted.as_ref() != Some(domain) {
            return Err(Unfit::ForeignAccount);
        }
    }
    let name = claims.name().and_then(|name| name.get(None)).map(|name| clean_name(name));
    let picture = claims.picture().and_then(|picture| picture.get(None));
    Ok(Person {
        email: email.as_str().to_owned(),
        display_name: name.filter(|name| !name.is_empty()),
        photo_url: picture.and_then(|picture| usable_picture(picture)),
        subject: format!("{}#{}", claims.issuer().as_str(), claims.subject().as_str()),
    })
}

fn clean_name(name: &str) -> String {
    let words: Vec<&str> = name.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let whole = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    whole.chars().take(MAX_NAME).collect()
}

fn usable_picture(picture: &str) -> Option<String> {
    let url = Url::parse(picture).ok()?;
    (url.scheme() == "https" && picture.len() <= MAX_PICTURE).then(|| url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_name_is_cleaned_to_one_short_line() {
        assert_eq!(clean_name("  Ann\r\n Lee\u{0}"), "Ann Lee");
        assert_eq!(clean_name(&"a".repeat(500)).len(), MAX_NAME);
    }

    #[test]
    fn only_https_pictures_are_used() {
        assert!(usable_picture("https://lh3.googleusercontent.com/a/x").is_some());
        for bad in ["http://a.example/x", "javascript:alert(1)", "data:image/png;base64,", "", "x"] {
            assert_eq!(usable_picture(bad), None, "{bad}");
        }
    }
}
