//! The SQLite store: the conformance suite, and opening existing files.

use std::fs;
use std::path::Path;
use std::time::Duration;

use callguide::store::{CollectionId, DocumentStore, Fields, SqliteStore, Write, backup, list_all, restore};
use tempfile::TempDir;

struct Made {
    store: SqliteStore,
    _data: TempDir,
}

impl Made {
    fn store(&self) -> &dyn DocumentStore {
        &self.store
    }
}

async fn make() -> Made {
    let data = TempDir::new().unwrap();
    Made { store: SqliteStore::open(data.path(), &[]).unwrap(), _data: data }
}

crate::conformance::conformance!(make);

fn people() -> CollectionId {
    CollectionId::new("people").unwrap()
}

fn ann() -> Write {
    Write::set(people().document("ann").unwrap(), Fields::new())
}

fn refusal(data: &Path) -> String {
    let error = SqliteStore::open(data, &[ann()]).unwrap_err().to_string();
    error.replace(&data.display().to_string(), "DATA")
}

async fn count(data: &Path) -> usize {
    let store = SqliteStore::open(data, &[]).unwrap();
    list_all(&store, &people()).await.unwrap().len()
}

#[tokio::test]
async fn committed_documents_survive_reopening() {
    let data = TempDir::new().unwrap();
    let store = SqliteStore::open(data.path(), &[]).unwrap();
    store.commit(vec![ann()]).await.unwrap();
    drop(store);
    assert_eq!(count(data.path()).await, 1);
}

/// The last connection to close merges the log into the file, and if several closed at once, none of them
/// would count as the last.
#[tokio::test]
async fn closing_leaves_no_log_behind() {
    let data = TempDir::new().unwrap();
    for _ in 0..200 {
        let store = SqliteStore::open(data.path(), &[]).unwrap();
        store.commit(vec![ann()]).await.unwrap();
        drop(store);
        for end in ["-wal", "-shm"] {
            assert!(!data.path().join(format!("documents.sqlite{end}")).exists(), "{end}");
        }
    }
}

#[tokio::test]
async fn initial_documents_go_only_into_a_new_store() {
    let data = TempDir::new().unwrap();
    let folder = data.path().join("made/here");
    drop(SqliteStore::open(&folder, &[ann()]).unwrap());
    let store = SqliteStore::open(&folder, &[]).unwrap();
    assert_eq!(list_all(&store, &people()).await.unwrap().len(), 1);
    let path = ann().path;
    store.commit(vec![Write::delete(path)]).await.unwrap();
    drop(store);
    let store = SqliteStore::open(&folder, &[ann()]).unwrap();
    assert_eq!(list_all(&store, &people()).await.unwrap().len(), 0);
}

#[tokio::test]
async fn two_engines_on_one_file_see_each_others_writes() {
    let data = TempDir::new().unwrap();
    let one = SqliteStore::open(data.path(), &[]).unwrap();
    let two = SqliteStore::open(data.path(), &[]).unwrap();
    one.commit(vec![ann()]).await.unwrap();
    assert!(two.get(&ann().path).await.unwrap().is_some());
    let writes = (0..20).map(|i| {
        let store = if i % 2 == 0 { &one } else { &two };
        let path = people().document(format!("{i}")).unwrap();
        store.commit(vec![Write::set(path, Fields::new())])
    });
    for result in futures_util::future::join_all(writes).await {
        result.unwrap();
    }
    assert_eq!(list_all(&one, &people()).await.unwrap().len(), 21);
}

#[test]
fn a_file_that_existed_before_and_is_missing_is_an_error() {
    let data = TempDir::new().unwrap();
    drop(SqliteStore::open(data.path(), &[]).unwrap());
    let file = data.path().join("documents.sqlite");
    let sentence = "DATA/documents.sqlite is missing, although DATA/documents.note says it was there: \
        restore a backup with `callguide restore FILE`, or remove DATA/documents.note to start with an empty list";
    fs::remove_file(&file).unwrap();
    assert_eq!(refusal(data.path()), sentence);
    assert!(!file.exists(), "refusing made a file");
    fs::write(&file, "").unwrap();
    assert_eq!(refusal(data.path()), sentence);
    fs::remove_file(data.path().join("documents.note")).unwrap();
    drop(SqliteStore::open(data.path(), &[]).unwrap());
}

#[test]
fn a_damaged_file_is_refused() {
    let data = TempDir::new().unwrap();
    let writes: Vec<_> =
        (0..2000).map(|i| Write::set(people().document(format!("{i}")).unwrap(), Fields::new())).collect();
    drop(SqliteStore::open(data.path(), &writes).unwrap());
    let file = data.path().join("documents.sqlite");
    // If connections close at the same moment, the log is merged when the file is next opened.
    while fs::metadata(&file).unwrap().len() <= 40_000 {
        drop(SqliteStore::open(data.path(), &[]).unwrap());
    }
    let whole = fs::read(&file).unwrap();

    let mut broken = whole.clone();
    broken[8192..24_000].fill(0xA5);
    fs::write(&file, &broken).unwrap();
    let sentence = refusal(data.path());
    assert!(sentence.starts_with("DATA/documents.sqlite is damaged ("), "{sentence}");
    assert!(sentence.ends_with("): restore a backup with `callguide restore FILE`"), "{sentence}");

    fs::write(&file, &whole[..10_000]).unwrap();
    assert!(refusal(data.path()).contains("is damaged"));

    fs::write(&file, "a text that someone put here").unwrap();
    assert_eq!(
        refusal(data.path()),
        "DATA/documents.sqlite is damaged (it isn't an SQLite file): restore a backup with `callguide restore FILE`"
    );

    fs::write(&file, &whole).unwrap();
    drop(SqliteStore::open(data.path(), &[]).unwrap());
}

