//! The log: what goes into it, and in which format.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::LazyLock;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use regex::bytes::Regex;
use tracing::Metadata;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::http::SECURITY_LOG;

/// Options about the log.
#[derive(Debug, Args)]
#[command(next_help_heading = "Log")]
pub struct LogOptions {
    /// How log lines are written
    #[arg(long, value_enum, env = "CALLGUIDE_LOG_FORMAT", default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// What to log: error, warn, info, debug, or a filter such as warn,callguide::security=info
    #[arg(long, env = "CALLGUIDE_LOG", default_value = "info", value_name = "FILTER")]
    log: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    /// For a person
    Text,
    /// One JSON object per line
    Json,
}

impl LogOptions {
    /// Starts logging to standard error.
    ///
    /// # Errors
    /// If the filter can't be parsed.
    pub fn start(&self) -> anyhow::Result<()> {
        let filter: Targets =
            self.log.parse().with_context(|| format!("--log {} isn't a valid filter", self.log))?;
        let filtered = tracing_subscriber::registry().with(filter);
        let lines = fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(LineWriters(io::stderr));
        match self.log_format {
            LogFormat::Text => filtered.with(lines.compact()).init(),
            LogFormat::Json => filtered.with(lines.json().flatten_event(true)).init(),
        }
        panic::set_hook(Box::new(panicked));
        Ok(())
    }
}

/// Logs where the program panicked. The message is logged only if it's a literal in the source: a message about slicing
/// text at the wrong index, for example, quotes the text, which may be what a volunteer typed about a voter.
fn panicked(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let said = panic.payload().downcast_ref::<&'static str>();
    let backtrace = Some(Backtrace::capture()).filter(|trace| trace.status() == BacktraceStatus::Captured);
    tracing::error!(place, said, backtrace = backtrace.map(tracing::field::display), "the program panicked");
}

/// A person's email address, as is or percent-encoded.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    // Email allows letters of any script before the `@`.
    Regex::new(r"(?i)(?:[a-z0-9._%+'~!#$&*/=?^`{|}-]|[^\x00-\x7f])+(?:@|%40)([a-z0-9.-]+)")
        .expect("a constant pattern")
});

/// Wraps a log's writers.
struct LineWriters<F>(F);

impl<'a, W: Write, F: Fn() -> W> MakeWriter<'a> for LineWriters<F> {
    type Writer = OneLine<W>;

    fn make_writer(&'a self) -> OneLine<W> {
        OneLine { to: (self.0)(), addresses: false }
    }

    fn make_writer_for(&'a self, event: &Metadata<'_>) -> OneLine<W> {
        OneLine { to: (self.0)(), addresses: event.target() == SECURITY_LOG }
    }
}

/// Writes each event as a single line, so that outside input can't forge a line. Except in security events, it also
/// redacts email addresses, no matter which message or error they're in.
///
/// The subscriber writes an event in a single call that ends with a line break. The escape character is kept
/// for colors; the subscriber has already removed it from outside input.
struct OneLine<W> {
    to: W,
    /// Whether email addresses may appear in the event.
    addresses: bool,
}

impl<W: Write> Write for OneLine<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let (text, end) = match event {
            [text @ .., b'\n'] => (text, "\n"),
            text => (text, ""),
        };
        let harmless = |byte: u8| byte == 0x1b || !byte.is_ascii_control();
        let text = if self.addresses {
            Cow::Borrowed(text)
        } else {
            ADDRESS.replace_all(text, &b"\xE2\x80\xA6@$1"[..])
        };
        let mut line = Vec::with_capacity(text.len() + 16);
        for &byte in &*text {
            if harmless(byte) { line.push(byte) } else { line.extend(byte.escape_ascii()) }
        }
        line.extend_from_slice(end.as_bytes());
        self.to.write_all(&line)?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Captured(Arc<Mutex<Vec<u8>>>);

    impl Write for Captured {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn outside_input_cannot_forge_a_log_line() {
        let kept = Captured::default();
        let writer = kept.clone();
        let log = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(LineWriters(move || writer.clone()))
            .compact();
        tracing::subscriber::with_default(log.finish(), || {
            let outside = "x\r\n2026-11-03T12:00:00Z  INFO event=\"login\" domain=\"example.org\"";
            tracing::warn!(error = %outside, plain = outside, "failed {outside}");
            tracing::info!("next");
        });
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains(r"failed x\r\n2026") && !text.contains('\r'), "{text}");
    }

    #[test]
    fn a_panic_is_logged_with_its_location_but_without_user_input() {
        let kept = Captured::default();
        let writer = kept.clone();
        let log = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(LineWriters(move || writer.clone()))
            .compact();
        let former = panic::take_hook();
        panic::set_hook(Box::new(panicked));
        tracing::subscriber::with_default(log.finish(), || {
            let typed = String::from("typed\u{e9}");
            assert!(panic::catch_unwind(|| typed[..6].len()).is_err());
            assert!(panic::catch_unwind(|| panic!("of the source")).is_err());
        });
        panic::set_hook(former);
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        let [cut, said] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert!(cut.contains("the program panicked") && cut.contains("log.rs:"), "{cut}");
        assert!(!cut.contains("typed"), "{cut}");
        assert!(said.contains("said=\"of the source\""), "{said}");
    }

    #[test]
    fn email_addresses_are_logged_only_in_security_events() {
        let kept = Captured::default();
        let writer = kept.clone();
        let log = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(LineWriters(move || writer.clone()))
            .compact();
        tracing::subscriber::with_default(log.finish(), || {
            tracing::warn!(
                error = "allowedEmails/ann@example.org isn't as expected",
                "of <Ann.B+c@Example.org> and müller@example.org"
            );
            tracing::warn!(path = "/documents/ann%40example.org");
            tracing::info!(target: SECURITY_LOG, who = "ann@example.org");
        });
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        let [error, path, security] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert!(!error.to_lowercase().contains("ann") && error.contains("…@Example.org"), "{error}");
        assert!(!error.contains("mü") && error.contains("and …@example.org"), "{error}");
        assert!(!path.contains("ann") && path.contains("…@example.org"), "{path}");
        assert!(security.contains("who=\"ann@example.org\""), "{security}");
    }
}
