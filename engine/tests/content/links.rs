//! `callguide links` against a real server on this machine: what it asks, how often, how politely,
//! and what it says of the answers.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{HOST, LOCATION, RETRY_AFTER, USER_AGENT};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::Barrier;

/// One request that came in.
#[derive(Debug, Clone)]
struct Asked {
    method: Method,
    host: String,
    path: String,
    agent: String,
    began: Instant,
    ended: Instant,
}

#[derive(Default)]
struct Site {
    asked: Mutex<Vec<Asked>>,
    now: AtomicUsize,
    most: AtomicUsize,
    meeting: Option<Barrier>,
}

struct Server {
    address: SocketAddr,
    site: Arc<Site>,
    _runtime: tokio::runtime::Runtime,
}

impl Server {
    fn start() -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let site = Arc::new(Site { meeting: Some(Barrier::new(2)), ..Site::default() });
        let app = Router::new().fallback(answer).with_state(site.clone());
        let listener = runtime.block_on(tokio::net::TcpListener::bind("0.0.0.0:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, site, _runtime: runtime }
    }

    /// An address of this server; every `host` of 127.0.0.x is another site.
    fn url(&self, host: u8, path: &str) -> String {
        format!("http://127.0.0.{host}:{}{path}", self.address.port())
    }

    fn asked(&self, path: &str) -> Vec<Asked> {
        let all = self.site.asked.lock().unwrap();
        all.iter().filter(|asked| asked.path == path).cloned().collect()
    }

    fn count(&self) -> usize {
        self.site.asked.lock().unwrap().len()
    }
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let began = Instant::now();
    let now = site.now.fetch_add(1, Ordering::SeqCst) + 1;
    site.most.fetch_max(now, Ordering::SeqCst);
    let path = request.uri().path().to_owned();
    let (method, headers) = (request.method().clone(), request.headers().clone());
    drop(request);
    let header = |name| headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or("").to_owned();
    let before = site.asked.lock().unwrap().iter().filter(|asked| asked.path == path).count();
    let to = |status: u16, to: &str| {
        (StatusCode::from_u16(status).unwrap(), [(LOCATION, to.to_owned())]).into_response()
    };
    let response = match path.as_str() {
        "/missing" => StatusCode::NOT_FOUND.into_response(),
        "/gone" => StatusCode::GONE.into_response(),
        "/forbidden" => StatusCode::FORBIDDEN.into_response(),
        "/password" => StatusCode::UNAUTHORIZED.into_response(),
        "/no-head" if method == Method::HEAD => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        "/head-404" if method == Method::HEAD => StatusCode::NOT_FOUND.into_response(),
        "/moved" => to(301, "/new-home"),
        "/moved-twice" => to(308, "/moved"),
        "/moved-then-found" => to(301, "/found"),
        "/found" => to(302, "/new-home"),
        "/circle-a" => to(302, "/circle-b"),
        "/circle-b" => to(301, "/circle-a"),
        "/flaky" if before < 2 => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        "/sick" => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        "/later" if before < 1 => (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, "1")]).into_response(),
        "/much-later" => (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, "99999")]).into_response(),
        "/slow" => {
            tokio::time::sleep(Duration::from_secs(30)).await;
            StatusCode::OK.into_response()
        }
        "/meet" => {
            let both = site.meeting.as_ref().unwrap().wait();
            match tokio::time::timeout(Duration::from_secs(8), both).await {
                Ok(_) => StatusCode::OK.into_response(),
                Err(_) => StatusCode::NOT_FOUND.into_response(),
            }
        }
        path if path.starts_with("/on/") => {
            let n: u32 = path[4..].parse().unwrap();
            to(302, &format!("/on/{}", n + 1))
        }
        _ => StatusCode::OK.into_response(),
    };
    site.now.fetch_sub(1, Ordering::SeqCst);
    let asked = Asked {
        method: method.clone(),
        host: header(HOST),
        agent: header(USER_AGENT),
        path,
        began,
        ended: Instant::now(),
    };
    site.asked.lock().unwrap().push(asked);
    response
}

