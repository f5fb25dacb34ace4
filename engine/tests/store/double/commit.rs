//! Commits as the service does: in order and atomically, with each write's precondition checked
//! after the previous writes.

use serde_json::{Map, Value as Json, json};

use super::documents::{Documents, Refusal, Stored, check_name};
use super::mask;
use super::values::{normal_fields, written};

/// The largest document, in bytes (approximately: the service counts a little differently).
const MAX_DOCUMENT: usize = 1 << 20;

/// Applies the writes in a request.
pub fn commit(documents: &mut Documents, request: &Json) -> Result<Json, Refusal> {
    if request.get("transaction").is_some() {
        return Err(Refusal::new(501, "UNIMPLEMENTED", "the double has no transactions"));
    }
    let mut after = documents.clone();
    let now = jiff::Timestamp::now().as_microsecond().max(after.clock + 1);
    after.clock = now;
    let writes = request["writes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let results = writes.iter().map(|write| one(&mut after, write, now)).collect::<Result<Vec<_>, _>>()?;
    *documents = after;
    let mut answer = json!({ "commitTime": written(now) });
    if !results.is_empty() {
        answer["writeResults"] = results.into();
    }
    Ok(answer)
}

fn one(documents: &mut Documents, write: &Json, now: i64) -> Result<Json, Refusal> {
    if write.get("transform").is_some() || write.get("updateTransforms").is_some() {
        return Err(Refusal::new(501, "UNIMPLEMENTED", "the double has no transforms"));
    }
    let (name, update) = match (write.get("update"), write["delete"].as_str()) {
        (Some(update), None) => (update["name"].as_str().unwrap_or_default(), Some(update)),
        (None, Some(name)) => (name, None),
        _ => return Err(Refusal::invalid("a write is an update or a delete")),
    };
    check_name(name)?;
    let before = documents.stored.get(name).cloned();
    expect(write.get("currentDocument"), before.as_ref(), name)?;
    let Some(update) = update else {
        if write.get("updateMask").is_some() {
            return Err(Refusal::invalid("a delete has no mask"));
        }
        documents.stored.remove(name);
        return Ok(json!({}));
    };
    let new = normal_fields(update.get("fields")).map_err(Refusal::invalid)?;
    let fields = match write.get("updateMask") {
        None => new,
        Some(paths) => masked(before.as_ref(), &new, paths)?,
    };
    if Json::Object(fields.clone()).to_string().len() > MAX_DOCUMENT {
        return Err(Refusal::invalid(format!(
            "Document {name} cannot be written because its size exceeds the maximum"
        )));
    }
    let stored = match before {
        Some(before) if before.fields == fields => before,
        Some(before) => Stored { fields, created: before.created, updated: now },
        None => Stored { fields, created: now, updated: now },
    };
    let result = json!({ "updateTime": written(stored.updated) });
    documents.stored.insert(name.to_owned(), stored);
    Ok(result)
}

fn masked(
    before: Option<&Stored>,
    new: &Map<String, Json>,
    mask: &Json,
) -> Result<Map<String, Json>, Refusal> {
    let mut fields = before.map(|before| before.fields.clone()).unwrap_or_default();
    for path in mask["fieldPaths"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        let path = mask::parse(path).map_err(Refusal::invalid)?;
        mask::write(&mut fields, new, &path);
    }
    Ok(fields)
}

fn expect(expected: Option<&Json>, before: Option<&Stored>, name: &str) -> Result<(), Refusal> {
    let Some(expected) = expected else { return Ok(()) };
    let missing = || Refusal::new(404, "NOT_FOUND", format!("No document to update: {name}"));
    match (expected["exists"].as_bool(), expected["updateTime"].as_str()) {
        (Some(true), None) => before.map(|_| ()).ok_or_else(missing),
        (Some(false), None) if before.is_none() => Ok(()),
        (Some(false), None) => {
            Err(Refusal::new(409, "ALREADY_EXISTS", format!("Document already exists: {name}")))
        }
        (None, Some(time)) => {
            let time: jiff::Timestamp = time.parse().map_err(|_| Refusal::invalid("no moment"))?;
            if time.as_nanosecond() % 1000 != 0 {
                return Err(Refusal::invalid("timestamp is not microsecond aligned"));
            }
            let stored = before.ok_or_else(missing)?.updated;
            if stored == time.as_microsecond() {
                return Ok(());
            }
            let message = format!(
                "the stored version ({stored}) does not match the required base version ({})",
                time.as_microsecond()
            );
            Err(Refusal::new(400, "FAILED_PRECONDITION", message))
        }
        _ => Err(Refusal::invalid("a precondition is one of exists and updateTime")),
    }
}
