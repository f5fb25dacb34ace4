//! Tests that the outcome of a commit is reported reliably even if its response was lost.

use callguide::store::{DocumentStore as _, FieldPath, Fields, Precondition, StoreError, Write};

use super::{Made, at, away, connect, make, n, set, stored};
use crate::double::{Fault, On};

const LOST: [Fault; 3] = [
    Fault::DoneThenCut,
    Fault::DoneThenRefused(503, "UNAVAILABLE"),
    Fault::DoneThenRefused(504, "DEADLINE_EXCEEDED"),
];

#[tokio::test]
async fn a_lost_commit_that_was_applied_counts_as_applied_once() {
    for fault in LOST {
        let made = make().await;
        made.store.commit(vec![set("ann", 1), set("bob", 1)]).await.unwrap();
        let ann = stored(&made, "ann").await.unwrap().update_time;
        let mask = vec![FieldPath::parse("m").unwrap()];
        made.double.fail(1, On::Commit, fault);
        let committed = made
            .store
            .commit(vec![
                set("ann", 2).only_if(Precondition::UpdateTime(ann)),
                Write::merge(at("ann"), Fields::from([("m".to_owned(), true.into())]), mask),
                Write::delete(at("bob")).only_if(Precondition::Exists(true)),
                set("audit", 7).only_if(Precondition::Exists(false)),
            ])
            .await;
        let committed = committed.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        let ann = stored(&made, "ann").await.unwrap();
        let expected = [Some(ann.update_time), Some(ann.update_time), None, Some(ann.update_time)];
        assert_eq!(committed.update_times, expected, "{fault:?}");
        assert_eq!(ann.fields.len(), 2);
        assert_eq!(stored(&made, "audit").await.unwrap().fields, n(7));
        assert_eq!(stored(&made, "bob").await, None);
    }
}

#[tokio::test]
async fn a_lost_commit_that_was_not_applied_is_applied_by_the_retry() {
    let made = make().await;
    made.double.fail(2, On::Commit, Fault::Cut);
    made.store.commit(vec![set("ann", 1).only_if(Precondition::Exists(false))]).await.unwrap();
    assert_eq!(stored(&made, "ann").await.unwrap().fields, n(1));
}

#[tokio::test]
async fn a_lost_commit_without_preconditions_is_idempotent() {
    for fault in LOST {
        let made = make().await;
        made.double.fail(3, On::Commit, fault);
        let committed = made.store.commit(vec![set("ann", 1), Write::delete(at("bob"))]).await.unwrap();
        let ann = stored(&made, "ann").await.unwrap();
        assert_eq!(committed.update_times, [Some(ann.update_time), None]);
        assert_eq!(ann.create_time, ann.update_time);
    }
}

/// Our commit was either lost in transit, or applied and overwritten. In both cases the error mustn't say
/// that nothing was applied.
#[tokio::test]
async fn a_lost_commit_that_met_another_is_unknown_not_a_failed_precondition() {
    for fault in [
        Fault::Slow(std::time::Duration::from_millis(900)),
        Fault::DoneThenSlow(std::time::Duration::from_millis(900)),
    ] {
        let made = make().await;
        let other = connect(&made.double);
        made.double.fail(1, On::Commit, fault);
        let ours = made.store.commit(vec![set("ann", 1).only_if(Precondition::Exists(false))]);
        let theirs = async {
            // The other commit is made while ours waits for its response, which comes too late.
            while !made.double.seen().contains(&"commit".to_owned()) {
                tokio::task::yield_now().await;
            }
            other.commit(vec![set("ann", 2)]).await.unwrap();
        };
        let (ours, ()) = tokio::join!(ours, theirs);
        let text = away(ours);
        assert!(text.ends_with("it's unknown whether the commit went through"), "{text}");
    }
}

#[tokio::test]
async fn a_commit_that_never_gets_a_response_is_unknown() {
    let made = make().await;
    made.double.fail(1000, On::Commit, Fault::DoneThenCut);
    let text = away(made.store.commit(vec![set("ann", 1)]).await);
    assert!(text.ends_with("it's unknown whether the commit went through"), "{text}");
    made.double.forget_faults();

    for fault in [
        Fault::Garbage("{}"),
        Fault::Garbage("{\"writeResults\":[]}"),
        Fault::Garbage("{\"writeResults\":[{}]}"),
    ] {
        made.double.fail(1, On::Commit, fault);
        let text = away(made.store.commit(vec![set("ann", 2)]).await);
        assert!(text.ends_with("it's unknown whether the commit went through"), "{text}");
    }
}

#[tokio::test]
async fn a_refused_commit_is_not_unknown() {
    let made = make().await;
    made.double.fail(1000, On::Commit, Fault::Refused(429, "RESOURCE_EXHAUSTED"));
    let text = away(made.store.commit(vec![set("ann", 1)]).await);
    assert!(text.starts_with("RESOURCE_EXHAUSTED") && !text.contains("unknown"), "{text}");
    made.double.forget_faults();
    let refused = made.store.commit(vec![set("ann", 1).only_if(Precondition::Exists(true))]).await;
    assert_eq!(refused, Err(StoreError::Precondition { path: at("ann") }));
}

/// Reading the documents after a lost response may also fail.
#[tokio::test]
async fn a_lost_commit_that_cannot_be_examined_is_unknown() {
    let made: Made = make().await;
    made.double.fail(1, On::Commit, Fault::DoneThenCut);
    made.double.fail(1, On::Get, Fault::Refused(403, "PERMISSION_DENIED"));
    let text = away(made.store.commit(vec![set("ann", 1).only_if(Precondition::Exists(false))]).await);
    assert!(text.ends_with("it's unknown whether the commit went through"), "{text}");
}
