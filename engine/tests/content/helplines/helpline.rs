//! A test data folder that's read, linted, listed, and served like any other.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use callguide::clock::Clock;
use callguide::content::folder;
use callguide::diagnostics::print;
use callguide::examine::{Examined, examine_to_serve, lint_files};
use callguide::metrics::Metrics;
use callguide::readings::Now;
use callguide::reload::{self, Current, ExaminedFolder, Report, VersionLimits};
use callguide::snapshot::Snapshot;
use serde_json::Value;

use super::harness::Service;

/// One of the folders.
#[derive(Debug, Clone, Copy)]
pub struct Helpline(pub &'static str);

/// A path as `callguide paths` reports it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    pub state: String,
    /// Each `QUESTION.ANSWER`.
    pub answers: Vec<String>,
    pub solution: String,
    pub kind: String,
}

impl Helpline {
    pub fn folder(self) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/helplines").join(self.0)
    }

    fn files(self) -> folder::Files {
        folder::read(&self.folder()).unwrap()
    }

    /// Returns lint's output after `edit` has changed each file's text.
    pub fn linted_with(self, now: Now, edit: impl Fn(&str, String) -> String) -> String {
        let mut files = self.files();
        for (name, bytes) in &mut files.files {
            let text = String::from_utf8(std::mem::take(bytes)).unwrap();
            *bytes = edit(name, text).into_bytes();
        }
        let examined = lint_files(files, self.0, now);
        print::human(&examined.findings, &examined.sources)
    }

    /// Reads and examines the folder.
    pub fn examined(self, now: Now) -> Examined {
        lint_files(self.files(), self.0, now)
    }

    /// Returns lint's output.
    pub fn linted(self, now: Now) -> String {
        let examined = self.examined(now);
        print::human(&examined.findings, &examined.sources)
    }

    /// Returns the snapshot to serve.
    pub fn snapshot(self, now: Now) -> Snapshot {
        let (examined, snapshot) = examine_to_serve(self.files(), self.0, false, now);
        snapshot.unwrap_or_else(|| panic!("{}", print::human(&examined.findings, &examined.sources)))
    }

    pub fn command(self, command: &str, args: &[&str]) -> Output {
        let mut callguide = Command::new(env!("CARGO_BIN_EXE_callguide"));
        let output = callguide.arg(command).args(args).env_clear().current_dir(self.folder());
        let output = output.env("CALLGUIDE_CONTENT", ".").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Returns every path that the command lists, sorted.
    pub fn listed(self, args: &[&str]) -> Vec<Row> {
        let output = self.command("paths", &[&["--format", "json"], args].concat());
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let mut rows: Vec<Row> = rows
            .iter()
            .map(|row| Row {
                state: text(&row["state"]),
                answers: row["answers"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|given| format!("{}.{}", text(&given["node"]), text(&given["id"])))
                    .collect(),
                solution: text(&row["solution"]),
                kind: text(&row["type"]),
            })
            .collect();
        rows.sort();
        rows
    }

    /// Returns an engine that serves the helpline at this instant.
    pub async fn serve(self, instant: &str) -> Served {
        let snapshot = self.snapshot(Now::At(instant.parse().unwrap()));
        Served::of(Arc::new(Current::new(snapshot))).await
    }

    /// Like `serve`, but the engine also uses the returned clock to move from one period to the next. Sessions use a
    /// different clock, so that nobody is signed out along the way.
    pub async fn serve_by_clock(self, instant: &str) -> (Served, Clock) {
        let clock = Clock::set_to(instant.parse().unwrap());
        let folder = self.folder();
        let found = reload::read(&folder).unwrap().unwrap();
        let mut reading = ExaminedFolder::examine(found, &folder, false, Now::At(clock.now()));
        let snapshot = reading.snapshot.take().unwrap_or_else(|| panic!("{}", reading.text()));
        let limits = VersionLimits { time: Duration::MAX, ..VersionLimits::default() };
        let current =
            Arc::new(Current::with(snapshot, Report::unread(), limits, clock.clone(), Metrics::default()));
        (Served::of(current).await, clock)
    }
}

/// An engine and a signed-in volunteer.
pub struct Served {
    pub service: Service,
    cookie: String,
}

impl Served {
    async fn of(current: Arc<Current>) -> Self {
        let service = Service::serving(current);
        let cookie = service.volunteer().await;
        Self { service, cookie }
    }

    pub async fn get(&self, path: &str) -> Value {
        let answer = self.service.get(path, &self.cookie, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text());
        answer.json()
    }

    pub async fn status(&self, path: &str) -> StatusCode {
        self.service.get(path, &self.cookie, &[]).await.status
    }

    pub async fn tree(&self, state: &str) -> Value {
        self.get(&format!("/api/tree/{state}")).await
    }
}
