//! `kill -9` during saves: acknowledged saves survive, and the audit trail agrees.

use std::sync::Arc;
use std::time::Duration;

use callguide::api::access::AllowedDocument;
use tempfile::TempDir;

use crate::engine::Engine;
use crate::replay::{list, replay};

const ADMIN: &str = "admin@example.org";

/// The number of kills, unless `CALLGUIDE_SOAK` sets a different number.
const KILLS: u64 = 3;

fn kills() -> u64 {
    std::env::var("CALLGUIDE_SOAK").ok().map_or(KILLS, |kills| kills.parse().unwrap())
}

/// Returns the list for the `n`th save: as long as a real list, and different from the previous
/// save's.
fn wanted(n: u64) -> Vec<String> {
    let others = (0..40).map(|i| format!("person{i}-{}@example.org", (n + i) % 7));
    let mut emails: Vec<_> = others.chain([ADMIN.to_owned(), format!("save{n}@example.org")]).collect();
    emails.sort();
    emails
}

fn emails(documents: &[AllowedDocument]) -> Vec<String> {
    documents.iter().map(|document| document.id.clone()).collect()
}

/// Saves repeatedly, starting at `n`, until the engine is gone. Returns the last acknowledged save.
async fn save_until_killed(engine: &Engine, cookie: &str, mut n: u64) -> Option<u64> {
    let mut acknowledged = None;
    loop {
        match engine.save(cookie, &wanted(n)).await {
            Ok(answer) => {
                assert_eq!(answer.status(), 200);
                acknowledged = Some(n);
                n += 1;
            }
            Err(_) => return acknowledged,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_engine_restarts_with_every_acknowledged_save() {
    let data = TempDir::new().unwrap();
    let mut engine = Engine::start(&data);
    // The session outlives the engine, too.
    let cookie = engine.sign_in(ADMIN).await;
    let first = list(&engine.documents(&cookie).await.documents);
    let mut before = emails(&engine.documents(&cookie).await.documents);
    let mut n = 0;
    let mut saves = 0;
    for kill in 0..kills() {
        // The engine is killed at a different time in each round, from immediately to well into the
        // saves.
        let pause = Duration::from_micros(500 + kill * 61_007 % 250_000);
        let (from, own) = (n, cookie.clone());
        let target = Arc::new(engine);
        let saving = target.clone();
        let stream = tokio::spawn(async move { save_until_killed(&saving, &own, from).await });
        tokio::time::sleep(pause).await;
        target.kill();
        let acknowledged = stream.await.unwrap();
        drop(target);
        engine = Engine::start(&data);

        let documents = engine.documents(&cookie).await.documents;
        let found = emails(&documents);
        let next = acknowledged.map_or(from, |last| last + 1);
        let last = acknowledged.map_or(before.clone(), wanted);
        assert!(
            found == last || found == wanted(next),
            "kill {kill}: neither the list of save {acknowledged:?} nor the next one: {found:?}"
        );
        let lines = engine.audit(&cookie).await;
        assert_eq!(replay(first.clone(), &lines), list(&documents), "kill {kill}: the trail disagrees");
        saves += acknowledged.map_or(0, |last| last + 1 - from);
        before = found;
        n = next + 1;
    }
    println!("{} kills, {saves} saves were acknowledged", kills());
    assert!(saves > 0, "the stream never came to a save");
}
