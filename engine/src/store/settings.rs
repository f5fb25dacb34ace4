//! The client settings of the hosted document database, checked where they enter (`spec §5`).

use std::str::FromStr;
use std::time::Duration;

/// A setting outside its rule: the sentence names the rule and the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidSetting(String);

/// Bounds the documents kept in memory: −1 for no bound, or at least 1,048,576 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheSize {
    Unbounded,
    Bytes(u64),
}

impl CacheSize {
    /// The least bound (`spec §9`).
    pub const MINIMUM: u64 = 1_048_576;
}

impl FromStr for CacheSize {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().parse::<i64>() {
            Ok(-1) => Ok(Self::Unbounded),
            Ok(bytes) if u64::try_from(bytes).is_ok_and(|bytes| bytes >= Self::MINIMUM) => {
                Ok(Self::Bytes(bytes.unsigned_abs()))
            }
            _ => Err(InvalidSetting(format!(
                "the cache size must be -1 (no bound) or at least 1048576 bytes, but is {text}"
            ))),
        }
    }
}

/// Bounds one request that asks for changes: 5 to 30 seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongPollingTimeout(Duration);

impl LongPollingTimeout {
    /// As a duration.
    pub fn duration(self) -> Duration {
        self.0
    }
}

impl FromStr for LongPollingTimeout {
    type Err = InvalidSetting;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().parse::<f64>() {
            Ok(seconds) if (5.0..=30.0).contains(&seconds) => Ok(Self(Duration::from_secs_f64(seconds))),
            _ => Err(InvalidSetting(format!(
                "the long-polling timeout must be a number of seconds from 5 to 30, but is {text}"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_size_is_minus_one_or_a_mebibyte_at_least() {
        assert_eq!("-1".parse(), Ok(CacheSize::Unbounded));
        assert_eq!("1048576".parse(), Ok(CacheSize::Bytes(1_048_576)));
        for bad in ["1048575", "0", "-2", "-1048576", "", "many", "1e9"] {
            let error = bad.parse::<CacheSize>().unwrap_err();
            assert!(error.to_string().ends_with(&format!("but is {bad}")));
        }
    }

    #[test]
    fn long_polling_timeout_is_from_5_to_30_seconds() {
        for good in ["5", "30", "12.5"] {
            assert!(good.parse::<LongPollingTimeout>().is_ok());
        }
        for bad in ["4.999", "30.001", "-5", "NaN", "inf", "", "5s"] {
            assert!(bad.parse::<LongPollingTimeout>().is_err());
        }
    }
}
