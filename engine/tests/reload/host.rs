//! A code host on loopback that responds as a test tells it to, and records the requests.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

/// A timeout longer than any step here takes, even on a busy machine.
const BOUND: Duration = Duration::from_secs(60);

type Answer = Box<dyn Fn(&str) -> Vec<u8> + Send>;

/// A running host.
pub struct Host {
    pub address: SocketAddr,
    answer: Arc<Mutex<Answer>>,
    asked: Arc<Mutex<Vec<(Instant, String)>>>,
    over: Arc<AtomicBool>,
}

impl Host {
    /// Starts a host that closes every connection without a response.
    pub fn away() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let host = Self {
            address: listener.local_addr().unwrap(),
            answer: Arc::new(Mutex::new(Box::new(|_| Vec::new()))),
            asked: Arc::default(),
            over: Arc::default(),
        };
        let (answer, asked, over) = (host.answer.clone(), host.asked.clone(), host.over.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let mut stream = stream.unwrap();
                let lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                let head = head.join("\n").to_lowercase();
                let bytes = answer.lock().unwrap()(&head);
                asked.lock().unwrap().push((Instant::now(), head));
                // The client may have disconnected.
                let _ = stream.write_all(&bytes);
            }
        });
        host
    }

    /// Starts a host that serves this archive.
    pub fn serving(packed: Vec<u8>, tag: &str) -> Self {
        let host = Self::away();
        host.serve(packed, tag);
        host
    }

    pub fn says(&self, answer: impl Fn(&str) -> Vec<u8> + Send + 'static) {
        *self.answer.lock().unwrap() = Box::new(answer);
    }

    /// Serves the archive with a validator from now on.
    pub fn serve(&self, packed: Vec<u8>, tag: &str) {
        let tag = format!("\"{tag}\"");
        self.says(move |head| {
            if head.contains(&format!("if-none-match: {tag}\n"))
                || head.ends_with(&format!("if-none-match: {tag}"))
            {
                return response("304 Not Modified", &format!("etag: {tag}\r\n"), b"");
            }
            response("200 OK", &format!("etag: {tag}\r\n"), &packed)
        });
    }

    /// Returns the requests so far, in lowercase, and when they arrived.
    pub fn asked(&self) -> Vec<(Instant, String)> {
        self.asked.lock().unwrap().clone()
    }

    /// Waits for this many more requests, and returns them.
    pub fn wait_for(&self, questions: usize) -> Vec<(Instant, String)> {
        let (began, before) = (Instant::now(), self.asked().len());
        loop {
            let asked = self.asked();
            if asked.len() >= before + questions {
                return asked[before..].to_vec();
            }
            assert!(began.elapsed() < BOUND, "it is asked no more: {asked:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
    }
}

pub fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n");
    [head.as_bytes(), body].concat()
}

/// An archive assembled by a test, which may contain names that a tool would never write.
pub struct Packing(Builder<GzEncoder<Vec<u8>>>);

impl Packing {
    pub fn new() -> Self {
        Self(Builder::new(GzEncoder::new(Vec::new(), Compression::fast())))
    }

    /// Packs all files in a folder as a code host does: below `top`, after the commit's name.
    pub fn of(folder: &Path, top: &str) -> Self {
        let packing = Self::new().put(EntryType::XGlobalHeader, "pax_global_header", b"13 comment=a\n");
        let packing = packing.put(EntryType::Symlink, &format!("{top}/LATEST"), b"");
        packing.folder(folder, &format!("{top}/content"))
    }

    fn folder(self, folder: &Path, name: &str) -> Self {
        let packing = self.put(EntryType::Directory, &format!("{name}/"), b"");
        let mut entries: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        entries.into_iter().fold(packing, |packing, path| {
            let name = format!("{name}/{}", path.file_name().unwrap().to_str().unwrap());
            if path.is_dir() {
                return packing.folder(&path, &name);
            }
            packing.put(EntryType::Regular, &name, &std::fs::read(&path).unwrap())
        })
    }

    pub fn put(mut self, kind: EntryType, name: &str, bytes: &[u8]) -> Self {
        let mut header = Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(kind);
        header.set_mode(0o644);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        self.0.append(&header, bytes).unwrap();
        self
    }

    pub fn packed(self) -> Vec<u8> {
        self.0.into_inner().unwrap().finish().unwrap()
    }
}
