//! The source texts of a version, for responses that are computed only on demand.

use std::sync::Arc;

use super::{ApiError, AppState};
use callguide_content::content::{self, Draft, folder};
use callguide_content::readings::{Now, Readings};
use callguide_content::snapshot::Bodies;

/// The content of a version, and the moment that it's evaluated for.
pub struct Written {
    pub version: String,
    pub draft: Draft,
    now: Now,
}

impl Written {
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
pub async fn written(state: &AppState, bodies: Arc<Bodies>) -> Result<Arc<Written>, ApiError> {
    let version = bodies.version().to_owned();
    state.written().get(version, move || Ok(Arc::new(Written::of(&bodies)))).await
}
