//! Tests backing up during writes, and restoring.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};

use callguide::store::{
    CollectionId, DocumentStore as _, Fields, SqliteStore, Write, backup, list_all, restore,
};
use tempfile::TempDir;

use crate::numbered::{add, number};

fn sessions() -> CollectionId {
    CollectionId::new("sessions").unwrap()
}

fn open(data: &Path) -> SqliteStore {
    SqliteStore::open(data, &[]).unwrap()
}

async fn with_entries(count: i64) -> (TempDir, SqliteStore) {
    let data = TempDir::new().unwrap();
    let store = open(data.path());
    for next in 1..=count {
        add(&store, next, 300).await.unwrap();
    }
    (data, store)
}

/// Returns the names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn refusal<T: std::fmt::Debug>(result: Result<T, callguide::store::CopyError>, folders: &[&Path]) -> String {
    let error = result.unwrap_err();
    assert!(error.is_refusal(), "{error}");
    folders.iter().fold(error.to_string(), |text, folder| text.replace(&folder.display().to_string(), "DIR"))
}

#[tokio::test]
async fn a_backup_made_during_writes_restores_every_acknowledged_write() {
    let (data, store) = with_entries(1).await;
    let backups = TempDir::new().unwrap();
    let acknowledged = AtomicI64::new(1);
    let writing = async {
        for next in 2..=400 {
            add(&store, next, 2000).await.unwrap();
            acknowledged.store(next, Ordering::SeqCst);
        }
    };
    let backing_up = async {
        let mut taken = Vec::new();
        while acknowledged.load(Ordering::SeqCst) < 400 || taken.is_empty() {
            let target = backups.path().join(format!("{}.sqlite", taken.len()));
            let (folder, file) = (data.path().to_owned(), target.clone());
            let before = acknowledged.load(Ordering::SeqCst);
            let made = tokio::task::spawn_blocking(move || backup(&folder, &file, false)).await.unwrap();
            made.unwrap();
            // The backup may include the write that was in flight when it ended.
            taken.push((target, before, acknowledged.load(Ordering::SeqCst) + 1));
        }
        taken
    };
    let ((), taken) = tokio::join!(writing, backing_up);
    assert!(taken.len() >= 3, "only {} backups were taken meanwhile", taken.len());
    assert_eq!(names(backups.path()).len(), taken.len(), "a backup is one file");
    for (file, before, after) in taken {
        let data = TempDir::new().unwrap();
        restore(data.path(), &file, &[sessions()]).unwrap();
        let found = number(&open(data.path())).await;
        assert!((before..=after).contains(&found), "{found} isn't from {before} to {after}");
    }
    assert_eq!(number(&store).await, 400);
}

