//! A small HTTP client on plain sockets, and one that sends requests continuously.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;

/// A response.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns a header by name, ignoring case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let pairs = self.head.lines().filter_map(|line| line.split_once(": "));
        pairs.into_iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Sends one request on its own connection.
pub fn ask(address: SocketAddr, request: &str, cookie: &str, body: &str) -> std::io::Result<Answer> {
    ask_as(address, request, cookie, "application/x-www-form-urlencoded", body)
}

/// Like [`ask`], with a body of a different type.
pub fn ask_as(
    address: SocketAddr,
    request: &str,
    cookie: &str,
    kind: &str,
    body: &str,
) -> std::io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    // The request is sent in one piece: a proxy may respond before the body arrives, and then close the connection
    // with data still unread.
    let sent = format!(
        "{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(sent.as_bytes())?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let end =
        bytes.windows(4).position(|four| four == b"\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let status = status.ok_or(std::io::ErrorKind::InvalidData)?;
    Ok(Answer { status, head, body: bytes.split_off(end + 4) })
}

/// Requests a tree again and again until it's stopped.
pub struct Asking {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(usize, Vec<String>)>,
}

impl Asking {
    pub fn start(address: SocketAddr, cookie: String) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let told = stop.clone();
        let thread = std::thread::spawn(move || {
            let (mut asked, mut failed) = (0, Vec::new());
            while !told.load(Ordering::SeqCst) {
                asked += 1;
                if let Err(why) = once(address, &cookie) {
                    failed.push(why);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            (asked, failed)
        });
        Self { stop, thread }
    }

    /// Stops the client, and checks that every request was answered from a single version.
    pub fn finish(self) {
        self.stop.store(true, Ordering::SeqCst);
        let (asked, failed) = self.thread.join().unwrap();
        assert!(asked > 0, "someone asked");
        assert!(failed.is_empty(), "{} of {asked} requests failed: {}", failed.len(), failed[0]);
    }
}

fn once(address: SocketAddr, cookie: &str) -> Result<(), String> {
    let answer = ask(address, "GET /api/tree/TX", cookie, "").map_err(|error| error.to_string())?;
    if answer.status != 200 {
        return Err(format!("{}: {}", answer.status, answer.text()));
    }
    let (said, held) = (answer.header("x-content-version"), answer.json());
    match said == held["version"].as_str() {
        true => Ok(()),
        false => Err(format!("the header says {said:?}, the body {}", held["version"])),
    }
}
