//! The days on which something is shown.

use jiff::civil::Date;
use serde::Deserialize;

/// From one day to another, both inclusive; open-ended if a side is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub struct Window {
    pub from: Option<Date>,
    pub until: Option<Date>,
}

impl Window {
    /// Whether it has no limits.
    pub fn is_open(self) -> bool {
        self == Self::default()
    }

    /// Whether its last day is before `today`.
    pub fn is_over(self, today: Date) -> bool {
        self.until.is_some_and(|until| until < today)
    }
}
