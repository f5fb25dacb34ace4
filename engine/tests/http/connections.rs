//! Connections that run short, clients that dawdle, and a stop that loses no request: asked of a service that
//! really listens.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use callguide::http::{Network, Times};
use callguide::session::Person;

use crate::hardening::{BOUND, Listening, header, rest};
use crate::harness::{OWN_DOMAIN, Service};

/// A network that takes so many connections at a time.
fn places(connections: usize) -> Network {
    Network { connections, ..Network::default() }
}

fn request(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n")
}

/// Asks on a connection that stays open, and reads the whole answer, which has a length.
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

/// Reads until the text is there.
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

/// Asks and takes as little of the answers as it can: its own end has hardly room.
async fn asks_and_takes_nothing(service: &Listening, path: &str, headers: &str, times: usize) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(service.address).await.unwrap();
    // Where even the requests aren't taken any more, that is enough of them.
    let _ =
        timeout(Duration::from_secs(2), stream.write_all(request(path, headers).repeat(times).as_bytes()))
            .await;
    stream
}

#[tokio::test]
async fn who_does_not_take_an_answer_does_not_keep_a_place() {
    let times = Times { write: Duration::from_millis(300), ..Times::default() };
    let service = Listening::start(Network { times, ..places(1) }).await;
    let cookie = service.service.volunteer().await;
    // Signed in, so that nobody else takes the only place.
    let mut stuck =
        asks_and_takes_nothing(&service, "/api/content", &format!("cookie: {cookie}\r\n"), 300).await;
    assert!(service.get("/healthz", "").await.starts_with("HTTP/1.1 200"), "it was let go");
    let taken = rest(&mut stuck).await;
    let answers = taken.matches("HTTP/1.1 200").count();
    assert!(answers < 300, "all of {answers} answers were sent");
}

#[tokio::test]
async fn strangers_give_up_their_connections_to_whoever_comes() {
    let service = Listening::start(places(16)).await;
    let cookie = format!("cookie: {}\r\n", service.service.volunteer().await);
    // The oldest of all, and used once.
    let mut kept = service.connect().await;
    assert!(ask(&mut kept, "/api/session", &cookie).await.contains("volunteer@example.org"));
    let mut listens = service.connect().await;
    listens.write_all(request("/api/events", &cookie).as_bytes()).await.unwrap();
    read_until(&mut listens, "event: content").await;
    let mut strangers = Vec::new();
    for n in 0..200 {
        let mut stranger = service.connect().await;
        match n % 4 {
            0 => {}
            1 => stranger.write_all(b"GET /healthz HTTP/1.1\r\nhost: loc").await.unwrap(),
            2 => drop(ask(&mut stranger, "/healthz", "").await),
            // A made-up session is none.
            _ => drop(ask(&mut stranger, "/api/session", "cookie: callguide_session=made-up\r\n").await),
        }
        strangers.push(stranger);
        if n % 20 == 19 {
            let new = service.get("/api/tree/TX", &cookie).await;
            assert!(new.starts_with("HTTP/1.1 200"), "a new one of hers, after {n}: {new}");
            let old = ask(&mut kept, "/api/tree/TX", &cookie).await;
            assert!(old.starts_with("HTTP/1.1 200"), "the one that she keeps, after {n}: {old}");
        }
    }
    service.service.state.events.close();
    read_until(&mut listens, "retry: ").await;
    // The oldest of the strangers went first.
    for mut stranger in strangers.drain(..180) {
        rest(&mut stranger).await;
    }
}

#[tokio::test]
async fn bodies_that_do_not_come_hold_no_place_either() {
    let service = Listening::start(places(4)).await;
    let cookie = format!("cookie: {}\r\n", service.service.volunteer().await);
    let mut half = Vec::new();
    for _ in 0..12 {
        let mut stranger = service.connect().await;
        let head = "POST /auth/development HTTP/1.1\r\nhost: localhost\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: 40\r\n\r\n";
        stranger.write_all(head.as_bytes()).await.unwrap();
        half.push(stranger);
        assert!(service.get("/api/tree/TX", &cookie).await.starts_with("HTTP/1.1 200"));
    }
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
        // Half of them come by a proxy that nobody declared: what it says of them doesn't count.
        let forwarded =
            if n % 2 == 0 { format!("x-forwarded-for: 203.0.113.{}\r\n", n % 250) } else { String::new() };
        let cookie = format!("cookie: callguide_session={}\r\n{forwarded}", token.as_str());
        let mut stream = service.connect().await;
        stream.write_all(request("/api/events", &cookie).as_bytes()).await.unwrap();
        read_until(&mut stream, "event: content").await;
        streams.push(stream);
        cookies.push(cookie);
    }
    // By connections of their own, and by one that such a proxy shares among them.
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
async fn a_connection_is_kept_for_longer_than_a_head_may_take_and_not_for_ever() {
    let head = Duration::from_millis(300);
    let times = Times { head, keep_alive: Duration::from_secs(600), ..Times::default() };
    let service = Listening::start(Network { times, ..Network::default() }).await;
    let mut kept = service.connect().await;
    ask(&mut kept, "/healthz", "").await;
    let mut half = service.connect().await;
    half.write_all(b"GET /healthz HTTP/1.1\r\n").await.unwrap();
    rest(&mut half).await;
    // The time for a head has passed since the first answer, and more.
    assert!(ask(&mut kept, "/healthz", "").await.starts_with("HTTP/1.1 200"));
    kept.write_all(b"GET /heal").await.unwrap();
    rest(&mut kept).await;

    let times = Times { keep_alive: head, ..Times::default() };
    let service = Listening::start(Network { times, ..Network::default() }).await;
    let mut kept = service.connect().await;
    ask(&mut kept, "/healthz", "").await;
    assert_eq!(rest(&mut kept).await, "", "closed without a word");
}

#[tokio::test]
async fn what_waits_to_be_accepted_when_the_engine_is_told_to_stop_is_answered() {
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
async fn what_a_proxy_sends_on_a_connection_that_it_keeps_is_answered_once_more() {
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
    // Nobody is left to wait for.
    service.stopped().await;
}

#[tokio::test]
async fn a_stream_of_events_ends_with_a_time_to_come_back() {
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
