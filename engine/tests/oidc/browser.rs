//! An engine that uses the test's issuer, and a browser that goes back and forth between them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;
use url::Url;

use callguide::access::{AccessRules, document_of};
use callguide::auth::SignIn;
use callguide::auth::oidc::{Provider, ProviderSettings};
use callguide::clock::Clock;
use callguide::examine::examine;
use callguide::http::{AppState, EventStreams, Network, Parts, RateLimits, Rates, router};
use callguide::metrics::Metrics;
use callguide::reload::Current;
use callguide::session::{Sessions, Timeouts};
use callguide::store::{
    CollectionId, Committed, Document, DocumentList, DocumentPath, DocumentStore, Fields, Page as Part,
    SqliteStore, StoreError, Write, list_all,
};

use crate::issuer::{CLIENT, Issuer, NOW, SECRET};

pub const DENIED: &str = "Access denied. This Google account is not on the approved list or the organization&#39;s domain. \
     Contact your administrator if you believe this is an error.";
pub const FAILED: &str = "Sign-in failed";
pub const AWAY: &str = "The sign-in service can&#39;t be reached right now. Please try again in a moment.";
pub const NO_ATTEMPT: &str = "This sign-in took too long or was already used. Please try again.";

const HOUR: Duration = Duration::from_secs(3600);

/// A store that counts calls and that a test can make unavailable.
#[derive(Debug)]
pub struct Asked {
    store: SqliteStore,
    calls: AtomicUsize,
    away: AtomicBool,
}

impl Asked {
    /// Returns the number of calls so far.
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    pub fn set_away(&self, away: bool) {
        self.away.store(away, Ordering::SeqCst);
    }

    fn answer<'a, T: Send + 'a>(
        &self,
        answer: BoxFuture<'a, Result<T, StoreError>>,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.away.load(Ordering::SeqCst) {
            let error = StoreError::Unavailable("taken away by the test".to_owned());
            return std::future::ready(Err(error)).boxed();
        }
        answer
    }
}

impl DocumentStore for Asked {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        self.answer(self.store.get(path))
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        part: Part,
    ) -> BoxFuture<'a, Result<DocumentList, StoreError>> {
        self.answer(self.store.list(collection, part))
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        self.answer(self.store.commit(writes))
    }
}

/// Engines that share one store and one issuer.
pub struct World {
    pub issuer: Issuer,
    pub store: Arc<Asked>,
    pub clock: Clock,
    _data: tempfile::TempDir,
}

impl World {
    /// Sets up a world with `ann@else.org` on the list, and with `example.org` as the organization's own domain.
    pub async fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let ann = Write::set(document_of(&"ann@else.org".parse().unwrap()), Fields::new());
        let store = SqliteStore::open(data.path(), &[ann]).unwrap();
        let store = Arc::new(Asked { store, calls: AtomicUsize::new(0), away: AtomicBool::new(false) });
        let clock = Clock::set_to(NOW.parse().unwrap());
        Self { issuer: Issuer::start(clock.clone()).await, store, clock, _data: data }
    }

    pub fn engine(&self) -> Router {
        static CURRENT: OnceLock<Arc<Current>> = OnceLock::new();
        let current = CURRENT.get_or_init(|| {
            let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
            Arc::new(Current::new(
                examine(&content, callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)))
                    .unwrap()
                    .snapshot()
                    .unwrap(),
            ))
        });
        let domain = Some("example.org".parse().unwrap());
        let redirect = "https://callguide.example.org/auth/callback";
        let settings =
            ProviderSettings::new("google", &self.issuer.url, (CLIENT, SECRET), redirect, domain.clone())
                .unwrap()
                .with_patience(Duration::from_secs(3));
        let timeouts = Timeouts { idle: HOUR, absolute: HOUR };
        let sessions = Sessions::new(self.store.clone(), timeouts, Clock::machine());
        let installation = sessions.installation().clone();
        let provider = Provider::new(settings, self.store.clone(), installation, self.clock.clone()).unwrap();
        let limits = RateLimits::new(Rates::default(), self.clock.clone());
        let network = Network {
            public: Some("https://callguide.example.org".parse().unwrap()),
            limits,
            ..Network::default()
        };
        router(AppState::new(Parts {
            current: current.clone(),
            store: self.store.clone(),
            access: AccessRules::new(self.store.clone(), domain),
            sessions,
            sign_in: SignIn::Provider(Box::new(provider)),
            cookie: network.cookie(),
            network,
            events: EventStreams::with_heartbeat(10, Duration::from_secs(1)),
            metrics: Metrics::default(),
        }))
    }

    pub async fn documents(&self, collection: &str) -> Vec<Document> {
        list_all(&*self.store, &CollectionId::new(collection).unwrap()).await.unwrap()
    }

    /// Asserts that nobody is signed in, and that the only thing stored about the attempts is that
    /// they ended.
    pub async fn assert_nothing_is_left(&self) {
        for collection in ["sessions", "subjects", "audit"] {
            assert_eq!(self.documents(collection).await, [], "{collection}");
        }
        for ended in self.documents("signIns").await {
            assert_eq!(ended.fields.keys().collect::<Vec<_>>(), ["until"]);
        }
    }
}

