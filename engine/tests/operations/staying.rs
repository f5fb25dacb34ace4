//! Tests what one person notices when there are several engines behind the shipped proxies.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::client::{ask, ask_as};
use crate::engines::{ADMIN, Pair, VOLUNTEER};
use crate::proxy::{BOUND, Proxy, behind_each};

fn version(address: SocketAddr, cookie: &str) -> String {
    let answer = ask(address, "GET /api/content", cookie, "").unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.header("x-content-version").unwrap().to_owned()
}

#[test]
fn a_screen_never_flips_between_engines_with_different_content() {
    let pair = Pair::start();
    let [one, other] = pair.addresses();
    let cookies: Vec<_> = (0..8).map(|n| pair.engines[n % 2].sign_in(VOLUNTEER)).collect();
    pair.edit_the_other();
    let began = Instant::now();
    while version(one, &cookies[0]) == version(other, &cookies[0]) {
        assert!(began.elapsed() < BOUND, "the edit is served");
        std::thread::sleep(Duration::from_millis(20));
    }
    behind_each(|kind| {
        let proxy = Proxy::start(kind, pair.addresses());
        for cookie in &cookies {
            let reloads: Vec<_> = (0..5).map(|_| version(proxy.address, cookie)).collect();
            assert!(reloads.iter().all(|seen| *seen == reloads[0]), "{kind:?}: {reloads:?}");
        }
    });
}

#[test]
fn a_removal_takes_effect_on_both_engines_behind_the_proxy() {
    behind_each(|kind| {
        let pair = Pair::start();
        let proxy = Proxy::start(kind, pair.addresses());
        let admin = pair.engines[0].sign_in(ADMIN);
        // With this many sessions, the proxy assigns some to each engine.
        let sessions: Vec<_> = (0..8).map(|_| pair.engines[1].sign_in(VOLUNTEER)).collect();
        let status = |cookie: &String| ask(proxy.address, "GET /api/content", cookie, "").unwrap().status;
        assert!(sessions.iter().all(|cookie| status(cookie) == 200), "{kind:?}");
        let here = pair.engines[0].address;
        let list = ask(here, "GET /api/allowed-emails", &admin, "").unwrap();
        let tag = list.header("etag").unwrap();
        let request = format!("PUT /api/allowed-emails HTTP/1.1\r\nif-match: {tag}\r\nx:");
        let body = serde_json::json!({ "emails": [ADMIN] }).to_string();
        let saved = ask_as(here, &request, &admin, "application/json", &body).unwrap();
        assert_eq!(saved.status, 200, "{}", saved.text());
        let removed = Instant::now();
        while sessions.iter().any(|cookie| status(cookie) != 401) {
            assert!(
                removed.elapsed() < BOUND,
                "{kind:?}: {:?}",
                sessions.iter().map(status).collect::<Vec<_>>()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    });
}
