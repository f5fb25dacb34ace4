//! The FAQ over HTTP.

use axum::http::StatusCode;

use crate::harness::Service;

#[tokio::test]
async fn a_search_is_what_the_interface_says() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.get("/api/faq?q=abs+balot", &cookie, &[]).await;
    let body = answer.json();
    assert_eq!(body["query"], "abs balot");
    let first = &body["entries"][0];
    for key in
        ["number", "id", "question", "answer", "tags", "category", "score", "weak", "highlights", "snippet"]
    {
        assert!(first.get(key).is_some(), "{key}");
    }
    assert!(first["highlights"]["question"].is_array());
    assert_eq!(
        first["highlights"]["tags"].as_array().unwrap().len(),
        first["tags"].as_array().unwrap().len()
    );
    assert_eq!(answer.header("x-content-version"), body["version"].as_str().unwrap());
}

#[tokio::test]
async fn an_empty_query_answers_every_entry_in_order() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let body = service.get("/api/faq", &cookie, &[]).await.json();
    let entries = body["entries"].as_array().unwrap();
    assert_eq!(body["total"], entries.len());
    assert!(entries.iter().enumerate().all(|(at, entry)| entry["number"] == at + 1));
}

#[tokio::test]
async fn the_counts_of_the_categories_stay_those_of_the_query() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let all = service.get("/api/faq?q=ballot", &cookie, &[]).await.json();
    let one = service.get("/api/faq?q=ballot&category=Registration", &cookie, &[]).await.json();
    assert_eq!(all["categories"], one["categories"]);
    assert!(one["entries"].as_array().unwrap().iter().all(|entry| entry["category"] == "Registration"));
}

#[tokio::test]
async fn a_query_that_makes_no_sense_is_answered_or_refused_with_a_sentence() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let long = "x".repeat(500);
    for query in [
        "q=%20%20",
        "q=%F0%9F%98%80",
        "q=%22(AND+field:*",
        "q=%ED%A0%80",
        "q=%00%E2%80%8B",
        &format!("q={long}"),
    ] {
        let answer = service.get(&format!("/api/faq?{query}"), &cookie, &[]).await;
        assert!(answer.status == StatusCode::OK || answer.status == StatusCode::BAD_REQUEST, "{query}");
    }
    for query in ["limit=-1", "limit=0", "limit=1001", "limit=x", "offset=-1", "category=None"] {
        let answer = service.get(&format!("/api/faq?{query}"), &cookie, &[]).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(answer.json()["error"].as_str().unwrap().ends_with('.'), "{query}");
    }
}
