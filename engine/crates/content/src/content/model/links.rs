//! `links.yaml`: every external address, once, by name.

use serde::Deserialize;

use super::Named;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Links {
    pub links: Named<Link>,
    /// Phone numbers, by name.
    #[serde(default)]
    pub phones: Named<Phone>,
}

impl Links {
    /// Returns the address of the link named `name`.
    pub fn url(&self, name: &str) -> Option<&str> {
        self.links.get(name).map(|link| link.url.as_str())
    }
}

/// A phone number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Phone {
    pub number: String,
    /// The same number, with letters in place of some digits.
    pub letters: Option<String>,
}

/// An external address.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Link {
    pub url: String,
    pub label: String,
    /// Only staff can open it, so it's never given to a voter.
    #[serde(default)]
    pub staff: bool,
}
