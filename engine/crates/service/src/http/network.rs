//! The service's network settings: its public URL, the proxies in front of it, and its limits.
//!
//! Requests by signed-in people are limited per person, since one IP address may belong to a whole call center or to an
//! undeclared proxy. Sign-ins are limited per IP address. Successful ones don't count, for the same reason, and because
//! anyone may sign in often.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use super::cookies::SessionCookie;
use super::error::ApiError;
use super::proxies::Proxies;
use crate::allowance::Allowance;
use crate::auth::is_loopback;
use crate::clock::Clock;
use crate::session::Person;

/// The maximum number of concurrent connections if the number of file descriptors isn't known.
const DEFAULT_CONNECTIONS: usize = 8192;

/// The network settings of an operator.
#[derive(Debug)]
pub struct Network {
    /// The public URL, which browsers use; `None` if only this machine uses the engine.
    pub public: Option<PublicUrl>,
    pub proxies: Proxies,
    pub limits: RateLimits,
    pub pictures: PictureSources,
    pub times: Times,
    /// The maximum number of concurrent connections.
    pub connections: usize,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            public: None,
            proxies: Proxies::default(),
            limits: RateLimits::new(Rates::default(), Clock::machine()),
            pictures: PictureSources::default(),
            times: Times::default(),
            connections: DEFAULT_CONNECTIONS,
        }
    }
}

impl Network {
    /// Returns how cookies are protected. Except on loopback, they're bound to this host and to https.
    pub fn cookie(&self) -> SessionCookie {
        match &self.public {
            Some(public) if public.is_https() => SessionCookie::Secure,
            _ => SessionCookie::Loopback,
        }
    }
}

/// The time limits on clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// From a response, or the start of a connection, to the end of the next request's head. It's longer than a load
    /// balancer keeps an idle connection, so a load balancer never sends a request on a connection that the engine is
    /// about to close.
    pub keep_alive: Duration,
    /// For a request with its body, until the response begins.
    pub request: Duration,
    /// For a response to make any progress: the whole response may take any amount of time, but at least a few bytes
    /// must be sent within this time.
    pub write: Duration,
    /// For a proxy that polls to see whether the engine is about to stop, so that it can send its requests elsewhere.
    /// During this time, the engine carries on as usual.
    pub drain: Duration,
    /// For idle keep-alive connections once the engine has been asked to stop. A proxy may be sending a request on
    /// one of them at that moment, and it should still get an answer.
    pub linger: Duration,
    /// For the requests in progress when the engine was asked to stop.
    pub last: Duration,
}

impl Default for Times {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            keep_alive: seconds(75),
            request: seconds(30),
            write: seconds(30),
            drain: Duration::ZERO,
            linger: Duration::from_millis(500),
            last: seconds(10),
        }
    }
}

/// Requests per minute. The same number may come in one burst.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// Failed sign-ins from one IP address. Starting one writes nothing, so [`STARTS`] times as many may begin.
    pub sign_in: NonZeroU32,
    /// Searches by one person; the panel searches as a volunteer types.
    pub search: NonZeroU32,
}

/// Version comparisons per person and minute. A page requests one when the content changes during a contact.
const CHANGES: NonZeroU32 = NonZeroU32::new(60).expect("60 isn't zero");

/// How many sign-ins may begin for each one that may fail.
const STARTS: NonZeroU32 = NonZeroU32::new(10).expect("10 isn't zero");

impl Default for Rates {
    fn default() -> Self {
        let number = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self { sign_in: number(240), search: number(600) }
    }
}

/// The limits of one engine; each engine counts for itself.
#[derive(Debug)]
pub struct RateLimits {
    pub(super) starts: Allowance<IpAddr>,
    pub(super) failures: Allowance<IpAddr>,
    pub(super) search: Allowance<String>,
    pub(super) changes: Allowance<String>,
}

impl RateLimits {
    /// Creates the limits for these `rates`, timed by `clock`.
    pub fn new(rates: Rates, clock: Clock) -> Self {
        Self {
            starts: Allowance::new(rates.sign_in.saturating_mul(STARTS), clock.clone()),
            failures: Allowance::new(rates.sign_in, clock.clone()),
            search: Allowance::new(rates.search, clock.clone()),
            changes: Allowance::new(CHANGES, clock),
        }
    }

