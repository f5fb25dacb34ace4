//! The double is strict: it detects anything that doesn't match the discovery document.

use reqwest::header::AUTHORIZATION;
use serde_json::{Value, json};

use crate::double::{DATABASE, Double, PROJECT};

async fn send(double: &Double, method: &str, path: &str, body: Option<Value>) -> u16 {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = format!("http://{}/v1/projects/{PROJECT}/databases/{DATABASE}/{path}", double.host());
    let mut request =
        reqwest::Client::new().request(method.parse().unwrap(), url).header(AUTHORIZATION, "Bearer owner");
    if let Some(body) = body {
        request = request.json(&body);
    }
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn anything_not_in_the_discovery_document_is_a_violation() {
    let double = Double::start().await;
    let name = format!("projects/{PROJECT}/databases/{DATABASE}/documents/people/ann");
    let write = |write: Value| Some(json!({ "writes": [write] }));
    let value =
        |value: Value| Some(json!({ "writes": [{ "update": { "name": name, "fields": { "a": value } } }] }));
    for (method, path, body, why) in [
        ("GET", "documentz/people", None, "no method is called so"),
        ("PUT", "documents/people/ann", None, "no method is called so"),
        ("POST", "documents:comit", Some(json!({})), "no method is called so"),
        ("GET", "documents/people?pagesize=3", None, "has no parameter pagesize"),
        ("GET", "documents/people?pageSize=many", None, "pageSize: \"many\" is no int32"),
        ("GET", "documents/people?pageSize=1&pageSize=2", None, "pageSize stands twice"),
        ("POST", "documents:commit", None, "a body of the type None"),
        ("POST", "documents:commit", Some(json!([])), "[] is no object"),
        ("POST", "documents:commit", Some(json!({ "write": [] })), "CommitRequest has no write"),
        ("POST", "documents:commit", Some(json!({ "writes": {} })), "{} is no array"),
        (
            "POST",
            "documents:commit",
            write(json!({ "delete": 1 })),
            "CommitRequest.writes[0].delete: 1 is no string",
        ),
        (
            "POST",
            "documents:commit",
            write(json!({ "currentDocument": { "exists": "yes" } })),
            "\"yes\" is no boolean",
        ),
        (
            "POST",
            "documents:commit",
            write(json!({ "currentDocument": { "updateTime": "yesterday" } })),
            "\"yesterday\" is no google-datetime",
        ),
        ("POST", "documents:commit", write(json!({ "updateMask": ["a"] })), "is no object"),
        ("POST", "documents:commit", value(json!({ "integerValue": 1 })), "1 is no string"),
        ("POST", "documents:commit", value(json!({ "integerValue": "one" })), "\"one\" is no int64"),
        ("POST", "documents:commit", value(json!({ "bytesValue": "?" })), "\"?\" is no byte"),
        ("POST", "documents:commit", value(json!({ "stringvalue": "a" })), "fields.a has no stringvalue"),
        ("POST", "documents:commit", value(json!({ "nullValue": "NOTHING" })), "\"NOTHING\" is no"),
        ("POST", "documents:batchGet", Some(json!({ "names": [] })), "BatchGetDocumentsRequest has no names"),
    ] {
        assert_eq!(send(&double, method, path, body).await, 400, "{method} {path}");
        let found = double.take_violations().join("\n");
        assert!(found.contains(why), "{method} {path}: expected {why}\nfound {found}");
    }
    assert_eq!(double.len(), 0);
}

#[tokio::test]
async fn well_formed_but_wrong_requests_are_rejected() {
    let double = Double::start().await;
    let name = format!("projects/{PROJECT}/databases/{DATABASE}/documents/people/ann");
    let nested = json!({ "arrayValue": { "values": [{ "arrayValue": {} }] } });
    for (write, status) in [
        (json!({ "update": { "name": "projects/p/databases/d/documents/people/ann" } }), 400),
        (json!({ "update": { "name": name }, "delete": name }), 400),
        (json!({}), 400),
        (json!({ "update": { "name": name, "fields": { "__a__": { "nullValue": null } } } }), 400),
        (json!({ "update": { "name": name, "fields": { "a": nested } } }), 400),
        (json!({ "update": { "name": name, "fields": { "a": {} } } }), 400),
        (json!({ "update": { "name": name }, "updateMask": { "fieldPaths": ["a b"] } }), 400),
        (
            json!({ "update": { "name": name }, "currentDocument": { "updateTime": "2026-11-03T12:00:00.0000001Z" } }),
            400,
        ),
        (json!({ "update": { "name": name }, "currentDocument": { "exists": true } }), 404),
        (json!({ "update": { "name": name } }), 200),
        (json!({ "update": { "name": name }, "currentDocument": { "exists": false } }), 409),
        (
            json!({ "update": { "name": name }, "currentDocument": { "updateTime": "2026-11-03T12:00:00Z" } }),
            400,
        ),
    ] {
        let body = json!({ "writes": [write] });
        assert_eq!(send(&double, "POST", "documents:commit", Some(body)).await, status, "{write}");
    }
    assert_eq!(double.len(), 1);
}

#[tokio::test]
#[should_panic(expected = "not as the discovery document says")]
async fn a_violation_fails_the_test_that_caused_it() {
    let double = Double::start().await;
    send(&double, "GET", "documents/people?nonsense=1", None).await;
}
