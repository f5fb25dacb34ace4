//! Sessions of signed-in people, kept in the document store.
//!
//! A session is an opaque random token in the browser and a document here whose id is the token's hash, so the
//! store's content is useless for signing in. A session ends when it's idle for too long, when it reaches its maximum
//! age, at sign-out, and when its person is no longer allowed. This module doesn't decide what people may do, and
//! knows nothing about cookies.

mod document;
mod ending;
mod uses;

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::try_join_all;
use jiff::{SignedDuration, Timestamp};

pub use document::{Person, StoredSession, Token, open};

use crate::clock::Clock;
use crate::installation::{Codes, Installation};
use crate::recent::{Recent, Room};
use crate::revisions::Revisions;
use crate::store::{Document, DocumentStore, Precondition, StoreError, Write, collections, list_all, sweep};
use document::{SessionId, last_use, path, read};
use ending::{EndingSessions, RecentSessions};
use uses::UnsavedUses;

/// A use is saved only if the last saved one is at least this old (`design.md`, "Letting in"), or a third of the idle
/// timeout, if that is shorter.
const WRITE_USE_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// The largest difference expected between engines' clocks. A session that began further in the future than this
/// isn't valid, since it would outlive [`Timeouts::absolute`].
const AHEAD: SignedDuration = SignedDuration::from_mins(2);

/// The maximum number of sessions per person. When someone signs in again and again, by a script or on devices
/// they've lost, their own idle sessions make room for the next one, but sessions in use never do.
pub const PER_PERSON: NonZeroUsize = NonZeroUsize::new(20).expect("20 isn't zero");

/// A session used more recently than this isn't ended to make room for another.
pub const IN_USE: SignedDuration = SignedDuration::from_mins(30);

/// How long a session lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// How long after its last use it expires. An engine that missed recent activity on other engines may end it
    /// early, by up to 5 minutes or a third of this, because uses are saved only that often.
    pub idle: Duration,
    /// How long after sign-in it expires, no matter how active it is.
    pub absolute: Duration,
}

impl Timeouts {
    fn have_passed(&self, created: Timestamp, last_used: Timestamp, now: Timestamp) -> bool {
        let since = |moment: Timestamp| now.duration_since(moment);
        since(created) >= signed(self.absolute) || since(last_used) >= signed(self.idle)
    }

    /// Returns how old the last saved use must be before another is saved.
    fn write_use_after(&self) -> SignedDuration {
        WRITE_USE_AFTER.min(signed(self.idle / 3))
    }
}

fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}

/// Which of a person's sessions continue when another one begins.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MakeRoom {
    /// The ids of the sessions that continue.
    pub stay: Vec<String>,
    /// The ids of the sessions that must end.
    pub end: Vec<String>,
}

/// The sessions in a store.
#[derive(Debug)]
pub struct Sessions {
    store: Arc<dyn DocumentStore>,
    timeouts: Timeouts,
    per_person: NonZeroUsize,
    clock: Clock,
    installation: Installation,
    codes: OnceLock<Codes>,
    revisions: Revisions,
    known: Arc<RecentSessions>,
    uses: UnsavedUses,
    ending: EndingSessions,
}

impl Sessions {
    /// Returns the sessions in `store`, timed by `clock`.
    pub fn new(store: Arc<dyn DocumentStore>, timeouts: Timeouts, clock: Clock) -> Self {
        let known = Arc::new(Recent::new(clock.clone()));
        Self {
            timeouts,
            per_person: PER_PERSON,
            installation: Installation::new(store.clone()),
            codes: OnceLock::new(),
            revisions: Revisions::new(store.clone(), clock.clone()),
            uses: UnsavedUses::new(timeouts.idle),
            ending: EndingSessions::new(store.clone(), known.clone()),
            known,
            store,
            clock,
        }
    }

    /// Uses `revisions` to notice other engines' changes. Everything that uses the same `revisions` shares its
    /// checks.
    #[must_use]
    pub fn watching(self, revisions: &Revisions) -> Self {
        Self { revisions: revisions.clone(), ..self }
    }

    /// Sets the maximum number of sessions per person; the default is [`PER_PERSON`].
    #[must_use]
    pub fn per_person(self, most: NonZeroUsize) -> Self {
        Self { per_person: most, ..self }
    }

    /// Limits the sessions kept in memory to `room`.
    #[must_use]
    pub fn within(self, room: &Room) -> Self {
        let texts = |id: &SessionId, kept: &Option<StoredSession>| {
            let optional = |text: &Option<String>| text.as_ref().map_or(0, String::capacity);
            let of = |StoredSession { person, mark, .. }: &StoredSession| {
                person.email.capacity()
                    + person.subject.capacity()
                    + optional(&person.display_name)
                    + optional(&person.photo_url)
                    + optional(mark)
            };
            id.as_str().len() + kept.as_ref().map_or(0, of)
        };
        let known = Arc::new(Recent::new(self.clock.clone()).within(room, texts));
        Self { ending: EndingSessions::new(self.store.clone(), known.clone()), known, ..self }
    }

