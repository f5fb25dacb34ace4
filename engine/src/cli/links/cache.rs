//! What answered lately: a JSON file that a scheduled job keeps from run to run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::report::{Checked, Source};

/// The file, by address.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Cache {
    #[serde(default)]
    checked: BTreeMap<String, Known>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Known {
    at: Timestamp,
    answer: Answer,
}

impl Cache {
    /// What the file knows. One that isn't there or can't be read knows nothing: everything is asked.
    pub(super) fn read(path: &Path) -> Self {
        fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// The answer of the last `hours`, if there was one.
    pub(super) fn fresh(&self, url: &str, now: Timestamp, hours: u32) -> Option<Answer> {
        let known = self.checked.get(url)?;
        let age = now.duration_since(known.at);
        // One from the future is a clock's mistake.
        let fresh = age < SignedDuration::from_hours(i64::from(hours)) && !age.is_negative();
        (fresh && known.answer.lasts()).then(|| known.answer.clone())
    }

    /// Takes what was learnt, and forgets what is no address of the content any more.
    pub(super) fn keep(&mut self, checked: &[Checked], now: Timestamp) {
        let mut kept = BTreeMap::new();
        for one in checked.iter().filter(|one| one.answer.lasts()) {
            let url = one.address.url.clone();
            match one.source {
                Source::Network => drop(kept.insert(url, Known { at: now, answer: one.answer.clone() })),
                _ => drop(self.checked.remove(&url).map(|known| kept.insert(url, known))),
            }
        }
        self.checked = kept;
    }

    /// Writes the file whole: one that reads it meanwhile sees the old one or the new one.
    ///
    /// # Errors
    /// Where it can't be written.
    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let beside = path.with_extension("tmp");
        let bytes = serde_json::to_vec_pretty(self)?;
        fs::write(&beside, bytes)
            .and_then(|()| fs::rename(&beside, path))
            .with_context(|| format!("{} can't be written; choose another --cache", path.display()))
    }
}
