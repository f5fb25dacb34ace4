//! Threads that work on the file, each with its own connection.
//!
//! Reads and writes have separate threads, outside the async runtime, so a thread is free for reads no matter how
//! many writes wait for the disk or for another program's lock.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::documents::unavailable;
use crate::store::interface::StoreError;

/// The maximum number of waiting calls; beyond it, calls are refused immediately.
const WAITING: usize = 4096;

type Work = Box<dyn FnOnce(&mut Connection) + Send>;

/// A thread pool and its queue.
#[derive(Debug)]
pub(super) struct Threads {
    /// `None` once the threads have been asked to end.
    work: Option<SyncSender<Work>>,
    threads: Vec<JoinHandle<Connection>>,
}

impl Threads {
    /// Starts one thread for each connection.
    pub(super) fn start(name: &str, connections: Vec<Connection>) -> io::Result<Self> {
        let (work, waiting) = sync_channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        let threads = connections.into_iter().map(|connection| {
            let waiting = Arc::clone(&waiting);
            Builder::new().name(name.to_owned()).spawn(move || serve(connection, &waiting))
        });
        Ok(Self { work: Some(work), threads: threads.collect::<Result<_, _>>()? })
    }

    /// Runs `work` when its turn comes, even if the caller no longer waits for the answer.
    ///
    /// # Errors
    /// If `work` fails, or if the queue is full.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let work: Work = Box::new(move |connection| {
            // The caller may be gone.
            let _ = answer.send(work(connection));
        });
        let threads = self.work.as_ref().ok_or_else(|| unavailable("it is closed"))?;
        threads.try_send(work).map_err(|_| unavailable("too many calls are waiting for it"))?;
        answered.await.unwrap_or_else(|_| Err(unavailable("a call was interrupted")))
    }
}

impl Drop for Threads {
    /// Finishes the queued work, ends the threads, and closes their connections.
    fn drop(&mut self) {
        self.work = None;
        for thread in self.threads.drain(..) {
            // Close them one by one: the last connection to close merges the log into the file and removes it, and if
            // several close at once, none counts as the last. A thread can't have panicked outside its work.
            drop(thread.join());
        }
    }
}

/// Runs work until the queue is closed. Returns the connection, still open.
fn serve(mut connection: Connection, waiting: &Mutex<Receiver<Work>>) -> Connection {
    loop {
        let work = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = work else { return connection };
        // A panic rolls back its transaction, so the connection stays usable.
        if catch_unwind(AssertUnwindSafe(|| work(&mut connection))).is_err() {
            tracing::error!("a call to the document store panicked");
        }
    }
}
