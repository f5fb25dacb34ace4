//! The development sign-in: a page that lists its people, and what a click on one does.
//!
//! Plainly marked, on loopback only: refused for a `Host` that is not loopback and for a request
//! that a proxy forwarded. It goes through the same sign-in, session and access code as every other.

use axum::Form;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use serde::Deserialize;

use super::pages::{self, escape};
use super::sign_in::{self, Attempt, Failure, report};
use super::{ApiError, AppState};
use crate::auth::development::People;
use crate::auth::{self, SignIn, SignInError, is_loopback};

/// A choice on the page.
#[derive(Debug, Deserialize)]
pub struct Choice {
    email: String,
    #[serde(flatten)]
    attempt: Attempt,
}

/// The page of the popup.
pub fn page(people: &People, attempt: &Attempt, headers: &HeaderMap) -> Result<Response, ApiError> {
    only_here(headers)?;
    let mut body = String::from(
        "<p class=\"mark\">Development sign-in</p>\n<h1>Who are you today?</h1>\n\
         <p>This machine has no sign-in provider. Choose one of the people it knows.</p>\n\
         <form method=\"post\" action=\"/auth/development\">\n",
    );
    let hidden = [("attempt", &*attempt.attempt), ("mode", attempt.mode.name()), ("return", &*attempt.back)];
    for (name, value) in hidden {
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
    let SignIn::Development(people) = &state.sign_in else {
        return Err(ApiError::not_found("There is no development sign-in here."));
    };
    only_here(&headers)?;
    let person = people.find(&choice.email).ok_or_else(|| {
        ApiError::bad_request("unknown_person", "The development sign-in does not know this person.")
    })?;
    let (person, access, sessions) = (person.identity(), &state.access, &state.sessions);
    let signed_in =
        auth::sign_in(person, "development", access, sessions, &*state.store, &state.metrics).await;
    match signed_in {
        Ok(token) => {
            sign_in::end_former(&state, &headers).await;
            let mut response = report(&state, &choice.attempt, Ok(()));
            response.headers_mut().insert(header::SET_COOKIE, state.cookie.set(token.as_str()));
            Ok(response)
        }
        Err(SignInError::Refused) => Ok(report(&state, &choice.attempt, Err(Failure::Refused))),
        Err(SignInError::Store(error)) => Err(error.into()),
    }
}

/// Refuses whatever came from elsewhere than this machine, also by way of a proxy on it.
fn only_here(headers: &HeaderMap) -> Result<(), ApiError> {
    let forwarded =
        ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]
            .iter()
            .any(|name| headers.contains_key(*name));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if forwarded || !is_loopback(host) {
        return Err(ApiError::forbidden(
            "not_loopback",
            "The development sign-in works on this machine only.",
        ));
    }
    Ok(())
}
