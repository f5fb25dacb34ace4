//! Opening the file: never an empty list by accident, never a file that is broken or not ours.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::commit::apply;
use crate::store::Write;

/// The file that holds the documents, and the note beside it that says that there is one.
const FILE: &str = "documents.sqlite";
const NOTE: &str = "documents.note";
const NOTE_TEXT: &str = "The documents of this Callguide (who may sign in, who is signed in, who changed what) are in documents.sqlite.\nWhere this note is and that file isn't, the engine refuses to start rather than begin with an empty list.\n";

/// `PRAGMA application_id`: "CGDS". Tells our file from another program's.
const APPLICATION_ID: i64 = 0x4347_4453;

/// One step for each `user_version`; the first makes the tables.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE documents (
        collection TEXT NOT NULL,
        id TEXT NOT NULL,
        fields TEXT NOT NULL,
        create_time INTEGER NOT NULL,
        update_time INTEGER NOT NULL,
        PRIMARY KEY (collection, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE clock (last INTEGER NOT NULL) STRICT;
    INSERT INTO clock VALUES (0);
"];

/// Why the store can't be opened, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{} can't be used as the data folder ({source}): make it a folder that this user may write to", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("{} is missing, although {} says that it was there: put a backup in its place, or remove {} to begin with an empty list", file.display(), note.display(), note.display())]
    Missing { file: PathBuf, note: PathBuf },
    #[error("{} is damaged ({why}): put a backup in its place", file.display())]
    Corrupt { file: PathBuf, why: String },
    #[error("{} was made by another program: name another data folder", file.display())]
    Foreign { file: PathBuf },
    #[error("{} was made by a newer Callguide (its format is {found}, this one knows {known}): start that one", file.display())]
    Newer { file: PathBuf, found: i64, known: usize },
    #[error("{} can't be opened ({why})", file.display())]
    Unusable { file: PathBuf, why: String },
}

/// A connection that writes and one that reads.
pub(super) fn open(data: &Path, first: &[Write]) -> Result<(Connection, Connection), OpenError> {
    let folder = |source| OpenError::Folder { folder: data.to_owned(), source };
    make_private_folder(data).map_err(folder)?;
    let file = data.join(FILE);
    let note = data.join(NOTE);
    check_file(&file, &note)?;

    let unusable = |error: rusqlite::Error| refused(&file, &error);
    let mut writer = connect(&file, OpenFlags::SQLITE_OPEN_CREATE).map_err(unusable)?;
    check_integrity(&writer, &file)?;
    migrate(&mut writer, &file, first)?;
    let reader = connect(&file, OpenFlags::empty()).map_err(unusable)?;
    if !note.exists() {
        write_note(data, &note).map_err(folder)?;
    }
    Ok((writer, reader))
}

fn make_private_folder(data: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(data)
}

/// What can be told before SQLite opens the file, which would make a missing or empty one anew.
fn check_file(file: &Path, note: &Path) -> Result<(), OpenError> {
    let mut start = Vec::new();
    let read = fs::File::open(file).and_then(|opened| opened.take(16).read_to_end(&mut start));
    match read {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(OpenError::Unusable { file: file.to_owned(), why: error.to_string() });
        }
    }
    if start.is_empty() {
        return if note.exists() {
            Err(OpenError::Missing { file: file.to_owned(), note: note.to_owned() })
        } else {
            Ok(())
        };
    }
    if start != b"SQLite format 3\0" {
        return Err(OpenError::Corrupt { file: file.to_owned(), why: "it isn't an SQLite file".to_owned() });
    }
    Ok(())
}

fn connect(file: &Path, create: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    Ok(connection)
}

fn check_integrity(connection: &Connection, file: &Path) -> Result<(), OpenError> {
    let found: String = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|error| refused(file, &error))?;
    if found == "ok" {
        return Ok(());
    }
    Err(OpenError::Corrupt {
        file: file.to_owned(),
        why: found.lines().next().unwrap_or_default().to_owned(),
    })
}

fn migrate(connection: &mut Connection, file: &Path, first: &[Write]) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| refused(file, &error);
    // Read under the write lock: two engines that start together make the store once.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let number = |pragma: &str| {
        transaction.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)).map_err(failed)
    };
    let (version, application) = (number("user_version")?, number("application_id")?);
    let tables: i64 =
        transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    let is_new = version == 0 && tables == 0;
    if !is_new && application != APPLICATION_ID {
        return Err(OpenError::Foreign { file: file.to_owned() });
    }
    let done = match usize::try_from(version) {
        Ok(done) if done <= MIGRATIONS.len() => done,
        _ => {
            return Err(OpenError::Newer { file: file.to_owned(), found: version, known: MIGRATIONS.len() });
        }
    };
    for step in &MIGRATIONS[done..] {
        transaction.execute_batch(step).map_err(failed)?;
    }
    transaction
        .pragma_update(None, "user_version", MIGRATIONS.len() as i64)
        .and_then(|()| transaction.pragma_update(None, "application_id", APPLICATION_ID))
        .map_err(failed)?;
    if is_new {
        apply(&transaction, first)
            .map_err(|error| OpenError::Unusable { file: file.to_owned(), why: error.to_string() })?;
    }
    transaction.commit().map_err(failed)
}

/// The note must be on disk before anything is acknowledged, as the documents themselves are.
fn write_note(data: &Path, note: &Path) -> io::Result<()> {
    let mut file = fs::File::create(note)?;
    file.write_all(NOTE_TEXT.as_bytes())?;
    file.sync_all()?;
    fs::File::open(data)?.sync_all()
}

fn refused(file: &Path, error: &rusqlite::Error) -> OpenError {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    let file = file.to_owned();
    let why = error.to_string();
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => OpenError::Corrupt { file, why },
        _ => OpenError::Unusable { file, why },
    }
}
