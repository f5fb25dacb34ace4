//! `callguide search`: searches the FAQ from the command line, with scores. With `--synonyms`, it shows what each line
//! of `search.yaml` does.
//!
//! It reads the content as other commands do, queries [`crate::faq`], and prints the result. It doesn't rank entries
//! itself.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::input::{self, Format, Moment};
use crate::api::faq::FaqErrand;
use crate::content::Draft;
use crate::content::model::Synonym;
use crate::diagnostics::print::human as human_findings;
use crate::diagnostics::{has_errors, shown};
use crate::examine::{self, Examined};
use crate::faq::{DEFAULT_LIMIT, Hit, Index, MAX_LIMIT, Query, Reader, SearchAnswer};
use crate::render;

/// The default number of entries to show.
const SHOWN: usize = 10;

/// Search the FAQ as the app does, with scores
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 found, 1 nothing found, 2 couldn't run.")]
pub struct SearchArgs {
    /// What to search for; an empty query lists every entry
    #[arg(required_unless_present_any = ["batch", "synonyms"])]
    query: Option<String>,
    /// The content folder
    #[arg(long, value_name = "DIR", env = "CALLGUIDE_CONTENT", default_value = "content")]
    content: PathBuf,
    /// Only entries in this category
    #[arg(long, env = "CALLGUIDE_SEARCH_CATEGORY")]
    category: Option<String>,
    /// Search the FAQ as volunteers see it for the region with this code
    #[arg(long, value_name = "CODE", env = "CALLGUIDE_SEARCH_STATE")]
    state: Option<String>,
    /// How many entries to show [default: 10; 100 with --batch]
    #[arg(long, env = "CALLGUIDE_SEARCH_LIMIT")]
    limit: Option<usize>,
    /// Show what each word matched, how, and what it scored
    #[arg(long, conflicts_with = "batch", env = "CALLGUIDE_SEARCH_EXPLAIN")]
    explain: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Human, env = "CALLGUIDE_SEARCH_FORMAT")]
    format: Format,
    /// Read one query per line from standard input, and print one JSON result per line
    #[arg(long, conflicts_with = "query", env = "CALLGUIDE_SEARCH_BATCH")]
    batch: bool,
    /// For each line of search.yaml, show the entries that are strong results for its words only because of that line
    #[arg(
        long,
        conflicts_with_all = ["query", "batch", "explain", "category", "state", "limit"],
        env = "CALLGUIDE_SEARCH_SYNONYMS"
    )]
    synonyms: bool,
    #[command(flatten)]
    moment: Moment,
}

