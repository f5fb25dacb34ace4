//! What a running engine logs: its security events say who did what from which address, and no line contains text
//! that volunteers type, a secret, or an email address that doesn't belong there.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Client, Method, Response, header};
use serde_json::{Value, json};
use tempfile::TempDir;

const CODE: &str = "a-code-of-the-test";

const SEARCH: &str = "/api/faq/search";

/// A running engine that logs to a file; it's killed when it's dropped.
struct Engine {
    process: Child,
    address: String,
    client: Client,
    folder: TempDir,
    /// The pipe is kept open because the engine may print more.
    _printed: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts an engine with more options, such as for the log or the limit on searches.
    fn start_with(options: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_callguide"))
            .env_clear()
            .env("CALLGUIDE_DEVELOPMENT_CODE", CODE)
            .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--content"])
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"))
            .arg("--data")
            .arg(folder.path().join("data"))
            .args(options)
            .stdout(Stdio::piped())
            .stderr(File::create(folder.path().join("log")).unwrap())
            .spawn()
            .unwrap();
        let mut printed = BufReader::new(process.stdout.take().unwrap());
        let mut ready = String::new();
        printed.read_line(&mut ready).unwrap();
        let address = ready.split_once("http://").unwrap().1.split('/').next().unwrap().to_owned();
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client =
            Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap();
        Self { process, address: format!("http://{address}"), client, folder, _printed: printed }
    }

    async fn ask(&self, method: Method, path: &str, cookie: &str, body: Option<Value>) -> Response {
        let mut request = self.client.request(method, format!("{}{path}", self.address));
        request = request.header(header::COOKIE, cookie);
        if let Some(body) = body {
            request = request.json(&body);
        }
        request.send().await.unwrap()
    }

    async fn choose(&self, email: &str, code: &str) -> Response {
        let form = format!("email={}&mode=window&code={code}", email.replace('@', "%40"));
        let request = self.client.post(format!("{}/auth/development", self.address));
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        request.body(form).send().await.unwrap()
    }

