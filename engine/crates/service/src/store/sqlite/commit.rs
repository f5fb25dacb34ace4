//! Committing writes atomically, in one immediate transaction.

use jiff::Timestamp;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::{read, unavailable, unwritten};
use crate::store::document::merge;
use crate::store::{Action, Committed, Document, Fields, Precondition, StoreError, Write, wire};

/// Applies `writes` in order.
pub(super) fn commit(connection: &mut Connection, writes: &[Write]) -> Result<Committed, StoreError> {
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(unwritten)?;
    let committed = apply(&transaction, writes)?;
    transaction.commit().map_err(unwritten)?;
    Ok(committed)
}

/// Applies `writes` inside a transaction that the caller commits.
pub(super) fn apply(transaction: &Transaction<'_>, writes: &[Write]) -> Result<Committed, StoreError> {
    let now = tick(transaction)?;
    let update_times = writes.iter().map(|write| one(transaction, write, now)).collect::<Result<_, _>>()?;
    Ok(Committed { update_times })
}

/// Returns the time of this commit, which is later than every earlier one even if the machine's
/// clock went back.
fn tick(transaction: &Transaction<'_>) -> Result<i64, StoreError> {
    transaction
        .query_row(
            "UPDATE clock SET last = max(last + 1, ?1) RETURNING last",
            [Timestamp::now().as_microsecond()],
            |row| row.get(0),
        )
        .map_err(unwritten)
}

fn one(transaction: &Transaction<'_>, write: &Write, now: i64) -> Result<Option<Timestamp>, StoreError> {
    let before = read::get(transaction, &write.path)?;
    if !holds(write.precondition, before.as_ref()) {
        return Err(StoreError::Precondition { path: write.path.clone() });
    }
    let fields = match &write.action {
        Action::Delete => {
            transaction
                .prepare_cached("DELETE FROM documents WHERE collection = ?1 AND id = ?2")
                .and_then(|mut statement| {
                    statement.execute(params![write.path.collection().as_str(), write.path.id()])
                })
                .map_err(unwritten)?;
            return Ok(None);
        }
        Action::Set(fields) => fields.clone(),
        Action::Merge { fields, mask } => {
            let mut merged = before.as_ref().map_or_else(Fields::new, |before| before.fields.clone());
            merge(&mut merged, fields, mask);
            merged
        }
    };
    // Like the hosted database, keep the update time of a document that the write doesn't change.
    if let Some(before) = before.filter(|before| before.fields == fields) {
        return Ok(Some(before.update_time));
    }
    transaction
        .prepare_cached(
            "INSERT INTO documents (collection, id, fields, create_time, update_time) \
             VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT (collection, id) \
             DO UPDATE SET fields = excluded.fields, update_time = excluded.update_time",
        )
        .and_then(|mut statement| {
            statement.execute(params![
                write.path.collection().as_str(),
                write.path.id(),
                wire::encode_fields(&fields).to_string(),
                now
            ])
        })
        .map_err(unwritten)?;
    Timestamp::from_microsecond(now).map(Some).map_err(unavailable)
}

fn holds(precondition: Option<Precondition>, document: Option<&Document>) -> bool {
    match precondition {
        None => true,
        Some(Precondition::Exists(exists)) => document.is_some() == exists,
        Some(Precondition::UpdateTime(time)) => document.is_some_and(|document| document.update_time == time),
    }
}
