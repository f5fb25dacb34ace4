//! The FAQ and its search over HTTP.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::harness::{Answer, Service};

const SEARCH: &str = "/api/faq/search";

/// A word that isn't in the content.
const TYPED: &str = "zweitausendeins";

impl Service {
    /// Searches with this body.
    pub async fn search(&self, cookie: &str, body: &Value) -> Answer {
        self.json("POST", SEARCH, cookie, &[], body.to_string()).await
    }
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn ids(found: &Value) -> Vec<&str> {
    found["entries"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap()).collect()
}

/// Returns the entries of the whole list.
async fn list(service: &Service, cookie: &str) -> Vec<Value> {
    service.get("/api/faq", cookie, &[]).await.json()["entries"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_search_returns_matches_without_texts_or_the_query() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let asked = json!({ "q": "abs balot", "category": null, "state": "TX", "limit": 5, "offset": 0 });
    let answer = service.search(&cookie, &asked).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body = answer.json();
    assert_eq!(
        keys(&body),
        BTreeSet::from(["version", "total", "strong", "categories", "entries", "elsewhere"])
    );
    let named =
        service.search(&cookie, &json!({ "q": "absentee ballot georgia", "state": "TX" })).await.json();
    assert_eq!(named["region"], "GA", "the region that is named, whatever is chosen");
    let first = &body["entries"][0];
    assert_eq!(keys(first), BTreeSet::from(["id", "score", "weak", "highlights", "snippet"]));
    assert_eq!(keys(&first["highlights"]), BTreeSet::from(["question", "tags"]));
    assert_eq!(keys(&first["snippet"]), BTreeSet::from(["text", "highlights"]));
    assert!(first["score"].as_f64().unwrap() > 0.0 && first["weak"] == false, "{first}");
    assert!(!answer.text().contains("balot"), "{}", answer.text());
    // The highlights match the text in the list, in the version that the response names.
    let whole = service.get("/api/faq", &cookie, &[]).await.json();
    assert_eq!(body["version"], whole["version"]);
    let of = |id: &str| {
        let entries = whole["entries"].as_array().unwrap();
        entries.iter().find(|entry| entry["id"] == id).unwrap().clone()
    };
    let entry = of(first["id"].as_str().unwrap());
    let question: Vec<char> = entry["question"].as_str().unwrap().chars().collect();
    let marked: Vec<String> = first["highlights"]["question"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mark| (mark[0].as_u64().unwrap() as usize, mark[1].as_u64().unwrap() as usize))
        .map(|(start, end)| question[start..end].iter().collect())
        .collect();
    assert!(marked.iter().any(|word| word.eq_ignore_ascii_case("ballot")), "{marked:?}");
    assert_eq!(
        first["highlights"]["tags"].as_array().unwrap().len(),
        entry["tags"].as_array().unwrap().len()
    );
}

#[tokio::test]
async fn a_search_response_is_never_cached() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.search(&cookie, &json!({ "q": "abs balot" })).await;
    assert_eq!((answer.header("cache-control"), answer.header("etag")), ("no-store", ""));
    assert_eq!(answer.header("x-content-version"), answer.json()["version"].as_str().unwrap());
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
}

#[tokio::test]
async fn twenty_matches_are_returned_unless_a_limit_is_given() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let every = list(&service, &cookie).await.len();
    assert!(every > 20, "the shipped content has {every}");
    for (asked, answered) in [(json!({}), 20), (json!({ "limit": 3 }), 3), (json!({ "limit": 1000 }), every)]
    {
        let found = service.search(&cookie, &asked).await.json();
        assert_eq!(ids(&found).len(), answered, "{asked}");
        assert_eq!((&found["total"], &found["strong"]), (&json!(every), &json!(every)), "{asked}");
    }
    let all = service.search(&cookie, &json!({ "q": "ballot", "limit": 1000 })).await.json();
    let page = service.search(&cookie, &json!({ "q": "ballot", "limit": 2, "offset": 3 })).await.json();
    assert_eq!(ids(&page), ids(&all)[3..5]);
    assert_eq!((&page["total"], &page["strong"]), (&all["total"], &all["strong"]), "whatever is cut");
    let beyond = service.search(&cookie, &json!({ "q": "ballot", "offset": usize::MAX })).await.json();
    assert_eq!((ids(&beyond).len(), &beyond["total"]), (0, &all["total"]));
}

