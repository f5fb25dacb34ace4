//! A store wrapper that times calls and counts failures.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, Listing, Page, StoreError, Write,
};
use crate::metrics::Metrics;

/// The shortest time between two log lines about failures of the same kind of call. While the store is away every
/// request fails, which would flood the log; each line carries the number of failures since the last one.
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
            self.tell_of_failure(operation, error);
        }
        answer
    }

    fn tell_of_failure(&self, operation: &'static str, error: &StoreError) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = failures.entry(operation).or_default().add(Instant::now()) {
            tracing::error!(operation, count, %error, "the document store didn't answer");
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_told_and_then_how_many_there_were_in_a_minute() {
        let (mut failures, now) = (Failures::default(), Instant::now());
        let after = |seconds| now + Duration::from_secs(seconds);
        let told = [0, 0, 1, 59, 60, 61, 121].map(|at| failures.add(after(at)));
        assert_eq!(told, [Some(1), None, None, None, Some(4), None, Some(2)]);
    }
}
