//! Where a sign-in begins, and where the provider sends the browser back.
//!
//! `/auth/start` and `/auth/callback` are pages in the popup, or in the whole window where popups
//! are blocked. Whatever happens there, [`report`] tells the page that began.

mod cookie;
mod report;

use std::net::IpAddr;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use url::form_urlencoded;

pub use report::{Failure, NoFailure, explain, report, script, style, takes_page};

use super::client::Client;
use super::security_log::{self, Caller};
use super::{ApiError, AppState, development};
use crate::auth::oidc::{Begun, Provider, ProviderError};
use crate::auth::{self, Opened, SignIn, SignInError};
use crate::session::{Person, Token};

/// A longer name of a channel is none that our page makes.
const MAX_ATTEMPT: usize = 64;
/// A longer path is left: a cookie has 4096 bytes.
const MAX_BACK: usize = 2048;

/// What the page that began a sign-in says of itself.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct Attempt {
    /// Names the channel on which the popup reports back; random, made by the page.
    #[serde(default)]
    pub attempt: String,
    /// `popup`, or `window` where popups are blocked.
    #[serde(default)]
    pub mode: Mode,
    /// Where to go afterwards in the whole window: a path of this origin.
    #[serde(default, rename = "return")]
    pub back: String,
    /// What becomes of the person's other sessions where she has too many.
    #[serde(default)]
    pub others: Others,
}

/// Where the pages of a sign-in are shown.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    #[default]
    Window,
    Popup,
}

/// What becomes of the sessions of a person who has as many as one may have and uses them all.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Others {
    /// They go on; this sign-in is refused.
    #[default]
    Stay,
    /// They end for this one.
    End,
}

impl Attempt {
    /// By their names in an address or a form.
    pub fn fields(&self) -> [(&'static str, &str); 4] {
        let others = match self.others {
            Others::Stay => "stay",
            Others::End => "end",
        };
        [("attempt", &self.attempt), ("mode", self.mode.name()), ("return", &self.back), ("others", others)]
    }

    /// Where such an attempt begins.
    pub fn address(&self) -> String {
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(self.fields()).finish();
        format!("/auth/start?{query}")
    }

    /// As a cookie can keep it: what no page of ours says is left.
    fn bounded(&self) -> Self {
        let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
        let kept = |text: &str, most: usize| {
            if text.len() <= most && text.bytes().all(plain) { text.to_owned() } else { String::new() }
        };
        Self { attempt: kept(&self.attempt, MAX_ATTEMPT), back: kept(&self.back, MAX_BACK), ..*self }
    }
}

impl Mode {
    /// As the address names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Popup => "popup",
        }
    }
}

/// What the provider sends back (RFC 6749 §4.1.2, RFC 9207).
#[derive(Debug, Deserialize)]
pub struct Callback {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
    iss: Option<String>,
}

/// Begins a sign-in of the kind that is offered here.
pub async fn start(
    State(state): State<AppState>,
    attempt: Result<Query<Attempt>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(attempt) = attempt.map_err(|_| unreadable())?;
    match &state.sign_in {
        SignIn::Development(people) => development::page(&state, people, &attempt, &headers),
        SignIn::Provider(provider) => Ok(begin(&state, provider, &attempt, &headers).await),
    }
}

async fn begin(state: &AppState, provider: &Provider, attempt: &Attempt, headers: &HeaderMap) -> Response {
    match provider.begin(&attempt.bounded()).await {
        Ok(Begun { url, secret, sealed }) => {
            let Ok(url) = HeaderValue::from_str(url.as_str()) else {
                return report(state, attempt, Err(Failure::Failed));
            };
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, url)]).into_response();
            let out = response.headers_mut();
            out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            for surplus in cookie::surplus(state.cookie, headers) {
                out.append(header::SET_COOKIE, surplus);
            }
            out.append(header::SET_COOKIE, cookie::set(state.cookie, &secret.state(), &sealed));
            response
        }
        Err(error) => report(state, attempt, Err(failure(&error))),
    }
}

/// Ends a sign-in at a provider.
pub async fn callback(
    State(state): State<AppState>,
    callback: Result<Query<Callback>, QueryRejection>,
    Client(client): Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(callback) = callback.map_err(|_| unreadable())?;
    let SignIn::Provider(provider) = &state.sign_in else {
        return Err(ApiError::not_found("There is no sign-in provider here."));
    };
    // An answer that this browser didn't ask for ends here: nobody is signed in by a link.
    let Opened { secret, page: attempt, in_time } =
        match begun_here(&state, provider, &callback, &headers).await {
            Ok(Some(opened)) => opened,
            Ok(None) => return Ok(report(&state, &Attempt::default(), Err(Failure::NoAttempt))),
            Err(error) => return Ok(report(&state, &Attempt::default(), Err(failure(&error)))),
        };
    let ended = if in_time {
        finish(&state, provider, &callback, &secret, &attempt, client).await
    } else {
        Err(Failure::NoAttempt)
    };
    let mut response = match ended {
        Ok(token) => {
            end_former(&state, &headers).await;
            let mut response = report(&state, &attempt, Ok(()));
            response.headers_mut().append(header::SET_COOKIE, state.cookie.set(token.as_str()));
            response
        }
        Err(failure) => report(&state, &attempt, Err(failure)),
    };
    response.headers_mut().append(header::SET_COOKIE, cookie::clear(state.cookie, &secret.state()));
    Ok(response)
}

