//! Who is signed in, kept in the document store.
//!
//! A session is an opaque random token in the browser and a document here whose id is the token's
//! hash: whoever reads the store can't sign in with what it holds. It ends when it wasn't used for
//! long, when it is old, at sign-out, and when its person is no longer allowed. Decides nothing of
//! rights, knows no cookie.

mod document;
mod list;
mod token;
mod unwritten;

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

pub use list::Listed;
pub use token::Token;

use crate::clock::Clock;
use crate::recent::{Recent, Room};
use crate::store::{
    CollectionId, Document, DocumentPath, DocumentStore, Precondition, StoreError, Write, collections, sweep,
};
use document::{Kept, last_use, read};
use token::Key;
use unwritten::Unwritten;

/// A use is written down when the last one written is so long ago (`design.md`, "Letting in").
const WRITE_USE_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// Somebody whom a sign-in provider vouched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Lower-cased, as the allow-list has it.
    pub email: String,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
    /// Who this is at the provider; stays when the address changes hands.
    pub subject: String,
}

/// When a session ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// So long after its last use. Uses are written every 5 minutes at most, so it may be that much sooner.
    pub idle: Duration,
    /// So long after sign-in, however busy it is.
    pub absolute: Duration,
}

impl Timeouts {
    fn have_passed(&self, created: Timestamp, last_used: Timestamp, now: Timestamp) -> bool {
        let since = |moment: Timestamp| now.duration_since(moment);
        let longer = |passed: SignedDuration, bound: Duration| {
            passed >= SignedDuration::try_from(bound).unwrap_or(SignedDuration::MAX)
        };
        longer(since(created), self.absolute) || longer(since(last_used), self.idle)
    }
}

/// The sessions.
#[derive(Debug)]
pub struct Sessions {
    store: Arc<dyn DocumentStore>,
    timeouts: Timeouts,
    clock: Clock,
    recent: Recent<Key, Kept>,
    unwritten: Unwritten,
}

impl Sessions {
    /// Sessions in `store`.
    pub fn new(store: Arc<dyn DocumentStore>, timeouts: Timeouts) -> Self {
        Self::with_clock(store, timeouts, Clock::machine())
    }

    /// The same, by a clock that a test may set.
    pub fn with_clock(store: Arc<dyn DocumentStore>, timeouts: Timeouts, clock: Clock) -> Self {
        let unwritten = Unwritten::new(timeouts.idle);
        Self { store, timeouts, recent: Recent::new(clock.clone()), clock, unwritten }
    }

    /// The time of day by the clock that sessions go by.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The same, keeping sessions in memory only as far as `room` goes.
    #[must_use]
    pub fn within(mut self, room: &Room) -> Self {
        self.recent = self.recent.within(room, |key, kept| {
            let Kept { person, .. } = kept;
            let optional = |text: &Option<String>| text.as_ref().map_or(0, String::capacity);
            key.as_str().len()
                + person.email.capacity()
                + person.subject.capacity()
                + optional(&person.display_name)
                + optional(&person.photo_url)
        });
        self
    }

    /// Begins a session with a new token, which is nowhere but in the answer.
    ///
    /// # Errors
    /// Where the store can't keep it.
    pub async fn begin(&self, person: Person) -> Result<Token, StoreError> {
        let token = Token::random()?;
        let now = self.clock.now();
        let fields = document::write(&Kept { person, created: now, last_used: now });
        let write = Write::set(path(&token.key()), fields).only_if(Precondition::Exists(false));
        self.store.commit(vec![write]).await?;
        Ok(token)
    }

