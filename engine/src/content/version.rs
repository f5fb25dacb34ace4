//! What a version is: the hash of the content that is served.

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

/// Whether a version may have this name: whatever else is asked for was never one.
pub fn is_version(name: &str) -> bool {
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
