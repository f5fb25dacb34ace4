//! Which content is served.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;

use crate::diagnostics::human;
use crate::examine::examine;
use crate::snapshot::Snapshot;

/// Options about the content.
#[derive(Debug, Args)]
#[command(next_help_heading = "Content")]
pub struct ContentOptions {
    /// The content folder
    #[arg(long, env = "CALLGUIDE_CONTENT", default_value = "content", value_name = "DIR")]
    content: PathBuf,
}

impl ContentOptions {
    /// The content as a snapshot to serve. A cold start on broken content is refused with the findings
    /// that lint prints.
    ///
    /// # Errors
    /// Where the folder can't be read or its content has errors.
    pub fn first_snapshot(&self) -> anyhow::Result<Snapshot> {
        let folder = &self.content;
        let examined = examine(folder, None).with_context(|| {
            format!("{} can't be read; name the content folder with --content", folder.display())
        })?;
        if let Some(snapshot) = examined.snapshot() {
            return Ok(snapshot);
        }
        eprint!("{}", human::render(&examined.findings, &examined.sources));
        bail!("the content in {} has errors; mend what is printed above, then start again", folder.display())
    }
}
