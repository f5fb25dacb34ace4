//! The hosted database's names for itself, its collections, and its documents.

use url::Url;

use super::settings::{DatabaseId, ProjectId};
use crate::store::document::{CollectionId, DocumentPath, FieldPath};

/// One database in one project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Database {
    pub project: ProjectId,
    pub id: DatabaseId,
}

impl Database {
    /// Returns `projects/…/databases/…/documents`, the prefix of all names.
    pub(super) fn root(&self) -> String {
        format!("projects/{}/databases/{}/documents", self.project.as_str(), self.id.as_str())
    }

    /// Returns the full name of a document.
    pub(super) fn document(&self, path: &DocumentPath) -> String {
        format!("{}/{}/{}", self.root(), path.collection(), path.id())
    }

    /// Returns the URL of a method on all documents, such as `commit`.
    pub(super) fn method_url(&self, service: &Url, method: &str) -> Url {
        below(service, &format!("v1/{}:{method}", self.root()))
    }

    /// Returns the URL that lists a collection's documents.
    pub(super) fn collection_url(&self, service: &Url, collection: &CollectionId) -> Url {
        let mut url = below(service, &format!("v1/{}", self.root()));
        if let Ok(mut segments) = url.path_segments_mut() {
            // `push` escapes characters with a special meaning in a URL.
            segments.push(collection.as_str());
        }
        url
    }
}

fn below(service: &Url, path: &str) -> Url {
    let mut url = service.clone();
    url.set_path(path);
    url
}

/// Parses the path of a document in a top-level collection from its full name.
pub(super) fn path_of(name: &str) -> Option<DocumentPath> {
    let (_, path) = name.split_once("/documents/")?;
    let (collection, id) = path.split_once('/')?;
    CollectionId::new(collection).ok()?.document(id).ok()
}

/// Formats a field path for a mask: a name that isn't a plain word is enclosed in backquotes.
pub(super) fn mask_path(path: &FieldPath) -> String {
    let quoted = path.segments().iter().map(|segment| {
        let plain = !segment.starts_with(|c: char| c.is_ascii_digit())
            && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if plain {
            return segment.clone();
        }
        format!("`{}`", segment.replace('\\', "\\\\").replace('`', "\\`"))
    });
    quoted.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> Database {
        Database { project: "a-project".parse().unwrap(), id: "(default)".parse().unwrap() }
    }

    #[test]
    fn urls_match_the_rest_api() {
        let service = Url::parse("https://host.example/").unwrap();
        assert_eq!(
            database().method_url(&service, "commit").as_str(),
            "https://host.example/v1/projects/a-project/databases/(default)/documents:commit"
        );
        let odd = CollectionId::new("a b?c#d%").unwrap();
        assert_eq!(
            database().collection_url(&service, &odd).as_str(),
            "https://host.example/v1/projects/a-project/databases/(default)/documents/a%20b%3Fc%23d%25"
        );
    }

    #[test]
    fn a_document_name_parses_back_to_its_path() {
        let path = CollectionId::new("people").unwrap().document("ann@example.org").unwrap();
        let name = database().document(&path);
        assert_eq!(name, "projects/a-project/databases/(default)/documents/people/ann@example.org");
        assert_eq!(path_of(&name), Some(path));
        for bad in ["", "people/ann", "projects/p/databases/d/documents/people", "x/documents/a/b/c/d"] {
            assert_eq!(path_of(bad), None, "{bad}");
        }
    }

    #[test]
    fn field_names_that_are_not_plain_words_are_quoted() {
        for (path, written) in [
            ("isAdmin", "isAdmin"),
            ("profile.is_2", "profile.is_2"),
            ("2nd", "`2nd`"),
            ("a b.c", "`a b`.c"),
            ("back`tick\\", "`back\\`tick\\\\`"),
            ("ä", "`ä`"),
        ] {
            assert_eq!(mask_path(&FieldPath::parse(path).unwrap()), written);
        }
    }
}
