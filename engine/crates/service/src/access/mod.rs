//! Who may sign in, and who is an admin (`spec §5`, `§6`).
//!
//! This is the only place where the access rule and the admin rule are applied. Its only I/O is the store, and it
//! knows nothing about sessions, sign-in, or HTTP. A failed lookup is an error, which is neither a yes nor a definite
//! no: the request is denied, but nobody's session ends.
//!
//! The list is changed only here, for the page and the command line alike ([`AccessRules::change`]): atomically,
//! within the rules, safely under concurrent changes, and always with an entry in the audit trail.

mod audit;
mod change;
mod edit;
mod email;
mod list;
mod rule;

use std::collections::BTreeSet;
use std::sync::Arc;

pub use audit::subject_changed;
pub use change::{ChangeError, Changed};
pub use edit::{Actor, ListEdit, MAX_ADDRESSES, Newcomer, Refusal};
pub use email::{
    AddressFlaw, AddressProblem, EmailAddress, InvalidDomain, InvalidEmail, OrganisationDomain,
    parse_addresses,
};
pub use list::{Everyone, List};
pub use rule::{Rights, document_of};

use rule::Standing;

use crate::clock::Clock;
use crate::recent::{Recent, Room};
use crate::revisions::Revisions;
use crate::store::{DocumentStore, StoreError};
use callguide_search::api::access::{AuditLine, AuditLog};

/// Decides who may do what, based on the store's allow-list and the organization's own domain.
#[derive(Debug)]
pub struct AccessRules {
    store: Arc<dyn DocumentStore>,
    domain: Option<OrganisationDomain>,
    clock: Clock,
    revisions: Revisions,
    recent: Recent<EmailAddress, Rights>,
    /// Lets one change run at a time on this engine; concurrent ones would only make each other fail.
    turn: tokio::sync::Mutex<()>,
}

impl AccessRules {
    /// Returns rules for `store`. Without a domain, only people on the list are let in.
    pub fn new(store: Arc<dyn DocumentStore>, domain: Option<OrganisationDomain>) -> Self {
        Self::with_clock(store, domain, Clock::machine())
    }

    /// Like [`Self::new`], with a clock that a test may set.
    pub fn with_clock(
        store: Arc<dyn DocumentStore>,
        domain: Option<OrganisationDomain>,
        clock: Clock,
    ) -> Self {
        let turn = tokio::sync::Mutex::new(());
        let revisions = Revisions::new(store.clone(), clock.clone());
        Self { store, domain, revisions, recent: Recent::new(clock.clone()), clock, turn }
    }

    /// Uses `revisions` to notice other engines' changes. Everything that uses the same `revisions` shares its
    /// checks.
    #[must_use]
    pub fn watching(self, revisions: &Revisions) -> Self {
        Self { revisions: revisions.clone(), ..self }
    }

    /// Limits the rights kept in memory to `room`.
    #[must_use]
    pub fn within(mut self, room: &Room) -> Self {
        self.recent = self.recent.within(room, |email, rights| {
            email.as_str().len() + rights.mark.as_ref().map_or(0, |mark| mark.len())
        });
        self
    }

    /// Returns a person's rights, possibly from the cache. Cached rights are used only as long as the checks, which
    /// run every few seconds, find no change.
    ///
    /// # Errors
    /// If the store doesn't answer. Then nobody is let in, and nobody is signed out.
    pub async fn rights(&self, email: &EmailAddress) -> Result<Rights, StoreError> {
        let count = self.revisions.look().await?.of_people();
        match self.recent.get(count, email) {
            Some(rights) => Ok(rights),
            None => self.read(count, email).await,
        }
    }

    /// Reads a person's rights from the store, for actions that can't be undone.
    ///
    /// # Errors
    /// As for [`AccessRules::rights`].
    pub async fn rights_now(&self, email: &EmailAddress) -> Result<Rights, StoreError> {
        let count = self.revisions.look().await?.of_people();
        self.read(count, email).await
    }

    async fn read(&self, count: u64, email: &EmailAddress) -> Result<Rights, StoreError> {
        let ticket = self.recent.ticket(count);
        let listed = self.store.get(&document_of(email)).await?;
        // Read this last, so that if someone is removed from the list and listed again in the meantime, we see the
        // new mark.
        let standing = Standing::of(self.store.get(&rule::person_document(email)).await?.as_ref());
        let listed = listed.as_ref().map(|document| &document.fields);
        let rights = rule::decide(email, self.domain.as_ref(), listed, standing);
        self.recent.keep(ticket, email.clone(), rights.clone());
        Ok(rights)
    }

    /// Reads the current allow-list.
    ///
    /// # Errors
    /// If the store doesn't answer. That's never mistaken for an empty list.
    pub async fn list(&self) -> Result<List, StoreError> {
        list::read(&*self.store).await.map(|read| read.list)
    }

    /// Reads a snapshot of everyone's rights, for callers that look up many people.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn everyone(&self) -> Result<Everyone, StoreError> {
        Ok(Everyone { read: list::read(&*self.store).await?, domain: self.domain.clone() })
    }

    /// Ends every session of these people, immediately on this engine. Addresses that nobody signed in with aren't an
    /// error. A caller that may be canceled must run this in a separate task.
    ///
    /// # Errors
    /// If the actor isn't an admin, or the store doesn't answer.
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
        let ended = change::sign_out(&*self.store, &self.clock, actor, emails).await;
        self.list_changed();
        ended
    }

    /// Ends every session of this person, at their own request. That's private, so it isn't recorded in the audit
    /// trail.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn sign_out_everywhere(&self, email: &EmailAddress) -> Result<(), StoreError> {
        let ended = change::sign_out_everywhere(&*self.store, email).await;
        self.list_changed();
        ended
    }

    /// Changes the list, or the blocked people, in one commit, together with the revision, the audit entry, and the
    /// marks of those who lose access.
    ///
    /// If `expected` entity tags are given, the change is made only if the list still has one of them; otherwise, it's
    /// applied to the current list. It takes effect on this engine on the next request. A caller that may be canceled
    /// must run this in a separate task.
    ///
    /// # Errors
    /// If a rule refuses the change, the list isn't as expected, or the store doesn't answer.
    pub async fn change(
        &self,
        actor: &Actor,
        expected: Option<&[String]>,
        edit: &ListEdit,
    ) -> Result<Changed, ChangeError> {
        let _turn = self.turn.lock().await;
        let changed = change::change(&*self.store, self.clock.now(), actor, expected, edit).await;
        // Do this even after an error, because a commit may have been made although its response was lost.
        self.list_changed();
        changed
    }

    /// Returns at most `size` entries of the audit trail, both changes and warnings, older than the one with the id
    /// `before`, newest first.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn audit(&self, before: Option<&str>, size: usize) -> Result<AuditLog, StoreError> {
        audit::page(&*self.store, before, size).await
    }

    /// Clears the cached rights. Must be called after every change to the list on this engine, so that it takes effect
    /// on the next request.
    pub fn list_changed(&self) {
        self.recent.clear_all();
    }
}
