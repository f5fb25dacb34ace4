//! `callguide lint`: checks a content folder.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use jiff::Zoned;
use jiff::civil::Date;

use crate::diagnostics::json::Findings;
use crate::diagnostics::{self, Severity, github, human};
use crate::examine::{examine, index};
use crate::rules;

/// Check a content folder and say what is wrong, where, and what to do
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 no error, 1 findings, 2 could not run.")]
pub struct LintArgs {
    /// The content folder
    #[arg(env = "CALLGUIDE_CONTENT", default_value = "content")]
    folder: PathBuf,
    /// How findings are printed
    #[arg(long, value_enum, env = "CALLGUIDE_LINT_FORMAT", default_value_t = Format::Human)]
    format: Format,
    /// Let warnings fail as errors do
    #[arg(long, env = "CALLGUIDE_LINT_DENY_WARNINGS")]
    deny_warnings: bool,
    /// Judge dates as of this day [default: today]
    #[arg(long, env = "CALLGUIDE_LINT_TODAY", value_name = "YYYY-MM-DD")]
    today: Option<Date>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For a person: the line, a caret and what to do
    Human,
    /// For a program
    Json,
    /// Annotations on the lines of a pull request
    Github,
}

/// Runs the command.
///
/// # Errors
/// Where the folder can't be read.
pub fn run(args: &LintArgs) -> anyhow::Result<ExitCode> {
    let mut examined = examine(&args.folder, Some(args.today.unwrap_or_else(|| Zoned::now().date())))
        .with_context(|| {
            format!("{} can't be read; name the content folder: callguide lint DIR", args.folder.display())
        })?;
    let searches = rules::searches::check(&examined.draft, &index(&examined.draft));
    examined.findings.extend(searches);
    diagnostics::sort(&mut examined.findings);
    let findings = Findings::new(&examined.findings, &examined.sources);
    match args.format {
        Format::Human => print!("{}", human::render(&examined.findings, &examined.sources)),
        Format::Json => println!("{}", serde_json::to_string_pretty(&findings)?),
        Format::Github => print!("{}", github::render(&findings)),
    }
    let gates = |d: &crate::diagnostics::Diagnostic| args.deny_warnings || d.severity == Severity::Error;
    Ok(if examined.findings.iter().any(gates) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
