//! A document: its path, its typed fields, its creation time, and its last change.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;

/// The fields of a document or of a map in it.
pub type Fields = BTreeMap<String, Value>;

/// A document in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub path: DocumentPath,
    pub fields: Fields,
    pub create_time: Timestamp,
    /// Updated by every write that changes the document. [`super::Precondition::UpdateTime`] compares it.
    pub update_time: Timestamp,
}

/// A field's value, as one of the hosted document database's types.
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
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// Returns the Boolean, or `None` for another type.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Boolean(value) = self { Some(*value) } else { None }
    }

    /// Returns the integer, or `None` for another type.
    pub fn as_integer(&self) -> Option<i64> {
        if let Self::Integer(value) = self { Some(*value) } else { None }
    }

    /// Returns the timestamp, or `None` for another type.
    pub fn as_timestamp(&self) -> Option<Timestamp> {
        if let Self::Timestamp(moment) = self { Some(*moment) } else { None }
    }

    /// Returns the elements of an array, or `None` for another type.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Self::Array(values) = self { Some(values) } else { None }
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

/// Latitude and longitude in degrees, within their ranges (`spec §5`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeoPoint {
    latitude: f64,
    longitude: f64,
}

/// A latitude or longitude outside its range.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum InvalidGeoPoint {
    #[error("latitude must be a number from -90 to 90, but is {0}")]
    Latitude(f64),
    #[error("longitude must be a number from -180 to 180, but is {0}")]
    Longitude(f64),
}

impl GeoPoint {
    /// Accepts latitudes from −90 to 90 and longitudes from −180 to 180, inclusive (`spec §5`).
    pub fn new(latitude: f64, longitude: f64) -> Result<Self, InvalidGeoPoint> {
        if !(-90.0..=90.0).contains(&latitude) {
            return Err(InvalidGeoPoint::Latitude(latitude));
        }
        if !(-180.0..=180.0).contains(&longitude) {
            return Err(InvalidGeoPoint::Longitude(longitude));
        }
        Ok(Self { latitude, longitude })
    }

    /// Returns the latitude, in degrees north.
    pub fn latitude(self) -> f64 {
        self.latitude
    }

    /// Returns the longitude, in degrees east.
    pub fn longitude(self) -> f64 {
        self.longitude
    }
}

/// Why the hosted document database would refuse a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPath {
    #[error("a {0} can't be empty")]
    Empty(&'static str),
    #[error("a {0} can't contain {1:?}")]
    Character(&'static str, char),
    #[error("a {0} can't be `.`, `..`, or `__…__`")]
    Reserved(&'static str),
    #[error("a {0} can have at most 1,500 bytes")]
    TooLong(&'static str),
}

/// The id of a top-level collection.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CollectionId(Cow<'static, str>);

impl CollectionId {
    /// Validates `id` by the hosted database's rules.
    pub fn new(id: impl Into<String>) -> Result<Self, InvalidPath> {
        let id = id.into();
        check_id("collection id", &id)?;
        Ok(Self(id.into()))
    }

    /// Returns the id of one of our collections, whose name follows the rules.
    pub(super) const fn known(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// Returns the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path of a document in this collection.
    pub fn document(&self, id: impl Into<String>) -> Result<DocumentPath, InvalidPath> {
        let id = id.into();
        check_id("document id", &id)?;
        Ok(DocumentPath { collection: self.clone(), id })
    }
}

impl fmt::Display for CollectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A collection and the id of a document in it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentPath {
    collection: CollectionId,
    id: String,
}

impl DocumentPath {
    /// Returns the document's collection.
    pub fn collection(&self) -> &CollectionId {
        &self.collection
    }

    /// Returns the document's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the path of the document with the same id in another collection.
    pub(super) fn moved_to(&self, collection: CollectionId) -> Self {
        Self { collection, id: self.id.clone() }
    }
}

impl fmt::Display for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.collection, self.id)
    }
}

fn check_id(what: &'static str, id: &str) -> Result<(), InvalidPath> {
    if id.is_empty() {
        return Err(InvalidPath::Empty(what));
    }
    if let Some(bad) = id.chars().find(|c| *c == '/' || c.is_control()) {
        return Err(InvalidPath::Character(what, bad));
    }
    if id == "." || id == ".." || (id.len() >= 4 && id.starts_with("__") && id.ends_with("__")) {
        return Err(InvalidPath::Reserved(what));
    }
    if id.len() > 1500 {
        return Err(InvalidPath::TooLong(what));
    }
    Ok(())
}

/// The path to a field: names joined by dots (`spec §5`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath(Vec<String>);

impl FieldPath {
    /// Parses a path. Neither the path nor any name in it may be empty or contain any of `~ * / [ ]` (`spec §5`).
    pub fn parse(path: &str) -> Result<Self, InvalidPath> {
        const WHAT: &str = "field path";
        if let Some(bad) = path.chars().find(|c| "~*/[]".contains(*c)) {
            return Err(InvalidPath::Character(WHAT, bad));
        }
        let segments: Vec<String> = path.split('.').map(str::to_owned).collect();
        if segments.iter().any(String::is_empty) {
            return Err(InvalidPath::Empty(WHAT));
        }
        Ok(Self(segments))
    }

    /// Returns the names, outermost first. There is at least one.
    pub fn segments(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("."))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_of_the_coordinate_ranges_are_valid() {
        for (latitude, longitude) in [(-90.0, -180.0), (90.0, 180.0), (0.0, 0.0)] {
            assert!(GeoPoint::new(latitude, longitude).is_ok());
        }
    }

    #[test]
    fn coordinates_out_of_range_are_rejected_by_name() {
        assert_eq!(GeoPoint::new(90.000_001, 0.0), Err(InvalidGeoPoint::Latitude(90.000_001)));
        assert_eq!(GeoPoint::new(0.0, -180.5), Err(InvalidGeoPoint::Longitude(-180.5)));
        assert!(GeoPoint::new(f64::NAN, 0.0).is_err());
        assert!(GeoPoint::new(0.0, f64::INFINITY).is_err());
    }

    #[test]
    fn field_paths_with_special_characters_are_rejected() {
        assert_eq!(FieldPath::parse("profile.isAdmin").unwrap().segments(), ["profile", "isAdmin"]);
        for bad in ["", "a..b", ".a", "a.", "a~b", "a*", "a/b", "a[0]", "a]"] {
            assert!(FieldPath::parse(bad).is_err(), "{bad} was taken");
        }
        assert_eq!(FieldPath::parse("a*b").unwrap_err().to_string(), "a field path can't contain '*'");
    }

    #[test]
    fn ids_invalid_in_the_hosted_database_are_rejected() {
        let collection = CollectionId::new("allowedEmails").unwrap();
        assert!(collection.document("ann@example.org").is_ok());
        for bad in ["", "a/b", ".", "..", "__x__", "____", "a\nb"] {
            assert!(collection.document(bad).is_err(), "{bad:?} was taken");
        }
        assert!(collection.document("x".repeat(1501)).is_err());
    }
}
