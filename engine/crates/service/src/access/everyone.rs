//! A snapshot of everyone's rights.

use super::email::{EmailAddress, OrganisationDomain};
use super::list::Read;
use super::rule::{self, Rights};

/// A snapshot of everyone's rights, for callers that need many.
#[derive(Debug)]
pub struct Everyone {
    read: Read,
    domain: Option<OrganisationDomain>,
}

impl Everyone {
    pub(super) fn new(read: Read, domain: Option<OrganisationDomain>) -> Self {
        Self { read, domain }
    }

    /// Like [`super::AccessRules::rights`].
    pub fn rights(&self, email: &EmailAddress) -> Rights {
        let standing = self.read.standings.get(email.as_str()).cloned().unwrap_or_default();
        rule::decide(email, self.domain.as_ref(), self.read.list.people.get(email.as_str()), standing)
    }
}