    /// Whose session this is, `None` where it is none or has ended.
    ///
    /// That it was used is written down now and then; where the store takes no writes, the session lives on.
    ///
    /// # Errors
    /// Where the store can't be asked; the session lives on.
    pub async fn find(&self, token: &str) -> Result<Option<Person>, StoreError> {
        let Some(key) = Key::of(token) else { return Ok(None) };
        let kept = match self.recent.get(&key) {
            Some(kept) => Some(kept),
            None => self.read(&key).await.inspect_err(|_| self.unwritten.note(&key, self.clock.now()))?,
        };
        let Some(kept) = kept else { return Ok(None) };
        let now = self.clock.now();
        if self.has_ended(&key, &kept, now) {
            self.remove(&key).await?;
            return Ok(None);
        }
        let is_due = now.duration_since(kept.last_used) >= WRITE_USE_AFTER;
        if is_due && !self.unwritten.was_tried(&key, now) && !self.write_use(&key, &kept, now).await {
            return Ok(None);
        }
        Ok(Some(kept.person))
    }

    /// The same as the store says now, and without counting as a use of the session.
    ///
    /// # Errors
    /// Where the store can't be asked; the session lives on.
    pub async fn peek(&self, token: &str) -> Result<Option<Person>, StoreError> {
        let Some(key) = Key::of(token) else { return Ok(None) };
        let kept = self.read(&key).await?;
        Ok(kept.filter(|kept| !self.has_ended(&key, kept, self.clock.now())).map(|kept| kept.person))
    }

    /// Ends a session, also one that never was.
    ///
    /// # Errors
    /// Where the store can't be told; the session may live on.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        match Key::of(token) {
            Some(key) => self.remove(&key).await,
            None => Ok(()),
        }
    }

    /// Removes the documents of the sessions that ended by themselves, and says how many.
    ///
    /// # Errors
    /// Where the store can't be asked.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        let has_ended = |document: &Document| {
            let key = Key::of_document(document.path.id());
            read(document).is_none_or(|kept| self.has_ended(&key, &kept, now))
        };
        sweep(&*self.store, &collection(), has_ended).await
    }

    fn has_ended(&self, key: &Key, kept: &Kept, now: Timestamp) -> bool {
        let last_used = self.unwritten.last_use(key, kept.last_used);
        self.timeouts.have_passed(kept.created, last_used, now)
    }

    /// What the store says now.
    async fn read(&self, key: &Key) -> Result<Option<Kept>, StoreError> {
        let ticket = self.recent.ticket();
        let document = self.store.get(&path(key)).await?;
        let kept = document.as_ref().and_then(read);
        if let Some(kept) = &kept {
            self.recent.keep(ticket, key.clone(), kept.clone());
        }
        Ok(kept)
    }

    /// Notes that the session was used; `false` where it ended meanwhile, which this must not undo.
    async fn write_use(&self, key: &Key, kept: &Kept, now: Timestamp) -> bool {
        let ticket = self.recent.ticket();
        let used = Kept { last_used: now, ..kept.clone() };
        // Kept first: of the requests that come together one writes, also where that takes long.
        self.recent.keep(ticket, key.clone(), used);
        self.unwritten.note(key, now);
        let (fields, mask) = last_use(now);
        let write = Write::merge(path(key), fields, mask).only_if(Precondition::Exists(true));
        match self.store.commit(vec![write]).await {
            Ok(_) => {
                self.unwritten.forget(key);
                true
            }
            Err(error) => {
                self.recent.clear(key);
                let has_ended = error.is_precondition();
                // Only what can't be looked up is denied (`spec §5`); this could.
                if !has_ended {
                    tracing::warn!(%error, "the last use of a session can't be written now");
                }
                !has_ended
            }
        }
    }

    async fn remove(&self, key: &Key) -> Result<(), StoreError> {
        let removed = self.store.commit(vec![Write::delete(path(key))]).await;
        self.recent.clear(key);
        removed.map(|_| ())
    }
}

/// Where sessions are kept.
pub fn collection() -> CollectionId {
    collections::sessions()
}

fn path(key: &Key) -> DocumentPath {
    collection().document(key.as_str()).expect("a hash in hex keeps the rules of ids")
}
