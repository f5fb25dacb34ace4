//! Documents that outlive the process: the allow-list, the sessions, the audit trail.
//!
//! One trait, [`DocumentStore`], has the shape of the hosted document database. Its implementations are
//! [`SqliteStore`], the embedded default, and [`FirestoreStore`], the hosted one. Everything above this
//! module uses the trait, so several engines can share one hosted store and keep no state of their own.
//!
//! Rules for every implementation are written once, as the conformance suite in `tests/store/`: commits are
//! atomic, preconditions are checked in the same transaction, and a failure is an error, never an empty
//! answer.

pub mod collections;
mod document;
mod firestore;
mod interface;
mod random;
mod sqlite;
pub mod wire;
mod wrappers;

pub use document::{
    CollectionId, Document, DocumentPath, FieldPath, Fields, GeoPoint, InvalidGeoPoint, InvalidPath, Value,
};
pub use firestore::{
    Database, DatabaseId, EmulatorHost, FirestoreStore, InvalidSetting, ProjectId, Service, Timing,
    cache_size, long_polling_timeout,
};
pub use interface::{
    Action, Answer, Committed, DocumentList, DocumentStore, Page, PageToken, Precondition, StoreError, Write,
    list_all, sweep,
};
pub use random::random_bytes;
pub use sqlite::{CopyError, DataFolder, OpenError, Restored, SqliteStore, backup, look, restore};
pub use wrappers::{Counted, Prefixed, StorePrefix};
