//! Tests that requests from strangers never reach the store, by counting the calls to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use callguide::seeds::People;
use callguide::store::{
    CollectionId, Committed, Document, DocumentList, DocumentPath, DocumentStore, Page, SqliteStore,
    StoreError, Write,
};
use futures_util::future::BoxFuture;

use crate::endpoints::ROWS;
use crate::harness::Service;

#[derive(Debug)]
struct Counting {
    store: SqliteStore,
    calls: AtomicUsize,
}

impl Counting {
    fn count(&self) -> &SqliteStore {
        self.calls.fetch_add(1, Ordering::SeqCst);
        &self.store
    }
}

impl DocumentStore for Counting {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        self.count().get(path)
    }

    fn list<'a>(
        &'a self,
        of: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<DocumentList, StoreError>> {
        self.count().list(of, page)
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        self.count().commit(writes)
    }
}

#[tokio::test]
async fn a_request_with_a_made_up_token_or_none_costs_no_store_call() {
    let data = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(data.path(), &People::shipped().allow_list()).unwrap();
    let counting = Arc::new(Counting { store, calls: AtomicUsize::new(0) });
    let service = Service::over(counting.clone());
    let real = service.volunteer().await;
    let (name, token) = real.split_once('=').unwrap();
    assert_eq!(service.get("/api/content", &real, &[]).await.status, 200);
    let before = counting.calls.load(Ordering::SeqCst);
    let other = if token.starts_with('A') { "B" } else { "A" };
    let bent = format!("{other}{}", &token[1..]);
    for cookie in ["".to_owned(), format!("{name}={bent}"), format!("{name}={}", "A".repeat(64))] {
        for row in ROWS.iter().filter(|row| row.path != "/readyz") {
            let uri = if row.uri.is_empty() { row.path } else { row.uri };
            let answer = service.json(row.method, uri, &cookie, &[], row.body).await;
            assert!(answer.status.as_u16() < 500, "{} {}", row.method, row.path);
        }
        for _ in 0..100 {
            assert_eq!(service.post("/auth/logout", &cookie, &[], "").await.status, 204);
        }
    }
    assert_eq!(counting.calls.load(Ordering::SeqCst), before);
}
