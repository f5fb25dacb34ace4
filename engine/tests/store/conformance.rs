//! The rules that every document store must follow. An implementation runs them with
//! `conformance!(a function that makes an empty store)`.

use callguide::store::{
    CollectionId, DocumentPath, DocumentStore, FieldPath, Fields, GeoPoint, Page, Precondition, StoreError,
    Value, Write, list_all,
};

/// Generates one test for each rule, each on a fresh store.
macro_rules! conformance {
    ($make:path) => {
        $crate::conformance::conformance!(@ $make:
            a_missing_document_is_none,
            every_type_of_value_reads_back_unchanged,
            set_replaces_a_document_and_merge_keeps_other_fields,
            a_masked_field_without_a_value_is_removed,
            merge_creates_a_missing_document,
            delete_removes_a_document_and_accepts_a_missing_one,
            the_exists_precondition_is_checked,
            the_update_time_precondition_is_checked,
            a_commit_is_atomic,
            writes_of_a_commit_happen_in_order,
            update_times_grow,
            a_write_that_changes_nothing_keeps_the_time,
            the_create_time_stays_until_deletion,
            documents_are_listed_in_the_order_of_their_ids,
            pages_hold_every_document_once,
            collections_are_separate,
            of_two_commits_with_the_same_precondition_one_wins,
        );
    };
    (@ $make:path: $($test:ident),* $(,)?) => {
        $(
            #[tokio::test]
            async fn $test() {
                let made = $make().await;
                $crate::conformance::$test(made.store()).await;
            }
        )*
    };
}
pub(crate) use conformance;

fn collection() -> CollectionId {
    CollectionId::new("people").unwrap()
}

fn at(id: &str) -> DocumentPath {
    collection().document(id).unwrap()
}

fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Fields {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn n(value: i64) -> Fields {
    fields([("n", value.into())])
}

fn mask(paths: &[&str]) -> Vec<FieldPath> {
    paths.iter().map(|p| FieldPath::parse(p).unwrap()).collect()
}

async fn read(store: &dyn DocumentStore, id: &str) -> Option<Fields> {
    store.get(&at(id)).await.unwrap().map(|document| document.fields)
}

async fn put(store: &dyn DocumentStore, id: &str, fields: Fields) -> jiff::Timestamp {
    let committed = store.commit(vec![Write::set(at(id), fields)]).await;
    committed.unwrap().update_times[0].unwrap()
}

async fn refused(store: &dyn DocumentStore, write: Write) {
    let path = write.path.clone();
    assert_eq!(store.commit(vec![write]).await, Err(StoreError::Precondition { path }));
}

pub async fn a_missing_document_is_none(store: &dyn DocumentStore) {
    assert_eq!(store.get(&at("nobody")).await, Ok(None));
    assert_eq!(list_all(store, &collection()).await, Ok(vec![]));
}

pub async fn every_type_of_value_reads_back_unchanged(store: &dyn DocumentStore) {
    let moment = "2026-11-03T12:00:00.123456Z".parse().unwrap();
    let all = fields([
        ("null", Value::Null),
        ("yes", true.into()),
        ("big", i64::MAX.into()),
        ("half", Value::Double(0.5)),
        ("when", Value::timestamp(moment)),
        ("text", "Ärger\n\"quoted\" \u{1F5F3}".into()),
        ("bytes", Value::Bytes(vec![0, 255, 10])),
        ("place", Value::GeoPoint(GeoPoint::new(30.2672, -97.7431).unwrap())),
        ("list", Value::Array(vec!["admin".into(), 1.into(), Value::Null])),
        ("none", Value::Array(vec![])),
        ("map", Value::Map(fields([("inner", Value::Map(fields([("deep", 1.into())])))]))),
        ("a name with spaces`", 1.into()),
    ]);
    put(store, "all", all.clone()).await;
    assert_eq!(read(store, "all").await, Some(all));
}

pub async fn set_replaces_a_document_and_merge_keeps_other_fields(store: &dyn DocumentStore) {
    put(
        store,
        "ann",
        fields([("a", 1.into()), ("m", Value::Map(fields([("x", 1.into()), ("y", 2.into())])))]),
    )
    .await;
    let change = fields([("m", Value::Map(fields([("x", 9.into())]))), ("unmasked", 1.into())]);
    let write = Write::merge(at("ann"), change, mask(&["m.x"]));
    store.commit(vec![write]).await.unwrap();
    assert_eq!(
        read(store, "ann").await,
        Some(fields([("a", 1.into()), ("m", Value::Map(fields([("x", 9.into()), ("y", 2.into())]))),]))
    );
    put(store, "ann", fields([("b", 2.into())])).await;
    assert_eq!(read(store, "ann").await, Some(fields([("b", 2.into())])));
}

pub async fn a_masked_field_without_a_value_is_removed(store: &dyn DocumentStore) {
    put(store, "ann", fields([("a", 1.into()), ("b", 2.into())])).await;
    let write = Write::merge(at("ann"), Fields::new(), mask(&["a", "never.was"]));
    store.commit(vec![write]).await.unwrap();
    assert_eq!(read(store, "ann").await, Some(fields([("b", 2.into())])));
}

pub async fn merge_creates_a_missing_document(store: &dyn DocumentStore) {
    let write = Write::merge(at("new"), n(1), mask(&["n"]));
    store.commit(vec![write]).await.unwrap();
    assert_eq!(read(store, "new").await, Some(n(1)));
}

pub async fn delete_removes_a_document_and_accepts_a_missing_one(store: &dyn DocumentStore) {
    put(store, "ann", n(1)).await;
    for _ in 0..2 {
        let committed = store.commit(vec![Write::delete(at("ann"))]).await.unwrap();
        assert_eq!(committed.update_times, [None]);
        assert_eq!(read(store, "ann").await, None);
    }
}

pub async fn the_exists_precondition_is_checked(store: &dyn DocumentStore) {
    let set = || Write::set(at("ann"), n(1));
    refused(store, set().only_if(Precondition::Exists(true))).await;
    refused(store, Write::delete(at("ann")).only_if(Precondition::Exists(true))).await;
    let first = set().only_if(Precondition::Exists(false));
    store.commit(vec![first.clone()]).await.unwrap();
    refused(store, first).await;
    store.commit(vec![set().only_if(Precondition::Exists(true))]).await.unwrap();
}

pub async fn the_update_time_precondition_is_checked(store: &dyn DocumentStore) {
    let first = put(store, "ann", n(1)).await;
    let second = put(store, "ann", n(2)).await;
    let stale = Write::set(at("ann"), n(3)).only_if(Precondition::UpdateTime(first));
    refused(store, stale).await;
    let nobody = Write::set(at("nobody"), n(3)).only_if(Precondition::UpdateTime(second));
    refused(store, nobody).await;
    let fresh = Write::set(at("ann"), n(4)).only_if(Precondition::UpdateTime(second));
    store.commit(vec![fresh]).await.unwrap();
    assert_eq!(read(store, "ann").await, Some(n(4)));
    assert_eq!(read(store, "nobody").await, None);
}

pub async fn a_commit_is_atomic(store: &dyn DocumentStore) {
    put(store, "ann", n(1)).await;
    let result = store
        .commit(vec![
            Write::set(at("bob"), n(2)),
            Write::delete(at("ann")),
            Write::set(at("cleo"), n(3)).only_if(Precondition::Exists(true)),
        ])
        .await;
    assert_eq!(result, Err(StoreError::Precondition { path: at("cleo") }));
    assert_eq!(read(store, "ann").await, Some(n(1)));
    assert_eq!(read(store, "bob").await, None);
    assert_eq!(list_all(store, &collection()).await.unwrap().len(), 1);
}

pub async fn writes_of_a_commit_happen_in_order(store: &dyn DocumentStore) {
    let writes = vec![
        Write::set(at("ann"), fields([("a", 1.into()), ("b", 1.into())])),
        Write::merge(at("ann"), fields([("b", 2.into())]), mask(&["b"])),
        Write::set(at("bob"), n(1)),
        Write::delete(at("bob")),
    ];
    store.commit(writes).await.unwrap();
    assert_eq!(read(store, "ann").await, Some(fields([("a", 1.into()), ("b", 2.into())])));
    assert_eq!(read(store, "bob").await, None);
}

pub async fn update_times_grow(store: &dyn DocumentStore) {
    let mut last = put(store, "ann", n(0)).await;
    for value in 1..20 {
        let time = put(store, "ann", n(value)).await;
        assert!(time > last);
        let read = store.get(&at("ann")).await.unwrap().unwrap();
        assert_eq!(read.update_time, time);
        last = time;
    }
}

pub async fn a_write_that_changes_nothing_keeps_the_time(store: &dyn DocumentStore) {
    let first = put(store, "ann", n(1)).await;
    assert_eq!(put(store, "ann", n(1)).await, first);
    assert_ne!(put(store, "ann", n(2)).await, first);
}

pub async fn the_create_time_stays_until_deletion(store: &dyn DocumentStore) {
    let first = put(store, "ann", n(1)).await;
    put(store, "ann", n(2)).await;
    let document = store.get(&at("ann")).await.unwrap().unwrap();
    assert_eq!(document.create_time, first);
    store.commit(vec![Write::delete(at("ann"))]).await.unwrap();
    let again = put(store, "ann", n(3)).await;
    let document = store.get(&at("ann")).await.unwrap().unwrap();
    assert_eq!(document.create_time, again);
}

pub async fn documents_are_listed_in_the_order_of_their_ids(store: &dyn DocumentStore) {
    let ids = ["b", "a", "ä", "B", "a@b.org", "10", "9", "\u{1F5F3}"];
    for id in ids {
        put(store, id, n(1)).await;
    }
    let mut expected = ids.to_vec();
    expected.sort_unstable();
    let listed = list_all(store, &collection()).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|d| d.path.id()).collect();
    assert_eq!(listed, expected);
}

