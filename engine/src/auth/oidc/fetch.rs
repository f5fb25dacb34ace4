//! The one way to the provider over the network: bounded in time and size, and never redirected.

use std::error::Error;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use url::form_urlencoded;

/// The largest answer that is read, in bytes. A provider's longest, its keys, has a few thousand.
const MAX_BODY: usize = 256 * 1024;

/// A client for one provider.
#[derive(Debug, Clone)]
pub(super) struct Fetch(reqwest::Client);

/// Why there is no answer. Every one of them is the provider's trouble, not the person's.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("{0}")]
    Unreachable(String),
    #[error("it answered {0}")]
    Status(u16),
    #[error("its answer has more than {MAX_BODY} bytes")]
    TooLarge,
    #[error("its answer can't be read: {0}")]
    Malformed(String),
}

impl Fetch {
    /// A client that gives up on a request after `patience`. `plain` lets it speak http and keeps it
    /// from any proxy, which is for a provider on this machine alone.
    ///
    /// # Errors
    /// Where this machine's certificates can't be used.
    pub(super) fn new(patience: Duration, plain: bool) -> Result<Self, reqwest::Error> {
        // Whoever comes second finds it done.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(patience)
            .https_only(!plain);
        let client = if plain { client.no_proxy() } else { client };
        client.build().map(Self)
    }
}

impl Fetch {
    /// Posts `form` with the client's credentials: in the head, or in the form where the provider wants
    /// them there (RFC 6749 §2.3.1). The library itself revokes by https alone.
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
        if status.is_success() { Ok(()) } else { Err(FetchError::Status(status.as_u16())) }
    }
}

impl<'c> AsyncHttpClient<'c> for Fetch {
    type Error = FetchError;
    type Future = BoxFuture<'c, Result<HttpResponse, FetchError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        async move {
            let request = request.try_into().map_err(unreachable)?;
            let mut answer = self.0.execute(request).await.map_err(unreachable)?;
            if answer.status().is_server_error() {
                return Err(FetchError::Status(answer.status().as_u16()));
            }
            let mut response = openidconnect::http::Response::builder().status(answer.status());
            for (name, value) in answer.headers() {
                response = response.header(name, value);
            }
            let mut body = Vec::new();
            while let Some(chunk) = answer.chunk().await.map_err(unreachable)? {
                if body.len() + chunk.len() > MAX_BODY {
                    return Err(FetchError::TooLarge);
                }
                body.extend_from_slice(&chunk);
            }
            response.body(body).map_err(|error| FetchError::Malformed(error.to_string()))
        }
        .boxed()
    }
}

fn unreachable(error: reqwest::Error) -> FetchError {
    FetchError::Unreachable(chain(&error))
}

/// An error with all that caused it, for the log.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(&format!(": {cause}"));
        next = cause.source();
    }
    text
}
