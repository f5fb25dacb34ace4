//! The allow-list over HTTP: reading, saving, the admin right, the audit trail.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use callguide::access::{document_of, subject_changed};
use callguide::store::{Fields, Value, Write, collections};
use serde_json::{Value as Json, json};

use crate::harness::{Answer, Service};

const LIST: &str = "/api/allowed-emails";
const DOCUMENTS: &str = "/api/allowed-emails/documents";
const AUDIT: &str = "/api/allowed-emails/audit";

struct AdminPage {
    service: Service,
    cookie: String,
}

impl AdminPage {
    async fn open() -> Self {
        let service = Service::new();
        let cookie = service.sign_in("admin@example.org").await;
        Self { service, cookie }
    }

    async fn get(&self, path: &str) -> Answer {
        self.service.get(path, &self.cookie, &[]).await
    }

    async fn put(&self, path: &str, if_match: Option<&str>, body: &Json) -> Answer {
        let headers: Vec<_> = if_match.map(|tag| ("if-match", tag)).into_iter().collect();
        self.service.json("PUT", path, &self.cookie, &headers, body.to_string()).await
    }

    async fn save(&self, emails: &[&str]) -> Answer {
        self.put(LIST, None, &json!({ "emails": emails })).await
    }

    async fn list(&self) -> Json {
        self.get(LIST).await.json()["emails"].clone()
    }

    async fn set(&self, email: &str, fields: Fields) {
        let write = Write::set(document_of(&email.parse().unwrap()), fields);
        self.service.store.commit(vec![write]).await.unwrap();
    }
}

fn admin(path: &str) -> String {
    format!("{DOCUMENTS}/{path}")
}

const BOTH: [&str; 2] = ["admin@example.org", "volunteer@example.org"];

#[tokio::test]
async fn the_list_is_sorted_and_carries_its_tag() {
    let page = AdminPage::open().await;
    let answer = page.get(LIST).await;
    assert_eq!(answer.json(), json!({ "emails": BOTH }));
    assert_eq!(answer.header("cache-control"), "no-store");
    let tag = answer.header("etag").to_owned();
    assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    let documents = page.get(DOCUMENTS).await;
    assert_eq!(documents.header("etag"), tag);
    assert_eq!(
        documents.json(),
        json!({ "documents": [
            { "id": "admin@example.org", "isAdmin": true, "roles": [] },
            { "id": "volunteer@example.org", "isAdmin": false, "roles": [] },
        ]})
    );
}

