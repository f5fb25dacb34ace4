//! Replaces a content file, provided it hasn't changed since it was read.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use rustix::fs::{AtFlags, Mode, OFlags, fchmod, openat, renameat, statat, unlinkat};

use super::super::yaml::MAX_BYTES;
use super::disk::Disk;
use super::walk::{Bytes, Entry, Tree as _, Why, resolve};

/// Replaces the content file `name` in `folder` with `after` if its content is still `before`. Returns whether
/// it did.
///
/// Readers see either the old or the new content, never part of it: the new content goes to a hidden file
/// beside the old one (hidden files are never content) and is then renamed over it. The file keeps its mode. If
/// `name` is a link that stays inside the folder, its target is written; nothing else ever is.
///
/// # Errors
/// If it can't be written, or its name leads out of the folder.
pub fn replace(folder: &Path, name: &str, before: &[u8], after: &[u8]) -> io::Result<bool> {
    let mut disk = Disk::open(folder)?;
    let (path, entry, _) = resolve(&mut disk, name).map_err(refused)?;
    if !matches!(entry, Entry::File(_)) {
        return Ok(false);
    }
    let (beside, own) = disk.beside(&path)?;
    let mode = Mode::from_raw_mode(statat(&beside, own, AtFlags::SYMLINK_NOFOLLOW)?.st_mode);
    let new = format!(".{own}.{}.new", std::process::id());
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = openat(&beside, &new, flags, Mode::RUSR | Mode::WUSR)?;
    let taken = fill(File::from(file), mode, after).and_then(|()| {
        // Check as late as possible, so that an edit saved in the meantime isn't lost.
        let now = disk.read(&path, MAX_BYTES)?;
        let same = matches!(now, Bytes::Whole(bytes, _) if bytes == before);
        if same {
            renameat(&beside, &new, &beside, OsStr::new(own))?;
        }
        Ok(same)
    });
    if !matches!(taken, Ok(true)) {
        let _ = unlinkat(&beside, &new, AtFlags::empty());
    }
    taken
}

fn fill(mut file: File, mode: Mode, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    fchmod(&file, mode)?;
    file.sync_all()
}

fn refused(why: Why) -> io::Error {
    io::Error::other(match why {
        Why::Leaves => "its link points outside the content folder".to_owned(),
        Why::Unreadable(error) => error,
        _ => "it no longer exists".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn folder() -> tempfile::TempDir {
        let base = tempfile::tempdir().unwrap();
        fs::create_dir_all(base.path().join("content/faq")).unwrap();
        fs::write(base.path().join("content/faq/a.yaml"), "before").unwrap();
        base
    }

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_exchanged_in_one_step_and_keeps_its_mode() {
        let base = folder();
        let content = base.path().join("content");
        let file = content.join("faq/a.yaml");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(replace(&content, "faq/a.yaml", b"before", b"after").unwrap());
        assert_eq!(fs::read(&file).unwrap(), b"after");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(&content.join("faq")), ["a.yaml"]);
    }

    #[test]
    fn what_somebody_saved_meanwhile_is_left() {
        let base = folder();
        let content = base.path().join("content");
        assert!(!replace(&content, "faq/a.yaml", b"earlier", b"after").unwrap());
        assert_eq!(fs::read(content.join("faq/a.yaml")).unwrap(), b"before");
        assert_eq!(names(&content.join("faq")), ["a.yaml"]);
    }

    #[test]
    fn a_link_inside_is_followed_and_one_that_leaves_is_not() {
        let base = folder();
        let content = base.path().join("content");
        symlink("a.yaml", content.join("faq/b.yaml")).unwrap();
        assert!(replace(&content, "faq/b.yaml", b"before", b"after").unwrap());
        assert_eq!(fs::read(content.join("faq/a.yaml")).unwrap(), b"after");
        assert!(content.join("faq/b.yaml").is_symlink());

        fs::write(base.path().join("outside.yaml"), "outside").unwrap();
        symlink("../../outside.yaml", content.join("faq/c.yaml")).unwrap();
        assert!(replace(&content, "faq/c.yaml", b"outside", b"after").is_err());
        assert!(replace(&content, "../outside.yaml", b"outside", b"after").is_err());
        assert_eq!(fs::read(base.path().join("outside.yaml")).unwrap(), b"outside");
    }
}
