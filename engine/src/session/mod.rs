//! Who is signed in, kept in the document store.
//!
//! A session is an opaque random token in the browser and a document here whose id is the token's
//! hash: whoever reads the store can't sign in with what it holds. It ends when it wasn't used for
//! long, when it is old, at sign-out, and when its person is no longer allowed. Decides nothing of
//! rights, knows no cookie.

mod document;
mod ending;
mod room;
mod token;
mod uses;

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

pub use room::{IN_USE, MakeRoom, PER_PERSON};
pub use token::Token;

use crate::api::session::{OpenSession, OpenSessions};
use crate::clock::Clock;
use crate::installation::{Codes, Installation};
use crate::recent::{Recent, Room};
use crate::revisions::Revisions;
use crate::store::{
    Document, DocumentPath, DocumentStore, Precondition, StoreError, Write, collections, list_all, sweep,
};
use document::{Kept, last_use, read};
use ending::{Ending, Known};
use token::Id;
use uses::Uses;

/// A use is written down when the last one written is so long ago (`design.md`, "Letting in"), or a third of
/// the time that a session may be idle, where that is less.
const WRITE_USE_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// Clocks of engines differ by less. A session that began later than this from now isn't good: it would outlive
/// [`Timeouts::absolute`].
const AHEAD: SignedDuration = SignedDuration::from_mins(2);

/// Someone whom a sign-in provider vouched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Lower-cased, as the allow-list has it.
    pub email: String,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
    /// Who this is at the provider; stays when the address changes hands.
    pub subject: String,
}

/// A session that hasn't ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Live {
    pub person: Person,
    /// The person's mark when the session began: it holds while that is still hers.
    pub mark: Option<String>,
    /// When it began.
    pub since: Timestamp,
    /// When it was used last, as far as is known here; another engine may know of a use some minutes later.
    pub last_use: Timestamp,
}

impl From<Live> for OpenSession {
    fn from(session: Live) -> Self {
        let Live { person, since, last_use, .. } = session;
        Self { email: person.email, display_name: person.display_name, since, last_used: last_use }
    }
}

impl OpenSessions {
    /// As an admin may see them, by address and of one address the newest first: nothing in it lets anyone in.
    pub fn of(sessions: impl IntoIterator<Item = Live>) -> Self {
        let mut sessions: Vec<_> = sessions.into_iter().map(OpenSession::from).collect();
        sessions.sort_by(|a, b| (&a.email, b.since).cmp(&(&b.email, a.since)));
        Self { sessions }
    }
}

/// When a session ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// So long after its last use. An engine that others served it on ends it sooner by up to 5 minutes, or a
    /// third of this: so seldom are uses written down.
    pub idle: Duration,
    /// So long after sign-in, however busy it is.
    pub absolute: Duration,
}

impl Timeouts {
    fn have_passed(&self, created: Timestamp, last_used: Timestamp, now: Timestamp) -> bool {
        let since = |moment: Timestamp| now.duration_since(moment);
        since(created) >= signed(self.absolute) || since(last_used) >= signed(self.idle)
    }

    /// A use is written down when the last one written is so long ago.
    fn write_use_after(&self) -> SignedDuration {
        WRITE_USE_AFTER.min(signed(self.idle / 3))
    }
}

fn signed(duration: Duration) -> SignedDuration {
    SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
}

/// The sessions.
#[derive(Debug)]
pub struct Sessions {
    store: Arc<dyn DocumentStore>,
    timeouts: Timeouts,
    per_person: NonZeroUsize,
    clock: Clock,
    installation: Installation,
    codes: OnceLock<Codes>,
    revisions: Revisions,
    known: Arc<Known>,
    uses: Uses,
    ending: Ending,
}

impl Sessions {
    /// Sessions in `store`.
    pub fn new(store: Arc<dyn DocumentStore>, timeouts: Timeouts) -> Self {
        Self::with_clock(store, timeouts, Clock::machine())
    }

