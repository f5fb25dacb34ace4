//! One document a person: the mark that her sessions carry, and whether she is kept out.
//!
//! A session holds only while the mark that it began under is still the person's. Whatever ends someone's
//! sessions (taking her off the list, keeping her out, signing her out everywhere) overwrites the mark, and
//! without having read it: of two engines that do so at once neither is refused. So what was ended once
//! stays ended, whatever she is allowed later.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::email::EmailAddress;
use crate::store::{
    Document, DocumentPath, DocumentStore, FieldPath, Fields, StoreError, Value, Write, collections,
    list_all, random_bytes,
};

const MARK: &str = "mark";
const BLOCKED: &str = "blocked";

/// What a person's document says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// `None` where there is no document yet: nothing of hers was ever ended.
    pub(super) mark: Option<Arc<str>>,
    pub(super) blocked: bool,
}

impl Standing {
    pub(super) fn of(document: Option<&Document>) -> Self {
        let Some(Document { fields, .. }) = document else { return Self::default() };
        // A document without a mark that can be read isn't none: what began before it was there has ended.
        let mark = fields.get(MARK).and_then(Value::as_str).unwrap_or_default();
        Self { mark: Some(mark.into()), blocked: is_blocked(fields) }
    }
}

/// Anything but a plain no keeps out: a block that someone wrote by hand is meant.
fn is_blocked(fields: &Fields) -> bool {
    !matches!(fields.get(BLOCKED), None | Some(Value::Null | Value::Boolean(false)))
}

/// Where this person's document is, if there is one.
pub(super) fn path(email: &EmailAddress) -> DocumentPath {
    collections::people()
        .document(email.as_str())
        .expect("an address has no slash, no control character and no reserved form")
}

/// What every person's document says, by its id.
pub(super) async fn all(store: &dyn DocumentStore) -> Result<BTreeMap<String, Standing>, StoreError> {
    let documents = list_all(store, &collections::people()).await?;
    let standing = |document: Document| (document.path.id().to_owned(), Standing::of(Some(&document)));
    Ok(documents.into_iter().map(standing).collect())
}

/// Ends every session of the person whose document has this id, and with `blocked` says whether she is kept
/// out from now on.
///
/// # Errors
/// Where the machine has no random numbers.
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
