//! `callguide restore`: puts a backup in the place of the SQLite store.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::backup::{refuse, refused_or_failed};
use super::serve::StoreOptions;
use crate::session;
use crate::store::restore;

/// Put a backup in the place of the documents; the engine has to be stopped, and everyone signs in again
///
/// The sessions of the backup are left out: some of them may have been ended since it was made.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 done, 1 refused, 2 could not run.")]
pub struct RestoreArgs {
    /// A file that `callguide backup` made
    file: PathBuf,
    #[command(flatten)]
    store: StoreOptions,
}

/// Runs the command.
///
/// # Errors
/// Where the store can't be written.
pub fn run(args: &RestoreArgs) -> anyhow::Result<ExitCode> {
    let Some(data) = args.store.sqlite_folder() else {
        return Ok(refuse(&"only the SQLite store is restored here: use Firestore's own import"));
    };
    match restore(data, &args.file, &session::collection()) {
        Ok(restored) => {
            println!("restored {} documents from {}", restored.documents, args.file.display());
            if let Some(aside) = restored.aside {
                println!("what was there before is kept as {}", aside.display());
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => refused_or_failed(error),
    }
}
