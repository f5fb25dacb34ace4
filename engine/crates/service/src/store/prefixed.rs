//! Prefixed collection names, for a database that other programs use too.

use std::str::FromStr;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, InvalidPath, Listing, Page, StoreError,
    Write, collections,
};

/// The prefix of every collection's name except the allow-list's, which the specification gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorePrefix(String);

impl StorePrefix {
    pub const DEFAULT: &str = "callguide-";

    /// Returns the collection's name in the database.
    pub fn name(&self, collection: &CollectionId) -> CollectionId {
        if *collection == collections::allowed_emails() {
            return collection.clone();
        }
        let name = CollectionId::new(format!("{}{collection}", self.0));
        name.expect("the prefix was checked with every name")
    }
}

impl FromStr for StorePrefix {
    type Err = InvalidPath;

    /// Accepts a prefix that is a valid collection name itself and makes one with each collection.
    fn from_str(text: &str) -> Result<Self, InvalidPath> {
        CollectionId::new(text)?;
        for collection in collections::all() {
            CollectionId::new(format!("{text}{collection}"))?;
        }
        Ok(Self(text.to_owned()))
    }
}

impl std::fmt::Display for StorePrefix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A store that prefixes collection names in the underlying store, invisibly to callers.
#[derive(Debug)]
pub struct Prefixed {
    store: Arc<dyn DocumentStore>,
    prefix: StorePrefix,
}

impl Prefixed {
    /// Exposes the collections of `store` that begin with `prefix`, and the allow-list.
    pub fn new(store: Arc<dyn DocumentStore>, prefix: StorePrefix) -> Self {
        Self { store, prefix }
    }

    fn inner(&self, path: &DocumentPath) -> DocumentPath {
        path.moved_to(self.prefix.name(path.collection()))
    }
}

impl DocumentStore for Prefixed {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        Box::pin(async move {
            let document = self.store.get(&self.inner(path)).await?;
            Ok(document.map(|document| Document { path: path.clone(), ..document }))
        })
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>> {
        Box::pin(async move {
            let Listing { documents, next } = self.store.list(&self.prefix.name(collection), page).await?;
            let outer = |document: Document| {
                let path = document.path.moved_to(collection.clone());
                Document { path, ..document }
            };
            Ok(Listing { documents: documents.into_iter().map(outer).collect(), next })
        })
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        Box::pin(async move {
            let inner = writes.iter().map(|write| Write { path: self.inner(&write.path), ..write.clone() });
            self.store.commit(inner.collect()).await.map_err(|error| match error {
                StoreError::Precondition { path } => {
                    let outer =
                        writes.iter().map(|write| &write.path).find(|outer| self.inner(outer) == path);
                    StoreError::Precondition { path: outer.cloned().unwrap_or(path) }
                }
                other => other,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Fields, Precondition, SqliteStore, list_all};

    #[test]
    fn a_prefix_makes_names_that_the_database_takes() {
        for good in [StorePrefix::DEFAULT, "x", "__", "Ü-"] {
            assert!(good.parse::<StorePrefix>().is_ok(), "{good:?}");
        }
        for bad in ["", "a/b", ".", "..", "__x__", "a\nb", &"x".repeat(1495), &"x".repeat(2000)] {
            assert!(bad.parse::<StorePrefix>().is_err(), "{bad:?} was taken");
        }
    }

    #[tokio::test]
    async fn nothing_but_the_list_is_beneath_without_the_prefix_and_nothing_else_is_seen() {
        let data = tempfile::tempdir().unwrap();
        let beneath = Arc::new(SqliteStore::open(data.path(), &[]).unwrap());
        let store = Prefixed::new(beneath.clone(), StorePrefix::DEFAULT.parse().unwrap());
        for collection in collections::all() {
            let path = collection.document("one").unwrap();
            let write = Write::set(path.clone(), Fields::new()).only_if(Precondition::Exists(false));
            store.commit(vec![write.clone()]).await.unwrap();
            assert_eq!(store.get(&path).await.unwrap().unwrap().path, path);
            let listed = list_all(&store, &collection).await.unwrap();
            assert_eq!(listed.iter().map(|document| &document.path).collect::<Vec<_>>(), [&path]);
            let refused = store.commit(vec![write]).await;
            assert_eq!(refused, Err(StoreError::Precondition { path: path.clone() }));
            let is_list = collection == collections::allowed_emails();
            assert_eq!(beneath.get(&path).await.unwrap().is_some(), is_list, "{collection}");
            let named = CollectionId::new(format!("callguide-{collection}")).unwrap();
            assert_eq!(list_all(&*beneath, &named).await.unwrap().is_empty(), is_list, "{collection}");
        }
        let foreign = collections::sessions().document("foreign").unwrap();
        beneath.commit(vec![Write::set(foreign.clone(), Fields::new())]).await.unwrap();
        assert_eq!(store.get(&foreign).await.unwrap(), None);
    }
}
