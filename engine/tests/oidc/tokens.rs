//! Tests ID tokens that don't prove anything.

use serde_json::{Value, json};

use crate::browser::{Browser, FAILED, World};
use crate::issuer::{NOW, Script};

fn seconds_from_now(seconds: i64) -> i64 {
    NOW.parse::<jiff::Timestamp>().unwrap().as_second() + seconds
}

fn claims(claims: Value) -> Script {
    Script { claims, ..Script::default() }
}

async fn assert_no_proof(world: &World, what: &str, script: Script) {
    world.issuer.set(script);
    let engine = world.engine();
    let mut browser = Browser::default();
    let page = browser.sign_in(world, &engine).await;
    assert!(page.text.contains(&format!("data-error=\"{FAILED}\"")), "{what}: {}", page.text);
    assert!(!browser.is_signed_in(&engine).await, "{what}");
    world.assert_nothing_is_left().await;
}

#[tokio::test]
async fn a_token_for_another_recipient_or_time_is_rejected() {
    let world = World::new().await;
    for (what, changed) in [
        ("another issuer", json!({ "iss": "https://accounts.google.com" })),
        ("the issuer with a slash", json!({ "iss": format!("{}/", world.issuer.url) })),
        ("no issuer", json!({ "iss": null })),
        ("another audience", json!({ "aud": "another-client" })),
        ("an audience too many", json!({ "aud": ["callguide-test", "another-client"] })),
        ("no audience", json!({ "aud": null })),
        ("another nonce", json!({ "nonce": "A".repeat(43) })),
        ("no nonce", json!({ "nonce": null })),
        ("expired", json!({ "exp": seconds_from_now(-1) })),
        ("no expiry", json!({ "exp": null })),
        ("no subject", json!({ "sub": null })),
        ("an empty subject", json!({ "sub": "" })),
        ("a subject that is too long", json!({ "sub": "1".repeat(256) })),
        ("a subject that isn't ASCII", json!({ "sub": "é" })),
        ("a subject with a line break", json!({ "sub": "117\n118" })),
        ("issued to another client", json!({ "azp": "another-client" })),
        ("issued to nobody", json!({ "azp": "" })),
        ("good only later", json!({ "nbf": seconds_from_now(61) })),
        ("good only later, by a fraction", json!({ "nbf": seconds_from_now(60) as f64 + 0.5 })),
        ("good only later, in words", json!({ "nbf": "now" })),
        ("issued long ago", json!({ "iat": seconds_from_now(-601) })),
        ("issued at some time", json!({ "iat": null })),
        ("issued in a while", json!({ "iat": seconds_from_now(61) })),
        ("issued at the end of time", json!({ "iat": i64::MAX })),
        ("two addresses", json!({ "email": ["ann@else.org", "bob@else.org"] })),
        ("verified in words", json!({ "email_verified": "true" })),
    ] {
        assert_no_proof(&world, what, claims(changed)).await;
    }
}

#[tokio::test]
async fn a_token_not_signed_by_the_provider_is_rejected() {
    let world = World::new().await;
    let header = |alg: &str| json!({ "alg": alg, "kid": "1" });
    let hmac = Script { algorithms: vec!["RS256", "HS256"], header: header("HS256"), ..Script::default() };
    let none = Script {
        algorithms: vec!["RS256", "none"],
        header: json!({ "alg": "none" }),
        signed_with: None,
        ..Script::default()
    };
    for (what, script) in [
        ("no signature, and says so", none),
        ("an empty signature", Script { signed_with: None, ..Script::default() }),
        ("a spoiled signature", Script { spoiled: true, ..Script::default() }),
        ("another's key under the name of ours", Script { signed_with: Some(2), ..Script::default() }),
        ("signed with a secret that both know", hmac),
        ("an algorithm that it doesn't publish", Script { header: header("RS512"), ..Script::default() }),
        ("an algorithm that nobody knows", Script { header: header("XX256"), ..Script::default() }),
        (
            "a critical extension",
            Script { header: json!({ "alg": "RS256", "kid": "1", "crit": ["exp"] }), ..Script::default() },
        ),
    ] {
        assert_no_proof(&world, what, script).await;
    }
}

#[tokio::test]
async fn valid_tokens_are_accepted() {
    let world = World::new().await;
    let engine = world.engine();
    for good in [
        json!({ "aud": ["callguide-test"] }),
        json!({ "azp": "callguide-test" }),
        json!({ "nbf": seconds_from_now(60), "iat": seconds_from_now(60) }),
        json!({ "nbf": seconds_from_now(-600), "iat": seconds_from_now(-600) }),
        json!({ "sub": "1".repeat(255) }),
    ] {
        world.issuer.set(claims(good.clone()));
        let mut browser = Browser::default();
        browser.sign_in(&world, &engine).await;
        assert!(browser.is_signed_in(&engine).await, "{good}");
    }
}
