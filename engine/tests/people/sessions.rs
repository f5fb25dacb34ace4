use std::sync::atomic::Ordering;
use std::time::Duration;

use callguide::clock::Clock;
use callguide::session::{Sessions, Timeouts};
use callguide::store::{CollectionId, DocumentStore as _, Fields, Write, collections, list_all};

use crate::harness::{ABSOLUTE, IDLE, World, is_away, person};

const MINUTE: Duration = Duration::from_secs(60);

async fn documents(world: &World) -> usize {
    let sessions = CollectionId::new("sessions").unwrap();
    list_all(&*world.store, &sessions).await.unwrap().len()
}

#[tokio::test]
async fn a_token_finds_its_person_and_any_other_string_finds_nobody() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    assert_eq!(sessions.find(token.as_str()).await.unwrap().unwrap().person, person("ann@else.org"));
    for other in ["", "nonsense", &"A".repeat(43)] {
        assert_eq!(sessions.find(other).await, Ok(None));
    }
}

#[tokio::test]
async fn listening_does_not_count_as_use() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    let half = IDLE / 2;
    for _ in 0..2 {
        assert_eq!(sessions.peek(token.as_str()).await.unwrap().unwrap().person, person("ann@else.org"));
        world.clock.advance(half);
    }
    assert_eq!(sessions.peek(token.as_str()).await, Ok(None), "it wasn't used since it began");
    assert_eq!(sessions.find(token.as_str()).await, Ok(None));
}

#[tokio::test]
async fn a_session_from_the_future_is_not_valid_until_its_time() {
    let world = World::new();
    let ahead = Clock::set_to("2026-11-03T12:02:01Z".parse().unwrap());
    let timeouts = Timeouts { idle: IDLE, absolute: ABSOLUTE };
    let others = Sessions::new(world.store.clone(), timeouts, ahead);
    let token = others.begin(person("ann@else.org"), None).await.unwrap();
    let here = world.sessions();
    assert_eq!(here.find(token.as_str()).await, Ok(None));
    assert_eq!(here.peek(token.as_str()).await, Ok(None));
    assert_eq!(here.list().await, Ok(vec![]));
    // A second later, the other clock is two minutes ahead, a difference that's allowed. The
    // session wasn't ended.
    world.clock.advance(Duration::from_secs(1));
    assert!(here.peek(token.as_str()).await.unwrap().is_some());
    assert!(here.find(token.as_str()).await.unwrap().is_some());
    assert_eq!(here.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_store_never_contains_the_token() {
    let world = World::new();
    let token = world.sessions().begin(person("ann@else.org"), None).await.unwrap();
    let all = list_all(&*world.store, &CollectionId::new("sessions").unwrap()).await.unwrap();
    assert!(!format!("{all:?}").contains(token.as_str()));
    let id = all[0].path.id();
    assert_eq!(world.sessions().find(id).await, Ok(None), "the hash signed in");
}

#[tokio::test]
async fn an_ended_session_is_invalid_here_now_and_elsewhere_in_five_seconds() {
    let world = World::new();
    let (here, elsewhere) = (world.sessions(), world.sessions());
    let token = here.begin(person("ann@else.org"), None).await.unwrap();
    assert!(here.find(token.as_str()).await.unwrap().is_some());
    assert!(elsewhere.find(token.as_str()).await.unwrap().is_some());
    here.end(token.as_str()).await.unwrap();
    here.end(token.as_str()).await.unwrap();
    assert_eq!(here.find(token.as_str()).await, Ok(None));
    world.clock.advance(Duration::from_secs(5));
    assert_eq!(elsewhere.find(token.as_str()).await, Ok(None));
}

#[tokio::test]
async fn an_idle_session_ends() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    world.clock.advance(IDLE - Duration::from_millis(1));
    assert!(sessions.find(token.as_str()).await.unwrap().is_some());
    world.clock.advance(IDLE);
    assert_eq!(sessions.find(token.as_str()).await, Ok(None));
    assert_eq!(documents(&world).await, 0);
}

#[tokio::test]
async fn a_busy_session_ends_when_it_is_old() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    let steps = (ABSOLUTE.as_secs() / 1800) as u32;
    for _ in 1..steps {
        world.clock.advance(30 * MINUTE);
        assert!(sessions.find(token.as_str()).await.unwrap().is_some());
    }
    world.clock.advance(30 * MINUTE);
    assert_eq!(sessions.find(token.as_str()).await, Ok(None));
}

#[tokio::test]
async fn a_use_is_saved_at_most_every_five_minutes() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    let before = world.store.commits.load(Ordering::SeqCst);
    let mut seconds = 0;
    while seconds < 3600 {
        world.clock.advance(Duration::from_secs(10));
        seconds += 10;
        assert!(sessions.find(token.as_str()).await.unwrap().is_some());
    }
    let written = world.store.commits.load(Ordering::SeqCst) - before;
    assert_eq!(written, 12);
}

