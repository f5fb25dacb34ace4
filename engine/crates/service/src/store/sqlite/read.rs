//! Reading documents.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::unavailable;
use crate::store::{CollectionId, Document, DocumentPath, Listing, Page, PageToken, StoreError, wire};

/// Returns the document at `path`.
pub(super) fn get(connection: &Connection, path: &DocumentPath) -> Result<Option<Document>, StoreError> {
    connection
        .prepare_cached(
            "SELECT id, fields, create_time, update_time FROM documents \
             WHERE collection = ?1 AND id = ?2",
        )
        .and_then(|mut statement| {
            statement.query_row(params![path.collection().as_str(), path.id()], columns).optional()
        })
        .map_err(unavailable)?
        .map(|columns| document(path.collection(), columns))
        .transpose()
}

/// Returns a page of `collection`, ordered by id. The token is the last id of the previous page.
pub(super) fn list(
    connection: &Connection,
    collection: &CollectionId,
    page: &Page,
) -> Result<Listing, StoreError> {
    let after = page.token.as_ref().map_or("", |token| token.0.as_str());
    let size = page.size.max(1);
    let rows = connection
        .prepare_cached(
            "SELECT id, fields, create_time, update_time FROM documents \
             WHERE collection = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
        )
        .and_then(|mut statement| {
            statement
                .query_map(params![collection.as_str(), after, size + 1], columns)?
                .collect::<Result<Vec<_>, _>>()
        })
        .map_err(unavailable)?;
    let more = rows.len() > size as usize;
    let documents = rows
        .into_iter()
        .take(size as usize)
        .map(|columns| document(collection, columns))
        .collect::<Result<Vec<_>, _>>()?;
    let next = documents.last().filter(|_| more).map(|last| PageToken(last.path.id().to_owned()));
    Ok(Listing { documents, next })
}

/// Reads every document and returns their number.
pub(super) fn check_all(connection: &Connection) -> Result<usize, StoreError> {
    let mut statement = connection
        .prepare("SELECT id, fields, create_time, update_time, collection FROM documents")
        .map_err(unavailable)?;
    let rows = statement.query_map([], |row| Ok((columns(row)?, row.get(4)?))).map_err(unavailable)?;
    let mut all = 0;
    for row in rows {
        let (columns, collection): (Columns, String) = row.map_err(unavailable)?;
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