pub async fn pages_hold_every_document_once(store: &dyn DocumentStore) {
    let writes = (0..7).map(|i| Write::set(at(&format!("{i}")), n(i))).collect();
    store.commit(writes).await.unwrap();
    let (mut seen, mut token) = (Vec::new(), None);
    loop {
        let listing = store.list(&collection(), Page { size: 3, token }).await;
        let listing = listing.unwrap();
        assert!(listing.documents.len() <= 3);
        seen.extend(listing.documents.iter().map(|d| d.path.id().to_owned()));
        token = listing.next;
        if token.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["0", "1", "2", "3", "4", "5", "6"]);
}

pub async fn collections_are_separate(store: &dyn DocumentStore) {
    put(store, "ann", n(1)).await;
    let other = CollectionId::new("people2").unwrap();
    assert_eq!(store.get(&other.document("ann").unwrap()).await, Ok(None));
    assert_eq!(list_all(store, &other).await, Ok(vec![]));
}

pub async fn of_two_commits_with_the_same_precondition_one_wins(store: &dyn DocumentStore) {
    for round in 0..200 {
        let time = put(store, "ann", n(-round - 1)).await;
        let save = |value| {
            store.commit(vec![
                Write::set(at("ann"), n(value)).only_if(Precondition::UpdateTime(time)),
                Write::set(at(&format!("winner-{round}")), n(value)),
            ])
        };
        let (one, two) = tokio::join!(save(1), save(2));
        assert_ne!(one.is_ok(), two.is_ok(), "{one:?} {two:?}");
        let won = if one.is_ok() { 1 } else { 2 };
        assert_eq!(read(store, "ann").await, Some(n(won)));
        assert_eq!(read(store, &format!("winner-{round}")).await, Some(n(won)));
    }
}
