//! `callguide checks`: updates the path checks to match the questions that the decision tree now asks.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{bail, ensure};
use clap::Args;

use super::edited::Edited;
use super::input::{Folder, Moment, counted};
use crate::content::folder::Files;
use crate::diagnostics::{FileBytes, Fix, Severity, make_fixes, print};
use crate::examine::{Examined, examine_files};
use crate::rules::updated_checks::{Left, Updated, update};

/// Update the path checks after the questions change, wherever the same people still end up in the same place
///
/// A new question on a path turns its check into one check per answer; a question that's gone is dropped.
/// If only some regions are asked a question, each check names its regions. Comments and formatting are kept. A check
/// that now ends elsewhere keeps its old end, and lint keeps reporting it, until you accept the new one. Without
/// --update, nothing is written; you see what would change.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 all path checks pass, 1 some don't (they are printed) or, without --update, some would be rewritten, 2 couldn't run."
)]
pub struct ChecksArgs {
    #[command(flatten)]
    folder: Folder,
    /// Write the checks that can be rewritten
    #[arg(long, env = "CALLGUIDE_CHECKS_UPDATE")]
    update: bool,
    /// With --update: write the new end into the check on this line; can be repeated
    #[arg(
        long,
        value_name = "LINE",
        value_delimiter = ',',
        env = "CALLGUIDE_CHECKS_ACCEPT",
        requires = "update"
    )]
    accept: Vec<usize>,
    #[command(flatten)]
    moment: Moment,
}

/// Runs the command.
///
/// # Errors
/// If the folder can't be read or written, the content has other errors, or a given line has nothing to accept.
pub fn run(args: &ChecksArgs) -> anyhow::Result<ExitCode> {
    let folder = args.folder.path().display();
    let before = args.folder.read("checks")?;
    let mut examined = examine(args, before.clone(), |_| true)?;
    let mut updated = update(&examined.readings(), &BTreeSet::new());
    if !args.accept.is_empty() {
        let accepted = accepted(args, &examined, &updated.left)?;
        updated = update(&examined.readings(), &accepted);
    }
    let rewritten = updated.edits.len();
    let mut out = std::io::stdout().lock();
    if rewritten > 0 {
        let after = made(before.clone(), &updated, &examined)?;
        let edited = Edited::between(&before, &after);
        // Errors in other files that lint finds only now were hidden by a failed check.
        examined = examine(args, after, |file| edited.iter().any(|edited| *edited.name == *file))?;
        let (were, made) = (counted(rewritten, "check"), counted(updated.made, "check"));
        for file in &edited {
            let path = examined.sources.path(&file.name);
            if !args.update {
                write!(out, "{}", file.difference(args.folder.path()))?;
                writeln!(out, "{path}: {were} would become {made}; use --update to write this")?;
            } else if file.write(args.folder.path())? {
                writeln!(out, "{path}: {were} became {made}")?;
            } else {
                return Ok(ExitCode::from(2));
            }
        }
        updated = update(&examined.readings(), &BTreeSet::new());
    }
    // Until the edits are written, the line numbers below don't match the files.
    let pending = rewritten > 0 && !args.update;
    for Left { place, message, moved, .. } in &updated.left {
        let line = examined.sources.positions(place).0.line;
        let path = examined.sources.path(&place.file);
        if pending {
            writeln!(out, "{path}: left as is: {message}")?;
            continue;
        }
        writeln!(out, "{path}:{line}: {message}")?;
        if *moved {
            writeln!(
                out,
                "  = if that's now correct, run: callguide checks {folder} --update --accept {line}"
            )?;
        }
    }
    if rewritten == 0 && updated.left.is_empty() {
        writeln!(out, "all path checks pass")?;
    }
    let done = !pending && updated.left.is_empty();
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Examines the content. Fails if the files selected by `counts` have errors other than those of path checks.
fn examine(args: &ChecksArgs, files: Files, counts: impl Fn(&str) -> bool) -> anyhow::Result<Examined> {
    let mut examined = examine_files(files, &args.folder.name(), args.moment.now());
    examined.findings.retain(|found| {
        found.severity == Severity::Error && found.rule != "path-check" && counts(&found.place.file)
    });
    if !examined.findings.is_empty() {
        eprint!("{}", print::human(&examined.findings, &examined.sources));
        bail!("the content has errors; fix those printed above first");
    }
    Ok(examined)
}

/// Returns the checks on the accepted lines, as indices in the list.
fn accepted(args: &ChecksArgs, examined: &Examined, left: &[Left]) -> anyhow::Result<BTreeSet<usize>> {
    let mut accepted = BTreeSet::new();
    for line in &args.accept {
        let on = |left: &&Left| {
            let (first, last) = examined.sources.positions(&left.place);
            (first.line..=last.line).contains(line)
        };
        match left.iter().find(on) {
            Some(left) if left.moved => accepted.insert(left.check),
            _ => bail!(
                "no check on line {line} ends elsewhere now; run the command without --accept to see the lines"
            ),
        };
    }
    Ok(accepted)
}

fn made(mut files: Files, updated: &Updated, examined: &Examined) -> anyhow::Result<Files> {
    let mut now: FileBytes = files.files.into_iter().collect();
    let made = make_fixes(&mut now, &[&Fix::safe(updated.edits.iter().cloned())], &examined.sources);
    ensure!(
        !made.is_empty(),
        "the path checks are written in a way that can't be edited automatically; change them by hand"
    );
    files.files = now.into_iter().collect();
    Ok(files)
}
