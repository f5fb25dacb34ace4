//! The only HTTP client for the provider, with limits on time and size and without redirects, and the errors that a
//! provider can cause.

use std::error::Error;
use std::io;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::{Response, StatusCode};
use url::form_urlencoded;

use crate::outgoing::{self, causes};
use crate::store::StoreError;

/// The largest response to read, in bytes. A provider's longest response, its keys, is a few thousand bytes long.
const MAX_BODY: usize = 256 * 1024;
/// The maximum number of characters of a provider's message that are logged.
const LONGEST_WORD: usize = 200;

/// A client for one provider.
#[derive(Debug, Clone)]
pub(super) struct Fetch(reqwest::Client);

/// Why there is no response, worded for the log. It's always the provider's fault, not the person's.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FetchError(String);

/// Why a provider doesn't identify a person. The messages are only for the log.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The provider can't be reached, is too slow, or sends an invalid response.
    #[error("the sign-in provider is unavailable: {0}")]
    Away(String),
    /// The provider refused, or its response doesn't prove who the person is.
    #[error("the sign-in provider's response doesn't prove who this is: {0}")]
    Failed(String),
    /// The attempt was already used.
    #[error("there's no such sign-in attempt")]
    NoAttempt,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ProviderError {
    /// Returns the error for a provider's refusal. For the log, each part is quoted and truncated.
    pub fn said(error: &str, description: Option<&str>) -> Self {
        Self::Failed(Self::words(error, description))
    }

    pub(super) fn words(error: &str, description: Option<&str>) -> String {
        let quoted = |text: &str| format!("{:?}", text.chars().take(LONGEST_WORD).collect::<String>());
        let description = description.map(|text| format!(": {}", quoted(text))).unwrap_or_default();
        format!("it answered with the error {}{description}", quoted(error))
    }
}

impl Fetch {
    /// Returns a client that gives up on a request after `patience`. `plain` allows http and bypasses any
    /// proxy; it's only for a provider on this machine.
    ///
    /// # Errors
    /// If this machine's certificates can't be used.
    pub(super) fn new(patience: Duration, plain: bool) -> Result<Self, reqwest::Error> {
        let client = outgoing::client().timeout(patience).https_only(!plain);
        let client = if plain { client.no_proxy() } else { client };
        client.build().map(Self)
    }

    /// Posts `form` with the client's credentials: in the headers, or in the form if `in_body` is set because the
    /// provider requires that (RFC 6749 §2.3.1). This is needed because the library itself revokes only over https.
    pub(super) async fn post(
        &self,
        url: &str,
        (id, secret): (&str, &str),
        in_body: bool,
        form: &[(&str, &str)],
    ) -> Result<(), FetchError> {
        let mut form = form.to_vec();
        let mut request = self.0.post(url).header("content-type", "application/x-www-form-urlencoded");
        if in_body {
            form.extend([("client_id", id), ("client_secret", secret)]);
        } else {
            let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            request = request.basic_auth(encode(id), Some(encode(secret)));
        }
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let status = request.body(body).send().await.map_err(unreachable)?.status();
        if status.is_success() { Ok(()) } else { Err(answered(status)) }
    }

    /// Sends a request, and retries once if the connection closed without a response: the provider may close
    /// a kept-alive connection just as it's reused. If the provider had already accepted the code, it must
    /// refuse it now (RFC 6749 §4.1.2), so nobody gets in twice.
    async fn execute(&self, request: HttpRequest) -> Result<Response, reqwest::Error> {
        let first = self.0.execute(request.clone().try_into()?).await;
        match first {
            Err(error) if is_unanswered(&error) => {
                tracing::debug!(error = %chain(&error), "the provider closed the connection; trying once more");
                self.0.execute(request.try_into()?).await
            }
            answered => answered,
        }
    }
}

/// Returns whether the connection closed before any part of a response arrived. A timeout doesn't count: a slow
/// provider may still be processing the request.
fn is_unanswered(error: &reqwest::Error) -> bool {
    if error.is_timeout() {
        return false;
    }
    let closed = |error: &(dyn Error + 'static)| {
        let by_peer = |error: &io::Error| {
            matches!(error.kind(), io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe)
        };
        error.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_incomplete_message)
            || error.downcast_ref::<io::Error>().is_some_and(by_peer)
    };
    error.is_connect() || causes(error).any(closed)
}

impl<'c> AsyncHttpClient<'c> for Fetch {
    type Error = FetchError;
    type Future = BoxFuture<'c, Result<HttpResponse, FetchError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        async move {
            let answer = self.execute(request).await.map_err(unreachable)?;
            if answer.status().is_server_error() {
                return Err(answered(answer.status()));
            }
            let mut response = HttpResponse::default();
            *response.status_mut() = answer.status();
            response.headers_mut().clone_from(answer.headers());
            let body = outgoing::body(answer, MAX_BODY).await.map_err(unreachable)?;
            let too_large = || FetchError(format!("its response has more than {MAX_BODY} bytes"));
            *response.body_mut() = body.ok_or_else(too_large)?;
            Ok(response)
        }
        .boxed()
    }
}

fn unreachable(error: reqwest::Error) -> FetchError {
    FetchError(chain(&error))
}

fn answered(status: StatusCode) -> FetchError {
    FetchError(format!("it answered {}", status.as_u16()))
}

/// Formats an error with all its causes, for the log.
pub(super) fn chain(error: &dyn Error) -> String {
    causes(error).fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
