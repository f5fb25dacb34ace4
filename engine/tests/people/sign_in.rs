use std::time::Duration;

use callguide::access::{AccessRules, Actor, ListEdit};
use callguide::api::access::AuditWarning;
use callguide::auth::development::People;
use callguide::auth::{SignInError, sign_in};
use callguide::metrics::Metrics;
use callguide::session::{Sessions, Token};
use callguide::store::{CollectionId, DocumentStore as _, list_all};

use futures_util::future::join_all;

use crate::harness::{World, person};

const MINUTE: Duration = Duration::from_secs(60);
/// The maximum number of sessions per person.
const MOST: usize = 20;

async fn seeded() -> (World, People) {
    let world = World::new();
    let people = People::shipped();
    world.store.commit(people.allow_list()).await.unwrap();
    (world, people)
}

async fn sessions_kept(world: &World) -> usize {
    let sessions = CollectionId::new("sessions").unwrap();
    list_all(&*world.store, &sessions).await.unwrap().len()
}

#[tokio::test]
async fn the_development_people_are_allowed_or_refused_as_declared() {
    let (world, people) = seeded().await;
    let (access, sessions) = (world.access(None), world.sessions());
    for seed in people.iter() {
        let result =
            sign_in(seed.identity(), "development", &access, &sessions, &*world.store, &Metrics::default())
                .await;
        assert_eq!(result.is_ok(), seed.allowed, "{}", seed.email);
        if let Ok(token) = result {
            let found = sessions.find(token.as_str()).await.unwrap().unwrap();
            assert_eq!(found.person.email, seed.email);
            let rights = access.rights(&found.person.email.parse().unwrap()).await.unwrap();
            assert_eq!(rights.admin, seed.admin, "{}", seed.email);
        }
    }
}

#[tokio::test]
async fn a_refusal_leaves_nothing_behind() {
    let world = World::new();
    for address in ["ann@else.org", "", "ann", "ann@else.org@example.org"] {
        let access = world.access(Some("example.org"));
        let refused =
            sign_in(person(address), "test", &access, &world.sessions(), &*world.store, &Metrics::default())
                .await;
        assert_eq!(refused.err(), Some(SignInError::Refused), "{address}");
    }
    assert_eq!(sessions_kept(&world).await, 0);
}

#[tokio::test]
async fn an_unavailable_store_is_an_error_not_a_refusal() {
    let (world, _) = seeded().await;
    world.store.set_away(true);
    let (access, sessions) = (world.access(None), world.sessions());
    let result = sign_in(
        person("volunteer@example.org"),
        "test",
        &access,
        &sessions,
        &*world.store,
        &Metrics::default(),
    )
    .await;
    assert!(matches!(result, Err(SignInError::Store(_))));
}

#[tokio::test]
async fn a_session_stores_the_normalized_address() {
    let (world, _) = seeded().await;
    let sessions = world.sessions();
    let signed_in = person(" Volunteer@EXAMPLE.org ");
    let token =
        sign_in(signed_in, "test", &world.access(None), &sessions, &*world.store, &Metrics::default())
            .await
            .unwrap();
    let found = sessions.find(token.as_str()).await.unwrap().unwrap();
    assert_eq!(found.person.email, "volunteer@example.org");
}

