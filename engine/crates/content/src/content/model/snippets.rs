//! `snippets.yaml`: texts used in several places, by name.

use serde::Deserialize;

use super::Named;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Snippets {
    pub snippets: Named<String>,
}
