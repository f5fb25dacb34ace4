//! `callguide lint`: checks a content folder, once or after every change, fixes it, or explains a rule.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use jiff::Zoned;

use super::edited::Edited;
use super::input::{self, Folder, Moment};
use crate::content::folder::Files;

use crate::diagnostics::{Diagnostic, FileBytes, Findings, Severity, make_fixes, nearest, print, shown};
use crate::examine::{Examined, lint_files};
use crate::reload::Digest;
use crate::rules::catalogue::{self, RULES};

/// Check a content folder, and report what's wrong, where, and what to do about it
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 no errors, 1 errors (with --deny-warnings, also warnings; with --deny, also warnings from those rules), 2 couldn't run."
)]
pub struct LintArgs {
    #[command(flatten)]
    folder: Folder,
    /// How findings are printed
    #[arg(long, value_enum, env = "CALLGUIDE_LINT_FORMAT", default_value_t = LintFormat::Human)]
    format: LintFormat,
    /// Fail on warnings, too
    #[arg(long, env = "CALLGUIDE_LINT_DENY_WARNINGS")]
    deny_warnings: bool,
    /// Fail on warnings from these rules, too; rules about dates or missing reviews aren't accepted
    #[arg(long, value_name = "RULE", value_delimiter = ',', env = "CALLGUIDE_LINT_DENY")]
    deny: Vec<String>,
    #[command(flatten)]
    moment: Moment,
    /// Make the fixes that don't need a review, then check the result
    #[arg(long, env = "CALLGUIDE_LINT_FIX", conflicts_with_all = ["watch", "explain"])]
    fix: bool,
    /// With --fix: print the changes without making them
    #[arg(long, env = "CALLGUIDE_LINT_DRY_RUN", requires = "fix")]
    dry_run: bool,
    /// Check again after every change, until you press Ctrl-C
    #[arg(long, env = "CALLGUIDE_LINT_WATCH", conflicts_with = "explain")]
    watch: bool,
    /// Explain a rule, with an example; without a name, list all rules
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "")]
    explain: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LintFormat {
    /// For a person: the line, a caret, and what to do
    Human,
    /// For a program
    Json,
    /// Annotations on the lines of a pull request
    Github,
}

/// The maximum number of rounds of fixing and checking. A fix can reveal a finding that has its own fix, and
/// so on; more than a few rounds would mean a cycle.
const ROUNDS: usize = 20;

/// The polling interval, and how long the folder must stay unchanged before it's checked: editors write a file in
/// several steps.
const LOOK: Duration = Duration::from_millis(250);