#[test]
fn a_file_from_another_program_or_a_newer_engine_is_rejected() {
    let data = TempDir::new().unwrap();
    let file = data.path().join("documents.sqlite");
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE theirs (x)").unwrap();
    drop(other);
    assert_eq!(
        refusal(data.path()),
        "DATA/documents.sqlite was made by another program: name another data folder"
    );
    fs::remove_file(&file).unwrap();
    drop(SqliteStore::open(data.path(), &[]).unwrap());
    let newer = rusqlite::Connection::open(&file).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    assert_eq!(
        refusal(data.path()),
        "DATA/documents.sqlite was made by a newer Callguide (its format is 99, this one knows 1): run that version"
    );
}

#[test]
fn a_data_folder_that_is_a_file_is_refused() {
    let data = TempDir::new().unwrap();
    let file = data.path().join("file");
    fs::write(&file, "").unwrap();
    let sentence = refusal(&file);
    assert!(sentence.starts_with("DATA can't be used as the data folder ("), "{sentence}");
}

#[cfg(unix)]
#[test]
fn a_new_data_folder_is_accessible_only_to_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = TempDir::new().unwrap();
    let folder = data.path().join("data");
    drop(SqliteStore::open(&folder, &[]).unwrap());
    let mode = fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

/// Another program holds the file's write lock while a thousand writes wait for it.
#[tokio::test(flavor = "multi_thread")]
async fn reads_are_answered_while_a_flood_of_writes_waits() {
    let data = TempDir::new().unwrap();
    let store = SqliteStore::open(data.path(), &[ann()]).unwrap();
    let other = rusqlite::Connection::open(data.path().join("documents.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let path = |number: usize| people().document(format!("p{number}")).unwrap();
    let writes: Vec<_> = (0..1000)
        .map(|number| {
            let (store, write) = (store.clone(), Write::set(path(number), Fields::new()));
            tokio::spawn(async move { store.commit(vec![write]).await })
        })
        .collect();
    let reads = async {
        for _ in 0..20 {
            assert_eq!(store.get(&path(0)).await.unwrap(), None);
            assert_eq!(list_all(&store, &people()).await.unwrap().len(), 1);
        }
    };
    tokio::time::timeout(Duration::from_secs(20), reads).await.expect("a read waits for no write");
    assert!(writes.iter().all(|write| !write.is_finished()), "the reads came first");
    other.execute_batch("COMMIT").unwrap();
    for write in writes {
        write.await.unwrap().unwrap();
    }
    assert_eq!(list_all(&store, &people()).await.unwrap().len(), 1001);
}

#[tokio::test]
async fn a_flood_of_writes_is_limited_and_every_accepted_write_is_made() {
    let data = TempDir::new().unwrap();
    let store = SqliteStore::open(data.path(), &[]).unwrap();
    let other = rusqlite::Connection::open(data.path().join("documents.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let writes = (0..6000).map(|number| {
        store.commit(vec![Write::set(people().document(format!("p{number}")).unwrap(), Fields::new())])
    });
    let ending = async { other.execute_batch("COMMIT").unwrap() };
    let (made, ()) = tokio::join!(futures_util::future::join_all(writes), ending);
    let done = made.iter().filter(|made| made.is_ok()).count();
    assert!((4096..6000).contains(&done), "{done}");
    assert_eq!(list_all(&store, &people()).await.unwrap().len(), done);
}

#[cfg(unix)]
#[tokio::test]
async fn a_world_writable_folder_is_refused_only_for_a_new_store() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = TempDir::new().unwrap();
    let mode = |mode| fs::set_permissions(data.path(), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o777);
    let refused = SqliteStore::open(data.path(), &[ann()]).unwrap_err().to_string();
    assert!(
        refused.contains("everyone on this machine can write to") && refused.contains("chmod o-w"),
        "{refused}"
    );
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0, "nothing is left there");
    mode(0o775);
    drop(SqliteStore::open(data.path(), &[ann()]).unwrap());
    mode(0o777);
    let (other, copy) = (TempDir::new().unwrap(), data.path().join("copy"));
    backup(data.path(), &copy, false).unwrap();
    fs::set_permissions(other.path(), fs::Permissions::from_mode(0o777)).unwrap();
    assert!(restore(other.path(), &copy, &[]).unwrap_err().to_string().contains("chmod o-w"));
    SqliteStore::open(data.path(), &[]).expect("whoever has a list keeps it");
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_made_in_an_existing_folder_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = TempDir::new().unwrap();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let store = SqliteStore::open(data.path(), &[ann()]).unwrap();
    store.commit(vec![Write::set(people().document("bob").unwrap(), Fields::new())]).await.unwrap();
    for name in [
        "documents.sqlite",
        "documents.sqlite-wal",
        "documents.sqlite-shm",
        "documents.lock",
        "documents.note",
    ] {
        let mode = fs::metadata(data.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}
