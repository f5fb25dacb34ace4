//! A store written like the list: each commit adds an entry and increments the number in a revision
//! document, so a broken state can be recognized.

use callguide::store::{
    CollectionId, DocumentPath, DocumentStore, Fields, Precondition, StoreError, Value, Write, list_all,
};

pub fn entries() -> CollectionId {
    CollectionId::new("entries").unwrap()
}

fn revision() -> DocumentPath {
    CollectionId::new("revisions").unwrap().document("entries").unwrap()
}

/// Commits entry `number` (starting at 1) with `filling` bytes, along with the updated revision.
pub async fn add(store: &dyn DocumentStore, number: i64, filling: usize) -> Result<(), StoreError> {
    let before = store.get(&revision()).await?;
    let expected = before.map_or(Precondition::Exists(false), |it| Precondition::UpdateTime(it.update_time));
    let entry = Fields::from([("filling".to_owned(), Value::String("x".repeat(filling)))]);
    let count = Fields::from([("number".to_owned(), Value::Integer(number))]);
    let writes = vec![
        Write::set(entries().document(format!("{number:06}")).unwrap(), entry)
            .only_if(Precondition::Exists(false)),
        Write::set(revision(), count).only_if(expected),
    ];
    store.commit(writes).await.map(|_| ())
}

/// Returns the number of the last commit. Panics if this state can't be the result of a commit.
pub async fn number(store: &dyn DocumentStore) -> i64 {
    let revision = store.get(&revision()).await.unwrap();
    let number = revision.map_or(0, |it| it.fields["number"].as_integer().unwrap());
    let entries = list_all(store, &entries()).await.unwrap();
    let ids: Vec<_> = entries.iter().map(|entry| entry.path.id().to_owned()).collect();
    let expected: Vec<_> = (1..=number).map(|number| format!("{number:06}")).collect();
    assert_eq!(ids, expected, "the entries and the revision disagree");
    number
}
