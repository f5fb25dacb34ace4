//! Sign-in attempts in progress. Each can be ended once, in the browser that began it.
//!
//! An attempt is kept in a cookie of that browser, sealed with the installation's key, along with its start time and
//! the data of the page that began it. So beginning an attempt writes nothing, and a cookie that no engine of this
//! installation sealed is rejected without a store call. An attempt is recorded in the store only when it ends, under
//! a hash that reveals nothing. So if several requests try to end it, even on different engines, only one succeeds.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::clock::Clock;
use crate::installation::Installation;
use crate::store::{
    Document, DocumentPath, DocumentStore, Fields, Precondition, StoreError, Value, Write, collections,
    random_bytes, sweep,
};

const BYTES: usize = 32;
/// The time after which an attempt expires.
const BOUND: SignedDuration = SignedDuration::from_mins(10);
/// How long an ended attempt is remembered. By then, it has expired by every engine's clock.
const KEPT: SignedDuration = SignedDuration::from_hours(1);
/// The field that contains the time until which an ended attempt is remembered.
const UNTIL: &str = "until";
const PURPOSE: &str = "sign-in attempt";

/// An attempt's secret, which the browser that began the attempt holds in sealed form. It must not be logged,
/// so it can't be printed.
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

    /// Returns the `state` that identifies the attempt to the provider; the provider's redirect must carry
    /// the same one.
    pub fn state(&self) -> String {
        self.derive("state")
    }

    /// Returns the nonce that binds the provider's ID token to the attempt.
    pub fn nonce(&self) -> String {
        self.derive("nonce")
    }

    /// Returns the PKCE verifier, which proves to the provider that the party presenting the code began the
    /// attempt (RFC 7636).
    pub fn verifier(&self) -> String {
        self.derive("verifier")
    }

    /// Derives the value for a purpose. Each value is a hash that includes 256 random bits, so none reveals
    /// another.
    fn derive(&self, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::new().chain_update(purpose).chain_update(self.0).finalize())
    }

    fn path(&self) -> DocumentPath {
        let id = hex::encode(Sha256::new().chain_update("document").chain_update(self.0).finalize());
        collections::SIGN_INS.document(id).expect("a hash in hex is a valid ID")
    }
}

/// The content of a sealed cookie.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    secret: String,
    begun: Timestamp,
    page: T,
}

/// An attempt that a browser sent back.
#[derive(Debug)]
pub struct Opened<T> {
    pub secret: Secret,
    /// The data of the page that began it.
    pub page: T,
    /// `false` if the attempt has expired.
    pub in_time: bool,
}

/// An installation's sign-in attempts.
#[derive(Debug)]
pub struct Attempts {
    store: Arc<dyn DocumentStore>,
    installation: Installation,
    clock: Clock,
}

impl Attempts {
    pub(super) fn new(store: Arc<dyn DocumentStore>, installation: Installation, clock: Clock) -> Self {
        Self { store, installation, clock }
    }

    /// Begins an attempt with the page data `page`. Returns its secret and the sealed text for the browser's
    /// cookie.
    pub(super) async fn begin(&self, page: &impl Serialize) -> Result<(Secret, String), StoreError> {
        let secret = Secret::random()?;
        let sealed = Sealed { secret: URL_SAFE_NO_PAD.encode(secret.0), begun: self.clock.now(), page };
        let plain =
            serde_json::to_vec(&sealed).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let sealed = self.installation.key().await?.seal(PURPOSE, &plain)?;
        Ok((secret, sealed))
    }

    /// Opens the sealed attempt that a browser sent back; `None` if no engine of this installation sealed it. Doesn't
    /// call the store for the attempt itself.
    ///
    /// # Errors
    /// If the installation's key isn't available.
    pub async fn open<T: DeserializeOwned>(&self, sealed: &str) -> Result<Option<Opened<T>>, StoreError> {
        let Some(plain) = self.installation.key().await?.open(PURPOSE, sealed) else { return Ok(None) };
        let Ok(Sealed { secret, begun, page }) = serde_json::from_slice(&plain) else { return Ok(None) };
        let secret = URL_SAFE_NO_PAD.decode(secret).ok().and_then(|bytes| bytes.try_into().ok()).map(Secret);
        let in_time = self.clock.now().duration_since(begun) < BOUND;
        Ok(secret.map(|secret| Opened { secret, page, in_time }))
    }

