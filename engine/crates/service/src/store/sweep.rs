//! Removing expired documents from a collection.

use super::{CollectionId, Document, DocumentStore, Page, StoreError, Write};

/// Removes every document of `collection` for which `is_over` returns true, page by page, and returns how
/// many. Documents created or deleted in the meantime may or may not be seen.
///
/// # Errors
/// If the store doesn't answer. Documents on earlier pages are already removed.
pub async fn sweep(
    store: &dyn DocumentStore,
    collection: &CollectionId,
    is_over: impl Fn(&Document) -> bool + Send,
) -> Result<usize, StoreError> {
    let (mut removed, mut token) = (0, None);
    loop {
        let listing = store.list(collection, Page { size: 300, token }).await?;
        let over = listing.documents.iter().filter(|document| is_over(document));
        let writes: Vec<_> = over.map(|document| Write::delete(document.path.clone())).collect();
        removed += writes.len();
        if !writes.is_empty() {
            store.commit(writes).await?;
        }
        token = listing.next;
        if token.is_none() {
            return Ok(removed);
        }
    }
}