#[tokio::test]
async fn a_known_address_with_a_new_account_is_recorded_in_the_audit_trail() {
    let (world, _) = seeded().await;
    // The access rules use the machine's clock, as sign-ins do.
    let (access, sessions) = (AccessRules::new(world.store.clone(), None), world.sessions());
    let change = async |edit: ListEdit| {
        access.change(&Actor::CommandLine(None), None, &edit).await.unwrap();
    };
    let emails = |address: &str| [address.parse().unwrap()].into();
    let comes = async |subject: &str| {
        let mut person = person("volunteer@example.org");
        subject.clone_into(&mut person.subject);
        sign_in(person, "test", &access, &sessions, &*world.store, &Metrics::default()).await.unwrap();
    };
    comes("one").await;
    comes("one").await;
    change(ListEdit::Allow(emails("ann@example.org"))).await;
    comes("two").await;
    change(ListEdit::Remove(emails("ann@example.org"))).await;
    let trail = access.audit(None, 10).await.unwrap().entries;
    let warned: Vec<bool> = trail.iter().map(|line| line.warning.is_some()).collect();
    assert_eq!(warned, [false, true, false], "in its place, newest first, once");
    let line = &trail[1];
    let email = "volunteer@example.org".to_owned();
    assert_eq!(line.by, email);
    assert_eq!(line.warning, Some(AuditWarning::SubjectChanged { email }));
    let changed = [&line.added, &line.removed, &line.granted, &line.revoked, &line.altered];
    assert!(changed.iter().all(|emails| emails.is_empty()), "{line:?}");
    assert_eq!((&line.etag_before, &line.etag_after), (&trail[2].etag_after, &trail[0].etag_before));
    assert!(trail[2].at < line.at && line.at < trail[0].at, "{trail:?}");
    // A page of the audit trail may begin or end at the warning.
    let first = access.audit(None, 2).await.unwrap();
    assert_eq!(first.entries, trail[..2]);
    let second = access.audit(first.next.as_deref(), 2).await.unwrap();
    assert_eq!((second.entries.as_slice(), second.next), (&trail[2..], None));
}

/// Signs the volunteer in once more.
async fn comes(world: &World, sessions: &Sessions) -> Result<Token, SignInError> {
    let (access, metrics) = (world.access(None), Metrics::default());
    sign_in(person("volunteer@example.org"), "test", &access, sessions, &*world.store, &metrics).await
}

#[tokio::test]
async fn one_session_too_many_ends_the_longest_idle_one() {
    let (world, _) = seeded().await;
    let (sessions, elsewhere) = (world.sessions(), world.sessions());
    let mut tokens = Vec::new();
    for _ in 0..MOST {
        tokens.push(comes(&world, &sessions).await.unwrap());
    }
    world.clock.advance(35 * MINUTE);
    for (at, token) in tokens.iter().enumerate().filter(|(at, _)| *at != 7) {
        assert!(elsewhere.find(token.as_str()).await.unwrap().is_some(), "{at}");
    }
    assert!(elsewhere.peek(tokens[7].as_str()).await.unwrap().is_some());
    tokens.push(comes(&world, &sessions).await.unwrap());
    world.clock.advance(5 * Duration::from_secs(1));
    for (at, token) in tokens.iter().enumerate() {
        for engine in [&sessions, &elsewhere] {
            assert_eq!(engine.peek(token.as_str()).await.unwrap().is_some(), at != 7, "{at}");
        }
    }
    assert_eq!(sessions_kept(&world).await, MOST);
}

#[tokio::test]
async fn a_session_in_use_is_never_ended_to_make_room() {
    let (world, _) = seeded().await;
    let sessions = world.sessions();
    let first = comes(&world, &sessions).await.unwrap();
    for _ in 1..MOST {
        comes(&world, &sessions).await.unwrap();
    }
    // Another engine may have served a session up to five minutes after its last saved use.
    world.clock.advance(35 * MINUTE - Duration::from_secs(1));
    assert_eq!(comes(&world, &sessions).await.err(), Some(SignInError::Full));
    assert_eq!(sessions_kept(&world).await, MOST, "nothing of the refused one is kept");
    assert!(sessions.peek(first.as_str()).await.unwrap().is_some());
    // Ending a session makes room, and so does signing out everywhere.
    sessions.end(first.as_str()).await.unwrap();
    comes(&world, &sessions).await.unwrap();
    assert_eq!(comes(&world, &sessions).await.err(), Some(SignInError::Full));
    world.access(None).sign_out_everywhere(&"volunteer@example.org".parse().unwrap()).await.unwrap();
    comes(&world, &sessions).await.unwrap();
}

#[tokio::test]
async fn concurrent_sign_ins_do_not_exceed_the_session_limit() {
    let (world, _) = seeded().await;
    let sessions = world.sessions();
    let came = join_all((0..3 * MOST).map(|_| comes(&world, &sessions))).await;
    let began = came.iter().filter(|token| token.is_ok()).count();
    assert_eq!(sessions_kept(&world).await, began);
    assert!(0 < began && began <= MOST, "{began}");
}
