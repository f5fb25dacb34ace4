//! Tests what a client on the network may do, on a service that really listens.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;

use callguide::clock::Clock;
use callguide::http::{ForwardedHeader, Network, Proxies, RateLimits, Rates, Times, serve};

use crate::harness::{CODE, Service};

/// Longer than any step here takes.
pub const BOUND: Duration = Duration::from_secs(20);

/// A service on a socket; it stops when this is dropped.
pub struct Listening {
    pub address: SocketAddr,
    pub service: Service,
    stop: Option<oneshot::Sender<()>>,
    ended: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Listening {
    pub async fn start(network: Network) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::on(listener, Service::in_network(network))
    }

    /// Starts the service on a listener that may already have clients waiting.
    pub fn on(listener: tokio::net::TcpListener, service: Service) -> Self {
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let ended = tokio::spawn(serve(listener, service.state.clone(), stopped));
        Self { address, service, stop: Some(stop), ended }
    }

    /// Signals the service to stop.
    pub fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits until the service has stopped.
    pub async fn stopped(self) {
        timeout(BOUND, self.ended).await.expect("it stops").unwrap().unwrap();
    }

    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends `bytes` and reads until the service closes the connection, which must happen within [`BOUND`].
    async fn send(&self, bytes: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(bytes.as_bytes()).await.unwrap();
        rest(&mut stream).await
    }

    pub async fn get(&self, path: &str, headers: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n"))
            .await
    }
}

impl Listening {
    /// Makes a failing sign-in attempt.
    async fn fails(&self, headers: &str) -> String {
        self.posts("email=volunteer@example.org", headers).await
    }

    async fn signs_in(&self) {
        let answer = self.posts(&format!("email=volunteer@example.org&code={CODE}"), "").await;
        assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    }

    async fn posts(&self, form: &str, headers: &str) -> String {
        let length = form.len();
        self.send(&format!(
            "POST /auth/development HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{form}"
        ))
        .await
    }
}

