//! Tests versions that are no longer current, requested by clients that began with them.

use axum::http::StatusCode;

use crate::harness::Service;

#[tokio::test]
async fn an_older_version_is_fully_served_while_it_may_be_in_use() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    for path in ["/api/content", "/api/tree/TX"] {
        let before = service.get(path, &cookie, &[]).await;
        let old = before.header("x-content-version").to_owned();
        let new = service.edit();
        assert_ne!(old, new);
        let asked = service.get(&format!("{path}?version={old}"), &cookie, &[]).await;
        assert_eq!(asked.status, StatusCode::OK);
        assert_eq!(asked.header("x-content-version"), old);
        assert_eq!(asked.body, before.body);
        let tag = before.header("etag");
        let again = service.get(&format!("{path}?version={old}"), &cookie, &[("if-none-match", tag)]).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        let current = service.get(path, &cookie, &[]).await;
        assert_eq!(current.header("x-content-version"), new);
        assert_eq!(current.json()["version"], new.as_str());
        // After a return to the original content, one version is current and the other is older, and each is listed
        // once.
        service.edit_back();
        let status = service.state.current.status();
        assert_eq!(status.versions.len(), 2, "{:?}", status.versions);
        assert_eq!(status.version, old);
    }
}

#[tokio::test]
async fn access_is_checked_before_a_version_is_looked_up() {
    let service = Service::of_its_own();
    let out = service.get("/api/content?version=0123456789abcdef", "", &[]).await;
    assert_eq!(out.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn every_response_is_of_a_single_version_during_a_swap() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let (old, new) = (service.state.current.get().version().to_owned(), service.edit());
    service.edit_back();
    for round in 0..6 {
        if round % 2 == 0 {
            service.edit()
        } else {
            service.edit_back()
        };
        for path in ["/api/content", "/api/tree/TX"] {
            for version in [&old, &new] {
                let answer = service.get(&format!("{path}?version={version}"), &cookie, &[]).await;
                assert_eq!(answer.status, StatusCode::OK, "neither is ever gone");
                assert_eq!(answer.header("x-content-version"), version);
                assert_eq!(answer.json()["version"], version.as_str());
            }
        }
    }
}
