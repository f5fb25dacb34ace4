//! The client's IP address for a request that comes through trusted proxies.
//!
//! Only this address is ever taken from a forwarded header, only from one header, and only if a configured
//! proxy sent it: anyone else could write anything there. The scheme and the host are never taken from a
//! header; the public URL is a setting.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The trusted proxies, and the header they write.
#[derive(Debug, Default)]
pub struct Proxies {
    trusted: Vec<IpNet>,
    header: ForwardedHeader,
    /// When headers from an undeclared proxy were last logged.
    told: Mutex<Option<Instant>>,
}

/// The headers that only proxies send.
const OF_PROXIES: [&str; 3] = ["x-forwarded-for", "x-forwarded-proto", "forwarded"];

/// The minimum time between log lines about an undeclared proxy, which sends its headers with every request. A
/// stranger could also forge them.
const TOLD_EVERY: Duration = Duration::from_secs(3600);

/// The header that the proxies use for the address they saw. A proxy forwards headers it doesn't know, so only the
/// one that it's sure to write may be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ForwardedHeader {
    /// `X-Forwarded-For: client, proxy`
    #[default]
    XForwardedFor,
    /// `Forwarded: for=client, for=proxy` (RFC 7239)
    Forwarded,
}

/// An invalid proxy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a trusted proxy must be an address or a network like 10.0.0.0/8, but is {0}")]
pub struct InvalidProxy(String);

impl Proxies {
    /// Parses `trusted`, which is separated by commas or spaces. If it's empty, no proxy is trusted.
    ///
    /// # Errors
    /// If a part is neither an address nor a network.
    pub fn new(trusted: &str, header: ForwardedHeader) -> Result<Self, InvalidProxy> {
        let parts = trusted.split([',', ' ']).filter(|part| !part.is_empty());
        let network = |part: &str| {
            let alone = IpAddr::from_str(part).map(IpNet::from);
            alone.or_else(|_| IpNet::from_str(part)).map_err(|_| InvalidProxy(part.to_owned()))
        };
        Ok(Self { trusted: parts.map(network).collect::<Result<_, _>>()?, header, told: Mutex::default() })
    }

    /// Returns the client address of a request: the last one that isn't a trusted proxy's.
    pub fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.ip().to_canonical();
        if !self.trusts(client) {
            if OF_PROXIES.iter().any(|name| headers.contains_key(*name)) && self.is_to_be_told(Instant::now())
            {
                tracing::warn!(
                    peer = %client,
                    "ignoring forwarded headers from an address that isn't a trusted proxy: if it's \
                     your proxy, add it to --trusted-proxies (CALLGUIDE_TRUSTED_PROXIES); until then, all its clients \
                     share one limit on failed sign-ins"
                );
            }
            return client;
        }
        for claim in self.claims(headers).iter().rev() {
            // Nothing is known beyond this proxy, so its own address is the best answer.
            let Some(address) = claim else { return client };
            client = *address;
            if !self.trusts(client) {
                return client;
            }
        }
        client
    }

    fn is_to_be_told(&self, now: Instant) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = told.is_none_or(|told| now.duration_since(told) >= TOLD_EVERY);
        if is_due {
            *told = Some(now);
        }
        is_due
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// Returns the claimed addresses in the order in which proxies added them, with `None` for anything that
    /// isn't an address.
    fn claims(&self, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
        let name = match self.header {
            ForwardedHeader::XForwardedFor => "x-forwarded-for",
            ForwardedHeader::Forwarded => "forwarded",
        };
        let values = headers.get_all(name).iter();
        let items = values.flat_map(|value| value.to_str().unwrap_or("?").split(','));
        items
            .map(|item| match self.header {
                ForwardedHeader::XForwardedFor => address(item),
                ForwardedHeader::Forwarded => item.split(';').find_map(|pair| {
                    let (name, value) = pair.trim().split_once('=')?;
                    name.eq_ignore_ascii_case("for").then(|| address(value.trim_matches('"')))?
                }),
            })
            .collect()
    }
}

