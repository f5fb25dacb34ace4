//! Who may come in, and who is an admin (`spec §5`, `§6`).
//!
//! The one place where the access rule and the admin rule are decided. No input or output but
//! the store. Knows nothing of sessions, sign-in or HTTP. What can't be looked up is an error,
//! never a yes and never a definite no: an error denies the request and ends nobody's session.
//!
//! The list itself is changed here and nowhere else, for the page and for the command line alike
//! ([`AccessRules::change`]): whole, by a rule, against what others change meanwhile, and never
//! without a line in the audit trail.

mod addresses;
mod audit;
mod change;
mod edit;
mod email;
mod everyone;
mod list;
mod person;
mod rule;
mod sign_out;

use std::collections::BTreeSet;
use std::sync::Arc;

pub use addresses::{AddressFlaw, AddressProblem, parse_addresses};
pub use audit::subject_changed;
pub use change::{ChangeError, Changed};
pub use edit::{Actor, Edit, MAX_ADDRESSES, Newcomer, Refusal};
pub use email::{EmailAddress, InvalidDomain, InvalidEmail, OrganisationDomain};
pub use everyone::Everyone;
pub use list::{List, ListedPerson};
pub use rule::{Rights, allowed_emails, document_of};

use person::Standing;

use crate::api::allowed_emails::{AuditLine, AuditLog};
use crate::clock::Clock;
use crate::recent::{Recent, Room};
use crate::revisions::Revisions;
use crate::store::{DocumentStore, StoreError};

/// Decides by the store's allow-list and the organisation's own domain.
#[derive(Debug)]
pub struct AccessRules {
    store: Arc<dyn DocumentStore>,
    domain: Option<OrganisationDomain>,
    clock: Clock,
    revisions: Revisions,
    recent: Recent<EmailAddress, Rights>,
    /// One change at a time on this engine; they would only refuse one another.
    turn: tokio::sync::Mutex<()>,
}

impl AccessRules {
    /// Without a domain only the list lets anyone in.
    pub fn new(store: Arc<dyn DocumentStore>, domain: Option<OrganisationDomain>) -> Self {
        Self::with_clock(store, domain, Clock::machine())
    }

    /// The same, by a clock that a test may set.
    pub fn with_clock(
        store: Arc<dyn DocumentStore>,
        domain: Option<OrganisationDomain>,
        clock: Clock,
    ) -> Self {
        let turn = tokio::sync::Mutex::new(());
        let revisions = Revisions::new(store.clone(), clock.clone());
        Self { store, domain, revisions, recent: Recent::new(clock.clone()), clock, turn }
    }

    /// The same, looking for changes by other engines together with whoever else has these `revisions`.
    #[must_use]
    pub fn watching(self, revisions: &Revisions) -> Self {
        Self { revisions: revisions.clone(), ..self }
    }

    /// The same, keeping rights in memory only as far as `room` goes.
    #[must_use]
    pub fn within(mut self, room: &Room) -> Self {
        self.recent = self.recent.within(room, |email, rights| {
            email.as_str().len() + rights.mark.as_ref().map_or(0, |mark| mark.len())
        });
        self
    }

    /// What this person may do: what the store said when it was asked last, of which no look of the last few
    /// seconds found that it changed.
    ///
    /// # Errors
    /// Where the store can't be asked: nobody is let in then, and nobody is thrown out.
    pub async fn rights(&self, email: &EmailAddress) -> Result<Rights, StoreError> {
        let count = self.revisions.look().await?.of_people();
        match self.recent.get(count, email) {
            Some(rights) => Ok(rights),
            None => self.read(count, email).await,
        }
    }

    /// What this person may do, as the store says now: for what can't be taken back.
    ///
    /// # Errors
    /// As [`AccessRules::rights`].
    pub async fn rights_now(&self, email: &EmailAddress) -> Result<Rights, StoreError> {
        let count = self.revisions.look().await?.of_people();
        self.read(count, email).await
    }

    async fn read(&self, count: u64, email: &EmailAddress) -> Result<Rights, StoreError> {
        let ticket = self.recent.ticket(count);
        let listed = self.store.get(&document_of(email)).await?;
        // Read last: of someone who is taken off the list in between, and allowed again, the new mark is seen.
        let standing = Standing::of(self.store.get(&person::path(email)).await?.as_ref());
        let listed = listed.as_ref().map(|document| &document.fields);
        let rights = rule::decide(email, self.domain.as_ref(), listed, standing);
        self.recent.keep(ticket, email.clone(), rights.clone());
        Ok(rights)
    }

    /// The allow-list as it is now.
    ///
    /// # Errors
    /// Where the store can't be asked: never an empty list.
    pub async fn list(&self) -> Result<List, StoreError> {
        list::read(&*self.store).await.map(|read| read.list)
    }

    /// What everyone may do at one moment, for whoever asks for many.
    ///
    /// # Errors
    /// Where the store can't be asked.
    pub async fn everyone(&self) -> Result<Everyone, StoreError> {
        Ok(Everyone::new(list::read(&*self.store).await?, self.domain.clone()))
    }

    /// Ends every session of these people, here at once. Addresses that nobody signed in with are no error.
    /// A caller that may be cancelled lets it run in a task of its own.
    ///
    /// # Errors
    /// Where the actor is no admin, or the store can't be used.
    pub async fn sign_out(
        &self,
        actor: &Actor,
        emails: &BTreeSet<EmailAddress>,
    ) -> Result<AuditLine, ChangeError> {
        if let Actor::Admin(email) = actor
            && !self.rights_now(email).await?.admin
        {
            return Err(Refusal::NotAdmin.into());
        }
        let ended = sign_out::by_others(&*self.store, &self.clock, actor, emails).await;
        self.list_changed();
        ended
    }

    /// Ends every session of someone who wants it herself. It is nobody else's to read about.
    ///
    /// # Errors
    /// Where the store can't be used.
    pub async fn sign_out_everywhere(&self, email: &EmailAddress) -> Result<(), StoreError> {
        let ended = sign_out::by_oneself(&*self.store, email).await;
        self.list_changed();
        ended
    }

    /// Changes the list, or who is kept out, in one commit, together with its revision, its line in the audit
    /// trail and the marks of those who lose their access.
    ///
    /// With `expected` entity tags only if the list still has one of them; without, it is made on
    /// top of whatever the list has become. Holds on this engine from the next request. A caller
    /// that may be cancelled lets it run in a task of its own.
    ///
    /// # Errors
    /// Where a rule refuses it, the list is another than expected, or the store can't be used.
    pub async fn change(
        &self,
        actor: &Actor,
        expected: Option<&[String]>,
        edit: &Edit,
    ) -> Result<Changed, ChangeError> {
        let _turn = self.turn.lock().await;
        let changed = change::change(&*self.store, self.clock.now(), actor, expected, edit).await;
        // Also after an error: a commit whose answer got lost may have been made.
        self.list_changed();
        changed
    }

    /// At most `size` lines of the audit trail, changes and warnings, that are older than the one named `before`, newest first.
    ///
    /// # Errors
    /// Where the store can't be asked.
    pub async fn audit(&self, before: Option<&str>, size: usize) -> Result<AuditLog, StoreError> {
        audit::page(&*self.store, before, size).await
    }

    /// To be called after every change of the list on this engine: it holds from the next request.
    pub fn list_changed(&self) {
        self.recent.clear_all();
    }
}
