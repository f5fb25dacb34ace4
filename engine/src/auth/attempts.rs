//! Attempts to sign in that are under way: each may be ended once, in the browser that began it.
//!
//! The browser keeps one secret for each attempt, from which everything the protocol needs is
//! worked out; the store keeps only that the attempt is there, under a hash that tells nothing. So
//! several tabs don't meet, several engines share what they must, and nobody who reads the store
//! can end an attempt.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use sha2::{Digest as _, Sha256};

use crate::clock::Clock;
use crate::store::{
    CollectionId, Document, DocumentPath, DocumentStore, Fields, Precondition, StoreError, Value, Write,
    random_bytes, sweep,
};

const BYTES: usize = 32;
/// An attempt that took longer has run out.
const BOUND: SignedDuration = SignedDuration::from_mins(10);
const BEGUN: &str = "begun";

/// What the browser that began an attempt keeps. Not to be logged, so it can't be printed.
pub struct Secret([u8; BYTES]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    fn random() -> Result<Self, StoreError> {
        random_bytes().map(Self)
    }

    /// For the cookie.
    pub fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// From the cookie; `None` for what no engine made.
    pub fn decode(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    /// Names the attempt towards the provider; what comes back has to match.
    pub fn state(&self) -> String {
        self.derive("state")
    }

    /// Binds the provider's ID token to the attempt.
    pub fn nonce(&self) -> String {
        self.derive("nonce")
    }

    /// Proves to the provider that whoever brings the code began the attempt (RFC 7636).
    pub fn verifier(&self) -> String {
        self.derive("verifier")
    }

    /// One value for each purpose; a hash of 256 random bits, so none tells another.
    fn derive(&self, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::new().chain_update(purpose).chain_update(self.0).finalize())
    }

    fn path(&self) -> DocumentPath {
        let id = hex::encode(Sha256::new().chain_update("document").chain_update(self.0).finalize());
        collection().document(id).expect("a hash in hex keeps the rules of ids")
    }
}

/// The attempts in a store.
#[derive(Debug)]
pub(super) struct Attempts {
    store: Arc<dyn DocumentStore>,
    clock: Clock,
}

impl Attempts {
    pub(super) fn new(store: Arc<dyn DocumentStore>, clock: Clock) -> Self {
        Self { store, clock }
    }

    pub(super) async fn begin(&self) -> Result<Secret, StoreError> {
        let secret = Secret::random()?;
        let fields = Fields::from([(BEGUN.to_owned(), Value::timestamp(self.clock.now()))]);
        let write = Write::set(secret.path(), fields).only_if(Precondition::Exists(false));
        self.store.commit(vec![write]).await?;
        Ok(secret)
    }

    /// Whether the attempt was there and in time. Of several who end it one hears yes, whichever
    /// engines they ask.
    pub(super) async fn end(&self, secret: &Secret) -> Result<bool, StoreError> {
        let Some(document) = self.store.get(&secret.path()).await? else { return Ok(false) };
        let delete = Write::delete(secret.path()).only_if(Precondition::Exists(true));
        match self.store.commit(vec![delete]).await {
            Ok(_) => Ok(!self.has_run_out(&document)),
            Err(error) if error.is_precondition() => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) async fn sweep(&self) -> Result<usize, StoreError> {
        sweep(&*self.store, &collection(), |document| self.has_run_out(document)).await
    }

    fn has_run_out(&self, document: &Document) -> bool {
        let begun = document.fields.get(BEGUN).and_then(Value::as_timestamp);
        begun.is_none_or(|begun| self.clock.now().duration_since(begun) >= BOUND)
    }
}

fn collection() -> CollectionId {
    CollectionId::new("signIns").expect("the name keeps the rules of ids")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_an_attempt_differ_and_come_again_from_its_secret() {
        let secret = Secret::random().unwrap();
        let again = Secret::decode(&secret.encode()).unwrap();
        let values = |s: &Secret| [s.state(), s.nonce(), s.verifier(), s.path().id().to_owned()];
        assert_eq!(values(&secret), values(&again));
        let different: std::collections::BTreeSet<_> = values(&secret).into_iter().collect();
        assert_eq!(different.len(), 4);
        assert_eq!(secret.verifier().len(), 43, "RFC 7636 §4.1 asks for 43 to 128 characters");
        assert_eq!(format!("{secret:?}"), "Secret");
    }

    #[test]
    fn what_no_engine_made_is_no_secret() {
        for bad in ["", "short", "é", &"A".repeat(44), &"A".repeat(100_000)] {
            assert!(Secret::decode(bad).is_none(), "{}", bad.len());
        }
    }
}
