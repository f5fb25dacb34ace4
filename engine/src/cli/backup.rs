//! `callguide backup`: copies the SQLite store into a file, while engines serve from it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::serve::StoreOptions;
use crate::stamp;
use crate::store::{CopyError, backup};

/// Copy the documents (who may sign in, sessions, the audit trail) into a file; engines can keep serving
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 done, 1 refused, 2 couldn't run.")]
pub struct BackupArgs {
    /// The file to create
    file: PathBuf,
    /// Replace the file if it exists
    #[arg(long, env = "CALLGUIDE_BACKUP_FORCE")]
    force: bool,
    #[command(flatten)]
    store: StoreOptions,
}

/// Runs the command.
///
/// # Errors
/// Where the store can't be read or the file can't be written.
pub fn run(args: &BackupArgs) -> anyhow::Result<ExitCode> {
    let Some(data) = args.store.sqlite_folder() else {
        return Ok(refuse(&"only the SQLite store is backed up here: use Firestore's own export"));
    };
    match backup(data, &args.file, args.force) {
        Ok(documents) => {
            // The backup is made, and counts also where that can't be noted.
            if let Err(error) = stamp::touch(&stamp::of_backup(data)) {
                eprintln!("callguide: that it succeeded can't be noted in {}: {error}", data.display());
            }
            println!("{} holds {documents} documents", args.file.display());
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => refused_or_failed(error),
    }
}

/// Says why something was refused, and gives the exit status that says so.
pub(super) fn refuse(why: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("callguide: {why}");
    ExitCode::from(1)
}

/// A refusal is an exit status, anything else an error.
pub(super) fn refused_or_failed(error: CopyError) -> anyhow::Result<ExitCode> {
    if error.is_refusal() { Ok(refuse(&error)) } else { Err(error.into()) }
}
