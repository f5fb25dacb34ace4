//! Names of collections, documents, and fields, validated on construction.

use std::fmt;

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
pub struct CollectionId(String);

impl CollectionId {
    /// Validates `id` by the hosted database's rules.
    pub fn new(id: impl Into<String>) -> Result<Self, InvalidPath> {
        let id = id.into();
        check_id("collection id", &id)?;
        Ok(Self(id))
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
    /// Parses a path. Neither the path nor a name in it may be empty, and it may contain none of `~
    /// * / [ ]` (`spec §5`).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_paths_follow_the_rule() {
        assert_eq!(FieldPath::parse("profile.isAdmin").unwrap().segments(), ["profile", "isAdmin"]);
        for bad in ["", "a..b", ".a", "a.", "a~b", "a*", "a/b", "a[0]", "a]"] {
            assert!(FieldPath::parse(bad).is_err(), "{bad} was taken");
        }
        assert_eq!(FieldPath::parse("a*b").unwrap_err().to_string(), "a field path can't contain '*'");
    }

    #[test]
    fn ids_that_the_hosted_database_refuses_are_refused() {
        let collection = CollectionId::new("allowedEmails").unwrap();
        assert!(collection.document("ann@example.org").is_ok());
        for bad in ["", "a/b", ".", "..", "__x__", "____", "a\nb"] {
            assert!(collection.document(bad).is_err(), "{bad:?} was taken");
        }
        assert!(collection.document("x".repeat(1501)).is_err());
    }
}
