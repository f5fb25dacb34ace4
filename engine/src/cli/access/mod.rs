//! `callguide access`: the allow-list without the web page.
//!
//! Works on the document store itself, whether an engine runs or not: one that does sees a change
//! within 5 seconds. Decides nothing: the rules are `access`'s, the same as the page's. What only reads or
//! takes away makes no store: the engine fills the one that it makes itself, and no other.

mod export;
mod import;
mod print;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::{Args, Subcommand, ValueEnum};

use super::serve::store::StoreOptions;
use crate::access::{AccessRules, Actor, AddressFlaw, ChangeError, Edit, EmailAddress};
use crate::store::DocumentStore;

/// See and change who may sign in
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 done, 1 refused, 2 could not run.")]
pub struct AccessArgs {
    #[command(subcommand)]
    command: AccessCommand,
}

#[derive(Debug, Subcommand)]
enum AccessCommand {
    /// List who may sign in, and who is an admin
    List(ReadArgs),
    /// Allow addresses to sign in
    Allow(ChangeArgs),
    /// Take addresses off the list; their sessions end
    Remove(ChangeArgs),
    /// Make addresses an admin; one that isn't on the list is allowed first
    GrantAdmin(ChangeArgs),
    /// Take the admin right of addresses; they stay on the list
    RevokeAdmin(ChangeArgs),
    /// Show who changed what when, and warnings about addresses, newest first
    Log(LogArgs),
    /// Print the list as YAML
    Export(ExportArgs),
    /// Allow everyone in a YAML file, with their rights
    Import(ImportArgs),
}

#[derive(Debug, Args)]
struct ReadArgs {
    #[command(flatten)]
    format: FormatOption,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct ChangeArgs {
    /// E-mail addresses
    #[arg(required = true, value_name = "EMAIL")]
    emails: Vec<String>,
    #[command(flatten)]
    format: FormatOption,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct LogArgs {
    /// Show at most so many entries
    #[arg(long, env = "CALLGUIDE_ACCESS_LIMIT", value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    format: FormatOption,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct ExportArgs {
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct ImportArgs {
    /// A file in the format of `callguide access export`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Make the list what the file says: take off whoever isn't in it
    #[arg(long, env = "CALLGUIDE_ACCESS_REPLACE")]
    replace: bool,
    #[command(flatten)]
    format: FormatOption,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct FormatOption {
    /// How the answer is printed
    #[arg(long, value_enum, env = "CALLGUIDE_ACCESS_FORMAT", default_value_t = Format::Human)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Human,
    Json,
}

/// Runs the command: 0 where it was done, 1 where a rule refuses it. (2, could not run, is the
/// caller's to make of an error.)
///
/// # Errors
/// Where the store or the file can't be used.
pub fn run(args: &AccessArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        AccessCommand::List(args) => {
            let list = on(args.store.open_existing()?, async |access| Ok(access.list().await?))?;
            print::list(&list, args.format.format)?;
        }
        AccessCommand::Log(args) => {
            on(args.store.open_existing()?, async |access| log(&access, args).await)?;
        }
        AccessCommand::Export(args) => {
            let list = on(args.store.open_existing()?, async |access| Ok(access.list().await?))?;
            print::text(&export::yaml(&list)?)?;
        }
        AccessCommand::Allow(args) => return edit_addresses(args, Edit::Allow),
        AccessCommand::Remove(args) => return edit_addresses(args, Edit::Remove),
        AccessCommand::GrantAdmin(args) => return edit_addresses(args, Edit::AllowAdmin),
        AccessCommand::RevokeAdmin(args) => {
            return edit_addresses(args, |emails| Edit::SetAdmin { emails, admin: false });
        }
        AccessCommand::Import(args) => {
            return match import::read(&args.file)? {
                Ok(people) => {
                    let edit = Edit::Import { people, replace: args.replace };
                    change(&args.store, args.format.format, &edit)
                }
                Err(findings) => {
                    eprint!("{findings}");
                    refused("nothing was imported; mend what is printed above, then import again")
                }
            };
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses every address before anything is changed. One that is given twice is meant once.
fn edit_addresses(
    args: &ChangeArgs,
    edit: impl FnOnce(std::collections::BTreeSet<EmailAddress>) -> Edit,
) -> anyhow::Result<ExitCode> {
    let mut emails = std::collections::BTreeSet::new();
    let mut invalid = false;
    for text in &args.emails {
        match text.parse() {
            Ok(email) => {
                emails.insert(email);
            }
            Err(error) => {
                invalid = true;
                eprintln!("{text:?}: {}", AddressFlaw::Invalid(error));
            }
        }
    }
    if invalid {
        return refused("nothing was changed");
    }
    change(&args.store, args.format.format, &edit(emails))
}

fn change(store: &StoreOptions, format: Format, edit: &Edit) -> anyhow::Result<ExitCode> {
    let user = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    let actor = Actor::CommandLine(user.filter(|user| !user.is_empty()));
    // These are of addresses that are listed, and where there is no list none is.
    let of_listed = matches!(edit, Edit::Remove(_) | Edit::SetAdmin { .. });
    let store = if of_listed { store.open_existing()? } else { store.open(None)? };
    let made = on(store, async |access| match access.change(&actor, None, edit).await {
        Err(ChangeError::Store(error)) => Err(error.into()),
        made => Ok(made),
    })?;
    match made {
        Ok(changed) => {
            print::changed(&changed, edit, format)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => refused(&refusal.to_string()),
    }
}

/// Prints page after page, so that a long trail costs little memory and can be cut short.
async fn log(access: &AccessRules, args: &LogArgs) -> anyhow::Result<()> {
    let mut left = args.limit.unwrap_or(usize::MAX);
    let mut before: Option<String> = None;
    let mut lines = print::Log::new(args.format.format);
    while left > 0 {
        let page = access.audit(before.as_deref(), left.min(1000)).await?;
        left -= page.entries.len();
        lines.print(page.entries)?;
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    lines.end()
}

fn refused(why: &str) -> anyhow::Result<ExitCode> {
    eprintln!("callguide: {why}");
    Ok(ExitCode::from(1))
}

/// Works on the list in a store.
fn on<T>(
    store: Arc<dyn DocumentStore>,
    work: impl AsyncFnOnce(AccessRules) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime can't start")?;
    runtime.block_on(work(AccessRules::new(store, None)))
}
