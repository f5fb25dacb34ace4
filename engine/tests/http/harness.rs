//! The service on shipped content, with its own SQLite store.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use callguide::access::{AccessRules, document_of};
use callguide::auth::SignIn;
use callguide::auth::development::{Code, Development};
use callguide::clock::Clock;
use callguide::content::folder;
use callguide::examine::examine_files;
use callguide::http::{AppState, EventStreams, Network, Parts, router};
use callguide::metrics::Metrics;
use callguide::reload::Current;
use callguide::seeds::People;
use callguide::session::{Sessions, Timeouts};
use callguide::snapshot::Snapshot;
use callguide::store::{Counted, DocumentStore, SqliteStore, Write};

/// A service and its store.
pub struct Service {
    router: Router,
    pub store: Arc<dyn DocumentStore>,
    pub state: AppState,
    _data: Option<tempfile::TempDir>,
}

/// People with an address in this domain may sign in without being on the list.
pub const OWN_DOMAIN: &str = "own.example";

/// The development sign-in code.
pub const CODE: &str = "code-of-the-tests";

/// How often [`Service::by_clock`] checks an event stream.
pub const CHECK: Duration = Duration::from_millis(50);

/// A response, read to its end.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// Returns the shipped content, with `before` prepended to its tagline.
fn snapshot(before: &str) -> Snapshot {
    edited(&[("site.yaml", "tagline: ", &format!("tagline: {before}"))])
}

/// Returns the folder of the shipped content.
pub fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

/// Returns the shipped content, with the first occurrence of each string replaced.
fn edited(edits: &[(&str, &str, &str)]) -> Snapshot {
    let mut files = folder::read(&shipped()).unwrap();
    // The shipped content's path checks don't need to pass after an edit.
    files.files.retain(|(name, _)| !name.starts_with("checks/"));
    for (file, old, new) in edits {
        let (_, bytes) = files.files.iter_mut().find(|(name, _)| &**name == *file).unwrap();
        let text = String::from_utf8(std::mem::take(bytes)).unwrap();
        assert!(text.contains(old), "{file} has no {old:?}");
        *bytes = text.replacen(old, new, 1).into_bytes();
    }
    examine_files(files, "content", callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)))
        .snapshot()
        .expect("the shipped content is sound")
}

impl Answer {
    /// Reads a response to its end.
    pub async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Self { status: parts.status, headers: parts.headers, body }
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("the body is text")
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a readable header"))
    }
}

/// Returns the shipped content, built once for all the tests of a process.
fn current() -> Arc<Current> {
    static CURRENT: OnceLock<Arc<Current>> = OnceLock::new();
    CURRENT.get_or_init(|| Arc::new(Current::new(snapshot("")))).clone()
}

/// Returns a SQLite store with the people for the development sign-in.
fn own_store() -> (tempfile::TempDir, Arc<dyn DocumentStore>) {
    let data = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(data.path(), &People::shipped().allow_list()).unwrap();
    (data, Arc::new(store))
}

impl Service {
    /// Creates a service on the shipped content, with its own SQLite store.
    pub fn new() -> Self {
        Self::in_network(Network::default())
    }

    /// Creates a service with its own SQLite store and the settings of this network.
    pub fn in_network(network: Network) -> Self {
        let (data, store) = own_store();
        Self { _data: Some(data), ..Self::on(current(), store, network) }
    }

    /// Creates a service with every limit at its default.
    pub fn with_default_bounds() -> Self {
        let (data, store) = own_store();
        let events = EventStreams::new(2000);
        let service = Self::with(current(), store, Network::default(), Clock::machine(), events);
        Self { _data: Some(data), ..service }
    }

    /// Creates a service on the shipped content, with a store that may be shared.
    pub fn over(store: Arc<dyn DocumentStore>) -> Self {
        Self::on(current(), store, Network::default())
    }

    /// Creates a service on a copy of the shipped content that no other test sees, so that it may be edited.
    pub fn of_its_own() -> Self {
        Self::serving(Arc::new(Current::new(snapshot(""))))
    }

    /// Serves the shipped content with a different tagline, and returns its version.
    pub fn edit(&self) -> String {
        self.serve("another ")
    }

    /// Serves the original shipped content, and returns its version.
    pub fn edit_back(&self) -> String {
        self.serve("")
    }

    fn serve(&self, before: &str) -> String {
        self.swap(snapshot(before))
    }

