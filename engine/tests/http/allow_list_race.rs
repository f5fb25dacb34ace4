//! Two admins who save at the same moment: nothing is lost, on any store.

use std::sync::Arc;

use axum::http::StatusCode;
use callguide::seeds::People;
use callguide::store::{DocumentStore, SqliteStore};
use serde_json::{Value, json};

use crate::harness::{Answer, Service};
use crate::hosted;

const LIST: &str = "/api/allowed-emails";
const ADMIN: &str = "admin@example.org";

struct Race {
    /// Two engines on one store, as behind a load balancer.
    engines: [Service; 2],
    cookie: String,
}

impl Race {
    async fn begin(store: Arc<dyn DocumentStore>) -> Self {
        let engines = [Service::over(store.clone()), Service::over(store)];
        let cookie = engines[0].sign_in(ADMIN).await;
        Self { engines, cookie }
    }

    async fn save(&self, engine: usize, if_match: Option<&str>, emails: &[&str]) -> Answer {
        let headers: Vec<_> = if_match.map(|tag| ("if-match", tag)).into_iter().collect();
        let body = json!({ "emails": emails }).to_string();
        self.engines[engine].json("PUT", LIST, &self.cookie, &headers, body).await
    }
}

/// Sends two PUTs with the same tag, `rounds` times, through one engine and through two. Each time exactly one wins,
/// and the other response contains the current list.
pub async fn exactly_one_wins(store: Arc<dyn DocumentStore>, rounds: usize) {
    let race = Race::begin(store).await;
    let mut tag = race.save(0, None, &[ADMIN]).await.header("etag").to_owned();
    let mut wins = [0, 0];
    for round in 0..rounds {
        let others = [format!("left{round}@example.org"), format!("right{round}@example.org")];
        let lists = others.each_ref().map(|other| [ADMIN, other.as_str()]);
        let second = round % 2;
        let (left, right) =
            tokio::join!(race.save(0, Some(&tag), &lists[0]), race.save(second, Some(&tag), &lists[1]));
        let statuses = [left.status, right.status];
        let won = statuses.iter().position(|status| *status == StatusCode::OK);
        let won = won.unwrap_or_else(|| panic!("round {round}: nobody won: {statuses:?}"));
        assert_eq!(statuses[1 - won], StatusCode::PRECONDITION_FAILED, "round {round}");
        let (winner, loser) = if won == 0 { (left, right) } else { (right, left) };
        assert_eq!(winner.json()["emails"], json!(lists[won]));
        assert_eq!(loser.json()["details"]["emails"], json!(lists[won]), "round {round}");
        assert_eq!(loser.json()["details"]["etag"], winner.header("etag"), "round {round}");
        wins[won] += 1;
        // The list is reset to only the admin, so that the next two saves only add: they have no documents in common,
        // and only the list's revision conflicts.
        let back = race.save(second, Some(winner.header("etag")), &[ADMIN]).await;
        assert_eq!(back.status, StatusCode::OK, "round {round}");
        tag = back.header("etag").to_owned();
    }
    let audit = race.engines[0].get("/api/allowed-emails/audit?limit=500", &race.cookie, &[]).await.json();
    let lines = audit["entries"].as_array().unwrap().len();
    assert_eq!(lines, 1 + 2 * rounds, "one line for every save that was made");
    assert_eq!(wins[0] + wins[1], rounds);
}

/// Without a tag every save succeeds, each replacing the previous list completely.
pub async fn the_last_writer_wins_whole(store: Arc<dyn DocumentStore>, writers: usize) {
    let race = Arc::new(Race::begin(store).await);
    let tasks: Vec<_> = (0..writers)
        .map(|n| {
            let race = race.clone();
            tokio::spawn(async move {
                let own = format!("writer{n}@example.org");
                race.save(n % 2, None, &[ADMIN, &own]).await.status
            })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap(), StatusCode::OK);
    }
    let list = race.engines[0].get(LIST, &race.cookie, &[]).await.json();
    assert_eq!(list["emails"].as_array().unwrap().len(), 2, "{list}");
    let audit = race.engines[1].get("/api/allowed-emails/audit?limit=500", &race.cookie, &[]).await.json();
    let entries = audit["entries"].as_array().unwrap();
    assert_eq!(entries.len(), writers);
    assert_eq!(entries[0]["added"][0], list["emails"][1]);
    for pair in entries.windows(2) {
        assert_eq!(pair[0]["etag_before"], pair[1]["etag_after"]);
        assert_eq!(pair[0]["removed"], pair[1]["added"], "what one wrote the next one took away");
    }
}

fn sqlite() -> (tempfile::TempDir, Arc<dyn DocumentStore>) {
    let data = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(data.path(), &People::shipped().allow_list()).unwrap();
    (data, Arc::new(store))
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_saves_with_the_same_tag_exactly_one_wins() {
    let (_data, store) = sqlite();
    exactly_one_wins(store, 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_saves_with_the_same_tag_exactly_one_wins_in_the_hosted_database() {
    // A round sends about 20 requests to the double, which checks each one against Google's discovery document. With
    // the number of rounds in `make soak`, a debug build would take half a minute.
    let rounds = if std::env::var_os("CALLGUIDE_SOAK").is_some() { 200 } else { 20 };
    let double = hosted::start().await;
    exactly_one_wins(hosted::connect(&double), rounds).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_tag_the_last_writer_wins_entirely_in_the_hosted_database() {
    let double = hosted::start().await;
    the_last_writer_wins_whole(hosted::connect(&double), 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_tag_the_last_writer_wins_entirely() {
    let (_data, store) = sqlite();
    the_last_writer_wins_whole(store, 24).await;
}

#[tokio::test]
async fn an_unreadable_list_is_an_error_and_never_empty() {
    let (data, store) = sqlite();
    let race = Race::begin(store.clone()).await;
    assert_eq!(race.save(0, None, &[ADMIN]).await.status, StatusCode::OK);
    // Another process dropped the table, so every call to the store fails from here on.
    let file = data.path().join("documents.sqlite");
    rusqlite::Connection::open(file).unwrap().execute_batch("ALTER TABLE documents RENAME TO gone").unwrap();
    for path in [LIST, "/api/allowed-emails/documents", "/api/allowed-emails/audit"] {
        let answer = race.engines[0].get(path, &race.cookie, &[]).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(answer.header("retry-after"), "5");
        assert_eq!(answer.json()["details"], Value::Null);
    }
    assert_eq!(race.save(0, None, &[ADMIN]).await.status, StatusCode::SERVICE_UNAVAILABLE);
}
