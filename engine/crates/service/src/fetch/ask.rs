//! One request to an address and its redirects: bounded in size and number, and the token goes to no other host.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::{
    AUTHORIZATION, ETAG, HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, LOCATION, RETRY_AFTER,
};
use reqwest::{Response, StatusCode};

use super::source::{Source, is_plain};

/// The maximum size of an archive as received, in bytes.
const MAX_PACKED: usize = 32 << 20;
/// How many redirects are followed: hosts redirect once, to where they keep archives.
const MAX_REDIRECTS: usize = 5;

/// The host's response.
pub(super) enum Answer {
    Unchanged,
    /// An archive, and the headers to send with the next request.
    Archive(Vec<u8>, HeaderMap),
}

/// The reason for a failure, and how long the host asks not to be contacted.
pub(super) struct Failure {
    pub why: String,
    pub rest: Option<Duration>,
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self { why, rest: None }
    }
}

/// Requests the archive if it has changed since the last time.
pub(super) async fn ask(source: &Source) -> Result<Answer, Failure> {
    let (mut url, mut token) = (source.url.clone(), source.token.clone());
    for _ in 0..=MAX_REDIRECTS {
        let mut request = source.client.get(url.clone()).headers(source.known.clone());
        if let Some(token) = &token {
            request = request.header(AUTHORIZATION, token);
        }
        let response = request.send().await.map_err(|error| failure(&error))?;
        let (status, headers) = (response.status(), response.headers());
        if status == StatusCode::NOT_MODIFIED && !source.known.is_empty() {
            return Ok(Answer::Unchanged);
        }
        if status == StatusCode::OK {
            return archive(response).await;
        }
        let to = headers.get(LOCATION).filter(|_| status.is_redirection()).and_then(|to| to.to_str().ok());
        let Some(to) = to else {
            return Err(Failure { why: words(status), rest: retry_after(headers) });
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

async fn archive(mut response: Response) -> Result<Answer, Failure> {
    let too_large = || format!("the archive has more than {} MB", MAX_PACKED >> 20);
    let mut known = HeaderMap::new();
    for (given, asked) in [(ETAG, IF_NONE_MATCH), (LAST_MODIFIED, IF_MODIFIED_SINCE)] {
        if let Some(value) = response.headers().get(given) {
            known.insert(asked, value.clone());
        }
    }
    let mut packed = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failure(&error))? {
        if packed.len() + chunk.len() > MAX_PACKED {
            return Err(too_large().into());
        }
        packed.extend_from_slice(&chunk);
    }
    Ok(Answer::Archive(packed, known))
}

fn words(status: StatusCode) -> String {
    let why = match status.as_u16() {
        401 | 403 => " (is the token missing or expired?)",
        404 => " (is the address right, and does the token have access?)",
        429 => " (too many requests)",
        _ => "",
    };
    format!("the site answered {}{why}", status.as_u16())
}

/// Returns how long the site asks clients to wait: given in seconds or as a date (RFC 9110 §10.2.3).
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let at = DateTimeParser::new().parse_timestamp(value).ok()?;
    Some(Duration::try_from(at.duration_since(Timestamp::now())).unwrap_or_default())
}

/// Describes why there was no response, without naming an address.
fn failure(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "the site didn't answer in time".to_owned();
    }
    // The root cause, because the error itself names the address.
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    let last = causes.last().map_or_else(|| "no answer".to_owned(), ToString::to_string);
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
    fn a_site_says_when_to_come_back_in_seconds_or_as_a_date() {
        let asked = |value: &str| retry_after(&HeaderMap::from_iter([(RETRY_AFTER, value.parse().unwrap())]));
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert_eq!(asked("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert!(asked("Fri, 21 Oct 2050 07:28:00 GMT").unwrap() > Duration::from_secs(3_600));
        assert_eq!(asked("soon"), None);
    }
}