#[tokio::test]
async fn a_use_does_not_revive_an_ended_session() {
    let world = World::new();
    let (here, elsewhere) = (world.sessions(), world.sessions());
    let token = here.begin(person("ann@else.org"), None).await.unwrap();
    world.clock.advance(5 * MINUTE - Duration::from_secs(1));
    assert!(here.find(token.as_str()).await.unwrap().is_some());
    elsewhere.end(token.as_str()).await.unwrap();
    // The session is still cached here, and its use is due to be saved.
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(here.find(token.as_str()).await, Ok(None));
    assert_eq!(documents(&world).await, 0);
}

#[tokio::test]
async fn an_unavailable_store_ends_no_session() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    world.store.set_away(true);
    assert!(is_away(sessions.find(token.as_str()).await));
    assert!(is_away(sessions.begin(person("bob@else.org"), None).await));
    assert!(is_away(sessions.end(token.as_str()).await));
    world.clock.advance(MINUTE);
    world.store.set_away(false);
    assert!(sessions.find(token.as_str()).await.unwrap().is_some());
}

/// Returns the fields of the session's document.
async fn of_a_session(world: &World) -> Fields {
    list_all(&*world.store, &collections::SESSIONS).await.unwrap()[0].fields.clone()
}

#[tokio::test]
async fn sweeping_removes_only_expired_sessions() {
    let world = World::new();
    let sessions = world.sessions();
    for _ in 0..3 {
        sessions.begin(person("old@else.org"), None).await.unwrap();
    }
    world.clock.advance(IDLE);
    assert_eq!(sessions.sweep().await, Ok(0), "another engine may know of a use in the last minutes");
    world.clock.advance(5 * MINUTE);
    let foreign = [("a".repeat(64), Fields::new()), ("settings".to_owned(), of_a_session(&world).await)];
    for (id, fields) in foreign.clone() {
        world
            .store
            .commit(vec![Write::set(collections::SESSIONS.document(id).unwrap(), fields)])
            .await
            .unwrap();
    }
    let live = sessions.begin(person("ann@else.org"), None).await.unwrap();
    assert_eq!(sessions.sweep().await, Ok(3));
    assert_eq!(sessions.sweep().await, Ok(0));
    for (id, fields) in foreign {
        let stayed = world.store.get(&collections::SESSIONS.document(id).unwrap()).await.unwrap();
        assert_eq!(stayed.unwrap().fields, fields, "not ours, so it stays");
    }
    assert!(sessions.find(live.as_str()).await.unwrap().is_some());
}

/// The store is unavailable for a minute. If a session hadn't been used, it would have expired during that minute.
#[tokio::test]
async fn an_unsaved_use_counts_once_the_store_is_back() {
    let world = World::new();
    let sessions = world.sessions();
    let [used, unused] =
        [sessions.begin(person("ann@else.org"), None), sessions.begin(person("bob@else.org"), None)];
    let (used, unused) = (used.await.unwrap(), unused.await.unwrap());
    world.clock.advance(IDLE - MINUTE / 2);
    world.store.set_away(true);
    assert!(is_away(sessions.find(used.as_str()).await));
    world.clock.advance(MINUTE);
    world.store.set_away(false);
    assert_eq!(sessions.find(unused.as_str()).await, Ok(None));
    assert!(sessions.find(used.as_str()).await.unwrap().is_some());
    // The use is now saved, for every engine.
    world.clock.advance(IDLE - MINUTE);
    assert!(world.sessions().find(used.as_str()).await.unwrap().is_some());
    world.clock.advance(IDLE);
    assert_eq!(sessions.find(used.as_str()).await, Ok(None));
}

#[tokio::test]
async fn a_store_that_accepts_no_writes_ends_no_session_and_turns_nobody_away() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    world.store.set_full(true);
    let before = world.store.commits.load(Ordering::SeqCst);
    // The session is used continuously for twice the idle timeout.
    for _ in 0..720 {
        world.clock.advance(Duration::from_secs(10));
        assert!(sessions.find(token.as_str()).await.unwrap().is_some());
    }
    let tried = world.store.commits.load(Ordering::SeqCst) - before;
    assert!((200..=240).contains(&tried), "every half a minute, not {tried} times");
    world.store.set_full(false);
    world.clock.advance(MINUTE);
    assert!(sessions.find(token.as_str()).await.unwrap().is_some());
    assert!(world.sessions().find(token.as_str()).await.unwrap().is_some(), "it is written");
    // An unused session expires even if the store doesn't take writes, although ending it needs
    // one.
    world.store.set_full(true);
    world.clock.advance(IDLE);
    assert_eq!(sessions.peek(token.as_str()).await, Ok(None));
    assert!(is_away(sessions.find(token.as_str()).await));
}
