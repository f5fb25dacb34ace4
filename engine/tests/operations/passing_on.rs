//! Tests which engine the shipped proxies send a request to, what they report about the client, and which requests they
//! send again.

use crate::client::ask;
use crate::double::{Double, Request};
use crate::proxy::{Kind, Proxy, behind_each, free_address};

fn its_name(name: &str, _: &Request) -> Option<(u16, String)> {
    Some((200, name.to_owned()))
}

fn nothing(_: &str, _: &Request) -> Option<(u16, String)> {
    None
}

fn gone(_: &str, _: &Request) -> Option<(u16, String)> {
    Some((404, "there is nothing at this address".to_owned()))
}

fn cookie(name: &str, n: usize) -> String {
    format!("first=1; {name}=token-{n}; last=2")
}

#[test]
fn the_session_cookie_keeps_a_volunteer_on_one_engine() {
    behind_each(|kind| {
        let (one, other) = (Double::start("one", its_name), Double::start("other", its_name));
        let proxy = Proxy::start(kind, [one.address, other.address]);
        let mut engines = Vec::new();
        for n in 0..40 {
            let names = ["callguide_session", "__Host-callguide_session"].map(|name| cookie(name, n));
            let asked: Vec<_> = [
                "GET /home",
                "POST /auth/logout",
                "GET /api/events",
                "PUT /api/allowed-emails",
                "POST /api/faq/search",
            ]
            .iter()
            .flat_map(|request| names.iter().map(move |cookie| (request, cookie)))
            .map(|(request, cookie)| ask(proxy.address, request, cookie, "").unwrap().text())
            .collect();
            assert!(asked.iter().all(|engine| *engine == asked[0]), "{kind:?}: {asked:?}");
            engines.push(asked[0].clone());
        }
        for engine in ["one", "other"] {
            let share = engines.iter().filter(|asked| *asked == engine).count();
            assert!((5..=35).contains(&share), "{kind:?}: {engine} has {share} of 40");
        }
        // A client without a session stays on one engine, too, so that it can sign in.
        let strangers: Vec<_> = (0..5).map(|_| ask(proxy.address, "GET /", "", "").unwrap().text()).collect();
        assert!(strangers.iter().all(|engine| *engine == strangers[0]), "{kind:?}: {strangers:?}");
    });
}

#[test]
fn only_the_proxy_determines_the_client_address() {
    behind_each(|kind| {
        let (one, other) = (Double::start("one", its_name), Double::start("other", its_name));
        let proxy = Proxy::start(kind, [one.address, other.address]);
        let forged = "GET /home HTTP/1.1\r\nx-forwarded-for: 192.0.2.1\r\nforwarded: for=192.0.2.1\r\n\
             x-real-ip: 192.0.2.1\r\nx-forwarded-host: evil.example\r\n\
             x-forwarded-proto: https\r\nx:";
        ask(proxy.address, forged, "", "").unwrap();
        let seen = [one.seen(), other.seen()].concat();
        let [request] = seen.as_slice() else { panic!("{kind:?}: {seen:?}") };
        assert_eq!(request.header("x-forwarded-for"), Some("127.0.0.1"), "{kind:?}: {request:?}");
        assert_eq!(request.header("x-forwarded-proto"), Some("http"), "{kind:?}: {request:?}");
        assert_eq!(request.header("host"), Some(&*proxy.address.to_string()), "{kind:?}: {request:?}");
        assert!(!request.headers.concat().contains("evil.example"), "{kind:?}: {request:?}");
        for name in ["forwarded", "x-real-ip"] {
            assert_eq!(request.header(name), None, "{kind:?}: {request:?}");
        }
    });
}

#[test]
fn nothing_is_compressed_unless_the_client_asks_for_it() {
    behind_each(|kind| {
        let engine = Double::start("one", its_name);
        let proxy = Proxy::start(kind, [engine.address; 2]);
        for request in ["GET /api/content", "GET /assets/app.js", "POST /api/faq/search"] {
            ask(proxy.address, request, "", "").unwrap();
        }
        let seen = engine.seen();
        assert_eq!(seen.len(), 3, "{kind:?}: {seen:?}");
        for request in seen {
            assert_eq!(request.header("accept-encoding"), None, "{kind:?} would unpack it: {request:?}");
        }
    });
}

#[test]
fn requests_for_other_hosts_never_reach_an_engine() {
    behind_each(|kind| {
        let engines = [Double::start("one", its_name), Double::start("other", its_name)];
        let proxy = Proxy::start(kind, [engines[0].address, engines[1].address]);
        let answer = ask(proxy.address, "GET http://evil.example/home", "", "");
        assert!(answer.is_err() || answer.unwrap().text().is_empty(), "{kind:?}");
        assert!(engines.iter().all(|engine| engine.seen().is_empty()), "{kind:?}");
        assert_eq!(ask(proxy.address, "GET /home", "", "").unwrap().status, 200, "{kind:?}");
        if kind == Kind::Nginx {
            let sent = ask(proxy.plain, "GET /home?a=1", "", "").unwrap();
            let to = format!("https://{}/home?a=1", proxy.address.ip());
            assert_eq!((sent.status, sent.header("location")), (301, Some(&*to)));
            assert!(ask(proxy.plain, "GET http://evil.example/home", "", "").is_err());
        }
    });
}

