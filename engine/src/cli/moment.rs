//! The current day: the machine's, or the one given by `--on`.

use clap::Args;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::readings::{self, Now, YEARS};

/// The day on which the content is evaluated.
#[derive(Debug, Clone, Copy, Args)]
pub struct Moment {
    /// Use this day as today, in every time zone [default: now]
    #[arg(long, alias = "today", env = "CALLGUIDE_ON", value_name = "YYYY-MM-DD", value_parser = day)]
    on: Option<Date>,
}

impl Moment {
    /// Returns the chosen moment.
    pub fn now(self) -> Now {
        moment(self.on)
    }
}

/// Returns the given day in all time zones, or now if there is none.
pub fn moment(on: Option<Date>) -> Now {
    on.map_or_else(|| Now::At(Timestamp::now()), Now::On)
}

/// Parses a day in the content's format.
pub fn day(text: &str) -> Result<Date, String> {
    readings::day(&text.into()).ok_or_else(|| {
        let (first, last) = (YEARS.start, YEARS.end - 1);
        format!("write a real date, such as 2026-10-05, in the years {first} to {last}")
    })
}