    /// The same, by a clock that a test may set.
    pub fn with_clock(store: Arc<dyn DocumentStore>, timeouts: Timeouts, clock: Clock) -> Self {
        let known = Arc::new(Recent::new(clock.clone()));
        Self {
            timeouts,
            per_person: PER_PERSON,
            installation: Installation::new(store.clone()),
            codes: OnceLock::new(),
            revisions: Revisions::new(store.clone(), clock.clone()),
            uses: Uses::new(timeouts.idle),
            ending: Ending::new(store.clone(), known.clone()),
            known,
            store,
            clock,
        }
    }

    /// The same, looking for changes by other engines together with whoever else has these `revisions`.
    #[must_use]
    pub fn watching(self, revisions: &Revisions) -> Self {
        Self { revisions: revisions.clone(), ..self }
    }

    /// The same with so many sessions a person at most, [`PER_PERSON`] where this isn't asked.
    #[must_use]
    pub fn per_person(self, most: NonZeroUsize) -> Self {
        Self { per_person: most, ..self }
    }

    /// The same, keeping sessions in memory only as far as `room` goes.
    #[must_use]
    pub fn within(self, room: &Room) -> Self {
        let texts = |id: &Id, kept: &Option<Kept>| {
            let optional = |text: &Option<String>| text.as_ref().map_or(0, String::capacity);
            let of = |Kept { person, mark, .. }: &Kept| {
                person.email.capacity()
                    + person.subject.capacity()
                    + optional(&person.display_name)
                    + optional(&person.photo_url)
                    + optional(mark)
            };
            id.as_str().len() + kept.as_ref().map_or(0, of)
        };
        let known = Arc::new(Recent::new(self.clock.clone()).within(room, texts));
        Self { ending: Ending::new(self.store.clone(), known.clone()), known, ..self }
    }

    /// The time of day by the clock that sessions go by.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The installation whose engines make the tokens.
    pub fn installation(&self) -> &Installation {
        &self.installation
    }

    /// Whether the store answers and sessions can be recognized.
    ///
    /// # Errors
    /// Where not.
    pub async fn answers(&self) -> Result<(), StoreError> {
        self.installation.key().await?;
        self.revisions.probe().await
    }

    /// Begins a session under the person's `mark`, with a new token, which is nowhere but in the answer. It isn't
    /// among those that [`Self::make_room`] goes by.
    ///
    /// # Errors
    /// Where the store can't keep it.
    pub async fn begin(&self, person: Person, mark: Option<&str>) -> Result<Token, StoreError> {
        let (token, write) = self.prepare(person, mark).await?;
        self.store.commit(vec![write]).await?;
        Ok(token)
    }

    /// The same for whoever commits what begins it together with more.
    ///
    /// # Errors
    /// Where the store doesn't tell the installation's key.
    pub async fn prepare(&self, person: Person, mark: Option<&str>) -> Result<(Token, Write), StoreError> {
        let token = Token::random(self.codes().await?)?;
        let now = self.clock.now();
        let mark = mark.map(str::to_owned);
        let fields = document::write(&Kept { person, mark, created: now, last_used: now });
        let write = Write::set(path(&token.id()), fields).only_if(Precondition::Exists(false));
        Ok((token, write))
    }

    /// The session of this token, `None` where there is none or it has ended. The store isn't asked for what
    /// no engine of this installation made, nor for what is known and not changed.
    ///
    /// That it was used is written down now and then; where the store takes no writes, the session lives on.
    ///
    /// # Errors
    /// Where the store can't be asked; the session lives on.
    pub async fn find(&self, token: &str) -> Result<Option<Live>, StoreError> {
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
        let is_due = now.duration_since(kept.last_used) >= self.timeouts.write_use_after();
        if is_due && self.uses.may_try(&id, now) && !self.write_use(&id, &kept, now).await {
            return Ok(None);
        }
        Ok(Some(self.live(&id, kept)))
    }

    /// The same without counting as a use of the session.
    ///
    /// # Errors
    /// Where the store can't be asked; the session lives on.
    pub async fn peek(&self, token: &str) -> Result<Option<Live>, StoreError> {
        let Some(id) = self.id(token).await? else { return Ok(None) };
        let kept = self.kept(&id).await?.filter(|kept| self.is_good(&id, kept, self.clock.now()));
        Ok(kept.map(|kept| self.live(&id, kept)))
    }

