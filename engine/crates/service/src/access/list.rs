//! A snapshot of the allow-list and of everyone's rights, and the revision document that shows when the list changed.
//!
//! The revision document isn't part of the list, but every commit to the list writes it. So if two changes are based
//! on the same list, only one of them succeeds, even though the store's preconditions are per document. Its content
//! differs after every commit, because a write that changes nothing wouldn't change its update time.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::email::{EmailAddress, OrganisationDomain};
use super::rule::{ROLES, Rights, Standing, decide, flag, is_admin};
use crate::revisions;
use crate::store::{
    Document, DocumentStore, Fields, Precondition, StoreError, Value, Write, collections, list_all,
    random_bytes,
};
use callguide_search::api::access::AllowedDocument;

/// How many times the list is read to get a consistent snapshot while it keeps changing.
const READS: usize = 4;

/// A snapshot of the allow-list.
#[derive(Debug, Clone, PartialEq)]
pub struct List {
    pub(super) people: BTreeMap<String, Fields>,
    pub(super) blocked: BTreeSet<String>,
    pub(super) etag: String,
}

impl List {
    /// Returns the ids of the documents, sorted.
    pub fn emails(&self) -> impl Iterator<Item = &str> {
        self.people.keys().map(String::as_str)
    }

    /// Returns the documents, sorted by id.
    pub fn people(&self) -> impl Iterator<Item = AllowedDocument> {
        self.people.iter().map(|(email, fields)| AllowedDocument {
            id: email.clone(),
            is_admin: flag(fields),
            roles: roles(fields),
        })
    }

    /// Returns the entity tag, including its quotes. It's different after every change.
    pub fn etag(&self) -> &str {
        &self.etag
    }

    /// Returns the people who are blocked even if the list or the organization's domain would let them in,
    /// sorted.
    pub fn blocked(&self) -> impl Iterator<Item = &str> {
        self.blocked.iter().map(String::as_str)
    }

    /// Returns the ids of the documents that make someone an admin. An id that isn't a normalized address can't let
    /// anyone in, so it's skipped.
    pub fn admins(&self) -> impl Iterator<Item = &str> {
        let effective = |id: &str| id.parse::<EmailAddress>().is_ok_and(|email| email.as_str() == id);
        let admins = self.people.iter().filter(move |(id, fields)| is_admin(fields) && effective(id));
        admins.map(|(id, _)| id.as_str())
    }
}

fn roles(fields: &Fields) -> Vec<String> {
    let values = fields.get(ROLES).and_then(Value::as_array).unwrap_or_default();
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The list as it is in the store, with the data that a commit's preconditions need.
#[derive(Debug)]
pub(super) struct ReadList {
    pub(super) list: List,
    /// When each document was last changed.
    pub(super) times: BTreeMap<String, Timestamp>,
    /// The content of every person's document.
    pub(super) standings: BTreeMap<String, Standing>,
    pub(super) revision: Revision,
}

/// Reads a snapshot of the list.
///
/// If the list keeps changing, this returns the revision from before the documents were read. A change that requires
/// that revision is then refused, so no change is ever based on a list that never existed.
pub(super) async fn read(store: &dyn DocumentStore) -> Result<ReadList, StoreError> {
    let mut revision = Revision::read(store).await?;
    let mut reads = 1;
    let (documents, people_documents) = loop {
        let documents = list_all(store, &collections::ALLOWED_EMAILS).await?;
        let people = list_all(store, &collections::PEOPLE).await?;
        let after = Revision::read(store).await?;
        if after == revision || reads == READS {
            break (documents, people);
        }
        revision = after;
        reads += 1;
    };
    let id = |document: &Document| document.path.id().to_owned();
    let standing = |document: &Document| (id(document), Standing::of(Some(document)));
    let standings: BTreeMap<_, _> = people_documents.iter().map(standing).collect();
    let times = documents.iter().map(|document| (id(document), document.update_time)).collect();
    let people = documents.into_iter().map(|document| (id(&document), document.fields)).collect();
    let blocked =
        standings.iter().filter(|(_, standing)| standing.blocked).map(|(id, _)| id.clone()).collect();
    Ok(ReadList { list: List { people, blocked, etag: revision.etag() }, times, standings, revision })
}

/// A snapshot of everyone's rights, for callers that look up many people.
#[derive(Debug)]
pub struct Everyone {
    pub(super) read: ReadList,
    pub(super) domain: Option<OrganisationDomain>,
}

impl Everyone {
    /// Like [`super::AccessRules::rights`].
    pub fn rights(&self, email: &EmailAddress) -> Rights {
        let standing = self.read.standings.get(email.as_str()).cloned().unwrap_or_default();
        decide(email, self.domain.as_ref(), self.read.list.people.get(email.as_str()), standing)
    }
}

/// The content of the revision document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Revision {
    number: i64,
    pub(super) tag: String,
    /// The time of the last change.
    pub(super) changed: Timestamp,
    /// When the document was written; `None` if it doesn't exist yet.
    written: Option<Timestamp>,
}

