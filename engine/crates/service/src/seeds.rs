//! First-run data, compiled in: the people for the development sign-in.
//!
//! Besides `content`, this is the only module that reads YAML; it never reads content. A seed isn't content: calls
//! don't depend on it, and it doesn't need findings with positions.

use serde::Deserialize;

use crate::access::{EmailAddress, document_of};
use crate::store::{Fields, Write};

/// The people for the development sign-in. None of them are real.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    people: Vec<SeedPerson>,
}

/// A person for the development sign-in.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedPerson {
    pub email: String,
    pub display_name: String,
    /// Whether this person is initially on the allow-list.
    pub allowed: bool,
    /// Whether this person is initially an admin.
    #[serde(default)]
    pub admin: bool,
    /// A short description of this person.
    pub description: String,
}

impl People {
    /// Returns the people in `seeds/development.yaml`.
    pub fn shipped() -> Self {
        serde_yaml::from_str(include_str!("../../../../seeds/development.yaml"))
            .expect("a test reads the file that is compiled in")
    }

    /// Returns the people in file order.
    pub fn iter(&self) -> impl Iterator<Item = &SeedPerson> {
        self.people.iter()
    }

    /// Returns the person with this email address.
    pub fn find(&self, email: &str) -> Option<&SeedPerson> {
        self.people.iter().find(|person| person.email == email)
    }

    /// Returns the initial allow-list of a store with development sign-in.
    pub fn allow_list(&self) -> Vec<Write> {
        let allowed = self.people.iter().filter(|person| person.allowed);
        allowed
            .filter_map(|person| {
                let email: EmailAddress = person.email.parse().ok()?;
                let admin = person.admin.then(|| ("isAdmin".to_owned(), true.into()));
                Some(Write::set(document_of(&email), Fields::from_iter(admin)))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_have_an_admin_a_volunteer_and_an_unlisted_person() {
        let people = People::shipped();
        let kinds: Vec<_> = people.iter().map(|p| (p.allowed, p.admin)).collect();
        assert_eq!(kinds, [(true, true), (true, false), (false, false)]);
        for person in people.iter() {
            let email: EmailAddress = person.email.parse().unwrap();
            assert_eq!(email.as_str(), person.email, "written in its one form");
        }
        let list = people.allow_list();
        let ids: Vec<_> = list.iter().map(|write| write.path.id()).collect();
        assert_eq!(ids, ["admin@example.org", "volunteer@example.org"]);
    }
}
