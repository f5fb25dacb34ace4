//! Tests signing in and out, and who has access when.

use axum::http::StatusCode;
use serde_json::json;

use crate::harness::Service;

#[tokio::test]
async fn nobody_is_signed_in_at_first() {
    let service = Service::new();
    let answer = service.get("/api/session", "", &[]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json(), json!({"user": null, "is_admin": false}));
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_session_includes_the_first_name() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.get("/api/session", &cookie, &[]).await;
    assert_eq!(answer.json()["user"]["email"], "volunteer@example.org");
    assert_eq!(answer.json()["user"]["first_name"], "Vic");
    assert_eq!(answer.json()["is_admin"], false);
    let admin = service.sign_in("admin@example.org").await;
    assert_eq!(service.get("/api/session", &admin, &[]).await.json()["is_admin"], true);
}

#[tokio::test]
async fn content_is_never_sent_to_someone_who_is_not_signed_in() {
    let service = Service::new();
    let paths = [
        "/api/content",
        "/api/tree/TX",
        "/api/tree/ZZ",
        "/api/faq",
        "/api/faq/hotlines",
        "/guides/easy-ticket",
    ];
    for path in paths {
        for cookie in ["", "callguide_session=0000", "callguide_session="] {
            let answer = service.get(path, cookie, &[("if-none-match", "*")]).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{path} {cookie}");
            assert_eq!(answer.json()["code"], "signed_out", "{path}");
        }
    }
}

#[tokio::test]
async fn a_removed_person_is_out_on_the_next_request_and_stays_out() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    assert_eq!(service.get("/api/content", &cookie, &[]).await.status, StatusCode::OK);
    service.remove("volunteer@example.org").await;
    assert_eq!(service.get("/api/content", &cookie, &[]).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(service.get("/api/session", &cookie, &[]).await.json()["user"], json!(null));
}

#[tokio::test]
async fn logout_kills_a_copied_cookie() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.post("/auth/logout", &cookie, &[], "").await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert!(answer.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(service.get("/api/content", &cookie, &[]).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(service.post("/auth/logout", "", &[], "").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn another_site_cannot_sign_anyone_out() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let forged: [&[(&str, &str)]; 3] =
        [&[("sec-fetch-site", "cross-site")], &[("origin", "https://evil.example")], &[("origin", "null")]];
    for headers in forged {
        let answer = service.post("/auth/logout", &cookie, headers, "").await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{headers:?}");
        assert_eq!(answer.json()["code"], "cross_site");
    }
    assert_eq!(service.get("/api/content", &cookie, &[]).await.status, StatusCode::OK);
}
