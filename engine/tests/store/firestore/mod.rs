//! The Firestore store against the double: the conformance suite and network failures.

mod credentials;
mod faults;
mod lost;
mod reads;

use std::time::Duration;

use callguide::store::{
    CollectionId, Database, Document, DocumentPath, DocumentStore, Fields, FirestoreStore, Service,
    StoreError, Timing, Value, Write,
};

use crate::double::{DATABASE, Double, PROJECT};

pub struct Made {
    pub store: FirestoreStore,
    pub double: Double,
}

impl Made {
    fn store(&self) -> &dyn DocumentStore {
        &self.store
    }
}

pub async fn make() -> Made {
    let double = Double::start().await;
    Made { store: connect(&double), double }
}

crate::conformance::conformance!(make);

/// Connects as the engine does, but with limits short enough for a test.
pub fn connect(double: &Double) -> FirestoreStore {
    let service = Service::Emulator(double.host().parse().unwrap());
    FirestoreStore::new(database(), &service, quick()).unwrap()
}

pub fn database() -> Database {
    Database { project: PROJECT.parse().unwrap(), id: DATABASE.parse().unwrap() }
}

pub fn quick() -> Timing {
    Timing {
        read: Duration::from_millis(1500),
        read_attempt: Duration::from_millis(300),
        commit: Duration::from_millis(1500),
        commit_attempt: Duration::from_millis(300),
        first_wait: Duration::from_millis(5),
    }
}

fn people() -> CollectionId {
    CollectionId::new("people").unwrap()
}

fn at(id: &str) -> DocumentPath {
    people().document(id).unwrap()
}

fn n(value: i64) -> Fields {
    Fields::from([("n".to_owned(), Value::Integer(value))])
}

fn set(id: &str, value: i64) -> Write {
    Write::set(at(id), n(value))
}

async fn stored(made: &Made, id: &str) -> Option<Document> {
    made.store.get(&at(id)).await.unwrap()
}

/// Returns the log text of an error that isn't a failed precondition.
fn away<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    match result {
        Err(StoreError::Unavailable(text)) => text,
        other => panic!("expected an error, not {other:?}"),
    }
}
