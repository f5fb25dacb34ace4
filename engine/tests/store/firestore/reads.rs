//! Tests the requests that reads send to the service.

use callguide::store::{CollectionId, DocumentStore as _, Fields, Page, Write, list_all};

use super::{at, make, n, people, set, stored};

#[tokio::test]
async fn reading_a_document_takes_one_request() {
    let made = make().await;
    made.store.commit(vec![set("ann", 1)]).await.unwrap();
    assert_eq!(stored(&made, "ann").await.unwrap().fields, n(1));
    assert_eq!(stored(&made, "nobody").await, None);
    assert_eq!(made.double.seen(), ["commit", "batchGet", "batchGet"]);
}

#[tokio::test]
async fn a_long_list_is_read_page_by_page() {
    let made = make().await;
    for start in [0, 400] {
        made.store.commit((start..start + 400).map(|i| set(&format!("{i:04}"), i)).collect()).await.unwrap();
    }
    let before = made.double.seen().len();
    let all = list_all(&made.store, &people()).await.unwrap();
    let ids: Vec<_> = all.iter().map(|document| document.path.id().to_owned()).collect();
    assert_eq!(ids, (0..800).map(|i| format!("{i:04}")).collect::<Vec<_>>());
    assert_eq!(made.double.seen()[before..], ["listDocuments"; 3]);
    let page = made.store.list(&people(), Page { size: 100_000, token: None }).await.unwrap();
    assert!(page.next.is_some() && page.documents.len() == 300);
}

#[tokio::test]
async fn names_with_characters_special_in_urls_are_kept() {
    let made = make().await;
    for name in ["a b", "a+b@example.org", "a%2Fb", "a?b#c&d=e", "ä", "\u{1F5F3}", "a:b", "(a)", "a\\b"] {
        let collection = CollectionId::new(name).unwrap();
        let path = collection.document(name).unwrap();
        made.store.commit(vec![Write::set(path.clone(), n(1))]).await.unwrap();
        assert_eq!(made.store.get(&path).await.unwrap().unwrap().path, path);
        let all = list_all(&made.store, &collection).await.unwrap();
        assert_eq!(all.iter().map(|document| &document.path).collect::<Vec<_>>(), [&path]);
    }
}

#[tokio::test]
async fn a_document_without_fields_still_exists() {
    let made = make().await;
    made.store.commit(vec![Write::set(at("ann"), Fields::new())]).await.unwrap();
    assert_eq!(stored(&made, "ann").await.unwrap().fields, Fields::new());
    assert_eq!(list_all(&made.store, &people()).await.unwrap().len(), 1);
}
