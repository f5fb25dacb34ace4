//! Values that are computed on demand: once per key, even for concurrent callers, and cached for later ones.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use super::ApiError;

/// An LRU cache of values by their keys.
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
    async fn it_is_worked_out_once_however_many_ask_and_the_oldest_goes() {
        let (each, count) = (OnceEach::keeping(2), Arc::default());
        let asked = (0..50).map(|_| made(&each, 1, &count));
        assert!(futures_util::future::join_all(asked).await.iter().all(|made| *made == 0));
        assert_eq!((made(&each, 2, &count).await, made(&each, 1, &count).await), (1, 0));
        assert_eq!(made(&each, 3, &count).await, 2, "2 has to go: 1 was asked for later");
        assert_eq!((made(&each, 1, &count).await, made(&each, 2, &count).await), (0, 3));
    }

    #[tokio::test]
    async fn what_failed_is_tried_again() {
        let each: OnceEach<u8, usize> = OnceEach::keeping(2);
        assert!(each.get(1, || Err(ApiError::gone())).await.is_err());
        assert!(each.get(1, || panic!("a mistake")).await.is_err());
        assert_eq!(each.get(1, || Ok(7)).await.unwrap(), 7);
    }
}
