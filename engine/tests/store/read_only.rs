//! Makes a store's file read-only for any user. File permissions aren't enough, since tests may run as root.
//! SQLite treats a file as read-only if its header asks for a newer write format (byte 18 above 2).
//!
//! Another test binary includes it with `#[path = "../store/read_only.rs"] mod read_only;`.

use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// Makes the file read-only, even for open connections.
pub fn make_read_only(data: &Path) {
    let other = rusqlite::Connection::open(data.join("documents.sqlite")).unwrap();
    // Moves everything into the file, which every connection then reads again.
    other.execute_batch("UPDATE clock SET last = last + 1; PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    set_way_of_writing(data, 3);
}

/// Makes the file writable again, for new connections.
pub fn make_writable(data: &Path) {
    set_way_of_writing(data, 2);
}

fn set_way_of_writing(data: &Path, way: u8) {
    let mut file = std::fs::File::options().write(true).open(data.join("documents.sqlite")).unwrap();
    file.seek(SeekFrom::Start(18)).unwrap();
    file.write_all(&[way]).unwrap();
    file.sync_all().unwrap();
}