#[tokio::test]
async fn strong_counts_the_matches_before_the_weak_ones() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    for q in ["expired lic", "mail ballot", "abs balot", TYPED] {
        let found = service.search(&cookie, &json!({ "q": q, "limit": 1000 })).await.json();
        let entries = found["entries"].as_array().unwrap();
        let strong = entries.iter().take_while(|entry| entry["weak"] == false).count();
        assert_eq!(found["strong"], strong, "{q}");
        assert!(entries[strong..].iter().all(|entry| entry["weak"] == true), "{q}");
    }
}

#[tokio::test]
async fn category_counts_do_not_depend_on_the_chosen_category() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let all = service.search(&cookie, &json!({ "q": "ballot" })).await.json();
    let one = service.search(&cookie, &json!({ "q": "ballot", "category": "Registration" })).await.json();
    assert_eq!(all["categories"], one["categories"]);
    let entries = list(&service, &cookie).await;
    let category = |id: &str| entries.iter().find(|entry| entry["id"] == id).unwrap()["category"].clone();
    assert!(!ids(&one).is_empty() && ids(&one).iter().all(|id| category(id) == "Registration"));
    let count = |name: &str| {
        let counts = all["categories"].as_array().unwrap();
        counts.iter().find(|count| count["name"] == name).unwrap()["count"].clone()
    };
    assert_eq!(one["total"], count("Registration"));
}

