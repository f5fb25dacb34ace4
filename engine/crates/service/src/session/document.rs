//! The two parts of a session: a secret in the browser, and a document in the store whose id is the secret's hash.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use crate::access::{Everyone, Rights};
use crate::installation::{Codes, Key};
use crate::store::{Document, DocumentPath, FieldPath, Fields, StoreError, Value, collections, random_bytes};
use callguide_search::api::access::{OpenSession, OpenSessions};

/// The length of a token's random part, which is followed by this installation's authentication code.
const BYTES: usize = 32;

const LAST_USED: &str = "lastUsed";

/// A person identified by a sign-in provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Lower-cased, as in the allow-list.
    pub email: String,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
    /// The provider's identifier for the person, which remains theirs even if the address changes hands.
    pub subject: String,
}

/// A session as stored in its document; its last use may be later, if it hasn't been saved yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSession {
    pub person: Person,
    /// The person's mark when the session began. The session is valid only while the person still has this mark.
    pub mark: Option<String>,
    /// When it began.
    pub since: Timestamp,
    /// When it was last used, as far as this engine knows. Another engine may know of a use a few minutes later.
    pub last_use: Timestamp,
}

/// Returns the sessions for an admin's view, sorted by address, and newest first within an address. Nothing in them
/// lets anyone sign in. Sessions of people whom `lets_in` refuses, and sessions with an outdated mark, are
/// left out.
pub fn open(sessions: Vec<StoredSession>, everyone: &Everyone, lets_in: fn(&Rights) -> bool) -> OpenSessions {
    let holds = |session: &StoredSession| {
        session.person.email.parse().is_ok_and(|email| {
            let rights = everyone.rights(&email);
            lets_in(&rights) && rights.mark.as_deref() == session.mark.as_deref()
        })
    };
    let shown = |StoredSession { person, since, last_use, .. }| OpenSession {
        email: person.email,
        display_name: person.display_name,
        since,
        last_used: last_use,
    };
    let mut sessions: Vec<_> = sessions.into_iter().filter(holds).map(shown).collect();
    sessions.sort_by(|a, b| (&a.email, b.since).cmp(&(&b.email, a.since)));
    OpenSessions { sessions }
}

/// Returns the codes that authenticate the tokens of the installation with this `key`.
pub(super) fn codes(key: &Key) -> Codes {
    key.codes("session")
}

/// The secret that identifies a browser's session. It must not be logged, so it can't be printed.
pub struct Token(String);

impl Token {
    /// Returns a token of 256 random bits and their authentication code.
    pub(super) fn random(codes: &Codes) -> Result<Self, StoreError> {
        let random: [u8; BYTES] = random_bytes()?;
        Ok(Self(URL_SAFE_NO_PAD.encode([&random[..], &codes.of(&random)].concat())))
    }

    /// Returns the token's text, for the cookie.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn id(&self) -> SessionId {
        hash(&self.0)
    }

    /// Returns the id of the session's document, which reveals nothing about the token.
    pub fn session_id(&self) -> String {
        self.id().0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

/// The hash of a token: the id of its document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SessionId(String);

impl SessionId {
    /// Returns the token's id; `None` if no engine of the installation with these `codes` made the token.
    pub(super) fn of(token: &str, codes: &Codes) -> Option<Self> {
        let decoded = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (random, mac) = decoded.split_at_checked(BYTES)?;
        codes.fits(random, mac).then(|| hash(token))
    }

    /// Parses a document's id; `None` if it isn't a token's hash.
    pub(super) fn of_document(id: &str) -> Option<Self> {
        let is_hash = id.len() == 64 && id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        is_hash.then(|| Self(id.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Plain SHA-256 is enough: a token has 256 random bits, so a slow hash wouldn't make guessing any harder.
fn hash(token: &str) -> SessionId {
    SessionId(hex::encode(Sha256::digest(token)))
}

/// Returns the path of a session's document.
pub(super) fn path(id: &SessionId) -> DocumentPath {
    collections::SESSIONS.document(id.as_str()).expect("a hash in hex is a valid ID")
}

pub(super) fn write(kept: &StoredSession) -> Fields {
    let person = &kept.person;
    let mut fields = Fields::from([
        ("email".to_owned(), person.email.as_str().into()),
        ("subject".to_owned(), person.subject.as_str().into()),
        ("created".to_owned(), Value::timestamp(kept.since)),
        (LAST_USED.to_owned(), Value::timestamp(kept.last_use)),
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
    let mask = FieldPath::parse(LAST_USED).expect("the name is a valid field path");
    (Fields::from([(LAST_USED.to_owned(), Value::timestamp(now))]), vec![mask])
}

/// Reads a session; `None` if the document isn't a session's. Such a document doesn't let anyone in and is never
/// removed.
pub(super) fn read(document: &Document) -> Option<(SessionId, StoredSession)> {
    let text = |name: &str| document.fields.get(name).and_then(Value::as_str).map(str::to_owned);
    let moment = |name: &str| document.fields.get(name).and_then(Value::as_timestamp);
    let kept = StoredSession {
        person: Person {
            email: text("email")?,
            display_name: text("displayName"),
            photo_url: text("photoUrl"),
            subject: text("subject")?,
        },
        mark: text("mark"),
        since: moment("created")?,
        last_use: moment(LAST_USED)?,
    };
    Some((SessionId::of_document(document.path.id())?, kept))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn some_codes() -> Codes {
        codes(&Key::random().unwrap())
    }

    pub(in crate::session) fn some_id() -> SessionId {
        Token::random(&some_codes()).unwrap().id()
    }

    #[test]
    fn tokens_are_unique_and_their_hash_does_not_reveal_them() {
        let codes = some_codes();
        let (one, two) = (Token::random(&codes).unwrap(), Token::random(&codes).unwrap());
        assert_ne!(one.as_str(), two.as_str());
        assert_eq!(one.as_str().len(), 64);
        assert_eq!(SessionId::of(one.as_str(), &codes), Some(one.id()));
        assert_eq!(SessionId::of_document(one.id().as_str()), Some(one.id()));
        assert!(!one.id().as_str().contains(one.as_str()));
        assert_eq!(format!("{one:?}"), "Token");
    }

    #[test]
    fn only_tokens_made_by_this_installation_are_accepted() {
        let codes = some_codes();
        let other = Token::random(&some_codes()).unwrap();
        let cut = &Token::random(&codes).unwrap().0[..62];
        for bad in ["", "short", "../../etc", "é", &"A".repeat(43), &"A".repeat(64), &"A".repeat(100_000)] {
            assert_eq!(SessionId::of(bad, &codes), None);
        }
        assert_eq!((SessionId::of(other.as_str(), &codes), SessionId::of(cut, &codes)), (None, None));
    }
}
