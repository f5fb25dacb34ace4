//! Tests that both document stores can be unavailable for a minute: nobody gets any data, nobody is locked out for
//! good, and every session survives.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use callguide::clock::Clock;
use callguide::http::openapi_document;
use callguide::seeds::People;
use callguide::store::SqliteStore;
use futures_util::future::join_all;
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use crate::endpoints::{ROWS, Row};
use crate::harness::{Answer, CHECK, CODE, Service};
use crate::hosted;

/// Every response arrives within this time: a request's limit is 30 s, and the store's own limit is shorter here.
const BOUND: Duration = Duration::from_secs(20);

/// Paths that are answered without reading the store.
const OPEN: [&str; 4] = ["/healthz", "/drainz", "/api/openapi.json", "/api/site"];

async fn ask(service: &Service, row: &Row, cookie: &str) -> Answer {
    let uri = if row.uri.is_empty() { row.path } else { row.uri };
    let mut request = Request::builder()
        .method(row.method)
        .uri(uri)
        .header(header::HOST, "127.0.0.1:8080")
        .header(header::COOKIE, cookie);
    if !row.body.is_empty() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let answer = service.send(request.body(Body::from(row.body)).unwrap());
    timeout(BOUND, answer).await.unwrap_or_else(|_| panic!("{} {} takes too long", row.method, row.path))
}

/// Expects everything that needs the store to report the outage, and cookies to be kept.
async fn nobody_gets_anything(service: &Service, cookies: &[&str]) {
    let document = serde_json::to_value(openapi_document()).unwrap();
    let asked = cookies.iter().flat_map(|cookie| ROWS.iter().map(move |row| (*cookie, row)));
    join_all(asked.map(async |(cookie, row)| {
        let answer = ask(service, row, cookie).await;
        let name = format!("{} {}: {}", row.method, row.path, answer.text());
        assert!(!answer.headers.contains_key(header::SET_COOKIE), "{name}");
        if OPEN.contains(&row.path) {
            assert_eq!(answer.status, 200, "{name}");
            return;
        }
        assert_eq!(answer.status, 503, "{name}");
        let method = row.method.to_lowercase();
        let described = &document["paths"][row.path][method]["responses"]["503"];
        assert!(described.is_object(), "{name} isn't described");
        if row.path == "/readyz" {
            assert_eq!((&answer.json()["store"], &answer.json()["content"]), (&false.into(), &true.into()));
            return;
        }
        assert_eq!(answer.json()["code"], "unavailable", "{name}");
        assert!(answer.json()["details"].is_null(), "{name}");
        assert_eq!(answer.header("retry-after"), "5", "{name}");
        assert_eq!(answer.header("cache-control"), "no-store", "{name}");
    }))
    .await;
    let sign_in = service
        .post("/auth/development", cookies[0], &[], &format!("email=notlisted@example.org&code={CODE}"))
        .await;
    assert_eq!(sign_in.status, 503, "no refusal that isn't known");
    assert!(!sign_in.headers.contains_key(header::SET_COOKIE));
}

/// Runs the scenario; `away` makes the store unavailable and available again.
async fn a_minute_without(service: &Service, clock: &Clock, away: impl Fn(bool)) {
    let (admin, volunteer) = (service.sign_in("admin@example.org").await, service.volunteer().await);
    let cookies = [admin.as_str(), volunteer.as_str()];
    let mut stream = service.open("/api/events", &volunteer).await.into_body().into_data_stream();
    assert!(stream.next().await.unwrap().unwrap().starts_with(b"event: content"));
    // This way, the sessions' use is due to be saved during the outage.
    clock.advance(Duration::from_secs(270));
    for cookie in cookies {
        assert_eq!(service.get("/api/content", cookie, &[]).await.status, 200);
    }

    away(true);
    clock.advance(Duration::from_secs(5));
    nobody_gets_anything(service, &cookies).await;
    let version = service.edit();
    // From here on, a check is due whenever the stream is polled. Each check fails, and no events are sent in the
    // meantime.
    tokio::time::sleep(CHECK).await;
    for _ in 0..3 {
        let told = timeout(BOUND, stream.next()).await.unwrap().expect("the stream lives on").unwrap();
        assert!(told.starts_with(b":"), "{told:?}");
    }
    clock.advance(Duration::from_secs(55));
    for cookie in cookies {
        assert_eq!(service.get("/api/session", cookie, &[]).await.status, 503);
    }

    away(false);
    for (cookie, email) in [(&admin, "admin@example.org"), (&volunteer, "volunteer@example.org")] {
        let session = service.get("/api/session", cookie, &[]).await;
        assert_eq!((session.status.as_u16(), &session.json()["user"]["email"]), (200, &email.into()));
        assert_eq!(service.get("/api/content", cookie, &[]).await.status, 200);
    }
    assert_eq!(service.get("/api/allowed-emails", &admin, &[]).await.status, 200);
    let told = async {
        loop {
            let event = stream.next().await.expect("the stream lives on").unwrap();
            if !event.starts_with(b":") {
                return String::from_utf8(event.to_vec()).unwrap();
            }
        }
    };
    let told = timeout(BOUND, told).await.unwrap();
    assert!(told.contains(&version), "{told}");
}

fn clock() -> Clock {
    Clock::set_to(jiff::Timestamp::now())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_minute_without_the_hosted_database_locks_nobody_out() {
    let double = hosted::start().await;
    let clock = clock();
    let service = Service::by_clock(hosted::connect_within(&double, Duration::from_secs(1)), clock.clone());
    a_minute_without(&service, &clock, |away| double.set_away(away)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_minute_without_the_store_file_locks_nobody_out() {
    let data = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(data.path(), &People::shipped().allow_list()).unwrap();
    let clock = clock();
    let service = Service::by_clock(Arc::new(store), clock.clone());
    // Another process drops the table, so that every call to the store fails.
    let other = rusqlite::Connection::open(data.path().join("documents.sqlite")).unwrap();
    a_minute_without(&service, &clock, |away| {
        let (from, to) = if away { ("documents", "gone") } else { ("gone", "documents") };
        other.execute_batch(&format!("ALTER TABLE {from} RENAME TO {to}")).unwrap();
    })
    .await;
}
