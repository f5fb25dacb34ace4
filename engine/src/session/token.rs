//! The secret in the browser, and what the store knows of it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::store::{StoreError, random_bytes};

const BYTES: usize = 32;

/// Proves to be somebody's browser. Not to be logged, so it can't be printed.
pub struct Token(String);

impl Token {
    /// 256 random bits.
    pub(super) fn random() -> Result<Self, StoreError> {
        Ok(Self(URL_SAFE_NO_PAD.encode(random_bytes::<BYTES>()?)))
    }

    /// For the cookie.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn key(&self) -> Key {
        hash(&self.0)
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

/// The hash of a token: the id of its document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key(String);

impl Key {
    /// `None` for what can't be a token.
    pub(super) fn of(token: &str) -> Option<Self> {
        let decoded = URL_SAFE_NO_PAD.decode(token).ok()?;
        (decoded.len() == BYTES).then(|| hash(token))
    }

    /// The key that a document's id is.
    pub(super) fn of_document(id: &str) -> Self {
        Self(id.to_owned())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Plain SHA-256: a token has 256 random bits, so there is nothing to guess that slowness would hinder.
fn hash(token: &str) -> Key {
    Key(hex::encode(Sha256::digest(token)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_their_hash_does_not_tell_them() {
        let (one, two) = (Token::random().unwrap(), Token::random().unwrap());
        assert_ne!(one.as_str(), two.as_str());
        assert_eq!(one.as_str().len(), 43);
        assert_eq!(Key::of(one.as_str()), Some(one.key()));
        assert!(!one.key().as_str().contains(one.as_str()));
        assert_eq!(format!("{one:?}"), "Token");
    }

    #[test]
    fn what_no_engine_made_is_no_token() {
        for bad in ["", "short", "../../etc", "é", &"A".repeat(44), &"A".repeat(100_000)] {
            assert_eq!(Key::of(bad), None);
        }
    }
}
