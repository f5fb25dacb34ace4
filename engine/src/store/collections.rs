//! What the collections are called: the one place that names them.
//!
//! All but the allow-list, whose name the specification gives, stand in the store under these names
//! behind a prefix ([`super::Prefixed`]): the database may hold another program's as well.

use super::CollectionId;

/// Who may come in; a document's id is the lower-cased address (`spec §3`).
pub fn allowed_emails() -> CollectionId {
    named("allowedEmails")
}

/// Who is signed in; a document's id is the hash of a token.
pub fn sessions() -> CollectionId {
    named("sessions")
}

/// The attempts to sign in.
pub fn sign_ins() -> CollectionId {
    named("signIns")
}

/// Who changed what in the allow-list.
pub fn audit() -> CollectionId {
    named("audit")
}

/// What tells the other engines that something changed.
pub fn revisions() -> CollectionId {
    named("revisions")
}

/// What is known of people besides the list; a document's id is the lower-cased address.
pub fn people() -> CollectionId {
    named("people")
}

/// Who stands behind an address at the provider.
pub fn subjects() -> CollectionId {
    named("subjects")
}

/// The installation's secret.
pub fn installation() -> CollectionId {
    named("installation")
}

/// All of them.
pub fn all() -> [CollectionId; 8] {
    [allowed_emails(), sessions(), sign_ins(), audit(), revisions(), people(), subjects(), installation()]
}

/// What a restored backup must not bring back: what had been ended may live in it.
pub fn not_restored() -> [CollectionId; 3] {
    [sessions(), sign_ins(), installation()]
}

fn named(name: &str) -> CollectionId {
    CollectionId::new(name).expect("the name keeps the rules of ids")
}
