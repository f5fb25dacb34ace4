//! Detects when an engine's cached data about people and sessions is no longer valid. One check of the store covers all
//! of it.
//!
//! Two documents show when something changed. Every commit to the allow-list writes the list's document, with a
//! precondition. The sign-outs' document is overwritten without being read when sessions end, so that it doesn't make
//! other commits fail. While anyone is signed in, an engine reads both every few seconds, no matter how many sessions
//! and streams it has; cached data stays valid until a check finds a change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, try_join};

use crate::clock::Clock;
use crate::store::{
    Document, DocumentPath, DocumentStore, Fields, StoreError, Write, collections, random_bytes,
};

/// How often the store is checked while anyone is signed in.
pub const LOOK_EVERY: Duration = Duration::from_secs(3);

/// The age at which a check is too old to rely on, so callers wait for the next one. A change made elsewhere
/// therefore takes effect here within this time, a second before it has to (`api.md`, "Who may call what").
pub const RELIED_ON: Duration = Duration::from_secs(4);

/// The maximum age of a cached check used to answer a probe of the store, since strangers may send probes.
const PROBED: Duration = Duration::from_secs(1);

/// Checks the revisions in a store. Clones share their checks.
#[derive(Debug, Clone)]
pub struct Revisions(Arc<Looker>);

#[derive(Debug)]
struct Looker {
    store: Arc<dyn DocumentStore>,
    clock: Clock,
    state: Mutex<Looks>,
}

#[derive(Debug, Default)]
struct Looks {
    /// The last successful check.
    last: Option<ReadRevisions>,
    /// The check in progress, shared by all callers that need one meanwhile.
    under_way: Option<UnderWay>,
}

type UnderWay = Shared<BoxFuture<'static, Result<ReadRevisions, StoreError>>>;

/// The result of a check.
#[derive(Debug, Clone)]
struct ReadRevisions {
    began: Duration,
    list: Option<Document>,
    sign_outs: Option<Document>,
    seen: Seen,
}

/// Counts the changes that checks found. Data that was read under a different count may no longer be valid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    list: u64,
    sign_outs: u64,
}

impl Seen {
    /// Returns the count for data about sessions.
    pub fn of_sessions(self) -> u64 {
        self.sign_outs
    }

    /// Returns the count for data about people: signing someone out everywhere is reported as a sign-out and recorded
    /// in the person's document.
    pub fn of_people(self) -> u64 {
        self.list + self.sign_outs
    }
}

impl Revisions {
    /// Returns the revisions of `store`, without reading anything yet.
    pub fn new(store: Arc<dyn DocumentStore>, clock: Clock) -> Self {
        Self(Arc::new(Looker { store, clock, state: Mutex::default() }))
    }

    /// Returns the changes found so far, after a new check if the last one is too old. So if nobody was signed in on
    /// an engine for a while, it checks the store before it relies on its cached data.
    ///
    /// # Errors
    /// If a new check was needed and failed. Cached data must then be neither used nor dropped.
    pub async fn look(&self) -> Result<Seen, StoreError> {
        self.look_within(LOOK_EVERY, RELIED_ON).await
    }

    /// Returns the changes found so far.
    pub fn seen(&self) -> Seen {
        self.0.state().last.as_ref().map(|last| last.seen).unwrap_or_default()
    }

    /// Checks that the store answers, or answered within the last second.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn probe(&self) -> Result<(), StoreError> {
        self.look_within(PROBED, PROBED).await.map(|_| ())
    }

    /// Returns the result of a check that began less than `wait` ago. If the last one is at least `due` old, starts
    /// another.
    async fn look_within(&self, due: Duration, wait: Duration) -> Result<Seen, StoreError> {
        let asked = self.0.clock.passed();
        loop {
            let look = {
                let mut state = self.0.state();
                let last = state.last.as_ref().map(|last| (asked.saturating_sub(last.began), last.seen));
                match last {
                    Some((age, seen)) if age < due => return Ok(seen),
                    // The last check is still recent enough to use, so begin a new one but don't wait for it.
                    Some((age, seen)) if age < wait => {
                        drop(self.0.begin(&mut state));
                        return Ok(seen);
                    }
                    _ => self.0.begin(&mut state),
                }
            };
            let look = look.await?;
            // A check that began for an earlier caller may be too old by the time it finishes, but the next one
            // begins after this call.
            if look.began >= asked || asked.saturating_sub(look.began) < wait {
                return Ok(look.seen);
            }
        }
    }
}

