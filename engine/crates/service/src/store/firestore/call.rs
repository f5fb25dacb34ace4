//! One call: attempts, each with a deadline, until one succeeds, one fails for good, or the time is up.

use std::time::Duration;

use reqwest::Client;
use serde_json::Value as Json;
use tokio::time::{Instant, sleep, timeout};
use url::Url;

use super::auth::Auth;
use super::failure::{Failure, Kind};
use super::timing::Timing;
use crate::outgoing;

/// Sends requests.
#[derive(Debug)]
pub(super) struct Caller {
    http: Client,
    auth: Auth,
    timing: Timing,
}

/// A request: a GET, or a POST if there's a body.
#[derive(Debug)]
pub(super) struct Question {
    pub url: Url,
    pub body: Option<Json>,
}

/// The time limits of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub whole: Duration,
    pub attempt: Duration,
}

/// Why a call failed in the end.
#[derive(Debug)]
pub(super) struct Failed {
    /// The last attempt's failure.
    pub last: Failure,
    /// Whether any attempt may have taken effect.
    pub may_be_done: bool,
}

impl Caller {
    pub(super) fn new(auth: Auth, timing: Timing) -> Result<Self, reqwest::Error> {
        let http = outgoing::client()
            .pool_idle_timeout(Duration::from_secs(50))
            .user_agent(concat!("callguide/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { http, auth, timing })
    }

    pub(super) fn read_bounds(&self) -> Bounds {
        Bounds { whole: self.timing.read, attempt: self.timing.read_attempt }
    }

    pub(super) fn commit_bounds(&self) -> Bounds {
        Bounds { whole: self.timing.commit, attempt: self.timing.commit_attempt }
    }

    /// Sends the request until it gets a response, which `read` parses. Retries only transient failures.
    pub(super) async fn call<T>(
        &self,
        question: &Question,
        bounds: Bounds,
        read: impl Fn(&Json) -> Result<T, String>,
    ) -> Result<T, Failed> {
        let end = Instant::now() + bounds.whole;
        let mut may_be_done = false;
        for attempt in 1.. {
            let left = end.saturating_duration_since(Instant::now());
            let asked = timeout(left.min(bounds.attempt), self.ask(question)).await;
            let answer = asked.unwrap_or_else(|_| Err(Failure::timeout()));
            let last = match answer.and_then(|json| read(&json).map_err(|why| Failure::malformed(&why))) {
                Ok(found) => return Ok(found),
                Err(failure) => failure,
            };
            may_be_done |= last.may_be_done;
            let wait = self.timing.wait(attempt);
            if last.kind != Kind::Passing || Instant::now() + wait >= end {
                return Err(Failed { last, may_be_done });
            }
            tracing::debug!(attempt, reason = %last.text, "retrying the call to the document store");
            sleep(wait).await;
        }
        unreachable!("the attempts end with the time")
    }

    async fn ask(&self, question: &Question) -> Result<Json, Failure> {
        let headers = self.auth.headers().await?;
        let request = match &question.body {
            Some(body) => self.http.post(question.url.clone()).json(body),
            None => self.http.get(question.url.clone()),
        };
        let answer = request.headers(headers).send().await.map_err(|error| Failure::transport(&error))?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(|error| Failure::transport(&error))?;
        if status != reqwest::StatusCode::OK {
            return Err(Failure::status(status, &body));
        }
        serde_json::from_slice(&body).map_err(|error| Failure::malformed(&error.to_string()))
    }
}
