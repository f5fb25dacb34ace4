//! `callguide lint --fix`: applies the fixes that need no review, and checks the result.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::super::edited::Edited;
use super::{Checked, Files, Format, LintArgs, check, read};
use crate::diagnostics::{Diagnostic, FileBytes, make_fixes};
use crate::examine::{Examined, lint_files};

/// The maximum number of rounds of fixing and checking. A fix can reveal a finding that has its own fix, and
/// so on; more than a few rounds would mean a cycle.
const ROUNDS: usize = 20;

/// Runs the command.
///
/// # Errors
/// If the folder can't be read, or a file can't be written.
pub(super) fn run(args: &LintArgs) -> anyhow::Result<ExitCode> {
    let mended = mend(args, &read(args.folder.path())?);
    let mut out = std::io::stdout().lock();
    let checked = if args.dry_run {
        out.write_all(mended.difference(args.folder.path()).as_bytes())?;
        check(args, mended.files)?
    } else {
        let told = mended.write(args.folder.path())?;
        // Programs read the remaining findings.
        match args.format {
            Format::Human => out.write_all(told.as_bytes())?,
            Format::Json | Format::Github => std::io::stderr().lock().write_all(told.as_bytes())?,
        }
        let checked = check(args, read(args.folder.path())?)?;
        out.write_all(checked.text.as_bytes())?;
        checked
    };
    let Checked { gates, .. } = checked;
    Ok(if gates { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// A folder in memory, with fixes applied.
struct Mended {
    files: Files,
    /// The changes, one line each, with the file.
    told: Vec<Told>,
    changed: Vec<Edited>,
}

type Told = (Arc<str>, String);

fn mend(args: &LintArgs, read: &Files) -> Mended {
    let mut files = read.clone();
    let mut told = Vec::new();
    for _ in 0..ROUNDS {
        let examined = lint_files(files.clone(), &args.folder.path().to_string_lossy(), args.moment.now());
        let mut now: FileBytes = files.files.iter().cloned().collect();
        let made = make_safe(&mut now, &examined, &mut told);
        files.files = now.into_iter().collect();
        if !made {
            break;
        }
    }
    let changed = Edited::between(read, &files);
    Mended { files, told, changed }
}

/// Applies all safe fixes that don't overlap, and returns whether there were any.
fn make_safe(files: &mut FileBytes, examined: &Examined, told: &mut Vec<Told>) -> bool {
    let safe: Vec<_> =
        examined.findings.iter().filter_map(|d| Some((d, d.fix.as_ref().filter(|fix| fix.safe)?))).collect();
    let fixes: Vec<_> = safe.iter().map(|(_, fix)| *fix).collect();
    let made = make_fixes(files, &fixes, &examined.sources);
    for at in &made {
        let Diagnostic { rule, place, message, .. } = safe[*at].0;
        let (start, _) = examined.sources.positions(place);
        let path = examined.sources.path(&place.file);
        told.push((place.file.clone(), format!("{path}:{}: fixed: {message} [{rule}]\n", start.line)));
    }
    !made.is_empty()
}

impl Mended {
    fn difference(&self, folder: &Path) -> String {
        self.changed.iter().map(|edited| edited.difference(folder)).collect()
    }

    /// Writes the changes to disk, and returns their descriptions.
    fn write(mut self, folder: &Path) -> anyhow::Result<String> {
        for edited in &self.changed {
            if !edited.write(folder)? {
                self.told.retain(|(file, _)| *file != edited.name);
            }
        }
        Ok(self.told.into_iter().map(|(_, line)| line).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::folder::from_bytes;

    #[test]
    fn only_a_fix_that_was_written_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let files = |text: &str| {
            from_bytes(["links.yaml", "site.yaml"].map(|name| (name.to_owned(), text.into())).to_vec())
        };
        std::fs::write(folder.path().join("links.yaml"), "before").unwrap();
        std::fs::write(folder.path().join("site.yaml"), "saved meanwhile").unwrap();
        let (before, after) = (files("before"), files("after"));
        let told = ["links.yaml", "site.yaml"].map(|name| (name.into(), format!("{name}: fixed\n"))).to_vec();
        let mended = Mended { changed: Edited::between(&before, &after), files: after, told };
        assert_eq!(mended.write(folder.path()).unwrap(), "links.yaml: fixed\n");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!([read("links.yaml"), read("site.yaml")], ["after", "saved meanwhile"]);
    }
}
