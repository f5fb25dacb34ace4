//! The development sign-in: a page that lists sample people, and signing in as one of them.
//!
//! It's clearly marked and meant only for someone at this machine. It refuses a `Host` that isn't loopback and any
//! request that a proxy forwarded. Since a proxy may hide both, it also asks for the code that the terminal shows. From
//! there on it uses the same sign-in, session, and access code as every other method.

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::attempt::SignInAttempt;
use super::outcome::{NoFailure, SignInFailure, end_former, enter, escape, report, takes_page, write_page};
use crate::auth::development::{CodeError, Development};
use crate::auth::{SignIn, SignInError, is_loopback};
use crate::http::caller::Client;
use crate::http::error::{ApiError, in_words};
use crate::http::security_log;
use crate::http::state::AppState;

/// The method's name in log events.
const METHOD: &str = "development";

/// The cookie that proves that the browser has entered the code.
const COOKIE: &str = "callguide_development";

/// A submitted form: a chosen person, a code, or both.
#[derive(Debug, Deserialize)]
pub struct DevelopmentForm {
    /// The email address of the person to sign in as.
    email: Option<String>,
    /// The code; required unless the browser has the cookie.
    code: Option<String>,
    /// Whether the form is the page's code field, which continues with the list of people.
    #[serde(default)]
    typed: bool,
    #[serde(flatten)]
    attempt: SignInAttempt,
}

/// Returns the popup's page.
pub(super) fn page(
    state: &AppState,
    development: &Development,
    attempt: &SignInAttempt,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    only_here(headers)?;
    if !knows_the_code(state, development, headers) {
        return Ok(ask_for_the_code(attempt, None));
    }
    let mut body = String::from(
        "<p class=\"mark\">Development sign-in</p>\n<h1>Who are you today?</h1>\n\
         <p>This machine has no sign-in provider. Choose who to sign in as.</p>\n",
    );
    body.push_str(&form(attempt));
    for person in development.people().iter() {
        body.push_str(&format!(
            "<button name=\"email\" value=\"{}\"><b>{}</b><span>{}</span></button>\n",
            escape(&person.email),
            escape(&person.display_name),
            escape(&person.description),
        ));
    }
    body.push_str("</form>\n");
    Ok(write_page("Development sign-in", &body, ""))
}

/// Signs in as the chosen person, or explains why not. A code without a person is remembered for later.
pub async fn choose(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    form: Result<Form<DevelopmentForm>, FormRejection>,
) -> Result<Response, ApiError> {
    let SignIn::Development(development) = &state.sign_in else {
        return Err(ApiError::not_found("This engine has no development sign-in."));
    };
    only_here(&headers)?;
    let Form(choice) = form.map_err(|why| unreadable(&state, development, client, &headers, &why))?;
    let admitted = match &choice.code {
        Some(code) => development.admit(code).map(Some),
        None if knows_the_code(&state, development, &headers) => Ok(None),
        None => Err(CodeError::Wrong),
    };
    let stand_in = match admitted {
        Ok(stand_in) => stand_in,
        Err(error) => return refuse(&choice, client, &headers, error),
    };
    match (&choice.email, stand_in) {
        (Some(email), _) => sign_in(&state, development, email, &choice.attempt, client, &headers).await,
        (None, Some(stand_in)) => Ok(remember(&state, stand_in, &choice)),
        (None, None) => Err(unknown_person()),
    }
}

async fn sign_in(
    state: &AppState,
    development: &Development,
    email: &str,
    attempt: &SignInAttempt,
    Client(client): Client,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let person = development.people().find(email).ok_or_else(unknown_person)?.identity();
    match enter(state, person, METHOD, attempt, client).await {
        Ok(token) => {
            end_former(state, headers).await;
            let mut response = report(state, attempt, Ok(()));
            response.headers_mut().insert(header::SET_COOKIE, state.cookie.set(token.as_str()));
            Ok(response)
        }
        Err(SignInError::Refused) => Ok(report(state, attempt, Err(SignInFailure::Refused))),
        Err(SignInError::Full) => Ok(report(state, attempt, Err(SignInFailure::Full))),
        Err(SignInError::Store(error)) => Err(error.into()),
    }
}

/// Returns whether the browser has presented the code since this engine started.
fn knows_the_code(state: &AppState, development: &Development, headers: &HeaderMap) -> bool {
    state.cookie.named(headers, COOKIE).is_some_and(|cookie| development.knows(cookie))
}

