//! The development sign-in: it vouches for the people of `seeds/development.yaml` without a question.
//!
//! For a machine that has no configuration. Who may offer it (loopback alone) is decided where the
//! address is known, in `cli` and `http`. It goes through [`super::sign_in`] like every other.

pub use crate::seeds::{People, SeedPerson};
use crate::session::Person;

impl SeedPerson {
    /// What a provider would say of this person.
    pub fn identity(&self) -> Person {
        Person {
            email: self.email.clone(),
            display_name: Some(self.display_name.clone()),
            photo_url: None,
            subject: format!("development:{}", self.email),
        }
    }
}
