//! The content folder as an argument or as `--content`, for the commands that read one.

use std::path::{Path, PathBuf};

use clap::Args;

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