/// Runs the command: returns 0 if something was found, or 1 if nothing was. (The caller turns an error into 2,
/// couldn't run.)
///
/// # Errors
/// If the content can't be read, or standard input or output fails.
pub fn run(args: &SearchArgs) -> anyhow::Result<ExitCode> {
    let (index, examined) = examine::faq(&args.content, args.moment.now()).with_context(|| {
        format!("{} can't be read; specify the content folder with --content", args.content.display())
    })?;
    // A mistake in one entry shouldn't keep anyone from searching the others.
    if has_errors(&examined.findings) {
        eprint!("{}", human_findings(&examined.findings, &examined.sources));
    }
    if index.is_empty() {
        bail!("{} has no FAQ entries; specify the content folder with --content", args.content.display());
    }
    let version = examined.readings().version();
    let reader = args.state.as_deref().map(|code| reader(&index, &examined.draft, code)).transpose()?;
    let reader = reader.unwrap_or_default();
    let found = if args.synonyms {
        effects(&index, &examined, args.format, &mut std::io::stdout().lock())?
    } else if args.batch {
        let input = std::io::stdin().lock();
        batch(&index, &version, args, reader, input, &mut std::io::stdout().lock())?
    } else {
        one(&index, &version, args, reader, &mut std::io::stdout().lock())?
    };
    Ok(if found { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Returns the reader for the region with this code, ignoring case.
fn reader(index: &Index, draft: &Draft, code: &str) -> anyhow::Result<Reader> {
    let region = input::region(draft, code)?;
    index.reader(&draft.regions[region].code).context("this region isn't in the FAQ's index")
}

fn query(args: &SearchArgs, reader: Reader, text: &str, limit: usize) -> Query {
    Query {
        text: text.to_owned(),
        category: args.category.clone(),
        reader,
        limit: args.limit.unwrap_or(limit).min(MAX_LIMIT),
        offset: 0,
    }
}

/// Answers the command line's query.
fn one(
    index: &Index,
    version: &str,
    args: &SearchArgs,
    reader: Reader,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let query = query(args, reader, args.query.as_deref().unwrap_or_default(), SHOWN);
    let answer = index.search(&query);
    let found = answer.total > 0 || !answer.elsewhere.is_empty();
    match (args.format, args.explain) {
        (Format::Human, true) => write!(out, "{}", index.explain(&query))?,
        (Format::Human, false) => human(index, reader, &answer, out)?,
        (Format::Json, true) => {
            let mut value = body(index, reader, answer, version)?;
            value["explanation"] = serde_json::to_value(index.explain(&query))?;
            writeln!(out, "{value}")?;
        }
        (Format::Json, false) => writeln!(out, "{}", body(index, reader, answer, version)?)?,
    }
    out.flush()?;
    Ok(found)
}

/// Answers every line of `input`, reducing entries to the fields that a comparison needs.
fn batch(
    index: &Index,
    version: &str,
    args: &SearchArgs,
    reader: Reader,
    input: impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let hit = |hit: &Hit| json!({ "id": hit.id, "score": hit.score, "weak": hit.weak });
    let errand = |errand: &FaqErrand| json!({ "id": errand.id, "score": errand.score, "question": errand.question, "text": errand.text });
    let mut found = false;
    for line in input.split(b'\n') {
        let line = line.context("standard input can't be read")?;
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\r').unwrap_or(&text);
        let answer = index.search(&query(args, reader, text, DEFAULT_LIMIT));
        found |= answer.total > 0 || !answer.elsewhere.is_empty();
        let mut value = json!({
            "version": version,
            "query": answer.query,
            "total": answer.total,
            "strong": answer.strong,
            "categories": answer.categories,
            "entries": answer.hits.iter().map(hit).collect::<Value>(),
            "elsewhere": answer.elsewhere.iter().map(errand).collect::<Value>(),
        });
        if let Some(region) = &answer.region {
            value["region"] = region.as_str().into();
        }
        writeln!(out, "{value}")?;
    }
    out.flush()?;
    Ok(found)
}

/// Returns the body of `POST /api/faq/search` plus the query and the entries' text, which command-line users don't
/// otherwise have.
fn body(index: &Index, reader: Reader, answer: SearchAnswer, version: &str) -> anyhow::Result<Value> {
    let query = answer.query.clone();
    let texts: Vec<_> = answer.hits.iter().map(|hit| index.entry_for(reader, &hit.id)).collect();
    let mut body = serde_json::to_value(render::found(answer, version))?;
    body["query"] = query.into();
    for (at, entry) in texts.into_iter().enumerate() {
        let Value::Object(entry) = serde_json::to_value(entry)? else { continue };
        body["entries"][at].as_object_mut().expect("a hit is an object").extend(entry);
    }
    Ok(body)
}

fn human(index: &Index, reader: Reader, answer: &SearchAnswer, out: &mut impl Write) -> anyhow::Result<()> {
    if answer.total == 0 && answer.elsewhere.is_empty() {
        writeln!(out, "Nothing found for {:?}.", answer.query)?;
        return Ok(());
    }
    writeln!(out, "{} found, {} strong", answer.total, answer.strong)?;
    for errand in &answer.elsewhere {
        writeln!(out, "{:>6.2}  {:<28} Not ours: {}", errand.score, errand.id, errand.question)?;
        writeln!(out, "        {}", errand.text.trim_end().replace('\n', " "))?;
    }
    let mut weak = false;
    for hit in &answer.hits {
        if hit.weak && !weak {
            writeln!(out, "-- weak matches --")?;
            weak = true;
        }
        let question = index.entry_for(reader, &hit.id).map_or_else(String::new, |entry| entry.question);
        writeln!(out, "{:>6.2}  {:<28} {question}", hit.score, hit.id)?;
        writeln!(out, "        {}", hit.snippet.text)?;
    }
    if answer.total > answer.hits.len() {
        writeln!(out, "… and {} more", answer.total - answer.hits.len())?;
    }
    Ok(())
}

/// The effect of a line in `search.yaml`.
#[derive(Debug, Serialize)]
struct Effect<'a> {
    /// Its line number in the file, counted from 1.
    line: usize,
    /// The words that this line adds to a search. If its words are synonyms of one another, that's all of them.
    finds: &'a [String],
    /// The entries that it makes strong, with the words that do so.
    strong: Vec<Strong<'a>>,
    /// The words that don't make any entry strong.
    nothing: Vec<&'a str>,
}

/// An entry that a line makes strong.
#[derive(Debug, Serialize)]
struct Strong<'a> {
    id: String,
    words: Vec<&'a str>,
}

/// Prints which entries are strong results because of each line of `search.yaml`, and returns whether there are any
/// lines.
///
/// Each word or phrase in a line is searched for twice, with the line and without it. Entries that are strong only with
/// the line are its effect. This reveals phrases that promote an unrelated entry as well as those that don't change
/// anything.
///
/// # Errors
/// If the output fails.
fn effects(index: &Index, examined: &Examined, format: Format, out: &mut impl Write) -> anyhow::Result<bool> {
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
        let (strong, nothing) = compared(index, &without, typed);
        let line = examined.sources.positions(&beginning).0.line;
        let line = Effect { line, finds, strong, nothing };
        match format {
            Format::Human => human_effect(&line, &examined.sources.path(&beginning.file), out)?,
            Format::Json => writeln!(out, "{}", serde_json::to_string(&line)?)?,
        }
    }
    out.flush()?;
    Ok(!file.synonyms.is_empty())
}

