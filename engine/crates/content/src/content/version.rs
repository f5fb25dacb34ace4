//! Versions: hashes of the content that is served.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use sha2::{Digest as _, Sha256};

/// Length of a version's hash, in characters.
const LENGTH: usize = 16;

/// Returns the version for these `files`: name and text of everything that is served, sorted by name. The same
/// files have the same version on every machine.
pub fn version_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut hash = Sha256::new();
    for (name, text) in files {
        // Hashing the lengths keeps files distinct even if their names and text concatenate to the same bytes.
        for part in [name, text] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hex::encode(&hash.finalize()[..LENGTH / 2])
}

/// Format of the start of a period in a version's name, in UTC.
const PERIOD: &str = "%Y%m%dT%H%MZ";

/// Returns the version's name: its hash and, if the content depends on dates, the start of the period it's
/// valid for.
pub fn version_of_period(hash: &str, since: Option<Timestamp>) -> String {
    since.map_or_else(|| hash.to_owned(), |since| format!("{hash}-{}", since.strftime(PERIOD)))
}

/// Returns whether a version can have this name.
pub fn is_version(name: &str) -> bool {
    let (hash, period) = parts_of_version(name);
    is_hash(hash) && (hash.len() == name.len() || period.is_some())
}

/// Splits a version's name into its hash and, if it has a valid one, the start of its period.
pub fn parts_of_version(name: &str) -> (&str, Option<Timestamp>) {
    let Some((hash, period)) = name.split_once('-') else { return (name, None) };
    let since = DateTime::strptime(PERIOD, period).ok().and_then(|at| at.to_zoned(TimeZone::UTC).ok());
    let since = since.map(|zoned| zoned.timestamp());
    // Accept only the canonical form, so that an instant has one name.
    (hash, since.filter(|since| since.strftime(PERIOD).to_string() == period))
}

/// Returns whether this is a valid hash; a version's files may be stored under it.
pub fn is_hash(name: &str) -> bool {
    name.len() == LENGTH && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_depends_on_where_names_and_texts_end() {
        let one = version_of([("a", "bc"), ("d", "e")]);
        for other in [[("ab", "c"), ("d", "e")], [("a", "bcd"), ("", "e")], [("d", "e"), ("a", "bc")]] {
            assert_ne!(version_of(other), one);
        }
        assert!(is_version(&one), "{one}");
    }

    #[test]
    fn only_version_hashes_are_recognized_as_versions() {
        for name in
            ["", "current", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "../../../../etc/x"]
        {
            assert!(!is_version(name), "{name}");
        }
    }
}
