//! The content folder, as the commands that look at one take it: by its place or by `--content`.

use std::path::{Path, PathBuf};

use clap::Args;

/// Where content is.
#[derive(Debug, Args)]
pub struct Folder {
    /// The content folder, as --content names it
    #[arg(value_name = "DIR")]
    place: Option<PathBuf>,
    /// The content folder
    #[arg(long, value_name = "DIR", env = "CALLGUIDE_CONTENT", default_value = "content")]
    content: PathBuf,
}

impl Folder {
    /// The folder: the one in its place comes first, for the option may be set in the environment.
    pub fn path(&self) -> &Path {
        self.place.as_deref().unwrap_or(&self.content)
    }
}
