//! `callguide lint`: checks a content folder, once or after every change, fixes it, or explains a rule.

mod deny;
mod explain;
mod fix;
mod watch;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::folder::Folder;
use super::moment::Moment;
use crate::content::{self, folder::Files};
use crate::diagnostics::{Findings, Severity, print};
use crate::examine::lint_files;

/// Check a content folder, and report what's wrong, where, and what to do about it
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 no errors, 1 errors (with --deny-warnings, also warnings; with --deny, also warnings from those rules), 2 couldn't run."
)]
pub struct LintArgs {
    #[command(flatten)]
    folder: Folder,
    /// How findings are printed
    #[arg(long, value_enum, env = "CALLGUIDE_LINT_FORMAT", default_value_t = Format::Human)]
    format: Format,
    /// Fail on warnings, too
    #[arg(long, env = "CALLGUIDE_LINT_DENY_WARNINGS")]
    deny_warnings: bool,
    /// Fail on warnings from these rules, too; rules about dates or missing reviews aren't accepted
    #[arg(long, value_name = "RULE", value_delimiter = ',', env = "CALLGUIDE_LINT_DENY")]
    deny: Vec<String>,
    #[command(flatten)]
    moment: Moment,
    /// Make the fixes that don't need a review, then check the result
    #[arg(long, env = "CALLGUIDE_LINT_FIX", conflicts_with_all = ["watch", "explain"])]
    fix: bool,
    /// With --fix: print the difference, without writing anything
    #[arg(long, env = "CALLGUIDE_LINT_DRY_RUN", requires = "fix")]
    dry_run: bool,
    /// Check again after every change, until you press Ctrl-C
    #[arg(long, env = "CALLGUIDE_LINT_WATCH", conflicts_with = "explain")]
    watch: bool,
    /// Explain a rule, with an example; without a name, list all rules
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "")]
    explain: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For a person: the line, a caret, and what to do
    Human,
    /// For a program
    Json,
    /// Annotations on the lines of a pull request
    Github,
}

/// Runs the command.
///
/// # Errors
/// If the folder can't be read, or no rule has the name to explain.
pub fn run(args: &LintArgs) -> anyhow::Result<ExitCode> {
    if let Some(rule) = &args.explain {
        std::io::stdout().lock().write_all(explain::text(rule)?.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    deny::rules(&args.deny)?;
    if args.watch {
        return watch::run(args);
    }
    if args.fix {
        return fix::run(args);
    }
    let checked = check(args, read(args.folder.path())?)?;
    std::io::stdout().lock().write_all(checked.text.as_bytes())?;
    Ok(if checked.gates { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The output of one run, and its result.
struct Checked {
    text: String,
    /// Whether there were no findings at all.
    clean: bool,
    gates: bool,
}

fn read(folder: &Path) -> anyhow::Result<Files> {
    content::folder::read(folder).with_context(|| {
        format!("{} can't be read; specify the content folder: callguide lint DIR", folder.display())
    })
}

fn check(args: &LintArgs, files: Files) -> anyhow::Result<Checked> {
    let examined = lint_files(files, &args.folder.path().to_string_lossy(), args.moment.now());
    let findings = Findings::new(&examined.findings, &examined.sources);
    let text = match args.format {
        Format::Human => print::human(&examined.findings, &examined.sources),
        Format::Json => serde_json::to_string_pretty(&findings)? + "\n",
        Format::Github => print::github(&examined.findings, &examined.sources),
    };
    let denied = deny::rules(&args.deny)?;
    let gates = |d: &crate::diagnostics::Diagnostic| {
        args.deny_warnings || d.severity == Severity::Error || denied.contains(&d.rule)
    };
    let clean = examined.findings.is_empty();
    Ok(Checked { text, clean, gates: examined.findings.iter().any(gates) })
}
