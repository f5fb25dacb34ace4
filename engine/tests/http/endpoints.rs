//! Every operation of the OpenAPI document and every other route, requested by every kind of caller: one row each.
//!
//! A new endpoint without a row fails the test. To add one, add a line to [`ROWS`] that says what is sent, and the
//! status that each [`Caller`] gets in the order of [`CALLERS`], usually one of the constants above it.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use callguide::access::document_of;
use callguide::clock::Clock;
use callguide::http::{openapi_document, undescribed_routes};
use callguide::session::{Person, Sessions, Timeouts};
use callguide::store::{Fields, Write};
use jiff::{SignedDuration, Timestamp};

use crate::harness::{Answer, OWN_DOMAIN, Service};

/// The kinds of callers.
#[derive(Debug, Clone, Copy)]
enum Caller {
    Anonymous,
    /// With a made-up session id.
    MadeUp,
    /// With an expired session.
    Expired,
    /// Signed in, and since removed from the list.
    Removed,
    VolunteerByList,
    VolunteerByDomain,
    Admin,
    /// Signed in as an admin, and since demoted.
    DemotedAdmin,
    /// A page on another site, in an admin's browser.
    CrossSite,
}

const CALLERS: [Caller; 9] = [
    Caller::Anonymous,
    Caller::MadeUp,
    Caller::Expired,
    Caller::Removed,
    Caller::VolunteerByList,
    Caller::VolunteerByDomain,
    Caller::Admin,
    Caller::DemotedAdmin,
    Caller::CrossSite,
];

/// One operation.
pub struct Row {
    pub method: &'static str,
    /// As written in the OpenAPI document.
    pub path: &'static str,
    /// The requested path and query; the same as `path` if empty.
    pub uri: &'static str,
    /// A JSON body, or a form.
    pub body: &'static str,
    expected: Expected,
}

/// The expected statuses, one for each of [`CALLERS`].
type Expected = [u16; CALLERS.len()];

const fn get(path: &'static str, uri: &'static str, expected: Expected) -> Row {
    Row { method: "GET", path, uri, body: "", expected }
}

const fn put(path: &'static str, uri: &'static str, body: &'static str, expected: Expected) -> Row {
    Row { method: "PUT", path, uri, body, expected }
}

const fn post(path: &'static str, body: &'static str, expected: Expected) -> Row {
    Row { method: "POST", path, uri: "", body, expected }
}

//                       anonymous, made-up, expired, removed, by list, by domain, admin, demoted, cross-site
const OPEN: Expected = [200, 200, 200, 200, 200, 200, 200, 200, 200];
const VOLUNTEER: Expected = [401, 401, 401, 401, 200, 200, 200, 200, 200];
/// For volunteers, with a version that's no longer kept.
const VOLUNTEER_GONE: Expected = [401, 401, 401, 401, 410, 410, 410, 410, 410];
const VOLUNTEER_POST: Expected = [401, 401, 401, 401, 200, 200, 200, 200, 403];
const ADMIN_READ: Expected = [401, 401, 401, 401, 403, 403, 200, 403, 200];
const ADMIN_REDIRECT: Expected = [401, 401, 401, 401, 403, 403, 303, 403, 303];
const ADMIN_WRITE: Expected = [401, 401, 401, 401, 403, 403, 200, 403, 403];
/// The route doesn't exist.
const NOBODY: Expected = [404; CALLERS.len()];
/// Returns the statuses for a request that changes something: another site's page is refused, and everyone else gets
/// `status`.
const fn open_write(status: u16) -> Expected {
    let mut expected = [status; CALLERS.len()];
    expected[CALLERS.len() - 1] = 403;
    expected
}

