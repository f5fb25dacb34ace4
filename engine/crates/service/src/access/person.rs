//! One document per person: the mark that their sessions carry, and whether they're blocked.
//!
//! A session is valid only while the mark it began with is still the person's. Anything that ends a person's
//! sessions (removal from the list, blocking, signing out everywhere) overwrites the mark without reading it
//! first, so if two engines do that at once, neither fails. What was ended once therefore stays ended,
//! whatever the person is allowed later.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::email::EmailAddress;
use crate::store::{
    Document, DocumentPath, DocumentStore, FieldPath, Fields, StoreError, Value, Write, collections,
    list_all, random_bytes,
};

const MARK: &str = "mark";
const BLOCKED: &str = "blocked";

/// The content of a person's document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// `None` if there is no document yet: none of the person's sessions were ever ended this way.
    pub(super) mark: Option<Arc<str>>,
    pub(super) blocked: bool,
}

impl Standing {
    pub(super) fn of(document: Option<&Document>) -> Self {
        let Some(Document { fields, .. }) = document else { return Self::default() };
        // A document without a readable mark still counts: sessions that began before it existed have ended.
        let mark = fields.get(MARK).and_then(Value::as_str).unwrap_or_default();
        Self { mark: Some(mark.into()), blocked: is_blocked(fields) }
    }
}

/// Whether the person is blocked. Anything but a plain no counts, because a block written by hand is
/// intentional.
fn is_blocked(fields: &Fields) -> bool {
    !matches!(fields.get(BLOCKED), None | Some(Value::Null | Value::Boolean(false)))
}

/// Returns the path of a person's document.
pub(super) fn path(email: &EmailAddress) -> DocumentPath {
    collections::people()
        .document(email.as_str())
        .expect("an address has no slash, no control character and no reserved form")
}

/// Reads every person's document, by id.
pub(super) async fn all(store: &dyn DocumentStore) -> Result<BTreeMap<String, Standing>, StoreError> {
    let documents = list_all(store, &collections::people()).await?;
    let standing = |document: Document| (document.path.id().to_owned(), Standing::of(Some(&document)));
    Ok(documents.into_iter().map(standing).collect())
}

/// Returns the write that ends every session of the person with this id, and with `blocked` sets whether
/// they're blocked.
///
/// # Errors
/// If the id isn't valid, or the machine has no random numbers.
pub(super) fn overwrite(id: &str, blocked: Option<bool>) -> Result<Write, StoreError> {
    let path =
        collections::people().document(id).map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let mut fields = Fields::from([(MARK.to_owned(), hex::encode(random_bytes::<16>()?).into())]);
    fields.extend(blocked.map(|blocked| (BLOCKED.to_owned(), blocked.into())));
    let mask = fields.keys().map(|name| FieldPath::parse(name).expect("the names are field paths")).collect();
    Ok(Write::merge(path, fields, mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_that_can_not_be_read_is_a_mark_and_not_none() {
        let fields = |mark: Value| Fields::from([(MARK.to_owned(), mark)]);
        for fields in [Fields::new(), fields(7.into()), fields(Value::Null)] {
            let update_time = jiff::Timestamp::UNIX_EPOCH;
            let path = path(&"ann@a.example".parse().unwrap());
            let document = Document { path, fields, create_time: update_time, update_time };
            assert!(Standing::of(Some(&document)).mark.is_some(), "what began under none has ended");
        }
        assert_eq!(Standing::of(None).mark, None);
    }

    #[test]
    fn any_block_but_a_plain_no_keeps_out() {
        for (value, keeps_out) in [
            (true.into(), true),
            ("yes".into(), true),
            (1.into(), true),
            (false.into(), false),
            (Value::Null, false),
        ] {
            assert_eq!(is_blocked(&Fields::from([(BLOCKED.to_owned(), value)])), keeps_out);
        }
    }
}
