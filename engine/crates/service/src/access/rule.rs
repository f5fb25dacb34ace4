//! The access rule and the admin rule, and the documents that they read: a person's document in the list, and their own
//! document, which contains the mark that their sessions carry and whether they're blocked. Does no I/O.
//!
//! A session is valid only while the mark it began with is still the person's current one. Anything that ends a
//! person's sessions (removal from the list, blocking, signing out everywhere) overwrites the mark without reading it
//! first, so if two engines do that at the same time, neither fails. A session that has ended therefore stays ended,
//! even if the person is allowed again later.

use std::sync::Arc;

use super::email::{EmailAddress, OrganisationDomain};
use crate::store::{
    Document, DocumentPath, FieldPath, Fields, StoreError, Value, Write, collections, random_bytes,
};

/// The fields of a document in the list, and the role that makes someone an admin (`spec §3`).
pub(super) const IS_ADMIN: &str = "isAdmin";
pub(super) const ROLES: &str = "roles";
pub(super) const ADMIN_ROLE: &str = "admin";

/// The fields of a person's own document.
const MARK: &str = "mark";
const BLOCKED: &str = "blocked";

/// What a person may do. An admin is always allowed, and a blocked person never is; only [`decide`]
/// constructs this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights {
    /// Passes the access rule.
    pub allowed: bool,
    /// Passes the admin rule.
    pub admin: bool,
    /// Blocked, no matter what the list and the organization's domain say.
    pub blocked: bool,
    /// The mark that the person's sessions must carry. A session that began with a different mark, or without one, has
    /// ended. `None` if none of their sessions were ever ended this way.
    pub mark: Option<Arc<str>>,
}

/// Returns the path of a person's document in the list.
pub fn document_of(email: &EmailAddress) -> DocumentPath {
    email.document_in(&collections::ALLOWED_EMAILS)
}

/// Decides a person's rights. Access: an address in the organization's domain, or a document in the list. Admin: that
/// document has `isAdmin` true or the role `admin` (`spec §5`). A blocked person has neither. `listed` contains the
/// fields of the person's document in the list.
pub(super) fn decide(
    email: &EmailAddress,
    domain: Option<&OrganisationDomain>,
    listed: Option<&Fields>,
    standing: Standing,
) -> Rights {
    let Standing { mark, blocked } = standing;
    // The domain must be exactly the same: `notexample.org` and `sub.example.org` aren't `example.org`.
    let is_own = domain.is_some_and(|domain| domain.as_str() == email.domain());
    let allowed = !blocked && (listed.is_some() || is_own);
    let admin = !blocked && listed.is_some_and(is_admin);
    Rights { allowed, admin, blocked, mark }
}

/// Returns whether a document makes someone an admin. A field of the wrong type counts as absent: only `true` is
/// true.
pub(super) fn is_admin(fields: &Fields) -> bool {
    let roles = fields.get(ROLES).and_then(Value::as_array);
    flag(fields) || roles.is_some_and(|roles| roles.iter().any(|role| role.as_str() == Some(ADMIN_ROLE)))
}

/// Returns only the field `isAdmin`.
pub(super) fn flag(fields: &Fields) -> bool {
    fields.get(IS_ADMIN).and_then(Value::as_bool) == Some(true)
}

/// The content of a person's own document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// `None` if there is no document yet, since none of the person's sessions were ever ended this way.
    pub(super) mark: Option<Arc<str>>,
    pub(super) blocked: bool,
}

impl Standing {
    pub(super) fn of(document: Option<&Document>) -> Self {
        let Some(Document { fields, .. }) = document else { return Self::default() };
        // A document without a readable mark still counts, so sessions that began before it existed have ended.
        let mark = fields.get(MARK).and_then(Value::as_str).unwrap_or_default();
        Self { mark: Some(mark.into()), blocked: is_blocked(fields) }
    }
}

/// Returns whether the person is blocked. Any value except `false` and null counts, because whoever set it directly in
/// the store meant to block the person.
fn is_blocked(fields: &Fields) -> bool {
    !matches!(fields.get(BLOCKED), None | Some(Value::Null | Value::Boolean(false)))
}

/// Returns the path of a person's own document.
pub(super) fn person_document(email: &EmailAddress) -> DocumentPath {
    email.document_in(&collections::PEOPLE)
}

/// Returns the write that ends every session of the person with this id, and with `blocked` sets whether
/// they're blocked.
///
/// # Errors
/// If the id isn't valid, or the machine can't provide random numbers.
pub(super) fn overwrite_person(id: &str, blocked: Option<bool>) -> Result<Write, StoreError> {
    let path =
        collections::PEOPLE.document(id).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let mut fields = Fields::from([(MARK.to_owned(), hex::encode(random_bytes::<16>()?).into())]);
    fields.extend(blocked.map(|blocked| (BLOCKED.to_owned(), blocked.into())));
    let mask = fields.keys().map(|name| FieldPath::parse(name).expect("the names are field paths")).collect();
    Ok(Write::merge(path, fields, mask))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn email(text: &str) -> EmailAddress {
        text.parse().unwrap()
    }

    /// Whether the person is allowed, and whether they're an admin.
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
    fn a_listed_person_is_allowed_and_the_fields_decide_who_is_admin() {
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
    fn fields_that_only_resemble_the_rule_make_nobody_admin() {
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
    fn the_organisations_domain_is_allowed_but_not_admin() {
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

    #[test]
    fn an_unreadable_mark_still_counts_as_a_mark() {
        let fields = |mark: Value| Fields::from([(MARK.to_owned(), mark)]);
        for fields in [Fields::new(), fields(7.into()), fields(Value::Null)] {
            let update_time = jiff::Timestamp::UNIX_EPOCH;
            let path = person_document(&"ann@a.example".parse().unwrap());
            let document = Document { path, fields, create_time: update_time, update_time };
            assert!(Standing::of(Some(&document)).mark.is_some(), "what began under none has ended");
        }
        assert_eq!(Standing::of(None).mark, None);
    }

    #[test]
    fn any_block_value_except_false_or_null_blocks() {
        for (value, keeps_out) in [
            (true.into(), true),
            ("yes".into(), true),
            (1.into(), true),
            (false.into(), false),
            (Value::Null, false),
        ] {
            assert_eq!(is_blocked(&Fields::from([(BLOCKED.to_owned(), value)])), keeps_out);
        }
    }

    proptest! {
        #[test]
        fn people_from_other_domains_need_a_document(
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
