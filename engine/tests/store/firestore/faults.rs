//! Tests that transient failures are retried within a limit, and that others are errors, never
//! empty answers.

use std::time::{Duration, Instant};

use callguide::store::{Database, FirestoreStore, Precondition, Service, list_all};

use super::{Made, at, away, connect, database, make, people, quick, set, stored};
use crate::double::{Double, Fault, On};

const PASSING: [(u16, &str); 6] = [
    (503, "UNAVAILABLE"),
    (504, "DEADLINE_EXCEEDED"),
    (500, "INTERNAL"),
    (409, "ABORTED"),
    (429, "RESOURCE_EXHAUSTED"),
    (500, "UNKNOWN"),
];

/// Long enough for a busy machine, but shorter than a hung response takes.
const BOUND: Duration = Duration::from_secs(20);

async fn with_ann() -> Made {
    let made = make().await;
    made.store.commit(vec![set("ann", 1)]).await.unwrap();
    made
}

use callguide::store::DocumentStore as _;

#[tokio::test]
async fn transient_failures_are_retried() {
    let made = with_ann().await;
    let (mut faults, mut value) = (vec![Fault::Cut, Fault::Bare(502), Fault::Truncated], 1);
    faults.extend(PASSING.map(|(http, reason)| Fault::Refused(http, reason)));
    for fault in faults {
        value += 1;
        made.double.fail(2, On::Commit, fault);
        made.store.commit(vec![set("ann", value)]).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        made.double.fail(2, On::Get, fault);
        let ann = made.store.get(&at("ann")).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(ann.unwrap().fields, super::n(value), "{fault:?}");
        made.double.fail(2, On::List, fault);
        let all = list_all(&made.store, &people()).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(all.len(), 1, "{fault:?}");
    }
}

#[tokio::test]
async fn an_error_is_never_an_empty_answer() {
    let made = with_ann().await;
    let nothing = [
        "",
        "{}",
        "[]",
        "null",
        "[{}]",
        "\"\"",
        "{\"documents\":[",
        "{\"error\":{}}",
        "{\"documents\":null}",
        "[{\"missing\":\"people/ann\"}]",
        "<html>",
    ];
    let mut faults: Vec<Fault> = nothing.map(Fault::Garbage).to_vec();
    faults.extend([301, 400, 401, 403, 404, 409, 410, 418, 500, 501, 503].map(Fault::Bare));
    let lasting = [
        (400, "INVALID_ARGUMENT"),
        (400, "FAILED_PRECONDITION"),
        (401, "UNAUTHENTICATED"),
        (403, "PERMISSION_DENIED"),
        (404, "NOT_FOUND"),
        (409, "ALREADY_EXISTS"),
        (500, "DATA_LOSS"),
        (501, "UNIMPLEMENTED"),
    ];
    faults.extend(PASSING.iter().chain(&lasting).map(|(http, reason)| Fault::Refused(*http, reason)));
    faults.push(Fault::Cut);
    let hasty = callguide::store::Timing { read: Duration::from_millis(60), ..quick() };
    let service = Service::Emulator(made.double.host().parse().unwrap());
    let store = FirestoreStore::new(database(), &service, hasty).unwrap();
    for fault in faults {
        made.double.fail(50, On::Any, fault);
        away(store.get(&at("ann")).await);
        away(store.get(&at("nobody")).await);
        // `{}` is the only one of these responses that means an empty list.
        if !matches!(fault, Fault::Garbage("{}")) {
            away(list_all(&store, &people()).await);
        }
        made.double.forget_faults();
    }
    assert!(stored(&made, "ann").await.is_some());
}

#[tokio::test]
async fn an_error_on_a_later_page_fails_the_whole_list() {
    let made = make().await;
    made.store.commit((0..301).map(|i| set(&format!("{i}"), i)).collect()).await.unwrap();
    assert_eq!(list_all(&made.store, &people()).await.unwrap().len(), 301);
    made.double.fail(1, On::List, Fault::Slow(Duration::ZERO));
    made.double.fail(1, On::List, Fault::Refused(403, "PERMISSION_DENIED"));
    let text = away(list_all(&made.store, &people()).await);
    assert!(text.starts_with("PERMISSION_DENIED"), "{text}");
}

#[tokio::test]
async fn a_request_that_hangs_is_abandoned_and_retried() {
    let made = with_ann().await;
    made.double.fail(1, On::Get, Fault::Slow(Duration::from_secs(60)));
    let started = Instant::now();
    assert!(stored(&made, "ann").await.is_some());
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(300) && took < BOUND, "{took:?}");
}

