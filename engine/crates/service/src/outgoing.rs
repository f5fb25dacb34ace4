//! The builder for every HTTP client: no automatic redirects, and /etc/hosts is respected. Also reads response bodies
//! and lists an error's causes.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::net::{IpAddr, SocketAddr};

use reqwest::{Client, ClientBuilder, Response, redirect};

/// Returns a client builder without timeouts.
pub fn client() -> ClientBuilder {
    // Fails harmlessly if a provider is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    with_hosts(&fs::read_to_string("/etc/hosts").unwrap_or_default())
}

/// Resolves the names in `hosts` only to the addresses listed there. By default, if only an IPv4 address is listed
/// for a name, the resolver asks a name server for the IPv6 address and waits; if none answers, it waits longer than
/// any request may take.
fn with_hosts(hosts: &str) -> ClientBuilder {
    let mut addresses: HashMap<String, Vec<SocketAddr>> = HashMap::new();
    for line in hosts.lines() {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let Some(Ok(address)) = words.next().map(str::parse::<IpAddr>) else { continue };
        for name in words {
            addresses.entry(name.to_lowercase()).or_default().push(SocketAddr::new(address, 0));
        }
    }
    let client = Client::builder().redirect(redirect::Policy::none());
    addresses.into_iter().fold(client, |client, (name, all)| client.resolve_to_addrs(&name, &all))
}

/// Reads the body of a response; `None` if it has more than `most` bytes.
///
/// # Errors
/// If the connection is lost.
pub async fn body(mut response: Response, most: usize) -> reqwest::Result<Option<Vec<u8>>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > most {
            return Ok(None);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Some(body))
}

/// Returns the causes of an error, the root cause last.
pub fn causes(error: &dyn Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |&cause| cause.source())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_name_in_the_hosts_file_resolves_without_dns() {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = server.local_addr().unwrap().port();
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = server.accept().await.unwrap();
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").await;
            }
        });
        let _ = client(); // Installs the crypto provider.
        // No name server knows .test. If a name has several addresses, the client finds the one with a listener.
        let hosts =
            "\n# 127.0.0.9 note.test\n127.0.0.1\tone.test Two.test#all\nfe80::1%lo x.test\n::1 two.test\n";
        let client = with_hosts(hosts).no_proxy().build().unwrap();
        for name in ["one.test", "two.test"] {
            let answer = client.get(format!("http://{name}:{port}/")).send().await;
            assert_eq!(answer.map(|answer| answer.status().as_u16()).unwrap(), 204, "{name}");
        }
    }
}
