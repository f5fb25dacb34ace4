//! Two real engines on one data folder, as `deploy/` starts them: each on its own port, which it keeps across restarts.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use tempfile::TempDir;

use crate::client::ask;
use crate::proxy::free_address;

/// The development sign-in's code.
const CODE: &str = "operations-test";

pub const ADMIN: &str = "admin@example.org";
pub const VOLUNTEER: &str = "volunteer@example.org";

/// An engine; it's killed when it's dropped.
pub struct Engine {
    pub address: SocketAddr,
    /// The address where it serves its metrics.
    pub metrics: SocketAddr,
    data: PathBuf,
    content: PathBuf,
    process: Mutex<Child>,
}

impl Engine {
    fn start(data: &Path, content: &Path) -> Self {
        // Between finding a free port and listening on it, another process may take it.
        let mut tries = (0..5).map(|_| (free_address(), free_address()));
        let started = tries.find_map(|(address, metrics)| match run(address, metrics, data, content) {
            Ok(process) => Some((address, metrics, Mutex::new(process))),
            Err(said) if said.contains("Address already in use") => None,
            Err(said) => panic!("{said}"),
        });
        let (address, metrics, process) = started.unwrap_or_else(|| panic!("{}", log_of(data)));
        Self { address, metrics, data: data.to_owned(), content: content.to_owned(), process }
    }

    /// Stops the engine gracefully and starts it again at the same addresses.
    pub fn restart(&self) {
        let mut process = self.process.lock().unwrap();
        Command::new("kill").arg(process.id().to_string()).status().unwrap();
        assert!(process.wait().unwrap().success(), "a clean stop");
        *process = run(self.address, self.metrics, &self.data, &self.content).unwrap();
    }

    /// Kills the engine, without a graceful stop.
    pub fn kill(&self) {
        let mut process = self.process.lock().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// Signs in one of the development sign-in's people, directly at the engine; returns the cookie.
    pub fn sign_in(&self, email: &str) -> String {
        let body = format!("email={email}&mode=window&code={CODE}");
        let answer = ask(self.address, "POST /auth/development", "", &body);
        let answer = answer.unwrap_or_else(|error| panic!("{error}: {}", log_of(&self.data)));
        let cookies = answer.head.lines().filter_map(|line| line.split_once("et-cookie: "));
        let cookie = cookies.map(|(_, cookie)| cookie.split(';').next().unwrap());
        cookie
            .into_iter()
            .find(|cookie| cookie.starts_with("callguide_session="))
            .expect(&answer.head)
            .to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let process = self.process.get_mut().unwrap();
        let _ = process.kill();
        let _ = process.wait();
    }
}

/// Starts an engine and waits until it's ready.
///
/// # Errors
/// If it doesn't start; the error contains what it logged.
fn run(address: SocketAddr, metrics: SocketAddr, data: &Path, content: &Path) -> Result<Child, String> {
    let log = fs::File::options().create(true).append(true).open(data.with_extension("log")).unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_callguide"))
        .args(["serve", "--trusted-proxies", "127.0.0.1", "--log", "warn", "--drain", "1s"])
        .args([format!("--listen={address}"), format!("--metrics-listen={metrics}")])
        .arg("--data")
        .arg(data)
        .arg("--content")
        .arg(content)
        .env("CALLGUIDE_DEVELOPMENT_CODE", CODE)
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    if line.contains("Callguide is ready") {
        return Ok(process);
    }
    process.wait().unwrap();
    Err(format!("no start: {line}{}", log_of(data)))
}

/// Returns what the engines on a data folder logged: warnings and errors.
fn log_of(data: &Path) -> String {
    fs::read_to_string(data.with_extension("log")).unwrap()
}

/// Two engines on one data folder, each with its own content.
pub struct Pair {
    pub engines: [Engine; 2],
    base: TempDir,
}

impl Pair {
    /// Starts both engines, each on its own copy of the shipped content.
    pub fn start() -> Self {
        let base = tempfile::tempdir().unwrap();
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let engines = ["one", "other"].map(|name| {
            let content = base.path().join(name);
            copy(&shipped, &content);
            Engine::start(&base.path().join("data"), &content)
        });
        Self { engines, base }
    }

    pub fn addresses(&self) -> [SocketAddr; 2] {
        [self.engines[0].address, self.engines[1].address]
    }

    /// Returns the data folder that the engines share.
    pub fn data(&self) -> PathBuf {
        self.base.path().join("data")
    }

    /// Edits only the second engine's content.
    pub fn edit_the_other(&self) {
        let file = self.base.path().join("other/site.yaml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, text.replacen("tagline: ", "tagline: another ", 1)).unwrap();
    }

    /// Returns what the engines logged: warnings and errors.
    pub fn log(&self) -> String {
        log_of(&self.base.path().join("data"))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &name) } else { fs::write(name, fs::read(&path).unwrap()).unwrap() }
    }
}
