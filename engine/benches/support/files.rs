//! The FAQ of a content folder, its errands, its synonyms and its search checks, for measuring: read by the
//! engine's own loader, so that what is measured is what is served.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use callguide::content::model::{Lenient, SearchCheck};
use callguide::content::{self, Kind, folder};
use callguide::faq::{Entry, Errand, PlaceNames, Synonyms};
use callguide::readings::{Now, Readings};
use callguide::render;
use jiff::civil::{Date, date};

/// The day that entries with dates are seen from: what's measured must not change by itself.
const TODAY: Date = date(2026, 11, 23);

/// A collection and what is asked of it.
pub struct Faq {
    pub entries: Vec<Entry>,
    /// What nobody there answers.
    pub errands: Vec<Errand>,
    pub synonyms: Synonyms,
    /// What the regions are called.
    pub names: Vec<PlaceNames>,
    pub searches: Lenient<SearchCheck>,
}

/// Where a set of queries is, and the FAQ that it's asked of.
#[derive(Debug, Clone)]
pub struct Set {
    pub name: String,
    /// A content folder, of which `faq/`, `elsewhere.yaml` and `search.yaml` are enough; the regions' names are in `states.yaml`.
    pub content: PathBuf,
    /// The queries, if not those of the folder's own `checks/searches.yaml`.
    pub searches: Option<PathBuf>,
}

/// The package's folder, where the repository's paths begin.
pub fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The sets of this project: what's shipped with its own queries, then two sets of queries that no synonym was written
/// for, and three FAQs of other helplines.
pub fn sets() -> Vec<Set> {
    let own =
        |name: &str, content: &str| Set { name: name.to_owned(), content: package(content), searches: None };
    let asked = |name: &str| Set {
        searches: Some(package(&format!("tests/data/search/{name}.yaml"))),
        ..own(name, "../content")
    };
    let other = |name| own(name, &format!("tests/data/search/{name}"));
    vec![
        own("shipped", "../content"),
        asked("voters"),
        asked("voters-fresh"),
        other("illness"),
        other("tenancy"),
        other("transit"),
    ]
}

/// Reads a set: a collection, and the queries that are asked of it. The rest of the content may be missing or broken:
/// a search doesn't need it.
///
/// # Errors
/// If the folder can't be listed, or the file of the queries can't be read.
pub fn read_set(set: &Set) -> anyhow::Result<Faq> {
    let path = &set.content;
    let mut files = folder::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    if let Some(other) = &set.searches {
        let bytes = std::fs::read(other).with_context(|| format!("{} can't be read", other.display()))?;
        files.files.retain(|(name, _)| Kind::of(name) != Some(Kind::ChecksSearches));
        files.files.push(("checks/searches.yaml".into(), bytes));
    }
    let (draft, _, _) = content::draft(files, &path.to_string_lossy());
    Ok(Faq {
        entries: render::entries(&Readings::of(&draft, Now::On(TODAY))),
        errands: render::errands(&draft),
        synonyms: render::synonyms(draft.search.as_deref()),
        names: render::region_names(&draft),
        searches: draft.search_checks.map(|file| file.value.searches).unwrap_or_default(),
    })
}
