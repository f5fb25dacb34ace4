//! Tests the rules for a sign-in attempt: it begins and ends in one browser, once, and in time.

use std::time::Duration;

use axum::http::StatusCode;

use crate::browser::{Browser, FAILED, NO_ATTEMPT, World, came_back, parameter};

#[tokio::test]
async fn the_authorization_request_uses_pkce_and_asks_for_an_account() {
    let world = World::new().await;
    let url = Browser::default().begin(&world.engine(), "attempt=a1&mode=popup").await;
    assert_eq!(url.path(), "/authorize");
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", "callguide-test"),
        ("redirect_uri", "https://callguide.example.org/auth/callback"),
        ("scope", "openid email profile"),
        ("prompt", "select_account"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(parameter(&url, name), value);
    }
    for name in ["state", "nonce", "code_challenge"] {
        assert_eq!(parameter(&url, name).len(), 43, "{name}");
    }
}

#[tokio::test]
async fn a_listed_person_signs_in_and_the_popup_reports_it() {
    let world = World::new().await;
    let engine = world.engine();
    let mut browser = Browser::default();
    let page = browser.sign_in(&world, &engine).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("data-attempt=\"a1\" data-result=\"done\""), "{}", page.text);
    assert!(browser.is_signed_in(&engine).await);
    assert_eq!(browser.cookies.keys().collect::<Vec<_>>(), ["__Host-callguide_session"]);
    assert_eq!(world.documents("signIns").await.len(), 1, "that it was used");
}

#[tokio::test]
async fn a_window_sign_in_returns_to_its_page_and_never_to_another_site() {
    let world = World::new().await;
    let engine = world.engine();
    for (back, to) in [("%2Fwalk%3Fanswers%3DB.yes", "/walk?answers=B.yes"), ("%2F%2Fevil.example", "/home")]
    {
        let mut browser = Browser::default();
        let url = browser.begin(&engine, &format!("mode=window&return={back}")).await;
        let page = browser.get(&engine, &came_back(&url, &world.issuer.grant(&url))).await;
        assert_eq!((page.status, page.location.as_deref()), (StatusCode::SEE_OTHER, Some(to)));
    }
}

#[tokio::test]
async fn a_forged_state_signs_nobody_in() {
    let world = World::new().await;
    let engine = world.engine();
    let mut browser = Browser::default();
    let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
    let code = world.issuer.grant(&url);
    for state in ["", "x", &"A".repeat(43)] {
        let page = browser.get(&engine, &format!("/auth/callback?code={code}&state={state}")).await;
        page.assert_told(NO_ATTEMPT);
    }
    browser.get(&engine, &format!("/auth/callback?code={code}")).await.assert_told(NO_ATTEMPT);
    assert_eq!(world.issuer.asked("token"), 0, "the provider isn't even asked");
}

#[tokio::test]
async fn another_browser_cannot_complete_an_attempt() {
    let world = World::new().await;
    let engine = world.engine();
    let url = Browser::default().begin(&engine, "attempt=a1&mode=popup").await;
    let back = came_back(&url, &world.issuer.grant(&url));
    let mut victim = Browser::default();
    victim.get(&engine, &back).await.assert_told(NO_ATTEMPT);
    victim.begin(&engine, "attempt=a2&mode=popup").await;
    victim.get(&engine, &back).await.assert_told(NO_ATTEMPT);
    assert!(!victim.is_signed_in(&engine).await);
}

#[tokio::test]
async fn starting_an_attempt_writes_nothing_and_forgeries_cost_no_store_call() {
    let world = World::new().await;
    let engine = world.engine();
    let mut honest = Browser::default();
    let url = honest.begin(&engine, "attempt=a1&mode=popup&return=%2Fchat").await;
    let before = world.store.calls();
    for _ in 0..50 {
        Browser::default().begin(&engine, "attempt=a1&mode=popup").await;
    }
    // First the cookies are invalid, and then the attempt has expired.
    let (name, sealed) = honest.cookies.iter().next().map(|(n, v)| (n.clone(), v.clone())).unwrap();
    let back = came_back(&url, &world.issuer.grant(&url));
    for value in ["", "A", &sealed[..sealed.len() - 1], &format!("{sealed}A"), &sealed.to_uppercase()] {
        let mut forger = Browser::default();
        forger.cookies.insert(name.clone(), value.to_owned());
        forger.get(&engine, &back).await.assert_told(NO_ATTEMPT);
    }
    assert!(!sealed.contains("L2NoYXQ") && !sealed.contains("chat"), "{sealed}");
    world.clock.advance(Duration::from_secs(600));
    honest.get(&engine, &back).await.assert_told(NO_ATTEMPT);
    assert_eq!(world.store.calls(), before);
    assert_eq!(world.issuer.asked("token"), 0);
}

