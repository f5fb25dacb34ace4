//! An OpenID Connect provider that sends whatever a test wants.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD as B64};
use openidconnect::core::{CoreJwsSigningAlgorithm, CoreRsaPrivateSigningKey};
use openidconnect::{JsonWebKeyId, PrivateSigningKey as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use callguide::clock::Clock;

pub const CLIENT: &str = "callguide-test";
pub const SECRET: &str = "not a secret: a test";

/// The issuer's current behavior.
#[derive(Debug, Clone)]
pub struct Script {
    /// Changes to the claims: a value replaces a claim, and `null` removes it.
    pub claims: Value,
    /// The token's header.
    pub header: Value,
    /// Which of the two test keys signs (1 or 2); `None` for an empty signature.
    pub signed_with: Option<u8>,
    /// Whether a character of the signature is changed.
    pub spoiled: bool,
    /// The keys that it publishes.
    pub published: Vec<u8>,
    /// The signature algorithms that its metadata lists.
    pub algorithms: Vec<&'static str>,
    /// The delay of each response.
    pub slow: Duration,
    /// The status of every response, if it's broken.
    pub broken: Option<u16>,
    /// The number of bytes that the token endpoint sends.
    pub huge: Option<usize>,
    /// Whether the token endpoint redirects the client.
    pub redirects: bool,
    /// The issuer in the discovery document, if not this one.
    pub issuer: Option<&'static str>,
    /// The error and description that the token endpoint sends when it refuses a request.
    pub refuses: Option<(&'static str, String)>,
    /// The `Date` header of its responses.
    pub date: Option<&'static str>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            claims: json!({}),
            header: json!({ "alg": "RS256", "typ": "JWT", "kid": "1" }),
            signed_with: Some(1),
            spoiled: false,
            published: vec![1],
            algorithms: vec!["RS256"],
            slow: Duration::ZERO,
            broken: None,
            huge: None,
            redirects: false,
            issuer: None,
            refuses: None,
            date: None,
        }
    }
}

#[derive(Debug, Default)]
struct Told {
    script: Script,
    /// The nonce and the PKCE challenge of each attempt, by code.
    attempts: HashMap<String, (String, String)>,
    revoked: Vec<String>,
    keeps_grants: bool,
    asked: HashMap<&'static str, usize>,
    /// The registered redirect address; if `None`, any is accepted.
    registered: Option<String>,
    /// The number of requests to read before closing the connection without a response.
    closing: usize,
}

/// A provider on its own socket.
#[derive(Clone)]
pub struct Issuer {
    pub url: String,
    clock: Clock,
    told: Arc<Mutex<Told>>,
}

impl Issuer {
    pub async fn start(clock: Clock) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let front = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", front.local_addr().unwrap());
        let issuer = Self { url, clock, told: Arc::default() };
        tokio::spawn(issuer.clone().stand_before(front, listener.local_addr().unwrap()));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/elsewhere", post(|| async { "" }))
            .route("/revoke", post(revoke))
            .with_state(issuer.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        issuer
    }

    /// Forwards traffic, except for requests that it drops by closing the connection.
    async fn stand_before(self, front: TcpListener, behind: SocketAddr) {
        while let Ok((mut client, _)) = front.accept().await {
            let issuer = self.clone();
            tokio::spawn(async move {
                let mut server = TcpStream::connect(behind).await.unwrap();
                let (mut request, mut answer) = (vec![0; 65536], vec![0; 65536]);
                loop {
                    let passed_on = tokio::select! {
                        read = client.read(&mut request) => match read {
                            Ok(0) | Err(_) => return,
                            Ok(_) if issuer.closes() => return,
                            Ok(length) => server.write_all(&request[..length]).await,
                        },
                        read = server.read(&mut answer) => match read {
                            Ok(0) | Err(_) => return,
                            Ok(length) => client.write_all(&answer[..length]).await,
                        },
                    };
                    if passed_on.is_err() {
                        return;
                    }
                }
            });
        }
    }

    fn closes(&self) -> bool {
        let mut told = self.told.lock().unwrap();
        let closes = told.closing > 0;
        told.closing = told.closing.saturating_sub(1);
        closes
    }

    /// Closes the connection of the next `requests` instead of answering.
    pub fn close_before_answering(&self, requests: usize) {
        self.told.lock().unwrap().closing = requests;
    }

    /// Registers the only address that browsers may be redirected to.
    pub fn register(&self, redirect: &str) {
        self.told.lock().unwrap().registered = Some(redirect.to_owned());
    }

    pub fn set(&self, script: Script) {
        self.told.lock().unwrap().script = script;
    }

    /// Simulates choosing an account: returns the code for the URL that the browser was sent to.
    pub fn grant(&self, authorize: &url::Url) -> String {
        let query: HashMap<_, _> = authorize.query_pairs().collect();
        let code = format!("code-{}", query["state"]);
        let attempt = (query["nonce"].to_string(), query["code_challenge"].to_string());
        self.told.lock().unwrap().attempts.insert(code.clone(), attempt);
        code
    }

    pub fn refuse_to_revoke(&self) {
        self.told.lock().unwrap().keeps_grants = true;
    }

    pub fn revoked(&self) -> Vec<String> {
        self.told.lock().unwrap().revoked.clone()
    }

    pub fn asked(&self, what: &str) -> usize {
        self.told.lock().unwrap().asked.get(what).copied().unwrap_or(0)
    }

    fn script(&self, what: &'static str) -> Script {
        let mut told = self.told.lock().unwrap();
        *told.asked.entry(what).or_default() += 1;
        told.script.clone()
    }
}