    /// Returns the current time by the sessions' clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the installation whose engines make the tokens.
    pub fn installation(&self) -> &Installation {
        &self.installation
    }

    /// Checks that the store answers and that sessions can be recognized.
    ///
    /// # Errors
    /// If either check fails.
    pub async fn answers(&self) -> Result<(), StoreError> {
        self.installation.key().await?;
        self.revisions.probe().await
    }

    /// Begins a session with the person's `mark`, and returns its new token, which is stored nowhere else.
    /// [`Self::make_room`] doesn't count this session.
    ///
    /// # Errors
    /// If the store can't save it.
    pub async fn begin(&self, person: Person, mark: Option<&str>) -> Result<Token, StoreError> {
        let (token, write) = self.prepare(person, mark).await?;
        self.store.commit(vec![write]).await?;
        Ok(token)
    }

    /// Like [`Self::begin`], but returns the write, for a caller that commits it together with others.
    ///
    /// # Errors
    /// If the store doesn't return the installation's key, or the machine can't provide random numbers.
    pub async fn prepare(&self, person: Person, mark: Option<&str>) -> Result<(Token, Write), StoreError> {
        let token = Token::random(self.codes().await?)?;
        let now = self.clock.now();
        let mark = mark.map(str::to_owned);
        let fields = document::write(&StoredSession { person, mark, since: now, last_use: now });
        let write = Write::set(path(&token.id()), fields).only_if(Precondition::Exists(false));
        Ok((token, write))
    }

    /// Returns the session of this token; `None` if there is none or it has ended. Tokens that no engine of this
    /// installation made, and sessions that are cached and unchanged, don't need a store call.
    ///
    /// Records that the session was used, but saves this only occasionally. If the store doesn't accept writes, the
    /// session remains open.
    ///
    /// # Errors
    /// If the store doesn't answer. The session remains open.
    pub async fn find(&self, token: &str) -> Result<Option<StoredSession>, StoreError> {
        let Some(id) = self.id(token).await? else { return Ok(None) };
        let now = self.clock.now();
        let Some(kept) = self.kept(&id).await.inspect_err(|_| self.uses.note(&id, now))? else {
            return Ok(None);
        };
        if self.has_ended(&id, &kept, now) {
            self.remove(&id).await?;
        }
        if !self.is_good(&id, &kept, now) {
            return Ok(None);
        }
        self.uses.note(&id, now);
        let is_due = now.duration_since(kept.last_use) >= self.timeouts.write_use_after();
        if is_due && self.uses.may_try(&id, now) && !self.write_use(&id, &kept, now).await {
            return Ok(None);
        }
        Ok(Some(self.live(&id, kept)))
    }

    /// Like [`Self::find`], but doesn't count as a use of the session.
    ///
    /// # Errors
    /// If the store doesn't answer. The session remains open.
    pub async fn peek(&self, token: &str) -> Result<Option<StoredSession>, StoreError> {
        let Some(id) = self.id(token).await? else { return Ok(None) };
        let kept = self.kept(&id).await?.filter(|kept| self.is_good(&id, kept, self.clock.now()));
        Ok(kept.map(|kept| self.live(&id, kept)))
    }

