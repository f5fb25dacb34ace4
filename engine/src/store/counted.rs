//! A store whose failures are counted.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, Listing, Page, StoreError, Write,
};
use crate::metrics::Metrics;

/// Passes every call on, and counts those that the store couldn't serve. A precondition that doesn't
/// hold is an answer.
#[derive(Debug)]
pub struct Counted {
    store: Arc<dyn DocumentStore>,
    metrics: Metrics,
}

impl Counted {
    /// Counts the failures of `store`.
    pub fn new(store: Arc<dyn DocumentStore>, metrics: Metrics) -> Self {
        Self { store, metrics }
    }

    fn count<T>(&self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Unavailable(_)) = &answer {
            self.metrics.store_error();
        }
        answer
    }
}

impl DocumentStore for Counted {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        Box::pin(async move { self.count(self.store.get(path).await) })
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>> {
        Box::pin(async move { self.count(self.store.list(collection, page).await) })
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        Box::pin(async move { self.count(self.store.commit(writes).await) })
    }
}
