//! Tests a full or read-only disk, as seen from the page: a save fails, and the data being served is the
//! data on disk.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use callguide::clock::Clock;
use callguide::seeds::People;
use callguide::store::SqliteStore;
use serde_json::{Value, json};

use crate::harness::{Answer, CODE, Service};
use crate::read_only::{make_read_only, make_writable};

const LIST: &str = "/api/allowed-emails";
const ADMIN: &str = "admin@example.org";

struct World {
    service: Service,
    store: SqliteStore,
    clock: Clock,
    admin: String,
    data: tempfile::TempDir,
}

/// The list, its tag, and the number of lines in the audit trail.
type Seen = (Value, String, usize);

impl World {
    async fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let store = open(data.path());
        let clock = Clock::set_to(jiff::Timestamp::now());
        let service = Service::by_clock(Arc::new(store.clone()), clock.clone());
        let admin = service.sign_in(ADMIN).await;
        Self { service, store, clock, admin, data }
    }

    /// Saves a list of the admin and `others` other people, with this tag as the precondition.
    async fn save(&self, tag: &str, others: usize) -> Answer {
        let others = (0..others).map(|n| format!("person{n}@example.org"));
        let emails: Vec<_> = std::iter::once(ADMIN.to_owned()).chain(others).collect();
        let body = json!({ "emails": emails }).to_string();
        self.service.json("PUT", LIST, &self.admin, &[("if-match", tag)], body).await
    }

    async fn seen(&self) -> Seen {
        seen(&self.service, &self.admin).await
    }

    /// Returns what a freshly started engine sees.
    async fn on_disk(&self) -> Seen {
        seen(&Service::over(Arc::new(open(self.data.path()))), &self.admin).await
    }

    /// Returns whether the metrics contain this line.
    fn counted(&self, line: &str) -> bool {
        self.service.state.metrics.text().lines().any(|told| told == line)
    }

    /// Returns the status of `/readyz`, and whether it says that documents can be written.
    async fn ready(&self) -> (u16, Value) {
        let answer = self.service.get("/readyz", "", &[]).await;
        (answer.status.as_u16(), answer.json()["writable"].clone())
    }

    async fn status(&self) -> Value {
        self.service.get("/api/content/status", &self.admin, &[]).await.json()
    }

    async fn may_come_in(&self, email: &str) -> bool {
        self.service.state.access.rights(&email.parse().unwrap()).await.unwrap().allowed
    }
}

fn open(data: &Path) -> SqliteStore {
    SqliteStore::open(data, &People::shipped().allow_list()).unwrap()
}

async fn seen(service: &Service, admin: &str) -> Seen {
    let list = service.get(LIST, admin, &[]).await;
    assert_eq!(list.status, 200, "{}", list.text());
    let documents = service.get("/api/allowed-emails/documents", admin, &[]).await;
    assert_eq!(documents.header("etag"), list.header("etag"));
    let audit = service.get("/api/allowed-emails/audit?limit=500", admin, &[]).await.json();
    let (list, tag) = (list.json()["emails"].clone(), list.header("etag").to_owned());
    (list, tag, audit["entries"].as_array().unwrap().len())
}

fn is_away(answer: &Answer) {
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert_eq!(answer.json()["code"], "unavailable");
    assert_eq!(answer.header("retry-after"), "5");
    assert!(!answer.text().contains("sqlite"), "{}", answer.text());
}

fn says_full(answer: &Answer) {
    is_away(answer);
    assert!(answer.json()["error"].as_str().unwrap().contains("disk that holds Callguide's records is full"));
}

#[tokio::test]
async fn on_a_full_disk_the_list_stays_unchanged_until_there_is_space() {
    let world = World::new().await;
    let first = world.seen().await;
    assert_eq!(world.save(&first.1, 50).await.status, 200);
    // The file can't grow by a single page.
    world.store.limit_pages(1).await.unwrap();
    let before = world.seen().await;
    assert_eq!((before.0.as_array().unwrap().len(), before.2), (51, 1));
    for _ in 0..3 {
        says_full(&world.save(&before.1, 2000).await);
        assert_eq!(world.seen().await, before);
        assert!(!world.may_come_in("person1000@example.org").await);
        assert!(world.may_come_in("person49@example.org").await);
    }
    assert_eq!(world.on_disk().await, before);
    // Reads still work, so the engine stays ready and reports what doesn't work.
    assert_eq!(world.ready().await, (200, Value::Bool(false)));
    assert!(world.counted("callguide_store_writable 0"));
    let alerts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/prometheus/alerts.yml");
    let alerts = std::fs::read_to_string(alerts).unwrap();
    assert!(alerts.contains("expr: callguide_store_writable == 0 or "), "the alert is on what is told");
    assert!(world.counted("callguide_store_failed_writes_total 3"));
    assert!(world.status().await["store_unwritable_since"].is_string());
    // Reads still work when the in-memory copy is too old and a use of the session is due to be written.
    world.clock.advance(Duration::from_secs(600));
    assert_eq!(world.seen().await, before);

    world.store.limit_pages(100_000).await.unwrap();
    let saved = world.save(&before.1, 2000).await;
    assert_eq!(saved.status, 200, "the old tag is still good: {}", saved.text());
    let after = world.seen().await;
    assert_eq!((after.0.as_array().unwrap().len(), after.2), (2001, 2));
    assert_eq!((&after.0, after.1.as_str()), (&saved.json()["emails"], saved.header("etag")));
    assert!(world.may_come_in("person1000@example.org").await);
    assert_eq!(world.on_disk().await, after);
    assert!(world.counted("callguide_store_writable 1"));
    assert_eq!(world.status().await["store_unwritable_since"], Value::Null);
    assert_eq!(world.ready().await, (200, Value::Bool(true)));
}

#[tokio::test]
async fn a_read_only_file_is_still_read() {
    let world = World::new().await;
    let volunteer = world.service.volunteer().await;
    make_read_only(world.data.path());
    let before = world.seen().await;
    for _ in 0..3 {
        is_away(&world.save(&before.1, 2).await);
        assert_eq!(world.seen().await, before);
        assert!(!world.may_come_in("person1@example.org").await);
    }
    is_away(&world.service.post("/auth/development", "", &[], &format!("email={ADMIN}&code={CODE}")).await);
    // Nobody can be signed out, so the response doesn't claim that they were.
    let signed_out = world.service.post("/auth/logout", &volunteer, &[], "").await;
    is_away(&signed_out);
    assert_eq!(signed_out.header("set-cookie"), "");
    // A contact can continue for longer than a session may be idle.
    for _ in 0..10 {
        world.clock.advance(Duration::from_secs(500));
        assert_eq!(world.service.get("/api/content", &volunteer, &[]).await.status, 200);
    }
    let World { service, store, data, admin, .. } = world;
    drop((service, store));
    make_writable(data.path());
    let service = Service::over(Arc::new(open(data.path())));
    assert_eq!(seen(&service, &admin).await, before);
    let body = json!({ "emails": [ADMIN] }).to_string();
    let saved = service.json("PUT", LIST, &admin, &[("if-match", &before.1)], body).await;
    assert_eq!(saved.status, 200, "{}", saved.text());
}
