//! Tests a provider that's unavailable, slow, or sends nonsense: the person gets a clear answer in
//! bounded time, and sessions continue.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use crate::browser::{AWAY, Browser, FAILED, World, came_back};
use crate::issuer::Script;

fn broken(status: u16) -> Script {
    Script { broken: Some(status), ..Script::default() }
}

/// Long enough for a busy machine, but shorter than a slow provider takes, or than people would wait in turn.
const BOUND: Duration = Duration::from_secs(10);

fn slow() -> Script {
    Script { slow: Duration::from_secs(60), ..Script::default() }
}

#[tokio::test]
async fn nobody_can_start_while_it_is_unavailable_and_everyone_can_afterward() {
    let world = World::new().await;
    let engine = world.engine();
    let other_issuer = Script { issuer: Some("https://evil.example"), ..Script::default() };
    for script in [broken(500), broken(404), broken(302), slow(), other_issuer] {
        world.issuer.set(script.clone());
        world.clock.advance(Duration::from_secs(1));
        let started = Instant::now();
        let page = Browser::default().get(&engine, "/auth/start?attempt=a1&mode=popup").await;
        assert!(started.elapsed() < BOUND, "{script:?}");
        assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE, "{script:?}");
        page.assert_told(AWAY);
    }
    world.assert_nothing_is_left().await;
    world.issuer.set(Script::default());
    world.clock.advance(Duration::from_secs(1));
    let mut browser = Browser::default();
    browser.sign_in(&world, &engine).await;
    assert!(browser.is_signed_in(&engine).await);
}

#[tokio::test]
async fn concurrent_sign_ins_do_not_wait_for_one_another() {
    let world = World::new().await;
    let engine = world.engine();
    world.issuer.set(slow());
    let started = Instant::now();
    let all = (0..20).map(|_| async {
        Browser::default().get(&engine, "/auth/start?attempt=a1&mode=popup").await.assert_told(AWAY);
    });
    futures_util::future::join_all(all).await;
    assert!(started.elapsed() < BOUND, "{:?}", started.elapsed());
    assert_eq!(world.issuer.asked("discovery"), 1);
}

#[tokio::test]
async fn a_provider_failure_during_a_sign_in_is_reported_to_the_person() {
    let world = World::new().await;
    let engine = world.engine();
    let huge = Script { huge: Some(8 << 20), ..Script::default() };
    let redirecting = Script { redirects: true, ..Script::default() };
    for (script, told) in
        [(broken(503), AWAY), (slow(), AWAY), (huge, AWAY), (broken(400), FAILED), (redirecting, FAILED)]
    {
        world.issuer.set(Script::default());
        let mut browser = Browser::default();
        let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
        let back = came_back(&url, &world.issuer.grant(&url));
        world.issuer.set(script.clone());
        let started = Instant::now();
        let page = browser.get(&engine, &back).await;
        assert!(started.elapsed() < BOUND, "{script:?}");
        page.assert_told(told);
        assert!(!page.text.contains("Bad day"), "nothing of the provider's answer is shown");
    }
    world.assert_nothing_is_left().await;
}

#[tokio::test]
async fn sessions_continue_and_cached_metadata_is_used_for_a_day() {
    let world = World::new().await;
    let engine = world.engine();
    let mut ann = Browser::default();
    ann.sign_in(&world, &engine).await;
    world.issuer.set(broken(500));
    world.clock.advance(Duration::from_secs(2 * 3600));
    assert!(ann.is_signed_in(&engine).await);
    // Beginning a sign-in needs only the provider's cached metadata.
    let mut bob = Browser::default();
    bob.begin(&engine, "attempt=a1&mode=popup").await;
    world.clock.advance(Duration::from_secs(24 * 3600));
    let page = Browser::default().get(&engine, "/auth/start?attempt=a1&mode=popup").await;
    page.assert_told(AWAY);
}

#[tokio::test]
async fn a_connection_closed_without_a_response_is_retried_once() {
    let world = World::new().await;
    let engine = world.engine();
    for (closed, signs_in) in [(1, true), (2, false)] {
        let mut browser = Browser::default();
        let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
        let back = came_back(&url, &world.issuer.grant(&url));
        let before = world.issuer.asked("token");
        world.issuer.close_before_answering(closed);
        let page = browser.get(&engine, &back).await;
        assert_eq!(browser.is_signed_in(&engine).await, signs_in, "{closed}: {}", page.text);
        assert_eq!(world.issuer.asked("token") - before, usize::from(signs_in));
    }
}

#[tokio::test]
async fn provider_messages_are_logged_quoted_and_truncated() {
    let world = World::new().await;
    let engine = world.engine();
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let said = |n: usize| format!("no\n\"{}\u{1b}[31m{}", "client", "x".repeat(n));
    world.issuer.set(Script { refuses: Some(("invalid_client", said(500))), ..Script::default() });
    let mut browser = Browser::default();
    let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
    browser.get(&engine, &came_back(&url, &world.issuer.grant(&url))).await.assert_told(FAILED);
    for error in ["server_error", "access_denied"] {
        let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
        let state = crate::browser::parameter(&url, "state");
        let query = format!("error={error}&error_description=because%0Aof%22it&state={state}");
        browser.get(&engine, &format!("/auth/callback?{query}")).await;
    }
    let text = log.text();
    let cut = format!(r#""invalid_client": "no\n\"client\u{{1b}}[31m{}""#, "x".repeat(200 - 15));
    for line in [&*cut, r#""server_error": "because\nof\"it""#, r#""access_denied": "because\nof\"it""#] {
        assert_eq!(text.matches(line).count(), 1, "{line}\n{text}");
    }
    assert!(!text.contains("code-") && !text.contains("access-1"), "no secret: {text}");
}

/// The captured log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
