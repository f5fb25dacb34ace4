//! Reading and committing documents.
//!
//! A single document is requested with `batchGet`, which explicitly reports a document as missing. A plain `get`
//! would return 404, but it would also do that if the database were missing or the URL were wrong, and nobody should
//! lose their place on the list because of that.
//!
//! A commit whose response was lost may have been applied. It's sent again. Without preconditions, that's idempotent.
//! With preconditions, the second request fails if the first was applied, so a failed precondition after a lost
//! response is examined: if the documents are exactly as the commit would leave them, it was applied. Otherwise,
//! there's no way to know whether it was applied and then overwritten, or was never applied. That is an error, not a
//! failed precondition, which would promise that nothing was applied.
//!
//! (If another client wrote the same content to every document in the commit, the commit counts as
//! applied. That can't happen to a commit that creates a uniquely named document, as every change
//! to the list does with its audit entry.)

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use serde_json::{Value as Json, json};
use url::Url;

use super::call::{FailedAttempt, FailureKind, RestClient};
use super::names::{Database, mask_path, path_of};
use crate::store::document::{CollectionId, Document, DocumentPath, merge};
use crate::store::interface::{
    Action, Committed, DocumentList, Page, PageToken, Precondition, StoreError, Write,
};
use crate::store::wire;

/// The largest page to request.
const MAX_PAGE: u32 = 300;

/// A document store in the hosted database.
#[derive(Debug)]
pub struct FirestoreStore {
    pub(super) client: RestClient,
    pub(super) service: Url,
    pub(super) database: Database,
}

impl FirestoreStore {
    /// Returns the documents at `paths`, in order; `None` for each that doesn't exist. Each path may appear only
    /// once.
    pub(super) async fn read(&self, paths: &[&DocumentPath]) -> Result<Vec<Option<Document>>, FailedAttempt> {
        let names: Vec<String> = paths.iter().map(|path| self.database.document(path)).collect();
        let url = self.database.method_url(&self.service, "batchGet");
        let body = json!({ "documents": names });
        self.client.call(&url, Some(&body), self.client.read_bounds(), |answer| found(answer, paths)).await
    }

    /// Returns a page of a collection, ordered by id.
    pub(super) async fn page(
        &self,
        collection: &CollectionId,
        page: &Page,
    ) -> Result<DocumentList, FailedAttempt> {
        let mut url = self.database.collection_url(&self.service, collection);
        url.query_pairs_mut()
            .append_pair("pageSize", &page.size.clamp(1, MAX_PAGE).to_string())
            .append_pair("orderBy", "__name__");
        if let Some(token) = &page.token {
            url.query_pairs_mut().append_pair("pageToken", &token.0);
        }
        self.client.call(&url, None, self.client.read_bounds(), |answer| listing(answer, collection)).await
    }

    /// Applies all of `writes` or none.
    pub(super) async fn apply(&self, writes: &[Write]) -> Result<Committed, StoreError> {
        let url = self.database.method_url(&self.service, "commit");
        let encoded: Vec<_> = writes.iter().map(|write| encode(&self.database, write)).collect();
        let (body, bounds) = (json!({ "writes": encoded }), self.client.commit_bounds());
        let failed =
            match self.client.call(&url, Some(&body), bounds, |answer| committed(answer, writes)).await {
                Ok(committed) => return Ok(committed),
                Err(failed) => failed,
            };
        let conditional = writes.iter().any(|write| write.precondition.is_some());
        if failed.kind == FailureKind::Precondition && conditional {
            return self.look_into(writes, failed).await;
        }
        Err(unknown_or(&failed))
    }

