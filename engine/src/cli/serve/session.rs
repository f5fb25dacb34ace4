//! How long sessions last.

use std::time::Duration;

use clap::Args;

use crate::session::Timeouts;

/// Options about sessions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sessions")]
pub struct SessionOptions {
    /// How many minutes without use before a session ends
    #[arg(long, env = "CALLGUIDE_SESSION_IDLE_MINUTES", default_value_t = 720, value_name = "N")]
    session_idle_minutes: u64,
    /// How many minutes after sign-in a session ends, even if it's in use
    #[arg(long, env = "CALLGUIDE_SESSION_MINUTES", default_value_t = 10_080, value_name = "N")]
    session_minutes: u64,
}

impl SessionOptions {
    /// Returns both timeouts.
    pub fn timeouts(&self) -> Timeouts {
        let minutes = |n: u64| Duration::from_secs(n.saturating_mul(60));
        Timeouts { idle: minutes(self.session_idle_minutes), absolute: minutes(self.session_minutes) }
    }
}
