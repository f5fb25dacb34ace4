//! Masks, which list the fields that a write affects, by their paths.

use serde_json::{Map, Value as Json, json};

/// Returns a path's names, outermost first, or why it isn't valid.
pub fn parse(path: &str) -> Result<Vec<String>, String> {
    let bad = || format!("{path:?} is no field path");
    let mut names = Vec::new();
    let mut rest = path.chars().peekable();
    loop {
        let mut name = String::new();
        if rest.next_if_eq(&'`').is_some() {
            loop {
                match rest.next().ok_or_else(bad)? {
                    '`' => break,
                    '\\' => name.push(rest.next().ok_or_else(bad)?),
                    other => name.push(other),
                }
            }
        } else {
            while let Some(c) = rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                name.push(c);
            }
            if name.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(bad());
            }
        }
        if name.is_empty() {
            return Err(bad());
        }
        names.push(name);
        match rest.next() {
            None => return Ok(names),
            Some('.') => {}
            Some(_) => return Err(bad()),
        }
    }
}

/// Copies the value at `path` from `new` to `fields`, or removes it if `new` doesn't contain it.
pub fn write(fields: &mut Map<String, Json>, new: &Map<String, Json>, path: &[String]) {
    match find(new, path) {
        Some(value) => put(fields, path, value),
        None => remove(fields, path),
    }
}

fn find(fields: &Map<String, Json>, path: &[String]) -> Option<Json> {
    let (first, rest) = path.split_first()?;
    let value = fields.get(first)?;
    if rest.is_empty() { Some(value.clone()) } else { find(value["mapValue"]["fields"].as_object()?, rest) }
}

fn put(fields: &mut Map<String, Json>, path: &[String], value: Json) {
    if let [last] = path {
        fields.insert(last.clone(), value);
        return;
    }
    let mut inner = fields.get(&path[0]).and_then(inside).unwrap_or_default();
    put(&mut inner, &path[1..], value);
    fields.insert(path[0].clone(), json!({ "mapValue": { "fields": inner } }));
}

fn remove(fields: &mut Map<String, Json>, path: &[String]) {
    if let [last] = path {
        fields.shift_remove(last);
        return;
    }
    if let Some(mut inner) = fields.get(&path[0]).and_then(inside) {
        remove(&mut inner, &path[1..]);
        let map = if inner.is_empty() { json!({}) } else { json!({ "fields": inner }) };
        fields.insert(path[0].clone(), json!({ "mapValue": map }));
    }
}

fn inside(value: &Json) -> Option<Map<String, Json>> {
    let map = value.get("mapValue")?;
    Some(map["fields"].as_object().cloned().unwrap_or_default())
}