    /// Every session that hasn't ended by itself or been ended, whoever's mark it carries, as the store says now.
    ///
    /// # Errors
    /// Where the store can't be asked.
    pub async fn list(&self) -> Result<Vec<Live>, StoreError> {
        let now = self.clock.now();
        let documents = list_all(&*self.store, &collections::sessions()).await?;
        let sessions = documents.iter().filter_map(read);
        let live = sessions.filter(|(id, kept)| self.is_good(id, kept, now));
        Ok(live.map(|(id, kept)| self.live(&id, kept)).collect())
    }

    /// Ends a session, also one that never was. Holds on this engine when it answers, on the others with
    /// their next look. May wait a second for others that end.
    ///
    /// # Errors
    /// Where the store can't be told; the session may live on.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        let Some(id) = self.id(token).await? else { return Ok(()) };
        match self.kept(&id).await? {
            Some(_) => self.ending.end([id]).await,
            None => Ok(()),
        }
    }

    /// Removes the documents of the sessions that ended by themselves, and says how many. One that another
    /// engine may know a later use of is left.
    ///
    /// # Errors
    /// Where the store can't be asked.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        let unwritten = self.timeouts.write_use_after();
        let has_ended = |document: &Document| {
            read(document).is_some_and(|(id, kept)| {
                let last_used = self.uses.last_use(&id, kept.last_used);
                let last_used = last_used.saturating_add(unwritten).unwrap_or(last_used);
                self.timeouts.have_passed(kept.created, last_used, now)
            })
        };
        sweep(&*self.store, &collections::sessions(), has_ended).await
    }

    /// The id of the session that this token would be of; `None` for what no engine of this installation made.
    async fn id(&self, token: &str) -> Result<Option<Id>, StoreError> {
        Ok(Id::of(token, self.codes().await?))
    }

    /// What proves tokens: worked out once, for every request has one.
    async fn codes(&self) -> Result<&Codes, StoreError> {
        let key = self.installation.key().await?;
        Ok(self.codes.get_or_init(|| token::codes(key)))
    }

    fn live(&self, id: &Id, kept: Kept) -> Live {
        let last_use = self.uses.last_use(id, kept.last_used);
        Live { person: kept.person, mark: kept.mark, since: kept.created, last_use }
    }

    /// Whether a session lets anyone in now. One from ahead isn't ended for that: it's this engine's clock that may be
    /// wrong.
    fn is_good(&self, id: &Id, kept: &Kept, now: Timestamp) -> bool {
        kept.created.duration_since(now) <= AHEAD && !self.has_ended(id, kept, now)
    }

    fn has_ended(&self, id: &Id, kept: &Kept, now: Timestamp) -> bool {
        let last_used = self.uses.last_use(id, kept.last_used);
        self.timeouts.have_passed(kept.created, last_used, now)
    }

    /// What is known of a session, else what the store says. That there is none is known as well: none begins
    /// with a token that someone has already.
    async fn kept(&self, id: &Id) -> Result<Option<Kept>, StoreError> {
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

    /// Notes that the session was used; `false` where it ended meanwhile, which this must not undo.
    async fn write_use(&self, id: &Id, kept: &Kept, now: Timestamp) -> bool {
        let ticket = self.known.ticket(self.revisions.seen().of_sessions());
        let (fields, mask) = last_use(now);
        let write = Write::merge(path(id), fields, mask).only_if(Precondition::Exists(true));
        match self.store.commit(vec![write]).await {
            Ok(_) => {
                self.uses.forget(id);
                self.known.keep(ticket, id.clone(), Some(Kept { last_used: now, ..kept.clone() }));
                true
            }
            Err(error) => {
                // Only what can't be looked up is denied (`spec §5`); this could.
                let has_ended = error.is_precondition();
                if has_ended {
                    self.known.clear(id);
                }
                !has_ended
            }
        }
    }

    async fn remove(&self, id: &Id) -> Result<(), StoreError> {
        let removed = self.store.commit(vec![Write::delete(path(id))]).await;
        self.known.clear(id);
        removed.map(|_| ())
    }
}

fn path(id: &Id) -> DocumentPath {
    collections::sessions().document(id.as_str()).expect("a hash in hex keeps the rules of ids")
}
