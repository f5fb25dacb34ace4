//! An installation's secret: one random key that all engines on a store share.
//!
//! Everything that an engine hands out is authenticated with this key, so forgeries are rejected without a
//! store call. The first engine creates the key, and all others read it. `callguide restore` leaves it out,
//! so nothing handed out before a restore is valid after it. This module knows nothing of sessions, sign-in,
//! or HTTP.

mod key;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

pub use key::{Codes, Key, MAC_BYTES};

use crate::store::{
    Document, DocumentPath, DocumentStore, Fields, Precondition, StoreError, Value, Write, collections,
};

/// How long after a failed read callers get the same error without another read.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(500);

const FIELD: &str = "key";

/// The key of the installation that a store belongs to. Clones share the key once it's read.
#[derive(Debug, Clone)]
pub struct Installation(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Arc<dyn DocumentStore>,
    key: OnceLock<Key>,
    /// The last failed read. Locked during a read, so only one caller reads.
    failed: Mutex<Option<(Instant, StoreError)>>,
}

impl Installation {
    /// Returns the installation that `store` belongs to, without reading anything yet.
    pub fn new(store: Arc<dyn DocumentStore>) -> Self {
        Self(Arc::new(Inner { store, key: OnceLock::new(), failed: Mutex::default() }))
    }

    /// Returns the key, which is read once while the engine runs, and created if there is none yet.
    ///
    /// # Errors
    /// If the store doesn't answer, or holds something else in the key's place. However many callers there
    /// are, the store is read at most a few times per second.
    pub async fn key(&self) -> Result<&Key, StoreError> {
        let Inner { store, key, failed } = &*self.0;
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

    /// Reads the key, retrying until it succeeds, when an engine starts.
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
    let fields = Fields::from([(FIELD.to_owned(), Value::Bytes(made.bytes().to_vec()))]);
    match store.commit(vec![Write::set(path.clone(), fields).only_if(Precondition::Exists(false))]).await {
        Ok(_) => Ok(made),
        Err(error) => match store.get(&path).await? {
            // Another engine created it first, or this one did and the response was lost.
            Some(document) => read(&document),
            None => Err(error),
        },
    }
}

/// Reads the key from its document. Anything else found there is an error and never replaced, because someone
/// may need it.
fn read(document: &Document) -> Result<Key, StoreError> {
    let bytes = match document.fields.get(FIELD) {
        Some(Value::Bytes(bytes)) => Key::from_bytes(bytes),
        _ => None,
    };
    bytes.ok_or_else(|| StoreError::Unavailable(format!("{} has no key from this program", document.path)))
}

fn path() -> DocumentPath {
    collections::installation().document("key").expect("the name keeps the rules of ids")
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
    async fn engines_that_start_together_have_one_key_and_other_installations_another() {
        let (_data, store) = store();
        let engines: Vec<_> = (0..8).map(|_| Installation::new(store.clone())).collect();
        let keys = futures_util::future::join_all(engines.iter().map(Installation::key)).await;
        let keys: Vec<_> = keys.into_iter().map(|key| key.unwrap().bytes()).collect();
        assert!(keys.iter().all(|key| *key == keys[0]));
        let (_other, other) = self::store();
        assert_ne!(Installation::new(other).key().await.unwrap().bytes(), keys[0]);
    }

    #[tokio::test]
    async fn what_is_no_key_is_refused_and_stays() {
        let (_data, store) = store();
        for foreign in [Value::Bytes(vec![7; 31]), "secret".into()] {
            let fields = Fields::from([(FIELD.to_owned(), foreign)]);
            store.commit(vec![Write::set(path(), fields.clone())]).await.unwrap();
            assert!(matches!(Installation::new(store.clone()).key().await, Err(StoreError::Unavailable(_))));
            assert_eq!(store.get(&path()).await.unwrap().unwrap().fields, fields);
        }
    }
}
