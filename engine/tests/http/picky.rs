//! Tests what a proxy that takes HTTP literally may expect: unknown URLs, malformed URLs, entity tags, and
//! encodings.

use std::io::Read as _;

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::harness::{Answer, Service};

const ADMIN: &str = "admin@example.org";

/// Returns whether the response is the web app's page.
fn is_app(answer: &Answer) -> bool {
    answer.text().contains("<div id=\"root\">")
}

fn is_problem(answer: &Answer, status: u16, code: &str, what: &str) {
    assert_eq!(answer.status.as_u16(), status, "{what}: {}", answer.text());
    assert_eq!(answer.header("content-type"), "application/json", "{what}");
    assert_eq!(answer.header("cache-control"), "no-store", "{what}");
    assert_eq!(answer.json()["code"], code, "{what}");
}

#[tokio::test]
async fn unknown_api_paths_do_not_serve_the_app() {
    let service = Service::new();
    for path in [
        "/metrics",
        "/metrics/",
        "/api",
        "/api/",
        "/api/none",
        "/api/tree",
        "//api/none",
        "/auth/none",
        "/guides",
        "/.env",
        "/.git/config",
        "/.well-known/acme-challenge/abc",
        "/some/.hidden/page",
        "/%2eenv",
        "/%2e%67it/config",
        "/assets",
        "/assets/",
        "/assets/none",
        "/assets/none.js",
        "/a%70i/none",
    ] {
        is_problem(&service.get(path, "", &[]).await, 404, "not_found", path);
    }
    for path in ["/", "/home", "/some/where", "/apis", "/metricsx/a"] {
        let answer = service.get(path, "", &[]).await;
        assert!(is_app(&answer) || answer.text().contains("make run"), "{path} is the app's");
    }
}

#[tokio::test]
async fn a_malformed_url_is_a_bad_request() {
    let service = Service::new();
    let volunteer = service.volunteer().await;
    for path in [
        "/%zz",
        "/%",
        "/%4",
        "/home%",
        "/%ff",
        "/api/tree/%ff",
        "/api/tree/%f",
        "/api/faq/%c3%28",
        "/guides/%ff",
        "/api/allowed-emails/documents/%ff",
        "/assets/%ff.js",
    ] {
        for cookie in ["", &volunteer] {
            is_problem(&service.get(path, cookie, &[]).await, 400, "bad_path", path);
        }
    }
    // A well-formed URL that doesn't name anything is not found.
    for path in ["/api/tree/%C3%A9", "/api/tree/%00", "/api/faq/%25zz"] {
        is_problem(&service.get(path, &volunteer, &[]).await, 404, "not_found", path);
    }
}

/// Returns the decompressed bytes.
fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut out = Vec::new();
    match answer.header("content-encoding") {
        "" => out.clone_from(&answer.body),
        "gzip" => drop(flate2::read::GzDecoder::new(&*answer.body).read_to_end(&mut out).unwrap()),
        "br" => drop(brotli::Decompressor::new(&*answer.body, 4096).read_to_end(&mut out).unwrap()),
        other => panic!("{other}"),
    }
    out
}

/// Returns a service with a list long enough to be compressed, and an admin's cookie.
async fn with_a_long_list() -> (Service, String) {
    let service = Service::new();
    let admin = service.sign_in(ADMIN).await;
    let others = (0..200).map(|n| format!("person{n}@example.org"));
    let emails: Vec<_> = std::iter::once(ADMIN.to_owned()).chain(others).collect();
    let body = json!({ "emails": emails }).to_string();
    assert_eq!(service.json("PUT", "/api/allowed-emails", &admin, &[], body).await.status, 200);
    (service, admin)
}

/// The paths with responses that have an entity tag.
const TAGGED: [&str; 9] = [
    "/home",
    "/favicon.svg",
    "/api/content",
    "/api/tree/TX",
    "/api/faq",
    "/api/review",
    "/guides/easy-ticket",
    "/api/allowed-emails",
    "/api/openapi.json",
];

