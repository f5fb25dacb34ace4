//! The client's settings, validated when they're parsed (`spec §5`), and the time limits of its calls.

use std::str::FromStr;
use std::time::Duration;

use url::Url;

use crate::recent::Room;

/// An invalid setting, with a message that gives the rule and the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetting(String);

/// The smallest limit allowed on documents kept in memory, in bytes (`spec §9`).
const LEAST_CACHE: i64 = 1_048_576;

/// Parses the limit on documents kept in memory: −1 for no limit, or at least 1,048,576 bytes.
pub fn cache_size(text: &str) -> Result<Room, InvalidSetting> {
    match text.trim().parse::<i64>() {
        Ok(-1) => Ok(Room::unbounded()),
        Ok(bytes @ LEAST_CACHE..) => Ok(Room::of_bytes(usize::try_from(bytes).unwrap_or(usize::MAX))),
        _ => Err(InvalidSetting(format!(
            "the cache size must be -1 (no limit) or at least 1048576 bytes, but is {text}"
        ))),
    }
}

/// Parses the time limit on one request for changes: 5 to 30 seconds.
pub fn long_polling_timeout(text: &str) -> Result<Duration, InvalidSetting> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if (5.0..=30.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(InvalidSetting(format!(
            "the long-polling timeout must be a number of seconds from 5 to 30, but is {text}"
        ))),
    }
}

/// The project that contains the hosted database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectId(String);

impl ProjectId {
    /// Returns the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ProjectId {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.:".contains(c);
        if text.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() <= 100 && text.chars().all(fits) {
            return Ok(Self(text.to_owned()));
        }
        Err(InvalidSetting(format!(
            "a project ID must be a lowercase letter followed by lowercase letters, digits, and hyphens, \
             but this is {text:?}"
        )))
    }
}

/// One of a project's databases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseId(String);

impl DatabaseId {
    /// A project's default database.
    pub const DEFAULT: &str = "(default)";

    /// Returns the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for DatabaseId {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let named = text.starts_with(|c: char| c.is_ascii_lowercase())
            && (4..=63).contains(&text.len())
            && text.chars().all(fits);
        if named || text == Self::DEFAULT {
            return Ok(Self(text.to_owned()));
        }
        Err(InvalidSetting(format!(
            "a database ID must be (default), or 4 to 63 lowercase letters, digits, and hyphens \
             starting with a letter, but this is {text:?}"
        )))
    }
}

/// The address of an emulator of the hosted database: `HOST:PORT`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmulatorHost(Url);

impl EmulatorHost {
    /// Returns the emulator's URL, over plain HTTP.
    pub fn url(&self) -> &Url {
        &self.0
    }
}

impl FromStr for EmulatorHost {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
        match Url::parse(&format!("http://{text}/")) {
            Ok(url) if text.chars().all(is_host) && url.host().is_some() => Ok(Self(url)),
            _ => Err(InvalidSetting(format!("an emulator must be given as host:port, but this is {text:?}"))),
        }
    }
}

/// The time limits of a call. A call is one or more attempts; an attempt is one HTTP request.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// The time limit on a read, including all of its attempts. Engines poll for changes with reads.
    pub read: Duration,
    /// Limits one attempt of a read, so that if it hangs, there's time for another.
    pub read_attempt: Duration,
    /// Limits a commit, including all of its attempts.
    pub commit: Duration,
    /// Limits one attempt of a commit. It's longer than for a read, because after giving up, there's no way to know
    /// whether the commit was applied.
    pub commit_attempt: Duration,
    /// The longest wait before the second attempt. It doubles with each attempt, up to [`Timing::MAX_WAIT`].
    pub first_wait: Duration,
}

impl Timing {
    /// The longest wait between two attempts.
    pub const MAX_WAIT: Duration = Duration::from_secs(2);

    /// Returns the limits for calls if one request for changes may take `long_polling`.
    pub fn new(long_polling: Duration) -> Self {
        Self {
            read: long_polling,
            read_attempt: Duration::from_secs(3),
            // This is less than the 30 seconds that a request to the engine may take.
            commit: Duration::from_secs(20),
            commit_attempt: Duration::from_secs(8),
            first_wait: Duration::from_millis(100),
        }
    }

    /// Returns the wait after `failed` attempts: a random time between half and all of an interval that
    /// doubles with each failure. The jitter keeps engines that failed together from retrying together.
    pub(super) fn wait(&self, failed: u32) -> Duration {
        let longest =
            self.first_wait.saturating_mul(1 << failed.saturating_sub(1).min(16)).min(Self::MAX_WAIT);
        let random = getrandom::u32().unwrap_or(u32::MAX / 2);
        longest.mul_f64(0.5 + f64::from(random) / f64::from(u32::MAX) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_size_is_minus_one_or_at_least_one_mebibyte() {
        assert_ne!(
            format!("{:?}", cache_size("-1").unwrap()),
            format!("{:?}", cache_size("1048576").unwrap())
        );
        for bad in ["1048575", "0", "-2", "-1048576", "", "many", "1e9"] {
            let error = cache_size(bad).unwrap_err();
            assert!(error.to_string().ends_with(&format!("but is {bad}")));
        }
    }

    #[test]
    fn long_polling_timeout_is_from_5_to_30_seconds() {
        for good in ["5", "30", "12.5"] {
            assert!(long_polling_timeout(good).is_ok());
        }
        for bad in ["4.999", "30.001", "-5", "NaN", "inf", "", "5s"] {
            assert!(long_polling_timeout(bad).is_err());
        }
    }

    #[test]
    fn invalid_project_and_database_ids_are_rejected() {
        for good in ["my-project-7", "example.com:legacy", "p"] {
            assert_eq!(good.parse::<ProjectId>().unwrap().as_str(), good);
        }
        for bad in ["", "A", "7up", "a/b", "a b", "p\n"] {
            assert!(bad.parse::<ProjectId>().is_err(), "{bad:?} was taken");
        }
        for good in ["(default)", "call-guide", "d123"] {
            assert_eq!(good.parse::<DatabaseId>().unwrap().as_str(), good);
        }
        for bad in ["", "default)", "abc", "(other)", "1abc", "a/bcd"] {
            assert!(bad.parse::<DatabaseId>().is_err(), "{bad:?} was taken");
        }
    }

    #[test]
    fn an_emulator_is_a_host_and_a_port() {
        for (good, url) in [
            ("localhost:8080", "http://localhost:8080/"),
            ("127.0.0.1:9", "http://127.0.0.1:9/"),
            ("[::1]:8080", "http://[::1]:8080/"),
        ] {
            assert_eq!(good.parse::<EmulatorHost>().unwrap().url().as_str(), url);
        }
        for bad in ["", "http://localhost:8080", "localhost:8080/v1", "a@b:1", "localhost:99999", "a?b"] {
            assert!(bad.parse::<EmulatorHost>().is_err(), "{bad:?} was taken");
        }
    }

    #[test]
    fn waits_double_up_to_a_limit_with_jitter() {
        let timing = Timing::new(Duration::from_secs(5));
        for (failed, longest) in [(1, 100), (2, 200), (3, 400), (5, 1600), (6, 2000), (60, 2000)] {
            let waits: Vec<_> = (0..50).map(|_| timing.wait(failed).as_millis()).collect();
            let (least, most) = (longest / 2, longest);
            assert!(waits.iter().all(|wait| (least..=most).contains(wait)), "{failed}: {waits:?}");
            assert!(waits.iter().any(|wait| *wait != waits[0]), "{failed}: always {}", waits[0]);
        }
    }
}
