//! A document: typed fields, its creation time, and its last change.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::geo::GeoPoint;
use super::path::{DocumentPath, FieldPath};

/// The fields of a document or of a map in it.
pub type Fields = BTreeMap<String, Value>;

/// A document as the store holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub path: DocumentPath,
    pub fields: Fields,
    pub create_time: Timestamp,
    /// Updated by every write that changes the document. [`super::Precondition::UpdateTime`] compares it.
    pub update_time: Timestamp,
}

/// A value of a field, in the types of the hosted document database.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Boolean(bool),
    Integer(i64),
    Double(f64),
    /// Has microsecond precision; create it with [`Value::timestamp`].
    Timestamp(Timestamp),
    String(String),
    Bytes(Vec<u8>),
    /// The full name of another document.
    Reference(String),
    GeoPoint(GeoPoint),
    Array(Vec<Value>),
    Map(Fields),
}

impl Value {
    /// Returns `moment` truncated to microseconds, the hosted database's precision.
    pub fn timestamp(moment: Timestamp) -> Self {
        Self::Timestamp(to_micros(moment))
    }

    /// Returns the string, or `None` for another type.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the Boolean, or `None` for another type.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the integer, or `None` for another type.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the timestamp, or `None` for another type.
    pub fn as_timestamp(&self) -> Option<Timestamp> {
        match self {
            Self::Timestamp(moment) => Some(*moment),
            _ => None,
        }
    }

    /// Returns the elements of an array, or `None` for another type.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(values) => Some(values),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

/// Rounds down to whole microseconds.
pub(super) fn to_micros(moment: Timestamp) -> Timestamp {
    let micros = moment.as_nanosecond().div_euclid(1000);
    i64::try_from(micros).ok().and_then(|micros| Timestamp::from_microsecond(micros).ok()).unwrap_or(moment)
}

/// Copies the paths in `mask` from `new` to `fields`. A path that `new` lacks is removed.
pub(super) fn merge(fields: &mut Fields, new: &Fields, mask: &[FieldPath]) {
    for path in mask {
        let segments = path.segments();
        match find(new, segments) {
            Some(value) => put(fields, segments, value.clone()),
            None => remove(fields, segments),
        }
    }
}

fn find<'a>(fields: &'a Fields, segments: &[String]) -> Option<&'a Value> {
    let (first, rest) = segments.split_first()?;
    let value = fields.get(first)?;
    match (rest, value) {
        ([], value) => Some(value),
        (rest, Value::Map(inner)) => find(inner, rest),
        _ => None,
    }
}

fn put(fields: &mut Fields, segments: &[String], value: Value) {
    match segments {
        [] => {}
        [last] => {
            fields.insert(last.clone(), value);
        }
        [first, rest @ ..] => {
            let slot = fields.entry(first.clone()).or_insert_with(|| Value::Map(Fields::new()));
            if !matches!(slot, Value::Map(_)) {
                *slot = Value::Map(Fields::new());
            }
            if let Value::Map(inner) = slot {
                put(inner, rest, value);
            }
        }
    }
}

fn remove(fields: &mut Fields, segments: &[String]) {
    match segments {
        [] => {}
        [last] => {
            fields.remove(last);
        }
        [first, rest @ ..] => {
            if let Some(Value::Map(inner)) = fields.get_mut(first) {
                remove(inner, rest);
            }
        }
    }
}
