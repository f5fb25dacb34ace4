//! Sign-in: begins a session for a person whom a provider identified, or refuses them.
//!
//! [`sign_in`] is the only way to get a session. Every kind of sign-in ends in this function, so the access rule
//! can't be bypassed. This module knows nothing about HTTP requests to the engine: `http` decides which requests may
//! begin a sign-in and where the result is reported.
//!
//! For each address that signs in, the store keeps the provider's subject and the ids of the sessions that began. If
//! the subject changes, a warning is written to the audit trail. An address that changes hands is still let in,
//! because the list names addresses, but an admin should know.

mod attempts;
pub mod development;
mod loopback;
pub mod oidc;

pub use attempts::{Opened, Secret};
pub use loopback::is_loopback;

use jiff::Timestamp;

use crate::access::{AccessRules, EmailAddress, subject_changed};
use crate::metrics::Metrics;
use crate::session::{Person, Sessions, Token};
use crate::store::{Document, DocumentStore, Fields, Precondition, StoreError, Value, Write, collections};

/// The maximum number of tries when two sign-ins with the same address collide.
const TRIES: u32 = 5;

const SUBJECT: &str = "subject";
const SINCE: &str = "since";
const SESSIONS: &str = "sessions";

/// How people sign in.
#[derive(Debug)]
pub enum SignIn {
    /// At an OpenID Connect provider.
    Provider(Box<oidc::Provider>),
    /// As one of the seeded people, on a machine without configuration.
    Development(Box<development::Development>),
}

/// Why a sign-in fails.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// The address is unusable, or the access rule refuses it. This is definite, and nothing was stored.
    #[error("the access rule refuses this person")]
    Refused,
    /// The person has the maximum number of sessions, all of them in use.
    #[error("this person has too many sessions in use")]
    Full,
    /// The store can't be used, so the rule can't be checked now.
    #[error(transparent)]
    Store(StoreError),
}

/// Begins a session for `person` if the access rule lets them in (`spec §4`, `§5`).
///
/// `method` is the kind of sign-in in the usage event `login` (`spec §7`), whose only personal detail is the email
/// domain.
///
/// # Errors
/// If the person is refused or has too many sessions, or the store doesn't answer. In these cases, no session begins,
/// and nothing is stored about a refused person.
pub async fn sign_in(
    mut person: Person,
    method: &str,
    access: &AccessRules,
    sessions: &Sessions,
    store: &dyn DocumentStore,
    metrics: &Metrics,
) -> Result<Token, SignInError> {
    let email: EmailAddress = person.email.parse().map_err(|_| SignInError::Refused)?;
    let rights = access.rights_now(&email).await.map_err(SignInError::Store)?;
    if !rights.allowed {
        tracing::info!(event = "login_refused", method, domain = email.domain());
        let forget = Write::delete(email.document_in(&collections::SUBJECTS));
        if let Err(error) = store.commit(vec![forget]).await {
            tracing::warn!(%error, "the record of a refused person couldn't be deleted");
        }
        return Err(SignInError::Refused);
    }
    person.email = email.as_str().to_owned();
    let begun = begin(store, sessions, &email, &person, rights.mark.as_deref()).await;
    let token = begun.map_err(SignInError::Store)?.ok_or(SignInError::Full)?;
    tracing::info!(event = "login", method, domain = email.domain());
    metrics.login(method, email.domain());
    Ok(token)
}

/// Begins a session for `person`, who signs in as `email`, and records the subject and the session in the same
/// commit. Returns `None` if the person has the maximum number of sessions, all of them in use.
///
/// # Errors
/// If the store can't save it.
async fn begin(
    store: &dyn DocumentStore,
    sessions: &Sessions,
    email: &EmailAddress,
    person: &Person,
    mark: Option<&str>,
) -> Result<Option<Token>, StoreError> {
    let (path, now) = (email.document_in(&collections::SUBJECTS), sessions.now());
    for _ in 0..TRIES {
        let known = store.get(&path).await?;
        let before = known.as_ref().map(KnownPerson::of).unwrap_or_default();
        let Some(room) = sessions.make_room(before.sessions, mark).await? else { return Ok(None) };
        let (token, session) = sessions.prepare(person.clone(), mark).await?;
        let changed = before.subject.filter(|before| *before != person.subject);
        let since = before.since.filter(|_| changed.is_none()).unwrap_or(now);
        let began = room.stay.into_iter().chain([token.session_id()]);
        let fields = Fields::from([
            (SUBJECT.to_owned(), person.subject.as_str().into()),
            (SINCE.to_owned(), Value::timestamp(since)),
            (SESSIONS.to_owned(), Value::Array(began.map(Value::String).collect())),
        ]);
        let expected = known
            .as_ref()
            .map_or(Precondition::Exists(false), |known| Precondition::UpdateTime(known.update_time));
        let mut writes = vec![session, Write::set(path.clone(), fields).only_if(expected)];
        if let Some(before) = changed {
            writes.push(subject_changed(store, email, before, &person.subject, now).await?);
        }
        match store.commit(writes).await {
            Ok(_) => {
                if changed.is_some() {
                    let domain = email.domain();
                    tracing::warn!(
                        event = "subject_changed",
                        domain,
                        "a known address signed in with a different subject"
                    );
                }
                if !room.end.is_empty()
                    && let Err(error) = sessions.end_all(&room.end).await
                {
                    tracing::warn!(%error, "a person's longest-idle session couldn't be ended to make room for a new one");
                }
                return Ok(Some(token));
            }
            Err(error) if error.is_precondition() => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Unavailable(format!("{path} keeps changing")))
}

/// The content of a subject's document.
#[derive(Debug, Default)]
struct KnownPerson<'a> {
    subject: Option<&'a str>,
    /// When this subject was first seen with the address.
    since: Option<Timestamp>,
    /// The ids of the person's sessions; some may have ended.
    sessions: Vec<String>,
}

impl<'a> KnownPerson<'a> {
    fn of(document: &'a Document) -> Self {
        let field = |name| document.fields.get(name);
        let ids = field(SESSIONS).and_then(Value::as_array).unwrap_or_default();
        Self {
            subject: field(SUBJECT).and_then(Value::as_str),
            since: field(SINCE).and_then(Value::as_timestamp),
            sessions: ids.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        }
    }
}