#[test]
fn a_post_is_never_sent_twice_but_an_unsent_one_goes_to_the_other() {
    behind_each(|kind| {
        let (one, other) = (Double::start("one", nothing), Double::start("other", nothing));
        let proxy = Proxy::start(kind, [one.address, other.address]);
        for n in 0..6 {
            let before = one.seen().len() + other.seen().len();
            let answer =
                ask(proxy.address, "POST /auth/logout", &cookie("callguide_session", n), "").unwrap();
            assert!([502, 503].contains(&answer.status), "{kind:?}: {}", answer.status);
            let sent = one.seen().len() + other.seen().len() - before;
            // The request is sent exactly once, even after earlier failures: if the proxy skipped engines that failed,
            // one client could make it skip both, for everyone.
            assert_eq!(sent, 1, "{kind:?}");
        }
        // If an engine isn't running, the request never reached it, so the proxy may send it to the other one.
        let there = Double::start("there", its_name);
        let proxy = Proxy::start(kind, [free_address(), there.address]);
        for request in
            ["POST /auth/logout", "GET /api/content", "PUT /api/allowed-emails", "POST /api/faq/search"]
        {
            for n in 0..10 {
                let answer = ask(proxy.address, request, &cookie("callguide_session", n), "").unwrap();
                assert_eq!((answer.status, &*answer.text()), (200, "there"), "{kind:?}: {request}");
            }
        }
    });
}

#[test]
fn reads_lost_with_an_engine_are_retried_on_the_other() {
    behind_each(|kind| {
        let (goes, there) = (Double::start("goes", nothing), Double::start("there", its_name));
        let proxy = Proxy::start(kind, [goes.address, there.address]);
        for n in 0..10 {
            let answer = ask(proxy.address, "GET /api/content", &cookie("callguide_session", n), "").unwrap();
            assert_eq!((answer.status, &*answer.text()), (200, "there"), "{kind:?}");
        }
        let asked = goes.seen().len();
        assert!(asked > 0, "{kind:?}: it was asked");
        // A search is a POST but doesn't change anything. Caddy can't send a body again.
        if kind == Kind::Nginx {
            let search = r#"{"q":"lost id"}"#;
            for n in 0..10 {
                let session = cookie("callguide_session", n);
                let answer = ask(proxy.address, "POST /api/faq/search", &session, search).unwrap();
                assert_eq!((answer.status, &*answer.text()), (200, "there"), "{kind:?}");
            }
            assert!(goes.seen().len() > asked, "{kind:?}: it was asked");
        }
    });
}

#[test]
fn a_web_app_file_missing_on_one_engine_is_fetched_from_the_other() {
    behind_each(|kind| {
        for lacks in [0, 1] {
            let engines = [Double::start("it", its_name), Double::start("lacks", gone)];
            let mut addresses = [engines[0].address, engines[1].address];
            addresses.rotate_left(lacks);
            let proxy = Proxy::start(kind, addresses);
            for n in 0..40 {
                let session = cookie("callguide_session", n);
                let answer = ask(proxy.address, "GET /assets/page-1234.js", &session, "").unwrap();
                assert_eq!((answer.status, &*answer.text()), (200, "it"), "{kind:?}");
            }
            assert!(!engines[1].seen().is_empty(), "{kind:?}: it was asked");
        }
        let nobody = [Double::start("lacks", gone), Double::start("lacks", gone)];
        let proxy = Proxy::start(kind, [nobody[0].address, nobody[1].address]);
        let answer = ask(proxy.address, "GET /assets/page-1234.js", "", "").unwrap();
        assert_eq!((answer.status, &*answer.text()), (404, "there is nothing at this address"), "{kind:?}");
        // Requests for other paths are sent only once.
        let before = nobody[0].seen().len() + nobody[1].seen().len();
        assert_eq!(ask(proxy.address, "GET /api/tree/XX", "", "").unwrap().status, 404, "{kind:?}");
        assert_eq!(nobody[0].seen().len() + nobody[1].seen().len() - before, 1, "{kind:?}");
    });
}

#[test]
fn proxy_logs_contain_no_query_strings_cookies_or_addresses() {
    behind_each(|kind| {
        let engines = [Double::start("one", its_name), Double::start("other", nothing)];
        let proxy = Proxy::start(kind, [engines[0].address, engines[1].address]);
        // Tests the logs with an engine that responds, with one that closes its connections, and finally without any
        // engine.
        let ask_all = |address| {
            for n in 0..4 {
                let session = cookie("callguide_session", n);
                for request in [
                    "GET /auth/callback?code=secret-code&state=secret-state",
                    "GET /assets/x.js?secret-query",
                    "PUT /api/allowed-emails/documents/secret.person@example.org",
                    "POST /api/faq/search?q=secret-words",
                    "DELETE /api/sessions?email=secret.person@example.org",
                ] {
                    ask(address, request, &session, "").unwrap();
                }
            }
        };
        ask_all(proxy.address);
        let mut log = proxy.log();
        let proxy = Proxy::start(kind, [free_address(), free_address()]);
        if kind == Kind::Nginx {
            ask_all(proxy.address);
            log.push_str(&proxy.log());
        } else {
            // Caddy waits a few seconds for an engine to come back, so one request is enough.
            ask(proxy.address, "GET /auth/callback?code=secret-code", &cookie("callguide_session", 1), "")
                .unwrap();
            log.push_str(&proxy.log());
        }
        assert!(log.contains("/auth/callback"), "{kind:?}: requests are logged\n{log}");
        for secret in ["secret", "token-"] {
            let line = log.lines().find(|line| line.contains(secret));
            assert!(line.is_none(), "{kind:?}: {}", line.unwrap_or_default());
        }
    });
}
