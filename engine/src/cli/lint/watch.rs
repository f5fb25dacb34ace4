//! `callguide lint --watch`: checks again whenever the content has changed.
//!
//! It polls, because a person is waiting and the folder has only a few dozen small files: reading them a few
//! times a second is fast, and works on every file system and however an editor saves.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use jiff::Zoned;
use sha2::{Digest, Sha256};

use super::{Files, LintArgs, check, read};

/// The polling interval, and the time for which a change must be stable: editors write a file in several steps.
const LOOK: Duration = Duration::from_millis(250);

/// Checks until Ctrl-C.
///
/// # Errors
/// If the folder can't be read at the start.
pub(super) fn run(args: &LintArgs) -> anyhow::Result<ExitCode> {
    read(args.folder.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (mut shown, mut before) = (None, None);
        let mut stop = std::pin::pin!(tokio::signal::ctrl_c());
        loop {
            // If the folder is missing, it's just being replaced.
            if let Ok(files) = read(args.folder.path()) {
                let now = Some(fingerprint(&files));
                if now != shown && (now == before || shown.is_none()) {
                    print(args, files)?;
                    shown = now;
                }
                before = now;
            }
            tokio::select! {
                stopped = &mut stop => {
                    stopped.context("can't listen for Ctrl-C")?;
                    return Ok(ExitCode::SUCCESS);
                }
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    })
}

/// Prints the findings.
fn print(args: &LintArgs, files: Files) -> anyhow::Result<()> {
    let checked = check(args, files)?;
    let time = Zoned::now().strftime("%H:%M:%S").to_string();
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        // Clear the screen and move to the top.
        out.write_all(b"\x1b[2J\x1b[3J\x1b[H")?;
    }
    if checked.clean {
        writeln!(
            out,
            "{time} no findings in {}; waiting for changes (Ctrl-C to stop)",
            args.folder.path().display()
        )?;
    } else {
        write!(out, "{}", checked.text)?;
        writeln!(out, "{time} waiting for changes (Ctrl-C to stop)")?;
    }
    out.flush()?;
    Ok(())
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
