//! Contacts that began in a past period.

use super::{World, question};
use callguide_content::content::parts_of_version;

#[tokio::test]
async fn a_contact_stays_in_its_period_across_a_turn_and_a_restart() {
    let world = World::at("2026-10-05T09:00:00Z");
    let engine = world.start();
    let began = engine.current.get().version().to_owned();
    world.pass_to_turn(&engine);
    let before = question(&engine.current.find(&began).await.unwrap(), "HI").0;
    assert!(before.contains("can be until"), "{before}");
    assert_ne!(question(engine.current.get().bodies(), "HI").0, before);
    engine.current.tidy();
    drop(engine);

    let engine = world.start();
    assert_eq!(question(&engine.current.find(&began).await.unwrap(), "HI").0, before, "read back");
    assert_eq!(world.shelf().list().len(), 1, "the files are kept once for all periods");
}

#[tokio::test]
async fn a_nonexistent_period_is_not_found_and_removes_no_version() {
    let world = World::at("2026-10-05T09:00:00Z");
    let engine = world.start();
    let version = engine.current.get().version().to_owned();
    let hash = parts_of_version(&version).0;
    let kept = engine.current.kept.as_ref().unwrap();
    let may_have = |period: &str| kept.may_have(&format!("{hash}-{period}"), world.clock.now().into());
    for never in ["20261399T0000Z", "2026", "20261005T0800Z-1", "+20261005T0800Z", "20261005T080000Z"] {
        assert!(engine.current.find(&format!("{hash}-{never}")).await.is_none(), "{never}");
    }
    assert!(may_have("20261005T0801Z"), "it isn't known yet that none begins then");
    assert!(engine.current.find(&format!("{hash}-20261005T0801Z")).await.is_none());
    for never in ["20261005T0801Z", "20261005T0802Z", "20111230T1000Z", "20261005T1000Z"] {
        assert!(!may_have(never), "{never} costs nothing any more");
        assert!(engine.current.find(&format!("{hash}-{never}")).await.is_none(), "{never}");
    }
    // The first period has no start; the other two are the periods before the current one.
    for period in ["", "-20261001T1000Z", "-20261005T0800Z"] {
        let version = format!("{hash}{period}");
        assert_eq!(engine.current.find(&version).await.unwrap().version(), version);
    }
    assert!(world.shelf().has(hash), "nothing is lost by asking");
}

#[tokio::test]
async fn an_engine_slightly_behind_serves_a_period_that_began_elsewhere() {
    let world = World::at("2026-10-05T09:59:30Z");
    let engine = world.start();
    let hash = parts_of_version(engine.current.get().version()).0.to_owned();
    let next = engine.current.find(&format!("{hash}-20261005T1000Z")).await.unwrap();
    assert!(question(&next, "HI").0.contains("last day"));
    assert!(engine.current.get().version().ends_with("-20261005T0800Z"));
    world.pass_to_turn(&engine);
    assert_eq!(engine.current.status().versions.len(), 2, "it is the current one now");
}

#[tokio::test]
async fn an_invalid_earlier_period_does_not_remove_other_periods() {
    let world = World::at("2026-10-05T09:00:00Z");
    // Until September 30, an answer led back to its question.
    let route = "- until: 2028-02-29\n            go: sheet";
    let back = format!("- until: 2026-09-30\n            go: feeder\n          {route}");
    world.replace("decision-tree.yaml", route, &back);
    let engine = world.start();
    let version = engine.current.get().version().to_owned();
    let (kept, hash) = (engine.current.kept.as_ref().unwrap(), parts_of_version(&version).0);
    assert!(engine.current.find(hash).await.is_none(), "the period before the first date");
    assert!(!kept.may_have(hash, world.clock.now().into()), "nobody has to find that out again");
    let before = format!("{hash}-20261001T1000Z");
    assert_eq!(engine.current.find(&before).await.unwrap().version(), before);
}

#[test]
fn evicting_a_period_keeps_the_file_of_its_version() {
    let mut world = World::at("2026-10-05T00:00:00Z");
    world.limits.number = 2;
    let engine = world.start();
    for _ in 0..4 {
        world.pass_to_turn(&engine);
    }
    engine.current.tidy();
    assert_eq!(engine.current.status().versions.len(), 2);
    assert_eq!(world.shelf().list().len(), 1);
}
