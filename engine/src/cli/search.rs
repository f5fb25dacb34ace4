//! `callguide search`: searches the FAQ from the command line, with scores. `--synonyms` is in [`synonyms`].
//!
//! It reads the content with its loader, queries [`crate::faq`], and prints the result. It does no ranking of its own.

mod synonyms;

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::moment::Moment;
use super::sound;
use crate::content::Draft;
use crate::diagnostics::has_errors;
use crate::diagnostics::print;
use crate::examine;
use crate::faq::{DEFAULT_LIMIT, Index, MAX_LIMIT, Query, Reader, SearchAnswer};
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

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

/// Runs the command: 0 if something was found, 1 if nothing was. (The caller turns an error into 2, couldn't run.)
///
/// # Errors
/// If the content can't be read, or standard input or output fails.
pub fn run(args: &SearchArgs) -> anyhow::Result<ExitCode> {
    let (index, examined) = examine::faq(&args.content, args.moment.now()).with_context(|| {
        format!("{} can't be read; specify the content folder with --content", args.content.display())
    })?;
    // A mistake in one entry shouldn't keep anyone from searching the others.
    if has_errors(&examined.findings) {
        eprint!("{}", print::human(&examined.findings, &examined.sources));
    }
    if index.is_empty() {
        bail!("{} has no FAQ entries; specify the content folder with --content", args.content.display());
    }
    let version = examined.readings().version();
    let reader = args.state.as_deref().map(|code| reader(&index, &examined.draft, code)).transpose()?;
    let reader = reader.unwrap_or_default();
    let found = if args.synonyms {
        synonyms::run(&index, &examined, args.format, &mut std::io::stdout().lock())?
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
    let region = sound::region_of(&draft.regions, draft.site.as_ref().map(|site| &site.region), code)?;
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

/// Answers every line of `input`, reducing entries to what a comparison needs.
fn batch(
    index: &Index,
    version: &str,
    args: &SearchArgs,
    reader: Reader,
    input: impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
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
            "entries": [],
            "elsewhere": [],
        });
        if let Some(region) = &answer.region {
            value["region"] = region.as_str().into();
        }
        let entries = answer.hits.iter();
        value["entries"] =
            entries.map(|hit| json!({ "id": hit.id, "score": hit.score, "weak": hit.weak })).collect();
        let errands = answer.elsewhere.iter();
        value["elsewhere"] = errands
            .map(|errand| json!({ "id": errand.id, "score": errand.score, "question": errand.question, "text": errand.text }))
            .collect();
        writeln!(out, "{value}")?;
    }
    out.flush()?;
    Ok(found)
}

