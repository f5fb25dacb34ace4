use callguide::access::{AccessRules, Actor, Edit};
use callguide::api::allowed_emails::AuditWarning;
use callguide::auth::development::People;
use callguide::auth::{SignInError, sign_in};
use callguide::metrics::Metrics;
use callguide::store::{CollectionId, DocumentStore as _, list_all};

use crate::harness::{World, person};

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
async fn the_development_people_come_in_or_are_refused_as_they_say() {
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
async fn a_store_that_is_away_is_no_refusal() {
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
async fn a_session_has_the_address_in_its_one_form() {
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
async fn who_comes_under_a_known_address_with_another_account_is_in_the_audit_trail() {
    let (world, _) = seeded().await;
    // By the machine's clock, which sign-ins go by.
    let (access, sessions) = (AccessRules::new(world.store.clone(), None), world.sessions());
    let change = async |edit: Edit| {
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
    change(Edit::Allow(emails("ann@example.org"))).await;
    comes("two").await;
    change(Edit::Remove(emails("ann@example.org"))).await;
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
    // A page may begin and end at it.
    let first = access.audit(None, 2).await.unwrap();
    assert_eq!(first.entries, trail[..2]);
    let second = access.audit(first.next.as_deref(), 2).await.unwrap();
    assert_eq!((second.entries.as_slice(), second.next), (&trail[2..], None));
}