impl Revision {
    pub(super) async fn read(store: &dyn DocumentStore) -> Result<Self, StoreError> {
        let document = store.get(&revisions::list()).await?;
        let field = |name: &str| document.as_ref().and_then(|document| document.fields.get(name));
        Ok(Self {
            number: field("number").and_then(Value::as_integer).unwrap_or(0),
            tag: field("tag").and_then(Value::as_str).unwrap_or_default().to_owned(),
            changed: field("changed").and_then(Value::as_timestamp).unwrap_or(Timestamp::UNIX_EPOCH),
            written: document.as_ref().map(|document| document.update_time),
        })
    }

    /// Returns `now`, or the microsecond after this revision if that is later, so that events stay in order
    /// even if a machine's clock lags.
    pub(super) fn moment_after(&self, now: Timestamp) -> Timestamp {
        let after = Timestamp::from_microsecond(self.changed.as_microsecond() + 1);
        after.unwrap_or(Timestamp::MAX).max(now)
    }

    /// Returns the next revision, at `now` or later.
    pub(super) fn next(&self, now: Timestamp) -> Result<Self, StoreError> {
        Ok(Self {
            number: self.number.saturating_add(1),
            tag: hex::encode(random_bytes::<8>()?),
            changed: self.moment_after(now),
            written: None,
        })
    }

    pub(super) fn etag(&self) -> String {
        if self.tag.is_empty() {
            return format!("\"{}\"", self.number);
        }
        let tag: String = self.tag.chars().filter(char::is_ascii_alphanumeric).collect();
        format!("\"{}-{tag}\"", self.number)
    }

    /// Returns the write that replaces this revision with `next`, if this is still the current one.
    pub(super) fn replace_by(&self, next: &Self) -> Write {
        let fields = Fields::from([
            ("number".to_owned(), next.number.into()),
            ("tag".to_owned(), next.tag.as_str().into()),
            ("changed".to_owned(), Value::timestamp(next.changed)),
        ]);
        let expected = match self.written {
            Some(time) => Precondition::UpdateTime(time),
            None => Precondition::Exists(false),
        };
        Write::set(revisions::list(), fields).only_if(expected)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::store::{Answer, CollectionId, Committed, DocumentList, DocumentPath, Page, SqliteStore};

    /// A store where another engine makes a change while the list is being read, this many times.
    #[derive(Debug)]
    struct Busy {
        store: SqliteStore,
        left: AtomicUsize,
        reads: AtomicUsize,
    }

    impl DocumentStore for Busy {
        fn get<'a>(&'a self, path: &'a DocumentPath) -> Answer<'a, Option<Document>> {
            self.store.get(path)
        }

        fn list<'a>(&'a self, collection: &'a CollectionId, page: Page) -> Answer<'a, DocumentList> {
            Box::pin(async move {
                let listed = self.store.list(collection, page).await;
                if *collection == collections::ALLOWED_EMAILS {
                    let reads = self.reads.fetch_add(1, Ordering::SeqCst) + 1;
                    assert!(reads < 10, "the list is read again and again");
                    let left = self.left.load(Ordering::SeqCst);
                    if left > 0 {
                        self.left.store(left - 1, Ordering::SeqCst);
                        let revision = Revision::read(&self.store).await?;
                        let newcomer = collection.document(format!("{reads}@example.org")).unwrap();
                        let next = revision.next(Timestamp::UNIX_EPOCH)?;
                        let writes = vec![revision.replace_by(&next), Write::set(newcomer, Fields::new())];
                        self.store.commit(writes).await?;
                    }
                }
                listed
            })
        }

        fn commit(&self, writes: Vec<Write>) -> Answer<'_, Committed> {
            self.store.commit(writes)
        }
    }

    fn busy(changes: usize) -> (tempfile::TempDir, Busy) {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path(), &[]).unwrap();
        (data, Busy { store, left: changes.into(), reads: AtomicUsize::new(0) })
    }

    #[tokio::test]
    async fn a_list_that_changes_while_it_is_read_is_read_again() {
        let (_data, store) = busy(2);
        let found = read(&store).await.unwrap();
        assert_eq!(found.list.emails().collect::<Vec<_>>(), ["1@example.org", "2@example.org"]);
        assert_eq!(found.revision, Revision::read(&store).await.unwrap());
        assert_eq!(store.reads.into_inner(), 3, "not once more than needed");
    }

    #[tokio::test]
    async fn no_change_can_be_based_on_a_list_that_never_stood_still() {
        let (_data, store) = busy(usize::MAX);
        let found = read(&store).await.unwrap();
        assert_eq!(store.reads.load(Ordering::SeqCst), READS);
        let next = found.revision.next(Timestamp::UNIX_EPOCH).unwrap();
        let refused = store.commit(vec![found.revision.replace_by(&next)]).await.unwrap_err();
        assert!(refused.is_precondition(), "{refused}");
    }

    #[test]
    fn changes_stay_in_order_even_if_a_clock_lags() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let changed = at("2026-10-05T12:00:00Z");
        let revision = Revision { number: 1, tag: String::new(), changed, written: None };
        assert_eq!(revision.moment_after(at("2026-10-05T11:00:00Z")), at("2026-10-05T12:00:00.000001Z"));
        assert_eq!(revision.moment_after(at("2026-10-05T13:00:00Z")), at("2026-10-05T13:00:00Z"));
    }
}
