//! `links.yaml`: every external address once, by name.

use serde::Deserialize;

use super::Named;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Links {
    pub links: Named<Link>,
}

/// An external address.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Link {
    pub url: String,
    pub label: String,
    /// Only staff can open it: never given to a voter.
    #[serde(default)]
    pub staff: bool,
}
