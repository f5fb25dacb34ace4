//! Reading documents.
//!
//! A single document is requested with `batchGet`, which explicitly reports a document as missing. A plain
//! `get` would return 404, as would a missing database or a wrong URL, and nobody must lose their place on
//! the list because of those.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::{Value as Json, json};
use url::Url;

use super::call::{Caller, Failed, Question};
use super::names::{Database, path_of};
use crate::store::{CollectionId, Document, DocumentPath, Listing, Page, PageToken, wire};

/// The largest page to request.
const MAX_PAGE: u32 = 300;

/// Returns the documents at `paths`, in order; `None` for each that doesn't exist. Each path may appear only
/// once.
pub(super) async fn get(
    caller: &Caller,
    service: &Url,
    database: &Database,
    paths: &[&DocumentPath],
) -> Result<Vec<Option<Document>>, Failed> {
    let names: Vec<String> = paths.iter().map(|path| database.document(path)).collect();
    let question =
        Question { url: database.method_url(service, "batchGet"), body: Some(json!({ "documents": names })) };
    caller.call(&question, caller.read_bounds(), |answer| found(answer, paths)).await
}

/// Returns a page of a collection, ordered by id.
pub(super) async fn list(
    caller: &Caller,
    service: &Url,
    database: &Database,
    collection: &CollectionId,
    page: &Page,
) -> Result<Listing, Failed> {
    let mut url = database.collection_url(service, collection);
    url.query_pairs_mut()
        .append_pair("pageSize", &page.size.clamp(1, MAX_PAGE).to_string())
        .append_pair("orderBy", "__name__");
    if let Some(token) = &page.token {
        url.query_pairs_mut().append_pair("pageToken", &token.0);
    }
    let question = Question { url, body: None };
    caller.call(&question, caller.read_bounds(), |answer| listing(answer, collection)).await
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
            // A result may hold only the read time.
            (None, None) if result.get("readTime").is_some() => continue,
            _ => return Err("a result is neither found nor missing".to_owned()),
        };
        let place = places.get(&path).ok_or("it has a document that wasn't requested")?;
        all[*place] = Some(document);
    }
    all.into_iter().collect::<Option<_>>().ok_or_else(|| "it's missing a document".to_owned())
}

fn listing(answer: &Json, collection: &CollectionId) -> Result<Listing, String> {
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
    Ok(Listing { documents, next })
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
    fn nothing_but_an_empty_object_is_an_empty_list() {
        assert_eq!(listing(&json!({}), &people()), Ok(Listing { documents: vec![], next: None }));
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
    fn a_document_is_absent_only_where_the_answer_says_so() {
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
