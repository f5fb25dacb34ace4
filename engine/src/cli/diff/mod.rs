//! `callguide diff`: shows what an edit changes for the people who read the content.

mod git;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::input::{self, Moment};
use crate::compare::{self, Comparison};
use crate::content::folder;
use crate::diagnostics::{has_errors, print};
use crate::examine::{Examined, examine_files};
use crate::readings::Now;

/// Show what an edit to the content changes, for whom, and which paths end somewhere else
#[derive(Debug, Args)]
#[command(after_help = "OLD and NEW are each a folder or, if there's no such folder, a git revision of the \
                  content folder.\n\nExit status: 0 compared (with --exit-code: 0 the same, 1 different), \
                  2 couldn't run, or one side has errors.")]
pub struct DiffArgs {
    /// The content before: a folder or a git revision
    old: String,
    /// The content after: a folder or a git revision
    new: String,
    /// The content folder whose repository has the revisions
    #[arg(long, env = "CALLGUIDE_CONTENT", default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// How differences are printed
    #[arg(long, value_enum, env = "CALLGUIDE_DIFF_FORMAT", default_value_t = DiffFormat::Human)]
    format: DiffFormat,
    /// Exit with 1 if something reads differently
    #[arg(long, env = "CALLGUIDE_DIFF_EXIT_CODE")]
    exit_code: bool,
    #[command(flatten)]
    moment: Moment,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum DiffFormat {
    /// For a person at a terminal
    Human,
    /// For a program
    Json,
    /// For a comment on a pull request
    Markdown,
}

/// Runs the command.
///
/// # Errors
/// If a side can't be read or has errors; its findings are printed first.
pub fn run(args: &DiffArgs) -> anyhow::Result<ExitCode> {
    let now = args.moment.now();
    let (old, new) = (read(&args.content, &args.old, now)?, read(&args.content, &args.new, now)?);
    let mut broken = Vec::new();
    for (side, name, examined) in [("OLD", &args.old, &old), ("NEW", &args.new, &new)] {
        if has_errors(&examined.findings) {
            eprintln!("{side} ({name}):\n\n{}", print::human(&examined.findings, &examined.sources));
            broken.push(format!("{side} ({name})"));
        }
    }
    if !broken.is_empty() {
        bail!(
            "{} {} errors and can't be compared; fix those printed above first",
            broken.join(" and "),
            if broken.len() == 1 { "has" } else { "have" }
        );
    }
    let comparison =
        compare::compare(&old.readings(), &new.readings()).context("the content is incomplete")?;
    let text = match args.format {
        DiffFormat::Human => compare::human(&comparison),
        DiffFormat::Markdown => compare::markdown(&comparison),
        DiffFormat::Json => input::pretty(&body(&comparison)?)?,
    };
    input::print(&text)?;
    let different = args.exit_code && !comparison.is_empty();
    Ok(if different { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Reads the folder with this name if there is one; otherwise, reads a git revision.
fn read(content: &Path, side: &str, now: Now) -> anyhow::Result<Examined> {
    let path = Path::new(side);
    if path.is_dir() {
        let files = folder::read(path).with_context(|| format!("{side} can't be read"))?;
        return Ok(examine_files(files, side, now));
    }
    let files = git::read(content, side)?;
    Ok(examine_files(files, &format!("{side}:{}", content.display()), now))
}

/// Returns the comparison, with a word-by-word diff of all changed text.
fn body(comparison: &Comparison) -> anyhow::Result<serde_json::Value> {
    let mut value = serde_json::to_value(comparison)?;
    if let Some(changes) = value.get_mut("changes").and_then(serde_json::Value::as_array_mut) {
        for (written, change) in changes.iter_mut().zip(&comparison.changes) {
            if let (Some(old), Some(new)) = (&change.old, &change.new) {
                written["words"] = json!(compare::words(old, new));
            }
        }
    }
    Ok(value)
}
