//! Values as the service accepts and returns them.

use serde_json::{Map, Value as Json, json};

/// Returns fields in the form that the service returns, or why it rejects them.
pub fn normal_fields(fields: Option<&Json>) -> Result<Map<String, Json>, String> {
    let Some(fields) = fields.and_then(Json::as_object) else { return Ok(Map::new()) };
    let mut normal = Map::new();
    for (name, value) in fields {
        if name.is_empty() || name.len() > 1500 {
            return Err("a field name is empty or too long".to_owned());
        }
        if name.len() >= 4 && name.starts_with("__") && name.ends_with("__") {
            return Err(format!("the field name {name} is reserved"));
        }
        normal.insert(name.clone(), normal_value(value, false)?);
    }
    Ok(normal)
}

fn normal_value(value: &Json, in_array: bool) -> Result<Json, String> {
    let typed = value.as_object().filter(|typed| typed.len() == 1).and_then(|typed| typed.iter().next());
    let (kind, inner) = typed.ok_or("a value must have exactly one type")?;
    match kind.as_str() {
        "arrayValue" if in_array => Err("Cannot convert an array value in an array value.".to_owned()),
        "arrayValue" => {
            let values = inner["values"].as_array().map(Vec::as_slice).unwrap_or_default();
            let values =
                values.iter().map(|value| normal_value(value, true)).collect::<Result<Vec<_>, _>>()?;
            // Empty lists are omitted, as everywhere in the interface.
            Ok(
                json!({ "arrayValue": if values.is_empty() { json!({}) } else { json!({ "values": values }) } }),
            )
        }
        "mapValue" => {
            let fields = normal_fields(inner.get("fields"))?;
            Ok(json!({ "mapValue": if fields.is_empty() { json!({}) } else { json!({ "fields": fields }) } }))
        }
        "geoPointValue" => {
            let mut point = Map::new();
            for (name, most) in [("latitude", 90.0), ("longitude", 180.0)] {
                let degrees = inner[name].as_f64().unwrap_or(0.0);
                if degrees.abs() > most {
                    return Err(format!("{name} is out of range"));
                }
                if degrees != 0.0 {
                    point.insert(name.to_owned(), degrees.into());
                }
            }
            Ok(json!({ "geoPointValue": point }))
        }
        "timestampValue" => {
            let moment: jiff::Timestamp =
                inner.as_str().unwrap_or_default().parse().map_err(|_| "no moment")?;
            Ok(json!({ "timestampValue": written(moment.as_microsecond()) }))
        }
        "nullValue" | "booleanValue" | "integerValue" | "doubleValue" | "stringValue" | "bytesValue"
        | "referenceValue" => Ok(value.clone()),
        other => Err(format!("{other} can't be written")),
    }
}

/// Formats microseconds since 1970 as the service does.
pub fn written(micros: i64) -> String {
    format!("{:.6}", jiff::Timestamp::from_microsecond(micros).unwrap())
}
