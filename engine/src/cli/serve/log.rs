//! What is logged, and how.

use std::io::IsTerminal as _;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

/// Options about the log.
#[derive(Debug, Args)]
#[command(next_help_heading = "Log")]
pub struct LogOptions {
    /// How log lines are written
    #[arg(long, value_enum, env = "CALLGUIDE_LOG_FORMAT", default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// What is logged: error, warn, info, debug, or a filter such as callguide=debug
    #[arg(long, env = "CALLGUIDE_LOG", default_value = "info", value_name = "FILTER")]
    log: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    /// For a person
    Text,
    /// One JSON object a line
    Json,
}

impl LogOptions {
    /// Logs to standard error from here on.
    ///
    /// # Errors
    /// Where the filter can't be read.
    pub fn start(&self) -> anyhow::Result<()> {
        let filter =
            EnvFilter::try_new(&self.log).with_context(|| format!("--log {} is no filter", self.log))?;
        let log = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr);
        match self.log_format {
            LogFormat::Text => log.compact().init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
        Ok(())
    }
}
