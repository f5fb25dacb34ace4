//! Random bytes for ids, tokens, and tags.

use super::interface::StoreError;

/// Returns `N` bytes from the system's random source, good enough for secrets.
///
/// # Errors
/// If the system can't provide random bytes. Callers must then store nothing, rather than use a name that can be
/// guessed.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::Unavailable(format!("can't get random bytes: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_random() {
        let two = [random_bytes::<64>().unwrap(), random_bytes::<64>().unwrap()];
        // Two sets of 64 random bytes practically never agree in a quarter of their positions, and a quarter of the
        // bytes are practically never zero.
        let equal = two[0].iter().zip(&two[1]).filter(|(one, other)| one == other).count();
        let zeros = two[0].iter().filter(|byte| **byte == 0).count();
        assert!(equal < 16 && zeros < 16, "{two:?}");
    }
}
