//! The FAQ of a content folder, its synonyms and its search checks, for measuring: read by the
//! engine's own loader, so that what is measured is what is served.

use std::path::Path;

use anyhow::Context as _;
use callguide::content::model::{Lenient, SearchCheck};
use callguide::content::{self, folder};
use callguide::faq::{Entry, Synonyms};
use callguide::render;

/// A collection and what is asked of it.
pub struct Faq {
    pub entries: Vec<Entry>,
    pub synonyms: Synonyms,
    pub searches: Lenient<SearchCheck>,
}

/// Reads a collection. The rest of the content may be missing or broken: a search doesn't need it.
///
/// # Errors
/// Where the folder can't be listed.
pub fn read(path: &Path) -> anyhow::Result<Faq> {
    let files = folder::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    let (draft, _, _) = content::draft(files, &path.to_string_lossy());
    Ok(Faq {
        entries: render::entries(&draft.faq, draft.links.as_deref()),
        synonyms: render::synonyms(draft.search.as_deref()),
        searches: draft.search_checks.map(|file| file.value.searches).unwrap_or_default(),
    })
}