/// If another site's page makes a request with a volunteer's cookie, it still can't read the response: the browser
/// withholds it.
pub const ROWS: &[Row] = &[
    get("/healthz", "", OPEN),
    get("/readyz", "", OPEN),
    get("/drainz", "", OPEN),
    get("/api/openapi.json", "", OPEN),
    get("/api/site", "", OPEN),
    get("/api/session", "", OPEN),
    post("/auth/logout", "", open_write(204)),
    get("/api/content", "", VOLUNTEER),
    get("/api/tree/{state}", "/api/tree/TX", VOLUNTEER),
    get("/api/trees", "", VOLUNTEER),
    get("/guides/{id}", "/guides/easy-ticket", VOLUNTEER),
    get("/api/changes", "/api/changes?from=0000000000000000", VOLUNTEER_GONE),
    get("/api/faq", "", VOLUNTEER),
    post("/api/faq/search", r#"{"q": "id"}"#, VOLUNTEER_POST),
    get("/api/faq/{id}", "/api/faq/hotlines", VOLUNTEER),
    get("/api/events", "", VOLUNTEER),
    get("/api/content/status", "", ADMIN_READ),
    get("/api/review", "", ADMIN_READ),
    get("/api/graph/{state}", "/api/graph/TX", ADMIN_READ),
    get("/api/report", "/api/report?about=question%20B", ADMIN_REDIRECT),
    get("/api/allowed-emails", "", ADMIN_READ),
    get("/api/allowed-emails/documents", "", ADMIN_READ),
    get("/api/allowed-emails/audit", "", ADMIN_READ),
    put(
        "/api/allowed-emails",
        "",
        r#"{"emails": ["admin@example.org", "volunteer@example.org", "new@example.org"]}"#,
        ADMIN_WRITE,
    ),
    put(
        "/api/allowed-emails/documents/{email}",
        "/api/allowed-emails/documents/volunteer@example.org",
        r#"{"isAdmin": true}"#,
        ADMIN_WRITE,
    ),
    get("/api/blocked-emails", "", ADMIN_READ),
    put("/api/blocked-emails", "", r#"{"emails": ["volunteer@example.org"]}"#, ADMIN_WRITE),
    get("/api/sessions", "", ADMIN_READ),
    Row {
        method: "DELETE",
        path: "/api/sessions",
        uri: "/api/sessions?email=volunteer%40example.org",
        body: "",
        expected: [401, 401, 401, 401, 403, 403, 204, 403, 403],
    },
    post("/auth/logout-everywhere", "", [401, 401, 401, 401, 204, 204, 204, 204, 403]),
];

/// The routes that the document omits.
const UNDESCRIBED: &[Row] = &[
    get("/auth/start", "", OPEN),
    get("/auth/callback", "", NOBODY),
    post("/auth/development", "email=admin@example.org&mode=window&code=code-of-the-tests", open_write(303)),
    get("/auth/report.js", "", OPEN),
    get("/auth/pages.css", "", OPEN),
];

/// URLs without a route: those that don't exist, and the web app's own, which return the same page for everyone.
const NO_ROUTE: &[Row] = &[
    get("/metrics", "", NOBODY),
    get("/api/none", "", NOBODY),
    get("/auth/none", "", NOBODY),
    get("/guides/none/none", "", NOBODY),
    get("/assets/none.js", "", NOBODY),
    get("/.git/config", "", NOBODY),
    get("/", "", OPEN),
    get("/admin", "", OPEN),
    get("/favicon.svg", "", OPEN),
];

const ADMIN: &str = "admin@example.org";

/// Returns a service that knows this caller, and the headers that the caller sends.
async fn arrange(caller: Caller) -> (Service, Vec<(&'static str, String)>) {
    let service = Service::new();
    let cookie = |token: &str| format!("callguide_session={token}");
    let cookie = match caller {
        Caller::Anonymous => return (service, Vec::new()),
        Caller::MadeUp => cookie(&"A".repeat(43)),
        Caller::Expired => {
            let long_ago = Timestamp::now() - SignedDuration::from_hours(2);
            let hour = Duration::from_secs(3600);
            let timeouts = Timeouts { idle: hour, absolute: hour };
            let sessions = Sessions::new(service.store.clone(), timeouts, Clock::set_to(long_ago));
            cookie(sessions.begin(person(ADMIN), None).await.unwrap().as_str())
        }
        Caller::Removed => {
            let cookie = service.volunteer().await;
            service.remove("volunteer@example.org").await;
            cookie
        }
        Caller::VolunteerByList => service.volunteer().await,
        Caller::VolunteerByDomain => {
            let own = format!("ann@{OWN_DOMAIN}");
            cookie(service.state.sessions.begin(person(&own), None).await.unwrap().as_str())
        }
        Caller::Admin | Caller::CrossSite => service.sign_in(ADMIN).await,
        Caller::DemotedAdmin => {
            let cookie = service.sign_in(ADMIN).await;
            let write = Write::set(document_of(&ADMIN.parse().unwrap()), Fields::new());
            service.store.commit(vec![write]).await.unwrap();
            service.state.access.list_changed();
            cookie
        }
    };
    let mut headers = vec![("cookie", cookie)];
    if matches!(caller, Caller::CrossSite) {
        headers.push(("sec-fetch-site", "cross-site".to_owned()));
        headers.push(("origin", "https://evil.example".to_owned()));
    }
    (service, headers)
}

fn person(email: &str) -> Person {
    Person { email: email.to_owned(), display_name: None, photo_url: None, subject: "1".to_owned() }
}

async fn ask(row: &Row, caller: Caller) -> (u16, String) {
    let (service, headers) = arrange(caller).await;
    let uri = if row.uri.is_empty() { row.path } else { row.uri };
    let mut request = Request::builder().method(row.method).uri(uri).header(header::HOST, "127.0.0.1:8080");
    for (name, value) in headers {
        request = request.header(name, value);
    }
    match row.body.chars().next() {
        None => {}
        Some('{' | '[') => request = request.header(header::CONTENT_TYPE, "application/json"),
        Some(_) => request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded"),
    }
    // A successful response isn't read to its end, because an event stream never ends. Neither is a redirect.
    let answer = service.begin(request.body(Body::from(row.body)).unwrap()).await;
    if answer.status().as_u16() < 400 {
        return (answer.status().as_u16(), String::new());
    }
    let answer = Answer::read(answer).await;
    (answer.status.as_u16(), answer.text())
}

#[tokio::test]
async fn every_caller_gets_exactly_what_they_are_allowed() {
    let mut wrong = Vec::new();
    for row in ROWS.iter().chain(UNDESCRIBED).chain(NO_ROUTE) {
        for (caller, expected) in CALLERS.into_iter().zip(row.expected) {
            let (status, text) = ask(row, caller).await;
            if text.contains("The web app wasn't built") {
                continue;
            }
            if status != expected {
                wrong.push(format!(
                    "{} {} as {caller:?}: {status}, not {expected} {text}",
                    row.method, row.path
                ));
            }
            let refused = text.contains("\"error\"") && text.contains("\"code\"");
            if status >= 400 && !refused {
                wrong.push(format!("{} {} as {caller:?}: {status} without a reason", row.method, row.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A form on another site can send anything except JSON without a preflight request.
#[tokio::test]
async fn every_call_that_changes_something_accepts_only_json() {
    let service = Service::new();
    let admin = service.sign_in(ADMIN).await;
    let changes: Vec<_> =
        ROWS.iter().filter(|row| row.method != "GET" && row.path != "/auth/development").collect();
    assert!(changes.len() > 1);
    for row in changes {
        let uri = if row.uri.is_empty() { row.path } else { row.uri };
        let sent = if row.body.is_empty() { "a=b" } else { row.body };
        // With chunked encoding, the length isn't known in advance.
        let chunks = || Body::from_stream(futures_util::stream::iter([Ok::<_, std::io::Error>(sent)]));
        for (media, body) in [
            ("text/plain", Body::from(sent)),
            ("application/x-www-form-urlencoded", Body::from(sent)),
            ("text/plain", chunks()),
            ("", chunks()),
        ] {
            let request = Request::builder().method(row.method).uri(uri).header(header::COOKIE, &admin);
            let answer = service.send(request.header(header::CONTENT_TYPE, media).body(body).unwrap()).await;
            assert_eq!(answer.status, 415, "{} {} as {media:?}", row.method, row.path);
            assert_eq!(answer.json()["code"], "not_json");
        }
    }
}

#[test]
fn every_route_has_a_row_and_documents_its_statuses() {
    let document = serde_json::to_value(openapi_document()).unwrap();
    let mut described = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            if !["get", "put", "post", "delete", "patch"].contains(&method.as_str()) {
                continue;
            }
            let name = format!("{} {path}", method.to_uppercase());
            if let Some(row) = ROWS.iter().find(|row| format!("{} {}", row.method, row.path) == name) {
                for status in row.expected {
                    let known = operation["responses"].get(status.to_string()).is_some();
                    assert!(known, "{name} can answer {status} and doesn't say so");
                }
            }
            described.insert(name);
        }
    }
    let names = |rows: &[Row]| -> BTreeSet<_> {
        rows.iter().map(|row| format!("{} {}", row.method, row.path)).collect()
    };
    assert_eq!(described, names(ROWS), "every operation has a row in ROWS, and every row is an operation");
    let others: BTreeSet<_> = undescribed_routes().map(|(method, path)| format!("{method} {path}")).collect();
    assert_eq!(
        others,
        names(UNDESCRIBED),
        "every other route has a row in UNDESCRIBED, and the other way round"
    );
}
