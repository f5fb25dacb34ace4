//! The real binary on a copy of the shipped content.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use callguide::readings::Now;
use jiff::Timestamp;
use serde_json::Value;
use tempfile::TempDir;

use crate::client::{Answer, Asking, ask};

/// A timeout longer than any step here takes, even on a busy machine.
pub const BOUND: Duration = Duration::from_secs(60);

/// The code for the development sign-in.
const CODE: &str = "code-of-the-tests";

/// A running engine and its content.
pub struct Engine {
    child: Child,
    printed: BufReader<ChildStdout>,
    pub address: SocketAddr,
    pub folder: PathBuf,
    pub base: TempDir,
    volunteer: String,
    admin: String,
}

/// The setup for starting an engine.
pub struct Setup {
    /// The parent of the content, the data, and anything a test puts next to them.
    pub base: TempDir,
    /// The content folder, as passed to the engine.
    pub folder: PathBuf,
    options: Vec<String>,
    wrapper: Vec<String>,
    /// Whether the data is next to the content; otherwise, an option names its folder.
    own_data: bool,
}

impl Setup {
    /// Sets up the shipped content in its own folder. The folder is polled only every ten minutes, so any earlier
    /// check is caused by an event.
    pub fn new() -> Self {
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("content");
        copy(&shipped(), &folder);
        Self { base, folder, options: Vec::new(), wrapper: Vec::new(), own_data: true }
    }

    pub fn option(mut self, option: impl Into<String>) -> Self {
        self.options.push(option.into());
        self
    }

    /// Uses the data folder that an option names.
    pub fn without_data(self) -> Self {
        Self { own_data: false, ..self }
    }

    /// Runs the engine through another program, such as one that drops privileges.
    pub fn by(mut self, wrapper: &[&str]) -> Self {
        self.wrapper = wrapper.iter().map(|part| (*part).to_owned()).collect();
        self
    }

    fn command(&self) -> Command {
        let binary = env!("CARGO_BIN_EXE_callguide");
        let mut command = match self.wrapper.split_first() {
            Some((program, arguments)) => {
                let mut command = Command::new(program);
                command.args(arguments).arg(binary);
                command
            }
            None => Command::new(binary),
        };
        command.arg("serve").args(["--listen", "127.0.0.1:0", "--log", "info"]);
        command.arg("--content").arg(&self.folder);
        if self.own_data {
            command.arg("--data").arg(self.base.path().join("data"));
        }
        if !self.options.iter().any(|option| option.starts_with("--content-poll")) {
            command.arg("--content-poll=10m");
        }
        command.env("CALLGUIDE_DEVELOPMENT_CODE", CODE);
        command.args(&self.options).current_dir(self.base.path());
        command
    }

    /// Starts the engine and waits until it's ready.
    pub fn start(self) -> Engine {
        let log = fs::File::options().create(true).append(true).open(self.base.path().join("log")).unwrap();
        let mut child = self.command().stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        printed.read_line(&mut line).unwrap();
        let address = line.trim_start_matches("Callguide is ready: http://").split('/').next().unwrap();
        let Ok(address) = address.parse() else {
            panic!("no start: {line}{}", fs::read_to_string(self.base.path().join("log")).unwrap());
        };
        let sign_in = |email: &str| {
            let body = format!("email={email}&mode=window&code={CODE}");
            let began = Instant::now();
            // The engine is ready before it has read the key that marks sessions, and responds with 503 until then.
            loop {
                let answer = ask(address, "POST /auth/development", "", &body);
                let cookie = answer.as_ref().ok().and_then(|answer| answer.header("set-cookie"));
                if let Some(cookie) = cookie {
                    return cookie.split(';').next().unwrap().to_owned();
                }
                let said = answer.map_or_else(|error| error.to_string(), |answer| answer.text());
                assert!(began.elapsed() < BOUND, "{email} can't sign in: {said}");
                std::thread::sleep(Duration::from_millis(10));
            }
        };
        let (volunteer, admin) = (sign_in("volunteer@example.org"), sign_in("admin@example.org"));
        Engine { child, printed, address, folder: self.folder, base: self.base, volunteer, admin }
    }

