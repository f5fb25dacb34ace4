//! Threads that work on the file, each with a connection of its own.
//!
//! Reads and writes have threads apart, and none of the runtime's: however many writes wait for the disk or
//! for another program's lock, there is a thread for a read.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::store::StoreError;

/// So much work may wait; more is refused at once.
const WAITING: usize = 4096;

type Work = Box<dyn FnOnce(&mut Connection) + Send>;

/// Some threads, and the work that waits for the next of them.
pub(super) struct Threads {
    /// `None` when the threads are to end.
    work: Option<SyncSender<Work>>,
    threads: Vec<JoinHandle<Connection>>,
}

impl Threads {
    /// One thread for each connection.
    pub(super) fn start(name: &str, connections: Vec<Connection>) -> io::Result<Self> {
        let (work, waiting) = sync_channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        let threads = connections.into_iter().map(|connection| {
            let waiting = Arc::clone(&waiting);
            Builder::new().name(name.to_owned()).spawn(move || serve(connection, &waiting))
        });
        Ok(Self { work: Some(work), threads: threads.collect::<Result<_, _>>()? })
    }

    /// Does `work` when its turn comes, also where nobody waits for the answer any more.
    ///
    /// # Errors
    /// Of the work, or where too much waits already.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.hand_over(work)?.await.unwrap_or_else(|_| Err(unavailable("a call was broken off")))
    }

    /// The same for who isn't part of a runtime.
    pub(super) fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = sync_channel(1);
        // Kept until the answer is there: nobody else waits for it.
        let _handed = self.hand_over(move |connection| {
            let _ = answer.send(work(connection));
            Ok(())
        })?;
        answered.recv().unwrap_or_else(|_| Err(unavailable("a call was broken off")))
    }

    fn hand_over<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<T, StoreError>>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let work: Work = Box::new(move |connection| {
            // Whoever asked may have gone.
            let _ = answer.send(work(connection));
        });
        let threads = self.work.as_ref().ok_or_else(|| unavailable("it is closed"))?;
        threads.try_send(work).map_err(|_| unavailable("too many calls wait for it"))?;
        Ok(answered)
    }
}

impl Drop for Threads {
    /// Ends the threads after the work that waits, and closes their connections.
    fn drop(&mut self) {
        self.work = None;
        for thread in self.threads.drain(..) {
            // One after the other: the last one that closes takes the log into the file and removes it, and of those that
            // close at the same moment none is the last. It can't have panicked outside its work.
            drop(thread.join());
        }
    }
}

/// Does work until there is none to come; gives the connection back, still open.
fn serve(mut connection: Connection, waiting: &Mutex<Receiver<Work>>) -> Connection {
    loop {
        let work = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = work else { return connection };
        // What panics in a transaction rolls it back: the connection is as good as before.
        if catch_unwind(AssertUnwindSafe(|| work(&mut connection))).is_err() {
            tracing::error!("a call on the document store panicked");
        }
    }
}

fn unavailable(why: &str) -> StoreError {
    StoreError::Unavailable(why.to_owned())
}
