//! Content responses: versions, encodings, conditional requests.

use axum::http::StatusCode;

use crate::harness::Service;

#[tokio::test]
async fn a_tree_has_the_shape_that_the_api_promises() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.get("/api/tree/TX", &cookie, &[]).await;
    let tree = answer.json();
    assert_eq!(tree["state"]["code"], "TX");
    assert_eq!(tree["state"]["name"], "Texas");
    assert_eq!(tree["state"]["voter_id_required"], true);
    assert_eq!(tree["state"]["focus"]["lead_code"], "K7");
    assert_eq!(tree["start"], "B");
    assert_eq!(tree["nodes"]["B"]["kind"], "question");
    assert_eq!(tree["nodes"]["B"]["answers"][0]["id"], "yes");
    assert_eq!(tree["nodes"]["B"]["answers"][0]["next"], "C");
    assert_eq!(tree["nodes"]["K7"]["type"], "urgent");
    assert_eq!(tree["nodes"]["K7"]["agreement_required"], true);
    assert!(tree["nodes"].get("NV1").is_none(), "only what this state can reach");
    assert_eq!(answer.header("x-content-version"), tree["version"].as_str().unwrap());
    assert_eq!(answer.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn all_trees_are_served_in_one_response() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.get("/api/trees", &cookie, &[]).await;
    let all = answer.json();
    assert_eq!(answer.header("x-content-version"), all["version"].as_str().unwrap());
    let trees = all["trees"].as_object().unwrap();
    assert_eq!(trees.len(), 50);
    for (code, tree) in trees {
        assert_eq!(*tree, service.get(&format!("/api/tree/{code}"), &cookie, &[]).await.json(), "{code}");
    }
    let tag = answer.header("etag").to_owned();
    let again = service.get("/api/trees", &cookie, &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!(service.get("/api/trees?version=none", &cookie, &[]).await.status, StatusCode::GONE);
}

#[tokio::test]
async fn no_link_or_placeholder_is_left_unresolved() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let content = service.get("/api/content", &cookie, &[]).await;
    let mut bodies = vec![content.text()];
    for state in content.json()["states"].as_array().unwrap() {
        let code = state["code"].as_str().unwrap();
        bodies.push(service.get(&format!("/api/tree/{code}"), &cookie, &[]).await.text());
    }
    assert_eq!(bodies.len(), 51);
    for body in &bodies[1..] {
        assert!(!body.contains("{state."), "{body}");
    }
    assert!(bodies.iter().all(|body| !body.contains("(link:")));
}

#[tokio::test]
async fn unknown_things_are_not_found() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    for path in ["/api/tree/ZZ", "/api/tree/tx", "/guides/none", "/api/faq/none", "/api/none", "/auth/none"] {
        let answer = service.get(path, &cookie, &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json()["code"], "not_found", "{path}");
    }
    let answer = service.post("/api/content", &cookie, &[], "").await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.json()["code"], "method_not_allowed");
}

#[tokio::test]
async fn a_cached_response_is_not_resent_but_access_is_checked_first() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    for path in
        ["/api/content", "/api/tree/TX", "/api/trees", "/guides/easy-ticket", "/api/faq", "/api/faq/hotlines"]
    {
        let first = service.get(path, &cookie, &[]).await;
        assert_eq!(first.status, StatusCode::OK, "{path}");
        let tag = first.header("etag").to_owned();
        let again = service.get(path, &cookie, &[("if-none-match", &tag)]).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
        assert!(again.body.is_empty());
        assert_eq!(again.header("etag"), tag);
        let out = service.get(path, "", &[("if-none-match", &tag)]).await;
        assert_eq!(out.status, StatusCode::UNAUTHORIZED, "{path}");
    }
}

#[tokio::test]
async fn every_encoding_has_the_same_content() {
    use std::io::Read as _;
    let service = Service::new();
    let cookie = service.volunteer().await;
    let plain = service.get("/api/content", &cookie, &[]).await;
    let gzip = service.get("/api/content", &cookie, &[("accept-encoding", "gzip")]).await;
    let brotli = service.get("/api/content", &cookie, &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert_eq!(brotli.header("content-encoding"), "br");
    assert!(brotli.body.len() < plain.body.len() / 2);
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&*gzip.body).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    unpacked.clear();
    brotli::Decompressor::new(&*brotli.body, 4096).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    assert_eq!(plain.header("vary"), "accept-encoding, cookie");
}

#[tokio::test]
async fn a_version_no_longer_served_is_gone() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let version = service.get("/api/content", &cookie, &[]).await.header("x-content-version").to_owned();
    for path in ["/api/content", "/api/tree/TX"] {
        let same = service.get(&format!("{path}?version={version}"), &cookie, &[]).await;
        assert_eq!(same.status, StatusCode::OK);
        let other = service.get(&format!("{path}?version=0123456789abcdef"), &cookie, &[]).await;
        assert_eq!(other.status, StatusCode::GONE);
        assert_eq!(other.json()["code"], "version_gone");
    }
}
