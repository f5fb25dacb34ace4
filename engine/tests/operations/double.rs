//! A test double for an engine, which records the requests that a proxy sends to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Returns the status and body of the response; `None` closes the connection without a response.
pub type Answer = fn(name: &str, request: &Request) -> Option<(u16, String)>;

/// The head of a request as it was received.
#[derive(Debug, Clone)]
pub struct Request {
    pub headers: Vec<String>,
}

impl Request {
    /// Returns the value of a header; the name's case doesn't matter.
    pub fn header(&self, name: &str) -> Option<&str> {
        let pairs = self.headers.iter().filter_map(|line| line.split_once(": "));
        pairs.into_iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Listens until the test's process ends.
pub struct Double {
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Double {
    /// Starts a double that responds to every request with `answer`.
    pub fn start(name: &'static str, answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::<Mutex<Vec<Request>>>::default();
        let told = seen.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let told = told.clone();
                std::thread::spawn(move || serve(name, answer, stream, &told));
            }
        });
        Self { address, seen }
    }

    /// Returns the requests received so far, except Caddy's health checks.
    pub fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(name: &str, answer: Answer, mut stream: TcpStream, seen: &Mutex<Vec<Request>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while let Some(request) = read(&mut reader) {
        // Caddy constantly checks whether an engine is about to stop; these requests aren't recorded.
        let (status, body) = if request.headers[0].starts_with("GET /drainz ") {
            (200, "ok".to_owned())
        } else {
            seen.lock().unwrap().push(request.clone());
            let Some(said) = answer(name, &request) else { return };
            said
        };
        let length = body.len();
        if write!(stream, "HTTP/1.1 {status} Said\r\ncontent-length: {length}\r\n\r\n{body}").is_err() {
            return;
        }
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let request = Request { headers: lines };
    let length = request.header("content-length").map_or(0, |length| length.parse().unwrap());
    reader.read_exact(&mut vec![0; length]).ok()?;
    Some(request)
}
