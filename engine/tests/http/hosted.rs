//! Engines on the hosted database's double, with the people for the development sign-in.

use std::sync::Arc;
use std::time::Duration;

use callguide::seeds::People;
use callguide::store::{Database, DocumentStore, FirestoreStore, Service, Timing};

use crate::double::{DATABASE, Double, PROJECT};

/// Returns a double with the development people on its list.
pub async fn start() -> Double {
    let double = Double::start().await;
    connect(&double).commit(People::shipped().allow_list()).await.unwrap();
    double
}

/// Opens a separate connection, as each engine does.
pub fn connect(double: &Double) -> Arc<dyn DocumentStore> {
    connect_within(double, Duration::from_secs(5))
}

/// Like [`connect`], but every call ends within `bound`.
pub fn connect_within(double: &Double, bound: Duration) -> Arc<dyn DocumentStore> {
    let database = Database { project: PROJECT.parse().unwrap(), id: DATABASE.parse().unwrap() };
    let service = Service::Emulator(double.host().parse().unwrap());
    let timing = Timing {
        read: bound,
        read_attempt: bound,
        commit: bound,
        commit_attempt: bound,
        first_wait: Duration::from_millis(20),
    };
    Arc::new(FirestoreStore::new(database, &service, timing).unwrap())
}
