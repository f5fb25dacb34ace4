//! `callguide restore`: replaces the SQLite store with a backup.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::backup::refused_or_failed;
use super::input::refuse;
use super::serve::store::StoreOptions;
use crate::store::{collections, restore};

/// Replace the documents with a backup; the engine must be stopped, and everyone has to sign in again
///
/// The backup's sessions are left out, since some may have been ended after it was made, and so is the
/// installation's key: no earlier session or sign-in is valid anymore. The previous documents are kept beside the new
/// ones.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 done, 1 refused, 2 couldn't run.")]
pub struct RestoreArgs {
    /// A file that `callguide backup` made
    file: PathBuf,
    #[command(flatten)]
    store: StoreOptions,
}

/// Runs the command.
///
/// # Errors
/// If the store can't be written.
pub fn run(args: &RestoreArgs) -> anyhow::Result<ExitCode> {
    let Some(data) = args.store.sqlite_folder() else {
        return Ok(refuse(&"this restores only the SQLite store: for Firestore, use its own import"));
    };
    let without = collections::NOT_RESTORED.map(|collection| args.store.store_prefix.name(&collection));
    match restore(data, &args.file, &without) {
        Ok(restored) => {
            println!(
                "restored {} documents from {}, without its sessions and sign-ins",
                restored.documents,
                args.file.display()
            );
            if let Some(aside) = restored.aside {
                println!("the previous documents are kept as {}", aside.display());
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => refused_or_failed(error),
    }
}