    /// Ends an attempt, whether or not it succeeded. Returns true for exactly one caller, even across engines.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn end(&self, secret: &Secret) -> Result<bool, StoreError> {
        let until = self.clock.now().saturating_add(KEPT).unwrap_or(Timestamp::MAX);
        let fields = Fields::from([(UNTIL.to_owned(), Value::timestamp(until))]);
        let used = Write::set(secret.path(), fields).only_if(Precondition::Exists(false));
        match self.store.commit(vec![used]).await {
            Ok(_) => Ok(true),
            Err(error) if error.is_precondition() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes ended attempts that expired long ago, leaving all other documents alone. Returns how many it removed.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        let is_over = |document: &Document| ended_until(document).is_some_and(|until| until <= now);
        sweep(&*self.store, &collections::SIGN_INS, is_over).await
    }
}

/// Returns the time until which an ended attempt is kept; `None` for any other document.
fn ended_until(document: &Document) -> Option<Timestamp> {
    let is_hash = hex::decode(document.path.id()).is_ok_and(|bytes| bytes.len() == BYTES);
    let until = document.fields.get(UNTIL).and_then(Value::as_timestamp)?;
    (is_hash && document.fields.len() == 1).then_some(until)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::store::{SqliteStore, list_all};

    fn attempts() -> (tempfile::TempDir, Attempts, Clock) {
        let data = tempfile::tempdir().unwrap();
        let store: Arc<dyn DocumentStore> = Arc::new(SqliteStore::open(data.path(), &[]).unwrap());
        let clock = Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap());
        let attempts = Attempts::new(store.clone(), Installation::new(store), clock.clone());
        (data, attempts, clock)
    }

    #[tokio::test]
    async fn the_secrets_of_an_attempt_differ_and_are_recovered_from_the_seal() {
        let (_data, attempts, _) = attempts();
        let (secret, sealed) = attempts.begin(&"a page").await.unwrap();
        let again = attempts.open::<String>(&sealed).await.unwrap().unwrap();
        assert_eq!((again.page.as_str(), again.in_time), ("a page", true));
        let values = |s: &Secret| [s.state(), s.nonce(), s.verifier(), s.path().id().to_owned()];
        assert_eq!(values(&secret), values(&again.secret));
        let different: std::collections::BTreeSet<_> = values(&secret).into_iter().collect();
        assert_eq!(different.len(), 4);
        assert_eq!(secret.verifier().len(), 43, "RFC 7636 §4.1 asks for 43 to 128 characters");
        assert_eq!(format!("{again:?}"), "Opened { secret: Secret, page: \"a page\", in_time: true }");
    }

    #[tokio::test]
    async fn an_attempt_expires_and_a_forged_seal_does_not_open() {
        let (_data, attempts, clock) = attempts();
        let (_, sealed) = attempts.begin(&()).await.unwrap();
        for bad in
            ["", "short", "é", &"A".repeat(44), &"A".repeat(100_000), &sealed[1..], &sealed.to_lowercase()]
        {
            assert!(attempts.open::<()>(bad).await.unwrap().is_none(), "{}", bad.len());
        }
        clock.advance(Duration::from_secs(599));
        assert!(attempts.open::<()>(&sealed).await.unwrap().unwrap().in_time);
        clock.advance(Duration::from_secs(1));
        assert!(!attempts.open::<()>(&sealed).await.unwrap().unwrap().in_time);
    }

    #[tokio::test]
    async fn only_used_attempts_that_no_engine_would_accept_are_swept() {
        let (_data, attempts, clock) = attempts();
        let (secret, _) = attempts.begin(&()).await.unwrap();
        let (other, _) = attempts.begin(&()).await.unwrap();
        assert!(attempts.end(&secret).await.unwrap() && attempts.end(&other).await.unwrap());
        assert!(!attempts.end(&secret).await.unwrap(), "once");
        let long_ago = Value::timestamp("2020-01-01T00:00:00Z".parse().unwrap());
        let id = secret.path().id().to_owned();
        let foreign = [
            ("another-program", Fields::from([(UNTIL.to_owned(), long_ago.clone())])),
            (
                id.as_str(),
                Fields::from([(UNTIL.to_owned(), long_ago.clone()), ("more".to_owned(), true.into())]),
            ),
        ];
        for (id, fields) in foreign {
            let path = collections::SIGN_INS.document(id).unwrap();
            attempts.store.commit(vec![Write::set(path, fields)]).await.unwrap();
        }
        clock.advance(Duration::from_secs(3599));
        assert_eq!(attempts.sweep().await.unwrap(), 0);
        clock.advance(Duration::from_secs(1));
        assert_eq!(attempts.sweep().await.unwrap(), 1, "the other one");
        assert_eq!(list_all(&*attempts.store, &collections::SIGN_INS).await.unwrap().len(), 2);
    }
}
