//! The network options.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};

use super::content::duration;

use crate::http::{ForwardedHeader, Network, PictureSources, Proxies, PublicUrl, RateLimits, Rates, Times};

/// Options about the network.
#[derive(Debug, Args)]
#[command(next_help_heading = "Network")]
pub struct NetworkOptions {
    /// The address that browsers use, such as https://callguide.example.org; has to be https, except on loopback.
    /// Required with a sign-in provider, except on loopback
    #[arg(long, env = "CALLGUIDE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
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
    /// How long an idle connection stays open for the next request, such as 75s or 5m. Make it longer than the load
    /// balancer in front of the engine keeps idle connections
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
    /// Returns the public address, if one is set.
    pub fn public_url(&self) -> Option<&PublicUrl> {
        self.public_url.as_ref()
    }

    /// Returns the address at which browsers find an engine that listens on `address`.
    pub fn seen_at(&self, address: SocketAddr) -> Option<PublicUrl> {
        let here = || address.ip().is_loopback().then(|| PublicUrl::of_loopback(address));
        self.public_url.clone().or_else(here)
    }

    /// Returns the network of a service that listens on `address` and accepts up to `connections` at a time.
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
        Ok(Network {
            public: self.public_url.clone(),
            proxies: Proxies::new(&self.trusted_proxies, header).context("--trusted-proxies")?,
            limits: RateLimits::new(Rates { sign_in: self.sign_in_rate, search: self.search_rate }),
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
