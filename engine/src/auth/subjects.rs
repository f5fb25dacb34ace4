//! Who stands behind an address at the provider, and a warning in the audit trail when that changes.
//!
//! An address that changes hands is let in like before, for the list names addresses; but an admin
//! should hear of it.

use jiff::Timestamp;

use crate::access::{EmailAddress, subject_changed};
use crate::store::{
    DocumentPath, DocumentStore, Fields, Precondition, StoreError, Value, Write, collections,
};

/// How often the note is tried again where two sign-ins of one address meet.
const TRIES: u32 = 5;

/// Notes who came under `email`. `subject` names them at their provider and doesn't change with the
/// address.
///
/// # Errors
/// Where the store can't keep it.
pub(super) async fn note(
    store: &dyn DocumentStore,
    email: &EmailAddress,
    subject: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let path = path(email);
    for _ in 0..TRIES {
        let known = store.get(&path).await?;
        let before = known.as_ref().and_then(|known| known.fields.get("subject")).and_then(Value::as_str);
        if before == Some(subject) {
            return Ok(());
        }
        let fields = Fields::from([
            ("subject".to_owned(), subject.into()),
            ("since".to_owned(), Value::timestamp(now)),
        ]);
        let expected = known
            .as_ref()
            .map_or(Precondition::Exists(false), |known| Precondition::UpdateTime(known.update_time));
        let mut writes = vec![Write::set(path.clone(), fields).only_if(expected)];
        if let Some(before) = before {
            writes.push(subject_changed(store, email, before, subject, now).await?);
        }
        match store.commit(writes).await {
            Ok(_) => {
                if before.is_some() {
                    let domain = email.domain();
                    tracing::warn!(
                        event = "subject_changed",
                        domain,
                        "a known address came with another subject"
                    );
                }
                return Ok(());
            }
            Err(error) if error.is_precondition() => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Unavailable(format!("{path} changes all the time")))
}

/// Forgets who came under `email`, who isn't let in.
///
/// # Errors
/// Where the store can't be told.
pub(super) async fn forget(store: &dyn DocumentStore, email: &EmailAddress) -> Result<(), StoreError> {
    store.commit(vec![Write::delete(path(email))]).await.map(|_| ())
}

fn path(email: &EmailAddress) -> DocumentPath {
    collections::subjects()
        .document(email.as_str())
        .expect("an address keeps the rules of ids, as in the allow-list")
}
