//! Content from a URL: an archive of a branch, requested periodically and sent only if it has changed.
//!
//! A fetched archive is handled like a folder that was read ([`Loader::offer`]); a failed fetch is reported and
//! changes nothing. The size and the number of redirects are limited, and the token isn't sent to any other host. No
//! message from this module contains a secret: neither the token nor a URL's query, where some hosts put one.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::{
    AUTHORIZATION, ETAG, HeaderMap, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, LOCATION,
    RETRY_AFTER,
};
use reqwest::{Client, Response, StatusCode};
use url::Url;

use crate::auth::is_loopback;
use crate::outgoing;
use crate::reload::Loader;
use crate::stamp;
use callguide_content::content::folder::{Files, from_archive};
use callguide_search::api::status::Watching;

/// The longest pause that a host can ask for; after that, it's contacted again.
const LONGEST_REST: Duration = Duration::from_secs(3600);

/// Fetches from `source` about once per `every` and passes new content to `loader`. Each success is recorded in the
/// file `noted`, for the next start. Never returns.
pub async fn keep(mut source: ArchiveSource, loader: Loader, every: Duration, noted: PathBuf) {
    loader.current.watched(Watching::Poll);
    let mut loader = on_a_thread(loader, Loader::copy).await;
    loop {
        tokio::time::sleep(rest(every, source.rest)).await;
        let fetched = source.fetch(PATIENCE).await;
        let noted = noted.clone();
        loader = on_a_thread(loader, move |loader| {
            let fetched = fetched.map(|files| files.map(|files| take(loader, files)));
            if fetched.is_ok() {
                stamp::touch_or_warn(&noted);
            }
            loader.current.fetched(fetched.map(drop));
            // This counts as a check even if the fetch failed: the age of the last success shows that a host is
            // unreachable.
            loader.current.looked();
        })
        .await;
    }
}

/// Loads the files. If a bug makes the examination panic, that's reported, and the next edit is still accepted.
fn take(loader: &mut Loader, files: Files) {
    if catch_unwind(AssertUnwindSafe(|| loader.offer(files))).is_err() {
        loader.give_up();
    }
}

/// Runs blocking or slow work on a thread that no request waits for.
async fn on_a_thread(mut loader: Loader, work: impl FnOnce(&mut Loader) + Send + 'static) -> Loader {
    let worked = tokio::task::spawn_blocking(move || {
        work(&mut loader);
        loader
    });
    worked.await.expect("panics in the work are caught")
}

/// Returns the time until the next request, randomized so that engines started together don't send requests at the
/// same time.
fn rest(every: Duration, asked: Option<Duration>) -> Duration {
    let random = f64::from(getrandom::u32().unwrap_or_default()) / f64::from(u32::MAX);
    every.mul_f64(0.9 + 0.2 * random).max(asked.unwrap_or_default().min(LONGEST_REST))
}

/// How long a fetch may take, including redirects.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A URL that serves an archive, and the folder in the archive that contains the content.
pub struct ArchiveSource {
    client: Client,
    url: Url,
    /// The token for this host; it's never sent to another.
    token: Option<HeaderValue>,
    /// The validators from the last response, ready to send with the next request.
    known: HeaderMap,
    folder: String,
    rest: Option<Duration>,
}

/// Why a URL can't be used for content. The message contains neither the URL nor the token.
#[derive(Debug, thiserror::Error)]
pub enum InvalidSource {
    #[error("it isn't an address: {0}")]
    Malformed(#[from] url::ParseError),
    #[error("it must begin with https://; plain http:// is only for this machine (loopback)")]
    Plain,
    #[error("leave the name and password out of it: a token belongs in a file (--content-token-file)")]
    Credentials,
    #[error("the token contains characters that aren't allowed in one")]
    Token,
    #[error("this machine's certificates can't be used: {0}")]
    Certificates(reqwest::Error),
}

impl ArchiveSource {
    /// Creates a source for the content in `folder` (relative to the archive's top; `.` for all of it) of the archive
    /// at `address`. The `token`, if any, is sent to that host.
    ///
    /// # Errors
    /// If `address` is neither https nor http on loopback, or contains a password, or if the token is invalid.
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
    /// The reason no content arrived within `patience`, worded for an admin.
    pub async fn fetch(&mut self, patience: Duration) -> Result<Option<Files>, String> {
        let answer = tokio::time::timeout(patience, ask(self)).await;
        let answer = answer.unwrap_or_else(|_| Err(NO_ANSWER.to_owned().into()));
        self.rest = answer.as_ref().err().and_then(|failure| failure.rest);
        let Some((packed, validators)) = answer.map_err(|failed| failed.why)? else { return Ok(None) };
        let folder = self.folder.clone();
        let files = tokio::task::spawn_blocking(move || from_archive(&packed, &folder)).await;
        let files = files.map_err(|_| "reading the archive failed; this is a bug in Callguide".to_owned())?;
        let files = files.map_err(|error| format!("the archive can't be used: {error}"))?;
        // Don't set this earlier: an unusable archive must be fetched again.
        self.known = validators;
        Ok(Some(files))
    }

