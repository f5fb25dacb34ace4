//! Converting verified claims to a person, or to a reason to refuse.

use url::Url;

use super::types::Claims;
use crate::access::{EmailAddress, OrganisationDomain};
use crate::session::Person;

/// The length to which a display name is truncated, in characters.
const MAX_NAME: usize = 120;
/// The longest picture URL that is stored, in bytes.
const MAX_PICTURE: usize = 2048;

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

/// Reads verified claims (`design.md`, "Letting in"): `email_verified` must be true, and for an address in
/// the organization's own domain the `hd` claim must match. Otherwise anyone could open an account at the
/// provider with one of the organization's addresses and get in.
pub(super) fn read(claims: &Claims, domain: Option<&OrganisationDomain>) -> Result<Person, Unfit> {
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
    fn a_name_is_one_line_of_words() {
        assert_eq!(clean_name("  Ann\r\n Lee\u{0}"), "Ann Lee");
        assert_eq!(clean_name(&"a".repeat(500)).len(), MAX_NAME);
    }

    #[test]
    fn only_a_picture_by_https_is_shown() {
        assert!(usable_picture("https://lh3.googleusercontent.com/a/x").is_some());
        for bad in ["http://a.example/x", "javascript:alert(1)", "data:image/png;base64,", "", "x"] {
            assert_eq!(usable_picture(bad), None, "{bad}");
        }
    }
}