#[tokio::test]
async fn a_backup_is_a_single_complete_file_readable_only_by_its_owner() {
    let (data, _store) = with_entries(3).await;
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("monday.sqlite");
    assert_eq!(backup(data.path(), &file, false).unwrap(), 4);
    assert_eq!(names(folder.path()), ["monday.sqlite"]);
    let copy = rusqlite::Connection::open(&file).unwrap();
    let text = |pragma| copy.pragma_query_value(None, pragma, |row| row.get::<_, String>(0)).unwrap();
    assert_eq!((text("journal_mode"), text("integrity_check")), ("delete".to_owned(), "ok".to_owned()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[tokio::test]
async fn nothing_is_overwritten_without_force() {
    let (data, store) = with_entries(1).await;
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("monday.sqlite");
    fs::write(&file, "something else").unwrap();
    let folders = [data.path(), folder.path()];
    assert_eq!(
        refusal(backup(data.path(), &file, false), &folders),
        "DIR/monday.sqlite already exists: name another file, or replace it with --force"
    );
    assert_eq!(fs::read(&file).unwrap(), b"something else");
    backup(data.path(), &file, true).unwrap();
    assert!(fs::read(&file).unwrap().starts_with(b"SQLite format 3\0"));

    let itself = data.path().join("../").join(data.path().file_name().unwrap()).join("documents.sqlite");
    let text = refusal(backup(data.path(), &itself, true), &folders);
    assert!(text.ends_with("documents.sqlite is the store itself: name another file"), "{text}");
    add(&store, 2, 10).await.unwrap();

    // A missing folder and a missing store are errors, and the command leaves nothing behind.
    let missing = folder.path().join("none/monday.sqlite");
    let text = backup(data.path(), &missing, false).unwrap_err().to_string();
    assert_eq!(text, format!("{} can't be written or read (entity not found)", missing.display()));
    let nothing = TempDir::new().unwrap();
    let text = backup(nothing.path(), &folder.path().join("tuesday.sqlite"), false).unwrap_err().to_string();
    assert!(text.ends_with("has no documents to back up: name the data folder with --data"), "{text}");
    assert_eq!((names(folder.path()), names(nothing.path())), (vec!["monday.sqlite".to_owned()], vec![]));
}

async fn monday(folder: &Path) -> PathBuf {
    let (data, _store) = with_entries(3).await;
    let file = folder.join("monday.sqlite");
    backup(data.path(), &file, false).unwrap();
    file
}

#[tokio::test]
async fn restoring_sets_the_previous_store_aside() {
    let folder = TempDir::new().unwrap();
    let monday = monday(folder.path()).await;
    let (data, store) = with_entries(9).await;
    drop(store);
    let restored = restore(data.path(), &monday, &[sessions()]).unwrap();
    assert_eq!(restored.documents, 4);
    assert_eq!(number(&open(data.path())).await, 3);
    let aside = restored.aside.unwrap();
    assert!(aside.file_name().unwrap().to_str().unwrap().starts_with("documents.replaced-"));
    let mut expected = vec![
        "documents.lock",
        "documents.note",
        aside.file_name().unwrap().to_str().unwrap(),
        "documents.sqlite",
    ];
    expected.sort_unstable();
    assert_eq!(names(data.path()), expected);
    // The store that was set aside can also be restored.
    restore(data.path(), &aside, &[sessions()]).unwrap();
    assert_eq!(number(&open(data.path())).await, 9);
}

#[tokio::test]
async fn restoring_works_over_a_damaged_missing_or_new_store() {
    let folder = TempDir::new().unwrap();
    let monday = monday(folder.path()).await;
    let (data, store) = with_entries(50).await;
    drop(store);
    let file = data.path().join("documents.sqlite");
    let mut damaged = fs::read(&file).unwrap();
    damaged[4096..12_000].fill(0xA5);
    for content in [damaged.as_slice(), b"a text that someone put here", b""] {
        fs::write(&file, content).unwrap();
        SqliteStore::open(data.path(), &[]).unwrap_err();
        let aside = restore(data.path(), &monday, &[sessions()]).unwrap().aside.unwrap();
        assert_eq!(fs::read(aside).unwrap().len(), content.len());
        assert_eq!(number(&open(data.path())).await, 3);
    }
    fs::remove_file(&file).unwrap();
    SqliteStore::open(data.path(), &[]).unwrap_err();
    assert_eq!(restore(data.path(), &monday, &[sessions()]).unwrap().aside, None);
    assert_eq!(number(&open(data.path())).await, 3);

    let new = TempDir::new().unwrap();
    let new = new.path().join("a/new/folder");
    restore(&new, &monday, &[sessions()]).unwrap();
    assert_eq!(number(&open(&new)).await, 3);
    fs::remove_file(new.join("documents.sqlite")).unwrap();
    SqliteStore::open(&new, &[]).unwrap_err();
}

/// Data that is only in a killed engine's write-ahead log is set aside, too.
#[tokio::test]
async fn restoring_keeps_the_write_ahead_log_of_a_killed_engine() {
    let folder = TempDir::new().unwrap();
    let monday = monday(folder.path()).await;
    let (living, _store) = with_entries(7).await;
    // Simulates a kill by copying the files while they're open.
    let data = TempDir::new().unwrap();
    for name in ["documents.sqlite", "documents.sqlite-wal", "documents.note"] {
        fs::copy(living.path().join(name), data.path().join(name)).unwrap();
    }
    assert!(fs::metadata(data.path().join("documents.sqlite-wal")).unwrap().len() > 0);
    let aside = restore(data.path(), &monday, &[sessions()]).unwrap().aside.unwrap();
    assert_eq!(number(&open(data.path())).await, 3);
    restore(data.path(), &aside, &[sessions()]).unwrap();
    assert_eq!(number(&open(data.path())).await, 7);
}

#[tokio::test]
async fn an_incomplete_backup_is_rejected_and_nothing_changes() {
    let folder = TempDir::new().unwrap();
    let monday = monday(folder.path()).await;
    let whole = fs::read(&monday).unwrap();
    let (data, store) = with_entries(2).await;
    drop(store);
    let before = names(data.path());
    let bad = folder.path().join("bad.sqlite");
    let folders = [data.path(), folder.path()];
    let refused = || refusal(restore(data.path(), &bad, &[sessions()]), &folders);
    let sentence = |why: &str| format!("DIR/bad.sqlite isn't a backup that can be restored: {why}");

    assert!(refused().starts_with(&sentence("No such file")));
    fs::write(&bad, "").unwrap();
    assert_eq!(refused(), sentence("it is empty"));
    fs::write(&bad, "something else altogether").unwrap();
    assert_eq!(refused(), sentence("it isn't an SQLite file"));
    fs::write(&bad, &whole[..whole.len() / 2]).unwrap();
    assert!(refused().starts_with(&sentence("")));
    let mut damaged = whole.clone();
    damaged[4096..8192].fill(0xA5);
    fs::write(&bad, damaged).unwrap();
    assert!(refused().starts_with(&sentence("")));

    let change = |sql: &str| {
        fs::write(&bad, &whole).unwrap();
        rusqlite::Connection::open(&bad).unwrap().execute_batch(sql).unwrap();
    };
    change("PRAGMA application_id = 7");
    assert_eq!(refused(), sentence("another program made it"));
    change("PRAGMA user_version = 99");
    assert_eq!(refused(), sentence("a newer Callguide made it"));
    change("DROP TABLE documents");
    assert!(refused().starts_with(&sentence("no such table: documents")));
    change("UPDATE documents SET fields = '{\"a\":{}}' WHERE id = '000002'");
    assert_eq!(refused(), sentence("the document store can't be used: a value must have exactly one type"));

    assert_eq!(names(data.path()).iter().filter(|name| *name != "documents.lock").count(), before.len() - 1);
    assert_eq!(number(&open(data.path())).await, 2);
}

#[tokio::test]
async fn a_store_in_use_is_not_replaced() {
    let folder = TempDir::new().unwrap();
    let monday = monday(folder.path()).await;
    let (data, store) = with_entries(5).await;
    let text = refusal(restore(data.path(), &monday, &[sessions()]), &[data.path()]);
    assert_eq!(text, "DIR is in use: stop the engine that serves from it, then restore");
    add(&store, 6, 10).await.unwrap();
    drop(store);
    restore(data.path(), &monday, &[sessions()]).unwrap();
    assert_eq!(number(&open(data.path())).await, 3);
}

#[tokio::test]
async fn a_restore_does_not_revive_an_ended_session() {
    let (data, store) = with_entries(1).await;
    let session = sessions().document("a-hash").unwrap();
    store.commit(vec![Write::set(session.clone(), Fields::new())]).await.unwrap();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("monday.sqlite");
    assert_eq!(backup(data.path(), &file, false).unwrap(), 3);
    store.commit(vec![Write::delete(session)]).await.unwrap();
    drop(store);
    assert_eq!(restore(data.path(), &file, &[sessions()]).unwrap().documents, 2);
    let store = open(data.path());
    assert_eq!(list_all(&store, &sessions()).await.unwrap(), []);
    assert_eq!(number(&store).await, 1);
}
