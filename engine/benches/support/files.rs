//! Reads a content folder's FAQ, errands, synonyms, and search checks, to measure them. They're read by the
//! engine's own loader, so that we measure the same search that we serve.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use callguide::content::model::{Lenient, SearchCheck};
use callguide::content::{self, Kind, folder};
use callguide::faq::{Entry, ErrandEntry, PlaceNames, Synonyms};
use callguide::readings::{Now, Readings};
use callguide::render;
use jiff::civil::{Date, date};

/// The date used for reading dated entries, so that the measurements don't change from one day to the next.
const TODAY: Date = date(2026, 11, 23);

/// A collection and the queries for it.
pub struct Faq {
    pub entries: Vec<Entry>,
    /// Errands that this helpline doesn't handle.
    pub errands: Vec<ErrandEntry>,
    pub synonyms: Synonyms,
    /// The regions' names.
    pub names: Vec<PlaceNames>,
    pub searches: Lenient<SearchCheck>,
}

/// The location of a set of queries and of the FAQ that they're for.
#[derive(Debug, Clone)]
pub struct Set {
    pub name: String,
    /// A content folder; `faq/`, `elsewhere.yaml`, and `search.yaml` are enough, and the regions' names come from
    /// `states.yaml`.
    pub content: PathBuf,
    /// The file with the queries, if not the folder's own `checks/searches.yaml`.
    pub searches: Option<PathBuf>,
}

/// Resolves a path relative to the package's folder.
pub fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns this project's sets: the shipped content with its own queries, two sets of queries for which no
/// synonyms were written, and three FAQs from other helplines.
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

/// Reads a set: a collection and its queries. The rest of the content may be missing or broken, since a search
/// doesn't need it.
///
/// # Errors
/// If the folder can't be listed or the file with the queries can't be read.
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
