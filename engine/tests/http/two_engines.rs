//! Two engines behind a load balancer, on one hosted database or one folder: a change made on one takes effect on
//! the other within 5 s.

use std::sync::Arc;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::http::StatusCode;
use callguide::clock::Clock;
use callguide::revisions;
use callguide::seeds::People;
use callguide::store::{Fields, SqliteStore, Write, collections};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_stream::StreamExt as _;

use crate::harness::Service;
use crate::hosted;

const ADMIN: &str = "admin@example.org";
const VOLUNTEER: &str = "volunteer@example.org";

/// The limit in `api.md`, "Who may call what".
const SEEN_WITHIN: Duration = Duration::from_secs(5);

/// Longer than any step here takes in real time.
const SOON: Duration = Duration::from_secs(60);

struct Pair {
    here: Service,
    there: Service,
    clock: Clock,
    _store: Box<dyn std::any::Any>,
}

impl Pair {
    async fn start() -> Self {
        let double = hosted::start().await;
        let clock = Clock::set_to(jiff::Timestamp::now());
        let engine = || Service::by_clock(hosted::connect(&double), clock.clone());
        Self { here: engine(), there: engine(), clock, _store: Box::new(double) }
    }

    /// Like `start`, but on a shared SQLite folder.
    fn on_one_folder() -> Self {
        let data = tempfile::tempdir().unwrap();
        let clock = Clock::set_to(jiff::Timestamp::now());
        let engine = || {
            let store = SqliteStore::open(data.path(), &People::shipped().allow_list()).unwrap();
            Service::by_clock(Arc::new(store), clock.clone())
        };
        Self { here: engine(), there: engine(), clock, _store: Box::new(data) }
    }

    async fn both() -> [Self; 2] {
        [Self::start().await, Self::on_one_folder()]
    }

    /// Saves a list without the volunteer, as an admin's page does.
    async fn remove_volunteer_here(&self, admin: &str) {
        let body = json!({ "emails": [ADMIN] }).to_string();
        let saved = self.here.json("PUT", "/api/allowed-emails", admin, &[], body).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.text());
    }
}

async fn status(engine: &Service, path: &str, cookie: &str) -> u16 {
    engine.get(path, cookie, &[]).await.status.as_u16()
}

#[tokio::test]
async fn a_removal_on_one_engine_takes_effect_on_the_other() {
    for pair in Pair::both().await {
        let (admin, volunteer) = (pair.here.sign_in(ADMIN).await, pair.there.sign_in(VOLUNTEER).await);
        assert_eq!(status(&pair.there, "/api/content", &volunteer).await, 200);
        pair.remove_volunteer_here(&admin).await;
        pair.clock.advance(SEEN_WITHIN);
        assert_eq!(status(&pair.there, "/api/content", &volunteer).await, 401);
        assert_eq!(status(&pair.here, "/api/content", &volunteer).await, 401);
        // Once the volunteer is back on the list, she has to sign in again, because her session has ended.
        let body = json!({ "emails": [ADMIN, VOLUNTEER] }).to_string();
        assert_eq!(pair.here.json("PUT", "/api/allowed-emails", &admin, &[], body).await.status, 200);
        pair.clock.advance(SEEN_WITHIN);
        assert_eq!(status(&pair.there, "/api/content", &volunteer).await, 401);
    }
}

#[tokio::test]
async fn an_admin_right_changed_on_one_engine_takes_effect_on_the_other() {
    for pair in Pair::both().await {
        let (admin, volunteer) = (pair.here.sign_in(ADMIN).await, pair.there.sign_in(VOLUNTEER).await);
        assert_eq!(status(&pair.there, "/api/allowed-emails", &volunteer).await, 403);
        let document = format!("/api/allowed-emails/documents/{VOLUNTEER}");
        for (is_admin, expected) in [(true, 200), (false, 403)] {
            let body = json!({ "isAdmin": is_admin }).to_string();
            assert_eq!(pair.here.json("PUT", &document, &admin, &[], body).await.status, 200);
            pair.clock.advance(SEEN_WITHIN);
            assert_eq!(status(&pair.there, "/api/allowed-emails", &volunteer).await, expected);
        }
    }
}

