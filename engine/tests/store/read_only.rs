//! A store's file that can't be written to, for whichever user: the permission of a file says nothing to
//! the system's administrator, as tests may be. SQLite takes a file as read-only whose header asks for a
//! newer way of writing (byte 18 over 2).
//!
//! Another test binary takes it with `#[path = "../store/read_only.rs"] mod read_only;`.

use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// Also for who has it open.
pub fn make_read_only(data: &Path) {
    let other = rusqlite::Connection::open(data.join("documents.sqlite")).unwrap();
    // Everything into the file, which every connection reads again then.
    other.execute_batch("UPDATE clock SET last = last + 1; PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    set_way_of_writing(data, 3);
}

/// For who opens it anew.
pub fn make_writable(data: &Path) {
    set_way_of_writing(data, 2);
}

fn set_way_of_writing(data: &Path, way: u8) {
    let mut file = std::fs::File::options().write(true).open(data.join("documents.sqlite")).unwrap();
    file.seek(SeekFrom::Start(18)).unwrap();
    file.write_all(&[way]).unwrap();
    file.sync_all().unwrap();
}
