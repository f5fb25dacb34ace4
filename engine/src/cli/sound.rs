//! Content without errors, and lookups in it for the commands that show its decision tree.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};

use crate::api::site::{Ask, EVERYBODY, RegionNames};
use crate::content::Complete;
use crate::content::model::State;
use crate::diagnostics::{has_errors, nearest, print};
use crate::examine::{Examined, examine};
use crate::readings::{Now, Readings, Tree};

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

/// The same for content that may lack its site.
///
/// # Errors
/// The same.
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
