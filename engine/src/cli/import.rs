//! `callguide import`: turns an FAQ or a table of states into content, without ever overwriting existing content.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, Subcommand};
use encoding_rs::{Encoding, WINDOWS_1252};
use jiff::tz::TimeZone;
use similar::TextDiff;

use super::edited::create;
use super::input::{Moment, counted, read};
use crate::content::written_days::ORDERS;
use crate::content::{self, Draft, Kind};
use crate::diagnostics::{Severity, print};
use crate::import::{Addition, Import, ImportSettings, ImportSource, Loss, Refused, faq, states};
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
    /// An FAQ: questions and answers from an Excel, CSV or Markdown file, into faq/ and links.yaml
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
    /// States, or other regions: from an Excel or CSV file into states.yaml, which must not exist yet
    ///
    /// The first row names the columns: code, name, and, if dates matter, time_zones (IANA names, separated by
    /// semicolons). Every other column becomes an attribute that the content can use: yes or no, a number, a date, a
    /// list separated by semicolons, or text; a column of web addresses becomes official links.
    #[command(after_help = STATUS)]
    States(Options),
}

#[derive(Debug, Args)]
struct Options {
    /// The file to import: Excel (.xlsx) or CSV; for an FAQ, also Markdown
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

/// The first bytes of office programs' own formats (ZIP, and Microsoft's older format).
const PACKED: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];

/// Bytes that aren't assigned in Windows-1252.
const UNASSIGNED: [u8; 5] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/// The advice for a file in an unsupported format.
const SAVE_AS: &str = "save a spreadsheet as .xlsx or as CSV (File › Download › Comma-separated values), or a document as Markdown (.md)";

/// Runs the command.
///
/// # Errors
/// If the file or the content can't be read, or nothing can be added to the content. Then nothing is written.
pub fn run(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    let (options, is_faq) = match &args.what {
        What::Faq(options) => (options, true),
        What::States(options) => (options, false),
    };
    let (source, of_source) = source(&options.file)?;
    let draft = readable(&options.content, is_faq)?;
    let today = match options.moment.now() {
        Now::On(day) => day,
        Now::At(instant) => instant.to_zoned(TimeZone::system()).date(),
    };
    let settings = ImportSettings { sheet: options.sheet.as_deref(), dates: options.dates.as_deref(), today };
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
        show(&import.additions);
    } else {
        write(&options.content, &import.additions)?;
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

/// Prints what would be written, as a diff.
fn show(additions: &[Addition]) {
    for Addition { file, stands, text } in additions {
        let before = stands.as_deref().unwrap_or_default();
        let whole = format!("{before}{text}");
        let old = if stands.is_some() { format!("a/{file}") } else { "/dev/null".to_owned() };
        print!("{}", TextDiff::from_lines(before, &whole).unified_diff().header(&old, &format!("b/{file}")));
    }
}

/// Creates new files, never replacing any, and appends to existing ones. Links come first, so that an engine that's
/// watching the folder knows them by the time it sees the answers.
fn write(folder: &Path, additions: &[Addition]) -> anyhow::Result<()> {
    // Check that everything can be written before writing anything.
    for addition in additions {
        let path = folder.join(&addition.file);
        match &addition.stands {
            None if path.exists() => bail!("{} already exists; nothing was imported", path.display()),
            None => {}
            Some(stands) => {
                let now =
                    fs::read_to_string(&path).with_context(|| format!("{} can't be read", path.display()))?;
                if now.trim_start_matches('\u{feff}') != stands {
                    bail!(
                        "{} was changed in the meantime; nothing was imported, so try again",
                        path.display()
                    );
                }
            }
        }
    }
    let mut done: Vec<&str> = Vec::new();
    let (first, then): (Vec<&Addition>, Vec<&Addition>) =
        additions.iter().partition(|addition| addition.stands.is_some() && !addition.file.contains('/'));
    for addition in first.into_iter().chain(then) {
        write_one(folder, addition).with_context(|| {
            let written = if done.is_empty() { "nothing".to_owned() } else { done.join(", ") };
            format!(
                "{} can't be written; written so far: {written}. Check it with git diff or a backup, fix the \
                 problem, and import again: anything that's already there is skipped",
                folder.join(&addition.file).display()
            )
        })?;
        done.push(&addition.file);
    }
    Ok(())
}

fn write_one(folder: &Path, addition: &Addition) -> std::io::Result<()> {
    let path = folder.join(&addition.file);
    if addition.stands.is_some() {
        return OpenOptions::new().append(true).open(path)?.write_all(addition.text.as_bytes());
    }
    create(&path, addition.text.as_bytes())
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
        if draft.without.regions {
            println!(
                "  site.yaml: replace `ask: never` with `region: {{ singular: state, plural: states }}`, so that volunteers choose one"
            );
        }
    }
}

