//! Keeps the documents in memory, and reads them.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE;
use serde_json::{Map, Value as Json, json};

use super::discovery::Call;
use super::values::written;
use super::{DATABASE, PROJECT, commit};

/// All documents by full name, and the time of the last commit.
#[derive(Debug, Clone, Default)]
pub struct Documents {
    pub stored: BTreeMap<String, Stored>,
    /// Microseconds since 1970; grows with every commit.
    pub clock: i64,
}

/// A document, with its times in microseconds since 1970.
#[derive(Debug, Clone)]
pub struct Stored {
    pub fields: Map<String, Json>,
    pub created: i64,
    pub updated: i64,
}

/// Why the service refuses a request.
#[derive(Debug)]
pub struct Refusal {
    pub http: u16,
    reason: &'static str,
    message: String,
}

impl Refusal {
    pub fn new(http: u16, reason: &'static str, message: impl Into<String>) -> Self {
        Self { http, reason, message: message.into() }
    }

    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "INVALID_ARGUMENT", message)
    }

    /// Returns the service's error body. A streaming method wraps it in a list.
    pub fn body(&self, streams: bool) -> Json {
        let body = json!({ "error": { "code": self.http, "message": self.message, "status": self.reason } });
        if streams { json!([body]) } else { body }
    }
}

impl Documents {
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Handles a call.
    pub fn call(&mut self, call: &Call) -> Result<Json, Refusal> {
        let parent = call.parameters.get("database").or_else(|| call.parameters.get("parent"));
        check_database(parent.map(String::as_str).unwrap_or_default())?;
        match call.method.as_str() {
            "commit" => commit::commit(self, &call.body),
            "batchGet" => self.batch_get(&call.body),
            "listDocuments" => self.list(&call.parameters),
            other => Err(Refusal::new(501, "UNIMPLEMENTED", format!("the double has no {other}"))),
        }
    }

    fn batch_get(&self, body: &Json) -> Result<Json, Refusal> {
        let names = body["documents"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let names: BTreeSet<&str> = names.collect();
        let read = written(self.clock.max(1));
        let mut results = Vec::new();
        // The order differs from the request, because the service doesn't guarantee any.
        for name in names.into_iter().rev() {
            check_name(name)?;
            results.push(match self.stored.get(name) {
                Some(stored) => json!({ "found": stored.given(name), "readTime": read }),
                None => json!({ "missing": name, "readTime": read }),
            });
        }
        Ok(Json::Array(results))
    }

    fn list(&self, parameters: &BTreeMap<String, String>) -> Result<Json, Refusal> {
        let text = |name: &str| parameters.get(name).map(String::as_str);
        if !matches!(text("orderBy"), None | Some("__name__" | "__name__ asc")) {
            return Err(Refusal::invalid("the double orders by name alone"));
        }
        let size: i32 =
            text("pageSize").map_or(Ok(20), str::parse).map_err(|_| Refusal::invalid("page size"))?;
        let size =
            usize::try_from(size).map_err(|_| Refusal::invalid("page size is negative"))?.clamp(1, 300);
        let prefix =
            format!("{}/{}/", text("parent").unwrap_or_default(), text("collectionId").unwrap_or_default());
        let after = match text("pageToken") {
            None => prefix.clone(),
            Some(token) => {
                let bytes = URL_SAFE.decode(token).ok().and_then(|bytes| String::from_utf8(bytes).ok());
                bytes
                    .filter(|name| name.starts_with(&prefix))
                    .ok_or_else(|| Refusal::invalid("page token"))?
            }
        };
        let all = self.stored.iter().filter(|(name, _)| name.starts_with(&prefix) && **name > after);
        let mut page: Vec<_> = all.take(size + 1).collect();
        let more = page.len() > size;
        page.truncate(size);
        let mut answer = Map::new();
        if let Some((last, _)) = page.last() {
            if more {
                answer.insert("nextPageToken".to_owned(), URL_SAFE.encode(last).into());
            }
            let documents = page.iter().map(|(name, stored)| stored.given(name));
            answer.insert("documents".to_owned(), documents.collect());
        }
        Ok(Json::Object(answer))
    }
}

impl Stored {
    /// Returns the document as the service does, without empty fields.
    fn given(&self, name: &str) -> Json {
        let mut json = json!({
            "name": name,
            "createTime": written(self.created),
            "updateTime": written(self.updated),
        });
        if !self.fields.is_empty() {
            json["fields"] = Json::Object(self.fields.clone());
        }
        json
    }
}

fn check_database(name: &str) -> Result<(), Refusal> {
    let own = format!("projects/{PROJECT}/databases/{DATABASE}");
    if name == own || name == format!("{own}/documents") {
        return Ok(());
    }
    let message = format!("The database {DATABASE} does not exist for project {name}");
    Err(Refusal::new(404, "NOT_FOUND", message))
}

/// Checks that the service accepts a document's name and that it's in a top-level collection.
pub fn check_name(name: &str) -> Result<(), Refusal> {
    let prefix = format!("projects/{PROJECT}/databases/{DATABASE}/documents/");
    let path = name.strip_prefix(&prefix).ok_or_else(|| Refusal::invalid(format!("{name} is elsewhere")))?;
    let ids: Vec<&str> = path.split('/').collect();
    let fits = |id: &&str| {
        let reserved = id.len() >= 4 && id.starts_with("__") && id.ends_with("__");
        !id.is_empty() && id.len() <= 1500 && ![".", ".."].contains(id) && !reserved
    };
    if ids.len() == 2 && ids.iter().all(fits) {
        return Ok(());
    }
    Err(Refusal::invalid(format!("{name} is no document's name")))
}
