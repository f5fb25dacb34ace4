//! Tests upgrading and losing an engine behind the shipped proxies while people work, and stopping a proxy.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::client::ask_as;
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
            // As docs/operations.md explains, a proxy skips an engine for a moment after the engine refuses a
            // connection.
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
        wait_until_skipped(&proxy);
        let lost = load.lost();
        // A GET is sent again. A POST isn't if the engine may have read it. Also, Caddy before 2.11.2 can't send a body
        // to the other engine until its check skips the dead one, which takes longer on a busy machine.
        assert!(lost.iter().all(|lost| lost.starts_with("POST")), "{kind:?}: {lost:?}");
        let load = Load::start(proxy.address, &cookies);
        load.wait_until(requests() / 2);
        let lost = load.lost();
        assert!(lost.is_empty(), "{kind:?}, once the dead engine is skipped: {lost:?}");
    });
}

/// Waits until the proxy stops sending anything to the dead engine: of this many sessions, about half belong to it, and
/// a body sent to it is lost.
fn wait_until_skipped(proxy: &Proxy) {
    let began = Instant::now();
    let passes = |n: usize| {
        let cookie = format!("callguide_session=passes-{n}");
        ask_as(proxy.address, "POST /auth/logout", &cookie, "application/json", "{}").unwrap().status == 204
    };
    while !(0..32).all(passes) {
        assert!(began.elapsed() < BOUND / 4, "{}", proxy.log());
    }
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
