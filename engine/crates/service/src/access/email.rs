//! Email addresses, one at a time or in lists, normalized for comparing and storing them.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use crate::store::{CollectionId, DocumentPath};

/// The longest address that email allows.
const MAX_LENGTH: usize = 254;

/// An email address: trimmed and lower-cased, with exactly one `@` and the domain in ASCII form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress {
    whole: String,
    at: usize,
}

/// The error for text that isn't an email address (`spec §5`, `§8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Invalid email format")]
pub struct InvalidEmail;

impl EmailAddress {
    /// Returns the whole address, which is also the id of its document in the allow-list.
    pub fn as_str(&self) -> &str {
        &self.whole
    }

    /// Returns the path of the document about this address in `collection`.
    pub fn document_in(&self, collection: &CollectionId) -> DocumentPath {
        let path = collection.document(self.as_str());
        path.expect("an address contains no slash or control character and isn't a reserved id")
    }

    /// Returns the part after the `@`, in ASCII form.
    pub fn domain(&self) -> &str {
        &self.whole[self.at + 1..]
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.whole)
    }
}

impl FromStr for EmailAddress {
    type Err = InvalidEmail;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (local, domain) = text.trim().split_once('@').ok_or(InvalidEmail)?;
        let domain = ascii_domain(domain).ok_or(InvalidEmail)?;
        let local = lower_local(local).ok_or(InvalidEmail)?;
        let whole = format!("{local}@{domain}");
        if whole.len() > MAX_LENGTH {
            return Err(InvalidEmail);
        }
        Ok(Self { at: local.len(), whole })
    }
}

/// Lower-cases the part before the `@`, or returns `None` if it isn't valid. It may contain letters and digits of any
/// script, and the symbols that email allows without quotes, except the slash, which isn't allowed in a document's
/// id. That excludes spaces, control and invisible characters, and a second `@`.
fn lower_local(local: &str) -> Option<String> {
    let allowed = |c: char| c.is_alphanumeric() || ".!#$%&'*+-=?^_`{|}~".contains(c);
    if local.is_empty() || !local.chars().all(allowed) {
        return None;
    }
    let mut lower = String::with_capacity(local.len());
    for c in local.chars() {
        // The Kelvin sign lowercases to the letter k, which would turn the address into another person's.
        if !c.is_ascii() && c.to_lowercase().any(|l| l.is_ascii()) {
            return None;
        }
        lower.extend(c.to_lowercase());
    }
    Some(lower)
}

/// Returns a domain in its ASCII form, which must have at least one dot; `None` if it isn't valid.
fn ascii_domain(domain: &str) -> Option<String> {
    // IDNA mapping drops invisible characters and reads other symbols as dots; neither belongs in
    // an address.
    if !domain.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '-') {
        return None;
    }
    let ascii = Uts46::new()
        .to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Verify)
        .ok()?;
    ascii.contains('.').then(|| ascii.into_owned())
}

/// The organization's own domain, whose addresses are let in without being listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationDomain(String);

/// The error for text that can't be an organization's domain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the organization's domain must look like example.org, but is {0}")]
pub struct InvalidDomain(String);

impl OrganisationDomain {
    /// Returns the domain in ASCII form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for OrganisationDomain {
    type Err = InvalidDomain;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        ascii_domain(text.trim()).map(Self).ok_or_else(|| InvalidDomain(text.to_owned()))
    }
}

/// A problem with one address (`spec §5`, `§8`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressProblem {
    /// The address as it was given.
    pub email: String,
    /// The kind of problem.
    pub flaw: AddressFlaw,
}

/// What can be wrong with an address in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressFlaw {
    #[error(transparent)]
    Invalid(#[from] InvalidEmail),
    #[error("Email already exists")]
    Duplicate,
}

