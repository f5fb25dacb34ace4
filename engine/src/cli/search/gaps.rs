//! `callguide search --gaps`: reads a list of queries, prints what is missing.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;

use super::Format;
use crate::diagnostics::shown;
use crate::faq::Index;
use crate::gaps::{self, Gaps, QueryGap, WordGap};

/// What standard input is called.
const STDIN: &str = "-";

/// The text of a list.
///
/// # Errors
/// Where the file can't be read or isn't UTF-8.
pub fn read(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let name = if file.as_os_str() == STDIN {
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input can't be read")?;
        "standard input".to_owned()
    } else {
        File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)).with_context(|| {
            format!(
                "{} can't be read; name a text file with one query per line, or - for standard input",
                file.display()
            )
        })?;
        file.display().to_string()
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow::anyhow!("{name} isn't UTF-8 (line {line}); open it in your editor, choose the encoding UTF-8, and save it again")
    })?;
    if text.contains('\0') {
        bail!(
            "{name} has a NUL, as no text has; choose the encoding UTF-8 in your editor, and save it again"
        );
    }
    if queries(&text).next().is_none() {
        bail!("{name} has no query; write one per line");
    }
    Ok(text)
}

/// The queries of a list: blank lines and those that begin with `#` are none.
fn queries(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Tries a list and prints what is missing; whether anything is.
///
/// # Errors
/// Where the output fails.
pub fn run(
    index: &Index,
    version: &str,
    text: &str,
    format: Format,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let gaps = gaps::find(index, queries(text));
    match format {
        Format::Human => human(&gaps, out)?,
        Format::Json => {
            let mut value = serde_json::to_value(&gaps)?;
            value["version"] = json!(version);
            writeln!(out, "{value}")?;
        }
    }
    out.flush()?;
    Ok(!gaps.is_empty())
}

fn human(gaps: &Gaps, out: &mut impl Write) -> anyhow::Result<()> {
    if gaps.is_empty() {
        writeln!(out, "{}: nothing is missing.", count(gaps.queries, "query", "queries"))?;
        return Ok(());
    }
    let times = |list: &[QueryGap]| list.iter().map(|gap| gap.times).sum::<usize>();
    writeln!(
        out,
        "{}: {} without a result, {} with only weak ones; {} that no entry, tag or synonym has.",
        count(gaps.queries, "query", "queries"),
        times(&gaps.nothing),
        times(&gaps.weak),
        count(gaps.words.len(), "word", "words"),
    )?;
    if !gaps.words.is_empty() {
        writeln!(out, "\nWords that no entry, tag or synonym has")?;
        gaps.words.iter().try_for_each(|gap| word(gap, out))?;
    }
    for (title, list) in
        [("Queries without a result", &gaps.nothing), ("Queries with only weak results", &gaps.weak)]
    {
        if !list.is_empty() {
            writeln!(out, "\n{title}")?;
            list.iter().try_for_each(|gap| query(gap, out))?;
        }
    }
    writeln!(
        out,
        "\nA line for search.yaml is a guess: take it where callers mean just that, and change what it finds where they mean something else."
    )?;
    Ok(())
}

fn word(gap: &WordGap, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "  {}  ({})", gap.word, count(gap.queries, "query", "queries"))?;
    for example in &gap.examples {
        writeln!(out, "      typed       {}", shown(example))?;
    }
    if let Some(near) = &gap.near_word {
        writeln!(out, "      near word   {near}")?;
    }
    near(&gap.near, out)?;
    if gap.everyday {
        writeln!(out, "      an everyday word: a synonym needs more of what callers say around it")?;
    }
    proposal(gap.proposal.as_deref(), out)
}

fn query(gap: &QueryGap, out: &mut impl Write) -> anyhow::Result<()> {
    let times = if gap.times > 1 { format!("  ({} times)", gap.times) } else { String::new() };
    writeln!(out, "  {}{times}", shown(&gap.query))?;
    near(&gap.near, out)?;
    proposal(gap.proposal.as_deref(), out)
}

fn near(entries: &[gaps::Near], out: &mut impl Write) -> anyhow::Result<()> {
    for entry in entries {
        writeln!(out, "      near        {}  {}", entry.id, shown(&entry.question))?;
    }
    Ok(())
}

fn proposal(line: Option<&str>, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(line) = line {
        writeln!(out, "      search.yaml   {line}")?;
    }
    Ok(())
}

fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}
