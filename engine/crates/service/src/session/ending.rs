//! Ending sessions and notifying all engines, with at most one commit per second.
//!
//! Sessions ended within the same second share a commit, and the callers wait for it. At the end of a shift, hundreds
//! of people sign out together, and a document that every commit writes supports about one write per second.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::document::{SessionId, StoredSession, path};
use crate::recent::Recent;
use crate::revisions::sessions_ended;
use crate::store::{DocumentStore, StoreError, Write};

/// The shortest time between two commits. The first one after a pause doesn't wait.
const APART: Duration = Duration::from_secs(1);

/// The maximum number of sessions in one commit, below the hosted database's former limit on writes.
const WRITES: usize = 400;

pub(super) type RecentSessions = Recent<SessionId, Option<StoredSession>>;

/// The sessions that this engine is about to end.
#[derive(Debug, Clone)]
pub(super) struct EndingSessions(Arc<EndingBatches>);

#[derive(Debug)]
struct EndingBatches {
    store: Arc<dyn DocumentStore>,
    known: Arc<RecentSessions>,
    waiting: Mutex<Option<Batch>>,
    /// When the last commit began. Locked by the task that waits for the next commit, until that commit ends.
    last: tokio::sync::Mutex<Option<Instant>>,
}

#[derive(Debug, Default)]
struct Batch {
    ids: BTreeSet<SessionId>,
    ended: watch::Sender<Option<Result<(), StoreError>>>,
}

impl EndingSessions {
    /// Returns a batcher that ends sessions in `store` and clears them from this engine's cache, `known`.
    pub(super) fn new(store: Arc<dyn DocumentStore>, known: Arc<RecentSessions>) -> Self {
        let inner =
            EndingBatches { store, known, waiting: Mutex::default(), last: tokio::sync::Mutex::default() };
        Self(Arc::new(inner))
    }

    /// Ends these sessions, even if the caller goes away in the meantime. They've ended on this engine when this
    /// returns, and end on the others at their next check.
    ///
    /// # Errors
    /// If the store doesn't answer. The sessions may remain open.
    pub(super) async fn end(&self, ids: impl IntoIterator<Item = SessionId>) -> Result<(), StoreError> {
        let mut ended = {
            let mut waiting = self.0.waiting();
            let batch = waiting.get_or_insert_with(|| {
                tokio::spawn(Arc::clone(&self.0).commit_next());
                Batch::default()
            });
            batch.ids.extend(ids);
            batch.ended.subscribe()
        };
        let gone = |_| StoreError::Unavailable("ending the sessions was interrupted".to_owned());
        let ended = ended.wait_for(Option::is_some).await.map_err(gone)?;
        ended.clone().unwrap_or(Ok(()))
    }
}

impl EndingBatches {
    async fn commit_next(self: Arc<Self>) {
        let mut last = self.last.lock().await;
        if let Some(last) = *last {
            sleep_until(last + APART).await;
        }
        *last = Some(Instant::now());
        let Some(batch) = self.waiting().take() else { return };
        let ended = self.commit(&batch.ids).await;
        // Do this even after an error, because a commit may have been made although its response was lost.
        batch.ids.iter().for_each(|id| self.known.clear(id));
        batch.ended.send_replace(Some(ended));
    }

    async fn commit(&self, ids: &BTreeSet<SessionId>) -> Result<(), StoreError> {
        let deletes: Vec<_> = ids.iter().map(|id| Write::delete(path(id))).collect();
        for part in deletes.chunks(WRITES) {
            let mut writes = part.to_vec();
            writes.push(sessions_ended()?);
            self.store.commit(writes).await?;
        }
        Ok(())
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Batch>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
