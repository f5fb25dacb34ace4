//! `search.yaml`: synonyms for the search.

use serde::Deserialize;

use super::Lenient;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Search {
    #[serde(default)]
    pub synonyms: Lenient<Synonym>,
}

/// Words that find each other, or words that find others.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Synonym {
    TwoWay { both: Vec<String> },
    OneWay { words: Vec<String>, finds: Vec<String> },
}
