//! How a sign-in ends: with a session or a failure, and with a page that reports it to the page that started it.
//!
//! A popup reports over the channel of its attempt. If the sign-in used the whole window, the window returns to its
//! previous page; after a failure, the login screen reads the error from the window's session storage and shows it.

use std::net::IpAddr;

use axum::extract::Query;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

use super::attempt::{Others, SignInAttempt, SignInMode};
use crate::auth::{self, SignInError};
use crate::http::error::NO_RECORDS;
use crate::http::security_log;
use crate::http::state::AppState;
use crate::session::{Person, Token};

/// Starts a session for someone whom the sign-in `method` vouches for, and logs the outcome.
///
/// # Errors
/// If the person isn't let in, or the store doesn't answer.
pub async fn enter(
    state: &AppState,
    person: Person,
    method: &str,
    attempt: &SignInAttempt,
    client: IpAddr,
) -> Result<Token, SignInError> {
    let email = person.email.clone();
    let once = async || {
        let (access, sessions) = (&state.access, &state.sessions);
        auth::sign_in(person.clone(), method, access, sessions, &*state.store, &state.metrics).await
    };
    let mut entered = once().await;
    // Do this only as a last resort, because a link from elsewhere to this URL must not end anyone's sessions.
    if entered.as_ref().err() == Some(&SignInError::Full) && attempt.others == Others::End {
        let whose = email.parse().map_err(|_| SignInError::Refused)?;
        state.access.sign_out_everywhere(&whose).await.map_err(SignInError::Store)?;
        security_log::sign_out_everywhere(&email, client);
        entered = once().await;
    }
    match &entered {
        Ok(_) => security_log::sign_in(&email, client, method),
        Err(error @ (SignInError::Refused | SignInError::Full)) => {
            security_log::sign_in_refused(&email, client, method, error);
        }
        Err(SignInError::Store(_)) => {}
    }
    entered
}

/// Ends the browser's previous session, so that a copy of its cookie is worthless.
pub async fn end_former(state: &AppState, headers: &HeaderMap) {
    if let Some(token) = state.cookie.token(headers)
        && let Err(error) = state.sessions.end(token).await
    {
        tracing::warn!(%error, "the browser's previous session couldn't be ended");
    }
}

/// The reason that a sign-in failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInFailure {
    /// The access rule, or an account that doesn't prove its address (`spec §8`).
    Refused,
    /// The person has the maximum number of sessions, all of them in use.
    Full,
    /// The person canceled at the provider.
    Cancelled,
    /// The response doesn't belong to an attempt in this browser, or the attempt is over.
    NoAttempt,
    ProviderAway,
    StoreAway,
    /// Anything else (`spec §8`).
    Failed,
}

/// Marks a response that isn't a failure of the person signing in, so that rate limits don't count it.
#[derive(Debug, Clone, Copy)]
pub struct NoFailure;

