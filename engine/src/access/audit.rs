//! Who changed what in the allow-list, and when: one document for every change, in its commit.
//!
//! A document's id begins with the time that is left until the end of time, so that the store's
//! order, by id, is newest first. Documents of the collection that are no change of the list are
//! passed over.

use jiff::Timestamp;

use super::list::Revision;
use crate::api::allowed_emails::AuditLine;
use crate::store::{
    CollectionId, Document, DocumentPath, DocumentStore, Fields, Page, PageToken, Precondition, StoreError,
    Value, Write,
};

/// So many documents are read at a time.
const PAGE: u32 = 100;

/// One change of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Names the entry. Entries in the order of their ids are newest first.
    pub id: String,
    /// When it was made.
    pub at: Timestamp,
    /// The admin's address, or the command line and its user.
    pub by: String,
    /// Addresses that came onto the list.
    pub added: Vec<String>,
    /// Addresses that were taken off it, and with them whatever their documents said.
    pub removed: Vec<String>,
    /// Addresses that pass the admin rule since, new ones among them.
    pub granted: Vec<String>,
    /// Addresses that stay and no longer pass it.
    pub revoked: Vec<String>,
    /// Addresses that stay with other roles and the same rights.
    pub altered: Vec<String>,
    /// The list's entity tag before.
    pub etag_before: String,
    /// And after.
    pub etag_after: String,
}

/// A page of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    /// Newest first.
    pub entries: Vec<AuditEntry>,
    /// What the next page is asked for with; there are no older entries where it is absent.
    pub next: Option<String>,
}

impl AuditEntry {
    /// The id of the change that led to `revision`.
    pub(super) fn id_of(revision: &Revision) -> String {
        let micros = revision.changed().as_microsecond().max(0).unsigned_abs();
        format!("{:016x}-{}", u64::MAX - micros, revision.tag())
    }

    pub(super) fn write(&self) -> Write {
        let list = |emails: &[String]| Value::Array(emails.iter().map(|e| e.as_str().into()).collect());
        let fields = Fields::from([
            ("at".to_owned(), Value::timestamp(self.at)),
            ("by".to_owned(), self.by.as_str().into()),
            ("added".to_owned(), list(&self.added)),
            ("removed".to_owned(), list(&self.removed)),
            ("granted".to_owned(), list(&self.granted)),
            ("revoked".to_owned(), list(&self.revoked)),
            ("altered".to_owned(), list(&self.altered)),
            ("etagBefore".to_owned(), self.etag_before.as_str().into()),
            ("etagAfter".to_owned(), self.etag_after.as_str().into()),
        ]);
        Write::set(self.path(), fields).only_if(Precondition::Exists(false))
    }

    pub(super) fn path(&self) -> DocumentPath {
        collection().document(self.id.as_str()).expect("hex and a dash keep the rules of ids")
    }

    /// `None` where the document is no change of the list.
    fn read(document: &Document) -> Option<Self> {
        let text = |name: &str| document.fields.get(name).and_then(Value::as_str).map(str::to_owned);
        let list = |name: &str| -> Option<Vec<String>> {
            let values = document.fields.get(name).and_then(Value::as_array)?;
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
        };
        Some(Self {
            id: document.path.id().to_owned(),
            at: document.fields.get("at").and_then(Value::as_timestamp)?,
            by: text("by")?,
            added: list("added")?,
            removed: list("removed")?,
            granted: list("granted")?,
            revoked: list("revoked")?,
            altered: list("altered")?,
            etag_before: text("etagBefore")?,
            etag_after: text("etagAfter")?,
        })
    }
}

impl From<AuditEntry> for AuditLine {
    fn from(entry: AuditEntry) -> Self {
        Self {
            id: entry.id,
            at: entry.at.to_string(),
            by: entry.by,
            added: entry.added,
            removed: entry.removed,
            granted: entry.granted,
            revoked: entry.revoked,
            altered: entry.altered,
            etag_before: entry.etag_before,
            etag_after: entry.etag_after,
        }
    }
}

/// At most `size` entries that are older than the entry `before`, or the newest.
pub(super) async fn page(
    store: &dyn DocumentStore,
    before: Option<&str>,
    size: usize,
) -> Result<AuditPage, StoreError> {
    let mut entries: Vec<AuditEntry> = Vec::new();
    let mut token: Option<PageToken> = None;
    loop {
        let listing = store.list(&collection(), Page { size: PAGE, token }).await?;
        for document in &listing.documents {
            if before.is_some_and(|before| document.path.id() <= before) {
                continue;
            }
            let Some(entry) = AuditEntry::read(document) else { continue };
            if entries.len() == size {
                let next = entries.last().map(|last| last.id.clone());
                return Ok(AuditPage { entries, next });
            }
            entries.push(entry);
        }
        token = listing.next;
        if token.is_none() {
            return Ok(AuditPage { entries, next: None });
        }
    }
}

fn collection() -> CollectionId {
    CollectionId::new("audit").expect("the name keeps the rules of ids")
}
