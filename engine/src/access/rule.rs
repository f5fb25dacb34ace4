//! The two rules themselves, free of input and output.

use super::email::{EmailAddress, OrganisationDomain};
use crate::store::{CollectionId, Document, DocumentPath, Fields, Value, collections};

/// The fields of a document of the list, and the role that makes an admin (`spec §3`).
pub(super) const IS_ADMIN: &str = "isAdmin";
pub(super) const ROLES: &str = "roles";
pub(super) const ADMIN_ROLE: &str = "admin";

/// What a person may do. Whoever is an admin is allowed as well: only [`decide`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    /// Passes the access rule.
    pub allowed: bool,
    /// Passes the admin rule.
    pub admin: bool,
}

impl Rights {
    const STRANGER: Self = Self { allowed: false, admin: false };
    const VOLUNTEER: Self = Self { allowed: true, admin: false };
    const ADMIN: Self = Self { allowed: true, admin: true };
}

/// The collection of the people who may come in; a document's id is the lower-cased address (`spec §3`).
pub fn allowed_emails() -> CollectionId {
    collections::allowed_emails()
}

/// Where the list has this person, if it does.
pub fn document_of(email: &EmailAddress) -> DocumentPath {
    allowed_emails()
        .document(email.as_str())
        .expect("an address has no slash, no control character and no reserved form")
}

/// Access: own domain, or a document. Admin: that document has `isAdmin` true or the role `admin` (`spec §5`).
pub(super) fn decide(
    email: &EmailAddress,
    domain: Option<&OrganisationDomain>,
    document: Option<&Document>,
) -> Rights {
    match document {
        Some(document) if is_admin(&document.fields) => Rights::ADMIN,
        Some(_) => Rights::VOLUNTEER,
        None if is_own(email, domain) => Rights::VOLUNTEER,
        None => Rights::STRANGER,
    }
}

/// Equality, not a suffix: `notexample.org` and `sub.example.org` aren't `example.org`.
fn is_own(email: &EmailAddress, domain: Option<&OrganisationDomain>) -> bool {
    domain.is_some_and(|domain| domain.as_str() == email.domain())
}

/// A field of another type than the rule names counts as absent: only `true` is true.
pub(super) fn is_admin(fields: &Fields) -> bool {
    let roles = fields.get(ROLES).and_then(Value::as_array);
    flag(fields) || roles.is_some_and(|roles| roles.iter().any(|role| role.as_str() == Some(ADMIN_ROLE)))
}

/// The field `isAdmin` alone.
pub(super) fn flag(fields: &Fields) -> bool {
    fields.get(IS_ADMIN).and_then(Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;

    fn email(text: &str) -> EmailAddress {
        text.parse().unwrap()
    }

    fn document(fields: &[(&str, Value)]) -> Document {
        Document {
            path: document_of(&email("ann@else.org")),
            fields: fields
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect::<Fields>(),
            create_time: Timestamp::UNIX_EPOCH,
            update_time: Timestamp::UNIX_EPOCH,
        }
    }

    fn listed(fields: &[(&str, Value)]) -> Rights {
        decide(&email("ann@else.org"), None, Some(&document(fields)))
    }

    #[test]
    fn a_document_lets_in_and_its_fields_make_an_admin() {
        let list = |roles: &[&str]| Value::Array(roles.iter().map(|r| (*r).into()).collect());
        assert_eq!(listed(&[]), Rights::VOLUNTEER);
        assert_eq!(listed(&[("isAdmin", true.into())]), Rights::ADMIN);
        assert_eq!(listed(&[("isAdmin", false.into())]), Rights::VOLUNTEER);
        assert_eq!(listed(&[("roles", list(&["x", "admin"]))]), Rights::ADMIN);
        assert_eq!(listed(&[("roles", list(&[]))]), Rights::VOLUNTEER);
        let both = [("isAdmin", false.into()), ("roles", list(&["admin"]))];
        assert_eq!(listed(&both), Rights::ADMIN);
    }

    #[test]
    fn what_only_resembles_the_rule_makes_no_admin() {
        for (name, value) in [
            ("isAdmin", "true".into()),
            ("isAdmin", 1.into()),
            ("isadmin", true.into()),
            ("roles", "admin".into()),
            ("roles", Value::Array(vec!["Admin".into(), "administrator".into()])),
            ("roles", Value::Array(vec![Value::Array(vec!["admin".into()])])),
            ("admin", true.into()),
        ] {
            assert_eq!(listed(&[(name, value)]), Rights::VOLUNTEER, "{name}");
        }
    }

    #[test]
    fn the_own_domain_is_let_in_and_is_no_admin() {
        let domain: OrganisationDomain = "Example.ORG".parse().unwrap();
        let of = |text: &str| decide(&email(text), Some(&domain), None);
        assert_eq!(of("ann@example.org"), Rights::VOLUNTEER);
        assert_eq!(of("ANN@EXAMPLE.ORG "), Rights::VOLUNTEER);
        for stranger in [
            "ann@notexample.org",
            "ann@sub.example.org",
            "ann@example.org.evil.net",
            "ann@example.com",
            "example.org@evil.net",
            "ann@examp1e.org",
            "ann@ехample.org", // Cyrillic е and х
        ] {
            assert_eq!(of(stranger), Rights::STRANGER, "{stranger}");
        }
        assert_eq!(decide(&email("ann@example.org"), None, None), Rights::STRANGER);
    }

    proptest! {
        #[test]
        fn nobody_of_another_domain_comes_in_without_a_document(
            local in "[a-z0-9.]{1,12}", head in "[a-z0-9-]{0,8}", tail in "[a-z0-9.-]{0,8}"
        ) {
            let domain: OrganisationDomain = "example.org".parse().unwrap();
            if let Ok(email) = format!("{local}@{head}example.org{tail}").parse::<EmailAddress>() {
                let own = head.is_empty() && tail.is_empty();
                let rights = decide(&email, Some(&domain), None);
                prop_assert_eq!(rights == Rights::VOLUNTEER, own);
            }
        }
    }
}
