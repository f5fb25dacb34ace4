//! One question at a time for each site, and a pause between two of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use tokio::time::Instant;

/// When a site may be asked next.
type Next = Arc<Turn<Option<Instant>>>;

/// The gates of all sites.
#[derive(Debug, Default)]
pub(super) struct Gates {
    sites: Mutex<HashMap<String, Next>>,
}

/// A turn at a site; others wait until it is given back.
pub(super) struct Passage(OwnedMutexGuard<Option<Instant>>);

impl Gates {
    /// Waits for this site's turn and for its pause to end.
    pub(super) async fn enter(&self, site: &str) -> Passage {
        let next = {
            let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
            sites.entry(site.to_owned()).or_default().clone()
        };
        let turn = next.lock_owned().await;
        if let Some(at) = *turn {
            tokio::time::sleep_until(at).await;
        }
        Passage(turn)
    }
}

impl Passage {
    /// Gives the turn back; nobody asks the site for so long.
    pub(super) fn leave(mut self, rest: Duration) {
        *self.0 = Some(Instant::now() + rest);
    }
}