    /// Evicts callers that haven't made a request in a while, so that many addresses don't fill up the memory.
    pub fn sweep(&self) {
        self.starts.sweep();
        self.failures.sweep();
        self.search.sweep();
        self.changes.sweep();
    }
}

/// Counts a request by `person`.
///
/// # Errors
/// 429 if it's over the limit.
pub fn take(limit: &Allowance<String>, person: &Person) -> Result<(), ApiError> {
    limit.take(person.email.clone()).map_err(|seconds| ApiError::rate_limited("requests", seconds))
}

/// The origin that browsers know, such as `https://callguide.example.org`, without a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

/// An invalid public URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPublicUrl {
    #[error("the public address must look like https://callguide.example.org, without a path, but is {0}")]
    Malformed(String),
    #[error("the public address must be https, because cookies and sign-in depend on it: {0}")]
    Plain(String),
}

impl PublicUrl {
    /// Returns the URL of a loopback listener, reachable only from this machine.
    pub fn of_loopback(address: SocketAddr) -> Self {
        Self(format!("http://{address}"))
    }

    /// Returns the origin as browsers write it in `Origin`.
    pub fn origin(&self) -> &str {
        &self.0
    }

    /// Returns whether browsers connect over https.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https:")
    }
}

impl FromStr for PublicUrl {
    type Err = InvalidPublicUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || InvalidPublicUrl::Malformed(text.to_owned());
        let url = url::Url::parse(text.trim()).map_err(|_| malformed())?;
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let anonymous = url.username().is_empty() && url.password().is_none();
        let https = url.scheme() == "https";
        if !bare || !anonymous || !(https || url.scheme() == "http") {
            return Err(malformed());
        }
        let host = url.host_str().ok_or_else(malformed)?;
        if !https && !is_loopback(host) {
            return Err(InvalidPublicUrl::Plain(text.to_owned()));
        }
        Ok(Self(url.origin().ascii_serialization()))
    }
}

/// The allowed origins of profile pictures, as sources in the Content-Security-Policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureSources(String);

/// An invalid picture source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a picture source must look like https://*.googleusercontent.com, but is {0}")]
pub struct InvalidPictureSource(String);

impl PictureSources {
    /// Returns the sources, separated by spaces.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for PictureSources {
    /// Allows the host where Google, the first provider, keeps profile pictures.
    fn default() -> Self {
        Self("https://*.googleusercontent.com".to_owned())
    }
}

impl FromStr for PictureSources {
    type Err = InvalidPictureSource;

    /// Parses sources separated by commas or spaces; an empty list is allowed.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sources: Vec<&str> = text.split([',', ' ']).filter(|source| !source.is_empty()).collect();
        for source in &sources {
            let host = source.strip_prefix("https://").unwrap_or_default();
            let host = host.strip_prefix("*.").unwrap_or(host);
            let good = !host.is_empty()
                && host.contains('.')
                && host.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-' || b == b':');
            if !good {
                return Err(InvalidPictureSource((*source).to_owned()));
            }
        }
        Ok(Self(sources.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_an_https_origin_or_this_machine() {
        let parse = |text: &str| text.parse::<PublicUrl>().map(|public| public.origin().to_owned());
        assert_eq!(parse("https://Callguide.example.org/").as_deref(), Ok("https://callguide.example.org"));
        assert_eq!(parse("https://a.example:443").as_deref(), Ok("https://a.example"));
        assert_eq!(parse("http://127.0.0.1:8080").as_deref(), Ok("http://127.0.0.1:8080"));
        assert_eq!(parse("http://[::1]:8080").as_deref(), Ok("http://[::1]:8080"));
        for bad in [
            "http://callguide.example.org",
            "http://127.0.0.1.example.org",
            "https://a.example/app",
            "https://a.example?x",
            "https://u:p@a.example",
            "ftp://a.example",
            "a.example",
            "",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_picture_source_cannot_alter_the_policy() {
        assert!("https://a.example, https://*.b.example".parse::<PictureSources>().is_ok());
        assert_eq!("".parse::<PictureSources>().unwrap().as_str(), "");
        for bad in [
            "*",
            "https://*",
            "http://a.example",
            "https://a.example;script-src",
            "'unsafe-inline'",
            "https:",
        ] {
            assert!(bad.parse::<PictureSources>().is_err(), "{bad}");
        }
    }
}
