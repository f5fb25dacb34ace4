//! Stores that forward calls to another store: one times the calls and counts failures ([`Counted`]), and one
//! prefixes the names of collections, for a database that other programs use too ([`Prefixed`]).

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::collections;
use super::document::{CollectionId, Document, DocumentPath, InvalidPath};
use super::interface::{Answer, Committed, DocumentList, DocumentStore, Page, StoreError, Write};
use crate::metrics::Metrics;

/// The shortest time between two log lines about failures of the same kind of call. While the store is unavailable,
/// every request fails, which would flood the log. Each line gives the number of failures since the last one.
const TOLD_EVERY: Duration = Duration::from_secs(60);

/// Forwards every call, measures it, and counts the calls that the store couldn't serve. A failed precondition is an
/// answer, not a failure.
#[derive(Debug)]
pub struct Counted {
    store: Arc<dyn DocumentStore>,
    metrics: Metrics,
    /// Keyed by the kind of call.
    failures: Mutex<HashMap<&'static str, Failures>>,
}

impl Counted {
    /// Wraps `store`.
    pub fn new(store: Arc<dyn DocumentStore>, metrics: Metrics) -> Self {
        Self { store, metrics, failures: Mutex::default() }
    }

    /// Awaits `call` and records its duration and any failure.
    async fn measured<T>(
        &self,
        operation: &'static str,
        call: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let began = Instant::now();
        let answer = call.await;
        self.metrics.store_operation(operation, began.elapsed());
        if let Some(error) = answer.as_ref().err().filter(|error| !error.is_precondition()) {
            self.metrics.store_error();
            let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(count) = failures.entry(operation).or_default().add(Instant::now()) {
                tracing::error!(operation, count, %error, "the document store didn't answer");
            }
        }
        answer
    }

    /// Logs once when writes start to fail and once when they succeed again, because a full disk affects every
    /// request.
    fn tell_of_write<T>(&self, answer: &Result<T, StoreError>) {
        match answer {
            Ok(_) if self.metrics.store_write(true) => {
                tracing::info!("the document store accepts writes again");
            }
            Err(why) if !why.is_precondition() && self.metrics.store_write(false) => {
                tracing::error!(
                    %why,
                    "THE DOCUMENT STORE CAN'T BE WRITTEN TO: nobody can sign in or out, and no list can be saved; \
                     reads still work. Is the disk full?"
                );
            }
            _ => {}
        }
    }
}

/// Failures that haven't been logged yet.
#[derive(Debug, Default)]
struct Failures {
    told: Option<Instant>,
    count: u64,
}

impl Failures {
    /// Adds a failure at `now`. Returns the number of failures to log, if a log line is due.
    fn add(&mut self, now: Instant) -> Option<u64> {
        self.count += 1;
        let is_due = self.told.is_none_or(|told| now.duration_since(told) >= TOLD_EVERY);
        is_due.then(|| {
            self.told = Some(now);
            std::mem::take(&mut self.count)
        })
    }
}

impl DocumentStore for Counted {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> Answer<'a, Option<Document>> {
        Box::pin(self.measured("get", self.store.get(path)))
    }

    fn list<'a>(&'a self, collection: &'a CollectionId, page: Page) -> Answer<'a, DocumentList> {
        Box::pin(self.measured("list", self.store.list(collection, page)))
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<'_, Committed> {
        Box::pin(async move {
            let answer = self.measured("commit", self.store.commit(writes)).await;
            self.tell_of_write(&answer);
            answer
        })
    }
}

/// The prefix of every collection's name except the allow-list's, which the specification gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorePrefix(String);

impl StorePrefix {
    pub const DEFAULT: &str = "callguide-";

    /// Returns the collection's name in the database.
    pub fn name(&self, collection: &CollectionId) -> CollectionId {
        if *collection == collections::ALLOWED_EMAILS {
            return collection.clone();
        }
        let name = CollectionId::new(format!("{}{collection}", self.0));
        name.expect("the prefix was checked with every name")
    }
}

impl FromStr for StorePrefix {
    type Err = InvalidPath;

    /// Accepts a prefix that's a valid collection name itself and still valid in front of each collection's name.
    fn from_str(text: &str) -> Result<Self, InvalidPath> {
        CollectionId::new(text)?;
        for collection in collections::ALL {
            CollectionId::new(format!("{text}{collection}"))?;
        }
        Ok(Self(text.to_owned()))
    }
}

