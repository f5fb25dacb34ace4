//! Who may come in, and who is an admin (`spec §5`, `§6`).
//!
//! The one place where the access rule and the admin rule are decided. No input or output but
//! the store. Knows nothing of sessions, sign-in or HTTP. What can't be looked up is an error,
//! never a yes and never a definite no: an error denies the request and ends nobody's session.

mod email;
mod rule;

use std::sync::Arc;

pub use email::{EmailAddress, InvalidDomain, InvalidEmail, OrganisationDomain};
pub use rule::{Rights, allowed_emails, document_of};

use crate::clock::Clock;
use crate::recent::{Recent, Room};
use crate::store::{DocumentStore, StoreError};

/// Decides by the store's allow-list and the organisation's own domain.
#[derive(Debug)]
pub struct AccessRules {
    store: Arc<dyn DocumentStore>,
    domain: Option<OrganisationDomain>,
    recent: Recent<EmailAddress, Rights>,
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
        Self { store, domain, recent: Recent::new(clock) }
    }

    /// The same, keeping rights in memory only as far as `room` goes.
    #[must_use]
    pub fn within(mut self, room: &Room) -> Self {
        self.recent = self.recent.within(room, |email, _| email.as_str().len());
        self
    }

    /// What this person may do, as the store said no more than 5 seconds ago.
    ///
    /// # Errors
    /// Where the store can't be asked: nobody is let in then, and nobody is thrown out.
    pub async fn rights(&self, email: &EmailAddress) -> Result<Rights, StoreError> {
        if let Some(rights) = self.recent.get(email) {
            return Ok(rights);
        }
        let ticket = self.recent.ticket();
        let document = self.store.get(&document_of(email)).await?;
        let rights = rule::decide(email, self.domain.as_ref(), document.as_ref());
        self.recent.keep(ticket, email.clone(), rights);
        Ok(rights)
    }

    /// To be called after every change of the list on this engine: it holds from the next request.
    pub fn list_changed(&self) {
        self.recent.clear_all();
    }

    /// Whether the store can be asked now.
    pub async fn answers(&self) -> bool {
        let anyone = allowed_emails().document("nobody@invalid").expect("the id keeps the rules");
        match self.store.get(&anyone).await {
            Ok(_) => true,
            Err(error) => {
                tracing::warn!(%error, "the document store does not answer");
                false
            }
        }
    }
}
