//! `callguide doctor`: checks an installation for problems before anyone signs in.
//!
//! It takes the options of `serve`, and checks what they refer to. It changes nothing, here or elsewhere.

mod folders;
mod provider;
mod public;

use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;

use super::serve::{ServeArgs, misnamed::misnamed};

/// Check an installation for problems before anyone signs in; changes nothing
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 nothing is wrong, 1 something is, 2 couldn't run.")]
pub struct DoctorArgs {
    #[command(flatten)]
    serve: ServeArgs,
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Good,
    /// The engine, or a person, will run into it.
    Wrong,
    /// It can't be determined from here, or there's nothing to check.
    Unknown,
}

/// One line of the output: what was checked, the result, and what to do.
#[derive(Debug)]
struct Line {
    about: &'static str,
    state: State,
    text: String,
}

impl Line {
    fn good(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: State::Good, text: text.into() }
    }

    fn wrong(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: State::Wrong, text: text.into() }
    }

    fn unknown(about: &'static str, text: impl Into<String>) -> Self {
        Self { about, state: State::Unknown, text: text.into() }
    }
}

impl fmt::Display for Line {
    /// Formats it as a single line, even if the text comes from elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Good => "ok",
            State::Wrong => "WRONG",
            State::Unknown => "?",
        };
        let text: Vec<&str> = self.text.split(char::is_control).collect();
        write!(f, "{state:<6} {:<12} {}", self.about, text.join(" "))
    }
}

/// Runs the command.
///
/// # Errors
/// If nothing can be checked at all.
pub fn run(args: &DoctorArgs) -> anyhow::Result<ExitCode> {
    let serve = &args.serve;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("the runtime can't start")?;
    let address = serve.network.seen_at(serve.listen);
    let mut lines: Vec<Line> = misnamed().into_iter().map(|text| Line::wrong("setting", text)).collect();
    lines.extend(runtime.block_on(provider::ask(&serve.sign_in, address.as_ref())));
    lines.extend(runtime.block_on(public::ask(serve.network.public_url())));
    lines.push(runtime.block_on(folders::store(&serve.store)));
    lines.push(runtime.block_on(folders::content(&serve.content)));
    lines.push(folders::backup(&serve.store));
    let mut out = io::stdout().lock();
    for line in &lines {
        writeln!(out, "{line}")?;
    }
    let wrong = lines.iter().any(|line| line.state == State::Wrong);
    Ok(ExitCode::from(u8::from(wrong)))
}