/// A content folder that has nothing but these links, by name.
fn content(links: &[(&str, String)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let lines: Vec<String> =
        links.iter().map(|(name, url)| format!("  {name}: {{ url: \"{url}\", label: A page }}\n")).collect();
    write(dir.path(), "links.yaml", &format!("links:\n{}", lines.concat()));
    dir
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join("content").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Runs the command, quick and patient with nobody; `args` may say otherwise.
fn run(inside: &Path, args: &[&str]) -> Output {
    let mut all = vec!["links", "--content", "content"];
    for (option, value) in [("--pause", "0"), ("--backoff", "10"), ("--timeout", "10")] {
        if !args.contains(&option) {
            all.extend([option, value]);
        }
    }
    all.extend(args);
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(all).current_dir(inside).env_clear().output().unwrap()
}

fn text(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The findings by the path of their address: rule and message.
fn findings(output: &Output) -> HashMap<String, (String, String)> {
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = json["findings"].as_array().unwrap().iter().map(|finding| {
        let message = finding["message"].as_str().unwrap().to_owned();
        let url = message.split([' ']).next().unwrap().trim_end_matches(':').to_owned();
        let path = url.splitn(4, '/').nth(3).unwrap().to_owned();
        (path, (finding["rule"].as_str().unwrap().to_owned(), message))
    });
    found.collect()
}

#[test]
fn every_kind_of_answer_is_told_for_what_it_is() {
    let server = Server::start();
    let paths = [
        "ok",
        "missing",
        "gone",
        "forbidden",
        "no-head",
        "head-404",
        "moved",
        "moved-twice",
        "moved-then-found",
        "found",
        "circle-a",
        "on/1",
    ];
    let links: Vec<(&str, String)> =
        paths.iter().map(|path| (*path, server.url(1, &format!("/{path}")))).collect();
    let links: Vec<(String, String)> =
        links.into_iter().map(|(name, url)| (name.replace('/', "-"), url)).collect();
    let links: Vec<(&str, String)> = links.iter().map(|(name, url)| (name.as_str(), url.clone())).collect();
    let dir = content(&links);
    let output = run(dir.path(), &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let found = findings(&output);
    let rule = |path: &str| found.get(path).map(|(rule, _)| rule.as_str());
    for fine in ["ok", "no-head", "head-404", "found"] {
        assert_eq!(rule(fine), None, "{fine}");
    }
    for dead in ["missing", "gone", "circle-a", "on/1"] {
        assert_eq!(rule(dead), Some("dead-link"), "{dead}");
    }
    assert_eq!(rule("forbidden"), Some("unsure-link"));
    for moved in ["moved", "moved-twice", "moved-then-found"] {
        assert_eq!(rule(moved), Some("moved-link"), "{moved}");
    }
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let help = |path: &str| {
        let all = json["findings"].as_array().unwrap();
        let one = all.iter().find(|f| f["message"].as_str().unwrap().starts_with(&server.url(1, path)));
        one.unwrap()["help"].as_str().unwrap().to_owned()
    };
    assert!(help("/moved-twice").ends_with(&format!("write {}", server.url(1, "/new-home"))));
    // What follows a passing redirect is no new address.
    assert!(help("/moved-then").ends_with(&format!("write {}", server.url(1, "/found"))));
    assert!(found["circle-a"].1.contains("in a circle"));
    assert!(found["on/1"].1.contains("more than 10 times"));
    assert_eq!(server.asked("/ok").iter().map(|a| a.method.clone()).collect::<Vec<_>>(), [Method::HEAD]);
    let no_head: Vec<Method> = server.asked("/no-head").iter().map(|a| a.method.clone()).collect();
    assert_eq!(no_head, [Method::HEAD, Method::GET]);
    assert_eq!(json["addresses"], 12);
    assert_eq!(json["asked"], 12);
}

#[test]
fn a_failure_that_passes_is_none_and_one_that_stays_is_told() {
    let server = Server::start();
    let dir = content(&[("flaky", server.url(1, "/flaky")), ("sick", server.url(1, "/sick"))]);
    let output = run(dir.path(), &["--format", "json", "--retries", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let found = findings(&output);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found["sick"].1.contains("the site has a problem (status 500)"));
    assert_eq!(server.asked("/flaky").len(), 3);
    assert_eq!(server.asked("/sick").len(), 3);
    let gaps: Vec<Duration> =
        server.asked("/sick").windows(2).map(|two| two[1].began - two[0].ended).collect();
    assert!(gaps[0] >= Duration::from_millis(10) && gaps[1] >= Duration::from_millis(20), "{gaps:?}");
}

#[test]
fn a_site_that_asks_to_come_back_later_is_heard() {
    let server = Server::start();
    let links = [("later", server.url(1, "/later")), ("much-later", server.url(2, "/much-later"))];
    let dir = content(&links);
    let output = run(dir.path(), &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let found = findings(&output);
    assert_eq!(found["much-later"].0, "unsure-link");
    assert!(found["much-later"].1.contains("99999 seconds"));
    assert_eq!(found.len(), 1);
    let asked = server.asked("/later");
    assert_eq!(asked.len(), 2);
    assert!(asked[1].began - asked[0].ended >= Duration::from_secs(1));
    assert_eq!(server.asked("/much-later").len(), 1);
}

#[test]
fn a_site_that_does_not_answer_is_not_waited_for() {
    let server = Server::start();
    let dir = content(&[("slow", server.url(1, "/slow")), ("nobody", "http://127.0.0.1:1/".to_owned())]);
    let began = Instant::now();
    let output = run(dir.path(), &["--format", "json", "--timeout", "0.3", "--retries", "1"]);
    assert!(began.elapsed() < Duration::from_secs(25));
    assert_eq!(output.status.code(), Some(1));
    let found = findings(&output);
    assert!(found["slow"].1.ends_with("the site doesn't answer in time"), "{found:?}");
    assert!(found[""].1.contains("the site can't be reached"), "{found:?}");
}

#[test]
fn a_site_is_asked_one_question_at_a_time_with_a_pause() {
    let server = Server::start();
    let names: Vec<String> = (0..4).map(|n| format!("page-{n}")).collect();
    let links: Vec<(&str, String)> =
        names.iter().map(|name| (name.as_str(), server.url(1, &format!("/{name}")))).collect();
    let dir = content(&links);
    let output = run(dir.path(), &["--pause", "120"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(server.site.most.load(Ordering::SeqCst), 1);
    let mut asked = server.site.asked.lock().unwrap().clone();
    asked.sort_by_key(|asked| asked.began);
    for two in asked.windows(2) {
        assert!(two[1].began - two[0].ended >= Duration::from_millis(115), "{two:?}");
    }
}

#[test]
fn several_sites_are_asked_side_by_side_but_no_more_than_may_be() {
    // Each of the two pages waits for the other: both answer only if they are asked together.
    let server = Server::start();
    let links = [("here", server.url(1, "/meet")), ("there", server.url(2, "/meet"))];
    let output = run(content(&links).path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let mut hosts: Vec<String> = server.asked("/meet").into_iter().map(|asked| asked.host).collect();
    hosts.sort();
    assert!(hosts[0].starts_with("127.0.0.1:") && hosts[1].starts_with("127.0.0.2:"), "{hosts:?}");

    let server = Server::start();
    let names: Vec<String> = (1..9).map(|n| format!("site-{n}")).collect();
    let links: Vec<(&str, String)> =
        names.iter().zip(1..9).map(|(name, n)| (name.as_str(), server.url(n, "/x"))).collect();
    let output = run(content(&links).path(), &["--parallel", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(server.count(), 8);
    assert_eq!(server.site.most.load(Ordering::SeqCst), 1);
}

#[test]
fn what_answered_lately_is_not_asked_again() {
    let server = Server::start();
    let dir = content(&[
        ("ok", server.url(1, "/ok")),
        ("moved", server.url(1, "/moved")),
        ("missing", server.url(1, "/missing")),
    ]);
    let cache = ["--format", "json", "--cache", "seen.json"];
    let first = run(dir.path(), &cache);
    assert_eq!(findings(&first).len(), 2);
    let second = run(dir.path(), &cache);
    // What moved is still told, without asking; what failed is asked each time.
    assert_eq!(
        text(&second).replace("\"asked\": 1", "\"asked\": 3").replace("\"cached\": 2", "\"cached\": 0"),
        text(&first)
    );
    assert_eq!(server.asked("/ok").len(), 1);
    assert_eq!(server.asked("/moved").len(), 1);
    assert_eq!(server.asked("/missing").len(), 4);
    let old = run(dir.path(), &["--cache", "seen.json", "--max-age", "0"]);
    assert_eq!(old.status.code(), Some(1));
    assert_eq!(server.asked("/ok").len(), 2);

    // What is no address of the content any more is forgotten.
    write(
        dir.path(),
        "links.yaml",
        &format!("links:\n  ok: {{ url: \"{}\", label: A }}\n", server.url(1, "/ok")),
    );
    assert_eq!(run(dir.path(), &cache).status.code(), Some(0));
    let kept = std::fs::read_to_string(dir.path().join("seen.json")).unwrap();
    assert!(kept.contains("/ok") && !kept.contains("/moved"), "{kept}");

    // A file that is none knows nothing.
    std::fs::write(dir.path().join("seen.json"), "{ broken").unwrap();
    assert_eq!(run(dir.path(), &cache).status.code(), Some(0));
    assert_eq!(server.asked("/ok").len(), 3);
    let unwritable = run(dir.path(), &["--cache", "nowhere/seen.json"]);
    assert_eq!(unwritable.status.code(), Some(2));
}

#[test]
fn an_address_is_asked_once_and_every_place_of_it_is_told() {
    let server = Server::start();
    let missing = server.url(1, "/missing");
    let dir = content(&[
        ("page", missing.clone()),
        ("same", format!("{missing}#part")),
        ("example", "https://a.example.org/x".to_owned()),
    ]);
    write(dir.path(), "site.yaml", include_str!("../data/other-helpline/site.yaml"));
    write(
        dir.path(),
        "faq/one.yaml",
        "category: One\nentries:\n  - id: a\n    question: Where?\n    answer: \"See [here](link:page), and [there](link:same).\"\n    tags: [x]\n",
    );
    let output = run(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    // HEAD, and GET to be sure; once for both names.
    let methods: Vec<Method> = server.asked("/missing").iter().map(|a| a.method.clone()).collect();
    assert_eq!(methods, [Method::HEAD, Method::GET]);
    let agent = &server.asked("/missing")[0].agent;
    assert!(agent.starts_with("callguide-links/"), "{agent}");
    assert!(agent.contains("Tenants' Line; help@tenants.example.org"), "{agent}");
    let port = server.address.port().to_string();
    insta::assert_snapshot!("links_human", text(&output).replace(&port, "PORT"));
    let github = run(dir.path(), &["--format", "github"]);
    insta::assert_snapshot!("links_github", text(&github).replace(&port, "PORT"));
    let json = run(dir.path(), &["--format", "json"]);
    insta::assert_snapshot!("links_json", text(&json).replace(&port, "PORT"));
}

#[test]
fn staff_pages_may_ask_for_a_password() {
    let server = Server::start();
    let dir = content(&[]);
    let page = server.url(1, "/password");
    write(
        dir.path(),
        "links.yaml",
        &format!("links:\n  desk: {{ url: \"{page}\", label: Desk, staff: true }}\n"),
    );
    assert_eq!(text(&run(dir.path(), &[])).lines().next(), Some("no findings"));
}

#[test]
fn what_can_not_run_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let output = run(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("callguide: content can't be read"));
}
