//! Shared by the commands: the options for the content folder and the date, lookups in content, reading files, and
//! printing results.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tokio::runtime;

use crate::api::site::{Ask, EVERYBODY};
use crate::content::folder::Files;
use crate::content::yaml::MAX_BYTES;
use crate::content::{self, Draft};
use crate::diagnostics::{self, has_errors, nearest};
use crate::examine::{Examined, examine};
use crate::readings::{self, Now, Readings, Tree, YEARS};

/// Where content is.
#[derive(Debug, Args)]
pub struct Folder {
    /// The content folder; takes precedence over --content
    #[arg(value_name = "DIR")]
    place: Option<PathBuf>,
    /// The content folder
    #[arg(long, value_name = "DIR", env = "CALLGUIDE_CONTENT", default_value = "content")]
    content: PathBuf,
}

impl Folder {
    /// Returns the folder. The argument takes precedence, since the option may come from the environment.
    pub fn path(&self) -> &Path {
        self.place.as_deref().unwrap_or(&self.content)
    }

    /// Returns the folder's name as used in findings.
    pub fn name(&self) -> Cow<'_, str> {
        self.path().to_string_lossy()
    }

    /// Reads the folder for `command`.
    ///
    /// # Errors
    /// If it can't be read; the message says how to pass a folder to this command.
    pub fn read(&self, command: &str) -> anyhow::Result<Files> {
        content::folder::read(self.path()).with_context(|| {
            format!("{} can't be read; specify the content folder: callguide {command} DIR", self.name())
        })
    }
}

/// The day on which the content is evaluated.
#[derive(Debug, Clone, Copy, Args)]
pub struct Moment {
    /// Use this day as today, in every time zone [default: now]
    #[arg(long, alias = "today", env = "CALLGUIDE_ON", value_name = "YYYY-MM-DD", value_parser = day)]
    on: Option<Date>,
}

impl Moment {
    /// Returns the chosen moment.
    pub fn now(self) -> Now {
        moment(self.on)
    }
}

/// How a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Human,
    Json,
}

/// Prints text to standard output, whose reader may stop reading early.
///
/// # Errors
/// If it can't be written.
pub fn print(text: &str) -> anyhow::Result<()> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

/// Prints why something was refused, and returns the matching exit status.
pub fn refuse(why: &dyn Display) -> ExitCode {
    eprintln!("callguide: {why}");
    ExitCode::from(1)
}

/// Formats a result as JSON.
pub fn pretty(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// Reads a file that isn't content yet, such as one to import.
///
/// # Errors
/// If it can't be read, or is larger than a content file may be.
pub fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let unreadable = || format!("{} can't be read", file.display());
    if fs::metadata(file).with_context(unreadable)?.len() > MAX_BYTES as u64 {
        bail!("{} is larger than {MAX_BYTES} bytes", file.display());
    }
    fs::read(file).with_context(unreadable)
}

/// Runs asynchronous work to completion.
///
/// # Errors
/// If it fails, or the runtime can't start.
pub fn wait_for<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("the runtime can't start")?.block_on(work)
}

/// Formats a number of things: `1 entry`, `2 entries`.
pub fn counted(number: usize, what: &str) -> String {
    let plural = match what.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if what.ends_with('s') => format!("{what}es"),
        None => format!("{what}s"),
    };
    format!("{number} {}", if number == 1 { what } else { &plural })
}

/// Returns the given day in all time zones, or now if there is none.
pub fn moment(on: Option<Date>) -> Now {
    on.map_or_else(|| Now::At(Timestamp::now()), Now::On)
}

/// Parses a day in the content's format.
pub fn day(text: &str) -> Result<Date, String> {
    readings::day(&text.into()).ok_or_else(|| {
        let (first, last) = (YEARS.start, YEARS.end - 1);
        format!("write a real date, such as 2026-10-05, in the years {first} to {last}")
    })
}

/// Reads the content in `folder` as of `now`, and prints any errors.
///
/// # Errors
/// If it can't be read or has errors.
pub fn content(folder: &Path, now: Now) -> anyhow::Result<Examined> {
    let examined = examine(folder, now).with_context(|| {
        format!("{} can't be read; specify the content folder with --content", folder.display())
    })?;
    if has_errors(&examined.findings) {
        eprint!("{}", diagnostics::print::human(&examined.findings, &examined.sources));
        bail!("the content has errors; fix those printed above first");
    }
    Ok(examined)
}

/// Returns the index of the region with this code, ignoring case.
///
/// # Errors
/// If there is none; the message suggests the closest one.
pub fn region(draft: &Draft, code: &str) -> anyhow::Result<usize> {
    let (states, words) = (&draft.regions, draft.site.as_ref().map(|site| &site.region));
    states.iter().position(|state| code.eq_ignore_ascii_case(&state.code)).ok_or_else(|| {
        let near = nearest(code, states.iter().map(|state| state.code.as_str()));
        let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        if words.is_some_and(|words| words.ask == Ask::Never) {
            return anyhow!("this content is the same for everyone: leave out {code}, or use {EVERYBODY}");
        }
        let noun = words.map_or("region", |words| words.singular.as_str());
        anyhow!("there is no {noun} with the code {code}{near}")
    })
}

/// Returns the tree of the region at this index, as served now.
///
/// # Errors
/// If it has a flaw, which lint would already have rejected.
pub fn tree<'a>(readings: &Readings<'a>, region: usize) -> anyhow::Result<Tree<'a>> {
    let code = &readings.draft().regions[region].code;
    readings.tree(readings.readers.now(region)).with_context(|| format!("{code} has no complete tree"))
}

/// Parses a duration in an option.
pub fn duration(text: &str) -> Result<Duration, String> {
    let parsed: SignedDuration = text.parse().map_err(|_| "write it as 500ms, 10s, 90m or 12h".to_owned())?;
    let duration = Duration::try_from(parsed).map_err(|_| "it can't be negative".to_owned())?;
    if duration < SHORTEST {
        return Err("it has to be at least 100ms".to_owned());
    }
    Ok(duration)
}

/// More frequent checks would cost a lot and gain nothing.
const SHORTEST: Duration = Duration::from_millis(100);

/// Returns the secret from the variable or from the option's file, or `None` if neither is set. It never comes from an
/// argument, which every user of the machine can see. `what` names it in errors.
///
/// # Errors
/// If both are set, the file can't be read, or the secret is empty.
pub fn secret(
    what: &str,
    variable: &str,
    option: &str,
    file: Option<&Path>,
) -> anyhow::Result<Option<String>> {
    let secret = match (file, std::env::var(variable)) {
        (Some(_), Ok(_)) => bail!("set {what} only once: with {variable} or {option}"),
        (Some(file), Err(_)) => {
            fs::read_to_string(file).with_context(|| format!("{option} {} can't be read", file.display()))?
        }
        (None, Ok(secret)) => secret,
        (None, Err(_)) => return Ok(None),
    };
    if secret.trim().is_empty() {
        bail!("{what} is empty: check {variable} or {option}");
    }
    Ok(Some(secret))
}
