//! Who holds the connections, and who has to give one up when they run short: first whoever never showed a session.
//!
//! Nobody is counted by address: a call centre, or a proxy that nobody declared, is one address and many people.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Where every place is taken and those told to go began something meanwhile, others are told after so long.
const PATIENCE: Duration = Duration::from_millis(50);
/// One in so many of all connections is told to go at a time, so that a flood isn't looked through for each of it.
const SHARE: usize = 64;

/// The connections of a listener: so many at a time.
#[derive(Debug, Clone)]
pub struct Connections(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    free: Arc<Semaphore>,
    open: Mutex<HashMap<u64, Connection>>,
    number: AtomicU64,
    stopping: AtomicBool,
    began: Instant,
}

/// One connection. What serves its requests finds it among their extensions.
#[derive(Debug, Clone)]
pub struct Connection(Arc<Open>);

#[derive(Debug)]
struct Open {
    all: Arc<Inner>,
    /// Whether a request on it had a session that is good.
    known: AtomicBool,
    /// Whether a request is being answered.
    under_way: AtomicBool,
    /// How many requests began.
    begun: AtomicU32,
    /// When it was opened, or the last request began or ended, in ms.
    since: AtomicU64,
    /// The rank at which it was told to go; `STAYS` where it wasn't.
    told: AtomicU8,
    go: Notify,
}

/// Who goes first. The lowest does.
type Rank = u8;
/// Waiting for a request, and without a session until now.
const IDLE_STRANGER: Rank = 0;
/// With a request of nobody known.
const STRANGER: Rank = 1;
/// Kept open by someone who is signed in, for her next request.
const IDLE: Rank = 2;
/// With a request, or a stream of events, of someone who is signed in.
const STAYS: Rank = 3;

impl Connections {
    /// At most `most` at a time.
    pub fn new(most: usize) -> Self {
        let most = most.clamp(1, Semaphore::MAX_PERMITS);
        Self(Arc::new(Inner {
            most,
            free: Arc::new(Semaphore::new(most)),
            open: Mutex::default(),
            number: AtomicU64::new(0),
            stopping: AtomicBool::new(false),
            began: Instant::now(),
        }))
    }

    /// A place for a connection that was just accepted. Where there is none, one is made; where everyone is
    /// signed in and being answered, it is waited for.
    pub async fn place(&self) -> Place {
        loop {
            if let Ok(permit) = self.0.free.clone().try_acquire_owned() {
                return self.placed(Some(permit));
            }
            self.make_room();
            let freed = tokio::time::timeout(PATIENCE, self.0.free.clone().acquire_owned()).await;
            if let Ok(Ok(permit)) = freed {
                return self.placed(Some(permit));
            }
        }
    }

    /// A place beyond the bound, for what was accepted before the listener closes.
    pub fn last_place(&self) -> Place {
        self.placed(self.0.free.clone().try_acquire_owned().ok())
    }

    fn placed(&self, permit: Option<OwnedSemaphorePermit>) -> Place {
        let connection = Connection(Arc::new(Open {
            all: self.0.clone(),
            known: AtomicBool::new(false),
            under_way: AtomicBool::new(false),
            begun: AtomicU32::new(0),
            since: AtomicU64::new(self.0.now()),
            told: AtomicU8::new(STAYS),
            go: Notify::new(),
        }));
        let number = self.0.number.fetch_add(1, Ordering::Relaxed);
        self.0.open().insert(number, connection.clone());
        Place { connection, number, permit }
    }

    /// Tells the connections to go that can best be spared, the oldest first; a few, where they are idle strangers,
    /// else one. Says how many.
    pub fn make_room(&self) -> usize {
        let mut spared: Vec<(Rank, u64, Connection)> = {
            let open = self.0.open();
            let waiting =
                open.values().filter(|connection| connection.0.told.load(Ordering::Relaxed) == STAYS);
            waiting.map(|connection| (connection.rank(), connection.since(), connection.clone())).collect()
        };
        spared.retain(|(rank, ..)| *rank < STAYS);
        spared.sort_unstable_by_key(|(rank, since, _)| (*rank, *since));
        let Some((first, ..)) = spared.first() else { return 0 };
        let first = *first;
        let number = if first == IDLE_STRANGER { (self.0.most / SHARE).max(1) } else { 1 };
        let gone = spared.into_iter().take_while(|(rank, ..)| *rank == first).take(number);
        gone.map(|(rank, _, connection)| connection.tell(rank)).count()
    }

    /// From here on every answer is the last one of its connection.
    pub fn stop(&self) {
        self.0.stopping.store(true, Ordering::Relaxed);
    }

