//! The command line arguments.

use std::path::{Path, PathBuf};

use crate::files::{self, Set};

pub const USAGE: &str = "\
usage: cargo run --release --example evaluate_search -- [OPTIONS] [DIR…]

Each DIR is a content folder, of which `faq/`, `search.yaml` and `checks/searches.yaml` are enough. Without
one, the sets of this project are measured.

  --searches=FILE       ask the queries of FILE instead of each DIR's own
  --without-held-back   leave out the queries that are held back: they're not even asked
  --without-synonyms    leave out each folder's search.yaml
  --whole-queries       leave out what is seen while a query is typed
  --no-ablation         leave out what each idea of the ranking is worth
  --misses              name each query whose right entry isn't first, and each strong answer where there is none
  --explain=QUERY       say why QUERY finds what it finds, and measure nothing";

#[derive(Debug, Default)]
pub struct Arguments {
    pub sets: Vec<Set>,
    pub without_held_back: bool,
    pub without_synonyms: bool,
    pub whole_queries: bool,
    pub no_ablation: bool,
    pub misses: bool,
    /// Queries to explain instead of measuring.
    pub explain: Vec<String>,
}

impl Arguments {
    /// # Errors
    /// If an option is unknown.
    pub fn parse(given: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut arguments = Self::default();
        let mut searches: Option<PathBuf> = None;
        let mut folders: Vec<PathBuf> = Vec::new();
        for argument in given {
            match argument.split_once('=').map_or((argument.as_str(), ""), |(name, value)| (name, value)) {
                ("--without-held-back", "") => arguments.without_held_back = true,
                ("--without-synonyms", "") => arguments.without_synonyms = true,
                ("--whole-queries", "") => arguments.whole_queries = true,
                ("--no-ablation", "") => arguments.no_ablation = true,
                ("--misses", "") => arguments.misses = true,
                ("--explain", query) => arguments.explain.push(query.to_owned()),
                ("--searches", file) => searches = Some(file.into()),
                (option, _) if option.starts_with("--") => {
                    anyhow::bail!("{argument} isn't an option\n\n{USAGE}")
                }
                _ => folders.push(argument.into()),
            }
        }
        if searches.is_some() && folders.is_empty() {
            folders.push(files::package("../content"));
        }
        arguments.sets = if folders.is_empty() {
            files::sets()
        } else {
            folders.into_iter().map(|folder| set(folder, searches.as_deref())).collect()
        };
        Ok(arguments)
    }
}

/// Creates a set that is named after its folder, or after the file with its queries.
fn set(content: PathBuf, searches: Option<&Path>) -> Set {
    let name = match searches {
        Some(file) => file.file_stem().map(|name| name.to_string_lossy().into_owned()),
        None => content
            .canonicalize()
            .ok()
            .as_deref()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy().into_owned()),
    };
    let name = name.unwrap_or_else(|| content.display().to_string());
    Set { name, content, searches: searches.map(Path::to_owned) }
}
