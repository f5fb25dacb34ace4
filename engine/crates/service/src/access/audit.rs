//! The audit trail: who changed the allow-list and how, who was blocked or signed out by whom, and when. Each
//! change has one document, written in the same commit. The trail also contains warnings about addresses,
//! which don't change anything.
//!
//! A document's id begins with a number that shrinks as time passes, so the store, which orders documents by id,
//! returns the newest first. Documents in the collection that are neither changes nor warnings are skipped.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::edit::Actor;
use super::email::EmailAddress;
use super::list::Revision;
use crate::store::{
    Document, DocumentPath, DocumentStore, Fields, Page, PageToken, Precondition, StoreError, Value, Write,
    collections, random_bytes,
};
use callguide_search::api::access::{AuditLine, AuditLog, AuditWarning};

/// The number of documents read at a time.
const PAGE: u32 = 100;

/// The `kind` of a warning about a changed subject.
const SUBJECT_CHANGED: &str = "subject-changed";

/// Returns the id of an entry made at `at`. `tag` distinguishes it from others made at the same time.
pub(super) fn id(at: Timestamp, tag: &str) -> String {
    let micros = at.as_microsecond().max(0).unsigned_abs();
    format!("{:016x}-{tag}", u64::MAX - micros)
}

/// Returns the path of an entry's document.
pub(super) fn path(entry: &AuditLine) -> DocumentPath {
    collections::AUDIT.document(entry.id.as_str()).expect("hex digits and a dash make a valid ID")
}

/// Returns the lists of addresses in an entry, each with the name of its field.
fn lists(entry: &mut AuditLine) -> [(&'static str, &mut Vec<String>); 8] {
    // There's no `..` here, so a new list can't be forgotten.
    let AuditLine {
        id: _,
        at: _,
        by: _,
        etag_before: _,
        etag_after: _,
        warning: _,
        added,
        removed,
        granted,
        revoked,
        altered,
        blocked,
        unblocked,
        signed_out,
    } = entry;
    [
        ("added", added),
        ("removed", removed),
        ("granted", granted),
        ("revoked", revoked),
        ("altered", altered),
        ("blocked", blocked),
        ("unblocked", unblocked),
        ("signedOut", signed_out),
    ]
}

/// Returns the write that stores a change's entry, for that change's commit.
pub(super) fn write(entry: &AuditLine) -> Write {
    let mut fields = Fields::from([
        ("at".to_owned(), Value::timestamp(entry.at)),
        ("by".to_owned(), entry.by.as_str().into()),
        ("etagBefore".to_owned(), entry.etag_before.as_str().into()),
        ("etagAfter".to_owned(), entry.etag_after.as_str().into()),
    ]);
    for (name, emails) in lists(&mut entry.clone()) {
        let emails = emails.drain(..).map(Value::String).collect();
        fields.insert(name.to_owned(), Value::Array(emails));
    }
    Write::set(path(entry), fields).only_if(Precondition::Exists(false))
}

/// Returns the entry for signing people out everywhere, which doesn't change the list.
///
/// # Errors
/// If the store doesn't answer, or the machine can't provide random numbers.
pub(super) async fn signed_out(
    store: &dyn DocumentStore,
    actor: &Actor,
    emails: &BTreeSet<EmailAddress>,
    now: Timestamp,
) -> Result<AuditLine, StoreError> {
    let revision = Revision::read(store).await?;
    let at = revision.moment_after(now);
    Ok(AuditLine {
        id: id(at, &hex::encode(random_bytes::<8>()?)),
        at,
        by: actor.to_string(),
        signed_out: emails.iter().map(ToString::to_string).collect(),
        etag_before: revision.etag(),
        etag_after: revision.etag(),
        ..AuditLine::default()
    })
}

/// Returns the write that stores a warning: `email` used to sign in with the provider's subject `before`, and
/// now with `after`.
///
/// # Errors
/// If the store doesn't answer, or the machine can't provide random numbers.
pub async fn subject_changed(
    store: &dyn DocumentStore,
    email: &EmailAddress,
    before: &str,
    after: &str,
    now: Timestamp,
) -> Result<Write, StoreError> {
    let revision = Revision::read(store).await?;
    let (at, etag) = (revision.moment_after(now), revision.etag());
    let document = collections::AUDIT.document(id(at, &hex::encode(random_bytes::<8>()?)));
    let document = document.expect("hex digits and a dash make a valid ID");
    let fields = Fields::from([
        ("at".to_owned(), Value::timestamp(at)),
        ("by".to_owned(), email.as_str().into()),
        ("kind".to_owned(), SUBJECT_CHANGED.into()),
        ("email".to_owned(), email.as_str().into()),
        ("oldSubject".to_owned(), before.into()),
        ("newSubject".to_owned(), after.into()),
        ("etag".to_owned(), etag.as_str().into()),
    ]);
    Ok(Write::set(document, fields).only_if(Precondition::Exists(false)))
}

/// Reads an entry; `None` if the document is neither a change to the list nor a warning.
fn read(document: &Document) -> Option<AuditLine> {
    let text = |name: &str| document.fields.get(name).and_then(Value::as_str).map(str::to_owned);
    let list = |name: &str| -> Option<Vec<String>> {
        let values = document.fields.get(name).and_then(Value::as_array)?;
        values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let id = document.path.id().to_owned();
    let at = document.fields.get("at").and_then(Value::as_timestamp)?;
    let by = text("by")?;
    if text("kind").as_deref() == Some(SUBJECT_CHANGED) {
        let (etag_before, etag_after) = (text("etag")?, text("etag")?);
        let warning = Some(AuditWarning::SubjectChanged { email: text("email")? });
        return Some(AuditLine { id, at, by, etag_before, etag_after, warning, ..AuditLine::default() });
    }
    let (etag_before, etag_after) = (text("etagBefore")?, text("etagAfter")?);
    let mut entry = AuditLine { id, at, by, etag_before, etag_after, ..AuditLine::default() };
    for (name, emails) in lists(&mut entry) {
        *emails = list(name)?;
    }
    Some(entry)
}

/// Returns at most `size` entries older than the entry `before`, or the newest entries.
pub(super) async fn page(
    store: &dyn DocumentStore,
    before: Option<&str>,
    size: usize,
) -> Result<AuditLog, StoreError> {
    let mut entries = Vec::new();
    let mut token: Option<PageToken> = None;
    loop {
        let listing = store.list(&collections::AUDIT, Page { size: PAGE, token }).await?;
        for document in &listing.documents {
            if before.is_some_and(|before| document.path.id() <= before) {
                continue;
            }
            let Some(entry) = read(document) else { continue };
            if entries.len() == size {
                let next = entries.last().map(|last: &AuditLine| last.id.clone());
                return Ok(AuditLog { entries, next });
            }
            entries.push(entry);
        }
        token = listing.next;
        if token.is_none() {
            return Ok(AuditLog { entries, next: None });
        }
    }
}
