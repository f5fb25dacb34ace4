//! Tests the load on the store while many people are signed in, and how soon changes elsewhere take
//! effect.

use std::sync::Arc;
use std::time::Duration;

use callguide::access::AccessRules;
use callguide::revisions::Revisions;
use callguide::session::{Sessions, Timeouts, Token};
use callguide::store::{DocumentStore as _, Fields, Write, collections};
use futures_util::future::join_all;

use crate::harness::{ABSOLUTE, IDLE, World, email, is_away, person};

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// The limit in `api.md`, "Who may call what".
const HOLDS_WITHIN: Duration = Duration::from_secs(5);

/// An engine set up the way `serve` does it: sessions and access rules share their checks for changes.
struct Engine {
    access: AccessRules,
    sessions: Sessions,
}

impl Engine {
    fn start(world: &World) -> Self {
        let revisions = Revisions::new(world.store.clone(), world.clock.clone());
        // The sessions aren't used here; only their streams are open.
        let sessions = world.sessions_with(Timeouts { idle: 2 * IDLE, absolute: ABSOLUTE });
        Self { access: world.access(None).watching(&revisions), sessions: sessions.watching(&revisions) }
    }

    /// Makes the checks that an open stream makes.
    async fn may_listen(&self, token: &Token) -> bool {
        let Some(session) = self.sessions.peek(token.as_str()).await.unwrap() else { return false };
        self.access.rights(&email(&session.person.email)).await.unwrap().allowed
    }

    async fn sign_in(&self, world: &World, address: &str) -> Token {
        world.allow(address, Fields::new()).await;
        self.sessions.begin(person(address), None).await.unwrap()
    }
}

#[tokio::test]
async fn an_hour_of_300_streams_costs_only_checks_and_five_minute_rereads() {
    const STREAMS: usize = 300;
    let world = World::new();
    let engine = Engine::start(&world);
    let mut tokens = Vec::new();
    for number in 0..STREAMS {
        tokens.push(engine.sign_in(&world, &format!("v{number}@else.org")).await);
    }
    assert!(join_all(tokens.iter().map(|token| engine.may_listen(token))).await.iter().all(|may| *may));
    let before = world.calls();
    for _ in 0..1200 {
        world.clock.advance(3 * SECOND);
        for token in &tokens {
            assert!(engine.may_listen(token).await);
        }
        // Lets a check in the background run.
        tokio::task::yield_now().await;
    }
    let (reads, writes) = (world.calls().0 - before.0, world.calls().1 - before.1);
    let (looks, each) = (2 * 3600 / 3, 3 * 3600 / 300);
    assert!(reads <= looks + each * STREAMS, "{reads} reads");
    println!("{} reads of an open page in an hour", reads / STREAMS);
    assert!(reads >= 2 * 3600 / 5, "it looked: {reads} reads");
    assert_eq!(writes, 0);
}

#[tokio::test]
async fn an_idle_engine_makes_no_calls_and_then_checks_first() {
    let world = World::new();
    let (here, elsewhere) = (Engine::start(&world), Engine::start(&world));
    let token = here.sign_in(&world, "ann@else.org").await;
    assert!(here.may_listen(&token).await && elsewhere.may_listen(&token).await);
    let before = world.calls();
    world.clock.advance(4 * MINUTE);
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(world.calls(), before);
    assert!(here.may_listen(&token).await);
    assert_eq!(world.calls().0 - before.0, 2, "what it knew holds, after a look at both revisions");
    elsewhere.sessions.end(token.as_str()).await.unwrap();
    world.clock.advance(MINUTE / 2);
    assert!(!here.may_listen(&token).await);
}

#[tokio::test]
async fn a_token_that_no_engine_made_costs_no_store_call() {
    let world = World::new();
    let (sessions, other) = (world.sessions(), World::new());
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    let foreign = other.sessions().begin(person("ann@else.org"), None).await.unwrap();
    sessions.find(token.as_str()).await.unwrap().unwrap();
    let before = world.calls();
    let made_up = (0..500).map(|number| format!("{number:064}"));
    for made_up in made_up.chain([foreign.as_str().to_owned(), token.as_str()[1..].to_owned()]) {
        world.clock.advance(SECOND);
        sessions.end(&made_up).await.unwrap();
        assert_eq!(sessions.find(&made_up).await, Ok(None));
        assert_eq!(sessions.peek(&made_up).await, Ok(None));
    }
    assert_eq!(world.calls(), before);
}