#[tokio::test]
async fn without_the_installations_key_nobody_can_start_a_sign_in() {
    let world = World::new().await;
    let engine = world.engine();
    world.store.set_away(true);
    let page = Browser::default().get(&engine, "/auth/start?attempt=a1&mode=popup").await;
    assert_eq!((page.status, page.retry_after), (StatusCode::SERVICE_UNAVAILABLE, Some(5)));
    page.assert_told("Callguide can&#39;t reach its records right now. Please try again in a moment.");
}

#[tokio::test]
async fn a_callback_works_once_even_with_its_cookie_and_on_another_engine() {
    let world = World::new().await;
    let (here, elsewhere) = (world.engine(), world.engine());
    let mut browser = Browser::default();
    let url = browser.begin(&here, "attempt=a1&mode=popup").await;
    let mut copy = browser.clone();
    let back = came_back(&url, &world.issuer.grant(&url));
    // The attempt begins on one engine and ends on another, since engines don't keep state of their
    // own.
    assert_eq!(browser.get(&elsewhere, &back).await.status, StatusCode::OK);
    copy.get(&here, &back).await.assert_told(NO_ATTEMPT);
    assert_eq!(world.issuer.asked("token"), 1);
    assert_eq!(world.documents("sessions").await.len(), 1);
}

#[tokio::test]
async fn only_one_of_many_concurrent_callbacks_succeeds() {
    let world = World::new().await;
    let engines = [world.engine(), world.engine(), world.engine(), world.engine()];
    let mut browser = Browser::default();
    for round in 1..=5 {
        let url = browser.begin(&engines[0], "attempt=a1&mode=popup").await;
        let back = came_back(&url, &world.issuer.grant(&url));
        let copies = engines.iter().map(|engine| {
            let (mut copy, back) = (browser.clone(), back.clone());
            async move { copy.get(engine, &back).await.status }
        });
        let answers = futures_util::future::join_all(copies).await;
        let heard = answers.iter().filter(|status| **status == StatusCode::OK).count();
        assert_eq!((heard, world.issuer.asked("token")), (1, round), "{answers:?}");
    }
}

#[tokio::test]
async fn an_attempt_expires_after_ten_minutes() {
    let world = World::new().await;
    let engine = world.engine();
    for (minutes, signs_in) in [(9, true), (10, false)] {
        let mut browser = Browser::default();
        let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
        let code = world.issuer.grant(&url);
        world.clock.advance(Duration::from_secs(minutes * 60));
        let page = browser.get(&engine, &came_back(&url, &code)).await;
        assert_eq!(browser.is_signed_in(&engine).await, signs_in, "after {minutes} minutes");
        assert!(page.text.contains("data-attempt=\"a1\""), "the page that began hears of it");
    }
}

#[tokio::test]
async fn sign_ins_in_several_tabs_do_not_interfere() {
    let world = World::new().await;
    let engine = world.engine();
    let mut browser = Browser::default();
    let mut begun = Vec::new();
    for tab in 0..4 {
        begun.push(browser.begin(&engine, &format!("attempt=tab{tab}&mode=popup")).await);
    }
    for tab in [2, 0, 3, 1] {
        let back = came_back(&begun[tab], &world.issuer.grant(&begun[tab]));
        let page = browser.get(&engine, &back).await;
        assert!(page.text.contains(&format!("data-attempt=\"tab{tab}\"")), "{}", page.text);
        assert!(page.text.contains("data-result=\"done\""), "tab {tab}");
    }
}

#[tokio::test]
async fn signing_in_again_ends_the_browsers_previous_session() {
    let world = World::new().await;
    let engine = world.engine();
    let mut browser = Browser::default();
    browser.sign_in(&world, &engine).await;
    let mut copy = browser.clone();
    browser.sign_in(&world, &engine).await;
    assert!(browser.is_signed_in(&engine).await);
    assert!(!copy.is_signed_in(&engine).await);
}

#[tokio::test]
async fn a_callback_naming_a_different_issuer_is_rejected() {
    let world = World::new().await;
    let engine = world.engine();
    let mut browser = Browser::default();
    let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
    let back = format!("{}&iss=https%3A%2F%2Fevil.example", came_back(&url, &world.issuer.grant(&url)));
    browser.get(&engine, &back).await.assert_told(FAILED);
    assert_eq!(world.issuer.asked("token"), 0);
}

#[tokio::test]
async fn a_provider_error_is_explained_in_plain_words() {
    let world = World::new().await;
    let engine = world.engine();
    for (error, told) in [
        ("access_denied", "Sign-in was cancelled."),
        ("server_error&error_description=%3Cscript%3E", FAILED),
        ("%3Cscript%3Ealert(1)%3C%2Fscript%3E", FAILED),
    ] {
        let mut browser = Browser::default();
        let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
        let state = parameter(&url, "state");
        let page = browser.get(&engine, &format!("/auth/callback?error={error}&state={state}")).await;
        page.assert_told(told);
        assert!(!page.text.contains("<script>"), "{}", page.text);
    }
    world.assert_nothing_is_left().await;
}
