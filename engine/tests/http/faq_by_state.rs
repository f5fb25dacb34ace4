//! The FAQ as one state's volunteers read it, over HTTP.

use std::sync::Arc;

use callguide::content::folder;
use callguide::examine::examine_files;
use callguide::readings::Now;
use callguide::reload::Current;
use serde_json::{Value, json};

use crate::harness::Service;

/// The entry with text that differs in some states.
const ENTRY: &str = "register-to-vote";

/// Returns a service with an answer that has cases, or one without cases if `plain`.
fn service(plain: bool) -> Service {
    let data = |name: &str| format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut files = folder::read(data("guidance").as_ref()).unwrap();
    files.files.retain(|(name, _)| !name.starts_with("checks/"));
    let mut text = std::fs::read_to_string(data("faq-by-state.yaml")).unwrap();
    if plain {
        let (before, cases) = text.split_once("      - when:").unwrap();
        let (_, last) = cases.rsplit_once("      - text: |").unwrap();
        text = format!("{before}{last}").replace("answer:\n\n", "answer: |\n");
    }
    let (_, bytes) = files.files.iter_mut().find(|(name, _)| &**name == "faq/registration.yaml").unwrap();
    *bytes = text.into_bytes();
    let examined = examine_files(files, "content", Now::On(jiff::civil::date(2026, 11, 23)));
    let snapshot = examined.snapshot().unwrap_or_else(|| panic!("{:?}", examined.findings));
    Service::serving(Arc::new(Current::new(snapshot)))
}

/// Returns the entry's answer in a list.
fn answer(list: &Value) -> &str {
    let entries = list["entries"].as_array().unwrap();
    entries.iter().find(|entry| entry["id"] == ENTRY).unwrap()["answer"].as_str().unwrap()
}

/// Removes the version from a body, because it differs whenever the content does.
fn unversioned(mut body: Value) -> Value {
    body["version"] = Value::Null;
    body
}

#[tokio::test]
async fn volunteers_read_their_states_case_with_placeholders_filled_in() {
    let service = service(false);
    let cookie = service.volunteer().await;
    let list = async |query: &str| service.get(&format!("/api/faq{query}"), &cookie, &[]).await.json();
    let general = list("").await;
    assert!(answer(&general).starts_with("Start at [Vote.gov](<https://"), "{}", answer(&general));
    assert_eq!(list("?state=").await, general, "no state is chosen");
    let texas = list("?state=TX").await;
    assert_eq!(
        answer(&texas),
        "In Texas a zoologist stamps your form first.\nThen send it to your [election office](<https://www.sos.state.tx.us/elections/>)."
    );
    assert!(answer(&list("?state=GA").await).starts_with("In Georgia a zoologist"));
    assert_eq!(answer(&list("?state=CA").await), "Only a carpenter can register you.");
    assert_eq!(list("?state=NY").await, general);
    let others = |list: &Value| -> Vec<Value> {
        let entries = list["entries"].as_array().unwrap().iter();
        entries.filter(|entry| entry["id"] != ENTRY).cloned().collect()
    };
    assert_eq!(others(&texas), others(&general));
    let one = service.get(&format!("/api/faq/{ENTRY}"), &cookie, &[]).await.json();
    assert_eq!(one["answer"], answer(&general), "one entry is the general one");
}

#[tokio::test]
async fn states_that_read_the_same_share_a_body_and_its_etag() {
    let service = service(false);
    let cookie = service.volunteer().await;
    let get = async |state: &str, headers: &[(&str, &str)]| {
        service.get(&format!("/api/faq?state={state}"), &cookie, headers).await
    };
    let tag = async |state: &str| get(state, &[]).await.header("etag").to_owned();
    assert_eq!(tag("CA").await, tag("CO").await);
    assert_eq!(tag("NY").await, service.get("/api/faq", &cookie, &[]).await.header("etag"));
    let texas = tag("TX").await;
    assert!(texas != tag("GA").await && texas != tag("CA").await && texas != tag("NY").await);
    let known = get("TX", &[("if-none-match", &texas)]).await;
    assert_eq!((known.status.as_u16(), known.body.len()), (304, 0));
    assert_eq!(get("GA", &[("if-none-match", &texas)]).await.status, 200);
    let small = get("TX", &[("accept-encoding", "br")]).await;
    assert_eq!(
        (small.header("content-encoding"), small.header("cache-control")),
        ("br", "private, no-cache")
    );
    assert!(small.header("etag").ends_with("-br\""));
    // Within one snapshot, the bytes are shared, not merely equal.
    let snapshot = service.state.current.get();
    let of = |state: &str| snapshot.faq_list(snapshot.faq().reader(state).unwrap());
    assert!(
        std::ptr::eq(of("CA"), of("CO")) && std::ptr::eq(of("NY"), snapshot.faq_list(Default::default()))
    );
    assert_eq!(snapshot.faq().readers(), 4, "nobody's, Texas's, Georgia's and that of two states");
}