/// The attempt that an answer belongs to, if this browser began it. Costs no store call.
async fn begun_here(
    state: &AppState,
    provider: &Provider,
    callback: &Callback,
    headers: &HeaderMap,
) -> Result<Option<Opened<Attempt>>, ProviderError> {
    let Some(named) = callback.state.as_deref() else { return Ok(None) };
    let Some(sealed) = cookie::find(state.cookie, headers, named) else { return Ok(None) };
    let opened = provider.open(sealed).await?;
    Ok(opened.filter(|opened: &Opened<Attempt>| opened.secret.state() == named))
}

async fn finish(
    state: &AppState,
    provider: &Provider,
    callback: &Callback,
    secret: &auth::Secret,
    attempt: &Attempt,
    client: IpAddr,
) -> Result<Token, Failure> {
    provider.end(secret).await.map_err(|error| failure(&error))?;
    if callback.iss.as_deref().is_some_and(|issuer| !provider.is_issuer(issuer)) {
        return Err(failure(&ProviderError::Failed("another issuer answered".to_owned())));
    }
    if let Some(error) = callback.error.as_deref() {
        let said = ProviderError::said(error, callback.error_description.as_deref());
        if error == "access_denied" {
            tracing::info!(event = "login_cancelled", method = provider.name(), %said);
            return Err(Failure::Cancelled);
        }
        return Err(failure(&said));
    }
    let code = callback.code.clone().ok_or(Failure::Failed)?;
    let vouched = provider.vouch(code, secret).await.map_err(|error| failure(&error))?;
    let signed_in = match vouched.person {
        Ok(person) => enter(state, person, provider.name(), attempt, client).await,
        Err(reason) => {
            let nobody = Caller { who: None, client };
            security_log::sign_in_refused(nobody, provider.name(), &reason);
            Err(SignInError::Refused)
        }
    };
    match signed_in {
        Ok(token) => Ok(token),
        Err(SignInError::Refused) => {
            // `spec §4`: nothing of the person remains.
            provider.revoke(vouched.grant).await;
            Err(Failure::Refused)
        }
        Err(SignInError::Full) => Err(Failure::Full),
        Err(SignInError::Store(error)) => Err(failure(&error.into())),
    }
}

/// Begins a session of someone whom a sign-in of the kind `method` vouches for, and tells the log how that ended.
///
/// # Errors
/// Where she isn't let in, or the store can't be asked.
pub async fn enter(
    state: &AppState,
    person: Person,
    method: &str,
    attempt: &Attempt,
    client: IpAddr,
) -> Result<Token, SignInError> {
    let email = person.email.clone();
    let caller = || Caller::new(&email, client);
    let once = async || {
        let (access, sessions) = (&state.access, &state.sessions);
        auth::sign_in(person.clone(), method, access, sessions, &*state.store, &state.metrics).await
    };
    let mut entered = once().await;
    // Only where there is no other way: a link from elsewhere to this address must not end anyone's sessions.
    if entered.as_ref().err() == Some(&SignInError::Full) && attempt.others == Others::End {
        let whose = email.parse().map_err(|_| SignInError::Refused)?;
        state.access.sign_out_everywhere(&whose).await.map_err(SignInError::Store)?;
        security_log::sign_out_everywhere(caller());
        entered = once().await;
    }
    match &entered {
        Ok(_) => security_log::sign_in(caller(), method),
        Err(error @ (SignInError::Refused | SignInError::Full)) => {
            security_log::sign_in_refused(caller(), method, error);
        }
        Err(SignInError::Store(_)) => {}
    }
    entered
}

fn unreadable() -> ApiError {
    ApiError::bad_request("bad_query", "The address of this sign-in can't be read.")
}

/// Ends the session that the browser had before, so that a copy of its cookie is worth nothing.
pub async fn end_former(state: &AppState, headers: &HeaderMap) {
    if let Some(token) = state.cookie.token(headers)
        && let Err(error) = state.sessions.end(token).await
    {
        tracing::warn!(%error, "the browser's former session couldn't be ended");
    }
}

/// What the person is told; the log is told why.
fn failure(error: &ProviderError) -> Failure {
    match error {
        ProviderError::NoAttempt => Failure::NoAttempt,
        ProviderError::Away(_) => {
            tracing::error!(%error, "a sign-in failed");
            Failure::ProviderAway
        }
        ProviderError::Failed(_) => {
            tracing::warn!(%error, "a sign-in failed");
            Failure::Failed
        }
        ProviderError::Store(_) => {
            tracing::error!(%error, "a sign-in failed");
            Failure::StoreAway
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_or_no_address_is_left_so_that_the_cookie_is_kept() {
        let attempt = |attempt: String, back: String| Attempt {
            attempt,
            mode: Mode::Popup,
            back,
            ..Attempt::default()
        };
        let kept = |given: Attempt| {
            let kept = given.bounded();
            (kept.attempt.len(), kept.back.len())
        };
        assert_eq!(kept(attempt("a".repeat(64), "/".repeat(2048))), (64, 2048));
        assert_eq!(kept(attempt("a".repeat(65), "/".repeat(2049))), (0, 0));
        for bad in ["\"", "\\", "\u{1}", " ", "é"] {
            assert_eq!(kept(attempt(bad.to_owned(), format!("/{bad}"))), (0, 0), "{bad:?}");
        }
    }
}