/// Sets the cookie that replaces the code. If the code was typed on the page, continues to the list of people.
fn remember(state: &AppState, stand_in: &str, choice: &DevelopmentForm) -> Response {
    let mut response = if choice.typed {
        let to = HeaderValue::from_str(&choice.attempt.address()).expect("a query is ASCII");
        (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
    } else {
        StatusCode::NO_CONTENT.into_response()
    };
    response.extensions_mut().insert(NoFailure);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(header::SET_COOKIE, state.cookie.write(COOKIE, stand_in, None));
    response
}

/// Explains where to find the code: browsers get a page with a field for it, programs an error.
fn refuse(
    choice: &DevelopmentForm,
    Client(client): Client,
    headers: &HeaderMap,
    error: CodeError,
) -> Result<Response, ApiError> {
    security_log::development_code_refused(client, &error);
    if takes_page(headers) {
        let mut page = ask_for_the_code(&choice.attempt, choice.code.is_some().then_some(error));
        if choice.code.is_none() {
            *page.status_mut() = StatusCode::FORBIDDEN;
        }
        return Ok(page);
    }
    Err(match error {
        CodeError::Wrong => no_code(),
        CodeError::TooMany(seconds) => ApiError::rate_limited("requests", seconds),
    })
}

fn no_code() -> ApiError {
    ApiError::forbidden(
        "development_code",
        "The development sign-in needs the code that `callguide serve` printed with its address.",
    )
}

/// Returns the error for a body that isn't our form. Such a body contains no code, so a caller without the cookie is
/// only asked for the code.
fn unreadable(
    state: &AppState,
    development: &Development,
    Client(client): Client,
    headers: &HeaderMap,
    why: &FormRejection,
) -> ApiError {
    if why.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return ApiError::too_large("This request is too large.");
    }
    if knows_the_code(state, development, headers) {
        return ApiError::bad_request("bad_form", "This form can't be read.");
    }
    security_log::development_code_refused(client, &CodeError::Wrong);
    no_code()
}

/// Returns the page with the code field; its status is 200 if nothing has been typed yet.
fn ask_for_the_code(attempt: &SignInAttempt, error: Option<CodeError>) -> Response {
    let (status, told) = match error {
        None => (StatusCode::OK, String::new()),
        Some(CodeError::Wrong) => (
            StatusCode::FORBIDDEN,
            "<p role=\"alert\">That's not the code for the engine that's running now.</p>\n".to_owned(),
        ),
        Some(CodeError::TooMany(seconds)) => {
            let wait = in_words(seconds);
            let told = format!("<p role=\"alert\">Too many wrong codes. Please try again in {wait}.</p>\n");
            (StatusCode::TOO_MANY_REQUESTS, told)
        }
    };
    let body = format!(
        "<p class=\"mark\">Development sign-in</p>\n<h1>Enter the code</h1>\n{told}\
         <p>It's in the terminal where <code>callguide serve</code> is running, at the end of the line that starts \
         with <b>Callguide is ready</b>, after <code>#code=</code>. Opening that address enters it for you.</p>\n\
         {}<input type=\"hidden\" name=\"typed\" value=\"true\">\n\
         <label for=\"code\">Code</label>\n\
         <input id=\"code\" name=\"code\" required autofocus autocomplete=\"off\" autocapitalize=\"none\" \
         spellcheck=\"false\">\n<button class=\"go\">Continue</button>\n</form>\n",
        form(attempt)
    );
    let mut page = write_page("Development sign-in", &body, "");
    *page.status_mut() = status;
    if let Some(CodeError::TooMany(seconds)) = error {
        page.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    page
}

/// Returns the opening of a form that carries the attempt.
fn form(attempt: &SignInAttempt) -> String {
    let mut html = String::from("<form method=\"post\" action=\"/auth/development\">\n");
    for (name, value) in attempt.fields() {
        html.push_str(&format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">\n", escape(value)));
    }
    html
}

fn unknown_person() -> ApiError {
    ApiError::bad_request("unknown_person", "The development sign-in doesn't know this person.")
}

/// Refuses requests from other machines, including those forwarded by a proxy on this one.
fn only_here(headers: &HeaderMap) -> Result<(), ApiError> {
    let forwarded =
        ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]
            .iter()
            .any(|name| headers.contains_key(*name));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if forwarded || !is_loopback(host) {
        return Err(ApiError::forbidden(
            "not_loopback",
            "The development sign-in only works on this machine.",
        ));
    }
    Ok(())
}