#[tokio::test]
async fn signing_out_on_one_engine_kills_a_copied_cookie_on_the_other() {
    for pair in Pair::both().await {
        let cookie = pair.here.sign_in(VOLUNTEER).await;
        for engine in [&pair.here, &pair.there] {
            assert_eq!(status(engine, "/api/content", &cookie).await, 200);
        }
        assert_eq!(pair.here.post("/auth/logout", &cookie, &[], "").await.status, 204);
        assert_eq!(status(&pair.here, "/api/content", &cookie).await, 401, "at once where it was done");
        pair.clock.advance(SEEN_WITHIN);
        assert_eq!(status(&pair.there, "/api/content", &cookie).await, 401);
        assert_eq!(pair.there.get("/api/session", &cookie, &[]).await.json()["user"], Value::Null);
    }
}

/// A removal, a block, and a sign-out everywhere all change the person's mark, and a session is valid only under
/// the mark that it began with.
#[tokio::test]
async fn a_new_mark_ends_all_sessions_on_both_engines_but_not_later_ones() {
    for pair in Pair::both().await {
        let (before, also) = (pair.here.sign_in(VOLUNTEER).await, pair.there.sign_in(VOLUNTEER).await);
        let listening = listen(&pair.there, &before).await;
        let admin = pair.here.sign_in(ADMIN).await;
        for mark in ["one", "two"] {
            let person = collections::PEOPLE.document(VOLUNTEER).unwrap();
            let marked = Write::set(person, Fields::from([("mark".to_owned(), mark.into())]));
            let told = revisions::sessions_ended().unwrap();
            pair.here.store.commit(vec![marked, told]).await.unwrap();
            pair.clock.advance(SEEN_WITHIN);
            for (engine, cookie) in [(&pair.here, &also), (&pair.there, &before)] {
                assert_eq!(status(engine, "/api/content", cookie).await, 401);
            }
            let after = pair.here.sign_in(VOLUNTEER).await;
            assert_eq!(status(&pair.there, "/api/content", &after).await, 200);
            assert_eq!(status(&pair.here, "/api/content", &admin).await, 200);
        }
        end(listening).await;
    }
}

/// The other engine has just refused this person because they weren't on the list.
#[tokio::test]
async fn a_person_just_allowed_on_one_engine_stays_signed_in_on_the_other() {
    for pair in Pair::both().await {
        let admin = pair.here.sign_in(ADMIN).await;
        let new = "notlisted@example.org";
        let refused = pair.there.post("/auth/development", "", &[], &format!("email={new}")).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        let body = json!({ "emails": [ADMIN, VOLUNTEER, new] }).to_string();
        let saved = pair.here.json("PUT", "/api/allowed-emails", &admin, &[], body).await;
        assert_eq!(saved.status, StatusCode::OK);
        let cookie = pair.here.sign_in(new).await;
        for engine in [&pair.there, &pair.here] {
            assert_eq!(status(engine, "/api/content", &cookie).await, 200);
        }
    }
}

/// Opens an event stream on an engine.
async fn listen(engine: &Service, cookie: &str) -> BodyDataStream {
    let answer = engine.open("/api/events", cookie).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let mut stream = answer.into_body().into_data_stream();
    let first = stream.next().await.unwrap().unwrap();
    assert!(first.starts_with(b"event: content"), "{first:?}");
    stream
}

/// Waits for the end of a stream.
async fn end(mut stream: BodyDataStream) {
    let comments = async { while stream.next().await.is_some() {} };
    timeout(SOON, comments).await.expect("the stream ends with the next check");
}

/// The comment on `CHECK` in `events.rs` explains how often a stream is checked, and why that is often enough.
#[tokio::test]
async fn streams_on_the_other_engine_end_at_the_next_check() {
    for pair in Pair::both().await {
        let admin = pair.here.sign_in(ADMIN).await;
        let [leaves, stays] = [pair.there.sign_in(VOLUNTEER).await, pair.there.sign_in(VOLUNTEER).await];
        let (left, mut stayed) = (listen(&pair.there, &leaves).await, listen(&pair.there, &stays).await);
        assert_eq!(pair.here.post("/auth/logout", &leaves, &[], "").await.status, 204);
        pair.clock.advance(SEEN_WITHIN);
        end(left).await;
        let comment = timeout(SOON, stayed.next()).await.unwrap().unwrap().unwrap();
        assert!(comment.starts_with(b":"), "another session of hers goes on");
        pair.remove_volunteer_here(&admin).await;
        pair.clock.advance(SEEN_WITHIN);
        end(stayed).await;
    }
}
