//! Random bytes for what is kept in the store: ids, tokens, tags.

use super::StoreError;

/// So many bytes from the system's own source, good enough for secrets.
///
/// # Errors
/// Where the system gives none: nothing is kept then, rather than under a name that can be guessed.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::Unavailable(format!("no random bytes: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them_are_random() {
        let two = [random_bytes::<64>().unwrap(), random_bytes::<64>().unwrap()];
        // By chance 64 bytes that are equal at one place in four, or zero at one in four, never come.
        let equal = two[0].iter().zip(&two[1]).filter(|(one, other)| one == other).count();
        let zeros = two[0].iter().filter(|byte| **byte == 0).count();
        assert!(equal < 16 && zeros < 16, "{two:?}");
    }
}
