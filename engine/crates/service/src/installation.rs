//! An installation's secret: one random key that all engines on a store share.
//!
//! Everything that an engine hands out is authenticated with this key, so forgeries are rejected without a store
//! call. The first engine creates the key, and all others read it. `callguide restore` leaves it out, so nothing
//! handed out before a restore is valid after it. This module knows nothing about sessions, sign-in, or HTTP. No other
//! module uses ring.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;
use subtle::ConstantTimeEq as _;
use tokio::sync::Mutex;

use crate::store::{
    Document, DocumentPath, DocumentStore, Fields, Precondition, StoreError, Value, Write, collections,
    random_bytes,
};

/// How long callers get the same error after a failed read, instead of another read.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(500);

const FIELD: &str = "key";

/// The key of the installation that a store belongs to. Clones share the key once it's read.
#[derive(Debug, Clone)]
pub struct Installation(Arc<StoredKey>);

#[derive(Debug)]
struct StoredKey {
    store: Arc<dyn DocumentStore>,
    key: OnceLock<Key>,
    /// The last failed read. Locked during a read, so only one caller reads.
    failed: Mutex<Option<(Instant, StoreError)>>,
}

impl Installation {
    /// Returns the installation that `store` belongs to, without reading anything yet.
    pub fn new(store: Arc<dyn DocumentStore>) -> Self {
        Self(Arc::new(StoredKey { store, key: OnceLock::new(), failed: Mutex::default() }))
    }

    /// Returns the key. It's read only once while the engine runs, and created if there is none yet.
    ///
    /// # Errors
    /// If the store doesn't answer, or contains something other than a key at the key's path. No matter how many
    /// callers there are, the store is read at most a few times per second.
    pub async fn key(&self) -> Result<&Key, StoreError> {
        let StoredKey { store, key, failed } = &*self.0;
        if let Some(key) = key.get() {
            return Ok(key);
        }
        let mut failed = failed.lock().await;
        if let Some(key) = key.get() {
            return Ok(key);
        }
        if let Some((_, error)) = failed.as_ref().filter(|(at, _)| at.elapsed() < TRY_AGAIN_AFTER) {
            return Err(error.clone());
        }
        match read_or_make(&**store).await {
            Ok(found) => Ok(key.get_or_init(|| found)),
            Err(error) => {
                *failed = Some((Instant::now(), error.clone()));
                Err(error)
            }
        }
    }

    /// Reads the key when an engine starts, retrying until it succeeds.
    pub async fn learn(&self) {
        let mut told = false;
        while let Err(error) = self.key().await {
            if !std::mem::replace(&mut told, true) {
                tracing::warn!(%error, "nobody can sign in or be recognized: the installation's key can't be read yet");
            }
            tokio::time::sleep(2 * TRY_AGAIN_AFTER).await;
        }
        if told {
            tracing::info!("the installation's key can be read again");
        }
    }
}

async fn read_or_make(store: &dyn DocumentStore) -> Result<Key, StoreError> {
    let path = path();
    if let Some(document) = store.get(&path).await? {
        return read(&document);
    }
    let made = Key::random()?;
    let fields = Fields::from([(FIELD.to_owned(), Value::Bytes(made.0.to_vec()))]);
    match store.commit(vec![Write::set(path.clone(), fields).only_if(Precondition::Exists(false))]).await {
        Ok(_) => Ok(made),
        Err(error) => match store.get(&path).await? {
            // Another engine created it first, or this one did and the response was lost.
            Some(document) => read(&document),
            None => Err(error),
        },
    }
}

/// Reads the key from its document. Anything else found there is an error and is never replaced, because someone may
/// need it.
fn read(document: &Document) -> Result<Key, StoreError> {
    if let Some(Value::Bytes(bytes)) = document.fields.get(FIELD)
        && let Ok(bytes) = bytes[..].try_into()
    {
        return Ok(Key(bytes));
    }
    Err(StoreError::Unavailable(format!("{} has no key from this program", document.path)))
}

fn path() -> DocumentPath {
    collections::INSTALLATION.document("key").expect("the name is a valid ID")
}

const BYTES: usize = 32;

/// The length of a message authentication code in bytes: 128 bits, which can't be guessed.
const MAC_BYTES: usize = 16;

/// A key of 256 random bits. Each purpose has its own key, derived from this one, so nothing made for one purpose is
/// valid for another. It must not be logged, so it can't be printed.
pub struct Key([u8; BYTES]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    pub(crate) fn random() -> Result<Self, StoreError> {
        random_bytes().map(Self)
    }

    /// Returns the authentication codes for `purpose`.
    pub fn codes(&self, purpose: &str) -> Codes {
        Codes(hmac::Key::new(hmac::HMAC_SHA256, &self.derive("mac", purpose)))
    }

    /// Encrypts and authenticates `plain`. Returns text for a cookie or a URL: base64url, encoding 28 bytes more
    /// than `plain` (ChaCha20-Poly1305, RFC 8439, with a random nonce).
    ///
    /// # Errors
    /// If the machine can't provide random bytes, or `plain` is too long to encrypt.
    pub fn seal(&self, purpose: &str, plain: &[u8]) -> Result<String, StoreError> {
        let nonce: [u8; NONCE_LEN] = random_bytes()?;
        let mut sealed = plain.to_vec();
        self.cipher(purpose)
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
            .map_err(|_| StoreError::Unavailable("too much to seal".to_owned()))?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
    }

    /// Returns the bytes given to [`Key::seal`] for `purpose`; `None` if no engine of this installation sealed it.
    pub fn open(&self, purpose: &str, sealed: &str) -> Option<Vec<u8>> {
        let mut bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, text) = bytes.split_at_mut_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let plain = self.cipher(purpose).open_in_place(nonce, Aad::empty(), text).ok()?;
        Some(plain.to_vec())
    }

    fn cipher(&self, purpose: &str) -> LessSafeKey {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &self.derive("seal", purpose));
        LessSafeKey::new(key.expect("the cipher's keys are as long as a hash (256 bits)"))
    }

    /// Derives a key for one use and purpose (one step of HKDF's expansion, RFC 5869).
    fn derive(&self, usage: &str, purpose: &str) -> [u8; BYTES] {
        let root = hmac::Key::new(hmac::HMAC_SHA256, &self.0);
        let name = format!("callguide {usage}\0{purpose}\0\u{1}");
        hmac::sign(&root, name.as_bytes()).as_ref().try_into().expect("a code is as long as a key")
    }
}

