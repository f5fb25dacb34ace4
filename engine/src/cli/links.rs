//! `callguide links`: lists the content's URLs with their locations, and reports which don't work.
//!
//! lychee makes the requests, in a job that runs from time to time and is never part of lint: whether a
//! website is up says nothing about an edit to the content, and must not block it. lychee reads this list,
//! and its report (JSON, version 0.24) is printed here with locations, the way lint prints its findings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

use super::input::{self, Folder};
use crate::content;

use crate::diagnostics::{self, Diagnostic, Findings, Place, Sources, has_errors, print};
use crate::readings::{Now, Readings};
use crate::rules::external::{Address, addresses};

/// List the content's web addresses and where they're used; with --answers, show which of them don't work
#[derive(Debug, Args)]
#[command(after_help = "lychee (https://lychee.cli.rs) checks the sites:

  callguide links >links.txt
  lychee --verbose --format json --output answers.json links.txt
  callguide links --answers answers.json

Exit status: 0 listed, or every address works, 1 some don't, 2 couldn't run.")]
pub struct LinksArgs {
    #[command(flatten)]
    folder: Folder,
    /// lychee's report (JSON): print the addresses that don't work, and where they're used
    #[arg(long, env = "CALLGUIDE_LINKS_ANSWERS", value_name = "FILE")]
    answers: Option<PathBuf>,
    /// How the list or the findings are printed
    #[arg(long, value_enum, env = "CALLGUIDE_LINKS_FORMAT", default_value_t = LinksFormat::Human)]
    format: LinksFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LinksFormat {
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
    let (draft, sources, _) = content::draft(args.folder.read("links")?, &args.folder.name());
    let addresses = addresses(&Readings::of(&draft, Now::At(Timestamp::now())));
    let Some(answers) = &args.answers else {
        input::print(&list(args.format, &addresses, &sources)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    let found = findings(answers, &addresses)?;
    let text = match args.format {
        LinksFormat::Human => print::human(&found, &sources),
        LinksFormat::Json => input::pretty(&Findings::new(&found, &sources))?,
        LinksFormat::Github => print::github(&found, &sources),
    };
    input::print(&text)?;
    Ok(if has_errors(&found) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// A URL as listed for programs.
#[derive(Debug, Serialize)]
struct ListedAddress<'a> {
    url: &'a str,
    /// Whether only staff can open the URL.
    staff: bool,
    /// The places where it appears, as `FILE:LINE:COLUMN`, beginning with its definition.
    places: Vec<String>,
}

fn list(format: LinksFormat, addresses: &[Address], sources: &Sources) -> anyhow::Result<String> {
    let place = |place: &Place| {
        let (at, _) = sources.positions(place);
        format!("{}:{}:{}", sources.path(&place.file), at.line, at.column)
    };
    let listed = addresses.iter().map(|address| ListedAddress {
        url: &address.url,
        staff: address.staff,
        places: std::iter::once(&address.place).chain(&address.uses).map(place).collect(),
    });
    if format == LinksFormat::Json {
        return input::pretty(&listed.collect::<Vec<_>>());
    }
    Ok(listed.map(|one| format!("{}\n  {}\n", one.url, one.places.join("\n  "))).collect())
}

/// lychee's report. Each map lists the checked URLs by the file they were in.
#[derive(Debug, Deserialize)]
struct Report {
    error_map: BTreeMap<String, Vec<Answer>>,
    #[serde(default)]
    timeout_map: BTreeMap<String, Vec<Answer>>,
    #[serde(default)]
    redirect_map: BTreeMap<String, Vec<Answer>>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    url: String,
    status: Status,
}

#[derive(Debug, Deserialize)]
struct Status {
    text: String,
    code: Option<u16>,
    redirects: Option<Redirects>,
}

#[derive(Debug, Deserialize)]
struct Redirects {
    origin: String,
    redirects: Vec<Redirect>,
}

#[derive(Debug, Deserialize)]
struct Redirect {
    url: String,
    code: u16,
}

/// Returns the problems with `addresses` according to the report in a file.
///
/// # Errors
/// If the file can't be read, or isn't a report from lychee.
fn findings(file: &Path, addresses: &[Address]) -> anyhow::Result<Vec<Diagnostic>> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("{shown} can't be read"))?;
    let report: Report = serde_json::from_str(&text)
        .with_context(|| format!("{shown} isn't a report from lychee with --format json"))?;
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    let maps = [&report.error_map, &report.timeout_map, &report.redirect_map];
    for answer in maps.into_iter().flat_map(BTreeMap::values).flatten() {
        let asked = answer.status.redirects.as_ref().map_or(&answer.url, |redirects| &redirects.origin);
        let Some(address) = addresses.iter().find(|address| same(&address.url, asked)) else { continue };
        if told.insert(&address.url) {
            found.extend(finding(address, &answer.status));
        }
    }
    diagnostics::sort(&mut found);
    Ok(found)
}

/// Returns whether two URLs are the same; lychee normalizes them as browsers do.
fn same(one: &str, other: &str) -> bool {
    one == other || Url::parse(one).is_ok_and(|one| Url::parse(other).is_ok_and(|other| one == other))
}

fn finding(address: &Address, status: &Status) -> Option<Diagnostic> {
    let Address { url, place, uses, staff } = address;
    let place = place.clone();
    let finding = match (status.code, &status.redirects) {
        // If a page for staff asks for a password, it exists.
        (Some(401 | 403), _) if *staff => return None,
        (Some(200..=299), Some(redirects)) => {
            // To find the URL that replaces this one, follow the redirects as long as they're permanent.
            let for_good = redirects.redirects.iter().take_while(|step| matches!(step.code, 301 | 308));
            let to = &for_good.last()?.url;
            let mut finding =
                Diagnostic::warning("moved-link", place, format!("{url} has moved permanently"));
            finding.why = Some("After a while, sites stop redirecting old addresses.");
            finding.help(format!("open it, and if it's the right page, change the address to {to}"))
        }
        (Some(200..=299), None) => return None,
        (Some(401 | 403 | 429 | 451), _) => {
            let message = format!("{url}: {}", words(status));
            let mut finding = Diagnostic::warning("unsure-link", place, message);
            finding.why = Some("Some sites block programs but show the page to people.");
            finding.help("open it in a browser, and check that it's the right page")
        }
        _ => {
            let mut finding = Diagnostic::error("dead-link", place, format!("{url}: {}", words(status)));
            finding.why =
                Some("A volunteer may send it in the middle of a conversation, and then the voter is stuck.");
            finding.help(
                "find the page on the site and put its address here, or remove the link where it's used",
            )
        }
    };
    Some(uses.iter().fold(finding, |finding, used| finding.related(used.clone(), "used here")))
}

/// Describes a status in words.
fn words(status: &Status) -> String {
    let Some(code) = status.code else { return status.text.clone() };
    let what = match code {
        400 => "the site doesn't understand the address",
        401 => "the page asks for a password",
        403 => "the site refuses to show it",
        404 => "there's no such page",
        410 => "the page was permanently removed",
        429 => "the site got too many requests",
        451 => "the page was taken down for legal reasons",
        500..=599 => "the site has a problem",
        _ => "this isn't a page",
    };
    format!("{what} (status {code})")
}
