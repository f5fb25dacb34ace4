//! `callguide backup`: copies the SQLite store into a file while engines are serving from it.

mod daily;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;

use super::serve::StoreOptions;
use crate::stamp;
use crate::store::{CopyError, backup};

/// Copy the documents (who may sign in, sessions, the audit trail) into a file; engines can keep serving
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 done, 1 refused, 2 couldn't run.")]
pub struct BackupArgs {
    /// The file to create
    #[arg(required_unless_present = "daily")]
    file: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, env = "CALLGUIDE_BACKUP_FORCE")]
    force: bool,
    /// Keep running, and make one backup a day (UTC) in this folder, such as 2026-11-24.sqlite, starting right away if
    /// today has none yet
    #[arg(long, env = "CALLGUIDE_BACKUP_DAILY", value_name = "FOLDER", conflicts_with = "file")]
    daily: Option<PathBuf>,
    /// With --daily: delete backups that are older than this many days
    #[arg(long, env = "CALLGUIDE_BACKUP_KEEP_DAYS", value_name = "DAYS", default_value_t = 30)]
    keep_days: u16,
    #[command(flatten)]
    store: StoreOptions,
}

/// Runs the command.
///
/// # Errors
/// If the store can't be read, or the file can't be written.
pub fn run(args: &BackupArgs) -> anyhow::Result<ExitCode> {
    let Some(data) = args.store.sqlite_folder() else {
        return Ok(refuse(&"this backs up only the SQLite store: for Firestore, use its own export"));
    };
    if let Some(folder) = &args.daily {
        return daily::run(data, folder, args.keep_days);
    }
    let file = args.file.as_deref().context("name the file to create")?;
    match backup(data, file, args.force) {
        Ok(documents) => {
            noted(data);
            println!("{} contains {documents} documents", file.display());
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => refused_or_failed(error),
    }
}

/// Records that a backup of `data` was just made. If that can't be recorded, the backup still counts.
fn noted(data: &Path) {
    if let Err(error) = stamp::touch(&stamp::of_backup(data)) {
        eprintln!(
            "callguide: the backup was made, but that can't be recorded in {}: {error}",
            data.display()
        );
    }
}

/// Prints why something was refused, and returns the matching exit status.
pub(super) fn refuse(why: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("callguide: {why}");
    ExitCode::from(1)
}

/// Turns a refusal into an exit status, and anything else into an error.
pub(super) fn refused_or_failed(error: CopyError) -> anyhow::Result<ExitCode> {
    if error.is_refusal() { Ok(refuse(&error)) } else { Err(error.into()) }
}
