//! Options for content that's fetched from an address instead of read from a folder.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::secret::secret;
use crate::fetch::ArchiveSource;

/// The variable that can hold the token.
pub(super) const TOKEN: &str = "CALLGUIDE_CONTENT_TOKEN";

/// Options about content by address.
#[derive(Debug, Args)]
pub struct AddressOptions {
    /// Fetch the content instead of reading --content: the address of a branch's archive (tar.gz) on a code host, such
    /// as https://codeload.github.com/OWNER/REPOSITORY/tar.gz/refs/heads/main. It's requested every --content-poll
    // Hidden because the address's query may be secret.
    #[arg(long, env = "CALLGUIDE_CONTENT_URL", value_name = "ADDRESS", hide_env_values = true)]
    content_url: Option<String>,
    /// With --content-url: the content folder in the archive, below the single folder at its top; `.` if that folder
    /// itself is the content folder
    #[arg(long, env = "CALLGUIDE_CONTENT_PATH", default_value = "content", value_name = "FOLDER")]
    content_path: String,
    /// With --content-url: a file with the token for its host; no other host gets it. The variable
    /// CALLGUIDE_CONTENT_TOKEN can hold the token instead; no option takes the token itself
    #[arg(long, env = "CALLGUIDE_CONTENT_TOKEN_FILE", value_name = "FILE", requires = "content_url")]
    content_token_file: Option<PathBuf>,
}

impl AddressOptions {
    /// Returns the source to fetch the content from, or `None` if it's in a folder.
    ///
    /// # Errors
    /// If the address or the token can't be used.
    pub fn source(&self) -> anyhow::Result<Option<ArchiveSource>> {
        let Some(address) = &self.content_url else { return Ok(None) };
        let token = secret("the token", TOKEN, "--content-token-file", self.content_token_file.as_deref())?;
        let source = ArchiveSource::new(address, &self.content_path, token.as_deref());
        source.context("the address in --content-url (CALLGUIDE_CONTENT_URL) can't be used").map(Some)
    }
}
