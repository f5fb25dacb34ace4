//! The address of an archive, and the content folder in it.

use std::fmt;
use std::time::Duration;

use reqwest::Client;
use reqwest::header::{HeaderMap, HeaderValue};
use url::Url;

use super::ask::{Answer, Failure, ask};
use crate::auth::is_loopback;
use crate::outgoing;
use callguide_content::content::folder::{Files, from_archive};

/// How long a fetch may take, including redirects.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An address that serves an archive, and the folder in it with the content.
pub struct Source {
    pub(super) client: Client,
    pub(super) url: Url,
    /// The token for this host; it's sent to no other.
    pub(super) token: Option<HeaderValue>,
    /// The validators from the last response, in the form in which the next request sends them.
    pub(super) known: HeaderMap,
    folder: String,
    rest: Option<Duration>,
}

/// Why an address can't be used for content. Names neither the address nor the token.
#[derive(Debug, thiserror::Error)]
pub enum InvalidSource {
    #[error("it isn't an address: {0}")]
    Malformed(#[from] url::ParseError),
    #[error("it must begin with https://; plain http:// is only for this machine (loopback)")]
    Plain,
    #[error("leave the name and password out of it: a token belongs in a file (--content-token-file)")]
    Credentials,
    #[error("the token has characters that a token can't have")]
    Token,
    #[error("this machine's certificates can't be used: {0}")]
    Certificates(reqwest::Error),
}

impl Source {
    /// Creates a source for the content in `folder` (relative to the archive's top; `.` for all of it) of the archive
    /// at `address`. The `token`, if any, is sent to that host.
    ///
    /// # Errors
    /// If the address is neither https nor http on loopback, or has a password in it, or the token is invalid.
    pub fn new(address: &str, folder: &str, token: Option<&str>) -> Result<Self, InvalidSource> {
        let url = Url::parse(address)?;
        let plain = is_plain(&url);
        if url.scheme() != "https" && !plain {
            return Err(InvalidSource::Plain);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidSource::Credentials);
        }
        let token = token.map(|token| HeaderValue::from_str(&format!("Bearer {}", token.trim())));
        let mut token = token.transpose().map_err(|_| InvalidSource::Token)?;
        token.iter_mut().for_each(|token| token.set_sensitive(true));
        let client = outgoing::client()
            .connect_timeout(PATIENCE / 4)
            .user_agent(concat!("callguide/", env!("CARGO_PKG_VERSION")));
        let client = if plain { client.no_proxy() } else { client.https_only(true) };
        let client = client.build().map_err(InvalidSource::Certificates)?;
        let folder = folder.trim_start_matches("./").trim_matches('/');
        let folder = if folder == "." { String::new() } else { folder.to_owned() };
        Ok(Self { client, url, token, known: HeaderMap::new(), folder, rest: None })
    }

    /// Fetches the current content; `None` if it hasn't changed since the last fetch.
    ///
    /// # Errors
    /// The reason why nothing came within `patience`, in words for an admin.
    pub async fn fetch(&mut self, patience: Duration) -> Result<Option<Files>, String> {
        let answer = tokio::time::timeout(patience, ask(self)).await;
        let answer = answer.unwrap_or_else(|_| Err("the site didn't answer in time".to_owned().into()));
        self.rest = answer.as_ref().err().and_then(|failure| failure.rest);
        let Answer::Archive(packed, validators) = answer.map_err(|Failure { why, .. }| why)? else {
            return Ok(None);
        };
        let folder = self.folder.clone();
        let files = tokio::task::spawn_blocking(move || from_archive(&packed, &folder)).await;
        let files = files.map_err(|_| "reading the archive failed; this is a bug in Callguide".to_owned())?;
        let files = files.map_err(|error| format!("the archive can't be used: {error}"))?;
        // Not earlier: an unusable archive must be fetched again.
        self.known = validators;
        Ok(Some(files))
    }

    /// Returns how long the host asks not to be contacted.
    pub fn asked_to_rest(&self) -> Option<Duration> {
        self.rest
    }

    /// Returns the content folder's name in findings.
    pub fn folder(&self) -> &str {
        if self.folder.is_empty() { "content" } else { &self.folder }
    }
}

/// Returns whether an address may be used without encryption because it's on this machine.
pub(super) fn is_plain(url: &Url) -> bool {
    url.scheme() == "http" && url.host_str().is_some_and(is_loopback)
}

/// Displays the address without anything that may be secret.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.url.origin().ascii_serialization(), self.url.path())
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {}", self.folder)
    }
}
