//! A test double of the hosted document database: real HTTP on loopback, documents in memory, and the
//! service's rules for preconditions, masks, and pages.
//!
//! The double itself is checked against Google's discovery document for the interface: each request and
//! response must match it, and any violation fails the test when the double is dropped. On demand it fails
//! the way a network or a service does ([`Fault`]).
//!
//! Another test binary includes it with `#[path = "../store/double/mod.rs"] mod double;`.

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

/// The double's database.
pub const PROJECT: &str = "demo-callguide";
pub const DATABASE: &str = "(default)";

/// A running double. Dropping it stops it, and fails the test if anything violated the discovery document.
pub struct Double {
    address: SocketAddr,
    inside: Arc<Inside>,
    server: JoinHandle<()>,
}

/// The state that the server and the test share.
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
    /// Starts on a free port, without documents.
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

    /// Returns `HOST:PORT`, the format of `FIRESTORE_EMULATOR_HOST`.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Makes the next `times` requests of this kind fail with `fault`.
    pub fn fail(&self, times: usize, on: On, fault: Fault) {
        lock(&self.inside.faults).extend(std::iter::repeat_n((on, fault), times));
    }

    /// Clears all faults.
    pub fn forget_faults(&self) {
        lock(&self.inside.faults).clear();
    }

    /// Sets whether the double is unavailable. While it is, every connection is cut.
    pub fn set_away(&self, away: bool) {
        *lock(&self.inside.away) = away;
    }

    /// Sets the bearer token that is accepted, and that `/token` returns, from now on. The emulator's is
    /// `owner`.
    pub fn set_token(&self, token: &str) {
        token.clone_into(&mut lock(&self.inside.token));
    }

    /// Returns the methods called so far, by their names in the discovery document, oldest first.
    pub fn seen(&self) -> Vec<String> {
        lock(&self.inside.seen).clone()
    }

    /// Returns the number of documents.
    pub fn len(&self) -> usize {
        lock(&self.inside.documents).len()
    }

    /// Takes the violations so far, so that a test may expect them.
    pub fn take_violations(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.inside.violations))
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        self.server.abort();
        // Cuts open connections when they're next used.
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
