//! Recognizes hosts that are this machine. Plain http and the development sign-in are allowed only on these.

use std::net::IpAddr;

/// Returns whether `host`, from a `Host` header or a URL, with or without a port, is this machine.
pub fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        // Only a port may follow the bracket.
        Some(rest) => rest.split_once(']').filter(|(_, port)| port.is_empty() || port.starts_with(':')),
        None => Some(host.rsplit_once(':').unwrap_or((host, ""))),
    };
    name.is_some_and(|(name, _)| {
        name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loopback() {
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "[::1]", "127.9.9.9"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "example.org",
            "10.0.0.1",
            "127.0.0.1.example.org",
            "localhost.example.org",
            "[::1].example.org",
            "[::2]",
            "[::1",
            "localhost@example.org",
            "127.0.0.1:80:example.org",
            "",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