async fn trouble(script: &Script) -> Option<Response> {
    tokio::time::sleep(script.slow).await;
    let status = script.broken?;
    Some((StatusCode::from_u16(status).unwrap(), "<h1>Bad day\r\n</h1>").into_response())
}

async fn discovery(State(issuer): State<Issuer>) -> Response {
    let script = issuer.script("discovery");
    if let Some(trouble) = trouble(&script).await {
        return trouble;
    }
    let url = &issuer.url;
    let date = script.date.map(|date| [(header::DATE, date)]);
    let metadata = Json(json!({
        "issuer": script.issuer.unwrap_or(url),
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
        "revocation_endpoint": format!("{url}/revoke"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": script.algorithms,
    }));
    match date {
        Some(date) => (date, metadata).into_response(),
        None => metadata.into_response(),
    }
}

/// Nobody is signed in here, so a sign-in without user interaction fails (OpenID Connect Core §3.1.2.6).
async fn authorize(State(issuer): State<Issuer>, Query(asked): Query<HashMap<String, String>>) -> Response {
    let redirect = &asked["redirect_uri"];
    let registered = issuer.told.lock().unwrap().registered.clone();
    let known = registered.is_none_or(|registered| registered == *redirect);
    if !known || asked["client_id"] != CLIENT {
        return (StatusCode::BAD_REQUEST, "redirect_uri_mismatch").into_response();
    }
    assert_eq!(asked["prompt"], "none", "a browser shows a page here, which no test needs");
    let back = format!("{redirect}?error=login_required&state={}", asked["state"]);
    (StatusCode::SEE_OTHER, [(header::LOCATION, back)]).into_response()
}

async fn keys(State(issuer): State<Issuer>) -> Response {
    let script = issuer.script("keys");
    if let Some(trouble) = trouble(&script).await {
        return trouble;
    }
    let keys: Vec<_> = script.published.iter().map(|n| key(*n).as_verification_key()).collect();
    Json(json!({ "keys": keys })).into_response()
}

async fn token(
    State(issuer): State<Issuer>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let script = issuer.script("token");
    if let Some(trouble) = trouble(&script).await {
        return trouble;
    }
    let encode = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let client = STANDARD.encode(format!("{}:{}", encode(CLIENT), encode(SECRET)));
    if headers[header::AUTHORIZATION] != format!("Basic {client}") {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" }))).into_response();
    }
    if script.redirects {
        return (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, "/elsewhere")]).into_response();
    }
    if let Some(size) = script.huge {
        let headers = [(header::CONTENT_TYPE, "application/json")];
        return (headers, Body::from(" ".repeat(size))).into_response();
    }
    if let Some((error, description)) = &script.refuses {
        let said = json!({ "error": error, "error_description": description });
        return (StatusCode::BAD_REQUEST, Json(said)).into_response();
    }
    let attempt = issuer.told.lock().unwrap().attempts.remove(&form["code"]);
    let Some((nonce, challenge)) = attempt else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response();
    };
    let hash = <sha2::Sha256 as sha2::Digest>::digest(form.get("code_verifier").map_or("", |v| v));
    assert_eq!(B64.encode(hash), challenge, "the code belongs to whoever began");
    let token = id_token(&script, &issuer, &nonce);
    let answer =
        json!({ "access_token": "access-1", "token_type": "Bearer", "expires_in": 60, "id_token": token });
    Json(answer).into_response()
}

async fn revoke(State(issuer): State<Issuer>, Form(form): Form<HashMap<String, String>>) -> Response {
    let script = issuer.script("revoke");
    if let Some(trouble) = trouble(&script).await {
        return trouble;
    }
    let mut told = issuer.told.lock().unwrap();
    if told.keeps_grants {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    told.revoked.push(form["token"].clone());
    StatusCode::OK.into_response()
}

/// The time when the tests' clock starts.
pub const NOW: &str = "2026-11-03T12:00:00Z";

fn id_token(script: &Script, issuer: &Issuer, nonce: &str) -> String {
    let now = issuer.clock.now().as_second();
    let mut claims = json!({
        "iss": issuer.url, "aud": CLIENT, "sub": "117", "nonce": nonce, "iat": now, "exp": now + 300,
        "email": "ann@else.org", "email_verified": true, "name": "Ann Lee",
    });
    for (name, value) in script.claims.as_object().unwrap() {
        match value {
            Value::Null => claims.as_object_mut().unwrap().remove(name),
            value => claims.as_object_mut().unwrap().insert(name.clone(), value.clone()),
        };
    }
    let part = |json: &Value| B64.encode(json.to_string());
    let message = format!("{}.{}", part(&script.header), part(&claims));
    // The token is signed as its header says, so that only the rule can reject an algorithm that isn't
    // listed.
    let algorithm = match script.header["alg"].as_str() {
        Some("RS512") => CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
        _ => CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    };
    let mut signature = script
        .signed_with
        .map_or_else(Vec::new, |number| key(number).sign(&algorithm, message.as_bytes()).unwrap());
    if script.spoiled {
        signature[7] ^= 1;
    }
    format!("{message}.{}", B64.encode(signature))
}

fn key(number: u8) -> &'static CoreRsaPrivateSigningKey {
    static KEYS: [OnceLock<CoreRsaPrivateSigningKey>; 2] = [OnceLock::new(), OnceLock::new()];
    KEYS[usize::from(number) - 1].get_or_init(|| {
        let pem = match number {
            1 => include_str!("../data/oidc/test-key-1.pem"),
            _ => include_str!("../data/oidc/test-key-2.pem"),
        };
        CoreRsaPrivateSigningKey::from_pem(pem, Some(JsonWebKeyId::new(number.to_string()))).unwrap()
    })
}