    /// Signs a person in, and returns the cookie.
    async fn sign_in(&self, email: &str) -> String {
        let answer = self.choose(email, CODE).await;
        let cookie = answer.headers().get(header::SET_COOKIE).expect("they are let in").to_str().unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// Returns the parsed lines of the log.
    fn lines(&self) -> Vec<Value> {
        self.log().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_security(line: &Value) -> bool {
    line["target"] == "callguide::security"
}

/// Returns the line's `event`, `who`, `whose`, `why`, and `route`, leaving out any that it doesn't contain.
fn told(line: &Value) -> String {
    assert_eq!(line["client"], "127.0.0.1", "{line}");
    let parts = ["event", "who", "whose", "why", "route"];
    parts.iter().filter_map(|part| line[part].as_str()).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn only_security_events_name_people_and_they_say_where_and_why() {
    let engine = Engine::start();
    let (admin, volunteer) =
        (engine.sign_in("admin@example.org").await, engine.sign_in("volunteer@example.org").await);
    assert_eq!(engine.choose("volunteer@example.org", "another-code").await.status(), 403);
    assert!(engine.choose("notlisted@example.org", CODE).await.headers().get(header::SET_COOKIE).is_none());
    let emails = ["admin@example.org", "volunteer@example.org", "zoe@example.org"];
    let list = json!({ "emails": emails });
    assert_eq!(engine.ask(Method::PUT, "/api/allowed-emails", &admin, Some(list)).await.status(), 200);
    let (path, right) = ("/api/allowed-emails/documents/zoe@example.org", json!({ "isAdmin": true }));
    assert_eq!(engine.ask(Method::PUT, path, &admin, Some(right.clone())).await.status(), 200);
    assert_eq!(engine.ask(Method::PUT, path, &volunteer, Some(right)).await.status(), 403);
    let blocked = json!({ "emails": ["eve@example.org"] });
    assert_eq!(engine.ask(Method::PUT, "/api/blocked-emails", &admin, Some(blocked)).await.status(), 200);
    let whose = "/api/sessions?email=zoe%40example.org";
    assert_eq!(engine.ask(Method::DELETE, whose, &admin, None).await.status(), 204);
    let foreign = engine.client.post(format!("{}/auth/logout", engine.address));
    let foreign = foreign.header(header::COOKIE, &volunteer).header("sec-fetch-site", "cross-site");
    assert_eq!(foreign.send().await.unwrap().status(), 403);
    assert_eq!(engine.ask(Method::POST, "/auth/logout", &volunteer, None).await.status(), 204);
    assert_eq!(engine.ask(Method::POST, "/auth/logout-everywhere", &admin, None).await.status(), 204);
    let security: Vec<_> = engine.lines().iter().filter(|line| is_security(line)).map(told).collect();
    assert_eq!(
        security,
        [
            "sign_in admin@example.org",
            "sign_in volunteer@example.org",
            "development_code_refused this isn't the code",
            "forbidden nobody development_code /auth/development",
            "sign_in_refused notlisted@example.org the access rule refuses this person",
            "list_added admin@example.org zoe@example.org",
            "admin_granted admin@example.org zoe@example.org",
            "forbidden volunteer@example.org not_admin /api/allowed-emails/documents/{email}",
            "blocked admin@example.org eve@example.org",
            "sessions_ended admin@example.org zoe@example.org",
            "forbidden volunteer@example.org cross_site /auth/logout",
            "sign_out volunteer@example.org",
            "sign_out_everywhere admin@example.org",
        ]
    );
    for line in engine.lines().iter().filter(|line| !is_security(line)) {
        let text = line.to_string();
        assert!(!text.contains('@') && !text.contains("%40"), "{text}");
    }
}

#[tokio::test]
async fn typed_text_and_secrets_are_never_logged_and_reads_not_at_all() {
    let engine = Engine::start();
    let cookie = engine.sign_in("volunteer@example.org").await;
    let (_, token) = cookie.split_once('=').unwrap();
    let before = engine.lines().len();
    for path in ["/api/content", "/api/tree/TX", "/api/faq", "/api/session", "/"] {
        assert!(engine.ask(Method::GET, path, &cookie, None).await.status().is_success(), "{path}");
    }
    let search = json!({ "q": "typedword more" });
    assert_eq!(engine.ask(Method::POST, SEARCH, &cookie, Some(search)).await.status(), 200);
    assert_eq!(engine.lines().len(), before, "reading is counted, not told: {}", engine.log());
    // Requests that match no route or fail are logged, but without their paths.
    for path in [
        "/api/faq?q=typedword&limit=typedword",
        "/api/faq/search?q=typedword",
        "/api/typedword",
        "/typedword@example.org",
        "/typedword%40example.org/x",
    ] {
        engine.ask(Method::GET, path, &cookie, None).await;
    }
    assert_eq!(engine.choose("typedword@example.org", CODE).await.status(), 400);
    let body = json!({ "emails": ["typedword"] });
    assert_eq!(engine.ask(Method::PUT, "/api/allowed-emails", &cookie, Some(body)).await.status(), 403);
    let log = engine.log();
    for secret in ["typedword", token, CODE, "callguide_session", "limit="] {
        assert!(!log.contains(secret), "{secret} is in\n{log}");
    }
    let lines = engine.lines();
    let of = |route: &str| {
        lines
            .iter()
            .any(|line| line["message"] == "request" && line["route"] == route && line["took_ms"].is_number())
    };
    for route in ["/api/faq", "/auth/development", "/api/allowed-emails"] {
        assert!(of(route), "{route} isn't in\n{log}");
    }
}

/// This is true however a search ends, and even if everything is logged, including by libraries.
#[tokio::test]
async fn search_queries_are_not_logged_at_any_level() {
    let engine = Engine::start_with(&["--log", "trace", "--search-rate", "3"]);
    let cookie = engine.sign_in("volunteer@example.org").await;
    let json = "application/json";
    let long = format!(r#"{{"q": "typedword {}"}}"#, "x".repeat(500));
    let huge = format!(r#"{{"q": "typedword"{}}}"#, " ".repeat(2 << 20));
    // The engine closes a connection when it refuses a body, so each request gets its own connection.
    let client = Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
    for (body, media, cookie, status) in [
        (r#"{"q": "typedword"}"#, json, &*cookie, 200),
        (r#"{"q": "lost id typedword", "state": "typedword"}"#, json, &cookie, 422),
        (r#"{"q": "x", "category": "typedword"}"#, json, &cookie, 422),
        (r#"{"q": ["typedword"]}"#, json, &cookie, 422),
        (r#"{"limit": "typedword"}"#, json, &cookie, 422),
        (r#"{"typedword": "typedword"}"#, json, &cookie, 422),
        (r#"{"q": "typedword"#, json, &cookie, 400),
        ("typedword", json, &cookie, 400),
        ("q=typedword", "application/x-www-form-urlencoded", &cookie, 415),
        (&long, json, &cookie, 413),
        (&huge, json, &cookie, 413),
        (r#"{"q": "typedword"}"#, json, "", 401),
        // This request exceeds the limit.
        (r#"{"q": "typedword"}"#, json, &cookie, 429),
    ] {
        let request = client.post(format!("{}{SEARCH}?q=typedword", engine.address));
        let request = request.header(header::COOKIE, cookie).header(header::CONTENT_TYPE, media);
        let answer = match request.body(body.to_owned()).send().await {
            Ok(answer) => answer,
            // The engine answered, and closed the connection while the client was still sending.
            Err(_) if body.len() > 1 << 20 => continue,
            Err(error) => panic!("{body:.80}: {error}"),
        };
        assert_eq!(answer.status(), status, "{body:.80}");
        assert!(!answer.text().await.unwrap().contains("typedword"), "{body:.80}");
    }
    let foreign = engine.client.post(format!("{}{SEARCH}", engine.address)).header(header::COOKIE, &cookie);
    let foreign = foreign.header("sec-fetch-site", "cross-site").json(&json!({ "q": "typedword" }));
    assert_eq!(foreign.send().await.unwrap().status(), 403);
    let address = engine.ask(Method::GET, "/api/faq?q=typedword", &cookie, None).await;
    assert_eq!(address.status(), 400);
    let log = engine.log();
    let line = log.lines().find(|line| line.contains("typedword"));
    assert!(line.is_none(), "{}", line.unwrap_or_default());
    // A search doesn't change anything, so a successful one is logged at debug; a refused one deserves more
    // attention.
    let level = |status: u16| {
        let lines = engine.lines().into_iter().filter(|line| line["message"] == "request");
        let mut of = lines.filter(|line| line["route"] == SEARCH && line["status"] == status);
        of.next().map(|line| line["level"].clone())
    };
    let told = [200, 422].map(level);
    assert_eq!(told, ["DEBUG", "INFO"].map(|level| Some(level.into())));
}

#[tokio::test]
async fn an_unavailable_store_is_logged_once_instead_of_per_request() {
    // Nothing listens on port 0.
    let away = ["--store", "firestore", "--firestore-project", "p", "--firestore-emulator", "127.0.0.1:0"];
    let engine = Engine::start_with(&away);
    for _ in 0..2 {
        assert_eq!(engine.ask(Method::GET, "/readyz", "", None).await.status(), 503);
        for _ in 0..20 {
            assert_eq!(
                engine.ask(Method::GET, "/api/content", "callguide_session=x", None).await.status(),
                503
            );
        }
    }
    let lines = engine.lines();
    let gets: Vec<_> = lines.iter().filter(|line| line["operation"] == "get").collect();
    assert_eq!(gets.len(), 1, "{gets:?}");
    assert_eq!(
        (&gets[0]["message"], &gets[0]["count"]),
        (&json!("the document store didn't answer"), &json!(1))
    );
    assert_eq!(lines.iter().filter(|line| line["message"] == "request").count(), 0);
}

#[tokio::test]
async fn an_undeclared_proxy_is_logged_once_and_a_declared_one_never() {
    for (options, told) in [(&[][..], 1), (&["--trusted-proxies", "127.0.0.1"][..], 0)] {
        let engine = Engine::start_with(options);
        let warned = || {
            let lines = engine.lines().into_iter();
            lines
                .filter(|line| line["message"].to_string().contains("isn't a trusted proxy"))
                .collect::<Vec<_>>()
        };
        engine.ask(Method::GET, "/healthz", "", None).await;
        assert!(warned().is_empty());
        for header in ["x-forwarded-proto", "x-forwarded-for", "forwarded"] {
            let request =
                engine.client.get(format!("{}/healthz", engine.address)).header(header, "203.0.113.9");
            assert_eq!(request.send().await.unwrap().status(), 200);
        }
        let lines = warned();
        assert_eq!(lines.len(), told, "{lines:?}");
        if let [line] = &lines[..] {
            assert_eq!((&line["level"], &line["peer"]), (&json!("WARN"), &json!("127.0.0.1")));
            assert!(line["message"].to_string().contains("--trusted-proxies"), "{line}");
        }
    }
}

#[tokio::test]
async fn a_provider_unavailable_at_startup_is_logged_before_any_sign_in() {
    let folder = TempDir::new().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "s3cret").unwrap();
    // Nothing listens on port 1.
    let options = ["--oidc-issuer=http://127.0.0.1:1", "--oidc-client-id=id", "--oidc-client-secret-file"];
    let engine = Engine::start_with(&[&options[..], &[secret.to_str().unwrap()]].concat());
    let began = Instant::now();
    let warned = loop {
        let lines = engine.lines().into_iter();
        let warned = lines.filter(|line| line["message"].to_string().contains("nobody can sign in for now"));
        if let Some(line) = warned.into_iter().next() {
            break line;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{}", engine.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((&warned["level"], &warned["issuer"]), (&json!("WARN"), &json!("http://127.0.0.1:1")));
    assert_eq!(engine.ask(Method::GET, "/healthz", "", None).await.status(), 200, "it serves nonetheless");
}