/// Runs the command.
///
/// # Errors
/// If the folder can't be read, or no rule has the name to explain.
pub fn run(args: &LintArgs) -> anyhow::Result<ExitCode> {
    if let Some(rule) = &args.explain {
        input::print(&explanation(rule)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    denied(&args.deny)?;
    if args.watch {
        return watch(args);
    }
    if args.fix {
        return fix(args);
    }
    let checked = check(args, args.folder.read("lint")?)?;
    input::print(&checked.text)?;
    Ok(if checked.gates { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Applies the fixes that don't need a review, and checks the result.
///
/// # Errors
/// If the folder can't be read, or a file can't be written.
fn fix(args: &LintArgs) -> anyhow::Result<ExitCode> {
    let (folder, before) = (args.folder.path(), args.folder.read("lint")?);
    let (after, told) = mend(args, before.clone());
    let changed = Edited::between(&before, &after);
    let checked = if args.dry_run {
        input::print(&changed.iter().map(|edited| edited.difference(folder)).collect::<String>())?;
        check(args, after)?
    } else {
        let told = write(&changed, told, folder)?;
        // Programs read the remaining findings.
        match args.format {
            LintFormat::Human => input::print(&told)?,
            LintFormat::Json | LintFormat::Github => std::io::stderr().lock().write_all(told.as_bytes())?,
        }
        let checked = check(args, args.folder.read("lint")?)?;
        input::print(&checked.text)?;
        checked
    };
    Ok(if checked.gates { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// A file's name, and a line that describes a fix in it.
type FixLine = (Arc<str>, String);

/// Returns the files with all safe fixes applied, and what was fixed.
fn mend(args: &LintArgs, mut files: Files) -> (Files, Vec<FixLine>) {
    let mut told = Vec::new();
    for _ in 0..ROUNDS {
        let examined = lint_files(files.clone(), &args.folder.name(), args.moment.now());
        let mut now: FileBytes = files.files.into_iter().collect();
        let made = make_safe(&mut now, &examined, &mut told);
        files.files = now.into_iter().collect();
        if !made {
            break;
        }
    }
    (files, told)
}

/// Applies all safe fixes that don't overlap, and returns whether there were any.
fn make_safe(files: &mut FileBytes, examined: &Examined, told: &mut Vec<FixLine>) -> bool {
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

/// Writes the changes to disk, and returns the descriptions of those that were written.
fn write(changed: &[Edited], mut told: Vec<FixLine>, folder: &Path) -> anyhow::Result<String> {
    for edited in changed {
        if !edited.write(folder)? {
            told.retain(|(file, _)| *file != edited.name);
        }
    }
    Ok(told.into_iter().map(|(_, line)| line).collect())
}

/// Checks again each time the content has changed, until Ctrl-C.
///
/// It polls, because a person is waiting and the folder has only a few dozen small files. Reading them a few times a
/// second is fast, and it works on every file system, no matter how an editor saves.
///
/// # Errors
/// If the folder can't be read at the start.
fn watch(args: &LintArgs) -> anyhow::Result<ExitCode> {
    args.folder.read("lint")?;
    input::wait_for(async {
        let (mut shown, mut before) = (None, None);
        let mut stop = std::pin::pin!(tokio::signal::ctrl_c());
        loop {
            // If the folder is missing, it's just being replaced.
            if let Ok(files) = args.folder.read("lint") {
                let now = Some(Digest::of(&files));
                if now != shown && (now == before || shown.is_none()) {
                    show(args, files)?;
                    shown.clone_from(&now);
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
fn show(args: &LintArgs, files: Files) -> anyhow::Result<()> {
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

/// The output of one run, and its result.
struct Checked {
    text: String,
    /// Whether there were no findings at all.
    clean: bool,
    gates: bool,
}

fn check(args: &LintArgs, files: Files) -> anyhow::Result<Checked> {
    let examined = lint_files(files, &args.folder.name(), args.moment.now());
    let text = match args.format {
        LintFormat::Human => print::human(&examined.findings, &examined.sources),
        LintFormat::Json => input::pretty(&Findings::new(&examined.findings, &examined.sources))?,
        LintFormat::Github => print::github(&examined.findings, &examined.sources),
    };
    let denied = denied(&args.deny)?;
    let gates =
        |d: &Diagnostic| args.deny_warnings || d.severity == Severity::Error || denied.contains(&d.rule);
    let clean = examined.findings.is_empty();
    Ok(Checked { text, clean, gates: examined.findings.iter().any(gates) })
}

/// Returns the names of the rules whose warnings fail a run, as they are in the catalog.
///
/// # Errors
/// If a rule doesn't exist, or its findings can appear without an edit.
fn denied(names: &[String]) -> anyhow::Result<Vec<&'static str>> {
    let named = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
    named
        .map(|name| {
            let rule = RULES.iter().find(|rule| rule.name == name).ok_or_else(|| no_such(name))?;
            anyhow::ensure!(
                !rule.by_date,
                "--deny can't be {name}: a date or a missing review can cause its findings, so a run \
                 could fail on a day when no one has edited anything"
            );
            Ok(rule.name)
        })
        .collect()
}

/// Returns the manual page of `rule`, or the list of all rules if it's empty.
///
/// # Errors
/// If no rule has this name.
fn explanation(rule: &str) -> anyhow::Result<String> {
    if rule.is_empty() {
        return Ok(all_rules());
    }
    catalogue::plain(rule).ok_or_else(|| no_such(rule))
}

/// Returns the error for an unknown rule name.
fn no_such(rule: &str) -> anyhow::Error {
    let help = match nearest(rule, RULES.iter().map(|rule| rule.name)) {
        Some(near) => format!("did you mean {near}?"),
        None => "use `callguide lint --explain` to list them all".to_owned(),
    };
    anyhow::anyhow!("there is no rule {}; {help}", shown(rule))
}

fn all_rules() -> String {
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    let mut out = String::new();
    for rule in RULES.iter() {
        let _ = writeln!(out, "{:width$}  {:7}  {}", rule.name, rule.severity.name(), rule.summary);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::folder::from_bytes;

    #[test]
    fn only_fixes_that_were_written_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let files = |text: &str| {
            from_bytes(["links.yaml", "site.yaml"].map(|name| (name.to_owned(), text.into())).to_vec())
        };
        std::fs::write(folder.path().join("links.yaml"), "before").unwrap();
        std::fs::write(folder.path().join("site.yaml"), "saved meanwhile").unwrap();
        let (before, after) = (files("before"), files("after"));
        let told = ["links.yaml", "site.yaml"].map(|name| (name.into(), format!("{name}: fixed\n"))).to_vec();
        let changed = Edited::between(&before, &after);
        assert_eq!(super::write(&changed, told, folder.path()).unwrap(), "links.yaml: fixed\n");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!([read("links.yaml"), read("site.yaml")], ["after", "saved meanwhile"]);
    }
}