impl std::fmt::Display for StorePrefix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A store that prefixes collection names in the underlying store, invisibly to callers.
#[derive(Debug)]
pub struct Prefixed {
    store: Arc<dyn DocumentStore>,
    prefix: StorePrefix,
}

impl Prefixed {
    /// Exposes the collections of `store` that begin with `prefix`, and the allow-list.
    pub fn new(store: Arc<dyn DocumentStore>, prefix: StorePrefix) -> Self {
        Self { store, prefix }
    }

    fn inner(&self, path: &DocumentPath) -> DocumentPath {
        path.moved_to(self.prefix.name(path.collection()))
    }
}

impl DocumentStore for Prefixed {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> Answer<'a, Option<Document>> {
        Box::pin(async move {
            let document = self.store.get(&self.inner(path)).await?;
            Ok(document.map(|document| Document { path: path.clone(), ..document }))
        })
    }

    fn list<'a>(&'a self, collection: &'a CollectionId, page: Page) -> Answer<'a, DocumentList> {
        Box::pin(async move {
            let DocumentList { documents, next } =
                self.store.list(&self.prefix.name(collection), page).await?;
            let outer = |document: Document| {
                let path = document.path.moved_to(collection.clone());
                Document { path, ..document }
            };
            Ok(DocumentList { documents: documents.into_iter().map(outer).collect(), next })
        })
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<'_, Committed> {
        Box::pin(async move {
            let inner = writes.iter().map(|write| Write { path: self.inner(&write.path), ..write.clone() });
            self.store.commit(inner.collect()).await.map_err(|error| match error {
                StoreError::Precondition { path } => {
                    let outer =
                        writes.iter().map(|write| &write.path).find(|outer| self.inner(outer) == path);
                    StoreError::Precondition { path: outer.cloned().unwrap_or(path) }
                }
                other => other,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Fields, Precondition, SqliteStore, list_all};

    #[test]
    fn the_first_failure_is_reported_and_then_a_count_each_minute() {
        let (mut failures, now) = (Failures::default(), Instant::now());
        let after = |seconds| now + Duration::from_secs(seconds);
        let told = [0, 0, 1, 59, 60, 61, 121].map(|at| failures.add(after(at)));
        assert_eq!(told, [Some(1), None, None, None, Some(4), None, Some(2)]);
    }

    #[test]
    fn a_prefix_that_would_make_invalid_names_is_rejected() {
        for good in [StorePrefix::DEFAULT, "x", "__", "Ü-"] {
            assert!(good.parse::<StorePrefix>().is_ok(), "{good:?}");
        }
        for bad in ["", "a/b", ".", "..", "__x__", "a\nb", &"x".repeat(1495), &"x".repeat(2000)] {
            assert!(bad.parse::<StorePrefix>().is_err(), "{bad:?} was taken");
        }
    }

    #[tokio::test]
    async fn every_collection_except_the_list_is_prefixed_in_the_database() {
        let data = tempfile::tempdir().unwrap();
        let beneath = Arc::new(SqliteStore::open(data.path(), &[]).unwrap());
        let store = Prefixed::new(beneath.clone(), StorePrefix::DEFAULT.parse().unwrap());
        for collection in collections::ALL {
            let path = collection.document("one").unwrap();
            let write = Write::set(path.clone(), Fields::new()).only_if(Precondition::Exists(false));
            store.commit(vec![write.clone()]).await.unwrap();
            assert_eq!(store.get(&path).await.unwrap().unwrap().path, path);
            let listed = list_all(&store, &collection).await.unwrap();
            assert_eq!(listed.iter().map(|document| &document.path).collect::<Vec<_>>(), [&path]);
            let refused = store.commit(vec![write]).await;
            assert_eq!(refused, Err(StoreError::Precondition { path: path.clone() }));
            let is_list = collection == collections::ALLOWED_EMAILS;
            assert_eq!(beneath.get(&path).await.unwrap().is_some(), is_list, "{collection}");
            let named = CollectionId::new(format!("callguide-{collection}")).unwrap();
            assert_eq!(list_all(&*beneath, &named).await.unwrap().is_empty(), is_list, "{collection}");
        }
        let foreign = collections::SESSIONS.document("foreign").unwrap();
        beneath.commit(vec![Write::set(foreign.clone(), Fields::new())]).await.unwrap();
        assert_eq!(store.get(&foreign).await.unwrap(), None);
    }
}