/// Parses an address with or without a port. IPv6 addresses may be in brackets.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let alone = bare.parse::<IpAddr>().ok();
    alone
        .or_else(|| text.parse::<SocketAddr>().ok().map(|with_port| with_port.ip()))
        .map(|ip| ip.to_canonical())
}

/// Returns what counts as one client: a 64-bit IPv6 network belongs to a single customer.
pub fn one_client(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn client(
        trusted: &str,
        header: ForwardedHeader,
        peer: &str,
        lines: &[(&'static str, &'static str)],
    ) -> String {
        let pairs = lines
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        let mut headers = HeaderMap::new();
        pairs.for_each(|(name, value)| {
            headers.append(name, value);
        });
        let peer = SocketAddr::new(peer.parse().unwrap(), 5000);
        Proxies::new(trusted, header).unwrap().client(peer, &headers).to_string()
    }

    #[test]
    fn forwarded_headers_are_believed_only_from_trusted_proxies() {
        let x = ForwardedHeader::XForwardedFor;
        let claim = [("x-forwarded-for", "203.0.113.9")];
        assert_eq!(client("", x, "10.0.0.1", &claim), "10.0.0.1");
        assert_eq!(client("10.0.0.0/8", x, "192.0.2.1", &claim), "192.0.2.1");
        assert_eq!(client("10.0.0.0/8", x, "10.0.0.1", &claim), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8", x, "::ffff:10.0.0.1", &claim), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8", x, "10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn forwarded_values_written_by_the_client_are_ignored() {
        let x = ForwardedHeader::XForwardedFor;
        let chain = [("x-forwarded-for", "198.51.100.1, 203.0.113.9, 10.0.0.2")];
        assert_eq!(client("10.0.0.0/8", x, "10.0.0.1", &chain), "203.0.113.9");
        let lines = [("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "203.0.113.9")];
        assert_eq!(client("10.0.0.1", x, "10.0.0.1", &lines), "203.0.113.9");
        let other = [("forwarded", "for=198.51.100.1"), ("x-forwarded-for", "203.0.113.9")];
        assert_eq!(client("10.0.0.1", x, "10.0.0.1", &other), "203.0.113.9");
        let nonsense = [("x-forwarded-for", "198.51.100.1, unknown")];
        assert_eq!(client("10.0.0.1", x, "10.0.0.1", &nonsense), "10.0.0.1");
    }

    #[test]
    fn the_forwarded_header_is_read_if_configured() {
        let f = ForwardedHeader::Forwarded;
        for (line, is) in [
            ("for=203.0.113.9;proto=https", "203.0.113.9"),
            ("For=\"203.0.113.9:4711\"", "203.0.113.9"),
            ("proto=https; for=\"[2001:db8::1]:4711\"", "2001:db8::1"),
            ("for=198.51.100.1, for=203.0.113.9", "203.0.113.9"),
            ("for=_hidden", "10.0.0.1"),
            ("proto=https", "10.0.0.1"),
        ] {
            let line = [("forwarded", line), ("x-forwarded-for", "198.51.100.7")];
            assert_eq!(client("10.0.0.1", f, "10.0.0.1", &line), is, "{line:?}");
        }
    }

    #[test]
    fn an_undeclared_proxy_is_logged_at_most_once_an_hour() {
        let (proxies, now) = (Proxies::default(), Instant::now());
        let told = [0, 1, 3599, 3600, 3601].map(|s| proxies.is_to_be_told(now + Duration::from_secs(s)));
        assert_eq!(told, [true, false, false, true, false]);
    }

    #[test]
    fn an_invalid_network_is_rejected() {
        for bad in ["10.0.0.0/33", "proxy", "10.0.0"] {
            assert!(Proxies::new(bad, ForwardedHeader::XForwardedFor).is_err(), "{bad}");
        }
        assert!(Proxies::new("10.0.0.0/8, ::1 fd00::/8", ForwardedHeader::XForwardedFor).is_ok());
    }

    #[test]
    fn an_ipv6_64_network_counts_as_one_client() {
        let of = |text: &str| one_client(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("192.0.2.1"), "192.0.2.1");
    }
}
