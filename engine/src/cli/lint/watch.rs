//! `callguide lint --watch`: checks again whenever the content has changed.
//!
//! Events of the file system are hints: what decides is whether a file's bytes have changed. Where
//! there are no events, or the folder is put into the place of another, a slow poll notices.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use jiff::Zoned;
use notify_debouncer_full::notify::RecommendedWatcher;
use notify_debouncer_full::notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use super::{Files, LintArgs, check, read};

/// How long a change has to rest: an editor writes a file in several steps.
const REST: Duration = Duration::from_millis(150);
/// How often the files are looked at without an event.
const POLL: Duration = Duration::from_secs(3);

/// Checks until Ctrl-C.
///
/// # Errors
/// Where the folder can't be read at the beginning.
pub(super) fn run(args: &LintArgs) -> anyhow::Result<ExitCode> {
    read(&args.folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (sender, mut hints) = mpsc::channel(1);
        let mut watcher = watch(args, sender.clone());
        // The first check waits for nothing, but Ctrl-C is listened to from before it.
        let _ = sender.try_send(());
        let mut seen = None;
        let mut stop = std::pin::pin!(tokio::signal::ctrl_c());
        loop {
            tokio::select! {
                biased;
                stopped = &mut stop => {
                    stopped.context("Ctrl-C can't be waited for")?;
                    return Ok(ExitCode::SUCCESS);
                }
                _ = hints.recv() => {}
                () = tokio::time::sleep(POLL) => {}
            }
            // Away for a moment, while it is being replaced: looked at again with the next hint.
            let Ok(now) = read(&args.folder) else { continue };
            if seen == Some(fingerprint(&now)) {
                continue;
            }
            seen = Some(print(args, now)?);
            // The folder may be another one than before.
            drop(watcher.take());
            watcher = watch(args, sender.clone());
        }
    })
}

/// Sends a hint for every change. Without one there is the poll.
fn watch(
    args: &LintArgs,
    hints: mpsc::Sender<()>,
) -> Option<Debouncer<RecommendedWatcher, RecommendedCache>> {
    let mut watcher = new_debouncer(REST, None, move |changes: DebounceEventResult| {
        // That a file was read is no change: it was read here.
        if changes.is_ok_and(|changes| changes.iter().all(|change| change.kind.is_access())) {
            return;
        }
        // A hint that waits already is enough.
        let _ = hints.try_send(());
    })
    .ok()?;
    watcher.watch(&args.folder, RecursiveMode::Recursive).ok()?;
    Some(watcher)
}

/// Prints what is found, and gives the fingerprint of what was read.
fn print(args: &LintArgs, files: Files) -> anyhow::Result<[u8; 32]> {
    let seen = fingerprint(&files);
    let checked = check(args, files)?;
    let time = Zoned::now().strftime("%H:%M:%S").to_string();
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        // Clear the screen and begin at its top.
        out.write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
    }
    if checked.clean {
        writeln!(out, "{time} no findings in {}; waiting for changes, Ctrl-C ends", args.folder.display())?;
    } else {
        write!(out, "{}", checked.text)?;
        writeln!(out, "{time} waiting for changes, Ctrl-C ends")?;
    }
    out.flush()?;
    Ok(seen)
}

fn fingerprint(files: &Files) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (name, bytes) in &files.files {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    for found in &files.found {
        hash.update(found.place.file.as_bytes());
        hash.update(found.message.as_bytes());
    }
    hash.finalize().into()
}
