//! The event stream, and the content status for admins.

use std::time::Duration;

use axum::body::BodyDataStream;
use axum::http::StatusCode;
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use crate::harness::Service;

/// Longer than any check of a caller's rights takes.
const SOON: Duration = Duration::from_secs(60);

async fn next(stream: &mut BodyDataStream) -> Option<String> {
    let chunk = timeout(SOON, stream.next()).await.expect("something happens in time")?;
    Some(String::from_utf8(chunk.unwrap().to_vec()).unwrap())
}

/// Returns what follows the heartbeats that keep the stream alive.
async fn end(stream: &mut BodyDataStream) -> Option<String> {
    loop {
        match next(stream).await {
            Some(text) if text.starts_with(':') => {}
            other => return other,
        }
    }
}

#[tokio::test]
async fn a_browser_gets_the_version_immediately_and_after_each_swap() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let response = service.open("/api/events", &cookie).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let mut stream = response.into_body().into_data_stream();
    let first = next(&mut stream).await.unwrap();
    let version = service.state.current.get().version().to_owned();
    assert!(first.contains("event: content\n"), "{first}");
    assert!(first.contains(&format!("data: {{\"version\":\"{version}\"}}\n")), "{first}");
    let retry = first.lines().find_map(|line| line.strip_prefix("retry: ")).unwrap();
    assert!((1000..=5000).contains(&retry.parse::<u64>().unwrap()));
    let other = service.edit();
    let second = end(&mut stream).await.unwrap();
    assert!(second.contains(&format!("{{\"version\":\"{other}\"}}")), "{second}");
    assert!(!second.contains("retry"));
}

#[tokio::test]
async fn a_quiet_stream_is_kept_alive() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let mut stream = service.open("/api/events", &cookie).await.into_body().into_data_stream();
    next(&mut stream).await.unwrap();
    // In the harness, heartbeats come every second. A page isn't notified of comments, so a heartbeat must be an event.
    for _ in 0..2 {
        assert_eq!(next(&mut stream).await.unwrap(), ": \nevent: heartbeat\ndata: {}\n\n");
    }
}

#[tokio::test]
async fn only_signed_in_people_get_a_stream_and_only_up_to_the_limit() {
    let service = Service::of_its_own();
    assert_eq!(service.open("/api/events", "").await.status(), StatusCode::UNAUTHORIZED);
    let cookie = service.volunteer().await;
    let another = service.sign_in("admin@example.org").await;
    let mut open = Vec::new();
    for n in 0..10 {
        let response = service.open("/api/events", if n % 2 == 0 { &cookie } else { &another }).await;
        assert_eq!(response.status(), StatusCode::OK);
        open.push(response);
    }
    let refused = service.get("/api/events", &cookie, &[]).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.json()["code"], "too_many_streams");
    assert!((5..=15).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    open.pop();
    assert_eq!(service.open("/api/events", &cookie).await.status(), StatusCode::OK, "one has gone");
}

#[tokio::test]
async fn one_person_gets_only_a_few_streams_across_all_sessions() {
    let service = Service::of_its_own();
    let another = service.sign_in("admin@example.org").await;
    let mut cookies = Vec::new();
    // This opens as many sessions as one person may have.
    for _ in 0..20 {
        cookies.push(service.volunteer().await);
    }
    let mut open = Vec::new();
    for n in 0..50 {
        let response = service.open("/api/events", &cookies[n % cookies.len()]).await;
        assert_eq!(response.status(), StatusCode::OK, "the newest page is served: {n}");
        let mut stream = response.into_body().into_data_stream();
        next(&mut stream).await.unwrap();
        open.push(stream);
        if open.len() > 8 {
            // The oldest stream is closed, with an instruction not to reconnect immediately.
            let mut oldest = open.remove(0);
            let mut last = next(&mut oldest).await.unwrap();
            for _ in 0..5 {
                if last.contains("heartbeat") {
                    last = next(&mut oldest).await.unwrap();
                }
            }
            let retry: u64 = last.trim().rsplit("retry: ").next().unwrap().parse().unwrap();
            assert!((30_000..=60_000).contains(&retry), "{last}");
            assert_eq!(next(&mut oldest).await, None);
        }
    }
    // This engine serves ten streams at a time, and two of them are left for others.
    let mut stream = service.open("/api/events", &another).await.into_body().into_data_stream();
    assert!(next(&mut stream).await.unwrap().contains("event: content"));
    let version = service.edit();
    for stream in &mut open {
        assert!(end(stream).await.unwrap().contains(&version), "the eight newest still listen");
    }
}

#[tokio::test]
async fn a_stream_ends_with_the_session() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let mut stream = service.open("/api/events", &cookie).await.into_body().into_data_stream();
    next(&mut stream).await.unwrap();
    service.post("/auth/logout", &cookie, &[], "").await;
    assert_eq!(end(&mut stream).await, None);
}

#[tokio::test]
async fn a_stream_ends_when_its_person_is_removed() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let mut stream = service.open("/api/events", &cookie).await.into_body().into_data_stream();
    next(&mut stream).await.unwrap();
    service.remove("volunteer@example.org").await;
    assert_eq!(end(&mut stream).await, None);
}

#[tokio::test]
async fn every_stream_ends_with_the_engine_and_gets_its_own_retry_time() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let mut stream = service.open("/api/events", &cookie).await.into_body().into_data_stream();
    next(&mut stream).await.unwrap();
    service.state.events.close();
    let last = next(&mut stream).await.unwrap();
    assert!(last.contains("retry: "), "{last}");
    assert_eq!(next(&mut stream).await, None);
    let refused = service.get("/api/events", &cookie, &[]).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn the_status_is_for_admins() {
    let service = Service::of_its_own();
    assert_eq!(service.get("/api/content/status", "", &[]).await.status, StatusCode::UNAUTHORIZED);
    let cookie = service.volunteer().await;
    let refused = service.get("/api/content/status", &cookie, &[]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(refused.json()["code"], "not_admin");
    let cookie = service.sign_in("admin@example.org").await;
    let status = service.get("/api/content/status", &cookie, &[]).await.json();
    assert_eq!(status["version"], service.state.current.get().version());
    assert_eq!(status["counts"]["states"], 50);
    assert_eq!(status["last_attempt"]["ok"], true);
    assert_eq!(status["versions"].as_array().unwrap().len(), 1);
}
