//! `callguide healthy`: checks whether an engine is running. Images without a shell need it for their health check.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::input::refuse;

/// The timeout of each step. Together they take less than a container's 3 seconds.
const PATIENCE: Duration = Duration::from_millis(900);

/// Check whether an engine is running (`/healthz`), for a container's health check
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 it's running, 1 it doesn't respond, 2 couldn't run.")]
pub struct HealthyArgs {
    /// The address and port that the engine listens on
    #[arg(env = "CALLGUIDE_LISTEN", default_value = "127.0.0.1:8080")]
    address: SocketAddr,
}

/// Runs the command.
///
/// # Errors
/// Never: an engine that doesn't answer is reported by the exit status.
pub fn run(args: &HealthyArgs) -> anyhow::Result<ExitCode> {
    Ok(ask(here(args.address)).map_or_else(|why| refuse(&why), |()| ExitCode::SUCCESS))
}

/// Returns why the engine isn't healthy, if it isn't.
fn ask(address: SocketAddr) -> Result<(), String> {
    match status(address) {
        Ok(status) if status == *b"HTTP/1.1 200" => Ok(()),
        Ok(status) => Err(format!("{address} returned {}", String::from_utf8_lossy(&status))),
        Err(error) => Err(format!("{address} doesn't respond: {error}")),
    }
}

/// Returns the beginning of the response's status line.
fn status(address: SocketAddr) -> io::Result<[u8; 12]> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut status = [0; 12];
    stream.read_exact(&mut status)?;
    Ok(status)
}

/// Returns the address to connect to: an engine that listens on all addresses also listens on loopback.
fn here(listens: SocketAddr) -> SocketAddr {
    let ip = match listens.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listens.port())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// Returns the result for an engine that sends this response.
    fn asked(answer: &'static str) -> Result<(), String> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let engine = thread::spawn(move || {
            let (mut client, _) = listener.accept().unwrap();
            let mut request = [0; 1024];
            let length = client.read(&mut request).unwrap();
            assert!(request[..length].starts_with(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:"));
            client.write_all(answer.as_bytes()).unwrap();
        });
        let said = ask(address).map_err(|why| why.replace(&address.to_string(), "HOST"));
        engine.join().unwrap();
        said
    }

    #[test]
    fn only_a_success_response_counts_as_healthy() {
        assert_eq!(asked("HTTP/1.1 200 OK\r\n\r\nok"), Ok(()));
        assert_eq!(asked("HTTP/1.1 503 Away\r\n\r\n"), Err("HOST returned HTTP/1.1 503".to_owned()));
        assert!(asked("").unwrap_err().starts_with("HOST doesn't respond: "));
    }

    #[test]
    fn an_engine_listening_on_all_addresses_is_asked_on_loopback() {
        for (listens, asked) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("10.0.0.1:80", "10.0.0.1:80")]
        {
            assert_eq!(here(listens.parse().unwrap()).to_string(), asked);
        }
    }
}