impl SignInFailure {
    fn status(self) -> StatusCode {
        match self {
            Self::Refused => StatusCode::FORBIDDEN,
            Self::Full => StatusCode::CONFLICT,
            Self::Cancelled => StatusCode::OK,
            Self::NoAttempt | Self::Failed => StatusCode::BAD_REQUEST,
            Self::ProviderAway | Self::StoreAway => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn retry_after(self) -> Option<u64> {
        matches!(self, Self::ProviderAway | Self::StoreAway).then_some(5)
    }

    fn text(self, state: &AppState) -> String {
        let snapshot = state.current.get();
        let texts = &snapshot.public_site().login;
        match self {
            Self::Refused => texts.access_denied.clone(),
            Self::Failed => texts.failed.clone(),
            Self::Full => {
                "You're already signed in on as many devices as one person can use, and each was used within \
                 the last half hour."
                    .to_owned()
            }
            Self::Cancelled => "Sign-in was cancelled.".to_owned(),
            Self::NoAttempt => "This sign-in took too long or was already used. Please try again.".to_owned(),
            Self::ProviderAway => {
                "The sign-in service can't be reached right now. Please try again in a moment.".to_owned()
            }
            Self::StoreAway => NO_RECORDS.to_owned(),
        }
    }
}

/// Returns the last page of a sign-in, or the redirect back if it used the whole window.
pub fn report(state: &AppState, attempt: &SignInAttempt, ended: Result<(), SignInFailure>) -> Response {
    let mut response = match ended {
        Ok(()) if attempt.mode == SignInMode::Window => go_back(local_path(&attempt.back)),
        Ok(()) => {
            let body = "<h1>You're signed in</h1>\n<p role=\"status\">You can close this window.</p>\n";
            write_page("You're signed in", body, &data(attempt, "done", "", ""))
        }
        Err(SignInFailure::Full) => full(attempt, &SignInFailure::Full.text(state)),
        Err(SignInFailure::Refused) => {
            refused(attempt, "Sign-in was refused", &SignInFailure::Refused.text(state))
        }
        Err(failure) => refused(attempt, "Not signed in", &failure.text(state)),
    };
    if let Err(failure) = ended {
        *response.status_mut() = failure.status();
        if let Some(seconds) = failure.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
    }
    if matches!(
        ended,
        Ok(()) | Err(SignInFailure::Full | SignInFailure::ProviderAway | SignInFailure::StoreAway)
    ) {
        response.extensions_mut().insert(NoFailure);
    }
    response
}

/// Returns whether the request is a browser's navigation; programs get a problem document instead.
pub fn takes_page(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accepts.is_some_and(|accept| accept.contains("text/html"))
}

/// Turns a failure outside of the sign-in itself, from a rate limit to a bug of ours, into the page that
/// reports it to the login screen: people can't do anything with JSON in a popup.
pub fn explain(address: &Uri, mut failed: Response, why: &str) -> Response {
    // The start page's parameters, if the URL contains them.
    let attempt = Query::try_from_uri(address).map_or_else(|_| SignInAttempt::default(), |Query(it)| it);
    let (parts, body) = refused(&attempt, "Not signed in", why).into_parts();
    failed.headers_mut().extend(parts.headers);
    *failed.body_mut() = body;
    failed
}

fn refused(attempt: &SignInAttempt, heading: &str, text: &str) -> Response {
    let back = local_path(&attempt.back);
    let body = format!(
        "<h1>{heading}</h1>\n<p role=\"alert\">{}</p>\n<p><a href=\"{}\">Back to Callguide</a></p>\n",
        escape(text),
        escape(back),
    );
    // If we don't know where to return to, the page stays.
    let go = if attempt.back.is_empty() { "" } else { back };
    write_page(heading, &body, &data(attempt, "refused", text, go))
}

/// Shows a choice instead of reporting, since the person must decide what to do.
fn full(attempt: &SignInAttempt, text: &str) -> Response {
    let again = SignInAttempt { others: Others::End, ..attempt.clone() }.address();
    let body = format!(
        "<h1>Not signed in</h1>\n<p role=\"alert\">{}</p>\n\
         <p><a href=\"{}\">Sign out everywhere else and sign in here</a></p>\n\
         <p><a href=\"{}\">Back to Callguide</a></p>\n",
        escape(text),
        escape(&again),
        escape(local_path(&attempt.back)),
    );
    write_page("Not signed in", &body, "")
}

fn go_back(path: &str) -> Response {
    let headers = [(header::LOCATION, path), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// Returns the attributes that the page's script reads.
fn data(attempt: &SignInAttempt, result: &str, error: &str, back: &str) -> String {
    let pairs = [
        ("attempt", &*attempt.attempt),
        ("result", result),
        ("error", error),
        ("mode", attempt.mode.name()),
        ("back", back),
    ];
    pairs.map(|(name, value)| format!("data-{name}=\"{}\"", escape(value))).join(" ")
}

/// Returns the path if it's on this origin; otherwise, returns the home screen, never another site's URL.
fn local_path(path: &str) -> &str {
    let plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let local = path.starts_with('/') && !path.starts_with("//") && plain;
    if local { path } else { "/home" }
}

/// Serves the script that reports back.
pub async fn script() -> Response {
    asset("text/javascript; charset=utf-8", include_str!("../pages/report.js"))
}

/// Serves the stylesheet of the sign-in pages.
pub async fn style() -> Response {
    asset("text/css; charset=utf-8", include_str!("../pages/pages.css"))
}

fn asset(media_type: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (StatusCode::OK, headers, text).into_response()
}

/// Returns one of the few pages that the engine itself writes, all for signing in, with `body` in its card. `data`
/// contains attributes on the body element for the script.
pub(super) fn write_page(title: &str, body: &str, data: &str) -> Response {
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/auth/pages.css\">\n<script src=\"/auth/report.js\" defer></script>\n\
         <body {data}>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    );
    ([(header::CACHE_CONTROL, "no-store")], Html(html)).into_response()
}

/// Escapes text for HTML, including attribute values.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::*;

    #[test]
    fn a_return_path_never_leaves_this_origin() {
        assert_eq!(local_path("/dtree?state=TX&answers=B.yes"), "/dtree?state=TX&answers=B.yes");
        for path in
            ["//evil.example", "https://evil.example", "/\\evil.example", "", "/a\r\nb", "/\t/evil.example"]
        {
            assert_eq!(local_path(path), "/home", "{path:?}");
        }
    }

    proptest! {
        #[test]
        fn any_return_path_resolves_to_this_origin(path in "[/\\\\a.:@?#%\t\n\r ]{0,8}(evil\\.example)?\\PC{0,6}") {
            let here = Url::parse("https://callguide.example.org/auth/callback").unwrap();
            let there = here.join(local_path(&path)).unwrap();
            prop_assert_eq!(there.origin(), here.origin());
            prop_assert!(HeaderValue::from_str(local_path(&path)).is_ok());
        }
    }
}
