//! The options for the network and for monitoring the running engine, and how many connections it may have.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;

use super::super::input::duration;
use crate::clock::Clock;
use crate::http::{ForwardedHeader, Network, PictureSources, Proxies, PublicUrl, RateLimits, Rates, Times};

/// Connections for loading pages, and for strangers. Each listening browser gets two more: one for events and one for
/// requests.
const OTHERS: usize = 4096;

/// Options about the network.
#[derive(Debug, Args)]
#[command(next_help_heading = "Network")]
pub struct NetworkOptions {
    /// The address that browsers use, such as https://callguide.example.org; has to be https, except on loopback.
    /// Required with a sign-in provider, except on loopback
    #[arg(long, env = "CALLGUIDE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// Proxies that are trusted to report a client's address: addresses or networks, separated by commas
    #[arg(long, env = "CALLGUIDE_TRUSTED_PROXIES", default_value = "", value_name = "NETWORKS")]
    trusted_proxies: String,
    /// The header in which trusted proxies put the client's address
    #[arg(long, value_enum, env = "CALLGUIDE_FORWARDED_HEADER", default_value_t = HeaderName::XForwardedFor)]
    forwarded_header: HeaderName,
    /// How many sign-ins from one address may fail per minute; ten times as many may be started. Successful ones don't
    /// count, so that everyone in an office behind one address can sign in when the day starts
    #[arg(long, env = "CALLGUIDE_SIGN_IN_RATE", default_value_t = Rates::default().sign_in, value_name = "N")]
    sign_in_rate: NonZeroU32,
    /// How many searches one person may make per minute
    #[arg(long, env = "CALLGUIDE_SEARCH_RATE", default_value_t = Rates::default().search, value_name = "N")]
    search_rate: NonZeroU32,
    /// How long an idle connection stays open for the next request, such as 75s or 5m. Make it longer than the
    /// idle timeout of the load balancer in front of the engine
    #[arg(long, env = "CALLGUIDE_KEEP_ALIVE", default_value = "75s", value_parser = duration, value_name = "TIME")]
    keep_alive: Duration,
    /// How long the engine keeps serving after it's asked to stop, while /drainz returns 503, such as 1s: for a proxy
    /// that checks /drainz more often than that, and then sends its requests elsewhere
    #[arg(long, env = "CALLGUIDE_DRAIN", value_parser = duration, value_name = "TIME")]
    drain: Option<Duration>,
    /// Where profile pictures may be loaded from, separated by commas; the default is Google's
    #[arg(
        long,
        env = "CALLGUIDE_PICTURE_SOURCES",
        default_value = "https://*.googleusercontent.com",
        value_name = "SOURCES"
    )]
    picture_sources: PictureSources,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum HeaderName {
    /// X-Forwarded-For
    XForwardedFor,
    /// Forwarded (RFC 7239)
    Forwarded,
}

impl NetworkOptions {
    /// Returns the address at which browsers find an engine that listens on `address`.
    pub fn seen_at(&self, address: SocketAddr) -> Option<PublicUrl> {
        let here = || address.ip().is_loopback().then(|| PublicUrl::of_loopback(address));
        self.public_url.clone().or_else(here)
    }

    /// Returns the network settings of a service that listens on `address` and accepts up to `connections` at a time.
    ///
    /// # Errors
    /// If a setting can't be used, or the engine is reachable from elsewhere but has no public address.
    pub fn open(&self, address: SocketAddr, connections: usize) -> anyhow::Result<Network> {
        let header = match self.forwarded_header {
            HeaderName::XForwardedFor => ForwardedHeader::XForwardedFor,
            HeaderName::Forwarded => ForwardedHeader::Forwarded,
        };
        if self.seen_at(address).is_none() {
            bail!(
                "an engine that listens on {address} needs --public-url, the https address that browsers use"
            );
        }
        let rates = Rates { sign_in: self.sign_in_rate, search: self.search_rate };
        Ok(Network {
            public: self.public_url.clone(),
            proxies: Proxies::new(&self.trusted_proxies, header).context("--trusted-proxies")?,
            limits: RateLimits::new(rates, Clock::machine()),
            pictures: self.picture_sources.clone(),
            times: Times {
                keep_alive: self.keep_alive,
                drain: self.drain.unwrap_or_default(),
                ..Times::default()
            },
            connections,
        })
    }
}

