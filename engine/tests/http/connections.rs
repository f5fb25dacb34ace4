//! Tests connections that run out, slow clients, and a shutdown that doesn't lose requests, on a service that
//! really listens.

use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use callguide::http::{Network, Times};
use callguide::session::Person;

use crate::hardening::{BOUND, Listening, header, rest};
use crate::harness::{OWN_DOMAIN, Service};

/// Returns a network that accepts this many connections at a time.
fn places(connections: usize) -> Network {
    Network { connections, ..Network::default() }
}

fn request(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n")
}

/// Sends a request on a connection that stays open, and reads the response up to its declared length.
async fn ask(stream: &mut TcpStream, path: &str, headers: &str) -> String {
    stream.write_all(request(path, headers).as_bytes()).await.unwrap();
    answer(stream).await
}

async fn answer(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    while !text.ends_with("\r\n\r\n") {
        text.push(char::from(timeout(BOUND, stream.read_u8()).await.expect("an answer in time").unwrap()));
    }
    let length = header(&text, "content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    timeout(BOUND, stream.read_exact(&mut body)).await.expect("all of it in time").unwrap();
    text + &String::from_utf8_lossy(&body)
}

/// Reads until the text appears.
async fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut read = Vec::new();
    while !String::from_utf8_lossy(&read).contains(text) {
        let mut part = [0; 1024];
        let length = timeout(BOUND, stream.read(&mut part)).await.expect("something in time").unwrap();
        assert!(length > 0, "it ended before {text:?}: {}", String::from_utf8_lossy(&read));
        read.extend_from_slice(&part[..length]);
    }
    String::from_utf8_lossy(&read).into_owned()
}

/// Sends requests with a tiny receive buffer, reading as little of the responses as possible.
async fn asks_and_takes_nothing(service: &Listening, path: &str, headers: &str, times: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(service.address).await.unwrap();
    // When the service accepts no more requests, the client has sent enough.
    let _ =
        timeout(Duration::from_secs(2), stream.write_all(request(path, headers).repeat(times).as_bytes()))
            .await;
    stream
}

#[tokio::test]
async fn a_client_that_does_not_read_its_response_loses_its_slot() {
    let times = Times { write: Duration::from_millis(300), ..Times::default() };
    let service = Listening::start(Network { times, ..places(1) }).await;
    let cookie = service.service.volunteer().await;
    // The client signs in first, because it's about to take the only slot.
    let mut stuck =
        asks_and_takes_nothing(&service, "/api/content", &format!("cookie: {cookie}\r\n"), 300).await;
    assert!(service.get("/healthz", "").await.starts_with("HTTP/1.1 200"), "it was let go");
    let taken = rest(&mut stuck).await;
    let answers = taken.matches("HTTP/1.1 200").count();
    assert!(answers < 300, "all of {answers} answers were sent");
}

