//! The names of the collections, which no other module spells out.
//!
//! Every collection except the allow-list, whose name the specification gives, is stored under its name
//! with a prefix ([`super::Prefixed`]), because the database may also contain another program's
//! collections.

use super::document::CollectionId;

/// People who may sign in; a document's id is the lower-cased address (`spec §3`).
pub const ALLOWED_EMAILS: CollectionId = CollectionId::known("allowedEmails");
/// Sessions; a document's id is the hash of its token.
pub const SESSIONS: CollectionId = CollectionId::known("sessions");
/// Attempts to sign in.
pub const SIGN_INS: CollectionId = CollectionId::known("signIns");
/// The audit trail, which records who changed what in the allow-list.
pub const AUDIT: CollectionId = CollectionId::known("audit");
/// Revisions, which let engines see one another's changes.
pub const REVISIONS: CollectionId = CollectionId::known("revisions");
/// Facts about people that aren't in the allow-list; a document's id is the lower-cased address.
pub const PEOPLE: CollectionId = CollectionId::known("people");
/// The provider's subject for each address.
pub const SUBJECTS: CollectionId = CollectionId::known("subjects");
/// The installation's secret.
pub const INSTALLATION: CollectionId = CollectionId::known("installation");

/// All collections.
pub const ALL: [CollectionId; 8] =
    [ALLOWED_EMAILS, SESSIONS, SIGN_INS, AUDIT, REVISIONS, PEOPLE, SUBJECTS, INSTALLATION];

/// The collections that a restore leaves out, because a backup may still contain sessions that have ended since then.
pub const NOT_RESTORED: [CollectionId; 3] = [SESSIONS, SIGN_INS, INSTALLATION];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_follow_the_rules_of_the_hosted_database() {
        assert!(ALL.iter().all(|id| CollectionId::new(id.as_str()).is_ok()));
    }
}
