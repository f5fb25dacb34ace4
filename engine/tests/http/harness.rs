//! The service on shipped content and a SQLite store of its own.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use callguide::access::{AccessRules, document_of};
use callguide::examine::examine;
use callguide::http::{AppState, Parts, SessionCookie, router};
use callguide::seeds::People;
use callguide::session::{Sessions, Timeouts};
use callguide::snapshot::Current;
use callguide::store::{DocumentStore, SqliteStore, Write};

/// A service and the store beneath it.
pub struct Service {
    router: Router,
    pub store: Arc<dyn DocumentStore>,
    pub state: AppState,
    _data: Option<tempfile::TempDir>,
}

/// Whose addresses come in without being on the list.
pub const OWN_DOMAIN: &str = "own.example";

/// What was answered.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
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

impl Service {
    /// On the shipped content and a SQLite store of its own.
    pub fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path(), &People::shipped().allow_list()).unwrap();
        Self { _data: Some(data), ..Self::over(Arc::new(store)) }
    }

    /// On the shipped content and a store that others may use as well.
    pub fn over(store: Arc<dyn DocumentStore>) -> Self {
        // Built once for all the tests of a process.
        static CURRENT: OnceLock<Arc<Current>> = OnceLock::new();
        let current = CURRENT.get_or_init(|| {
            let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
            let examined = examine(&content, None).unwrap();
            Arc::new(Current::new(examined.snapshot().expect("the shipped content is sound")))
        });
        let hour = Duration::from_secs(3600);
        let state = AppState::new(Parts {
            current: current.clone(),
            store: store.clone(),
            access: AccessRules::new(store.clone(), Some(OWN_DOMAIN.parse().unwrap())),
            sessions: Sessions::new(store.clone(), Timeouts { idle: hour, absolute: hour }),
            development: Some(People::shipped()),
            cookie: SessionCookie::Loopback,
        });
        Self { router: router(state.clone()), store, state, _data: None }
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// GET with headers, as `cookie` where that is not empty.
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

    /// Any method with a JSON body, as a page of this origin sends it.
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

    /// Signs a development person in and answers the cookie.
    pub async fn sign_in(&self, email: &str) -> String {
        let answer = self.post("/auth/development", "", &[], &format!("email={email}&mode=window")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
        answer.header("set-cookie").split(';').next().unwrap().to_owned()
    }

    /// The development volunteer's cookie.
    pub async fn volunteer(&self) -> String {
        self.sign_in("volunteer@example.org").await
    }

    /// Takes an address off the allow-list, as another engine would.
    pub async fn remove(&self, email: &str) {
        let path = document_of(&email.parse().unwrap());
        self.store.commit(vec![Write::delete(path)]).await.unwrap();
        self.state.access.list_changed();
    }
}
