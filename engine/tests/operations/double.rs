//! What stands in an engine's place and says what a proxy sent it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What it answers a request that it has read.
pub type Answer = fn(name: &str, request: &Request) -> Option<(u16, String)>;

/// The head of a request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    pub headers: Vec<String>,
}

impl Request {
    /// A header by its lower-cased name.
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
    /// Answers every request as `answer` says; where that says nothing, it closes the connection without a word.
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

    /// What came so far.
    pub fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(name: &str, answer: Answer, mut stream: TcpStream, seen: &Mutex<Vec<Request>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while let Some(request) = read(&mut reader) {
        // Whether it's about to stop, which Caddy asks all the while, isn't what it's here for.
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
