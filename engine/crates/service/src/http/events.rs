//! Notifies browsers right away when another version is served, over one long-lived response each (server-sent events).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior};

use super::caller::{self, Volunteer};
use super::error::ApiError;
use super::state::AppState;
use super::streams::OwnStream;
use crate::metrics::EventStream;
use callguide_search::api::Problem;

/// The range of reconnection delays, in seconds. Each browser gets its own, so they don't all come back at once after a
/// restart.
const RETRY: (u64, u64) = (1, 5);
/// The delays for a page whose stream was closed in favor of the person's newer one, so that it doesn't come
/// right back and close another.
const RETRY_AFTER_NEWER: (u64, u64) = (30, 60);
/// The delays when all streams are closed together.
const RETRY_AFTER_STOP: (u64, u64) = (1, 10);

/// Streams events: `content` with `{"version"}` right away, and whenever another version is served.
///
/// In between, `heartbeat` events keep the stream alive. It ends when the person signs out or is removed, when the
/// engine stops, and when the same person opens so many more streams that it's no longer among the newest eight.
#[utoipa::path(
    get, path = "/api/events", tag = "content",
    responses(
        (status = 200, description = "Server-sent events", body = String, content_type = "text/event-stream"),
        (status = 503, description = "There are too many streams already, or a service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn events(
    State(state): State<AppState>,
    volunteer: Volunteer,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let permit = state.events.free.clone().try_acquire_owned();
    let permit = permit.map_err(|_| {
        state.metrics.event_stream_refused();
        ApiError::too_many_streams(within((5, 15)).as_secs())
    })?;
    let own = state.events.own.begin(&volunteer.person.email);
    let (every, beat) = (state.events.check, state.events.heartbeat);
    let mut check = tokio::time::interval_at(Instant::now() + every, every);
    let mut heartbeat = tokio::time::interval_at(Instant::now() + beat, beat);
    check.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut versions = state.current.subscribe();
    // The current version is sent right away, so a browser that was disconnected learns what it missed.
    versions.mark_changed();
    let listener = Listener {
        versions,
        stopping: state.events.stopping.subscribe(),
        check,
        heartbeat,
        may_listen: true,
        is_first: true,
        has_ended: false,
        cookies: only_cookies(&headers),
        _counted: state.metrics.event_stream(),
        own,
        _permit: permit,
        state,
    };
    let events = stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    let mut response = Sse::new(events).into_response();
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Asks proxies not to buffer events.
    out.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

/// A browser that is listening.
struct Listener {
    state: AppState,
    cookies: HeaderMap,
    versions: watch::Receiver<Arc<str>>,
    stopping: watch::Receiver<bool>,
    check: Interval,
    heartbeat: Interval,
    /// Whether the last check succeeded and the person passed it.
    may_listen: bool,
    is_first: bool,
    has_ended: bool,
    own: OwnStream,
    _counted: EventStream,
    _permit: OwnedSemaphorePermit,
}

impl Listener {
    /// Returns the next event, or `None` at the end of the stream.
    async fn next(&mut self) -> Option<Event> {
        if self.has_ended {
            return None;
        }
        loop {
            tokio::select! {
                biased;
                () = told(&mut self.stopping) => {
                    self.has_ended = true;
                    return Some(Event::default().comment("the engine is stopping").retry(within(RETRY_AFTER_STOP)));
                }
                () = self.own.made_room() => {
                    self.has_ended = true;
                    return Some(Event::default().comment("a newer page is listening").retry(within(RETRY_AFTER_NEWER)));
                }
                _ = self.check.tick() => {
                    match caller::may_still_listen(&self.state, &self.cookies).await {
                        Ok(true) => self.may_listen = true,
                        Ok(false) => return None,
                        // If the check can't be made, the browser gets no events but stays connected. The failed
                        // check may have taken longer than the time between two checks, so the heartbeat must get a
                        // turn.
                        Err(_) => {
                            self.may_listen = false;
                            self.check.reset();
                        }
                    }
                }
                changed = self.versions.changed(), if self.may_listen => {
                    changed.ok()?;
                    return Some(self.content());
                }
                // A comment for intermediaries and an event for the page, which doesn't see comments.
                _ = self.heartbeat.tick() => return Some(Event::default().comment("").event("heartbeat").data("{}")),
            }
        }
    }

    fn content(&mut self) -> Event {
        let version = self.versions.borrow_and_update().clone();
        let data = serde_json::json!({ "version": &*version }).to_string();
        let event = Event::default().event("content").id(&*version).data(data);
        if std::mem::take(&mut self.is_first) { event.retry(within(RETRY)) } else { event }
    }
}

/// Resolves when the engine must stop.
async fn told(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Returns the headers that identify the caller; the others needn't be kept.
fn only_cookies(headers: &HeaderMap) -> HeaderMap {
    headers.get_all(header::COOKIE).iter().map(|value| (header::COOKIE, value.clone())).collect()
}

/// Returns a random duration in the given range of seconds.
fn within((from, to): (u64, u64)) -> Duration {
    let (from, to) = (Duration::from_secs(from), Duration::from_secs(to));
    // If there are no random bytes, all browsers reconnect at the same time, which is harmless except for the load on
    // the engine.
    let random = getrandom::u32().unwrap_or_default();
    from + (to - from).mul_f64(f64::from(random) / f64::from(u32::MAX))
}
