//! `callguide doctor`: checks an installation for problems before anyone signs in.
//!
//! It takes the options of `serve`, and checks what they refer to. Checks of this machine are here, and
//! those of services reached over the network are in `elsewhere.rs`. It never changes anything.

mod elsewhere;
mod line;

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use jiff::Timestamp;

use self::line::CheckResult::{self, Good, Unknown, Wrong};
use self::line::ResultLine;
use super::input::wait_for;
use super::serve::content::ContentOptions;
use super::serve::store::StoreOptions;
use super::serve::{ServeArgs, misnamed};
use crate::clock::Clock;
use crate::revisions::Revisions;
use crate::stamp;
use crate::store::{DataFolder, look};

/// Check an installation for problems before anyone signs in; changes nothing
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 nothing is wrong, 1 something is, 2 couldn't run.")]
pub struct DoctorArgs {
    #[command(flatten)]
    serve: ServeArgs,
}

/// With less free space than this, the disk may fill up before anyone checks again. The disk space alert
/// has the same threshold.
const LITTLE: u64 = 1_000_000_000;
/// Hourly and nightly backups are younger than this, even if delayed by an hour.
const OLD: Duration = Duration::from_secs(25 * 3600);

/// Runs the command.
///
/// # Errors
/// If nothing can be checked at all.
pub fn run(args: &DoctorArgs) -> anyhow::Result<ExitCode> {
    let serve = &args.serve;
    let address = serve.network.seen_at(serve.listen);
    let lines = wait_for(async {
        let mut lines: Vec<ResultLine> =
            misnamed().into_iter().map(|text| ResultLine("setting", Wrong(text))).collect();
        lines.extend(elsewhere::provider(&serve.sign_in, address.as_ref()).await);
        lines.extend(elsewhere::public(serve.network.public_url.as_ref()).await);
        lines.push(ResultLine("store", store(&serve.store).await));
        lines.push(ResultLine("content", content(&serve.content).await));
        lines.push(ResultLine("backup", backup(&serve.store)));
        Ok(lines)
    })?;
    let mut out = io::stdout().lock();
    for line in &lines {
        writeln!(out, "{line}")?;
    }
    let wrong = lines.iter().any(|ResultLine(_, result)| matches!(result, Wrong(_)));
    Ok(ExitCode::from(u8::from(wrong)))
}

/// Checks whether the engine could read and write its documents.
async fn store(options: &StoreOptions) -> CheckResult {
    let place = options.place();
    let Some(data) = options.sqlite_folder() else {
        let asked = match options.open(None) {
            Ok(store) => Revisions::new(store, Clock::machine()).probe().await.map_err(anyhow::Error::new),
            Err(error) => Err(error),
        };
        return match asked {
            Ok(()) => Good(format!("{place}: readable; writing wasn't tested")),
            Err(error) => Wrong(format!("{place} can't be read: {error:#}")),
        };
    };
    let found = match look(data) {
        Ok(found) => found,
        Err(error) => return Wrong(error.to_string()),
    };
    let folder = data.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let free = rustix::fs::statvfs(folder).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    if let Ok(free @ ..LITTLE) = free {
        return Wrong(format!("{place}: only {} MB free: free up some space", free / 1_000_000));
    }
    if is_foreign(folder) {
        return Unknown(format!(
            "{place}: root can write anywhere, so run this as the user that the engine runs as"
        ));
    }
    Good(match found {
        DataFolder::Store(documents) => format!("{place}: {documents} documents, writable"),
        DataFolder::Nothing => format!("{place}: the engine creates it when it first starts"),
    })
}

/// Returns whether the command runs as root on another user's folder.
fn is_foreign(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = std::fs::metadata(folder).map_or(0, |folder| folder.uid());
    rustix::process::geteuid().is_root() && owner != 0
}

/// Checks whether an engine would serve the content.
async fn content(options: &ContentOptions) -> CheckResult {
    options.look().await.map_or_else(|error| Wrong(format!("{error:#}")), Good)
}

/// Checks the age of the last backup.
fn backup(options: &StoreOptions) -> CheckResult {
    let Some(data) = options.sqlite_folder() else {
        let text = "Firestore's own backups can't be checked from here: make sure they're being made";
        return Unknown(text.to_owned());
    };
    let Some(made) = stamp::touched(&stamp::of_backup(data)) else {
        let text = "no backup is on record: start the backup timer, and make one now (sudo systemctl start callguide-backup)";
        return Unknown(text.to_owned());
    };
    let age = Duration::try_from(Timestamp::now().duration_since(made)).unwrap_or_default();
    let text = format!("the last backup is {} hours old", age.as_secs() / 3600);
    if age > OLD {
        let todo =
            "find out why no new ones are being made (sudo systemctl status --no-pager callguide-backup)";
        Wrong(format!("{text}: {todo}"))
    } else {
        Good(text)
    }
}
