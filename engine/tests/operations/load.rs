//! Clients that keep sending requests through a proxy, both GET and POST.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::client::ask_as;

/// The number of clients that send requests at the same time.
pub const CLIENTS: usize = 8;

/// Returns the minimum number of requests: 300, or 40,000 if `CALLGUIDE_SOAK` is set.
pub fn requests() -> usize {
    if std::env::var_os("CALLGUIDE_SOAK").is_some() { 40_000 } else { 300 }
}

/// A load in progress.
pub struct Load {
    asked: Arc<AtomicUsize>,
    enough: Arc<AtomicBool>,
    clients: Vec<JoinHandle<Vec<String>>>,
}

impl Load {
    /// Sends requests to `address` with these `cookies` until [`Load::lost`] stops it.
    pub fn start(address: SocketAddr, cookies: &[String]) -> Self {
        let (asked, enough) = (Arc::<AtomicUsize>::default(), Arc::<AtomicBool>::default());
        let client = || {
            let (asked, enough, cookies) = (asked.clone(), enough.clone(), cookies.to_vec());
            std::thread::spawn(move || client(address, &asked, &enough, &cookies))
        };
        let clients = (0..CLIENTS).map(|_| client()).collect();
        Self { asked, enough, clients }
    }

    /// Returns the number of requests so far.
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    pub fn wait_until(&self, asked: usize) {
        while self.asked() < asked {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Stops the load and returns a description of each lost request.
    pub fn lost(self) -> Vec<String> {
        self.enough.store(true, Ordering::SeqCst);
        self.clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    }
}

fn client(address: SocketAddr, asked: &AtomicUsize, enough: &AtomicBool, cookies: &[String]) -> Vec<String> {
    let mut lost = Vec::new();
    while !enough.load(Ordering::SeqCst) {
        let n = asked.fetch_add(1, Ordering::SeqCst);
        let session = &cookies[n / 3 % cookies.len()];
        // The cookie doesn't belong to a session, so the sign-out doesn't change anything. The request has a
        // body, like a search or a list edit.
        let stranger = format!("callguide_session=nobody-{n}");
        let (request, cookie, body, good) = match n % 3 {
            0 => ("GET /api/tree/TX", session, "", 200),
            1 => ("POST /auth/logout", &stranger, "{}", 204),
            _ => ("GET /api/content", session, "", 200),
        };
        match ask_as(address, request, cookie, "application/json", body) {
            Ok(answer) if answer.status == good => {}
            Ok(answer) => lost.push(format!("{request}: {} {}", answer.status, answer.text())),
            Err(error) => lost.push(format!("{request}: {error}")),
        }
    }
    lost
}