    /// Returns the content folder's name, as findings show it.
    pub fn folder(&self) -> &str {
        if self.folder.is_empty() { "content" } else { &self.folder }
    }
}

/// Returns whether a URL may be used without encryption because it points to this machine.
fn is_plain(url: &Url) -> bool {
    url.scheme() == "http" && url.host_str().is_some_and(is_loopback)
}

/// Displays the URL without anything that may be secret.
impl fmt::Display for ArchiveSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.url.origin().ascii_serialization(), self.url.path())
    }
}

impl fmt::Debug for ArchiveSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {}", self.folder)
    }
}

/// The maximum size of an archive as received, in bytes.
const MAX_PACKED: usize = 32 << 20;
/// How many redirects are followed: hosts redirect once, to where they keep archives.
const MAX_REDIRECTS: usize = 5;

/// A packed archive, and the headers to send with the next request.
type Packed = (Vec<u8>, HeaderMap);

/// The reason for a failure, and how long the host asked us to wait before retrying.
struct FailedFetch {
    why: String,
    rest: Option<Duration>,
}

impl From<String> for FailedFetch {
    fn from(why: String) -> Self {
        Self { why, rest: None }
    }
}

/// Requests the archive; `None` if it hasn't changed since the last time.
async fn ask(source: &ArchiveSource) -> Result<Option<Packed>, FailedFetch> {
    let (mut url, mut token) = (source.url.clone(), source.token.clone());
    for _ in 0..=MAX_REDIRECTS {
        let mut request = source.client.get(url.clone()).headers(source.known.clone());
        if let Some(token) = &token {
            request = request.header(AUTHORIZATION, token);
        }
        let response = request.send().await.map_err(|error| failure(&error))?;
        let (status, headers) = (response.status(), response.headers());
        if status == StatusCode::NOT_MODIFIED && !source.known.is_empty() {
            return Ok(None);
        }
        if status == StatusCode::OK {
            return archive(response).await.map(Some);
        }
        let to = headers.get(LOCATION).filter(|_| status.is_redirection()).and_then(|to| to.to_str().ok());
        let Some(to) = to else {
            return Err(FailedFetch { why: words(status), rest: retry_after(headers) });
        };
        let next =
            url.join(to).map_err(|_| "the site redirects to something that isn't an address".to_owned())?;
        if next.scheme() != "https" && !(is_plain(&next) && is_plain(&source.url)) {
            return Err("the site redirects to an address that isn't https".to_owned().into());
        }
        if next.origin() != url.origin() {
            token = None;
        }
        url = next;
    }
    Err(format!("the site redirects more than {MAX_REDIRECTS} times").into())
}

async fn archive(response: Response) -> Result<Packed, FailedFetch> {
    let mut known = HeaderMap::new();
    for (given, asked) in [(ETAG, IF_NONE_MATCH), (LAST_MODIFIED, IF_MODIFIED_SINCE)] {
        if let Some(value) = response.headers().get(given) {
            known.insert(asked, value.clone());
        }
    }
    let packed = outgoing::body(response, MAX_PACKED).await.map_err(|error| failure(&error))?;
    let too_large = || format!("the archive has more than {} MB", MAX_PACKED >> 20);
    Ok((packed.ok_or_else(too_large)?, known))
}

fn words(status: StatusCode) -> String {
    let why = match status.as_u16() {
        401 | 403 => " (is the token missing or expired?)",
        404 => " (is the address right, and does the token have access?)",
        429 => " (too many requests)",
        _ => "",
    };
    format!("the site responded with {}{why}", status.as_u16())
}

/// Returns how long the site asks clients to wait, which it gives in seconds or as a date (RFC 9110 §10.2.3).
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let at = DateTimeParser::new().parse_timestamp(value).ok()?;
    Some(Duration::try_from(at.duration_since(Timestamp::now())).unwrap_or_default())
}

const NO_ANSWER: &str = "the site didn't answer in time: check that this machine can reach it";

/// Describes why there was no response, without the URL.
fn failure(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return NO_ANSWER.to_owned();
    }
    // Use the root cause, because the error itself contains the URL.
    let last = outgoing::causes(error).last().map_or_else(|| "no answer".to_owned(), ToString::to_string);
    if error.is_connect() {
        format!("the site can't be reached: {last}")
    } else {
        format!("the connection was lost: {last}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fetches_are_spread_out_and_honor_retry_after_up_to_a_limit() {
        let minute = Duration::from_secs(60);
        let mut rests: Vec<_> = (0..100).map(|_| rest(minute, None)).collect();
        assert!(rests.iter().all(|rest| (minute * 9 / 10..=minute * 11 / 10).contains(rest)), "{rests:?}");
        rests.sort();
        rests.dedup();
        assert!(rests.len() > 10, "all ask at once");
        assert_eq!(rest(minute, Some(minute * 10)), minute * 10);
        assert!(rest(minute, Some(Duration::ZERO)) >= minute * 9 / 10);
        assert_eq!(rest(minute, Some(Duration::MAX)), LONGEST_REST);
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_date() {
        let asked = |value: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]));
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert_eq!(asked("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert!(asked("Fri, 21 Oct 2050 07:28:00 GMT").unwrap() > Duration::from_secs(3_600));
        assert_eq!(asked("soon"), None);
    }
}