    /// Works out the result when the service reports a failed precondition.
    async fn look_into(&self, writes: &[Write], failed: FailedAttempt) -> Result<Committed, StoreError> {
        // Only the last write to each document is visible.
        let last: BTreeMap<&DocumentPath, &Write> = writes.iter().map(|write| (&write.path, write)).collect();
        let paths: Vec<&DocumentPath> = last.keys().copied().collect();
        let documents = match self.read(&paths).await {
            Ok(documents) => documents,
            Err(error) => {
                return Err(unknown_or(&FailedAttempt { may_be_done: failed.may_be_done, ..error }));
            }
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
        let broken = conditional().find(|write| !Precondition::holds(write.precondition, now(&write.path)));
        match broken.or_else(|| conditional().next()) {
            Some(write) => Err(StoreError::Precondition { path: write.path.clone() }),
            None => Err(unknown_or(&failed)),
        }
    }
}

fn found(answer: &Json, paths: &[&DocumentPath]) -> Result<Vec<Option<Document>>, String> {
    let results = answer.as_array().ok_or("it isn't a list of results")?;
    let places: HashMap<&DocumentPath, usize> =
        paths.iter().enumerate().map(|(at, path)| (*path, at)).collect();
    let mut all: Vec<Option<Option<Document>>> = vec![None; paths.len()];
    for result in results {
        let (path, document) = match (result.get("found"), result.get("missing").and_then(Json::as_str)) {
            (Some(found), None) => {
                let document = document(found)?;
                (document.path.clone(), Some(document))
            }
            (None, Some(missing)) => (path_of(missing).ok_or("it doesn't name a document")?, None),
            // A result may contain only the read time.
            (None, None) if result.get("readTime").is_some() => continue,
            _ => return Err("a result is neither found nor missing".to_owned()),
        };
        let place = places.get(&path).ok_or("it has a document that wasn't requested")?;
        all[*place] = Some(document);
    }
    all.into_iter().collect::<Option<_>>().ok_or_else(|| "it's missing a document".to_owned())
}

fn listing(answer: &Json, collection: &CollectionId) -> Result<DocumentList, String> {
    let answer = answer.as_object().ok_or("it isn't an object")?;
    let documents = match answer.get("documents") {
        Some(Json::Array(documents)) => documents.iter().map(document).collect::<Result<Vec<_>, _>>()?,
        Some(_) => return Err("its documents aren't a list".to_owned()),
        // The interface omits an empty list. An object with any other key isn't an empty list.
        None if answer.keys().all(|key| key == "nextPageToken") => Vec::new(),
        None => return Err("it isn't empty, but has no documents".to_owned()),
    };
    if documents.iter().any(|document| document.path.collection() != collection) {
        return Err("it has a document from another collection".to_owned());
    }
    let next = match answer.get("nextPageToken") {
        None => None,
        Some(Json::String(token)) if token.is_empty() => None,
        Some(Json::String(token)) => Some(PageToken(token.clone())),
        Some(_) => return Err("its page token isn't a string".to_owned()),
    };
    Ok(DocumentList { documents, next })
}

fn document(json: &Json) -> Result<Document, String> {
    let text = |name: &str| json.get(name).and_then(Json::as_str).ok_or(format!("a document without {name}"));
    let time = |name: &str| {
        text(name)?.parse::<Timestamp>().map_err(|_| format!("a document's {name} isn't a timestamp"))
    };
    Ok(Document {
        path: path_of(text("name")?).ok_or("a document's name can't be read")?,
        fields: wire::decode_fields(json.get("fields")).map_err(|error| error.to_string())?,
        create_time: time("createTime")?,
        update_time: time("updateTime")?,
    })
}

fn unknown_or(failed: &FailedAttempt) -> StoreError {
    let text = &failed.text;
    StoreError::Unavailable(if failed.may_be_done {
        format!("{text}; it's unknown whether the commit went through")
    } else {
        text.clone()
    })
}

/// Returns whether the document is as the write would leave it.
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

fn encode(database: &Database, write: &Write) -> Json {
    let name = database.document(&write.path);
    let mut json = match &write.action {
        Action::Delete => json!({ "delete": name }),
        Action::Set(fields) => json!({ "update": { "name": name, "fields": wire::encode_fields(fields) } }),
        Action::Merge { fields, mask } => json!({
            "update": { "name": name, "fields": wire::encode_fields(fields) },
            "updateMask": { "fieldPaths": mask.iter().map(mask_path).collect::<Vec<_>>() },
        }),
    };
    json["currentDocument"] = match write.precondition {
        None => return json,
        Some(Precondition::Exists(exists)) => json!({ "exists": exists }),
        Some(Precondition::UpdateTime(time)) => json!({ "updateTime": time.to_string() }),
    };
    json
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

#[cfg(test)]
mod tests {
    use super::*;

    fn people() -> CollectionId {
        CollectionId::new("people").unwrap()
    }

    fn stored(id: &str) -> Json {
        json!({
            "name": format!("projects/p/databases/(default)/documents/people/{id}"),
            "createTime": "2026-11-03T12:00:00.000001Z",
            "updateTime": "2026-11-03T12:00:00.000002Z",
        })
    }

    #[test]
    fn only_an_empty_object_is_an_empty_list() {
        assert_eq!(listing(&json!({}), &people()), Ok(DocumentList { documents: vec![], next: None }));
        for bad in [
            json!([]),
            json!(null),
            json!("ok"),
            json!({ "error": { "status": "UNAVAILABLE" } }),
            json!({ "documents": {} }),
            json!({ "documents": [{}] }),
            json!({ "documents": [{ "name": "projects/p/databases/d/documents/people/ann" }] }),
            json!({ "documents": [stored("ann")], "nextPageToken": 1 }),
            json!({ "message": "please sign in to this network" }),
        ] {
            assert!(listing(&bad, &people()).is_err(), "{bad} was taken");
        }
        let other = CollectionId::new("people2").unwrap();
        assert!(listing(&json!({ "documents": [stored("ann")] }), &other).is_err());
    }

    #[test]
    fn a_document_is_missing_only_if_the_response_says_so() {
        let ann = people().document("ann").unwrap();
        let asked = [&ann];
        let missing = json!([{ "missing": stored("ann")["name"], "readTime": "2026-11-03T12:00:00Z" }]);
        assert_eq!(found(&missing, &asked), Ok(vec![None]));
        let there = found(&json!([{ "found": stored("ann") }]), &asked).unwrap();
        assert_eq!(there[0].as_ref().unwrap().path, ann);
        for bad in [
            json!([]),
            json!({}),
            json!([{}]),
            json!([{ "readTime": "2026-11-03T12:00:00Z" }]),
            json!([{ "missing": stored("bob")["name"] }]),
            json!([{ "found": stored("bob") }]),
            json!([{ "found": stored("ann"), "missing": stored("ann")["name"] }]),
            json!([{ "error": { "status": "NOT_FOUND" } }]),
        ] {
            assert!(found(&bad, &asked).is_err(), "{bad} was taken");
        }
    }
}