    /// How many are open.
    pub fn number(&self) -> usize {
        self.0.open().len()
    }
}

impl Inner {
    fn open(&self) -> MutexGuard<'_, HashMap<u64, Connection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Connection {
    /// Someone who is signed in uses it: it is among the last to be closed where connections run short.
    pub fn showed_session(&self) {
        self.0.known.store(true, Ordering::Relaxed);
    }

    /// A request begins, and ends when what this gives is dropped.
    pub fn begin(&self) -> UnderWay {
        self.0.begun.fetch_add(1, Ordering::Relaxed);
        self.changed(true);
        UnderWay(self.clone())
    }

    /// Whether a request is being answered.
    pub fn is_under_way(&self) -> bool {
        self.0.under_way.load(Ordering::Relaxed)
    }

    /// How many requests began on it.
    pub fn begun(&self) -> u32 {
        self.0.begun.load(Ordering::Relaxed)
    }

    /// Whether the answer under way is to be its last.
    pub fn is_last_answer(&self) -> bool {
        self.0.all.stopping.load(Ordering::Relaxed)
    }

    /// Resolves when it has to go. What it began after it was told, or the session that it showed, lets it stay.
    pub async fn has_to_go(&self) {
        loop {
            self.0.go.notified().await;
            if self.rank() <= self.0.told.load(Ordering::Relaxed) {
                return;
            }
            self.0.told.store(STAYS, Ordering::Relaxed);
        }
    }

    fn tell(&self, rank: Rank) {
        self.0.told.store(rank, Ordering::Relaxed);
        self.0.go.notify_one();
    }

    fn rank(&self) -> Rank {
        match (self.0.known.load(Ordering::Relaxed), self.is_under_way()) {
            (false, false) => IDLE_STRANGER,
            (false, true) => STRANGER,
            (true, false) => IDLE,
            (true, true) => STAYS,
        }
    }

    fn since(&self) -> u64 {
        self.0.since.load(Ordering::Relaxed)
    }

    fn changed(&self, under_way: bool) {
        self.0.under_way.store(under_way, Ordering::Relaxed);
        self.0.since.store(self.0.all.now(), Ordering::Relaxed);
    }
}

/// A request that is being answered, its body included.
#[derive(Debug)]
pub struct UnderWay(Connection);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.changed(false);
    }
}

/// The place of a connection, free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    connection: Connection,
    number: u64,
    permit: Option<OwnedSemaphorePermit>,
}

impl Place {
    /// The connection that has it.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connection.0.all.open().remove(&self.number);
        drop(self.permit.take());
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    async fn places<const N: usize>(all: &Connections) -> [Place; N] {
        let mut places = Vec::new();
        for n in 0..N {
            let place = all.place().await;
            // Not two of the same millisecond.
            place.connection().0.since.store(n as u64, Ordering::Relaxed);
            places.push(place);
        }
        places.try_into().expect("so many")
    }

    fn goes(place: &Place) -> bool {
        place.connection().has_to_go().now_or_never().is_some()
    }

    #[tokio::test]
    async fn strangers_go_first_and_among_them_the_oldest_that_waits() {
        let all = Connections::new(5);
        let [signed_in, streaming, busy, older, newer] = places(&all).await;
        signed_in.connection().showed_session();
        streaming.connection().showed_session();
        let _stream = streaming.connection().begin();
        let request = busy.connection().begin();
        for next in [&older, &newer, &busy, &signed_in] {
            assert_eq!(all.make_room(), 1);
            assert!(goes(next));
        }
        assert_eq!(all.make_room(), 0, "who is signed in and being answered stays");
        assert!(!goes(&streaming));
        drop(request);
    }

    #[tokio::test]
    async fn what_began_meanwhile_stays() {
        let all = Connections::new(2);
        let [one, two] = places(&all).await;
        assert_eq!(all.make_room(), 1);
        let request = one.connection().begin();
        assert!(!goes(&one), "it has begun a request since it was told");
        assert_eq!(all.make_room(), 1);
        two.connection().showed_session();
        assert!(!goes(&two), "it has shown a session since it was told");
        assert_eq!(all.make_room(), 1);
        assert!(goes(&one));
        drop(request);
    }

    #[tokio::test]
    async fn a_place_that_is_left_is_free() {
        let all = Connections::new(1);
        let first = all.place().await;
        assert_eq!(all.number(), 1);
        let second = all.place();
        let mut second = std::pin::pin!(second);
        assert!(second.as_mut().now_or_never().is_none());
        assert!(goes(&first), "it was told to make room");
        drop(first);
        second.await;
        assert_eq!(all.number(), 0);
    }
}
