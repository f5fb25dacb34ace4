//! What a version is: the hash of the content that is served.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use sha2::{Digest as _, Sha256};

/// How many characters a version has.
const LENGTH: usize = 16;

/// The version of the content with these `files`: names and texts of everything that is served of it, in the
/// order of the names. The same files have the same version on every machine.
pub fn version_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut hash = Sha256::new();
    for (name, text) in files {
        // Lengths keep two files apart whose ends and beginnings could be exchanged.
        for part in [name, text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hex::encode(&hash.finalize()[..LENGTH / 2])
}

/// How the first instant of a period stands in a version's name, in UTC.
const PERIOD: &str = "%Y%m%dT%H%MZ";

/// The name of the version with this hash from `since` on, where dates matter.
pub fn version_of_period(hash: &str, since: Option<Timestamp>) -> String {
    since.map_or_else(|| hash.to_owned(), |since| format!("{hash}-{}", since.strftime(PERIOD)))
}

/// Whether a version may have this name: whatever else is asked for was never one.
pub fn is_version(name: &str) -> bool {
    let (hash, period) = parts_of_version(name);
    is_hash(hash) && (hash.len() == name.len() || period.is_some())
}

/// The hash in a version's name and, where it has one that can be read, the first instant of its period.
pub fn parts_of_version(name: &str) -> (&str, Option<Timestamp>) {
    let Some((hash, period)) = name.split_once('-') else { return (name, None) };
    let since = DateTime::strptime(PERIOD, period).ok().and_then(|at| at.to_zoned(TimeZone::UTC).ok());
    let since = since.map(|zoned| zoned.timestamp());
    // One name for one instant.
    (hash, since.filter(|since| since.strftime(PERIOD).to_string() == period))
}

/// Whether a version's files may be kept under this name.
pub fn is_hash(name: &str) -> bool {
    name.len() == LENGTH && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_beginnings_are_kept_apart() {
        let one = version_of([("a", "bc"), ("d", "e")]);
        for other in [[("ab", "c"), ("d", "e")], [("a", "bcd"), ("", "e")], [("d", "e"), ("a", "bc")]] {
            assert_ne!(version_of(other), one);
        }
        assert!(is_version(&one), "{one}");
    }

    #[test]
    fn what_is_no_version_is_told_by_its_name() {
        for name in
            ["", "current", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "../../../../etc/x"]
        {
            assert!(!is_version(name), "{name}");
        }
    }
}
