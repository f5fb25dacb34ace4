//! Makes a change: reads the list, applies the edit, commits, and retries if another change got in first. Ending all
//! of a person's sessions, on all devices and engines, doesn't change the list, so it doesn't need a retry.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::audit;
use super::edit::{Actor, ListEdit, Refusal, apply};
use super::email::EmailAddress;
use super::list::{List, ReadList, read};
use super::rule::{IS_ADMIN, ROLES, overwrite_person};
use crate::clock::Clock;
use crate::revisions::sessions_ended;
use crate::store::{DocumentStore, FieldPath, Fields, Precondition, StoreError, Write, collections};
use callguide_search::api::access::AuditLine;

/// How many times a change is tried while other engines' changes keep getting in first.
const TRIES: usize = 20;

/// A change that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    /// The list as it was saved.
    pub list: List,
    /// The change's entry in the audit trail; `None` if the list was already as requested.
    pub entry: Option<AuditLine>,
}

/// Why a change wasn't made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ChangeError {
    /// A rule refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The list has changed since the caller read it; this is the current list.
    #[error("The list has changed since it was loaded.")]
    Stale(List),
    /// The store can't be used. The change may have been made anyway.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes `edit`, retrying if the list changes in the meantime. If `expected` is given, the list must still
/// have one of these entity tags.
pub(super) async fn change(
    store: &dyn DocumentStore,
    now: Timestamp,
    actor: &Actor,
    expected: Option<&[String]>,
    edit: &ListEdit,
) -> Result<Changed, ChangeError> {
    for _ in 0..TRIES {
        let found = read(store).await?;
        if expected.is_some_and(|tags| tags.iter().all(|tag| tag != found.list.etag())) {
            return Err(ChangeError::Stale(found.list));
        }
        let (after, difference) = apply(&found.list, edit, actor)?;
        if difference == AuditLine::default() {
            return Ok(Changed { list: found.list, entry: None });
        }
        let (writes, made) = commit(&found, after, &difference, actor, now)?;
        let error = match store.commit(writes).await {
            Ok(_) => return Ok(made),
            Err(error) => error,
        };
        // If the response was lost and the store retried, the retry may have failed because of the store's own first
        // attempt.
        let path = made.entry.as_ref().map(audit::path);
        if let Some(path) = path
            && matches!(store.get(&path).await, Ok(Some(_)))
        {
            return Ok(made);
        }
        if !error.is_precondition() {
            return Err(error.into());
        }
    }
    Err(StoreError::Unavailable("too many changes to the list at once".to_owned()).into())
}

/// Returns the writes that make a change, and the change as it will be once they're committed.
fn commit(
    found: &ReadList,
    after: List,
    difference: &AuditLine,
    actor: &Actor,
    now: Timestamp,
) -> Result<(Vec<Write>, Changed), StoreError> {
    let next = found.revision.next(now)?;
    let entry = AuditLine {
        id: audit::id(next.changed, &next.tag),
        at: next.changed,
        by: actor.to_string(),
        etag_before: found.list.etag.clone(),
        etag_after: next.etag(),
        ..difference.clone()
    };
    // The revision comes first, so if its precondition fails, the store doesn't have to check anything else.
    let mut writes = vec![found.revision.replace_by(&next), audit::write(&entry)];
    writes.extend(document_writes(found, &after.people, difference)?);
    writes.extend(person_writes(difference)?);
    let list = List { etag: next.etag(), ..after };
    Ok((writes, Changed { list, entry: Some(entry) }))
}

/// Returns the writes to the list's documents. Each write requires that its document hasn't changed since it was
/// read, so changes made directly in the store aren't overwritten.
fn document_writes(
    found: &ReadList,
    after: &BTreeMap<String, Fields>,
    difference: &AuditLine,
) -> Result<Vec<Write>, StoreError> {
    let list = collections::ALLOWED_EMAILS;
    let path = |id: &str| list.document(id).map_err(|error| StoreError::Unavailable(error.to_string()));
    let as_read = |write: Write, id: &str| match found.times.get(id) {
        Some(time) => write.only_if(Precondition::UpdateTime(*time)),
        None => write.only_if(Precondition::Exists(false)),
    };
    let fields = |id: &str| after.get(id).cloned().unwrap_or_default();
    let mut writes = Vec::new();
    for id in &difference.removed {
        writes.push(as_read(Write::delete(path(id)?), id));
    }
    for id in &difference.added {
        writes.push(as_read(Write::set(path(id)?, fields(id)), id));
    }
    let AuditLine { granted, revoked, altered, .. } = difference;
    let stayed = |id: &&String| found.times.contains_key(*id);
    for id in granted.iter().chain(revoked).chain(altered).filter(stayed) {
        let mask = [IS_ADMIN, ROLES].map(|name| FieldPath::parse(name).expect("the names are field paths"));
        writes.push(as_read(Write::merge(path(id)?, fields(id), mask.to_vec()), id));
    }
    Ok(writes)
}

/// Returns the writes to people's documents. They don't need a read or a precondition, so the sessions end no matter
/// what else changes for these people in the meantime.
fn person_writes(difference: &AuditLine) -> Result<Vec<Write>, StoreError> {
    let AuditLine { removed, blocked, unblocked, .. } = difference;
    let taken_off = removed.iter().filter(|id| blocked.binary_search(id).is_err()).map(|id| (id, None));
    let kept_out = blocked.iter().map(|id| (id, Some(true)));
    let let_in_again = unblocked.iter().map(|id| (id, Some(false)));
    taken_off.chain(kept_out).chain(let_in_again).map(|(id, blocked)| overwrite_person(id, blocked)).collect()
}

/// Ends the sessions of these people on behalf of `actor`, and records it in the audit trail.
pub(super) async fn sign_out(
    store: &dyn DocumentStore,
    clock: &Clock,
    actor: &Actor,
    emails: &BTreeSet<EmailAddress>,
) -> Result<AuditLine, ChangeError> {
    let entry = audit::signed_out(store, actor, emails, clock.now()).await?;
    let mut writes = ends(emails)?;
    // Nothing in this commit has a precondition: the id is random, and a retry writes the same thing.
    writes.push(Write { precondition: None, ..audit::write(&entry) });
    store.commit(writes).await?;
    Ok(entry)
}

/// Ends all of a person's sessions, at their own request.
pub(super) async fn sign_out_everywhere(
    store: &dyn DocumentStore,
    email: &EmailAddress,
) -> Result<(), StoreError> {
    store.commit(ends(&[email.clone()].into())?).await.map(|_| ())
}

fn ends(emails: &BTreeSet<EmailAddress>) -> Result<Vec<Write>, StoreError> {
    let mut writes = vec![sessions_ended()?];
    for email in emails {
        writes.push(overwrite_person(email.as_str(), None)?);
    }
    Ok(writes)
}
