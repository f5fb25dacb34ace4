//! `callguide links`: lists the content's addresses with their places, and reports which don't work.
//!
//! lychee makes the requests, in a job that runs now and then and is never part of lint: the state of a
//! website says nothing about a change of the content, and must not block it. lychee reads this list, and its
//! report is printed here with places, the way lint prints its findings.

mod lychee;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use serde::Serialize;

use super::folder::Folder;
use crate::content;
use crate::diagnostics::{Findings, Place, Sources, has_errors, print};
use crate::readings::{Now, Readings};
use crate::rules::external::{Address, addresses};

/// List the content's web addresses with their places; with --answers, show which of them don't work
#[derive(Debug, Args)]
#[command(after_help = "lychee (https://lychee.cli.rs) checks the sites:

  callguide links >links.txt
  lychee --verbose --format json --output answers.json links.txt
  callguide links --answers answers.json

Exit status: 0 listed, or every address works, 1 some don't, 2 couldn't run.")]
pub struct LinksArgs {
    #[command(flatten)]
    folder: Folder,
    /// lychee's report (JSON): print the addresses that don't work, with their places
    #[arg(long, env = "CALLGUIDE_LINKS_ANSWERS", value_name = "FILE")]
    answers: Option<PathBuf>,
    /// How the list or the findings are printed
    #[arg(long, value_enum, env = "CALLGUIDE_LINKS_FORMAT", default_value_t = Format::Human)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person, and for lychee
    Human,
    /// For a program
    Json,
    /// With --answers: annotations on the lines of the content
    Github,
}

/// Runs the command.
///
/// # Errors
/// If the folder or lychee's report can't be read.
pub fn run(args: &LinksArgs) -> anyhow::Result<ExitCode> {
    let folder = args.folder.path();
    let files = content::folder::read(folder).with_context(|| {
        format!("{} can't be read; specify the content folder: callguide links DIR", folder.display())
    })?;
    let (draft, sources, _) = content::draft(files, &folder.to_string_lossy());
    let addresses = addresses(&Readings::of(&draft, Now::At(Timestamp::now())));
    let mut out = std::io::stdout().lock();
    let Some(answers) = &args.answers else {
        out.write_all(list(args.format, &addresses, &sources)?.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    let found = lychee::findings(answers, &addresses)?;
    let text = match args.format {
        Format::Human => print::human(&found, &sources),
        Format::Json => serde_json::to_string_pretty(&Findings::new(&found, &sources))? + "\n",
        Format::Github => print::github(&found, &sources),
    };
    out.write_all(text.as_bytes())?;
    Ok(if has_errors(&found) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// An address as listed for programs.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    url: &'a str,
    /// Whether only staff can open it.
    staff: bool,
    /// `FILE:LINE:COLUMN`, with its first definition first.
    places: Vec<String>,
}

fn list(format: Format, addresses: &[Address], sources: &Sources) -> anyhow::Result<String> {
    let place = |place: &Place| {
        let (at, _) = sources.positions(place);
        format!("{}:{}:{}", sources.path(&place.file), at.line, at.column)
    };
    let listed = addresses.iter().map(|address| Listed {
        url: &address.url,
        staff: address.staff,
        places: std::iter::once(&address.place).chain(&address.uses).map(place).collect(),
    });
    if format == Format::Json {
        return Ok(serde_json::to_string_pretty(&listed.collect::<Vec<_>>())? + "\n");
    }
    Ok(listed.map(|one| format!("{}\n  {}\n", one.url, one.places.join("\n  "))).collect())
}