/// Returns the body of `POST /api/faq/search` plus the query and the texts, which command-line users don't
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::faq::{Entry, ErrandEntry, Regions, Synonyms};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: SearchArgs,
    }

    fn args(line: &[&str]) -> SearchArgs {
        Line::try_parse_from([&["search"], line].concat()).unwrap().args
    }

    fn index() -> Index {
        let entry = |id: &str, question: &str| Entry {
            id: id.into(),
            question: question.into(),
            answer_text: "An answer.".into(),
            category: "One".into(),
            ..Entry::default()
        };
        Index::build(vec![entry("lost", "Lost card?"), entry("new", "New card?")], &Synonyms::default())
    }

    /// Builds an index with an errand in addition to the entries.
    fn with_errand() -> Index {
        let entry = |id: &str, question: &str, answer: &str| Entry {
            id: id.into(),
            question: question.into(),
            answer: answer.into(),
            category: "One".into(),
            ..Entry::default()
        };
        let errand =
            ErrandEntry { entry: entry("bus", "Where is my bus?", "At the stop,\n*not* here."), say: None };
        let entries = vec![entry("lost", "Lost card?", "")];
        Index::of_regions(entries, Regions::default(), vec![errand], &Synonyms::default())
    }

    #[test]
    fn what_another_office_answers_is_printed_apart() {
        let errand =
            json!({ "id": "bus", "question": "Where is my bus?", "text": "At the stop,\n*not* here." });
        let same = |told: &Value| errand.as_object().unwrap().iter().all(|(key, value)| told[key] == *value);
        let run = |line: &[&str]| {
            let mut out = Vec::new();
            let found = one(&with_errand(), "v1", &args(line), Reader::default(), &mut out).unwrap();
            (found, String::from_utf8(out).unwrap())
        };
        let (found, text) = run(&["my bus"]);
        assert!(found && text.starts_with("0 found, 0 strong\n"), "{text}");
        assert!(text.contains("  bus                          Not ours: Where is my bus?\n        At the stop, *not* here.\n"), "{text}");
        let (_, text) = run(&["my bus", "--format", "json"]);
        let body: Value = serde_json::from_str(&text).unwrap();
        assert!(same(&body["elsewhere"][0]) && body["elsewhere"][0].get("say").is_none(), "{body}");
        assert_eq!(
            (&body["total"], &body["entries"], &body["categories"][0]["count"]),
            (&json!(0), &json!([]), &json!(0))
        );
        let mut out = Vec::new();
        let input = b"my bus\nlost card\n".as_slice();
        assert!(
            batch(&with_errand(), "v1", &args(&["--batch"]), Reader::default(), input, &mut out).unwrap()
        );
        let lines = String::from_utf8(out).unwrap();
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(
            same(&lines[0]["elsewhere"][0]) && lines[0]["elsewhere"][0]["score"].is_number(),
            "{}",
            lines[0]
        );
        assert_eq!(
            (&lines[0]["total"], &lines[1]["total"], &lines[1]["elsewhere"]),
            (&json!(0), &json!(1), &json!([]))
        );
    }

    fn printed(line: &[&str]) -> (bool, String) {
        let mut out = Vec::new();
        let found = one(&index(), "v1", &args(line), Reader::default(), &mut out).unwrap();
        (found, String::from_utf8(out).unwrap())
    }

    #[test]
    fn what_is_found_is_printed_with_its_score() {
        let (found, text) = printed(&["lost card"]);
        assert!(found && text.starts_with("2 found, 1 strong\n"), "{text}");
        let (strong, weak) = text.split_once("-- weak matches --").unwrap();
        assert!(strong.contains("Lost card?") && weak.contains("New card?"), "{text}");
        let (found, text) = printed(&["zzzz"]);
        assert!(!found && text == "Nothing found for \"zzzz\".\n", "{text}");
    }

    #[test]
    fn json_is_the_body_of_the_interface_with_the_texts() {
        let (_, text) = printed(&["lost", "--format", "json", "--explain"]);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["version"], "v1");
        assert_eq!((&value["query"], &value["strong"]), (&json!("lost"), &json!(1)));
        let first = &value["entries"][0];
        assert_eq!(
            (&first["id"], &first["question"]),
            (&json!("lost"), &json!("Lost card?")),
            "the texts too"
        );
        assert_eq!((&first["weak"], &first["highlights"]["question"]), (&json!(false), &json!([[0, 4]])));
        assert_eq!(value["explanation"]["hits"][0]["words"][0]["means"], "exact");
    }

    #[test]
    fn a_batch_answers_every_line_whatever_it_holds() {
        let mut out = Vec::new();
        let input = b"lost\r\n\xff\n\nzzzz".as_slice();
        assert!(batch(&index(), "v1", &args(&["--batch"]), Reader::default(), input, &mut out).unwrap());
        let lines: Vec<Value> = out
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0]["query"], "lost");
        let Some([first]) = lines[0]["entries"].as_array().map(Vec::as_slice) else { panic!("{}", lines[0]) };
        assert_eq!(
            (&first["id"], &first["weak"], &lines[0]["strong"]),
            (&json!("lost"), &json!(false), &json!(1))
        );
        assert!(first["score"].is_number() && first.get("question").is_none(), "{first}");
        assert_eq!((&lines[2]["total"], &lines[3]["total"]), (&json!(2), &json!(0)));
    }

    #[test]
    fn a_query_or_a_batch_is_needed_and_not_both() {
        assert!(Line::try_parse_from(["search"]).is_err());
        assert!(Line::try_parse_from(["search", "x", "--batch"]).is_err());
        assert!(Line::try_parse_from(["search", "--batch", "--explain"]).is_err());
    }
}