#[tokio::test]
async fn a_nonexistent_state_is_reported_as_unknown() {
    let service = service(false);
    let cookie = service.volunteer().await;
    for state in ["nowhere", "tx", "TX,GA", "%F0%9F%98%80"] {
        let answer = service.get(&format!("/api/faq?state={state}"), &cookie, &[]).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (404, &json!("not_found")), "{state}");
        assert!(answer.json()["error"].as_str().unwrap().ends_with('.'));
        let found = service.search(&cookie, &json!({ "q": "register", "state": state })).await;
        assert_eq!((found.status.as_u16(), &found.json()["code"]), (422, &json!("unknown_state")), "{state}");
        assert!(!found.text().contains("nowhere"));
    }
    let both = service.get("/api/faq?state=nowhere&q=id", &cookie, &[]).await;
    assert_eq!((both.status.as_u16(), &both.json()["code"]), (400, &json!("search_is_posted")));
    let stranger = service.get("/api/faq?state=nowhere", "", &[]).await;
    assert_eq!(stranger.status, 401);
}

#[tokio::test]
async fn the_texts_that_a_state_reads_are_searched_and_highlighted() {
    let service = service(false);
    let cookie = service.volunteer().await;
    let search = async |q: &str, state: Value| {
        service.search(&cookie, &json!({ "q": q, "state": state, "limit": 1000 })).await.json()
    };
    let first = |found: &Value| found["entries"][0].clone();
    let texas = first(&search("zoologist", json!("TX")).await);
    assert_eq!((&texas["id"], &texas["weak"]), (&json!(ENTRY), &json!(false)));
    let snippet = texas["snippet"]["text"].as_str().unwrap();
    assert!(snippet.starts_with("In Texas a zoologist stamps"), "{snippet}");
    assert_eq!(texas["snippet"]["highlights"], json!([[11, 20]]));
    for state in [json!("CA"), json!("NY"), Value::Null, json!("")] {
        let found = search("zoologist", state.clone()).await;
        let ids: Vec<_> = found["entries"].as_array().unwrap().iter().map(|entry| &entry["id"]).collect();
        assert!(!ids.contains(&&json!(ENTRY)), "{state}: {ids:?}");
    }
    let texas = search("register to vote", json!("TX")).await;
    let hits = texas["entries"].as_array().unwrap();
    assert_eq!(hits.iter().filter(|entry| entry["id"] == ENTRY).count(), 1);
    let categories = texas["categories"].as_array().unwrap().iter();
    assert_eq!(json!(categories.map(|one| one["count"].as_u64().unwrap()).sum::<u64>()), texas["total"]);
    let in_one = json!({ "q": "zoologist", "state": "TX", "category": "Registration" });
    assert_eq!(service.search(&cookie, &in_one).await.json()["total"], 1);
}

#[tokio::test]
async fn the_note_next_to_an_answer_is_served_but_not_searched() {
    let service = service(false);
    let cookie = service.volunteer().await;
    for query in ["", "?state=TX", "?state=NY"] {
        let list = service.get(&format!("/api/faq{query}"), &cookie, &[]).await.json();
        let entries = list["entries"].as_array().unwrap();
        let entry = entries.iter().find(|entry| entry["id"] == ENTRY).unwrap();
        let note = entry["note"].as_str().unwrap();
        assert!(note.starts_with("Say where the chimneysweep is, as [Vote.gov](<https://"), "{note}");
        assert!(!entry["answer"].as_str().unwrap().contains("chimneysweep"));
        assert!(entries.iter().filter(|entry| entry["id"] != ENTRY).all(|entry| entry.get("note").is_none()));
    }
    for state in [Value::Null, json!("TX"), json!("NY")] {
        let asked = json!({ "q": "chimneysweep", "state": state, "limit": 1000 });
        assert_eq!(service.search(&cookie, &asked).await.json()["total"], 0, "{state}");
    }
}

/// Text specific to one state doesn't change a single byte for anyone else.
#[tokio::test]
async fn cases_do_not_affect_search_results_without_a_state() {
    let [varied, plain] = [service(false), service(true)];
    let cookies = [varied.volunteer().await, plain.volunteer().await];
    for q in ["register", "zoologist", "carpenter", "vote", "expired lic", "abs balot", "texas", "how", ""] {
        let asked = json!({ "q": q, "limit": 1000 });
        let [with, without] =
            [varied.search(&cookies[0], &asked).await.json(), plain.search(&cookies[1], &asked).await.json()];
        assert_eq!(unversioned(with).to_string(), unversioned(without).to_string(), "{q:?}");
    }
}
