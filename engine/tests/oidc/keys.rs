//! Tests what happens when the provider changes its keys.

use std::time::Duration;

use serde_json::json;

use crate::browser::{Browser, FAILED, World};
use crate::issuer::Script;

fn signed_with(key: u8, published: &[u8]) -> Script {
    Script {
        header: json!({ "alg": "RS256", "kid": key.to_string() }),
        signed_with: Some(key),
        published: published.to_vec(),
        ..Script::default()
    }
}

#[tokio::test]
async fn a_new_key_is_fetched_and_fetching_is_throttled() {
    let world = World::new().await;
    let engine = world.engine();
    let signs_in = async || {
        let mut browser = Browser::default();
        browser.sign_in(&world, &engine).await;
        browser.is_signed_in(&engine).await
    };
    world.issuer.set(signed_with(1, &[1]));
    assert!(signs_in().await && signs_in().await);
    assert_eq!(world.issuer.asked("keys"), 1, "kept between sign-ins");

    world.issuer.set(signed_with(2, &[2]));
    assert!(signs_in().await, "the key changed");
    assert_eq!(world.issuer.asked("keys"), 2);

    // Not every token signed with an unpublished key causes a request.
    world.issuer.set(signed_with(1, &[2]));
    for _ in 0..5 {
        assert!(!signs_in().await);
    }
    assert_eq!(world.issuer.asked("keys"), 2);
    world.clock.advance(Duration::from_secs(30));
    assert!(!signs_in().await && !signs_in().await);
    assert_eq!(world.issuer.asked("keys"), 3);
    world.clock.advance(Duration::from_secs(30));
    world.issuer.set(signed_with(1, &[1, 2]));
    assert!(signs_in().await, "published at last");
}

#[tokio::test]
async fn a_withdrawn_key_is_no_longer_trusted() {
    let world = World::new().await;
    let engine = world.engine();
    world.issuer.set(signed_with(1, &[1]));
    Browser::default().sign_in(&world, &engine).await;
    world.issuer.set(signed_with(1, &[2]));
    world.clock.advance(Duration::from_secs(3600));
    Browser::default().sign_in(&world, &engine).await.assert_told(FAILED);
}