    /// Reads every open session from the store, regardless of its mark.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn list(&self) -> Result<Vec<StoredSession>, StoreError> {
        let now = self.clock.now();
        let documents = list_all(&*self.store, &collections::SESSIONS).await?;
        let sessions = documents.iter().filter_map(read);
        let live = sessions.filter(|(id, kept)| self.is_good(id, kept, now));
        Ok(live.map(|(id, kept)| self.live(&id, kept)).collect())
    }

    /// Ends a session, if it exists. It has ended on this engine when this returns, and ends on the others at their
    /// next check. May wait up to a second to share a commit with other sessions that end.
    ///
    /// # Errors
    /// If the store doesn't answer. The session may remain open.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        let Some(id) = self.id(token).await? else { return Ok(()) };
        match self.kept(&id).await? {
            Some(_) => self.ending.end([id]).await,
            None => Ok(()),
        }
    }

    /// Removes the documents of expired sessions, and returns how many. A session is kept if another engine may know
    /// of a later use.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        let unwritten = self.timeouts.write_use_after();
        let has_ended = |document: &Document| {
            read(document).is_some_and(|(id, kept)| {
                let last_used = self.uses.last_use(&id, kept.last_use);
                let last_used = last_used.saturating_add(unwritten).unwrap_or(last_used);
                self.timeouts.have_passed(kept.since, last_used, now)
            })
        };
        sweep(&*self.store, &collections::SESSIONS, has_ended).await
    }

    /// Decides which sessions must end to make room for one more, for a person who began the sessions with these
    /// `ids` and has this `mark`. Sessions that have been idle longest end first. Returns `None` if there are too
    /// many, and one of those that would have to end was used within [`IN_USE`]. The store is read only if there may
    /// be too many; ids of ended sessions are then dropped.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn make_room(
        &self,
        ids: Vec<String>,
        mark: Option<&str>,
    ) -> Result<Option<MakeRoom>, StoreError> {
        let most = self.per_person.get();
        if ids.len() < most {
            return Ok(Some(MakeRoom { stay: ids, ..MakeRoom::default() }));
        }
        let paths: Vec<_> =
            ids.iter().filter_map(|id| SessionId::of_document(id)).map(|id| path(&id)).collect();
        let documents = try_join_all(paths.iter().map(|path| self.store.get(path))).await?;
        let now = self.clock.now();
        let live = documents.iter().flatten().filter_map(read);
        let live = live.filter(|(id, kept)| kept.mark.as_deref() == mark && self.is_good(id, kept, now));
        let mut uses: Vec<_> = live.map(|(id, kept)| (self.uses.last_use(&id, kept.last_use), id)).collect();
        uses.sort();
        let surplus = (uses.len() + 1).saturating_sub(most);
        // Another engine may know of a later use than the saved one.
        let in_use = IN_USE.saturating_add(self.timeouts.write_use_after());
        if uses[..surplus].iter().any(|(last_use, _)| now.duration_since(*last_use) < in_use) {
            return Ok(None);
        }
        let stay = uses.split_off(surplus);
        let ids = |sessions: Vec<(_, SessionId)>| {
            sessions.into_iter().map(|(_, id)| id.as_str().to_owned()).collect()
        };
        Ok(Some(MakeRoom { stay: ids(stay), end: ids(uses) }))
    }

    /// Ends the sessions with these ids, immediately on this engine and at the next check on the others.
    ///
    /// # Errors
    /// If the store doesn't answer. The sessions may remain open.
    pub async fn end_all(&self, ids: &[String]) -> Result<(), StoreError> {
        self.ending.end(ids.iter().filter_map(|id| SessionId::of_document(id))).await
    }

    /// Returns the id of this token's session; `None` if no engine of this installation made the token.
    async fn id(&self, token: &str) -> Result<Option<SessionId>, StoreError> {
        Ok(SessionId::of(token, self.codes().await?))
    }

    /// Returns the codes that authenticate tokens, derived once because every request needs them.
    async fn codes(&self) -> Result<&Codes, StoreError> {
        let key = self.installation.key().await?;
        Ok(self.codes.get_or_init(|| document::codes(key)))
    }

    fn live(&self, id: &SessionId, kept: StoredSession) -> StoredSession {
        StoredSession { last_use: self.uses.last_use(id, kept.last_use), ..kept }
    }

    /// Returns whether a session is valid now. One that began in the future isn't ended, because this engine's clock
    /// may be the one that's wrong.
    fn is_good(&self, id: &SessionId, kept: &StoredSession, now: Timestamp) -> bool {
        kept.since.duration_since(now) <= AHEAD && !self.has_ended(id, kept, now)
    }

    fn has_ended(&self, id: &SessionId, kept: &StoredSession, now: Timestamp) -> bool {
        let last_used = self.uses.last_use(id, kept.last_use);
        self.timeouts.have_passed(kept.since, last_used, now)
    }

    /// Returns a session from the cache or, if it isn't there, from the store. The cache also remembers that a
    /// session doesn't exist, since no session ever begins with a token that's already in use.
    async fn kept(&self, id: &SessionId) -> Result<Option<StoredSession>, StoreError> {
        let count = self.revisions.look().await?.of_sessions();
        if let Some(kept) = self.known.get(count, id) {
            return Ok(kept);
        }
        let ticket = self.known.ticket(count);
        let document = self.store.get(&path(id)).await?;
        let kept = document.as_ref().and_then(read).map(|(_, kept)| kept);
        self.known.keep(ticket, id.clone(), kept.clone());
        Ok(kept)
    }

    /// Saves that the session was used. Returns `false` if it ended in the meantime, which this must not undo.
    async fn write_use(&self, id: &SessionId, kept: &StoredSession, now: Timestamp) -> bool {
        let ticket = self.known.ticket(self.revisions.seen().of_sessions());
        let (fields, mask) = last_use(now);
        let write = Write::merge(path(id), fields, mask).only_if(Precondition::Exists(true));
        match self.store.commit(vec![write]).await {
            Ok(_) => {
                self.uses.forget(id);
                self.known.keep(ticket, id.clone(), Some(StoredSession { last_use: now, ..kept.clone() }));
                true
            }
            Err(error) => {
                // Only failed lookups deny access (`spec §5`), and this lookup succeeded.
                let has_ended = error.is_precondition();
                if has_ended {
                    self.known.clear(id);
                }
                !has_ended
            }
        }
    }

    async fn remove(&self, id: &SessionId) -> Result<(), StoreError> {
        let removed = self.store.commit(vec![Write::delete(path(id))]).await;
        self.known.clear(id);
        removed.map(|_| ())
    }
}
