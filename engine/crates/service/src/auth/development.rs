//! The development sign-in, which lets anyone at this machine sign in as one of the people in
//! `seeds/development.yaml`.
//!
//! It's meant for a machine without configuration. `cli` and `http`, which know the engine's
//! address, decide where it may be offered (on loopback only). A proxy on this machine may hide a
//! request's origin, so the code shown in the terminal is also required. Like every other
//! sign-in, it goes through [`super::sign_in`].

use std::num::NonZeroU32;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use crate::allowance::Allowance;
use crate::clock::Clock;
pub use crate::seeds::{People, SeedPerson};
use crate::session::Person;
use crate::store::{StoreError, random_bytes};

/// The minimum length of a chosen code, in characters.
pub const SHORTEST_CODE: usize = 8;
/// The number of wrong codes checked per minute, across all clients: behind a proxy on this
/// machine, every request seems to come from this machine.
const WRONG_A_MINUTE: NonZeroU32 = NonZeroU32::new(20).expect("20 isn't zero");

/// The people to choose from, and the code that the sign-in requires while this engine runs.
#[derive(Debug)]
pub struct Development {
    people: People,
    code: Code,
    wrong: Allowance<()>,
}

/// Why a code is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    #[error("this isn't the code")]
    Wrong,
    /// The number of whole seconds until another code is checked.
    #[error("too many wrong codes")]
    TooMany(u64),
}

/// Why a chosen code can't be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCode {
    #[error("the development sign-in's code needs at least {SHORTEST_CODE} characters")]
    Short,
    #[error(transparent)]
    Random(#[from] StoreError),
}

/// The code that the terminal shows. It must not be logged, so it can't be printed by accident.
pub struct Code {
    text: String,
    /// Represents the code in a browser's cookie, without revealing it.
    stand_in: String,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Code")
    }
}

impl Code {
    /// Returns a code of 128 random bits.
    ///
    /// # Errors
    /// If this machine can't provide random bytes.
    pub fn random() -> Result<Self, StoreError> {
        Ok(Self { text: URL_SAFE_NO_PAD.encode(random_bytes::<16>()?), stand_in: stand_in()? })
    }

    /// Returns a chosen code, for tests and scripts.
    ///
    /// # Errors
    /// If it's too short, or this machine can't provide random bytes.
    pub fn named(text: &str) -> Result<Self, InvalidCode> {
        if text.chars().count() < SHORTEST_CODE {
            return Err(InvalidCode::Short);
        }
        Ok(Self { text: text.to_owned(), stand_in: stand_in()? })
    }

    /// Returns the code, to show in the terminal that the engine was started from.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn stand_in() -> Result<String, StoreError> {
    random_bytes::<32>().map(|bytes| URL_SAFE_NO_PAD.encode(bytes))
}

/// Compares in constant time.
fn same(one: &str, other: &str) -> bool {
    Sha256::digest(one).ct_eq(&Sha256::digest(other)).into()
}

impl Development {
    /// Returns a sign-in for `people` that requires `code`.
    pub fn new(people: People, code: Code, clock: Clock) -> Self {
        Self { people, code, wrong: Allowance::new(WRONG_A_MINUTE, clock) }
    }

    /// Returns the people, in the order of the seeds.
    pub fn people(&self) -> &People {
        &self.people
    }

    /// Returns the code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Checks a typed code, and returns the value that represents it in a cookie.
    ///
    /// # Errors
    /// If the code is wrong, or if too many wrong codes were tried and none is checked for now.
    pub fn admit(&self, typed: &str) -> Result<&str, CodeError> {
        self.wrong.take(()).map_err(CodeError::TooMany)?;
        // The whole URL may have been pasted.
        let typed = typed.trim().rsplit("#code=").next().unwrap_or_default();
        if !same(typed, &self.code.text) {
            return Err(CodeError::Wrong);
        }
        self.wrong.give_back(&());
        Ok(&self.code.stand_in)
    }

    /// Returns whether a cookie represents this engine's code.
    pub fn knows(&self, cookie: &str) -> bool {
        same(cookie, &self.code.stand_in)
    }
}

impl SeedPerson {
    /// Returns this person as a provider would identify them.
    pub fn identity(&self) -> Person {
        Person {
            email: self.email.clone(),
            display_name: Some(self.display_name.clone()),
            photo_url: None,
            subject: format!("development:{}", self.email),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn development(code: Code) -> (Development, Clock) {
        let clock = Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap());
        (Development::new(People::shipped(), code, clock.clone()), clock)
    }

    #[test]
    fn random_codes_have_128_bits_and_are_all_different() {
        let codes: std::collections::BTreeSet<_> =
            (0..100).map(|_| Code::random().unwrap().text().to_owned()).collect();
        assert_eq!(codes.len(), 100);
        assert!(codes.iter().all(|code| URL_SAFE_NO_PAD.decode(code).unwrap().len() == 16));
        assert_eq!(format!("{:?}", Code::random().unwrap()), "Code");
    }

    #[test]
    fn a_chosen_code_has_at_least_eight_characters() {
        for short in ["", "1234567", "ééééééé"] {
            assert_eq!(Code::named(short).err(), Some(InvalidCode::Short), "{short}");
        }
        assert_eq!(Code::named("12345678").unwrap().text(), "12345678");
    }

    #[test]
    fn the_code_and_its_stand_in_are_not_interchangeable() {
        let (one, _) = development(Code::named("12345678").unwrap());
        let stand_in = one.admit("12345678").unwrap();
        assert!(one.knows(stand_in) && !one.knows("12345678") && !one.knows(""));
        assert_eq!(one.admit(stand_in), Err(CodeError::Wrong));
        assert_eq!(one.admit(" http://127.0.0.1:8080/#code=12345678\n"), Ok(stand_in));
        let (other, _) = development(Code::named("12345678").unwrap());
        assert!(!other.knows(stand_in), "it is good while this engine runs");
    }

    #[test]
    fn wrong_codes_are_rate_limited_and_right_ones_are_not() {
        let (development, clock) = development(Code::named("12345678").unwrap());
        for _ in 0..1000 {
            assert!(development.admit("12345678").is_ok());
        }
        for _ in 0..20 {
            assert_eq!(development.admit("12345679"), Err(CodeError::Wrong));
        }
        assert_eq!(development.admit("12345679"), Err(CodeError::TooMany(3)));
        assert_eq!(development.admit("12345678"), Err(CodeError::TooMany(3)), "else guessing would go on");
        clock.advance(Duration::from_secs(3));
        assert!(development.admit("12345678").is_ok());
    }
}
