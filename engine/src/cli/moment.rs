//! Which day is today: the machine's, or the one that `--on` names.

use clap::Args;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::readings::{self, Now, YEARS};

/// The day as of which content is looked at.
#[derive(Debug, Clone, Copy, Args)]
pub struct Moment {
    /// Take this day for today, everywhere [default: now]
    #[arg(long, alias = "today", env = "CALLGUIDE_ON", value_name = "YYYY-MM-DD", value_parser = day)]
    on: Option<Date>,
}

impl Moment {
    /// The moment that it says.
    pub fn now(self) -> Now {
        moment(self.on)
    }
}

/// This day everywhere, or now where none is named.
pub fn moment(on: Option<Date>) -> Now {
    on.map_or_else(|| Now::At(Timestamp::now()), Now::On)
}

/// A day as content may name one.
pub fn day(text: &str) -> Result<Date, String> {
    readings::day(&text.into()).ok_or_else(|| {
        let (first, last) = (YEARS.start, YEARS.end - 1);
        format!("write a day that exists as 2026-10-05; it has to be in the years {first} to {last}")
    })
}
