//! `callguide search --synonyms`: shows which entries each line of `search.yaml` makes strong results.
//!
//! Each word or phrase of a line is searched for twice, with the line and without it. Entries that are strong only with
//! the line are its effect. This reveals phrases that promote an unrelated entry as well as those that change nothing.

use std::io::Write;

use serde::Serialize;

use super::Format;
use crate::content::model::Synonym;
use crate::diagnostics::shown;
use crate::examine::Examined;
use crate::faq::{Index, MAX_LIMIT, Query};
use crate::render;

/// The effect of a line in `search.yaml`.
#[derive(Debug, Serialize)]
struct Line<'a> {
    /// Its line number in the file, counted from 1.
    line: usize,
    /// The words that it finds, or its own words if they find one another.
    finds: &'a [String],
    /// The entries that it makes strong, with the words that do so.
    strong: Vec<Strong<'a>>,
    /// The words that make no entry strong.
    nothing: Vec<&'a str>,
}

/// An entry that a line makes strong.
#[derive(Debug, Serialize)]
struct Strong<'a> {
    id: String,
    words: Vec<&'a str>,
}

/// Prints the effect of each line, and returns whether there are any lines.
///
/// # Errors
/// If the output fails.
pub fn run(index: &Index, examined: &Examined, format: Format, out: &mut impl Write) -> anyhow::Result<bool> {
    let Some(file) = &examined.draft.search else { return Ok(false) };
    let entries = render::entries(&examined.readings());
    let synonyms = render::synonyms(Some(file));
    for (place, (at, synonym)) in file.synonyms.indexed().enumerate() {
        let (typed, finds) = match synonym {
            Synonym::TwoWay { both } => (both, both),
            Synonym::OneWay { words, finds } => (words, finds),
        };
        let mut others = synonyms.clone();
        others.rules.remove(place);
        let without = Index::build(entries.clone(), &others);
        let beginning = file.document.value_at(&format!("/synonyms/{at}"));
        let line = Line {
            line: examined.sources.positions(&beginning).0.line,
            finds,
            ..compared(index, &without, typed)
        };
        match format {
            Format::Human => human(&line, &examined.sources.path(&beginning.file), out)?,
            Format::Json => writeln!(out, "{}", serde_json::to_string(&line)?)?,
        }
    }
    out.flush()?;
    Ok(!file.synonyms.is_empty())
}

/// Returns which entries each of the words makes strong only with the line.
fn compared<'a>(with: &Index, without: &Index, typed: &'a [String]) -> Line<'a> {
    let queries: Vec<Query> =
        typed.iter().map(|text| Query { limit: MAX_LIMIT, ..Query::new(text) }).collect();
    let mut line = Line { line: 0, finds: &[], strong: Vec::new(), nothing: Vec::new() };
    for ((text, with), without) in typed.iter().zip(strong(with, &queries)).zip(strong(without, &queries)) {
        let new: Vec<String> = with.into_iter().filter(|id| !without.contains(id)).collect();
        if new.is_empty() {
            line.nothing.push(text);
        }
        for id in new {
            match line.strong.iter_mut().find(|strong| strong.id == id) {
                Some(strong) => strong.words.push(text),
                None => line.strong.push(Strong { id, words: vec![text] }),
            }
        }
    }
    line
}

/// Returns the strong entries of each query, best first.
fn strong(index: &Index, queries: &[Query]) -> Vec<Vec<String>> {
    let ids = |hits: Vec<crate::faq::Hit>| hits.into_iter().filter(|hit| !hit.weak).map(|hit| hit.id);
    index.search_all(queries).into_iter().map(|answer| ids(answer.hits).collect()).collect()
}

fn human(line: &Line<'_>, path: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let list = |words: &[&str]| words.iter().map(|word| shown(word)).collect::<Vec<_>>().join(", ");
    let finds: Vec<&str> = line.finds.iter().map(String::as_str).collect();
    writeln!(out, "{path}:{}  finds {}", line.line, list(&finds))?;
    for strong in &line.strong {
        writeln!(out, "  {:<28} {}", strong.id, list(&strong.words))?;
    }
    if !line.nothing.is_empty() {
        writeln!(out, "  {:<28} {}", "(no entry)", list(&line.nothing))?;
    }
    Ok(())
}
