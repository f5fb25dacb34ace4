//! Every session that has not ended by itself.

use std::sync::Arc;

use jiff::Timestamp;

use super::document::read;
use super::token::Key;
use super::{Person, Sessions, collection};
use crate::api::session::OpenSession;
use crate::store::{StoreError, Value, list_all};

/// A session as an admin may see it: nothing in it lets anyone in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub person: Person,
    /// When it began.
    pub since: Timestamp,
    /// When it was used last, as far as that is written down.
    pub last_used: Timestamp,
    /// The mark that it began under: it holds only while that is its person's.
    pub mark: Option<Arc<str>>,
}

impl From<Listed> for OpenSession {
    fn from(listed: Listed) -> Self {
        let Listed { person, since, last_used, .. } = listed;
        Self { email: person.email, display_name: person.display_name, since, last_used }
    }
}

impl Sessions {
    /// The sessions that have not ended by themselves, by address and of one address the newest first. Whether
    /// their people may still come in is not asked.
    ///
    /// # Errors
    /// Where the store can't be asked.
    pub async fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let now = self.now();
        let mut open = Vec::new();
        for document in list_all(&*self.store, &collection()).await? {
            let Some(kept) = read(&document) else { continue };
            if self.has_ended(&Key::of_document(document.path.id()), &kept, now) {
                continue;
            }
            let mark = document.fields.get("mark").and_then(Value::as_str).map(Arc::from);
            open.push(Listed { person: kept.person, since: kept.created, last_used: kept.last_used, mark });
        }
        open.sort_by(|a, b| (&a.person.email, b.since).cmp(&(&b.person.email, a.since)));
        Ok(open)
    }
}