/// Parses addresses into their normalized form.
///
/// # Errors
/// If an entry isn't an address, or appears twice, ignoring case. Every problem is returned, in the
/// order of the addresses.
pub fn parse_addresses<S: AsRef<str>>(
    given: impl IntoIterator<Item = S>,
) -> Result<BTreeSet<EmailAddress>, Vec<AddressProblem>> {
    let (mut emails, mut problems) = (BTreeSet::new(), Vec::new());
    for text in given {
        let text = text.as_ref();
        let flaw = match text.parse::<EmailAddress>() {
            Ok(email) => {
                if emails.insert(email) {
                    continue;
                }
                AddressFlaw::Duplicate
            }
            Err(invalid) => AddressFlaw::Invalid(invalid),
        };
        problems.push(AddressProblem { email: text.to_owned(), flaw });
    }
    if problems.is_empty() { Ok(emails) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Option<String> {
        text.parse::<EmailAddress>().ok().map(|e| e.to_string())
    }

    #[test]
    fn case_and_surrounding_whitespace_do_not_matter() {
        assert_eq!(parse("  Ann.Lee+x@Example.ORG\t"), parse("ann.lee+x@example.org"));
        assert_eq!(parse("ÄNN@example.org").as_deref(), Some("änn@example.org"));
    }

    #[test]
    fn a_domain_is_compared_in_its_ascii_form() {
        assert_eq!(parse("ann@Bücher.example").as_deref(), Some("ann@xn--bcher-kva.example"));
        assert_eq!(parse("ann@xn--bcher-kva.example"), parse("ann@bücher.example"));
    }

    #[test]
    fn invalid_email_addresses_are_rejected() {
        for bad in [
            "",
            " ",
            "@",
            "ann",
            "ann@",
            "@example.org",
            "ann@example",
            "ann@@example.org",
            "ann@evil.net@example.org",
            "\"ann@evil.net\"@example.org",
            "ann lee@example.org",
            "ann@exam ple.org",
            "ann@example.org\r\nBcc: x",
            "ann\n@example.org",
            "ann@.org",
            "ann@example..org",
            "ann@example.org.",
            "ann@-example.org",
            "ann@example_.org",
            "ann/lee@example.org",
            "ann@example.org/x",
            "Ann <ann@example.org>",
            "a,b@example.org",
            "ann\u{200b}@example.org",
            "ann@exam\u{ad}ple.org",
            "ann@example\u{3002}org",
            "ann@[127.0.0.1]",
            "\u{212a}im@example.org",
            "ann\0@example.org",
        ] {
            assert_eq!(parse(bad), None, "{bad:?} was taken");
        }
        let of_length = |length: usize| format!("{}@example.org", "a".repeat(length - "@example.org".len()));
        assert_eq!(parse(&of_length(255)), None);
        assert!(parse(&of_length(254)).is_some(), "the longest address that email allows");
        assert_eq!(parse(&format!("a@{}.org", "a".repeat(64))), None);
    }

    #[test]
    fn a_lookalike_domain_is_a_different_domain() {
        assert_ne!(parse("ann@ехample.org"), parse("ann@example.org"));
    }

    #[test]
    fn every_invalid_address_is_reported_in_order() {
        let given = ["ann@example.org", "no", " ANN@Example.org ", "bob@example.org", "a b@example.org"];
        let problems = parse_addresses(given).unwrap_err();
        let told: Vec<_> = problems.iter().map(|p| (p.email.as_str(), p.flaw.to_string())).collect();
        let told: Vec<_> = told.iter().map(|(email, flaw)| (*email, flaw.as_str())).collect();
        assert_eq!(
            told,
            [
                ("no", "Invalid email format"),
                (" ANN@Example.org ", "Email already exists"),
                ("a b@example.org", "Invalid email format"),
            ]
        );
        assert_eq!(parse_addresses(["b@example.org", "a@example.org"]).unwrap().len(), 2);
    }

    proptest! {
        #[test]
        fn any_text_is_rejected_or_normalizes_to_one_stable_form(text in "\\PC{0,8}@?\\PC{0,12}(\\.org)?") {
            if let Ok(email) = text.parse::<EmailAddress>() {
                let again: EmailAddress = email.as_str().parse().unwrap();
                prop_assert_eq!(&again, &email);
                prop_assert_eq!(email.as_str().matches('@').count(), 1);
                prop_assert!(email.domain().is_ascii());
                prop_assert!(!email.as_str().contains(|c: char| c.is_whitespace() || c.is_control() || c == '/'));
            }
        }
    }
}
