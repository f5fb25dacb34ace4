//! Tests which people identified by the provider may sign in.

use axum::http::StatusCode;
use serde_json::{Value, json};

use callguide::store::{DocumentStore as _, Value as Kept};

use crate::browser::{Browser, DENIED, World};
use crate::issuer::Script;

fn claiming(claims: Value) -> Script {
    Script { claims, ..Script::default() }
}

#[tokio::test]
async fn a_refused_person_is_told_and_nothing_about_them_is_kept() {
    let world = World::new().await;
    let engine = world.engine();
    for (n, (what, claims)) in [
        ("a stranger", json!({ "email": "eve@else.org" })),
        ("no address", json!({ "email": null })),
        ("an empty address", json!({ "email": "" })),
        ("several @", json!({ "email": "ann@else.org@example.org", "hd": "example.org" })),
        ("unverified", json!({ "email_verified": false })),
        ("not said to be verified", json!({ "email_verified": null })),
        ("own domain, no hd", json!({ "email": "bob@example.org" })),
        ("own domain, another hd", json!({ "email": "bob@example.org", "hd": "evil.example" })),
        ("own domain, longer hd", json!({ "email": "bob@example.org", "hd": "example.org.evil.example" })),
        ("another domain, our hd", json!({ "email": "bob@notexample.org", "hd": "example.org" })),
        ("a look-alike", json!({ "email": "bob@ехample.org", "hd": "ехample.org" })),
    ]
    .into_iter()
    .enumerate()
    {
        world.issuer.set(claiming(claims));
        let mut browser = Browser::default();
        let page = browser.sign_in(&world, &engine).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{what}: {}", page.text);
        page.assert_told(DENIED);
        assert!(browser.cookies.is_empty(), "{what}: {:?}", browser.cookies.keys());
        assert_eq!(world.issuer.revoked().len(), n + 1, "{what}: the grant is taken back");
        world.assert_nothing_is_left().await;
    }
    assert_eq!(world.issuer.revoked()[0], "access-1");
}

#[tokio::test]
async fn a_failed_revocation_does_not_change_the_refusal() {
    let world = World::new().await;
    let engine = world.engine();
    world.issuer.set(claiming(json!({ "email": "eve@else.org" })));
    let mut browser = Browser::default();
    let url = browser.begin(&engine, "attempt=a1&mode=popup").await;
    let back = crate::browser::came_back(&url, &world.issuer.grant(&url));
    world.issuer.refuse_to_revoke();
    browser.get(&engine, &back).await.assert_told(DENIED);
    world.assert_nothing_is_left().await;
}

#[tokio::test]
async fn people_from_the_organisations_domain_sign_in_with_its_accounts() {
    let world = World::new().await;
    let engine = world.engine();
    for claims in [
        json!({ "email": "bob@example.org", "hd": "example.org" }),
        json!({ "email": "Bob@EXAMPLE.org", "hd": "Example.ORG" }),
        json!({ "email": "ann@else.org", "hd": "elsewhere.example" }),
    ] {
        world.issuer.set(claiming(claims.clone()));
        let mut browser = Browser::default();
        browser.sign_in(&world, &engine).await;
        assert!(browser.is_signed_in(&engine).await, "{claims}");
    }
}

#[tokio::test]
async fn the_persons_name_and_picture_are_cleaned_before_they_are_kept() {
    let world = World::new().await;
    let engine = world.engine();
    let picture = "https://lh3.googleusercontent.com/a/x";
    world.issuer.set(claiming(json!({ "name": " Ann\r\n  Lee ", "picture": picture })));
    let mut browser = Browser::default();
    browser.sign_in(&world, &engine).await;
    let session = browser.get(&engine, "/api/session").await.text;
    let session: Value = serde_json::from_str(&session).unwrap();
    let user = json!({ "email": "ann@else.org", "display_name": "Ann Lee", "first_name": "Ann", "photo_url": picture });
    assert_eq!(session["user"], user);
    world.issuer.set(claiming(json!({ "name": null, "picture": "javascript:alert(1)" })));
    browser.sign_in(&world, &engine).await;
    let session = browser.get(&engine, "/api/session").await.text;
    let session: Value = serde_json::from_str(&session).unwrap();
    assert_eq!(session["user"]["first_name"], Value::Null);
    assert_eq!(session["user"]["photo_url"], Value::Null);
}

#[tokio::test]
async fn a_known_address_with_a_new_subject_is_recorded_in_the_audit_trail() {
    let world = World::new().await;
    let engine = world.engine();
    for _ in 0..2 {
        Browser::default().sign_in(&world, &engine).await;
    }
    assert_eq!(world.documents("subjects").await.len(), 1);
    assert_eq!(world.documents("audit").await, [], "nothing to warn of");
    world.issuer.set(claiming(json!({ "sub": "118" })));
    let mut browser = Browser::default();
    browser.sign_in(&world, &engine).await;
    assert!(browser.is_signed_in(&engine).await, "the list names addresses");
    let audit = world.documents("audit").await;
    let text = |name: &str| audit[0].fields.get(name).and_then(Kept::as_str).unwrap_or_default();
    assert_eq!((audit.len(), text("kind"), text("email")), (1, "subject-changed", "ann@else.org"));
    assert_eq!(text("oldSubject"), format!("{}#117", world.issuer.url));
    assert_eq!(text("newSubject"), format!("{}#118", world.issuer.url));
    assert!(audit[0].fields.get("at").and_then(Kept::as_timestamp).is_some());
}

#[tokio::test]
async fn a_refusal_also_erases_what_was_kept_from_earlier_sign_ins() {
    let world = World::new().await;
    let engine = world.engine();
    Browser::default().sign_in(&world, &engine).await;
    let ann = callguide::access::document_of(&"ann@else.org".parse().unwrap());
    world.store.commit(vec![callguide::store::Write::delete(ann)]).await.unwrap();
    let elsewhere = world.engine();
    Browser::default().sign_in(&world, &elsewhere).await.assert_told(DENIED);
    assert_eq!(world.documents("subjects").await, []);
}

#[tokio::test]
async fn an_unverified_address_does_not_affect_its_recorded_subject() {
    let world = World::new().await;
    let engine = world.engine();
    Browser::default().sign_in(&world, &engine).await;
    world.issuer.set(claiming(json!({ "email_verified": false, "sub": "666" })));
    Browser::default().sign_in(&world, &engine).await.assert_told(DENIED);
    assert_eq!(world.documents("subjects").await.len(), 1);
    assert_eq!(world.documents("audit").await, []);
}
