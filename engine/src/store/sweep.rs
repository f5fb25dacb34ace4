//! Removing what is over from a collection.

use super::{CollectionId, Document, DocumentStore, Page, StoreError, Write};

/// Removes every document of `collection` that `is_over`, page by page, and says how many. What comes
/// or goes meanwhile may be seen or not.
///
/// # Errors
/// Where the store can't be asked; the pages before are removed.
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
