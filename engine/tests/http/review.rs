//! What staff sign off: for admins alone, every text once, and the picture of a tree.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::Value;

use crate::harness::Service;

#[tokio::test]
async fn it_is_for_admins() {
    let service = Service::new();
    let volunteer = service.volunteer().await;
    for path in ["/api/review", "/api/graph/TX", "/api/graph/ZZ"] {
        assert_eq!(service.get(path, "", &[]).await.status, StatusCode::UNAUTHORIZED, "{path}");
        let answer = service.get(path, &volunteer, &[]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(answer.json()["code"], "not_admin");
    }
}

#[tokio::test]
async fn every_region_is_in_the_one_group_that_reads_as_it_does() {
    let service = Service::new();
    let admin = service.sign_in("admin@example.org").await;
    let answer = service.get("/api/review", &admin, &[]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json()["version"], answer.header("x-content-version"));
    let body = answer.json();
    let groups = body["groups"].as_array().unwrap();
    let codes = |group: &Value| -> Vec<String> {
        group["states"].as_array().unwrap().iter().map(|s| s["code"].as_str().unwrap().to_owned()).collect()
    };
    let all: Vec<String> = groups.iter().flat_map(codes).collect();
    assert_eq!(all.len(), 50);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 50);
    // No ID required; Nevada's own way; focus states; proof of citizenship; both; all others.
    let group_of = |code: &str| groups.iter().find(|group| codes(group).iter().any(|c| c == code)).unwrap();
    assert_eq!(codes(group_of("NV")), ["NV"]);
    assert_eq!(codes(group_of("CA")).len(), 11);
    assert_eq!(codes(group_of("TX")), ["FL", "GA", "NC", "OH", "PA", "TX", "WI"]);
    assert_eq!(codes(group_of("AZ")), ["AZ"]);
    assert_eq!(codes(group_of("NH")), ["NH"]);
    assert_eq!(groups.len(), 6);
    for group in groups {
        // The nodes are those of the example, as it is served, the first one first.
        let tree =
            service.get(&format!("/api/tree/{}", group["example"].as_str().unwrap()), &admin, &[]).await;
        let served = tree.json()["nodes"].as_object().unwrap().clone();
        let nodes = group["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), served.len());
        assert_eq!(nodes[0]["id"], group["start"]);
        for node in nodes {
            let mut node = node.clone();
            let id = node.as_object_mut().unwrap().remove("id").unwrap();
            assert_eq!(served[id.as_str().unwrap()], node);
        }
    }
    // The rest of what volunteers read is the same body's, of the same version.
    let content = service.get("/api/content", &admin, &[]).await.json();
    assert_eq!((&body["content"], &body["content"]["version"]), (&content, &body["version"]));
    assert_eq!(body["faq"], service.get("/api/faq", &admin, &[]).await.json()["entries"]);
    assert_eq!(body["outcomes"], service.get("/api/tree/TX", &admin, &[]).await.json()["outcomes"]);
    let tag = answer.header("etag").to_owned();
    let again = service.get("/api/review", &admin, &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn what_will_be_read_is_signed_off_with_the_time_from_when_on() {
    let service = Service::of_its_own();
    let admin = service.sign_in("admin@example.org").await;
    let text = "text: Is the voter at least 16 years old and a US citizen?";
    let dated =
        "text: [{ until: \"2026-12-01\", text: Is the voter a citizen? }, { text: Is the voter 16? }]";
    service.rewrite(&[("decision-tree.yaml", text, dated)]);
    let body = service.get("/api/review", &admin, &[]).await.json();
    let groups = body["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 11, "of six groups those five that come to the question are there twice");
    let of = |code: &str| -> Vec<(&Value, &Value)> {
        let states = groups.iter().flat_map(|group| group["states"].as_array().unwrap());
        let own = states.filter(|state| state["code"] == code);
        own.map(|state| (&state["from"], &state["until"])).collect()
    };
    // Each by its own zone.
    let (texas, arizona) = (Value::from("2026-12-02T06:00:00Z"), Value::from("2026-12-02T07:00:00Z"));
    assert_eq!(of("TX"), [(&Value::Null, &texas), (&texas, &Value::Null)]);
    assert_eq!(of("AZ"), [(&Value::Null, &arizona), (&arizona, &Value::Null)]);
    assert_eq!(of("CA"), [(&Value::Null, &Value::Null)]);
}

#[tokio::test]
async fn the_picture_needs_nothing_else() {
    let service = Service::new();
    let admin = service.sign_in("admin@example.org").await;
    let answer = service.get("/api/graph/TX", &admin, &[]).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "image/svg+xml"));
    let picture = answer.text();
    assert!(picture.starts_with("<svg ") && picture.contains("<title id=\"title\">Texas</title>"));
    assert!(!picture.contains("style") && !picture.contains("href"), "the policy of the page forbids it");
    let tag = answer.header("etag").to_owned();
    let again = service.get("/api/graph/TX", &admin, &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!(service.get("/api/graph/ZZ", &admin, &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn whoever_reads_one_version_sees_its_picture() {
    let service = Service::of_its_own();
    let admin = service.sign_in("admin@example.org").await;
    let before = service.get("/api/review", &admin, &[]).await.json()["version"].as_str().unwrap().to_owned();
    let after = service.edit();
    let picture = async |query: &str| service.get(&format!("/api/graph/TX{query}"), &admin, &[]).await;
    assert_eq!(picture("").await.header("x-content-version"), after);
    let kept = picture(&format!("?version={before}")).await;
    assert_eq!((kept.status, kept.header("x-content-version")), (StatusCode::OK, before.as_str()));
    assert_eq!(picture("?version=0000000000000000").await.status, StatusCode::GONE);
}
