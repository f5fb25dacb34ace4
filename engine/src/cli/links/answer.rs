//! What a site said about an address.

use serde::{Deserialize, Serialize};

/// The outcome for one address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "what", rename_all = "lowercase")]
pub(super) enum Answer {
    /// It answers.
    Fine,
    /// It answers, and says that it has moved for good to this address.
    Moved(String),
    /// Nobody can tell from here: the site refuses programs, or wants to be left in peace.
    Unsure(String),
    /// It doesn't answer, or says that there is nothing.
    Broken(String),
    /// It wasn't asked.
    Skipped,
}

impl Answer {
    /// Whether it may be believed for a while. What failed is asked again each time.
    pub(super) fn lasts(&self) -> bool {
        matches!(self, Self::Fine | Self::Moved(_))
    }
}

/// A status in words.
pub(super) fn words(status: u16) -> String {
    let what = match status {
        400 => "the site doesn't understand the address",
        401 => "the page asks for a password",
        403 => "the site refuses to show it",
        404 => "there is no such page",
        410 => "the page was removed for good",
        429 => "the site was asked too often",
        451 => "the page was taken down for legal reasons",
        500..=599 => "the site has a problem",
        _ => "this is no page",
    };
    format!("{what} (status {status})")
}
