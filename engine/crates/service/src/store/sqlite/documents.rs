//! Reading documents, and committing writes atomically, in one immediate transaction.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, TransactionBehavior, params};

use crate::store::document::{CollectionId, Document, DocumentPath, Fields, merge};
use crate::store::interface::{
    Action, Committed, DocumentList, Page, PageToken, Precondition, StoreError, Write,
};
use crate::store::wire;

/// Returns the document at `path`.
pub(super) fn get(connection: &Connection, path: &DocumentPath) -> Result<Option<Document>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, fields, create_time, update_time FROM documents WHERE collection = ?1 AND id = ?2",
    )?;
    let found = statement.query_row([path.collection().as_str(), path.id()], columns).optional()?;
    found.map(|columns| document(path.collection(), columns)).transpose()
}

/// Returns a page of `collection`, ordered by id. The token is the last id of the previous page.
pub(super) fn list(
    connection: &Connection,
    collection: &CollectionId,
    page: &Page,
) -> Result<DocumentList, StoreError> {
    let after = page.token.as_ref().map_or("", |token| token.0.as_str());
    let size = page.size.max(1);
    let mut statement = connection.prepare_cached(
        "SELECT id, fields, create_time, update_time FROM documents \
         WHERE collection = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
    )?;
    let rows = statement.query_map(params![collection.as_str(), after, size + 1], columns)?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let more = rows.len() > size as usize;
    let rows = rows.into_iter().take(size as usize).map(|columns| document(collection, columns));
    let documents = rows.collect::<Result<Vec<_>, _>>()?;
    let next = documents.last().filter(|_| more).map(|last| PageToken(last.path.id().to_owned()));
    Ok(DocumentList { documents, next })
}

/// Reads every document and returns their number.
pub(super) fn check_all(connection: &Connection) -> Result<usize, StoreError> {
    let mut statement =
        connection.prepare("SELECT id, fields, create_time, update_time, collection FROM documents")?;
    let rows = statement.query_map([], |row| Ok((columns(row)?, row.get::<_, String>(4)?)))?;
    let mut all = 0;
    for row in rows {
        let (columns, collection) = row?;
        document(&CollectionId::new(collection).map_err(unavailable)?, columns)?;
        all += 1;
    }
    Ok(all)
}

type Columns = (String, String, i64, i64);

fn columns(row: &Row<'_>) -> rusqlite::Result<Columns> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn document(collection: &CollectionId, columns: Columns) -> Result<Document, StoreError> {
    let (id, fields, create_time, update_time) = columns;
    let json: serde_json::Value = serde_json::from_str(&fields).map_err(unavailable)?;
    Ok(Document {
        path: collection.document(id).map_err(unavailable)?,
        fields: wire::decode_fields(Some(&json)).map_err(unavailable)?,
        create_time: Timestamp::from_microsecond(create_time).map_err(unavailable)?,
        update_time: Timestamp::from_microsecond(update_time).map_err(unavailable)?,
    })
}

/// Applies `writes` in order.
pub(super) fn commit(connection: &mut Connection, writes: &[Write]) -> Result<Committed, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let committed = apply(&transaction, writes)?;
    transaction.commit()?;
    Ok(committed)
}

/// Applies `writes` inside a transaction that the caller commits.
pub(super) fn apply(transaction: &Transaction<'_>, writes: &[Write]) -> Result<Committed, StoreError> {
    let now = tick(transaction)?;
    let update_times = writes.iter().map(|write| one(transaction, write, now)).collect::<Result<_, _>>()?;
    Ok(Committed { update_times })
}

/// Returns the time of this commit, which is later than every earlier one even if the machine's clock went backward.
fn tick(transaction: &Transaction<'_>) -> Result<i64, StoreError> {
    let now = [Timestamp::now().as_microsecond()];
    let tick = "UPDATE clock SET last = max(last + 1, ?1) RETURNING last";
    Ok(transaction.query_row(tick, now, |row| row.get(0))?)
}

fn one(transaction: &Transaction<'_>, write: &Write, now: i64) -> Result<Option<Timestamp>, StoreError> {
    let before = get(transaction, &write.path)?;
    if !Precondition::holds(write.precondition, before.as_ref()) {
        return Err(StoreError::Precondition { path: write.path.clone() });
    }
    let (collection, id) = (write.path.collection().as_str(), write.path.id());
    let fields = match &write.action {
        Action::Delete => {
            transaction
                .prepare_cached("DELETE FROM documents WHERE collection = ?1 AND id = ?2")?
                .execute([collection, id])?;
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
    let mut statement = transaction.prepare_cached(
        "INSERT INTO documents (collection, id, fields, create_time, update_time) \
         VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT (collection, id) \
         DO UPDATE SET fields = excluded.fields, update_time = excluded.update_time",
    )?;
    statement.execute(params![collection, id, wire::encode_fields(&fields).to_string(), now])?;
    Timestamp::from_microsecond(now).map(Some).map_err(unavailable)
}

pub(super) fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// A full disk has its own error; only a write can run into one.
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full,
            _ => unavailable(error),
        }
    }
}
