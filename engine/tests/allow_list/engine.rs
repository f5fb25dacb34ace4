//! The real program in a separate process, with a data folder that outlives it.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;

use callguide::api::access::{AllowedDocuments, AuditLine, AuditLog};
use reqwest::{Client, Response, header};
use tempfile::TempDir;

/// The development sign-in's code.
const CODE: &str = "code-of-the-tests";

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.env_clear();
    command
}

/// Runs `callguide access …` on the store in `data`.
pub fn access(data: &Path, arguments: &[&str]) -> Output {
    program().arg("access").args(arguments).env("CALLGUIDE_DATA", data).env("USER", "ann").output().unwrap()
}

/// A running engine, killed on drop.
pub struct Engine {
    process: Mutex<Child>,
    address: String,
    client: Client,
}

impl Engine {
    /// Starts an engine on a free port. The engine is ready when this returns.
    pub fn start(data: &TempDir) -> Self {
        let mut process = program()
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--content"])
            .arg(content())
            .arg("--data")
            .arg(data.path())
            .env("CALLGUIDE_DEVELOPMENT_CODE", CODE)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let ready = lines.next().unwrap_or_else(|| panic!("it didn't start: {:?}", process.wait())).unwrap();
        let address = ready.split_once("http://").unwrap().1.split('/').next().unwrap().to_owned();
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client =
            Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap();
        Self { process: Mutex::new(process), address: format!("http://{address}"), client }
    }

    /// Kills the engine as a power loss would, without answering pending requests.
    pub fn kill(&self) {
        let mut process = self.process.lock().unwrap();
        let _ = process.kill();
        let _ = process.wait();
    }

    /// Signs in one of the development sign-in's people, and returns the cookie.
    pub async fn sign_in(&self, email: &str) -> String {
        let answer = self
            .client
            .post(format!("{}/auth/development", self.address))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(format!("email={email}&mode=window&code={CODE}"))
            .send()
            .await
            .unwrap();
        let cookie = answer.headers().get(header::SET_COOKIE).expect("they are let in").to_str().unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    /// # Errors
    /// If the engine is killed before it answers.
    pub async fn get(&self, path: &str, cookie: &str) -> reqwest::Result<Response> {
        self.client.get(format!("{}{path}", self.address)).header(header::COOKIE, cookie).send().await
    }

    /// # Errors
    /// If the engine is killed before it answers.
    pub async fn save(&self, cookie: &str, emails: &[String]) -> reqwest::Result<Response> {
        self.client
            .put(format!("{}/api/allowed-emails", self.address))
            .header(header::COOKIE, cookie)
            .json(&serde_json::json!({ "emails": emails }))
            .send()
            .await
    }

    pub async fn documents(&self, cookie: &str) -> AllowedDocuments {
        self.get("/api/allowed-emails/documents", cookie).await.unwrap().json().await.unwrap()
    }

    /// Returns the whole audit trail, newest first.
    pub async fn audit(&self, cookie: &str) -> Vec<AuditLine> {
        let mut lines = Vec::new();
        let mut query = String::new();
        loop {
            let path = format!("/api/allowed-emails/audit?limit=500{query}");
            let page: AuditLog = self.get(&path, cookie).await.unwrap().json().await.unwrap();
            lines.extend(page.entries);
            match page.next {
                Some(before) => query = format!("&before={before}"),
                None => return lines,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.kill();
    }
}
