//! The state that every handler shares, including values that are computed on demand and cached.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use super::cookies::SessionCookie;
use super::error::ApiError;
use super::network::Network;
use super::streams::EventStreams;
use crate::access::AccessRules;
use crate::auth::SignIn;
use crate::metrics::Metrics;
use crate::reload::Current;
use crate::session::Sessions;
use crate::store::DocumentStore;
use callguide_content::content::{self, Draft, folder};
use callguide_content::readings::{Now, Readings};
use callguide_content::snapshot::{Bodies, Prepared};

/// The state that every handler shares.
#[derive(Clone)]
pub struct AppState {
    pub(super) shared: Arc<Shared>,
}

pub(super) struct Shared {
    parts: Parts,
    written: OnceEach<String, Arc<WrittenVersion>>,
    pub(super) changes: OnceEach<BetweenFor, Arc<Prepared>>,
    pub(super) reviews: OnceEach<String, Arc<Prepared>>,
    /// Whether the engine is about to stop.
    pub(super) draining: AtomicBool,
}

/// The old version, the current one, and the region.
type BetweenFor = (String, String, Option<String>);

/// How many versions' source files are cached: the current version, and two that contacts began with.
const WRITTEN: usize = 3;
/// How many comparisons of a few kilobytes are cached: one for each region of a large helpline, and one for volunteers
/// without a region.
const CHANGES: usize = 256;
/// How many reviews are cached: the current version's, and the previous one's for admins who requested it just before
/// the change.
const REVIEWS: usize = 2;

/// The components of [`AppState`].
pub struct Parts {
    pub current: Arc<Current>,
    pub store: Arc<dyn DocumentStore>,
    pub access: AccessRules,
    pub sessions: Sessions,
    /// How people sign in on this engine.
    pub sign_in: SignIn,
    pub cookie: SessionCookie,
    pub network: Network,
    pub events: EventStreams,
    pub metrics: Metrics,
}

impl AppState {
    /// Shares the parts with all handlers.
    pub fn new(parts: Parts) -> Self {
        let shared = Shared {
            parts,
            written: OnceEach::keeping(WRITTEN),
            changes: OnceEach::keeping(CHANGES),
            reviews: OnceEach::keeping(REVIEWS),
            draining: AtomicBool::new(false),
        };
        Self { shared: Arc::new(shared) }
    }
}

impl std::ops::Deref for AppState {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.shared.parts
    }
}

/// A version's source files, for responses that are computed only on demand, and the instant for which they're
/// evaluated.
pub struct WrittenVersion {
    pub version: String,
    pub draft: Draft,
    now: Now,
}

impl WrittenVersion {
    fn of(bodies: &Bodies) -> Self {
        let texts = bodies.texts().iter();
        let files = texts.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect();
        let (draft, _, _) = content::draft(folder::from_bytes(files), "content");
        Self { version: bodies.version().to_owned(), draft, now: bodies.now() }
    }

    /// Returns who reads what in this version.
    pub fn readings(&self) -> Readings<'_> {
        Readings::of(&self.draft, self.now)
    }
}

/// Returns the content of a version that is or was served.
pub async fn written(state: &AppState, bodies: Arc<Bodies>) -> Result<Arc<WrittenVersion>, ApiError> {
    let version = bodies.version().to_owned();
    state.shared.written.get(version, move || Ok(Arc::new(WrittenVersion::of(&bodies)))).await
}

/// Values that are computed on demand, once per key even for concurrent callers, and kept for later ones; the least
/// recently requested key is dropped.
pub struct OnceEach<K, V> {
    kept: Mutex<VecDeque<(K, Arc<OnceCell<V>>)>>,
    most: usize,
}

impl<K: Clone + PartialEq, V: Clone + Send + 'static> OnceEach<K, V> {
    /// Creates a cache that keeps `most` values.
    pub fn keeping(most: usize) -> Self {
        Self { kept: Mutex::new(VecDeque::new()), most }
    }

    /// Returns the value of `key`. If there is none yet, `work` computes it on a thread that may block.
    ///
    /// # Errors
    /// If `work` fails or panics. Errors aren't cached.
    pub async fn get(
        &self,
        key: K,
        work: impl FnOnce() -> Result<V, ApiError> + Send + 'static,
    ) -> Result<V, ApiError> {
        let cell = self.cell(key);
        let made = cell.get_or_try_init(|| async {
            tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(&error))?
        });
        made.await.cloned()
    }

    fn cell(&self, key: K) -> Arc<OnceCell<V>> {
        // A panic elsewhere leaves the list intact.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|(other, _)| *other == key).and_then(|at| kept.remove(at));
        let (key, cell) = known.unwrap_or_else(|| (key, Arc::default()));
        kept.push_back((key, cell.clone()));
        if kept.len() > self.most {
            kept.pop_front();
        }
        cell
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    async fn made(each: &OnceEach<u8, usize>, key: u8, count: &Arc<AtomicUsize>) -> usize {
        let count = count.clone();
        let work = move || Ok(count.fetch_add(1, Ordering::SeqCst));
        each.get(key, work).await.unwrap()
    }

    #[tokio::test]
    async fn a_value_is_computed_once_and_the_least_recent_is_evicted() {
        let (each, count) = (OnceEach::keeping(2), Arc::default());
        let asked = (0..50).map(|_| made(&each, 1, &count));
        assert!(futures_util::future::join_all(asked).await.iter().all(|made| *made == 0));
        assert_eq!((made(&each, 2, &count).await, made(&each, 1, &count).await), (1, 0));
        assert_eq!(made(&each, 3, &count).await, 2, "2 has to go: 1 was asked for later");
        assert_eq!((made(&each, 1, &count).await, made(&each, 2, &count).await), (0, 3));
    }

    #[tokio::test]
    async fn a_failed_computation_is_retried() {
        let each: OnceEach<u8, usize> = OnceEach::keeping(2);
        assert!(each.get(1, || Err(ApiError::gone())).await.is_err());
        assert!(each.get(1, || panic!("a mistake")).await.is_err());
        assert_eq!(each.get(1, || Ok(7)).await.unwrap(), 7);
    }
}