#[tokio::test]
async fn a_token_of_an_ended_session_costs_a_single_read() {
    let world = World::new();
    let sessions = world.sessions();
    let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
    sessions.end(token.as_str()).await.unwrap();
    let before = world.calls();
    for _ in 0..500 {
        sessions.end(token.as_str()).await.unwrap();
        assert_eq!(sessions.find(token.as_str()).await, Ok(None));
    }
    assert_eq!((world.calls().0 - before.0, world.calls().1 - before.1), (1, 0));
}

#[tokio::test]
async fn an_unreadable_key_recognizes_nobody_but_ends_no_session() {
    let world = World::new();
    let token = world.sessions().begin(person("ann@else.org"), None).await.unwrap();
    world.store.set_away(true);
    let started = world.sessions();
    let before = world.calls();
    for _ in 0..500 {
        assert!(is_away(started.find(token.as_str()).await));
        assert!(is_away(started.end("made up").await));
    }
    assert!(world.calls().0 - before.0 <= 50, "it is tried again now and then");
    assert!(is_away(started.answers().await));
    world.store.set_away(false);
    started.installation().learn().await;
    assert!(started.find(token.as_str()).await.unwrap().is_some());
    assert_eq!(started.answers().await, Ok(()));
}

#[tokio::test]
async fn a_check_causes_rereads_of_changed_data_only() {
    let world = World::new();
    let (here, elsewhere) = (Engine::start(&world), Engine::start(&world));
    let (ann, bob) = (here.sign_in(&world, "ann@else.org").await, here.sign_in(&world, "bob@else.org").await);
    for token in [&ann, &bob] {
        assert!(here.may_listen(token).await && elsewhere.may_listen(token).await);
    }
    elsewhere.sessions.end(ann.as_str()).await.unwrap();
    assert!(!elsewhere.may_listen(&ann).await, "at once where it was done");
    world.clock.advance(HOLDS_WITHIN);
    assert!(!here.may_listen(&ann).await && here.may_listen(&bob).await);
}

#[tokio::test]
async fn removals_in_the_database_console_take_effect_within_five_minutes() {
    let world = World::new();
    let engine = Engine::start(&world);
    let (ann, bob) =
        (engine.sign_in(&world, "ann@else.org").await, engine.sign_in(&world, "bob@else.org").await);
    assert!(engine.may_listen(&ann).await && engine.may_listen(&bob).await);
    // Neither change updates a revision.
    world.remove("ann@else.org").await;
    let sessions = callguide::store::list_all(&*world.store, &collections::SESSIONS).await.unwrap();
    let of_bob = sessions.iter().find(|document| format!("{document:?}").contains("bob@")).unwrap();
    world.store.commit(vec![Write::delete(of_bob.path.clone())]).await.unwrap();
    world.clock.advance(5 * MINUTE);
    assert!(!engine.may_listen(&ann).await && !engine.may_listen(&bob).await);
}

#[tokio::test]
async fn a_failed_check_denies_access_but_ends_no_session() {
    let world = World::new();
    let engine = Engine::start(&world);
    let token = engine.sign_in(&world, "ann@else.org").await;
    assert!(engine.may_listen(&token).await);
    world.store.set_away(true);
    world.clock.advance(HOLDS_WITHIN);
    assert!(is_away(engine.sessions.find(token.as_str()).await));
    assert!(is_away(engine.access.rights(&email("ann@else.org")).await));
    world.store.set_away(false);
    assert!(engine.may_listen(&token).await);
}

