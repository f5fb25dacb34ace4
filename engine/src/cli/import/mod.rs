//! `callguide import`: turns a FAQ or a table of states into content, without ever overwriting any.

mod source;
mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, Subcommand};
use jiff::tz::TimeZone;

use crate::cli::moment::Moment;
use crate::content::{self, Draft, Kind};
use crate::diagnostics::{Severity, print};
use crate::import::dates::ORDERS;
use crate::import::{Import, Loss, Refused, Settings, faq, states};
use crate::readings::Now;

const STATUS: &str = "Exit status: 0 everything was kept, 1 some things couldn't be kept (they are listed), 2 nothing \
                      was imported. Existing content is never changed, and no file is overwritten.";

/// Turn a spreadsheet or a text document into content
#[derive(Debug, Args)]
#[command(after_help = STATUS)]
pub struct ImportArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A FAQ: questions and answers from an Excel, CSV or Markdown file, into faq/ and links.yaml
    ///
    /// FILE.xlsx, FILE.csv: the first row names the columns: question, answer, and optionally category, tags (several
    /// in a cell are separated by commas or semicolons), id, reviewed and review_by (dates), owner. A cell may have
    /// several lines; merged cells all have the same value. An answer with neither date is due for review right away.
    ///
    /// FILE.md: "#" begins a category, "##" a question; the text below is the answer. A line "Tags: one, two" gives its
    /// tags. If there's only one level of headings, each is a question; a single title above the others is left out.
    ///
    /// A new category becomes a file of its own. Entries of an existing category are added at the end of its file. An
    /// entry whose question or ID already exists is skipped. Web addresses get a name in links.yaml, which the answer
    /// links to. Bullets, numbers, line breaks, and plain HTML become Markdown.
    #[command(after_help = STATUS)]
    Faq(Options),
    /// States, or other regions: from an Excel or CSV file into states.yaml, which mustn't exist yet
    ///
    /// The first row names the columns: code, name, and, if dates matter, time_zones (IANA names, separated by
    /// semicolons). Every other column becomes an attribute that the content can use: yes or no, a number, a date, a
    /// list separated by semicolons, or text; a column of web addresses becomes official links.
    #[command(after_help = STATUS)]
    States(Options),
}

#[derive(Debug, Args)]
struct Options {
    /// The file to import: Excel (.xlsx) or CSV; for a FAQ, also Markdown
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The content folder
    #[arg(long, env = "CALLGUIDE_CONTENT", default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// The sheet of an Excel file [default: the first one that isn't empty]
    #[arg(long, env = "CALLGUIDE_IMPORT_SHEET", value_name = "NAME")]
    sheet: Option<String>,
    /// How dates are written, if their column is ambiguous: with mdy, 3/4/2026 is March 4
    #[arg(long, env = "CALLGUIDE_IMPORT_DATES", value_name = "ORDER", value_parser = ORDERS)]
    dates: Option<String>,
    #[command(flatten)]
    moment: Moment,
    /// Print what would be written, without writing anything
    #[arg(long, env = "CALLGUIDE_IMPORT_DRY_RUN")]
    dry_run: bool,
}

/// Runs the command.
///
/// # Errors
/// If the file or the content can't be read, or nothing can be added to the content. Then nothing is written.
pub fn run(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    let (options, is_faq) = match &args.what {
        What::Faq(options) => (options, true),
        What::States(options) => (options, false),
    };
    let (source, of_source) = source::read(&options.file)?;
    let draft = readable(&options.content, is_faq)?;
    let today = match options.moment.now() {
        Now::On(day) => day,
        Now::At(instant) => instant.to_zoned(TimeZone::system()).date(),
    };
    let settings = Settings { sheet: options.sheet.as_deref(), dates: options.dates.as_deref(), today };
    let import =
        if is_faq { faq::import(&source, settings, &draft) } else { states::import(&source, settings) };
    let import = import.map_err(|refused| told(&options.file, &refused))?;
    let there = options.content.join(states::FILE);
    let states_there = !is_faq && (draft.states.is_some() || there.exists());
    if states_there && !options.dry_run {
        bail!(
            "{} already exists and is never overwritten; use --dry-run to see what would be in it",
            there.display()
        );
    }
    if options.dry_run {
        write::show(&import.additions);
    } else {
        write::write(&options.content, &import.additions)?;
    }
    tell(options, &import, &of_source, &draft);
    Ok(if import.losses.is_empty() && of_source.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Reads the content, and fails if the files that an import depends on have errors.
fn readable(folder: &Path, is_faq: bool) -> anyhow::Result<Draft> {
    let files = content::folder::read(folder).with_context(|| {
        format!("{} can't be read; specify the content folder with --content", folder.display())
    })?;
    let (draft, sources, mut findings) = content::draft(files, &folder.to_string_lossy());
    findings.retain(|finding| {
        let kind = Kind::of(&finding.place.file);
        is_faq && finding.severity == Severity::Error && matches!(kind, Some(Kind::Faq | Kind::Links))
    });
    if !findings.is_empty() {
        eprint!("{}", print::human(&findings, &sources));
        bail!("the content has errors where something would be added; fix those printed above first");
    }
    Ok(draft)
}

fn told(file: &Path, refused: &Refused) -> anyhow::Error {
    match refused.line {
        Some(line) => anyhow!("{}:{line}: {}", file.display(), refused.why),
        None => anyhow!("{}: {}", file.display(), refused.why),
    }
}

/// Prints what was written, what was lost, and what to do next.
fn tell(options: &Options, import: &Import, of_source: &[Loss], draft: &Draft) {
    let done = if options.dry_run { "would be written" } else { "written" };
    println!(
        "{} {done}:",
        counted(
            import.entries,
            if import.additions.iter().any(|a| a.file == states::FILE) { "state" } else { "entry" }
        )
    );
    for addition in &import.additions {
        let how = if addition.stands.is_some() { "added at its end" } else { "new" };
        println!("  {} ({how})", options.content.join(&addition.file).display());
    }
    if import.links > 0 {
        println!(
            "{} in links.yaml: check their labels, and add staff: true to any that only staff can open.",
            counted(import.links, "new address")
        );
    }
    if import.undated > 0 {
        println!(
            "{} with no review date, so due for review now: read each one again, then change `review_by` to `reviewed`, with that day as the date.",
            counted(import.undated, "entry")
        );
    }
    let losses: Vec<&Loss> = of_source.iter().chain(&import.losses).collect();
    if !losses.is_empty() {
        println!("\nNot kept, or changed ({}):", losses.len());
        for loss in losses {
            println!("  {}:{}: {}", options.file.display(), loss.line, loss.what);
        }
    }
    if options.dry_run || import.additions.is_empty() {
        return;
    }
    let folder = options.content.display();
    println!(
        "\nNext:\n  callguide lint {folder}              shows what to fix\n  callguide serve --content {folder}   shows it in the browser"
    );
    if import.additions.iter().any(|addition| addition.file == states::FILE) {
        println!("  lint lists each fact that no question or text uses yet");
        if draft.asks_never() {
            println!(
                "  site.yaml: replace `ask: never` with `region: {{ singular: state, plural: states }}`, so that volunteers choose one"
            );
        }
    }
}

fn counted(number: usize, what: &str) -> String {
    let plural = match what.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if what.ends_with('s') => format!("{what}es"),
        None => format!("{what}s"),
    };
    format!("{number} {}", if number == 1 { what } else { &plural })
}