impl Looker {
    /// Returns the check in progress or a new one, which continues even if the caller goes away.
    fn begin(self: &Arc<Self>, state: &mut Looks) -> UnderWay {
        if let Some(under_way) = &state.under_way {
            return under_way.clone();
        }
        let look = Arc::clone(self).look_now().boxed().shared();
        tokio::spawn(look.clone());
        state.under_way = Some(look.clone());
        look
    }

    async fn look_now(self: Arc<Self>) -> Result<ReadRevisions, StoreError> {
        let began = self.clock.passed();
        let (list, sign_outs) = (list(), sign_outs());
        let read = try_join(self.store.get(&list), self.store.get(&sign_outs)).await;
        let mut state = self.state();
        state.under_way = None;
        let (list, sign_outs) = read?;
        let mut seen = Seen::default();
        if let Some(last) = &state.last {
            seen.list = last.seen.list + u64::from(last.list != list);
            seen.sign_outs = last.seen.sign_outs + u64::from(last.sign_outs != sign_outs);
        }
        let look = ReadRevisions { began, list, sign_outs, seen };
        state.last = Some(look.clone());
        Ok(look)
    }

    fn state(&self) -> MutexGuard<'_, Looks> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the path of the document that every commit to the allow-list replaces.
pub fn list() -> DocumentPath {
    document("list")
}

fn sign_outs() -> DocumentPath {
    document("signOuts")
}

fn document(id: &str) -> DocumentPath {
    collections::REVISIONS.document(id).expect("the name is a valid ID")
}

/// Returns the write that notifies every engine that sessions ended, for the commit that ends them.
///
/// # Errors
/// If the machine can't provide random numbers.
pub fn sessions_ended() -> Result<Write, StoreError> {
    let tag = hex::encode(random_bytes::<8>()?);
    Ok(Write::set(sign_outs(), Fields::from([("tag".to_owned(), tag.into())])))
}

#[cfg(test)]
mod tests {
    use futures_util::future::join;
    use tokio::sync::Semaphore;

    use super::*;
    use crate::store::{CollectionId, Committed, DocumentList, Page, SqliteStore};

    /// A store that answers only as many reads as the test permits.
    #[derive(Debug)]
    struct Slow {
        store: SqliteStore,
        may_read: Semaphore,
    }

    impl DocumentStore for Slow {
        fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
            Box::pin(async {
                self.may_read.acquire().await.unwrap().forget();
                self.store.get(path).await
            })
        }

        fn list<'a>(
            &'a self,
            of: &'a CollectionId,
            page: Page,
        ) -> BoxFuture<'a, Result<DocumentList, StoreError>> {
            self.store.list(of, page)
        }

        fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
            self.store.commit(writes)
        }
    }

    fn slow() -> (tempfile::TempDir, Arc<Slow>, Clock, Revisions) {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path(), &[]).unwrap();
        let store = Arc::new(Slow { store, may_read: Semaphore::new(0) });
        let clock = Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap());
        let revisions = Revisions::new(store.clone(), clock.clone());
        (data, store, clock, revisions)
    }

    #[tokio::test]
    async fn nobody_waits_for_a_check_while_the_last_one_is_recent_enough() {
        let (_data, store, clock, revisions) = slow();
        store.may_read.add_permits(2);
        let first = revisions.look().await.unwrap();
        store.commit(vec![sessions_ended().unwrap()]).await.unwrap();
        clock.advance(LOOK_EVERY);
        assert_eq!(revisions.look().await, Ok(first), "a look is under way and can't end");
        clock.advance(RELIED_ON - LOOK_EVERY);
        let waits = revisions.look();
        store.may_read.add_permits(2);
        let second = waits.await.unwrap();
        assert_ne!(second.of_sessions(), first.of_sessions());
        assert_ne!(second.of_people(), first.of_people());
    }

    #[tokio::test]
    async fn a_check_that_began_too_long_ago_is_followed_by_another() {
        let (_data, store, clock, revisions) = slow();
        let early = async {
            revisions.look().await.unwrap();
        };
        let late = async {
            clock.advance(RELIED_ON);
            let joins = revisions.look();
            store.may_read.add_permits(4);
            joins.await.unwrap();
        };
        join(early, late).await;
        assert_eq!(store.may_read.available_permits(), 0, "two looks");
    }

    #[tokio::test]
    async fn a_change_to_the_list_does_not_invalidate_cached_sessions() {
        let (_data, store, clock, revisions) = slow();
        store.may_read.add_permits(4);
        let before = revisions.look().await.unwrap();
        store.commit(vec![Write::set(list(), Fields::new())]).await.unwrap();
        clock.advance(RELIED_ON);
        let after = revisions.look().await.unwrap();
        assert_eq!(before.of_sessions(), after.of_sessions());
        assert_ne!(before.of_people(), after.of_people());
    }
}
