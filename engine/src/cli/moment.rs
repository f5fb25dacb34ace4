//! Which day is today: the machine's, or the one that `--on` names.

use clap::Args;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::readings::Now;

/// The day as of which content is looked at.
#[derive(Debug, Clone, Copy, Args)]
pub struct Moment {
    /// Take this day for today, everywhere [default: now]
    #[arg(long, alias = "today", env = "CALLGUIDE_ON", value_name = "YYYY-MM-DD")]
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