#[tokio::test]
async fn concurrent_requests_share_a_check() {
    let world = World::new();
    let engine = Engine::start(&world);
    let token = engine.sign_in(&world, "ann@else.org").await;
    assert!(engine.may_listen(&token).await);
    world.clock.advance(HOLDS_WITHIN);
    let before = world.calls();
    join_all((0..100).map(|_| engine.may_listen(&token))).await;
    assert_eq!(world.calls().0 - before.0, 2);
}

#[tokio::test]
async fn many_sign_outs_take_few_commits_and_fail_no_admins_save() {
    let world = World::new();
    let engine = Arc::new(Engine::start(&world));
    let mut tokens = Vec::new();
    for number in 0..300 {
        tokens.push(engine.sign_in(&world, &format!("v{number}@else.org")).await);
    }
    let before = world.calls();
    let actor = callguide::access::Actor::CommandLine(None);
    let saves = async {
        for number in 0..5 {
            let allow = callguide::access::ListEdit::Allow([email(&format!("new{number}@else.org"))].into());
            engine.access.change(&actor, None, &allow).await.unwrap();
        }
    };
    let sign_outs = join_all(tokens.iter().map(|token| engine.sessions.end(token.as_str())));
    let ((), ended) = tokio::join!(saves, sign_outs);
    assert!(ended.iter().all(Result::is_ok));
    let commits = world.calls().1 - before.1;
    assert!((6..=5 + 3).contains(&commits), "{commits} commits, five of them saves");
    for token in &tokens {
        assert!(!engine.may_listen(token).await);
    }
    assert!(engine.sessions.list().await.unwrap().is_empty());
}

#[tokio::test]
async fn sessions_are_listed_with_their_start_and_last_use() {
    let world = World::new();
    let sessions = world.sessions();
    let mut of_ann = Vec::new();
    for _ in 0..3 {
        of_ann.push(sessions.begin(person("ann@else.org"), Some("mark")).await.unwrap());
    }
    world.clock.advance(MINUTE);
    let bob = sessions.begin(person("bob@else.org"), None).await.unwrap();
    let listed = sessions.list().await.unwrap();
    let of = |name: &str| listed.iter().filter(|live| live.person.email == name).collect::<Vec<_>>();
    assert_eq!((of("ann@else.org").len(), of("bob@else.org").len()), (3, 1));
    assert!(of("ann@else.org").iter().all(|live| live.mark.as_deref() == Some("mark")));
    assert!(of("bob@else.org")[0].since > of("ann@else.org")[0].since);
    world.clock.advance(MINUTE);
    sessions.find(bob.as_str()).await.unwrap().unwrap();
    for token in &of_ann {
        sessions.end(token.as_str()).await.unwrap();
    }
    let listed = sessions.list().await.unwrap();
    assert_eq!(
        listed.iter().map(|live| (live.since, live.last_use)).collect::<Vec<_>>(),
        [(world.clock.now() - MINUTE, world.clock.now())]
    );
}

#[tokio::test]
async fn a_short_idle_timeout_ends_no_active_session() {
    for minutes in 1..=6 {
        let world = World::new();
        let timeouts = Timeouts { idle: minutes * MINUTE, absolute: ABSOLUTE };
        let (sessions, elsewhere) = (world.sessions_with(timeouts), world.sessions_with(timeouts));
        let token = sessions.begin(person("ann@else.org"), None).await.unwrap();
        // The session is used for an hour, a little more often than the idle timeout requires.
        for _ in 0..(3600 / (minutes * 60)) {
            world.clock.advance(timeouts.idle - SECOND);
            let found = sessions.find(token.as_str()).await.unwrap();
            assert!(found.is_some(), "{minutes} minutes");
        }
        // If it's used every second, an engine that only reads the session also keeps it open.
        for _ in 0..600 {
            world.clock.advance(SECOND);
            assert!(sessions.find(token.as_str()).await.unwrap().is_some());
            assert_eq!(elsewhere.list().await.unwrap().len(), 1, "{minutes} minutes");
        }
        assert_eq!(elsewhere.sweep().await, Ok(0));
        world.clock.advance(timeouts.idle);
        assert_eq!(sessions.find(token.as_str()).await, Ok(None), "unused it ends");
    }
}