/// Options about events, which browsers listen for, and metrics, which Prometheus asks for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Events and metrics")]
pub struct ObserveOptions {
    /// How many browsers may listen for new content at once
    #[arg(long, env = "CALLGUIDE_EVENT_STREAMS", default_value_t = 2000, value_name = "N")]
    pub event_streams: usize,
    /// The address and port to serve GET /metrics on, for Prometheus; not served by default. Anyone who can reach it
    /// can read it
    #[arg(long, env = "CALLGUIDE_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
}

impl ObserveOptions {
    /// Opens the listener for metrics, if one is configured, and logs its address.
    ///
    /// # Errors
    /// If it can't listen on the address.
    pub async fn listen(&self) -> anyhow::Result<Option<TcpListener>> {
        let Some(address) = self.metrics_listen else { return Ok(None) };
        let listener = TcpListener::bind(address).await.with_context(|| {
            format!("can't listen on {address}; choose another address with --metrics-listen")
        })?;
        tracing::info!(address = %listener.local_addr().unwrap_or(address), "metrics are served");
        Ok(Some(listener))
    }
}

/// Raises the limit on open files as far as the system allows, logs it, and warns if it's too low for
/// `streams` event streams. Returns the maximum number of concurrent connections: the limit minus a reserve,
/// so that content can be read and the store used even while strangers occupy every connection.
pub fn connections(streams: usize) -> usize {
    let limit = raise();
    let wanted = streams.saturating_mul(2).saturating_add(OTHERS);
    let Some(limit) = limit else {
        tracing::info!(connections = wanted, event_streams = streams, "open files aren't limited");
        return wanted;
    };
    let allowed = allowed(limit);
    let connections = wanted.min(allowed);
    tracing::info!(open_files = limit, connections, event_streams = streams, "the limit on open files");
    if allowed < streams.saturating_mul(2) {
        tracing::warn!(
            open_files = limit,
            connections,
            event_streams = streams,
            "the limit on open files is too low for --event-streams: every browser that listens needs one \
             open file for that and another for its requests; raise the hard limit (ulimit -Hn, LimitNOFILE=) or \
             lower --event-streams"
        );
    }
    connections
}

/// Returns how many connections fit within a limit on open files.
fn allowed(limit: usize) -> usize {
    // Reserved for content, the store, the sign-in provider, metrics, and connections accepted before they had a
    // permit.
    let reserve = (limit / 8).clamp(64, 512);
    limit.saturating_sub(reserve).max(16)
}

/// Raises the soft limit to the hard one, and returns the limit now in effect; `None` means unlimited.
fn raise() -> Option<usize> {
    let before = getrlimit(Resource::Nofile);
    let hard = Rlimit { current: before.maximum, maximum: before.maximum };
    let held = match setrlimit(Resource::Nofile, hard) {
        Ok(()) => before.maximum,
        // This happens on macOS, for example, where the hard limit is infinite but setting it is refused.
        Err(error) => {
            tracing::warn!(%error, "the limit on open files can't be raised");
            before.current
        }
    };
    held.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_the_descriptor_limit_is_kept_in_reserve() {
        for (limit, connections) in [(64, 16), (256, 192), (1024, 896), (4096, 3584), (1_048_576, 1_048_064)]
        {
            assert_eq!(allowed(limit), connections, "{limit}");
        }
    }

    #[test]
    fn the_soft_limit_is_raised_to_the_hard_limit() {
        let raised = raise();
        let now = getrlimit(Resource::Nofile);
        assert_eq!(now.current, now.maximum);
        assert_eq!(raised, now.maximum.map(|limit| usize::try_from(limit).unwrap()));
    }
}
