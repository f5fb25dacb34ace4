//! A double of the hosted document database: real HTTP on loopback, documents in memory, the
//! service's own rules for preconditions, masks and pages.
//!
//! It is itself held to Google's discovery document of the interface: each request and each answer
//! is checked against it, and what doesn't fit fails the test when the double is dropped. On
//! demand it fails as a network and a service do ([`Fault`]).
//!
//! Another test binary takes it with `#[path = "../store/double/mod.rs"] mod double;`.

mod commit;
mod discovery;
mod documents;
mod faults;
mod mask;
mod serve;
mod values;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use discovery::Discovery;
use documents::Documents;
use tokio::task::JoinHandle;

pub use faults::{Fault, On};

/// The database that the double has.
pub const PROJECT: &str = "demo-callguide";
pub const DATABASE: &str = "(default)";

/// A running double. Dropping it ends it, and fails the test where something was not by the book.
pub struct Double {
    address: SocketAddr,
    inside: Arc<Inside>,
    server: JoinHandle<()>,
}

/// What the server and the test share.
struct Inside {
    discovery: Discovery,
    documents: Mutex<Documents>,
    faults: Mutex<Vec<(On, Fault)>>,
    away: Mutex<bool>,
    token: Mutex<String>,
    seen: Mutex<Vec<String>>,
    violations: Mutex<Vec<String>>,
}

impl Double {
    /// Starts on a free port, with no documents.
    pub async fn start() -> Self {
        let inside = Arc::new(Inside {
            discovery: Discovery::read(),
            documents: Mutex::default(),
            faults: Mutex::default(),
            away: Mutex::new(false),
            token: Mutex::new("owner".to_owned()),
            seen: Mutex::default(),
            violations: Mutex::default(),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tokio::spawn(serve::serve(listener, Arc::clone(&inside)));
        Self { address, inside, server }
    }

    /// `HOST:PORT`, as `FIRESTORE_EMULATOR_HOST` wants it.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// The next `times` requests of this kind fare so.
    pub fn fail(&self, times: usize, on: On, fault: Fault) {
        lock(&self.inside.faults).extend(std::iter::repeat_n((on, fault), times));
    }

    /// Nothing fails any more.
    pub fn forget_faults(&self) {
        lock(&self.inside.faults).clear();
    }

    /// While it is away, every connection is cut.
    pub fn set_away(&self, away: bool) {
        *lock(&self.inside.away) = away;
    }

    /// The bearer token that is let in from now on, and that `/token` hands out; the emulator's is `owner`.
    pub fn set_token(&self, token: &str) {
        token.clone_into(&mut lock(&self.inside.token));
    }

    /// The methods that were called, by their names in the discovery document, oldest first.
    pub fn seen(&self) -> Vec<String> {
        lock(&self.inside.seen).clone()
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        lock(&self.inside.documents).len()
    }

    /// What was not by the book so far; taken out, so that a test may expect it.
    pub fn take_violations(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.inside.violations))
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        self.server.abort();
        // Connections that are open are cut when they are used.
        self.set_away(true);
        let violations = self.take_violations();
        if !violations.is_empty() && !std::thread::panicking() {
            panic!("not as the discovery document says:\n{}", violations.join("\n"));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