#[tokio::test]
async fn a_client_waits_while_every_connection_slot_is_taken() {
    let service = Listening::start(places(1)).await;
    for _ in 0..3 {
        let mut stream = service.connect().await;
        ask(&mut stream, "/healthz", "").await;
        let mut waiting = service.connect().await;
        waiting.write_all(request("/healthz", "connection: close\r\n").as_bytes()).await.unwrap();
        // Meanwhile, clients that have a connection are answered.
        ask(&mut stream, "/healthz", "").await;
        assert!(waiting.read_u8().now_or_never().is_none());
        drop(stream);
        assert!(rest(&mut waiting).await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn stalled_request_bodies_do_not_hold_connection_slots_for_long() {
    let times = Times { request: Duration::from_millis(300), ..Times::default() };
    let service = Listening::start(Network { times, ..places(4) }).await;
    let mut half = Vec::new();
    for _ in 0..12 {
        let mut stranger = service.connect().await;
        let head = "POST /auth/development HTTP/1.1\r\nhost: localhost\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: 40\r\n\r\n";
        stranger.write_all(head.as_bytes()).await.unwrap();
        half.push(stranger);
    }
    assert!(service.get("/healthz", "").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn three_hundred_people_behind_one_address_are_all_served_by_default() {
    const PEOPLE: usize = 300;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let service = Listening::on(listener, Service::with_default_bounds());
    let mut streams = Vec::new();
    let mut cookies = Vec::new();
    for n in 0..PEOPLE {
        let person = Person {
            email: format!("person{n}@{OWN_DOMAIN}"),
            display_name: None,
            photo_url: None,
            subject: n.to_string(),
        };
        let token = service.service.state.sessions.begin(person, None).await.unwrap();
        // Half of them come through an undeclared proxy, so its forwarding headers are ignored.
        let forwarded =
            if n % 2 == 0 { format!("x-forwarded-for: 203.0.113.{}\r\n", n % 250) } else { String::new() };
        let cookie = format!("cookie: callguide_session={}\r\n{forwarded}", token.as_str());
        let mut stream = service.connect().await;
        stream.write_all(request("/api/events", &cookie).as_bytes()).await.unwrap();
        read_until(&mut stream, "event: content").await;
        streams.push(stream);
        cookies.push(cookie);
    }
    // Each person sends requests on a connection of their own, and on a shared one through such a proxy.
    let mut shared = service.connect().await;
    for cookie in &cookies {
        for path in ["/api/session", "/api/tree/TX", "/api/faq", "/api/content"] {
            let own = service.get(path, cookie).await;
            assert!(own.starts_with("HTTP/1.1 200"), "{path}: {own}");
        }
        assert!(ask(&mut shared, "/api/tree/TX", cookie).await.starts_with("HTTP/1.1 200"));
    }
    service.service.state.events.close();
    for stream in &mut streams {
        read_until(stream, "retry: ").await;
    }
}

#[tokio::test]
async fn idle_connections_are_closed_with_or_without_a_partial_head() {
    let times = Times { keep_alive: Duration::from_millis(300), ..Times::default() };
    let service = Listening::start(Network { times, ..Network::default() }).await;
    let mut new = service.connect().await;
    assert_eq!(rest(&mut new).await, "", "closed without a word");
    let mut drip = service.connect().await;
    while drip.write_all(b"G").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for next in ["", "GET /healthz HTTP/1.1\r\n"] {
        let mut kept = service.connect().await;
        ask(&mut kept, "/healthz", "").await;
        kept.write_all(next.as_bytes()).await.unwrap();
        assert_eq!(rest(&mut kept).await, "", "closed without a word");
    }
}

#[tokio::test]
async fn an_event_stream_outlives_the_head_timeout() {
    let times = Times { keep_alive: Duration::from_millis(100), ..Times::default() };
    let service = Listening::start(Network { times, ..Network::default() }).await;
    let cookie = format!("cookie: {}\r\n", service.service.volunteer().await);
    let mut listens = service.connect().await;
    listens.write_all(request("/api/events", &cookie).as_bytes()).await.unwrap();
    read_until(&mut listens, "event: content").await;
    let mut idle = service.connect().await;
    rest(&mut idle).await;
    service.service.state.events.close();
    read_until(&mut listens, "retry: ").await;
}

#[tokio::test]
async fn connections_waiting_at_shutdown_are_still_answered() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut waiting = Vec::new();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"POST /auth/logout HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        waiting.push(stream);
    }
    let mut service = Listening::on(listener, Service::new());
    service.stop();
    for mut stream in waiting {
        let answer = rest(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 204"), "{answer:?}");
        assert_eq!(header(&answer, "connection"), Some("close"));
    }
    service.stopped().await;
}

#[tokio::test]
async fn a_request_on_a_kept_connection_is_answered_during_shutdown() {
    let times = Times { linger: Duration::from_secs(10), ..Times::default() };
    let mut service = Listening::start(Network { times, ..Network::default() }).await;
    let mut kept = Vec::new();
    for _ in 0..50 {
        let mut stream = service.connect().await;
        ask(&mut stream, "/healthz", "").await;
        kept.push(stream);
    }
    let address = service.address;
    service.stop();
    timeout(BOUND, async { while TcpStream::connect(address).await.is_ok() {} }).await.expect("it stops");
    for mut stream in kept {
        stream.write_all(b"POST /auth/logout HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let answer = rest(&mut stream).await;
        assert!(answer.starts_with("HTTP/1.1 204"), "{answer:?}");
        assert_eq!(header(&answer, "connection"), Some("close"));
    }
    // No client is left to wait for.
    service.stopped().await;
}

#[tokio::test]
async fn an_event_stream_ends_with_a_retry_time() {
    let mut service = Listening::start(Network::default()).await;
    let cookie = format!("cookie: {}\r\n", service.service.volunteer().await);
    let mut stream = service.connect().await;
    stream.write_all(request("/api/events", &cookie).as_bytes()).await.unwrap();
    read_until(&mut stream, "event: content").await;
    service.stop();
    let last = rest(&mut stream).await;
    assert!(last.contains("retry: ") && last.ends_with("0\r\n\r\n"), "{last:?}");
    service.stopped().await;
}
