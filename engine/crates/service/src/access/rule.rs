//! The access rule and the admin rule, without I/O.

use std::sync::Arc;

use super::email::{EmailAddress, OrganisationDomain};
use super::person::Standing;
use crate::store::{CollectionId, DocumentPath, Fields, Value, collections};

/// The fields of a document in the list, and the role that makes an admin (`spec §3`).
pub(super) const IS_ADMIN: &str = "isAdmin";
pub(super) const ROLES: &str = "roles";
pub(super) const ADMIN_ROLE: &str = "admin";

/// What a person may do. An admin is always allowed, and a blocked person never is; only [`decide`]
/// constructs this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights {
    /// Passes the access rule.
    pub allowed: bool,
    /// Passes the admin rule.
    pub admin: bool,
    /// Blocked, whatever the list and the organization's domain say.
    pub blocked: bool,
    /// The mark that the person's sessions must carry: a session that began with another mark, or none, has
    /// ended. `None` if none of their sessions were ever ended this way.
    pub mark: Option<Arc<str>>,
}

/// Returns the collection of people who may sign in; a document's id is the lower-cased address (`spec §3`).
pub fn allowed_emails() -> CollectionId {
    collections::allowed_emails()
}

/// Returns the path of a person's document in the list.
pub fn document_of(email: &EmailAddress) -> DocumentPath {
    allowed_emails()
        .document(email.as_str())
        .expect("an address has no slash, no control character and no reserved form")
}

/// Decides a person's rights. Access: an address in the organization's domain, or a document in the list.
/// Admin: that document has `isAdmin` true or the role `admin` (`spec §5`). A blocked person has neither.
/// `listed` holds the fields of the person's document in the list.
pub(super) fn decide(
    email: &EmailAddress,
    domain: Option<&OrganisationDomain>,
    listed: Option<&Fields>,
    standing: Standing,
) -> Rights {
    let Standing { mark, blocked } = standing;
    let allowed = !blocked && (listed.is_some() || is_own(email, domain));
    let admin = !blocked && listed.is_some_and(is_admin);
    Rights { allowed, admin, blocked, mark }
}

/// Whether the address is in the organization's domain. Requires equality, not a suffix: `notexample.org` and
/// `sub.example.org` aren't `example.org`.
fn is_own(email: &EmailAddress, domain: Option<&OrganisationDomain>) -> bool {
    domain.is_some_and(|domain| domain.as_str() == email.domain())
}

/// Whether a document makes an admin. A field of the wrong type counts as absent: only `true` is true.
pub(super) fn is_admin(fields: &Fields) -> bool {
    let roles = fields.get(ROLES).and_then(Value::as_array);
    flag(fields) || roles.is_some_and(|roles| roles.iter().any(|role| role.as_str() == Some(ADMIN_ROLE)))
}

/// Returns the field `isAdmin` alone.
pub(super) fn flag(fields: &Fields) -> bool {
    fields.get(IS_ADMIN).and_then(Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn email(text: &str) -> EmailAddress {
        text.parse().unwrap()
    }

    /// Whether allowed, and whether an admin.
    type May = (bool, bool);
    const STRANGER: May = (false, false);
    const VOLUNTEER: May = (true, false);
    const ADMIN: May = (true, true);

    fn may(email: &EmailAddress, domain: Option<&OrganisationDomain>, listed: Option<&Fields>) -> May {
        let rights = decide(email, domain, listed, Standing::default());
        assert!(!rights.blocked && rights.mark.is_none());
        (rights.allowed, rights.admin)
    }

    fn listed(fields: &[(&str, Value)]) -> May {
        let fields: Fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        may(&email("ann@else.org"), None, Some(&fields))
    }

    #[test]
    fn a_block_wins_over_the_list_and_the_domain() {
        let domain: OrganisationDomain = "example.org".parse().unwrap();
        let admin = Fields::from([("isAdmin".to_owned(), true.into())]);
        for listed in [None, Some(&admin)] {
            let standing = Standing { mark: Some("m".into()), blocked: true };
            let rights = decide(&email("ann@example.org"), Some(&domain), listed, standing);
            assert_eq!((rights.allowed, rights.admin, rights.blocked), (false, false, true));
            assert_eq!(rights.mark.as_deref(), Some("m"));
        }
    }

    #[test]
    fn a_document_lets_in_and_its_fields_make_an_admin() {
        let list = |roles: &[&str]| Value::Array(roles.iter().map(|r| (*r).into()).collect());
        assert_eq!(listed(&[]), VOLUNTEER);
        assert_eq!(listed(&[("isAdmin", true.into())]), ADMIN);
        assert_eq!(listed(&[("isAdmin", false.into())]), VOLUNTEER);
        assert_eq!(listed(&[("roles", list(&["x", "admin"]))]), ADMIN);
        assert_eq!(listed(&[("roles", list(&[]))]), VOLUNTEER);
        let both = [("isAdmin", false.into()), ("roles", list(&["admin"]))];
        assert_eq!(listed(&both), ADMIN);
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
            assert_eq!(listed(&[(name, value)]), VOLUNTEER, "{name}");
        }
    }

    #[test]
    fn the_own_domain_is_let_in_and_is_no_admin() {
        let domain: OrganisationDomain = "Example.ORG".parse().unwrap();
        let of = |text: &str| may(&email(text), Some(&domain), None);
        assert_eq!(of("ann@example.org"), VOLUNTEER);
        assert_eq!(of("ANN@EXAMPLE.ORG "), VOLUNTEER);
        for stranger in [
            "ann@notexample.org",
            "ann@sub.example.org",
            "ann@example.org.evil.net",
            "ann@example.com",
            "example.org@evil.net",
            "ann@examp1e.org",
            "ann@ехample.org", // Cyrillic е and х
        ] {
            assert_eq!(of(stranger), STRANGER, "{stranger}");
        }
        assert_eq!(may(&email("ann@example.org"), None, None), STRANGER);
    }

    proptest! {
        #[test]
        fn nobody_of_another_domain_comes_in_without_a_document(
            local in "[a-z0-9.]{1,12}", head in "[a-z0-9-]{0,8}", tail in "[a-z0-9.-]{0,8}"
        ) {
            let domain: OrganisationDomain = "example.org".parse().unwrap();
            if let Ok(email) = format!("{local}@{head}example.org{tail}").parse::<EmailAddress>() {
                let own = head.is_empty() && tail.is_empty();
                prop_assert_eq!(may(&email, Some(&domain), None) == VOLUNTEER, own);
            }
        }
    }
}
