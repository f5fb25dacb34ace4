//! The development sign-in: a page that lists its people, and what a click on one does.
//!
//! Plainly marked, on loopback only: refused for a `Host` that is not loopback and for a request
//! that a proxy forwarded. It goes through the same sign-in, session and access code as every other.

use std::net::IpAddr;

use axum::Form;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::pages::{self, escape};
use super::{ApiError, AppState};
use crate::auth::{self, SignInError};

/// What the page that began a sign-in says of itself.
#[derive(Debug, Deserialize)]
pub struct Attempt {
    /// Names the channel on which the popup reports back; random, made by the page.
    #[serde(default)]
    attempt: String,
    /// `popup`, or `window` where popups are blocked.
    #[serde(default)]
    mode: Mode,
    /// Where to go afterwards in the whole window: a path of this origin.
    #[serde(default, rename = "return")]
    back: String,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    #[default]
    Window,
    Popup,
}

/// A choice on the page.
#[derive(Debug, Deserialize)]
pub struct Choice {
    email: String,
    #[serde(flatten)]
    attempt: Attempt,
}

/// The page of the popup.
pub async fn start(
    State(state): State<AppState>,
    Query(attempt): Query<Attempt>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let people = people(&state, &headers)?;
    let mode = if attempt.mode == Mode::Popup { "popup" } else { "window" };
    let mut body = String::from(
        "<p class=\"mark\">Development sign-in</p>\n<h1>Who are you today?</h1>\n\
         <p>This machine has no sign-in provider. Choose one of the people it knows.</p>\n\
         <form method=\"post\" action=\"/auth/development\">\n",
    );
    for (name, value) in [("attempt", &*attempt.attempt), ("mode", mode), ("return", &*attempt.back)] {
        body.push_str(&format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">\n", escape(value)));
    }
    for person in people.iter() {
        body.push_str(&format!(
            "<button name=\"email\" value=\"{}\"><b>{}</b><span>{}</span></button>\n",
            escape(&person.email),
            escape(&person.display_name),
            escape(&person.description),
        ));
    }
    body.push_str("</form>\n");
    Ok(pages::page("Development sign-in", &body, ""))
}

/// Signs the chosen person in, or says why not.
pub async fn choose(
    State(state): State<AppState>,
    headers: HeaderMap,
    Form(choice): Form<Choice>,
) -> Result<Response, ApiError> {
    let people = people(&state, &headers)?;
    let person = people.find(&choice.email).ok_or_else(|| {
        ApiError::bad_request("unknown_person", "The development sign-in does not know this person.")
    })?;
    let signed_in = auth::sign_in(person.identity(), "development", &state.access, &state.sessions).await;
    match signed_in {
        Ok(token) => {
            let mut response = report(&choice.attempt, None);
            response.headers_mut().insert(header::SET_COOKIE, state.cookie.set(token.as_str()));
            Ok(response)
        }
        Err(SignInError::Refused) => {
            let denied = state.current.get().public_texts().login.access_denied.clone();
            Ok(report(&choice.attempt, Some(&denied)))
        }
        Err(SignInError::Store(error)) => Err(error.into()),
    }
}

/// Tells the page that began: over its channel from a popup, by going back in the whole window.
fn report(attempt: &Attempt, error: Option<&str>) -> Response {
    if attempt.mode == Mode::Window && error.is_none() {
        return Redirect::to(&local_path(&attempt.back)).into_response();
    }
    let (heading, class) = match error {
        None => ("You are signed in", "done"),
        Some(_) => ("Sign-in was refused", "refused"),
    };
    let body = format!(
        "<h1>{heading}</h1>\n<p role=\"alert\">{}</p>\n<p><a href=\"{}\">Back to Callguide</a></p>\n",
        escape(error.unwrap_or("You can close this window.")),
        escape(&local_path(&attempt.back)),
    );
    let data = format!(
        "data-attempt=\"{}\" data-result=\"{class}\" data-error=\"{}\"",
        escape(&attempt.attempt),
        escape(error.unwrap_or_default()),
    );
    pages::page(heading, &body, &data)
}

/// A path of this origin, or the start: never an address of another site.
fn local_path(path: &str) -> String {
    let local = path.starts_with('/') && !path.starts_with("//") && !path.contains(['\\', '\r', '\n', '\t']);
    if local { path.to_owned() } else { "/home".to_owned() }
}

fn people<'a>(state: &'a AppState, headers: &HeaderMap) -> Result<&'a auth::development::People, ApiError> {
    let people = state
        .development
        .as_ref()
        .ok_or_else(|| ApiError::not_found("There is no development sign-in here."))?;
    let forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"]
        .iter()
        .any(|name| headers.contains_key(*name));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if forwarded || !is_loopback(host) {
        return Err(ApiError::forbidden(
            "not_loopback",
            "The development sign-in works on this machine only.",
        ));
    }
    Ok(people)
}

/// Whether a `Host` names this machine itself.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// The script that reports back, and the style of the pages.
pub async fn script() -> Response {
    asset("text/javascript; charset=utf-8", include_str!("pages/report.js"))
}

/// The style of the sign-in's own pages.
pub async fn style() -> Response {
    asset("text/css; charset=utf-8", include_str!("pages/pages.css"))
}

fn asset(media_type: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (StatusCode::OK, headers, Html(text).0).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loopback() {
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "127.9.9.9"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["example.org", "10.0.0.1", "127.0.0.1.example.org", "localhost.example.org", ""] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn a_return_path_never_leaves_this_origin() {
        assert_eq!(local_path("/dtree?state=TX"), "/dtree?state=TX");
        for path in ["//evil.example", "https://evil.example", "/\\evil.example", "", "/a\r\nb"] {
            assert_eq!(local_path(path), "/home", "{path:?}");
        }
    }
}
