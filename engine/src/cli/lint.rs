//! `callguide lint`: checks a content folder.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use jiff::Zoned;
use jiff::civil::Date;

use crate::content;
use crate::diagnostics::json::Findings;
use crate::diagnostics::{Severity, github, human};
use crate::examine::lint_files;

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
    let files = content::folder::read(&args.folder).with_context(|| {
        format!("{} can't be read; name the content folder: callguide lint DIR", args.folder.display())
    })?;
    let today = args.today.unwrap_or_else(|| Zoned::now().date());
    let examined = lint_files(files, &args.folder.to_string_lossy(), today);
    let findings = Findings::new(&examined.findings, &examined.sources);
    let text = match args.format {
        Format::Human => human::render(&examined.findings, &examined.sources),
        Format::Json => serde_json::to_string_pretty(&findings)? + "\n",
        Format::Github => github::render(&findings),
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    let gates = |d: &crate::diagnostics::Diagnostic| args.deny_warnings || d.severity == Severity::Error;
    Ok(if examined.findings.iter().any(gates) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
