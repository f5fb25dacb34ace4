//! Tests upgrading and losing an engine behind the shipped proxies while people work, and stopping a proxy.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::double::Double;
use crate::engines::{ADMIN, Pair, VOLUNTEER};
use crate::load::{CLIENTS, Load, requests};
use crate::proxy::{BOUND, Proxy, behind_each};

/// The pause between two restarts.
const BETWEEN: Duration = Duration::from_secs(1);

#[test]
fn a_rolling_restart_loses_no_requests() {
    behind_each(|kind| {
        let pair = Pair::start();
        let proxy = Proxy::start(kind, pair.addresses());
        let cookies = [ADMIN, VOLUNTEER, VOLUNTEER].map(|email| pair.engines[0].sign_in(email));
        let load = Load::start(proxy.address, &cookies);
        let mut restarts = 0;
        while restarts < 2 || load.asked() < requests() {
            load.wait_until(load.asked() + 2 * CLIENTS);
            pair.engines[restarts % 2].restart();
            restarts += 1;
            // As docs/operations.md explains, a proxy skips an engine for a moment after it refused a connection.
            std::thread::sleep(BETWEEN);
        }
        load.wait_until(load.asked() + 2 * CLIENTS);
        let asked = load.asked();
        let lost = load.lost();
        eprintln!("{kind:?}: {asked} requests, {restarts} restarts, {} lost", lost.len());
        assert!(lost.is_empty(), "{kind:?}: {} of {asked} lost: {lost:?}\n{}", lost.len(), pair.log());
    });
}

#[test]
fn killing_an_engine_loses_only_posts_in_flight() {
    behind_each(|kind| {
        let pair = Pair::start();
        let proxy = Proxy::start(kind, pair.addresses());
        let cookies = [ADMIN, VOLUNTEER, VOLUNTEER].map(|email| pair.engines[0].sign_in(email));
        let load = Load::start(proxy.address, &cookies);
        load.wait_until(requests() / 2);
        pair.engines[0].kill();
        load.wait_until(requests());
        let lost = load.lost();
        // A GET is sent again. Each client waits for one response at a time, so it can lose two POSTs: one that the
        // engine has read, and the next one. A dying engine's port still accepts connections, and Caddy before 2.11.2
        // can't send a body to the other engine until its check skips the dead one.
        assert!(lost.iter().all(|lost| lost.starts_with("POST")), "{kind:?}: {lost:?}");
        assert!(lost.len() <= 2 * CLIENTS, "{kind:?}: {lost:?}");
        let load = Load::start(proxy.address, &cookies);
        load.wait_until(requests() / 2);
        let lost = load.lost();
        assert!(lost.is_empty(), "{kind:?}, a moment later: {lost:?}");
    });
}

#[test]
fn a_stopping_proxy_does_not_wait_for_event_streams() {
    behind_each(|kind| {
        // Holds the request until long after the proxy must have stopped.
        let engine = Double::start("one", |_, _| {
            std::thread::sleep(Duration::from_secs(10));
            None
        });
        let proxy = Proxy::start(kind, [engine.address; 2]);
        let mut page = TcpStream::connect(proxy.address).unwrap();
        write!(page, "GET /api/events HTTP/1.1\r\nhost: {}\r\n\r\n", proxy.address).unwrap();
        let began = Instant::now();
        while engine.seen().is_empty() {
            assert!(began.elapsed() < BOUND, "{kind:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
        // After 5 s, systemd kills Caddy, which counts as a crash and sends a message.
        page.set_read_timeout(Some(Duration::from_secs(4))).unwrap();
        proxy.tell_to_stop();
        let ended = page.read(&mut [0; 64]).map_err(|error| error.kind());
        assert!(!matches!(ended, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{kind:?} waits");
    });
}
