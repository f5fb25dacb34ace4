use callguide::access::Rights;
use callguide::recent::Room;
use callguide::store::{Fields, Value};

use crate::harness::{World, email, is_away};

fn admin() -> Fields {
    Fields::from([("isAdmin".to_owned(), Value::Boolean(true))])
}

const STRANGER: Rights = Rights { allowed: false, admin: false, blocked: false, mark: None };
const VOLUNTEER: Rights = Rights { allowed: true, ..STRANGER };
const ADMIN: Rights = Rights { admin: true, ..VOLUNTEER };

#[tokio::test]
async fn the_list_and_the_organisations_domain_grant_access() {
    let world = World::new();
    world.allow("ann@else.org", Fields::new()).await;
    world.allow("boss@example.org", admin()).await;
    let access = world.access(Some("example.org"));
    for (address, rights) in [
        ("ANN@else.org", VOLUNTEER),
        ("bob@else.org", STRANGER),
        ("bob@example.org", VOLUNTEER),
        ("boss@example.org", ADMIN),
        ("boss@example.org.evil.net", STRANGER),
    ] {
        assert_eq!(access.rights(&email(address)).await, Ok(rights), "{address}");
    }
    assert_eq!(world.access(None).rights(&email("bob@example.org")).await, Ok(STRANGER));
}

#[tokio::test]
async fn a_failed_lookup_denies_even_the_organisations_domain() {
    let world = World::new();
    let access = world.access(Some("example.org"));
    world.store.set_away(true);
    assert!(is_away(access.rights(&email("ann@example.org")).await));
    world.store.set_away(false);
    assert_eq!(access.rights(&email("ann@example.org")).await, Ok(VOLUNTEER));
}

#[tokio::test]
async fn a_change_on_this_engine_takes_effect_immediately() {
    let world = World::new();
    world.allow("ann@else.org", Fields::new()).await;
    let access = world.access(None);
    let ann = email("ann@else.org");
    assert_eq!(access.rights(&ann).await, Ok(VOLUNTEER));
    world.remove("ann@else.org").await;
    access.list_changed();
    assert_eq!(access.rights(&ann).await, Ok(STRANGER));
    world.allow("ann@else.org", admin()).await;
    access.list_changed();
    assert_eq!(access.rights(&ann).await, Ok(ADMIN));
}

#[tokio::test]
async fn the_room_for_rights_counts_the_letters_of_an_address() {
    let world = World::new();
    let room = Room::of_bytes(100_000);
    let access = world.access(None).within(&room);
    let mut sizes = Vec::new();
    for address in ["ann@else.org", "annabelle@else.org"] {
        let before = room.used();
        access.rights(&email(address)).await.unwrap();
        sizes.push(room.used() - before);
    }
    // An address is counted as a key and once more in what's kept for it.
    assert_eq!(sizes[1] - sizes[0], "abelle".len());
}
