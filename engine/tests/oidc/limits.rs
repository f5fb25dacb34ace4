//! Rate limits on sign-ins from one address: successful ones aren't limited.

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use serde_json::json;

use crate::browser::{Browser, Page, World, came_back, parameter};
use crate::issuer::Script;

/// Begins a sign-in and cancels it at the provider.
async fn fails(engine: &Router) -> Page {
    let mut browser = Browser::default();
    let page = browser.get(engine, "/auth/start?attempt=a1&mode=popup").await;
    let Some(location) = &page.location else { return page };
    let state = parameter(&location.parse().unwrap(), "state");
    browser.get(engine, &format!("/auth/callback?error=access_denied&state={state}")).await
}

#[tokio::test]
async fn three_hundred_people_behind_one_address_sign_in_within_a_minute() {
    let world = World::new().await;
    let engine = world.engine();
    // Everyone has the provider's page open when the first person comes back.
    let mut begun = Vec::new();
    for _ in 0..300 {
        let mut browser = Browser::default();
        let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
        begun.push((browser, url));
    }
    for (n, (mut browser, url)) in begun.into_iter().enumerate() {
        let email = format!("volunteer-{n}@example.org");
        let claims = json!({ "email": email, "sub": n.to_string(), "hd": "example.org" });
        world.issuer.set(Script { claims, ..Script::default() });
        let page = browser.get(&engine, &came_back(&url, &world.issuer.grant(&url))).await;
        assert_eq!(page.status, StatusCode::OK, "number {n}: {}", page.text);
    }
    assert_eq!(world.documents("sessions").await.len(), 300);
}

#[tokio::test]
async fn failed_sign_ins_count_against_their_address() {
    let world = World::new().await;
    let engine = world.engine();
    for n in 0..240 {
        assert_eq!(fails(&engine).await.status, StatusCode::OK, "number {n}");
    }
    let calls = world.store.calls();
    let page = fails(&engine).await;
    assert_eq!((page.status, page.retry_after), (StatusCode::TOO_MANY_REQUESTS, Some(1)));
    page.assert_told("Too many sign-ins from this network. Please try again in 1 second.");
    assert_eq!(world.store.calls(), calls);
    world.clock.advance(Duration::from_secs(1));
    Browser::default().sign_in(&world, &engine).await;
    assert_eq!(world.documents("sessions").await.len(), 1, "whoever waits comes in");
}

#[tokio::test]
async fn failures_of_the_provider_or_the_store_count_against_nobody() {
    let world = World::new().await;
    let engine = world.engine();
    for n in 0..150 {
        let mut browser = Browser::default();
        let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
        let back = came_back(&url, &world.issuer.grant(&url));
        if n % 2 == 0 {
            world.issuer.set(Script { broken: Some(500), ..Script::default() });
        } else {
            world.store.set_away(true);
        }
        for _ in 0..2 {
            let page = browser.clone().get(&engine, &back).await;
            let own = page.status == StatusCode::BAD_REQUEST;
            assert!(own || page.status == StatusCode::SERVICE_UNAVAILABLE, "{n}: {}", page.text);
        }
        world.issuer.set(Script::default());
        world.store.set_away(false);
    }
    Browser::default().sign_in(&world, &engine).await;
    assert_eq!(world.documents("sessions").await.len(), 1);
}

#[tokio::test]
async fn starting_sign_ins_is_rate_limited_too_and_refusals_count() {
    let world = World::new().await;
    let engine = world.engine();
    let mut refused = None;
    for n in 0..=2400 {
        let page = Browser::default().get(&engine, "/auth/start?attempt=a1&mode=popup").await;
        if page.status != StatusCode::SEE_OTHER {
            refused = Some((n, page.status, page.retry_after));
            break;
        }
    }
    assert_eq!(refused, Some((2400, StatusCode::TOO_MANY_REQUESTS, Some(1))));
    world.clock.advance(Duration::from_secs(60));
    world.issuer.set(Script { claims: json!({ "email": "eve@else.org" }), ..Script::default() });
    let mut told = Vec::new();
    for _ in 0..241 {
        let mut browser = Browser::default();
        let page = browser.get(&engine, "/auth/start?attempt=a1&mode=popup").await;
        let Some(location) = page.location else {
            told.push(page.status);
            continue;
        };
        let url = location.parse().unwrap();
        told.push(browser.get(&engine, &came_back(&url, &world.issuer.grant(&url))).await.status);
    }
    assert_eq!(told[239..], [StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS]);
}
