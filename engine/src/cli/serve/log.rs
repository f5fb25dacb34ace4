//! What is logged, and how.

use std::io::{self, IsTerminal as _, Write};

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
            .with_ansi(io::stderr().is_terminal())
            .with_writer(|| OneLine(io::stderr()));
        match self.log_format {
            LogFormat::Text => log.compact().init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
        Ok(())
    }
}

/// Writes each event as one line, whatever is in it: what came from outside can't forge a line.
///
/// The subscriber writes an event whole, with the line's end as its last byte. The escape character
/// stays, for it colours; the subscriber has taken it out of what came from outside.
struct OneLine<W>(W);

impl<W: Write> Write for OneLine<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let (text, end) = match event {
            [text @ .., b'\n'] => (text, "\n"),
            text => (text, ""),
        };
        let harmless = |byte: u8| byte == 0x1b || !byte.is_ascii_control();
        if text.iter().all(|byte| harmless(*byte)) {
            self.0.write_all(event)?;
            return Ok(event.len());
        }
        let mut line = Vec::with_capacity(event.len() + 16);
        for byte in text {
            if harmless(*byte) { line.push(*byte) } else { line.extend(byte.escape_ascii()) }
        }
        line.extend_from_slice(end.as_bytes());
        self.0.write_all(&line)?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_comes_from_outside_can_not_forge_a_line() {
        let kept = Kept::default();
        let writer = kept.clone();
        let log =
            tracing_subscriber::fmt().with_ansi(false).with_writer(move || OneLine(writer.clone())).compact();
        tracing::subscriber::with_default(log.finish(), || {
            let outside = "x\r\n2026-11-03T12:00:00Z  INFO event=\"login\" domain=\"example.org\"";
            tracing::warn!(error = %outside, plain = outside, "failed {outside}");
            tracing::info!("next");
        });
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains(r"failed x\r\n2026") && !text.contains('\r'), "{text}");
    }
}