    /// Serves the shipped content with the first occurrence of each string replaced, and returns its version.
    pub fn rewrite(&self, edits: &[(&str, &str, &str)]) -> String {
        self.swap(edited(edits))
    }

    fn swap(&self, snapshot: Snapshot) -> String {
        let version = snapshot.version().to_owned();
        self.state.current.swap(snapshot);
        version
    }

    /// Creates a service on a copy of the shipped content that no other test sees, with a clock that the
    /// test controls. Event streams are checked every [`CHECK`].
    pub fn by_clock(store: Arc<dyn DocumentStore>, clock: Clock) -> Self {
        let events = EventStreams::with_heartbeat(10, CHECK).with_check(CHECK);
        Self::with(Arc::new(Current::new(snapshot(""))), store, Network::default(), clock, events)
    }

    /// Creates a service on the test's own content.
    pub fn serving(current: Arc<Current>) -> Self {
        let (data, store) = own_store();
        Self { _data: Some(data), ..Self::on(current, store, Network::default()) }
    }

    fn on(current: Arc<Current>, store: Arc<dyn DocumentStore>, network: Network) -> Self {
        let events = EventStreams::with_heartbeat(10, Duration::from_secs(1));
        Self::with(current, store, network, Clock::machine(), events)
    }

    fn with(
        current: Arc<Current>,
        store: Arc<dyn DocumentStore>,
        network: Network,
        clock: Clock,
        events: EventStreams,
    ) -> Self {
        let hour = Duration::from_secs(3600);
        let own = Some(OWN_DOMAIN.parse().unwrap());
        let timeouts = Timeouts { idle: hour, absolute: 4 * hour };
        let metrics = Metrics::default();
        let store: Arc<dyn DocumentStore> = Arc::new(Counted::new(store, metrics.clone()));
        let development = Development::new(People::shipped(), Code::named(CODE).unwrap(), clock.clone());
        let state = AppState::new(Parts {
            current,
            store: store.clone(),
            access: AccessRules::with_clock(store.clone(), own, clock.clone()),
            sessions: Sessions::new(store.clone(), timeouts, clock),
            sign_in: SignIn::Development(Box::new(development)),
            cookie: network.cookie(),
            network,
            events,
            metrics,
        });
        Self { router: router(state.clone()), store, state, _data: None }
    }

    /// Sends a GET with a response that never ends.
    pub async fn open(&self, path: &str, cookie: &str) -> Response {
        let request =
            Request::get(path).header(header::HOST, "127.0.0.1:8080").header(header::COOKIE, cookie);
        self.begin(request.body(Body::empty()).unwrap()).await
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        Answer::read(self.begin(request).await).await
    }

    /// Sends a request and returns the response with its body unread. Like any client, it sends the host.
    pub async fn begin(&self, mut request: Request<Body>) -> Response {
        let host = HeaderValue::from_static("127.0.0.1:8080");
        request.headers_mut().entry(header::HOST).or_insert(host);
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// Sends a GET with these headers, and with `cookie` unless it's empty.
    pub async fn get(&self, path: &str, cookie: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(path).header(header::HOST, "127.0.0.1:8080");
        if !cookie.is_empty() {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, cookie: &str, headers: &[(&str, &str)], form: &str) -> Answer {
        let mut request = Request::post(path)
            .header(header::HOST, "127.0.0.1:8080")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::COOKIE, cookie);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(form.to_owned())).unwrap()).await
    }

    /// Sends any method with a JSON body, as a page of this origin would.
    pub async fn json(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "127.0.0.1:8080")
            .header(header::CONTENT_TYPE, "application/json");
        if !cookie.is_empty() {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(body.into()).unwrap()).await
    }

    /// Signs in a development person and returns the cookie.
    pub async fn sign_in(&self, email: &str) -> String {
        let answer =
            self.post("/auth/development", "", &[], &format!("email={email}&mode=window&code={CODE}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
        answer.header("set-cookie").split(';').next().unwrap().to_owned()
    }

    /// Returns the development volunteer's cookie.
    pub async fn volunteer(&self) -> String {
        self.sign_in("volunteer@example.org").await
    }

    /// Removes an address from the allow-list, as another engine would.
    pub async fn remove(&self, email: &str) {
        let path = document_of(&email.parse().unwrap());
        self.store.commit(vec![Write::delete(path)]).await.unwrap();
        self.state.access.list_changed();
    }
}
