//! Fields as JSON in the hosted database's own form (`{"isAdmin": {"booleanValue": true}}`).
//!
//! The REST interface uses this form, and so does SQLite, so both stores contain the same types.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde_json::{Map, Value as Json, json};

use super::document::{Fields, GeoPoint, Value, to_micros};

/// JSON that isn't a typed value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Malformed(String);

fn malformed(why: impl Into<String>) -> Malformed {
    Malformed(why.into())
}

/// Encodes fields as a JSON object of typed values.
pub fn encode_fields(fields: &Fields) -> Json {
    Json::Object(fields.iter().map(|(name, value)| (name.clone(), encode(value))).collect())
}

/// Encodes a value as JSON with its type.
pub fn encode(value: &Value) -> Json {
    match value {
        Value::Null => json!({ "nullValue": null }),
        Value::Boolean(value) => json!({ "booleanValue": value }),
        // Use a string, because many JSON readers lose digits of numbers beyond 2^53.
        Value::Integer(value) => json!({ "integerValue": value.to_string() }),
        Value::Double(value) => json!({ "doubleValue": encode_double(*value) }),
        Value::Timestamp(moment) => json!({ "timestampValue": moment.to_string() }),
        Value::String(text) => json!({ "stringValue": text }),
        Value::Bytes(bytes) => json!({ "bytesValue": STANDARD.encode(bytes) }),
        Value::Reference(name) => json!({ "referenceValue": name }),
        Value::GeoPoint(point) => json!({
            "geoPointValue": { "latitude": point.latitude(), "longitude": point.longitude() }
        }),
        Value::Array(values) => json!({
            "arrayValue": { "values": values.iter().map(encode).collect::<Vec<_>>() }
        }),
        Value::Map(fields) => json!({ "mapValue": { "fields": encode_fields(fields) } }),
    }
}

fn encode_double(value: f64) -> Json {
    if value.is_nan() {
        json!("NaN")
    } else if value.is_infinite() {
        json!(if value > 0.0 { "Infinity" } else { "-Infinity" })
    } else {
        json!(value)
    }
}

/// Decodes fields from a JSON object of typed values. If there's no object, there are no fields.
pub fn decode_fields(json: Option<&Json>) -> Result<Fields, Malformed> {
    match json {
        None => Ok(Fields::new()),
        Some(Json::Object(fields)) => {
            fields.iter().map(|(name, value)| Ok((name.clone(), decode(value)?))).collect()
        }
        Some(_) => Err(malformed("fields aren't an object")),
    }
}

/// Decodes a value from JSON with its type.
pub fn decode(json: &Json) -> Result<Value, Malformed> {
    let typed = json.as_object().filter(|typed| typed.len() == 1).and_then(|typed| typed.iter().next());
    let Some((kind, value)) = typed else {
        return Err(malformed("a value must have exactly one type"));
    };
    let bad = || malformed(format!("not a {kind}"));
    Ok(match kind.as_str() {
        "nullValue" => Value::Null,
        "booleanValue" => Value::Boolean(value.as_bool().ok_or_else(bad)?),
        "integerValue" => Value::Integer(decode_integer(value).ok_or_else(bad)?),
        "doubleValue" => Value::Double(decode_double(value).ok_or_else(bad)?),
        "timestampValue" => Value::Timestamp(decode_timestamp(value).ok_or_else(bad)?),
        "stringValue" => Value::String(value.as_str().ok_or_else(bad)?.to_owned()),
        "bytesValue" => {
            let text = value.as_str().ok_or_else(bad)?;
            Value::Bytes(STANDARD.decode(text).map_err(|_| bad())?)
        }
        "referenceValue" => Value::Reference(value.as_str().ok_or_else(bad)?.to_owned()),
        "geoPointValue" => Value::GeoPoint(decode_point(value.as_object().ok_or_else(bad)?)?),
        "arrayValue" => match value.get("values") {
            None => Value::Array(Vec::new()),
            Some(Json::Array(values)) => Value::Array(values.iter().map(decode).collect::<Result<_, _>>()?),
            Some(_) => return Err(bad()),
        },
        "mapValue" => Value::Map(decode_fields(value.get("fields"))?),
        _ => return Err(malformed(format!("unknown type {kind}"))),
    })
}

fn decode_integer(value: &Json) -> Option<i64> {
    match value {
        Json::String(text) => text.parse().ok(),
        other => other.as_i64(),
    }
}

fn decode_double(value: &Json) -> Option<f64> {
    match value.as_str() {
        Some("NaN") => Some(f64::NAN),
        Some("Infinity") => Some(f64::INFINITY),
        Some("-Infinity") => Some(f64::NEG_INFINITY),
        Some(_) => None,
        None => value.as_f64(),
    }
}

fn decode_timestamp(value: &Json) -> Option<Timestamp> {
    value.as_str()?.parse().ok().map(to_micros)
}

/// Decodes a point. An absent coordinate is zero, as in all of the interface's messages.
fn decode_point(point: &Map<String, Json>) -> Result<GeoPoint, Malformed> {
    let coordinate = |name: &str| match point.get(name) {
        None => Ok(0.0),
        Some(value) => value.as_f64().ok_or_else(|| malformed(format!("{name} isn't a number"))),
    };
    GeoPoint::new(coordinate("latitude")?, coordinate("longitude")?)
        .map_err(|error| malformed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Boolean),
            any::<i64>().prop_map(Value::Integer),
            (-1e9..1e9f64).prop_map(Value::Double),
            (-62_000_000_000_000_000i64..250_000_000_000_000_000)
                .prop_map(|micros| Value::Timestamp(Timestamp::from_microsecond(micros).unwrap())),
            any::<String>().prop_map(Value::String),
            proptest::collection::vec(any::<u8>(), 0..20).prop_map(Value::Bytes),
            (-90.0..=90.0f64, -180.0..=180.0f64)
                .prop_map(|(a, o)| Value::GeoPoint(GeoPoint::new(a, o).unwrap())),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
                proptest::collection::btree_map("[a-z]{1,5}", inner, 0..4).prop_map(Value::Map),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_value_decodes_to_what_was_encoded(value in value()) {
            let text = encode(&value).to_string();
            prop_assert_eq!(decode(&serde_json::from_str(&text).unwrap()).unwrap(), value);
        }
    }

    #[test]
    fn a_geo_point_out_of_range_is_rejected_with_its_value() {
        let far = json!({ "geoPointValue": { "latitude": 91, "longitude": 0 } });
        assert_eq!(
            decode(&far).unwrap_err().to_string(),
            "latitude must be a number from -90 to 90, but is 91"
        );
    }

    #[test]
    fn a_value_without_exactly_one_valid_type_is_rejected() {
        for bad in [
            json!("text"),
            json!({}),
            json!({ "stringValue": "a", "nullValue": null }),
            json!({ "integerValue": "1.5" }),
            json!({ "functionValue": {} }),
            json!({ "booleanValue": "true" }),
        ] {
            assert!(decode(&bad).is_err(), "{bad} was taken");
        }
    }
}
