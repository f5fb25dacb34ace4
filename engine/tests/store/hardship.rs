//! Tests the SQLite store on a full disk, on a read-only disk, and after a kill at any moment.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use callguide::store::{SqliteStore, StoreError};
use tempfile::TempDir;

use crate::numbered::{add, number};
use crate::read_only::{make_read_only, make_writable};

fn open(data: &Path) -> SqliteStore {
    SqliteStore::open(data, &[]).unwrap()
}

fn is_away(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Unavailable(_)))
}

#[tokio::test]
async fn on_a_full_disk_memory_and_disk_agree() {
    let data = TempDir::new().unwrap();
    let store = open(data.path());
    let pages = store.limit_pages(40).await.unwrap();
    assert_eq!(pages, 40);
    let mut acknowledged = 0;
    let full = loop {
        match add(&store, acknowledged + 1, 5000).await {
            Ok(()) => acknowledged += 1,
            full => break full,
        }
        assert!(acknowledged < 100, "the disk is never full");
    };
    assert_eq!(full, Err(StoreError::Full));
    assert!(acknowledged > 5);
    for _ in 0..3 {
        assert_eq!(add(&store, acknowledged + 1, 5000).await, Err(StoreError::Full));
        assert_eq!(number(&store).await, acknowledged);
    }
    assert_eq!(number(&open(data.path())).await, acknowledged);

    // Once there is space, writes succeed again.
    store.limit_pages(4000).await.unwrap();
    add(&store, acknowledged + 1, 5000).await.unwrap();
    assert_eq!(number(&store).await, acknowledged + 1);
    drop(store);
    assert_eq!(number(&open(data.path())).await, acknowledged + 1);
}

#[tokio::test]
async fn on_a_read_only_file_memory_and_disk_agree() {
    let data = TempDir::new().unwrap();
    let store = open(data.path());
    for next in 1..=3 {
        add(&store, next, 10).await.unwrap();
    }
    make_read_only(data.path());
    for _ in 0..3 {
        let refused = add(&store, 4, 10).await;
        assert!(is_away(&refused) && refused.unwrap_err().to_string().contains("readonly"));
        assert_eq!(number(&store).await, 3);
    }
    let refused = SqliteStore::open(data.path(), &[]).unwrap_err().to_string();
    assert!(refused.contains("can't be opened (attempt to write a readonly database"), "{refused}");
    drop(store);
    make_writable(data.path());
    let store = open(data.path());
    assert_eq!(number(&store).await, 3);
    add(&store, 4, 10).await.unwrap();
}

const DATA: &str = "TEST_STORE_TO_WRITE_TO";

/// The child process of the test below.
#[tokio::test]
async fn child_that_writes_until_it_is_killed() {
    let Ok(data) = std::env::var(DATA) else { return };
    let store = open(Path::new(&data));
    let mut next = number(&store).await + 1;
    let mut out = std::io::stdout();
    loop {
        add(&store, next, 200).await.unwrap();
        writeln!(out, "\nacknowledged {next}").unwrap();
        out.flush().unwrap();
        next += 1;
    }
}

#[tokio::test]
async fn a_store_killed_at_any_moment_keeps_every_acknowledged_write() {
    let data = TempDir::new().unwrap();
    let mut acknowledged = 0;
    let rounds = std::env::var("CALLGUIDE_SOAK").map_or(8, |text| text.parse().unwrap());
    for round in 0..rounds {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["hardship::child_that_writes_until_it_is_killed", "--exact", "--nocapture"])
            .env(DATA, data.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let told = |line: String| line.strip_prefix("acknowledged ").map(|number| number.parse().unwrap());
        acknowledged = lines.by_ref().filter_map(told).nth(3 + round % 5).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged = lines.filter_map(told).last().unwrap_or(acknowledged);
        let found = number(&open(data.path())).await;
        assert!(found == acknowledged || found == acknowledged + 1, "{found} of {acknowledged}");
    }
    assert!(acknowledged > 20);
}