/// A response as the browser sees it.
#[derive(Debug)]
pub struct Page {
    pub status: StatusCode,
    pub location: Option<String>,
    pub retry_after: Option<u64>,
    pub text: String,
}

impl Page {
    /// Asserts that the page that began the attempt gets this sentence.
    #[track_caller]
    pub fn assert_told(&self, sentence: &str) {
        let told = format!("data-result=\"refused\" data-error=\"{sentence}\"");
        assert!(self.text.contains(&told), "{} {}", self.status, self.text);
    }
}

/// A client that keeps cookies as a browser does.
#[derive(Default, Clone)]
pub struct Browser {
    pub cookies: BTreeMap<String, String>,
}

impl Browser {
    pub async fn get(&mut self, engine: &Router, path: &str) -> Page {
        let cookies: Vec<_> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = Request::get(path)
            .header(header::HOST, "callguide.example.org")
            .header(header::ACCEPT, "text/html")
            .header(header::COOKIE, cookies.join("; "));
        let response = engine.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        for set in parts.headers.get_all(header::SET_COOKIE) {
            let set = set.to_str().unwrap();
            assert!(set.contains("; Path=/; HttpOnly; SameSite=Lax; Secure"), "{set}");
            let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
            assert!(name.starts_with("__Host-"), "{set}");
            if set.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let text = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
        let location = parts.headers.get(header::LOCATION).map(|to| to.to_str().unwrap().to_owned());
        let retry_after = parts.headers.get(header::RETRY_AFTER);
        let retry_after = retry_after.map(|seconds| seconds.to_str().unwrap().parse().unwrap());
        Page { status: parts.status, location, retry_after, text }
    }

    /// Begins an attempt, and returns the provider's URL.
    pub async fn begin(&mut self, engine: &Router, query: &str) -> Url {
        let page = self.get(engine, &format!("/auth/start?{query}")).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
        page.location.unwrap().parse().unwrap()
    }

    /// Begins an attempt in a popup, chooses an account, and comes back.
    pub async fn sign_in(&mut self, world: &World, engine: &Router) -> Page {
        let url = self.begin(engine, "attempt=a1&mode=popup").await;
        let back = came_back(&url, &world.issuer.grant(&url));
        self.get(engine, &back).await
    }

    pub async fn is_signed_in(&mut self, engine: &Router) -> bool {
        let page = self.get(engine, "/api/session").await;
        !page.text.contains("\"user\":null")
    }
}

/// Returns the path that the provider redirects the browser to.
pub fn came_back(authorize: &Url, code: &str) -> String {
    format!("/auth/callback?code={code}&state={}", parameter(authorize, "state"))
}

pub fn parameter(url: &Url, name: &str) -> String {
    url.query_pairs().find(|(own, _)| own == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
}
