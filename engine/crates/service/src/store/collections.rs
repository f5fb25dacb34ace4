//! The names of the collections, which no other module spells out.
//!
//! Every collection except the allow-list, whose name the specification gives, is stored under its name
//! with a prefix ([`super::Prefixed`]), because the database may also contain another program's
//! collections.

use super::document::CollectionId;

/// Returns the collection of people who may sign in; a document's id is the lower-cased address (`spec §3`).
pub fn allowed_emails() -> CollectionId {
    named("allowedEmails")
}

/// Returns the collection of sessions; a document's id is the hash of its token.
pub fn sessions() -> CollectionId {
    named("sessions")
}

/// Returns the collection of attempts to sign in.
pub fn sign_ins() -> CollectionId {
    named("signIns")
}

/// Returns the collection for the audit trail, which records who changed what in the allow-list.
pub fn audit() -> CollectionId {
    named("audit")
}

/// Returns the collection of revisions, which show engines one another's changes.
pub fn revisions() -> CollectionId {
    named("revisions")
}

/// Returns the collection of facts about people that aren't in the allow-list; a document's id is the lower-cased
/// address.
pub fn people() -> CollectionId {
    named("people")
}

/// Returns the collection that maps each address to the provider's subject.
pub fn subjects() -> CollectionId {
    named("subjects")
}

/// Returns the collection that contains the installation's secret.
pub fn installation() -> CollectionId {
    named("installation")
}

/// Returns all collections.
pub fn all() -> [CollectionId; 8] {
    [allowed_emails(), sessions(), sign_ins(), audit(), revisions(), people(), subjects(), installation()]
}

/// Returns the collections that a restore leaves out, because a backup may still contain sessions that have ended
/// since then.
pub fn not_restored() -> [CollectionId; 3] {
    [sessions(), sign_ins(), installation()]
}

fn named(name: &str) -> CollectionId {
    CollectionId::new(name).expect("the name keeps the rules of ids")
}
