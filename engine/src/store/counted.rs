//! A store whose failures are counted, and whose times are measured.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;

use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, Listing, Page, StoreError, Write,
};
use crate::metrics::Metrics;

/// Passes every call on, measures it, and counts those that the store couldn't serve. A precondition that
/// doesn't hold is an answer.
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

    /// What `call` gives.
    async fn measured<T>(
        &self,
        operation: &'static str,
        call: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let began = Instant::now();
        let answer = call.await;
        self.metrics.store_operation(operation, began.elapsed());
        if let Err(StoreError::Unavailable(_)) = &answer {
            self.metrics.store_error();
        }
        answer
    }

    /// Tells once that writes fail, and once that they come through again: a full disk is nobody's request alone.
    fn tell_of_write<T>(&self, answer: &Result<T, StoreError>) {
        match answer {
            Ok(_) if self.metrics.store_write(true) => {
                tracing::info!("the document store can be written to again");
            }
            Err(StoreError::Unavailable(why)) if self.metrics.store_write(false) => {
                tracing::error!(
                    %why,
                    "THE DOCUMENT STORE CAN'T BE WRITTEN TO: nobody can sign in or out and no list can be saved; \
                     what is read goes on. Is the disk full?"
                );
            }
            _ => {}
        }
    }
}

impl DocumentStore for Counted {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        Box::pin(self.measured("get", self.store.get(path)))
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>> {
        Box::pin(self.measured("list", self.store.list(collection, page)))
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        Box::pin(async move {
            let answer = self.measured("commit", self.store.commit(writes)).await;
            self.tell_of_write(&answer);
            answer
        })
    }
}
