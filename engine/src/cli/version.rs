//! `callguide version`: prints the version of a content folder.

use std::process::ExitCode;

use clap::Args;

use super::input::{Folder, moment};
use crate::diagnostics::{has_errors, print};
use crate::examine::examine_files;

/// Print the version of a content folder, as the engine would serve it
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 printed, 1 the content has errors (they are printed), 2 couldn't run."
)]
pub struct VersionArgs {
    #[command(flatten)]
    folder: Folder,
}

/// Runs the command. Content with errors wouldn't be served, so it has no version: the errors are printed to
/// standard error as lint prints them, so that a program doesn't mistake them for a version.
///
/// # Errors
/// If the folder can't be read.
pub fn run(args: &VersionArgs) -> anyhow::Result<ExitCode> {
    let examined = examine_files(args.folder.read("version")?, &args.folder.name(), moment(None));
    if has_errors(&examined.findings) {
        eprint!("{}", print::human(&examined.findings, &examined.sources));
        return Ok(ExitCode::from(1));
    }
    println!("{}", examined.readings().version());
    Ok(ExitCode::SUCCESS)
}