    /// Starts an engine that must fail; returns its exit status and standard error.
    pub fn refused(&self) -> (Option<i32>, String) {
        let output = self.command().output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

impl Engine {
    pub fn new() -> Self {
        Setup::new().start()
    }

    pub fn get(&self, path: &str) -> Answer {
        ask(self.address, &format!("GET {path}"), &self.volunteer, "").unwrap()
    }

    pub fn status(&self) -> Value {
        let answer = ask(self.address, "GET /api/content/status", &self.admin, "").unwrap();
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub fn version(&self) -> String {
        self.status()["version"].as_str().unwrap().to_owned()
    }

    /// Returns the version of the content now in the folder.
    pub fn version_on_disk(&self) -> String {
        version_of(&self.folder)
    }

    /// Waits until the status satisfies `is_so`, and returns it.
    pub fn wait(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let status = self.status();
            if is_so(&status) {
                return status;
            }
            assert!(began.elapsed() < BOUND, "it was awaited that {what}\n{status:#}\n{}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the content in the folder is served, free of errors.
    pub fn wait_for_disk(&self) -> Value {
        let version = self.version_on_disk();
        self.wait("the content in the folder is served", |status| {
            status["version"] == version.as_str() && status["last_attempt"]["ok"] == true
        })
    }

    /// Waits until an edit is refused and the previous version is still being served.
    pub fn wait_for_refusal(&self) -> Value {
        let before = self.version();
        let status = self.wait("the edit is refused", |status| status["last_attempt"]["ok"] == false);
        assert_eq!(status["version"], before.as_str());
        status
    }

    pub fn asking(&self) -> Asking {
        Asking::start(self.address, self.volunteer.clone())
    }

    pub fn cookie(&self) -> &str {
        &self.volunteer
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    /// Returns the next line that the engine prints.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.printed.read_line(&mut line).unwrap();
        line
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.base.path().join("log")).unwrap()
    }

    /// Returns how many times the content has been examined since the start.
    pub fn examined(&self) -> usize {
        let log = self.log();
        log.matches("the content was loaded").count() + log.matches("the content has errors").count()
    }

    /// Returns how many threads and open files the engine has.
    pub fn held(&self) -> (usize, usize) {
        let count = |what: &str| fs::read_dir(format!("/proc/{}/{what}", self.child.id())).unwrap().count();
        (count("task"), count("fd"))
    }

    /// Waits until the engine holds no more than `before`: connections and watches end with a slight delay.
    pub fn wait_until_nothing_is_left(&self, before: (usize, usize)) {
        let began = Instant::now();
        loop {
            let now = self.held();
            if now.0 <= before.0 && now.1 <= before.1 {
                return;
            }
            assert!(began.elapsed() < BOUND, "threads and open files: {before:?} before, {now:?} now");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns the metrics for Prometheus; the engine must have been started with a listener for them.
    pub fn metrics(&self) -> String {
        let log = self.log();
        let line = log.lines().rfind(|line| line.contains("metrics are served")).unwrap();
        let address = line.split("address=").nth(1).unwrap().split_whitespace().next().unwrap();
        ask(address.parse().unwrap(), "GET /metrics", "", "").unwrap().text()
    }

    /// Kills the engine and returns its folders.
    pub fn kill(mut self) -> TempDir {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::mem::replace(&mut self.base, tempfile::tempdir().unwrap())
    }

    /// Asks the engine to stop; returns its exit status, how long that took, and its folders.
    pub fn stop(mut self) -> (Option<i32>, Duration, TempDir) {
        let began = Instant::now();
        Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        let status = self.child.wait().unwrap();
        let base = std::mem::replace(&mut self.base, tempfile::tempdir().unwrap());
        (status.code(), began.elapsed(), base)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a fault from start to finish under continuous requests, and checks that it leaves nothing behind.
pub fn under_way(engine: &Engine, fault: impl FnOnce(&Engine)) {
    // First, these requests create everything that's created only once.
    engine.get("/api/tree/TX");
    engine.status();
    let before = quiet(engine);
    let asking = engine.asking();
    fault(engine);
    asking.finish();
    engine.wait_until_nothing_is_left(before);
}

/// Returns how many threads and open files an idle engine has: the first values seen twice in a row.
fn quiet(engine: &Engine) -> (usize, usize) {
    let mut before = engine.held();
    loop {
        std::thread::sleep(Duration::from_millis(50));
        let now = engine.held();
        if now == before {
            return now;
        }
        before = now;
    }
}

/// Parses a time in the status, for comparison.
pub fn time(told: &Value) -> Option<Timestamp> {
    told.as_str()?.parse().ok()
}

pub fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if path.is_dir() {
            copy(&path, &to.join(name))
        } else {
            fs::write(to.join(name), fs::read(&path).unwrap()).unwrap()
        }
    }
}

pub fn version_of(folder: &Path) -> String {
    let now = Now::At(Timestamp::now());
    callguide::examine::examine(folder, now).unwrap().readings().version()
}
