//! Tests the changes that are reported to one volunteer: those to her own text and paths, but not those that only
//! others read.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Answer, Service};

async fn asked(service: &Service, cookie: &str, from: &str, state: &str) -> Answer {
    let answer = service.get(&format!("/api/changes?from={from}&state={state}"), cookie, &[]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer
}

/// Makes one edit, and returns the reported changes for each of these regions.
async fn of_edit<const N: usize>(edits: &[(&str, &str, &str)], states: [&str; N]) -> [Value; N] {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let from = service.state.current.get().version().to_owned();
    let version = service.rewrite(edits);
    let mut bodies = Vec::new();
    for state in states {
        let body = asked(&service, &cookie, &from, state).await.json();
        assert_eq!(
            (&body["from"], &body["version"], &body["state"]),
            (&json!(from), &json!(version), &json!(state))
        );
        bodies.push(body);
    }
    bodies.try_into().unwrap()
}

#[tokio::test]
async fn a_text_change_is_reported_to_its_readers_in_the_words_of_diff() {
    let title = "title: \"Urgent: refer to the {state.name} lead ({state.focus.lead_code})\"";
    let edit = ("decision-tree.yaml", title, "title: \"Urgent: call the {state.name} lead\"");
    let [texas, nevada] = of_edit(&[edit], ["TX", "NV"]).await;
    assert_eq!(
        texas["changes"],
        json!([{
            "about": "solution", "id": "K7", "label": "Urgent: call the Texas lead",
            "field": "title", "kind": "changed", "said": "title: changed",
            "old": "Urgent: refer to the Texas lead (K7)", "new": "Urgent: call the Texas lead",
            "words": [
                { "same": "Urgent: " }, { "removed": "refer to" }, { "added": "call" },
                { "same": " the Texas lead" }, { "removed": " (K7)" }
            ]
        }])
    );
    assert_eq!((&texas["paths"], &nevada["changes"], &nevada["paths"]), (&json!([]), &json!([]), &json!([])));
}

#[tokio::test]
async fn a_path_with_a_different_end_is_reported_with_both_ends() {
    let answers = |key: &str| {
        let yes = "{ id: \"yes\", text: \"Yes\", shortcut: \"y\", go: BC1 }";
        format!("{yes}\n      - {{ id: \"no\", text: \"No\", shortcut: \"n\", go: {key} }}")
    };
    let edit = ("decision-tree.yaml", &*answers("I"), &*answers("F"));
    let [texas, nevada, california] = of_edit(&[edit], ["TX", "NV", "CA"]).await;
    let told = &texas["changes"][0];
    assert_eq!(
        (&told["about"], &told["id"], &told["old"], &told["new"]),
        (&json!("question"), &json!("H"), &json!("I"), &json!("F"))
    );
    assert_eq!(told["said"], "answers › no › leads to: changed");
    assert_eq!(
        texas["paths"],
        json!([{
            "answers": [["B.yes", "C.no", "H.no"]],
            "old": { "id": "I", "title": "No assistance: share other resources", "type": "no-assistance" },
            "new": { "id": "F", "title": "Regular: refer to the ID team", "type": "regular" }
        }])
    );
    // The question is never asked in these states.
    for other in [nevada, california] {
        assert_eq!((&other["changes"], &other["paths"]), (&json!([]), &json!([])));
    }
}

#[tokio::test]
async fn a_changed_url_is_one_change_for_those_who_see_it() {
    let guide = (
        "links.yaml",
        "https://www.idforvoters.example.org/community-resources",
        "https://www.idforvoters.example.org/help",
    );
    let link = json!({
        "about": "link", "id": "community-resource-guide", "label": "Community resource guide",
        "field": "url", "kind": "changed", "said": "url: changed",
        "old": "https://www.idforvoters.example.org/community-resources", "new": "https://www.idforvoters.example.org/help"
    });
    for body in of_edit(&[guide], ["TX", "CA"]).await {
        let mut changes = body["changes"].as_array().unwrap().clone();
        assert_eq!(changes.len(), 1, "{changes:#?}");
        changes[0].as_object_mut().unwrap().remove("words");
        assert_eq!(changes[0], link);
    }
    let own = ("states.yaml", "name: Texas", "name: The Lone Star State");
    let [texas, nevada] = of_edit(&[own], ["TX", "NV"]).await;
    let labels = |body: &Value| {
        body["changes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["about"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(
        labels(&texas).contains(&"state".to_owned()) && labels(&texas).contains(&"solution".to_owned()),
        "{texas:#}"
    );
    assert_eq!(nevada["changes"], json!([]));
}

#[tokio::test]
async fn changes_to_screens_the_faq_and_the_steps_are_reported_to_everyone() {
    let edits = [
        ("site.yaml", "tagline: ", "tagline: Now "),
        ("flows.yaml", "{ id: answered, text: Answered,", "{ id: answered, text: Done,"),
        ("agreement.yaml", "It takes about two minutes. Please stop me at any time.", "It takes a minute."),
        ("support/40-nonpartisanship.yaml", "title: ", "title: On "),
        ("faq/id-and-documents.yaml", "question: ", "question: So, "),
    ];
    let [body] = of_edit(&edits, ["TX"]).await;
    let told: Vec<[&str; 4]> = body["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| ["about", "id", "label", "said"].map(|key| change[key].as_str().unwrap_or("-")))
        .collect();
    let expected = [
        ["faq", "voter-id-rules", "So, What ID do I need to bring to vote?", "question: changed"],
        ["step", "faq", "Find the answer", "buttons › answered › text: changed"],
        ["agreement", "-", "Virtual Voter Agreement", "modes › verbal › intro › say: changed"],
        ["support", "nonpartisanship", "On Maintaining Nonpartisanship", "title: changed"],
        ["site", "-", "organisation", "tagline: changed"],
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn identical_versions_report_no_changes_and_the_response_is_cacheable() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let version = service.state.current.get().version().to_owned();
    let same = asked(&service, &cookie, &version, "TX").await;
    assert_eq!(
        same.json(),
        json!({ "from": version, "version": version, "state": "TX", "changes": [], "paths": [] })
    );
    assert_eq!(same.header("x-content-version"), version);
    assert_eq!(same.header("cache-control"), "private, no-cache");
    let path = format!("/api/changes?from={version}&state=TX");
    let again = service.get(&path, &cookie, &[("if-none-match", same.header("etag"))]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    // Without a region, only changes to the screens' text are reported.
    service.edit();
    let without = service.get(&format!("/api/changes?from={version}"), &cookie, &[]).await.json();
    assert_eq!((&without["state"], &without["changes"][0]["about"]), (&Value::Null, &json!("site")));
}

#[tokio::test]
async fn invalid_requests_for_changes_are_rejected() {
    let service = Service::of_its_own();
    let cookie = service.volunteer().await;
    let version = service.state.current.get().version().to_owned();
    let status = async |query: &str| service.get(&format!("/api/changes{query}"), &cookie, &[]).await.status;
    assert_eq!(status("").await, StatusCode::BAD_REQUEST);
    assert_eq!(status("?from=0000000000000000&state=TX").await, StatusCode::GONE);
    assert_eq!(status(&format!("?from={version}&state=ZZ")).await, StatusCode::NOT_FOUND);
    let out = service.get(&format!("/api/changes?from={version}&state=ZZ"), "", &[]).await;
    assert_eq!(out.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn one_person_may_ask_sixty_times_a_minute() {
    let service = Service::of_its_own();
    let from = service.state.current.get().version().to_owned();
    service.edit();
    let (one, another) = (service.volunteer().await, service.sign_in("admin@example.org").await);
    for _ in 0..60 {
        asked(&service, &one, &from, "TX").await;
    }
    // Another session still counts toward the same person's limit. On a busy machine, several seconds may have passed,
    // and each one allows one more request.
    let (again, address) = (service.volunteer().await, format!("/api/changes?from={from}&state=TX"));
    let mut refused = service.get(&address, &again, &[]).await;
    while refused.status == 200 {
        refused = service.get(&address, &again, &[]).await;
    }
    assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (429, Some("rate_limited")));
    asked(&service, &another, &from, "TX").await;
}