/// Authentication codes for one purpose (HMAC-SHA-256, RFC 2104, truncated to 128 bits). Keep this value for reuse:
/// deriving its key costs more than computing a code, and every request carries a code to check.
#[derive(Debug)]
pub struct Codes(hmac::Key);

impl Codes {
    /// Returns the code for `data`.
    pub fn of(&self, data: &[u8]) -> [u8; MAC_BYTES] {
        *hmac::sign(&self.0, data).as_ref().first_chunk().expect("a whole code is longer")
    }

    /// Returns whether `code` is the code for `data`, in constant time.
    pub fn fits(&self, data: &[u8], code: &[u8]) -> bool {
        self.of(data)[..].ct_eq(code).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::SqliteStore;

    fn store() -> (tempfile::TempDir, Arc<dyn DocumentStore>) {
        let data = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(data.path(), &[]).unwrap());
        (data, store)
    }

    #[tokio::test]
    async fn engines_started_together_share_a_key_unlike_other_installations() {
        let (_data, store) = store();
        let engines: Vec<_> = (0..8).map(|_| Installation::new(store.clone())).collect();
        let keys = futures_util::future::join_all(engines.iter().map(Installation::key)).await;
        let keys: Vec<_> = keys.into_iter().map(|key| key.unwrap().0).collect();
        assert!(keys.iter().all(|key| *key == keys[0]));
        let (_other, other) = self::store();
        assert_ne!(Installation::new(other).key().await.unwrap().0, keys[0]);
    }

    #[tokio::test]
    async fn an_invalid_stored_key_is_rejected_and_left_in_place() {
        let (_data, store) = store();
        for foreign in [Value::Bytes(vec![7; 31]), "secret".into()] {
            let fields = Fields::from([(FIELD.to_owned(), foreign)]);
            store.commit(vec![Write::set(path(), fields.clone())]).await.unwrap();
            assert!(matches!(Installation::new(store.clone()).key().await, Err(StoreError::Unavailable(_))));
            assert_eq!(store.get(&path()).await.unwrap().unwrap().fields, fields);
        }
    }

    #[test]
    fn a_code_is_valid_only_for_its_data_purpose_and_key() {
        let (key, other) = (Key::random().unwrap(), Key::random().unwrap());
        let codes = key.codes("session");
        let code = codes.of(b"ann");
        assert!(key.codes("session").fits(b"ann", &code));
        assert!(!codes.fits(b"bob", &code) && !key.codes("sign-in").fits(b"ann", &code));
        assert!(!other.codes("session").fits(b"ann", &code));
        assert!(!codes.fits(b"ann", &code[1..]) && !codes.fits(b"ann", b""));
        for bit in 0..8 * MAC_BYTES {
            let mut bent = code;
            bent[bit / 8] ^= 1 << (bit % 8);
            assert!(!codes.fits(b"ann", &bent));
        }
    }

    #[test]
    fn sealed_data_is_hidden_and_opens_only_with_its_purpose_and_key() {
        let (one, other) = (Key::random().unwrap(), Key::random().unwrap());
        let sealed = one.seal("attempt", b"ann's secret").unwrap();
        assert_eq!(one.open("attempt", &sealed).unwrap(), b"ann's secret");
        assert_eq!(one.open("session", &sealed), None);
        assert_eq!(other.open("attempt", &sealed), None);
        assert_ne!(sealed, one.seal("attempt", b"ann's secret").unwrap(), "never twice the same");
        let bytes = URL_SAFE_NO_PAD.decode(&sealed).unwrap();
        assert!(!bytes.windows(3).any(|part| part == b"ann"));
        for at in 0..bytes.len() {
            let mut bent = bytes.clone();
            bent[at] ^= 1;
            assert_eq!(one.open("attempt", &URL_SAFE_NO_PAD.encode(bent)), None, "byte {at}");
        }
        for bad in ["", "A", "AAAA", "é", &"A".repeat(38), &"A".repeat(100_000)] {
            assert_eq!(one.open("attempt", bad), None);
        }
        assert_eq!(one.open("attempt", &one.seal("attempt", b"").unwrap()).unwrap(), b"");
    }

    #[test]
    fn a_key_is_never_printed() {
        let key = Key::random().unwrap();
        assert_eq!(format!("{key:?}"), "Key");
        assert_eq!(format!("{:?}", key.codes("session")), "Codes(Key { algorithm: SHA256 })");
    }
}
