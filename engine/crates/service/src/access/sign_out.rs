//! Ending every session of a person, on all devices and engines.

use std::collections::BTreeSet;

use super::edit::Actor;
use super::email::EmailAddress;
use super::{ChangeError, audit, person};
use crate::clock::Clock;
use crate::revisions::sessions_ended;
use crate::store::{DocumentStore, StoreError, Write};
use callguide_search::api::access::AuditLine;

/// Ends the sessions of these people on behalf of `actor`, and records it in the audit trail.
pub(super) async fn by_others(
    store: &dyn DocumentStore,
    clock: &Clock,
    actor: &Actor,
    emails: &BTreeSet<EmailAddress>,
) -> Result<AuditLine, ChangeError> {
    let entry = audit::signed_out(store, actor, emails, clock.now()).await?;
    let mut writes = ends(emails)?;
    // Nothing in this commit has a precondition: the id is random, and a retry writes the same.
    writes.push(Write { precondition: None, ..audit::write(&entry) });
    store.commit(writes).await?;
    Ok(entry)
}

/// Ends all sessions of the person who asks for it.
pub(super) async fn by_oneself(store: &dyn DocumentStore, email: &EmailAddress) -> Result<(), StoreError> {
    store.commit(ends(&[email.clone()].into())?).await.map(|_| ())
}

fn ends(emails: &BTreeSet<EmailAddress>) -> Result<Vec<Write>, StoreError> {
    let mut writes = vec![sessions_ended()?];
    for email in emails {
        writes.push(person::overwrite(email.as_str(), None)?);
    }
    Ok(writes)
}