#[tokio::test]
async fn a_saved_list_is_normalised_and_has_a_new_tag() {
    let page = AdminPage::open().await;
    let before = page.get(LIST).await;
    let answer = page
        .put(
            LIST,
            Some(before.header("etag")),
            &json!({ "emails": [" Zoe@Example.NET ", "admin@example.org", "ann@example.org"] }),
        )
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let saved = json!(["admin@example.org", "ann@example.org", "zoe@example.net"]);
    assert_eq!(answer.json(), json!({ "emails": saved }));
    assert_ne!(answer.header("etag"), before.header("etag"));
    assert_eq!(page.list().await, saved);
    assert_eq!(page.get(LIST).await.header("etag"), answer.header("etag"));
    // Saving it again unchanged does nothing, so nothing is added to the audit trail.
    let again = page.save(&["admin@example.org", "ann@example.org", "zoe@example.net"]).await;
    assert_eq!(again.header("etag"), answer.header("etag"));
    assert_eq!(page.get(AUDIT).await.json()["entries"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn remaining_documents_keep_every_field() {
    let page = AdminPage::open().await;
    let fields = Fields::from([
        ("roles".to_owned(), Value::Array(vec!["admin".into(), "shift-lead".into()])),
        ("note".to_owned(), "made by another program".into()),
    ]);
    page.set("lead@example.org", fields.clone()).await;
    let answer = page.save(&["admin@example.org", "lead@example.org", "new@example.org"]).await;
    assert_eq!(answer.status, StatusCode::OK);
    let path = document_of(&"lead@example.org".parse().unwrap());
    let read = || async { page.service.store.get(&path).await.unwrap().unwrap().fields };
    assert_eq!(read().await, fields);
    // Revoking the right also removes the role, but no other field.
    let answer = page.put(&admin("lead@example.org"), None, &json!({ "isAdmin": false })).await;
    assert_eq!(answer.json(), json!({ "id": "lead@example.org", "isAdmin": false, "roles": ["shift-lead"] }));
    assert_eq!(read().await["note"], fields["note"]);
    let answer = page.put(&admin("LEAD%40example.org"), None, &json!({ "isAdmin": true })).await;
    assert_eq!(answer.json(), json!({ "id": "lead@example.org", "isAdmin": true, "roles": ["shift-lead"] }));
}

#[tokio::test]
async fn a_stale_tag_is_rejected_with_the_current_list() {
    let page = AdminPage::open().await;
    let seen = page.get(LIST).await.header("etag").to_owned();
    let theirs = page.save(&["admin@example.org", "theirs@example.org"]).await;
    for tag in [seen.as_str(), "\"other\"", "W/\"x\"", &format!("W/{}", theirs.header("etag")), "nonsense"] {
        let answer = page.put(LIST, Some(tag), &json!({ "emails": BOTH })).await;
        assert_eq!(answer.status, StatusCode::PRECONDITION_FAILED, "{tag}");
        assert_eq!(answer.json()["code"], "list_changed");
        assert_eq!(answer.json()["details"]["emails"], json!(["admin@example.org", "theirs@example.org"]));
        assert_eq!(answer.json()["details"]["etag"], theirs.header("etag"));
        let answer = page.put(&admin("theirs@example.org"), Some(tag), &json!({ "isAdmin": true })).await;
        assert_eq!(answer.status, StatusCode::PRECONDITION_FAILED, "{tag}");
    }
    let listed = format!("\"other\", {}", theirs.header("etag"));
    assert_eq!(page.put(LIST, Some(&listed), &json!({ "emails": BOTH })).await.status, StatusCode::OK);
    let any = page.put(LIST, Some("*"), &json!({ "emails": ["admin@example.org"] })).await;
    assert_eq!(any.status, StatusCode::OK);
}

#[tokio::test]
async fn every_problem_is_reported_in_one_response() {
    let page = AdminPage::open().await;
    let emails =
        ["admin@example.org", "no address", "ADMIN@example.org", "a@b@example.org", "x@y.org\r\nBcc:"];
    let answer = page.save(&emails).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    insta::assert_json_snapshot!("invalid_addresses", answer.json());
    let answer = page.save(&["admin@example.org", "ADMIN@example.org "]).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    insta::assert_json_snapshot!("duplicate_addresses", answer.json());
    assert_eq!(page.list().await, json!(BOTH));
}

#[tokio::test]
async fn nobody_locks_themselves_or_everybody_out() {
    let page = AdminPage::open().await;
    let refused = |answer: Answer, reason: &str| {
        assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text());
        assert_eq!(answer.json()["code"], "would_lock_out");
        assert_eq!(answer.json()["details"]["reason"], reason, "{}", answer.text());
    };
    let take = json!({ "isAdmin": false });
    refused(page.save(&[]).await, "last_admin");
    refused(page.save(&["volunteer@example.org"]).await, "last_admin");
    refused(page.put(&admin("admin@example.org"), None, &take).await, "last_admin");
    let grant = page.put(&admin("volunteer@example.org"), None, &json!({ "isAdmin": true })).await;
    assert_eq!(grant.status, StatusCode::OK);
    refused(page.save(&["volunteer@example.org"]).await, "own_access");
    refused(page.put(&admin("admin@example.org"), None, &take).await, "own_access");
    assert_eq!(page.save(&["admin@example.org"]).await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_admin_who_cannot_sign_in_does_not_count_as_a_remaining_one() {
    let page = AdminPage::open().await;
    // Another program may write such documents.
    for id in ["Boss@example.org", "no address"] {
        let path = collections::ALLOWED_EMAILS.document(id).unwrap();
        let fields = Fields::from([("isAdmin".to_owned(), true.into())]);
        page.service.store.commit(vec![Write::set(path, fields)]).await.unwrap();
    }
    let answer = page.put(&admin("admin@example.org"), None, &json!({ "isAdmin": false })).await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text());
    assert_eq!(answer.json()["details"]["reason"], "last_admin", "{}", answer.text());
}

#[tokio::test]
async fn an_unlisted_address_has_no_document() {
    let page = AdminPage::open().await;
    for path in ["new@example.org", "no-address", "%20", "a%2Fb@example.org"] {
        let answer = page.put(&admin(path), None, &json!({ "isAdmin": true })).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json()["code"], "not_found");
    }
    assert_eq!(page.put(&admin("%ff"), None, &json!({ "isAdmin": true })).await.status, 400);
}

#[tokio::test]
async fn an_invalid_body_is_rejected_with_a_fitting_status() {
    let page = AdminPage::open().await;
    let send = |content_type: &'static str, body: String| {
        let request = axum::http::Request::put(LIST)
            .header("host", "127.0.0.1:8080")
            .header("cookie", &page.cookie)
            .header("content-type", content_type);
        page.service.send(request.body(body.into()).unwrap())
    };
    let good = json!({ "emails": BOTH }).to_string();
    for (content_type, body, status, code) in [
        ("text/plain", good.clone(), 415, "not_json"),
        ("application/x-www-form-urlencoded", good.clone(), 415, "not_json"),
        ("application/json", "{".to_owned(), 400, "bad_json"),
        ("application/json", String::new(), 400, "bad_json"),
        ("application/json", "[]".to_owned(), 422, "bad_shape"),
        ("application/json", "{\"emails\":\"a@example.org\"}".to_owned(), 422, "bad_shape"),
        ("application/json", format!("{{\"emails\":\"{}\"}}", "x".repeat(5000)), 422, "bad_shape"),
        ("application/json", format!("{good}{}", " ".repeat(2 << 20)), 413, "too_large"),
        ("application/json; charset=utf-8", good.clone(), 200, ""),
    ] {
        let answer = send(content_type, body).await;
        assert_eq!(answer.status.as_u16(), status, "{content_type} {}", answer.text());
        if status != 200 {
            assert_eq!(answer.json()["code"], code);
            assert!(answer.json()["error"].as_str().unwrap().len() < 300);
        }
    }
    let many: Vec<_> = (0..10_001).map(|n| format!("p{n}@example.org")).chain([BOTH[0].to_owned()]).collect();
    let answer = page.put(LIST, None, &json!({ "emails": many })).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        answer.json()["error"].as_str().unwrap().contains("at most 10,000 addresses"),
        "{}",
        answer.text()
    );
}