#[tokio::test]
async fn a_rejected_search_says_why_without_echoing_the_query() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let (long, huge) = ("é".repeat(501), " ".repeat(16 << 10));
    for (body, status, code) in [
        (format!(r#"{{"q": "{TYPED}""#), 400, "bad_json"),
        (format!("q={TYPED}"), 400, "bad_json"),
        (String::new(), 400, "bad_json"),
        (format!(r#"{{"q": ["{TYPED}"]}}"#), 422, "bad_shape"),
        (format!(r#"{{"limit": "{TYPED}, expected {TYPED}"}}"#), 422, "bad_shape"),
        (format!(r#"{{"{TYPED}": 1}}"#), 422, "bad_shape"),
        (r#"{"limit": -1}"#.to_owned(), 422, "bad_shape"),
        (r#"{"offset": 1.5}"#.to_owned(), 422, "bad_shape"),
        (r#"{"q": null}"#.to_owned(), 422, "bad_shape"),
        (r#"{"limit": 0}"#.to_owned(), 422, "bad_limit"),
        (r#"{"limit": 1001}"#.to_owned(), 422, "bad_limit"),
        (format!(r#"{{"category": "{TYPED}"}}"#), 422, "unknown_category"),
        (format!(r#"{{"state": "{TYPED}"}}"#), 422, "unknown_state"),
        (format!(r#"{{"q": "{TYPED} {long}"}}"#), 413, "too_large"),
        (format!(r#"{{"q": "{TYPED}"{huge}}}"#), 413, "too_large"),
    ] {
        let answer = service.json("POST", SEARCH, &cookie, &[], body.clone()).await;
        assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.text());
        assert_eq!(answer.json()["code"], code, "{body}");
        assert!(answer.json()["error"].as_str().unwrap().ends_with('.'), "{body}");
        assert!(!answer.text().contains(TYPED), "{}", answer.text());
        assert_eq!(answer.header("cache-control"), "no-store", "{body}");
    }
}

#[tokio::test]
async fn any_query_of_up_to_500_characters_is_accepted() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    for q in ["é".repeat(500), "🗳".repeat(500), "id ".repeat(166), "\u{0}\u{200B} \"(AND field:*".to_owned()]
    {
        // The query is escaped as a careful client might: twelve bytes per character.
        let escaped: String = q.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        for q in [serde_json::to_string(&q).unwrap(), format!("\"{escaped}\"")] {
            let answer = service.json("POST", SEARCH, &cookie, &[], format!("{{\"q\": {q}}}")).await;
            assert_eq!(answer.status, 200, "{q}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn the_list_has_every_entry_in_order_with_its_texts() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.get("/api/faq", &cookie, &[]).await;
    let body = answer.json();
    assert_eq!(keys(&body), BTreeSet::from(["version", "entries"]));
    assert_eq!(answer.header("x-content-version"), body["version"].as_str().unwrap());
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    let entries = body["entries"].as_array().unwrap();
    assert!(entries.iter().enumerate().all(|(at, entry)| entry["number"] == at + 1));
    let names = BTreeSet::from(["number", "id", "question", "answer", "tags", "category"]);
    let without_note = |entry| keys(entry).into_iter().filter(|key| *key != "note").collect::<BTreeSet<_>>();
    assert!(entries.iter().all(|entry| without_note(entry) == names));
    let found = service.search(&cookie, &json!({ "limit": 1000 })).await.json();
    let listed: Vec<_> = entries.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
    assert_eq!(ids(&found), listed, "what nothing is asked of");
    let id = listed[0];
    assert_eq!(service.get(&format!("/api/faq/{id}"), &cookie, &[]).await.json(), entries[0]);
}

#[tokio::test]
async fn a_query_in_the_url_is_rejected_with_a_hint_to_post_it() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    for query in ["q=id", "q=", "q", "state=TX&q=%F0%9F%98%80", "limit=5&%71=id", "q=%ff"] {
        let answer = service.get(&format!("/api/faq?{query}"), &cookie, &[]).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["code"]),
            (400, &json!("search_is_posted")),
            "{query}"
        );
        assert!(answer.json()["error"].as_str().unwrap().contains(SEARCH), "{query}");
        let out = service.get(&format!("/api/faq?{query}"), "", &[]).await;
        assert_eq!(out.status, 401, "{query}: access comes first");
    }
    // Any other parameter is ignored, as everywhere.
    for query in ["limit=5&offset=2", "query=id", "Q=id"] {
        let answer = service.get(&format!("/api/faq?{query}"), &cookie, &[]).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(answer.json()["entries"].as_array().unwrap().len() > 20, "{query}");
    }
    assert_eq!(service.get(SEARCH, &cookie, &[]).await.status, 405);
}

#[tokio::test]
async fn a_stranger_is_turned_away_before_the_query_is_read() {
    let service = Service::new();
    for body in [r#"{"q": "id"}"#, "{", r#"{"limit": 0}"#] {
        let answer = service.json("POST", SEARCH, "", &[], body).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (401, &json!("signed_out")), "{body}");
    }
    let chunks = futures_util::stream::pending::<Result<&str, std::io::Error>>();
    let request = Request::post(SEARCH).header(header::CONTENT_TYPE, "application/json");
    let answer = service.send(request.body(Body::from_stream(chunks)).unwrap()).await;
    assert_eq!(answer.status, 401, "its body never comes");
}

#[tokio::test]
async fn a_search_response_is_rarely_larger_than_two_kilobytes() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let mut sizes = Vec::new();
    for text in ["expired license", "lost my id", "mail ballot deadline", "moved to another state", "e"] {
        for end in 1..=text.len() {
            let body = json!({ "q": &text[..end] }).to_string();
            let accepts = [("accept-encoding", "gzip, deflate, br, zstd")];
            let answer = service.json("POST", SEARCH, &cookie, &accepts, body).await;
            sizes.push((answer.body.len(), &text[..end]));
        }
    }
    sizes.sort_unstable();
    assert!(sizes[sizes.len() / 2].0 <= 2048, "{sizes:?}");
    assert!(sizes[sizes.len() - 1].0 <= 2560, "{sizes:?}");
}
