//! The content that a command reads: the options for its folder and its day, and lookups in what was read.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::api::site::{Ask, EVERYBODY, RegionNames};
use crate::content::Complete;
use crate::content::model::State;
use crate::diagnostics::{has_errors, nearest, print};
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
        eprint!("{}", print::human(&examined.findings, &examined.sources));
        bail!("the content has errors; fix those printed above first");
    }
    Ok(examined)
}

/// Returns the index of the region with this code, ignoring case.
///
/// # Errors
/// If there is none; the message suggests the closest one.
pub fn region(content: &Complete<'_>, code: &str) -> anyhow::Result<usize> {
    region_of(content.regions, Some(&content.site.region), code)
}

/// Like [`region`], but for content that may lack its site.
///
/// # Errors
/// The same as for [`region`].
pub fn region_of(states: &[State], words: Option<&RegionNames>, code: &str) -> anyhow::Result<usize> {
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
