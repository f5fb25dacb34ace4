//! Committing writes, and reporting reliably whether they were applied.
//!
//! A commit whose response was lost may have been applied. It is sent again. Without preconditions
//! that is idempotent. With preconditions, the second request fails if the first was applied, so a
//! failed precondition after a lost response is examined: if the documents are exactly as the
//! commit would leave them, it was applied. If they aren't, there's no way to know whether it was
//! applied and then overwritten, or never applied. That is an error, not a failed precondition,
//! which would promise that nothing was applied.
//!
//! (If another client wrote the same content to every document of the commit, the commit counts as
//! applied. That can't happen to a commit that creates a uniquely named document, as every change
//! to the list does with its audit entry.)

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use url::Url;

use super::call::{Caller, Failed, Question};
use super::failure::Kind;
use super::names::{Database, mask_path};
use super::read;
use crate::store::document::merge;
use crate::store::{Action, Committed, Document, DocumentPath, Precondition, StoreError, Write, wire};

/// Applies all of `writes` or none.
pub(super) async fn commit(
    caller: &Caller,
    service: &Url,
    database: &Database,
    writes: &[Write],
) -> Result<Committed, StoreError> {
    let question = Question {
        url: database.method_url(service, "commit"),
        body: Some(
            json!({ "writes": writes.iter().map(|write| encode(database, write)).collect::<Vec<_>>() }),
        ),
    };
    let failed =
        match caller.call(&question, caller.commit_bounds(), |answer| committed(answer, writes)).await {
            Ok(committed) => return Ok(committed),
            Err(failed) => failed,
        };
    let conditional = writes.iter().any(|write| write.precondition.is_some());
    if failed.last.kind == Kind::Precondition && conditional {
        return look_into(caller, service, database, writes, failed).await;
    }
    Err(unknown_or(&failed))
}

fn unknown_or(failed: &Failed) -> StoreError {
    let text = &failed.last.text;
    StoreError::Unavailable(if failed.may_be_done {
        format!("{text}; it's unknown whether the commit went through")
    } else {
        text.clone()
    })
}

/// Works out the result when the service reports a failed precondition.
async fn look_into(
    caller: &Caller,
    service: &Url,
    database: &Database,
    writes: &[Write],
    failed: Failed,
) -> Result<Committed, StoreError> {
    // Only the last write to each document is visible.
    let last: BTreeMap<&DocumentPath, &Write> = writes.iter().map(|write| (&write.path, write)).collect();
    let paths: Vec<&DocumentPath> = last.keys().copied().collect();
    let documents = match read::get(caller, service, database, &paths).await {
        Ok(documents) => documents,
        Err(error) => return Err(unknown_or(&Failed { may_be_done: failed.may_be_done, ..error })),
    };
    let now = |path: &DocumentPath| paths.binary_search(&path).ok().and_then(|at| documents[at].as_ref());

    if failed.may_be_done {
        if last.values().all(|write| is_done(write, now(&write.path))) {
            let update_times = writes.iter().map(|write| match write.action {
                Action::Delete => None,
                _ => now(&write.path).map(|document| document.update_time),
            });
            return Ok(Committed { update_times: update_times.collect() });
        }
        return Err(unknown_or(&failed));
    }
    // The interface doesn't name the document, and another client may have changed it back in the
    // meantime.
    let conditional = || writes.iter().filter(|write| write.precondition.is_some());
    let broken = conditional().find(|write| !holds(write.precondition, now(&write.path)));
    match broken.or_else(|| conditional().next()) {
        Some(write) => Err(StoreError::Precondition { path: write.path.clone() }),
        None => Err(unknown_or(&failed)),
    }
}

/// Whether the document is as the write would leave it.
fn is_done(write: &Write, now: Option<&Document>) -> bool {
    match (&write.action, now) {
        (Action::Delete, now) => now.is_none(),
        (Action::Set(fields), Some(now)) => now.fields == *fields,
        (Action::Merge { fields, mask }, Some(now)) => {
            let mut merged = now.fields.clone();
            merge(&mut merged, fields, mask);
            merged == now.fields
        }
        (_, None) => false,
    }
}

fn holds(precondition: Option<Precondition>, document: Option<&Document>) -> bool {
    match precondition {
        None => true,
        Some(Precondition::Exists(exists)) => document.is_some() == exists,
        Some(Precondition::UpdateTime(time)) => document.is_some_and(|document| document.update_time == time),
    }
}

fn encode(database: &Database, write: &Write) -> Json {
    let name = database.document(&write.path);
    let mut json = Map::new();
    match &write.action {
        Action::Delete => {
            json.insert("delete".to_owned(), name.into());
        }
        Action::Set(fields) => {
            json.insert("update".to_owned(), json!({ "name": name, "fields": wire::encode_fields(fields) }));
        }
        Action::Merge { fields, mask } => {
            json.insert("update".to_owned(), json!({ "name": name, "fields": wire::encode_fields(fields) }));
            let paths: Vec<String> = mask.iter().map(mask_path).collect();
            json.insert("updateMask".to_owned(), json!({ "fieldPaths": paths }));
        }
    }
    let expected = match write.precondition {
        None => return Json::Object(json),
        Some(Precondition::Exists(exists)) => json!({ "exists": exists }),
        Some(Precondition::UpdateTime(time)) => json!({ "updateTime": time.to_string() }),
    };
    json.insert("currentDocument".to_owned(), expected);
    Json::Object(json)
}

fn committed(answer: &Json, writes: &[Write]) -> Result<Committed, String> {
    let results = match answer.get("writeResults") {
        Some(Json::Array(results)) => results.as_slice(),
        None if writes.is_empty() && answer.is_object() => &[],
        _ => return Err("it has no write results".to_owned()),
    };
    if results.len() != writes.len() {
        return Err(format!("{} results for {} writes", results.len(), writes.len()));
    }
    let update_times = writes.iter().zip(results).map(|(write, result)| {
        if matches!(write.action, Action::Delete) {
            return Ok(None);
        }
        let time = result.get("updateTime").and_then(Json::as_str).and_then(|time| time.parse().ok());
        time.map(Some).ok_or("a write result has no timestamp".to_owned())
    });
    Ok(Committed { update_times: update_times.collect::<Result<_, String>>()? })
}