#[tokio::test]
async fn every_encoding_has_its_own_tag_and_every_tag_is_recognized() {
    let (service, admin) = with_a_long_list().await;
    for path in TAGGED {
        let whole = service.get(path, &admin, &[]).await;
        if whole.text().contains("make run") {
            continue; // The web app wasn't built.
        }
        let mut seen: Vec<(String, String)> = Vec::new();
        for accepts in ["", "gzip", "br", "gzip, deflate, br"] {
            let accepts = ("accept-encoding", accepts);
            let answer = service.get(path, &admin, &[accepts]).await;
            assert_eq!(answer.status, 200, "{path}");
            assert_eq!(unpacked(&answer), whole.body, "{path} as {accepts:?}");
            assert!(answer.header("vary").contains("accept-encoding"), "{path} as {accepts:?}");
            let (encoding, tag) =
                (answer.header("content-encoding").to_owned(), answer.header("etag").to_owned());
            assert!(tag.starts_with('"') || tag.starts_with("W/\""), "{path}: {tag}");
            if let Some((other, _)) = seen.iter().find(|(other, known)| *other != encoding && *known == tag) {
                assert!(tag.starts_with("W/"), "{path} has {tag} as {encoding:?} and as {other:?}");
            }
            if path != "/api/allowed-emails" {
                let weak = format!("W/{}", tag.trim_start_matches("W/"));
                for known in [tag.clone(), weak, format!("\"other\", {tag}"), "*".to_owned()] {
                    let again = service.get(path, &admin, &[accepts, ("if-none-match", &known)]).await;
                    assert_eq!(again.status, 304, "{path} with {known}");
                    assert_eq!(again.header("etag"), tag, "{path} with {known}");
                    assert_eq!(again.header("vary"), answer.header("vary"), "{path} with {known}");
                }
            }
            seen.push((encoding, tag));
        }
        assert!(seen.iter().any(|(encoding, _)| !encoding.is_empty()), "{path} is never compressed");
    }
}

#[tokio::test]
async fn only_long_responses_are_compressed_and_only_if_accepted() {
    let (service, admin) = with_a_long_list().await;
    for path in ["/api/faq", "/api/openapi.json", "/api/allowed-emails/documents", "/api/review"] {
        let plain = service.get(path, &admin, &[]).await;
        assert!(plain.body.len() > 1024 && plain.header("content-encoding").is_empty(), "{path}");
        let answer = service.get(path, &admin, &[("accept-encoding", "gzip")]).await;
        assert_eq!(answer.header("content-encoding"), "gzip", "{path}");
        assert!(answer.body.len() < plain.body.len() / 2, "{path}: {}", answer.body.len());
        let refused = service.get(path, &admin, &[("accept-encoding", "gzip;q=0, br;q=0")]).await;
        assert_eq!(refused.header("content-encoding"), "", "{path}");
    }
    for path in ["/api/session", "/api/none", "/healthz"] {
        let answer = service.get(path, &admin, &[("accept-encoding", "gzip, br")]).await;
        assert_eq!(answer.header("content-encoding"), "", "{path}");
        assert!(answer.body.len() < 1024, "{path}");
    }
    // Events are sent one at a time.
    let request = Request::get("/api/events").header("cookie", &admin).header("accept-encoding", "gzip, br");
    let events = service.begin(request.body(Body::empty()).unwrap()).await;
    assert_eq!((events.status().as_u16(), events.headers().get("content-encoding")), (200, None));
}

#[tokio::test]
async fn a_list_that_was_sent_compressed_can_be_saved_with_its_tag() {
    let (service, admin) = with_a_long_list().await;
    for accepts in ["gzip", "br", ""] {
        let list = service.get("/api/allowed-emails", &admin, &[("accept-encoding", accepts)]).await;
        let tag = list.header("etag").to_owned();
        assert!(tag.starts_with('"'), "If-Match compares strongly: {tag}");
        let body = unpacked(&list);
        let save = service.json("PUT", "/api/allowed-emails", &admin, &[("if-match", &tag)], body).await;
        assert_eq!(save.status, 200, "{accepts:?}: {}", save.text());
    }
    let stale = [("if-match", "\"other-gzip\"")];
    let body = json!({ "emails": [ADMIN] }).to_string();
    let refused = service.json("PUT", "/api/allowed-emails", &admin, &stale, body).await;
    is_problem(&refused, 412, "list_changed", "another tag");
}

#[tokio::test]
async fn search_results_are_compressed_and_have_no_tag() {
    let service = Service::new();
    let volunteer = service.volunteer().await;
    let body = json!({ "q": "id" }).to_string();
    let plain = service.json("POST", "/api/faq/search", &volunteer, &[], body.clone()).await;
    for (accepts, encoding) in [("gzip, deflate, br", "gzip"), ("br", "br"), ("", "")] {
        let accepts = [("accept-encoding", accepts), ("if-none-match", "*")];
        let answer = service.json("POST", "/api/faq/search", &volunteer, &accepts, body.clone()).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, encoding));
        assert_eq!((answer.header("vary"), answer.header("etag")), ("accept-encoding", ""));
        assert_eq!(unpacked(&answer), plain.body, "{encoding}");
    }
}
