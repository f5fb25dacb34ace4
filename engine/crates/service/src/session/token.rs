//! The secret in the browser, and the hash that the store has of it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::installation::{Codes, Key, MAC_BYTES};
use crate::store::{StoreError, random_bytes};

/// The length of the random part. An authentication code by this installation follows it.
const BYTES: usize = 32;

/// Returns the codes that authenticate the tokens of the installation with this `key`.
pub(super) fn codes(key: &Key) -> Codes {
    key.codes("session")
}

/// The secret that identifies a browser's session. It must not be logged, so it can't be printed.
pub struct Token(String);

impl Token {
    /// Returns a token of 256 random bits and their authentication code.
    pub(super) fn random(codes: &Codes) -> Result<Self, StoreError> {
        let random: [u8; BYTES] = random_bytes()?;
        Ok(Self(URL_SAFE_NO_PAD.encode([&random[..], &codes.of(&random)].concat())))
    }

    /// Returns the token's text, for the cookie.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn id(&self) -> Id {
        hash(&self.0)
    }

    /// Returns the id of the session's document, which reveals nothing about the token.
    pub fn session_id(&self) -> String {
        self.id().0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

/// The hash of a token: the id of its document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id(String);

impl Id {
    /// Returns the token's id; `None` if no engine of the installation with these `codes` made the token.
    pub(super) fn of(token: &str, codes: &Codes) -> Option<Self> {
        let decoded = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (random, mac) = decoded.split_at_checked(BYTES)?;
        (mac.len() == MAC_BYTES && codes.fits(random, mac)).then(|| hash(token))
    }

    /// Parses a document's id; `None` if it isn't a token's hash.
    pub(super) fn of_document(id: &str) -> Option<Self> {
        let is_hash = id.len() == 64 && id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        is_hash.then(|| Self(id.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Plain SHA-256 is enough: a token has 256 random bits, so a slow hash wouldn't make guessing any harder.
fn hash(token: &str) -> Id {
    Id(hex::encode(Sha256::digest(token)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn some_codes() -> Codes {
        codes(&Key::random().unwrap())
    }

    pub(in crate::session) fn some_id() -> Id {
        Token::random(&some_codes()).unwrap().id()
    }

    #[test]
    fn tokens_differ_and_their_hash_does_not_tell_them() {
        let codes = some_codes();
        let (one, two) = (Token::random(&codes).unwrap(), Token::random(&codes).unwrap());
        assert_ne!(one.as_str(), two.as_str());
        assert_eq!(one.as_str().len(), 64);
        assert_eq!(Id::of(one.as_str(), &codes), Some(one.id()));
        assert_eq!(Id::of_document(one.id().as_str()), Some(one.id()));
        assert!(!one.id().as_str().contains(one.as_str()));
        assert_eq!(format!("{one:?}"), "Token");
    }

    #[test]
    fn what_no_engine_of_the_installation_made_is_no_token() {
        let codes = some_codes();
        let other = Token::random(&some_codes()).unwrap();
        let cut = &Token::random(&codes).unwrap().0[..62];
        for bad in ["", "short", "../../etc", "é", &"A".repeat(43), &"A".repeat(64), &"A".repeat(100_000)] {
            assert_eq!(Id::of(bad, &codes), None);
        }
        assert_eq!((Id::of(other.as_str(), &codes), Id::of(cut, &codes)), (None, None));
    }
}