/// Reads the file to import, and returns the source: a workbook unchanged, or text decoded from whatever encoding a
/// spreadsheet saved it in. Also returns the losses that are already in the file.
///
/// # Errors
/// If the file is neither a workbook nor text.
fn source(path: &Path) -> anyhow::Result<(ImportSource, Vec<Loss>)> {
    let shown = path.display();
    let extension = path.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
    let bytes = read(path)?;
    if ["xlsx", "xlsm"].contains(&extension.as_str()) {
        return Ok((ImportSource::Workbook(bytes), Vec::new()));
    }
    if PACKED.iter().any(|begin| bytes.starts_with(begin)) {
        bail!("{shown} is in a program's own format, not text; {SAVE_AS}");
    }
    let source: fn(String) -> ImportSource = match extension.as_str() {
        "csv" | "tsv" => ImportSource::Csv,
        "md" | "markdown" => ImportSource::Markdown,
        _ => bail!("{shown} isn't .xlsx, .csv, or .md; {SAVE_AS}"),
    };
    let (text, note) = decoded(&bytes).with_context(|| format!("{shown} can't be read as text"))?;
    if let Some(note) = note {
        eprintln!("{shown}: {note}");
    }
    let lost = text.lines().enumerate().filter(|(_, line)| line.contains(char::REPLACEMENT_CHARACTER));
    let losses = lost.map(|(at, _)| Loss {
        line: at + 1,
        what: "a character that was lost when the file was saved (it shows as \u{fffd})".to_owned(),
    });
    let losses = losses.collect();
    Ok((source(text), losses))
}

/// Returns the decoded text, along with a note about its encoding if one is needed.
fn decoded(bytes: &[u8]) -> anyhow::Result<(String, Option<String>)> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, flawed) = encoding.decode_without_bom_handling(&bytes[mark..]);
        if flawed {
            bail!("it's marked as {} but isn't; save it as CSV UTF-8", encoding.name());
        }
        return Ok((text.into_owned(), None));
    }
    let Err(flaw) = std::str::from_utf8(bytes) else {
        return Ok((String::from_utf8_lossy(bytes).into_owned(), None));
    };
    let line = bytes[..flaw.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
    if bytes.contains(&0) || bytes.iter().any(|byte| UNASSIGNED.contains(byte)) {
        bail!("line {line} has a character that isn't UTF-8; save it as CSV UTF-8");
    }
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let shown: String = text.lines().nth(line - 1).unwrap_or_default().trim().chars().take(60).collect();
    let note = format!(
        "it isn't UTF-8, so it was read as Windows-1252, which older spreadsheets use; if line {line} looks wrong here, save it as CSV UTF-8: {shown}"
    );
    Ok((text.into_owned(), Some(note)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_every_encoding_that_spreadsheets_use_are_read() {
        let utf16: Vec<u8> = "\u{feff}é\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, noted) in
            [("é\n".as_bytes(), false), ("\u{feff}é\n".as_bytes(), false), (&utf16, false), (b"\xe9\n", true)]
        {
            let (text, note) = decoded(bytes).unwrap();
            assert_eq!((text.as_str(), note.is_some()), ("é\n", noted), "{bytes:?}");
        }
        let (text, note) = decoded(b"q,a\nWhat\x92s it?,\x93This\x94 \x96 \x80 5\n").unwrap();
        assert_eq!(text, "q,a\nWhat’s it?,“This” – € 5\n");
        assert!(note.unwrap().contains("line 2"));
        for bytes in [&b"a\n\x81\n"[..], b"\xe9\0"] {
            assert!(decoded(bytes).unwrap_err().to_string().contains("save it as CSV UTF-8"));
        }
    }
}