#[tokio::test]
async fn a_call_ends_when_its_time_is_over() {
    let made = with_ann().await;
    for fault in [Fault::Slow(Duration::from_secs(60)), Fault::Refused(503, "UNAVAILABLE"), Fault::Cut] {
        made.double.fail(1000, On::Any, fault);
        let started = Instant::now();
        away(made.store.get(&at("ann")).await);
        away(made.store.commit(vec![set("ann", 2)]).await);
        let took = started.elapsed();
        assert!(took < BOUND, "{fault:?}: {took:?}");
        made.double.forget_faults();
    }
}

#[tokio::test]
async fn few_attempts_are_made_while_the_service_is_unavailable() {
    let made = with_ann().await;
    let before = made.double.seen().len();
    made.double.fail(1000, On::Any, Fault::Refused(503, "UNAVAILABLE"));
    away(made.store.get(&at("ann")).await);
    // The waits grow: 5, 10, 20, … ms.
    let attempts = made.double.seen().len() - before;
    assert!((5..=12).contains(&attempts), "{attempts}");
    made.double.forget_faults();
}

#[tokio::test]
async fn a_refused_connection_is_an_error_until_the_service_is_back() {
    let made = with_ann().await;
    made.double.set_away(true);
    away(made.store.get(&at("ann")).await);
    made.double.set_away(false);
    assert!(stored(&made, "ann").await.is_some());

    let host = made.double.host();
    let double = made.double;
    drop(double);
    let text = away(made.store.get(&at("ann")).await);
    assert!(!text.contains(&host) || text.contains("refused"), "{text}");
}

#[tokio::test]
async fn permanent_failures_are_not_retried() {
    let made = with_ann().await;
    for (http, reason) in [(403, "PERMISSION_DENIED"), (400, "INVALID_ARGUMENT"), (401, "UNAUTHENTICATED")] {
        let before = made.double.seen().len();
        made.double.fail(1, On::Any, Fault::Refused(http, reason));
        let text = away(made.store.commit(vec![set("ann", 2)]).await);
        assert!(text.starts_with(reason), "{text}");
        assert_eq!(made.double.seen().len() - before, 1);
    }
}

#[tokio::test]
async fn a_missing_database_is_an_error() {
    let double = Double::start().await;
    let elsewhere = Database { project: "another-project".parse().unwrap(), ..database() };
    let service = Service::Emulator(double.host().parse().unwrap());
    let store = FirestoreStore::new(elsewhere, &service, quick()).unwrap();
    let text = away(store.get(&at("ann")).await);
    assert!(text.starts_with("NOT_FOUND (404 Not Found): The database"), "{text}");
    away(list_all(&store, &people()).await);
    away(store.commit(vec![set("ann", 1)]).await);
    // This mustn't be a failed precondition, which would be reported as another admin's change.
    away(store.commit(vec![set("ann", 1).only_if(Precondition::Exists(true))]).await);
}

#[tokio::test]
async fn a_failed_precondition_is_not_retried() {
    let made = with_ann().await;
    let result = made.store.commit(vec![set("ann", 2).only_if(Precondition::Exists(false))]).await;
    assert!(result.unwrap_err().is_precondition());
    assert_eq!(made.double.seen(), ["commit", "commit", "batchGet"]);
}

#[tokio::test]
async fn the_document_whose_precondition_failed_is_named() {
    let made = with_ann().await;
    let ann = stored(&made, "ann").await.unwrap().update_time;
    let result = made
        .store
        .commit(vec![
            set("ann", 2).only_if(Precondition::UpdateTime(ann)),
            set("bob", 2).only_if(Precondition::Exists(false)),
            set("cleo", 2).only_if(Precondition::Exists(true)),
        ])
        .await;
    assert_eq!(result, Err(callguide::store::StoreError::Precondition { path: at("cleo") }));
    assert_eq!(made.double.len(), 1);
}

#[tokio::test]
async fn a_service_without_tls_is_an_error() {
    let double = Double::start().await;
    let url = format!("https://{}/", double.host()).parse().unwrap();
    // The request fails before it needs credentials; only the emulator works without them.
    let store = FirestoreStore::new(database(), &Service::At(url), quick()).unwrap();
    away(store.get(&at("ann")).await);
    let _ = connect(&double);
}
