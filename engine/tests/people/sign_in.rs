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
            assert_eq!(found.email, seed.email);
            let rights = access.rights(&found.email.parse().unwrap()).await.unwrap();
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
    assert_eq!(found.email, "volunteer@example.org");
}