/// Returns the entries that become strong results only because of the line, and the words for which none does.
fn compared<'a>(with: &Index, without: &Index, typed: &'a [String]) -> (Vec<Strong<'a>>, Vec<&'a str>) {
    let queries: Vec<Query> =
        typed.iter().map(|text| Query { limit: MAX_LIMIT, ..Query::new(text) }).collect();
    let (mut all, mut nothing) = (Vec::<Strong<'_>>::new(), Vec::new());
    for ((text, with), without) in typed.iter().zip(strong(with, &queries)).zip(strong(without, &queries)) {
        let new: Vec<String> = with.into_iter().filter(|id| !without.contains(id)).collect();
        if new.is_empty() {
            nothing.push(text.as_str());
        }
        for id in new {
            match all.iter_mut().find(|strong| strong.id == id) {
                Some(strong) => strong.words.push(text),
                None => all.push(Strong { id, words: vec![text] }),
            }
        }
    }
    (all, nothing)
}

/// Returns the strong entries for each query, best first.
fn strong(index: &Index, queries: &[Query]) -> Vec<Vec<String>> {
    let ids = |hits: Vec<Hit>| hits.into_iter().filter(|hit| !hit.weak).map(|hit| hit.id);
    index.search_all(queries).into_iter().map(|answer| ids(answer.hits).collect()).collect()
}

fn human_effect(line: &Effect<'_>, path: &str, out: &mut impl Write) -> anyhow::Result<()> {
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

#[cfg(test)]
mod tests;
