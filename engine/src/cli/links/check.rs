//! Asking one address: HEAD, then GET, following redirects, again after failures that may pass.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::Context as _;
use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{Client, Method, StatusCode};
use tokio::sync::Semaphore;
use url::Url;

use super::answer::{Answer, words};
use super::gate::Gates;
use crate::fetch::{failure, retry_after};
use crate::outgoing;

/// How many redirects are followed; browsers follow 20.
const MAX_REDIRECTS: usize = 10;

/// How to ask.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    /// Who asks.
    pub agent: String,
    pub timeout: Duration,
    pub retries: u32,
    /// Before the first retry; doubled for each next one.
    pub backoff: Duration,
    /// Between two questions to one site.
    pub pause: Duration,
    /// The longest wait that a site can ask for.
    pub max_wait: Duration,
}

pub(super) struct Checker {
    client: Client,
    gates: Gates,
    settings: Settings,
}

/// How one attempt ended.
enum Attempt {
    Done(Answer),
    /// It may pass; the site may have said when to come back.
    Later {
        why: String,
        wait: Option<Duration>,
    },
}

/// What came back for one request.
struct Reply {
    status: StatusCode,
    headers: HeaderMap,
}

impl Checker {
    /// # Errors
    /// Where the machine's certificates can't be used.
    pub(super) fn new(settings: Settings) -> anyhow::Result<Self> {
        let client = outgoing::client()
            .timeout(settings.timeout)
            .user_agent(&settings.agent)
            .build()
            .context("no connection can be made from here")?;
        Ok(Self { client, gates: Gates::default(), settings })
    }

    /// Asks until there is an answer, or the retries are used up. Only while it asks it takes one of
    /// the places; waiting takes none.
    pub(super) async fn ask(&self, address: &str, staff: bool, places: &Semaphore) -> Answer {
        let mut backoff = self.settings.backoff;
        for left in (0..=self.settings.retries).rev() {
            // A site may fail at HEAD alone: the last try is what a browser would do.
            let last = left == 0 && self.settings.retries > 0;
            let method = if last { Method::GET } else { Method::HEAD };
            match self.attempt(method, address, staff, places).await {
                Attempt::Done(answer) => return answer,
                Attempt::Later { why, wait: Some(wait) } if wait > self.settings.max_wait => {
                    let seconds = wait.as_secs();
                    return Answer::Unsure(format!("{why}; it asks to come back in {seconds} seconds"));
                }
                Attempt::Later { why, .. } if left == 0 => return Answer::Broken(why),
                Attempt::Later { wait, .. } => {
                    tokio::time::sleep(wait.unwrap_or(backoff)).await;
                    backoff *= 2;
                }
            }
        }
        Answer::Skipped
    }

    async fn attempt(&self, method: Method, address: &str, staff: bool, places: &Semaphore) -> Attempt {
        let head = method == Method::HEAD;
        match self.follow(method, address, staff, places).await {
            // Some sites answer HEAD wrongly, or not at all: GET says what a browser would see.
            Attempt::Done(Answer::Broken(_) | Answer::Unsure(_)) if head => {
                self.follow(Method::GET, address, staff, places).await
            }
            other => other,
        }
    }

    /// One request and those that its redirects lead to.
    async fn follow(&self, method: Method, address: &str, staff: bool, places: &Semaphore) -> Attempt {
        let broken = |why: String| Attempt::Done(Answer::Broken(why));
        let Ok(mut url) = Url::parse(address) else { return broken("this is no web address".to_owned()) };
        let mut been = HashSet::new();
        // The address to write in its place: as far as every step is one for good.
        let mut moved: Option<Url> = None;
        let mut for_good = true;
        loop {
            if !been.insert(url.clone()) {
                return broken(format!("it leads in a circle, back to {url}"));
            }
            if been.len() > MAX_REDIRECTS {
                return broken(format!("it leads on more than {MAX_REDIRECTS} times"));
            }
            let reply = match self.request(method.clone(), &url, places).await {
                Ok(reply) => reply,
                Err(why) => return Attempt::Later { why, wait: None },
            };
            if reply.status.is_redirection()
                && let Some(to) = reply.headers.get(LOCATION).and_then(|to| to.to_str().ok())
            {
                let Ok(next) = url.join(to) else {
                    return broken(format!("it leads to {to}, which is no address"));
                };
                for_good &= matches!(reply.status.as_u16(), 301 | 308);
                if for_good {
                    moved = Some(next.clone());
                }
                url = next;
                continue;
            }
            return match judge(&reply, staff) {
                Some(attempt) => attempt,
                None => Attempt::Done(match moved {
                    Some(to) => Answer::Moved(to.to_string()),
                    None => Answer::Fine,
                }),
            };
        }
    }

    async fn request(&self, method: Method, url: &Url, places: &Semaphore) -> Result<Reply, String> {
        let site = url.host_str().unwrap_or_default();
        let passage = self.gates.enter(site).await;
        let place = places.acquire().await;
        let sent = self.client.request(method, url.clone()).send().await;
        drop(place);
        let reply = sent
            .map(|response| Reply { status: response.status(), headers: response.headers().clone() })
            .map_err(|error| failure(&error));
        let asked = reply
            .as_ref()
            .ok()
            .filter(|reply| slow_down(reply.status))
            .and_then(|reply| retry_after(&reply.headers));
        let rest = asked.unwrap_or_default().min(self.settings.max_wait).max(self.settings.pause);
        passage.leave(rest);
        reply
    }
}

/// What the last reply means; `None` where it is a page.
fn judge(reply: &Reply, staff: bool) -> Option<Attempt> {
    let status = reply.status.as_u16();
    let why = words(status);
    match status {
        200..=299 => None,
        // A page for staff that asks for a password is there.
        401 | 403 if staff => None,
        401 | 403 | 451 => Some(Attempt::Done(Answer::Unsure(why))),
        408 | 425 | 429 | 500 | 502..=504 => Some(Attempt::Later { why, wait: retry_after(&reply.headers) }),
        _ => Some(Attempt::Done(Answer::Broken(why))),
    }
}

fn slow_down(status: StatusCode) -> bool {
    matches!(status.as_u16(), 429 | 503)
}
