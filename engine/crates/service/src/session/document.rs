//! A session as a document.

use jiff::Timestamp;

use super::Person;
use super::token::Id;
use crate::store::{Document, FieldPath, Fields, Value};

const LAST_USED: &str = "lastUsed";

/// The content of a session's document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) person: Person,
    /// The person's mark when the session began.
    pub(super) mark: Option<String>,
    pub(super) created: Timestamp,
    pub(super) last_used: Timestamp,
}

pub(super) fn write(kept: &Kept) -> Fields {
    let person = &kept.person;
    let mut fields = Fields::from([
        ("email".to_owned(), person.email.as_str().into()),
        ("subject".to_owned(), person.subject.as_str().into()),
        ("created".to_owned(), Value::timestamp(kept.created)),
        (LAST_USED.to_owned(), Value::timestamp(kept.last_used)),
    ]);
    let optional =
        [("displayName", &person.display_name), ("photoUrl", &person.photo_url), ("mark", &kept.mark)];
    for (name, value) in optional {
        if let Some(value) = value {
            fields.insert(name.to_owned(), value.as_str().into());
        }
    }
    fields
}

/// Returns the only field that changes during a session's lifetime, and its mask.
pub(super) fn last_use(now: Timestamp) -> (Fields, Vec<FieldPath>) {
    let mask = FieldPath::parse(LAST_USED).expect("the name keeps the rules of field paths");
    (Fields::from([(LAST_USED.to_owned(), Value::timestamp(now))]), vec![mask])
}

/// Reads a session; `None` if the document isn't a session's. Such a document lets nobody in and is
/// never removed.
pub(super) fn read(document: &Document) -> Option<(Id, Kept)> {
    let text = |name: &str| document.fields.get(name).and_then(Value::as_str).map(str::to_owned);
    let moment = |name: &str| document.fields.get(name).and_then(Value::as_timestamp);
    let kept = Kept {
        person: Person {
            email: text("email")?,
            display_name: text("displayName"),
            photo_url: text("photoUrl"),
            subject: text("subject")?,
        },
        mark: text("mark"),
        created: moment("created")?,
        last_used: moment(LAST_USED)?,
    };
    Some((Id::of_document(document.path.id())?, kept))
}