#[tokio::test]
async fn every_change_is_in_the_audit_trail_newest_first() {
    let page = AdminPage::open().await;
    let start = page.get(LIST).await.header("etag").to_owned();
    page.save(&["admin@example.org", "ann@example.org"]).await;
    page.put(&admin("ann@example.org"), None, &json!({ "isAdmin": true })).await;
    page.save(&["admin@example.org", "ann@example.org", "bob@example.org"]).await;
    let audit = page.get(AUDIT).await.json();
    let entries = audit["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!(audit["next"], json!(null));
    for (newer, older) in entries.iter().zip(&entries[1..]) {
        assert_eq!(newer["etag_before"], older["etag_after"]);
        assert!(newer["at"].as_str() > older["at"].as_str());
    }
    assert_eq!(entries[2]["etag_before"], start);
    let mut told = audit.clone();
    for entry in told["entries"].as_array_mut().unwrap() {
        for name in ["id", "at", "etag_before", "etag_after"] {
            entry[name] = json!(format!("[{name}]"));
        }
    }
    insta::assert_json_snapshot!("audit_trail", told);
    let mut seen = Vec::new();
    let mut next = format!("{AUDIT}?limit=2");
    loop {
        let part = page.get(&next).await.json();
        seen.extend(part["entries"].as_array().unwrap().clone());
        let Some(before) = part["next"].as_str() else { break };
        next = format!("{AUDIT}?limit=2&before={before}");
    }
    assert_eq!(&seen, entries);
    for bad in ["limit=0", "limit=501", "limit=x", "limit=-1"] {
        assert_eq!(page.get(&format!("{AUDIT}?{bad}")).await.status, StatusCode::BAD_REQUEST, "{bad}");
    }
}

#[tokio::test]
async fn an_audit_trail_warning_has_the_same_fields_as_a_change() {
    let page = AdminPage::open().await;
    page.save(&["admin@example.org", "ann@example.org"]).await;
    let store = &page.service.store;
    let ann = "ann@example.org".parse().unwrap();
    let write = subject_changed(&**store, &ann, "one", "two", jiff::Timestamp::now()).await.unwrap();
    store.commit(vec![write]).await.unwrap();
    let audit = page.get(AUDIT).await.json();
    let entries = audit["entries"].as_array().unwrap();
    let names = |entry: &Json| -> BTreeSet<String> { entry.as_object().unwrap().keys().cloned().collect() };
    assert!(names(&entries[0]).is_superset(&names(&entries[1])));
    assert_eq!(entries[0]["warning"], json!({ "kind": "subject-changed", "email": "ann@example.org" }));
    assert_eq!((&entries[0]["by"], &entries[0]["added"]), (&json!("ann@example.org"), &json!([])));
    assert_eq!(entries[0]["etag_before"], entries[1]["etag_after"]);
    assert_eq!(entries[1].get("warning"), None);
    assert!(!audit.to_string().contains("two"), "who they are at the provider is nobody's to read here");
}

#[tokio::test]
async fn a_removal_or_demotion_takes_effect_at_the_next_request() {
    let page = AdminPage::open().await;
    let volunteer = page.service.volunteer().await;
    page.put(&admin(BOTH[1]), None, &json!({ "isAdmin": true })).await;
    assert_eq!(page.service.get(LIST, &volunteer, &[]).await.status, StatusCode::OK);
    page.put(&admin(BOTH[1]), None, &json!({ "isAdmin": false })).await;
    let answer = page.service.get(LIST, &volunteer, &[]).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(answer.json()["code"], "not_admin");
    page.save(&[BOTH[0]]).await;
    assert_eq!(page.service.get("/api/content", &volunteer, &[]).await.status, StatusCode::UNAUTHORIZED);
    // Putting the address back on the list doesn't revive the ended session.
    page.save(&BOTH).await;
    assert_eq!(page.service.get("/api/content", &volunteer, &[]).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn an_admin_demoted_on_another_engine_can_no_longer_change_anything() {
    let page = AdminPage::open().await;
    assert_eq!(page.get(LIST).await.status, StatusCode::OK);
    // For up to 5 seconds, this engine may still treat the caller as an admin, but the change itself must
    // be refused.
    page.set(BOTH[0], Fields::new()).await;
    let answer = page.save(&["admin@example.org", "mine@example.org"]).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(answer.json()["code"], "not_admin");
}