/// Reads everything until the service closes the connection.
pub async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read =
        timeout(BOUND, stream.read_to_end(&mut bytes)).await.expect("the connection is closed in time");
    // A reset ends the connection, too.
    let _ = read;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_request_must_name_one_host_except_for_http_1_0_probes() {
    let service = Listening::start(Network::default()).await;
    let asks = async |version: &str, path: &str, hosts: &[&str]| {
        let hosts: String = hosts.iter().map(|host| format!("host: {host}\r\n")).collect();
        let answer =
            service.send(&format!("GET {path} HTTP/{version}\r\n{hosts}connection: close\r\n\r\n")).await;
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    for path in ["/healthz", "/readyz", "/api/site", "/"] {
        assert_eq!(asks("1.1", path, &["localhost"]).await, "200", "{path}");
        assert_eq!(asks("1.1", path, &[]).await, "400", "{path}");
        assert_eq!(asks("1.1", path, &["localhost", "localhost"]).await, "400", "{path}");
        assert_eq!(asks("1.0", path, &["localhost"]).await, "200", "{path}");
        assert_eq!(asks("1.0", path, &["a.example", "b.example"]).await, "400", "{path}");
    }
    for (path, status) in [("/healthz", "200"), ("/readyz", "200"), ("/api/site", "400"), ("/", "400")] {
        assert_eq!(asks("1.0", path, &[]).await, status, "{path}");
    }
}

fn short() -> Network {
    let times = Times {
        keep_alive: Duration::from_millis(300),
        request: Duration::from_millis(300),
        last: Duration::from_millis(300),
        ..Times::default()
    };
    Network { times, ..Network::default() }
}

fn rates(sign_in: u32, search: u32) -> RateLimits {
    let rates = Rates { sign_in: sign_in.try_into().unwrap(), search: search.try_into().unwrap() };
    RateLimits::new(rates, Clock::machine())
}

pub fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next().unwrap_or_default();
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

#[tokio::test]
async fn a_stalled_request_head_times_out() {
    let service = Listening::start(short()).await;
    for begun in ["", "GET /healthz HTTP/1.1\r\n", "GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: "] {
        let answer = service.send(begun).await;
        assert!(!answer.starts_with("HTTP/1.1 200"), "{begun:?}: {answer}");
    }
    assert!(service.get("/healthz", "").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_stalled_request_body_times_out() {
    let service = Listening::start(short()).await;
    let head = "POST /auth/development HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: 40\r\n\r\nemail=";
    let answer = service.send(head).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains(r#""code":"too_slow""#), "{answer}");
}

#[tokio::test]
async fn an_oversized_request_head_is_rejected() {
    let service = Listening::start(Network::default()).await;
    let large = format!("x-large: {}\r\n", "a".repeat(64 * 1024));
    assert!(service.get("/healthz", &large).await.starts_with("HTTP/1.1 431"));
    let many: String = (0..150).map(|n| format!("x-{n}: a\r\n")).collect();
    assert!(service.get("/healthz", &many).await.starts_with("HTTP/1.1 431"));
    let usual: String = (0..50).map(|n| format!("x-{n}: {}\r\n", "a".repeat(200))).collect();
    assert!(service.get("/healthz", &usual).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn an_oversized_body_is_rejected_before_it_is_sent() {
    let service = Listening::start(Network::default()).await;
    let head = "POST /auth/development HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: 99999999999\r\n\r\n";
    let answer = service.send(head).await;
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains(r#""code":"too_large""#), "{answer}");
    // A request that doesn't declare its size is read only up to the limit.
    let mut stream = service.connect().await;
    let head = "POST /auth/development HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("10000\r\n{}\r\n", "a".repeat(0x10000));
    for _ in 0..64 {
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 413"));
}

#[tokio::test]
async fn a_change_must_be_sent_as_json() {
    let service = Service::new();
    let admin = service.sign_in("admin@example.org").await;
    for media in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        let headers = [("content-type", media), ("sec-fetch-site", "same-origin")];
        let mut request = axum::http::Request::put("/api/allowed-emails").header("host", "localhost");
        request = request.header("cookie", &admin).header("content-length", "13");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let answer = service.send(request.body(axum::body::Body::from(r#"{"emails":[]}"#)).unwrap()).await;
        assert_eq!(answer.status, 415, "{media}");
        assert_eq!(answer.json()["code"], "not_json", "{media}");
    }
    let none = service.post("/auth/logout", &admin, &[], "").await;
    assert_eq!(none.status, 204, "no body needs no type");
}

#[tokio::test]
async fn shutdown_finishes_requests_but_does_not_wait_for_endless_ones() {
    let mut service = Listening::start(Network {
        times: Times { last: Duration::from_millis(500), ..Times::default() },
        ..Network::default()
    })
    .await;
    // One connection is kept open between requests, and another one sends a request, but its body never arrives.
    let mut kept = service.connect().await;
    kept.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut first = [0; 12];
    timeout(BOUND, kept.read_exact(&mut first)).await.unwrap().unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let mut endless = service.connect().await;
    let head = "POST /auth/development HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: 40\r\n\r\n";
    endless.write_all(head.as_bytes()).await.unwrap();
    let address = service.address;
    service.stop();
    rest(&mut kept).await;
    service.stopped().await;
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn sign_ins_are_rate_limited_per_address_with_a_retry_time() {
    let service = Listening::start(Network { limits: rates(3, 100), ..Network::default() }).await;
    for _ in 0..10 {
        assert!(service.get("/auth/start", "").await.starts_with("HTTP/1.1 200"), "nothing failed yet");
        service.signs_in().await;
    }
    for _ in 0..3 {
        assert!(service.fails("").await.starts_with("HTTP/1.1 403"));
    }
    let answer = service.fails("").await;
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains(r#""code":"rate_limited""#), "{answer}");
    let answer = service.get("/auth/start", "").await;
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains(r#""code":"rate_limited""#), "{answer}");
    let wait: u64 = header(&answer, "retry-after").unwrap().parse().unwrap();
    assert!((1..=20).contains(&wait), "a third of a minute at most, not {wait}");
    let page = service.get("/auth/start?attempt=a1&mode=popup", "accept: text/html\r\n").await;
    assert!(page.contains("data-attempt=\"a1\" data-result=\"refused\""), "{page}");
    assert!(page.starts_with("HTTP/1.1 429") && header(&page, "retry-after").is_some());
    // An untrusted client can't get another address by claiming it.
    let forged = service.get("/auth/start", "x-forwarded-for: 203.0.113.9\r\n").await;
    assert!(forged.starts_with("HTTP/1.1 429"), "{forged}");
    assert!(service.get("/api/session", "").await.starts_with("HTTP/1.1 200"), "nothing else is limited");
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_its_own_limit() {
    let proxies = Proxies::new("127.0.0.1", ForwardedHeader::XForwardedFor).unwrap();
    let service = Listening::start(Network { limits: rates(2, 100), proxies, ..Network::default() }).await;
    let from = async |address: &str| {
        let answer = service.fails(&format!("x-forwarded-for: {address}\r\n")).await;
        answer.starts_with("HTTP/1.1 429")
    };
    assert!(!from("203.0.113.9").await && !from("203.0.113.9").await && from("203.0.113.9").await);
    assert!(!from("203.0.113.10").await);
    assert!(from("198.51.100.1, 203.0.113.9").await, "what the client wrote itself doesn't count");
}

#[tokio::test]
async fn searches_are_rate_limited_per_person() {
    let service = Service::in_network(Network { limits: rates(100, 3), ..Network::default() });
    let (one, two) = (service.volunteer().await, service.sign_in("admin@example.org").await);
    for _ in 0..3 {
        assert_eq!(service.search(&one, &json!({ "q": "id" })).await.status, 200);
    }
    let answer = service.search(&one, &json!({ "q": "id" })).await;
    assert_eq!((answer.status.as_u16(), answer.json()["code"].as_str()), (429, Some("rate_limited")));
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=20).contains(&wait), "{wait}");
    let again = service.volunteer().await;
    assert_eq!(
        service.search(&again, &json!({ "q": "id" })).await.status,
        429,
        "another session, the same person"
    );
    // Another person at the same address may still search: a call center shares one address.
    assert_eq!(service.search(&two, &json!({ "q": "id" })).await.status, 200);
    assert_eq!(
        service.search("", &json!({ "q": "id" })).await.status,
        401,
        "nobody's requests aren't counted"
    );
}

#[tokio::test]
async fn off_loopback_browsers_must_use_https() {
    let public = "https://callguide.example.org".parse().unwrap();
    let service = Service::in_network(Network { public: Some(public), ..Network::default() });
    let answer = service.get("/api/site", "", &[]).await;
    assert_eq!(answer.header("strict-transport-security"), "max-age=31536000");
    let loopback = Service::new().get("/api/site", "", &[]).await;
    assert_eq!(loopback.header("strict-transport-security"), "");
    // The header is also sent with the login screen's page, and with an error.
    for path in ["/home", "/api/none", "/auth/pages.css"] {
        let answer = service.get(path, "", &[]).await;
        assert_eq!(answer.header("strict-transport-security"), "max-age=31536000", "{path}");
    }
    // Behind a proxy, the public address determines what counts as another site.
    let own = [("origin", "https://callguide.example.org")];
    assert_eq!(service.post("/auth/logout", "", &own, "").await.status, 204);
    for origin in [
        "http://127.0.0.1:8080",
        "http://callguide.example.org",
        "https://callguide.example.org.evil.example",
    ] {
        assert_eq!(service.post("/auth/logout", "", &[("origin", origin)], "").await.status, 403, "{origin}");
    }
}

#[tokio::test]
async fn the_policy_allows_only_configured_sources_and_no_inline_script() {
    let pictures = "https://pictures.example.com".parse().unwrap();
    let service = Service::in_network(Network { pictures, ..Network::default() });
    let answer = service.get("/home", "", &[]).await;
    let policy = answer.header("content-security-policy");
    for part in [
        "default-src 'none'",
        "script-src 'self'; ",
        "img-src 'self' data: https://pictures.example.com; ",
        "frame-src 'self'; ",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(part), "{part}: {policy}");
    }
    let shipped = Service::new().get("/home", "", &[]).await;
    assert!(shipped.header("content-security-policy").contains("https://*.googleusercontent.com"));
}

#[tokio::test]
async fn a_url_cannot_inject_a_log_line_or_a_header() {
    let service = Listening::start(Network::default()).await;
    let answer = service.get("/auth/start?return=%0d%0aset-cookie:%20a=b&attempt=%0d%0a", "").await;
    assert_eq!(header(&answer, "set-cookie"), None);
    let form = &format!("email=volunteer@example.org&code={CODE}&mode=window&return=%0d%0aset-cookie:%20a=b");
    let answer = service.service.post("/auth/development", "", &[], form).await;
    assert_eq!(answer.header("location"), "/home");
    // A bare line break inside a header is invalid.
    let smuggled = service.get("/healthz", "x-a: b\rset-cookie: a=b\r\n").await;
    assert!(!smuggled.contains("set-cookie: a=b"), "{smuggled}");
}
