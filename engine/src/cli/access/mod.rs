//! `callguide access`: manages the allow-list without the web page.
//!
//! Works directly on the document store, whether or not an engine is running; a running engine picks up a change
//! within 5 seconds. It applies the rules in `access`, as the page does. A command that changes something prints
//! which store it's about to change, and creates a new one only if asked to. Otherwise a mistyped folder would
//! get its own list, and nobody would notice.

mod print;
mod yaml;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Subcommand};

use self::print::FormatOption;
use super::input::{self, refuse, wait_for};
use super::serve::sign_in::SessionOptions;
use super::serve::store::StoreOptions;
use crate::access::{AccessRules, Actor, AddressFlaw, ChangeError, EmailAddress, ListEdit};
use crate::api::access::OpenSessions;
use crate::clock::Clock;
use crate::session::{self, Sessions};
use crate::store::DocumentStore;

/// See and change who may sign in
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 done, 1 refused, 2 couldn't run.")]
pub struct AccessArgs {
    #[command(subcommand)]
    command: AccessCommand,
}

#[derive(Debug, Subcommand)]
enum AccessCommand {
    /// List who may sign in, and who's an admin
    List(ReadArgs),
    /// Allow addresses to sign in
    Allow(ChangeArgs),
    /// Remove addresses from the list; their sessions end
    Remove(ChangeArgs),
    /// Make addresses admins; any that aren't on the list are added first
    GrantAdmin(ChangeArgs),
    /// Revoke addresses' admin rights; they stay on the list
    RevokeAdmin(ChangeArgs),
    /// Block addresses, even those in the organization's domain; they leave the list, and their sessions end
    Block(ChangeArgs),
    /// Unblock addresses; this alone doesn't put them on the list
    Unblock(ChangeArgs),
    /// Show who's signed in, since when, and when each session was last used
    Sessions(SessionsArgs),
    /// End every session of these addresses; they can sign in again
    SignOut(ChangeArgs),
    /// Show who changed what and when, and warnings about addresses, newest first
    Log(LogArgs),
    /// Print the list as YAML
    Export(ExportArgs),
    /// Allow everyone in a YAML file, with their rights
    Import(ImportListArgs),
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
    /// Email addresses
    #[arg(required = true, value_name = "EMAIL")]
    emails: Vec<String>,
    #[command(flatten)]
    write: WriteArgs,
}

#[derive(Debug, Args)]
struct WriteArgs {
    #[command(flatten)]
    format: FormatOption,
    /// Create the store if there is none yet: for the first administrator, before the engine first runs
    #[arg(long, env = "CALLGUIDE_CREATE_STORE")]
    create_store: bool,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct SessionsArgs {
    /// Only the sessions of this email address
    #[arg(value_name = "EMAIL")]
    email: Option<String>,
    #[command(flatten)]
    format: FormatOption,
    /// The engine's own limits: sessions that have passed them aren't listed
    #[command(flatten)]
    bounds: SessionOptions,
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct LogArgs {
    /// The maximum number of entries to show
    #[arg(long, env = "CALLGUIDE_ACCESS_LIMIT", value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Debug, Args)]
struct ExportArgs {
    #[command(flatten)]
    store: StoreOptions,
}

#[derive(Debug, Args)]
struct ImportListArgs {
    /// A file in the format of `callguide access export`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace the list: remove everyone who isn't in the file
    #[arg(long, env = "CALLGUIDE_ACCESS_REPLACE")]
    replace: bool,
    #[command(flatten)]
    write: WriteArgs,
}

/// Runs the command: returns 0 if it was done, or 1 if a rule refused it. (The caller turns an error into 2, couldn't
/// run.)
///
/// # Errors
/// If the store or the file can't be used.
pub fn run(args: &AccessArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        AccessCommand::List(args) => {
            let list = on(args.store.open_existing()?, async |access| Ok(access.list().await?))?;
            print::list(&list, args.format.format)?;
        }
        AccessCommand::Log(args) => {
            on(args.read.store.open_existing()?, async |access| log(&access, args).await)?;
        }
        AccessCommand::Export(args) => {
            let list = on(args.store.open_existing()?, async |access| Ok(access.list().await?))?;
            input::print(&yaml::written(&list)?)?;
        }
        AccessCommand::Sessions(args) => return sessions(args),
        AccessCommand::SignOut(args) => return sign_out(args),
        AccessCommand::Block(args) => return edit_addresses(args, ListEdit::Block),
        AccessCommand::Unblock(args) => return edit_addresses(args, ListEdit::Unblock),
        AccessCommand::Allow(args) => return edit_addresses(args, ListEdit::Allow),
        AccessCommand::Remove(args) => return edit_addresses(args, ListEdit::Remove),
        AccessCommand::GrantAdmin(args) => return edit_addresses(args, ListEdit::AllowAdmin),
        AccessCommand::RevokeAdmin(args) => {
            return edit_addresses(args, |emails| ListEdit::SetAdmin { emails, admin: false });
        }
        AccessCommand::Import(args) => {
            return match yaml::read(&args.file)? {
                Ok(people) => {
                    let edit = ListEdit::Import { people, replace: args.replace };
                    change(&args.write, &edit)
                }
                Err(findings) => {
                    eprint!("{findings}");
                    Ok(refuse(&"nothing was imported; fix the errors printed above, then import again"))
                }
            };
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn edit_addresses(
    args: &ChangeArgs,
    edit: impl FnOnce(BTreeSet<EmailAddress>) -> ListEdit,
) -> anyhow::Result<ExitCode> {
    match addresses(&args.emails) {
        Some(emails) => change(&args.write, &edit(emails)),
        None => Ok(refuse(&"nothing was changed")),
    }
}

/// Parses all addresses before anything is changed. Invalid ones are printed, and the result is then `None`.
/// Duplicates are merged.
fn addresses(given: &[String]) -> Option<BTreeSet<EmailAddress>> {
    let (mut emails, mut all) = (BTreeSet::new(), true);
    for text in given {
        match text.parse() {
            Ok(email) => {
                emails.insert(email);
            }
            Err(error) => {
                all = false;
                eprintln!("{text:?}: {}", AddressFlaw::Invalid(error));
            }
        }
    }
    all.then_some(emails)
}

fn change(args: &WriteArgs, edit: &ListEdit) -> anyhow::Result<ExitCode> {
    // These edits concern addresses that are already listed or blocked, so they make no sense without a list.
    let of_known = matches!(edit, ListEdit::Remove(_) | ListEdit::SetAdmin { .. } | ListEdit::Unblock(_));
    let create = args.create_store && !of_known;
    let opened = if create { args.store.open(None)? } else { args.store.open_existing()? };
    say_where(&args.store);
    let changed = on(opened, async |access| Ok(access.change(&actor(), None, edit).await))?;
    answer(changed, |changed| print::changed(changed, edit, args.format.format))
}

/// Prints what was done, or why a rule refused it.
///
/// # Errors
/// If the store can't be used.
fn answer<T>(
    done: Result<T, ChangeError>,
    print: impl FnOnce(&T) -> anyhow::Result<()>,
) -> anyhow::Result<ExitCode> {
    match done {
        Ok(done) => print(&done).map(|()| ExitCode::SUCCESS),
        Err(ChangeError::Store(error)) => Err(error.into()),
        Err(refusal) => Ok(refuse(&refusal)),
    }
}

/// Prints who is signed in.
///
/// # Errors
/// If the store can't be used.
fn sessions(args: &SessionsArgs) -> anyhow::Result<ExitCode> {
    let email = match args.email.as_deref().map(|email| addresses(&[email.to_owned()])) {
        None => None,
        Some(Some(emails)) => emails.into_iter().next(),
        Some(None) => return Ok(refuse(&"no sessions were listed")),
    };
    let store = args.store.open_existing()?;
    let sessions = Sessions::new(store.clone(), args.bounds.timeouts(), Clock::machine());
    let mut open = on(store, async |access| holding(&access, &sessions).await)?;
    open.sessions.retain(|session| email.as_ref().is_none_or(|email| session.email == email.as_str()));
    print::sessions(&open, args.format.format)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the sessions that the engine would accept. The organization's domain isn't known here, so a person
/// whose document was deleted without Callguide is still listed until their session is used again.
async fn holding(access: &AccessRules, sessions: &Sessions) -> anyhow::Result<OpenSessions> {
    let open = sessions.list().await?;
    let everyone = access.everyone().await?;
    Ok(session::open(open, &everyone, |rights| !rights.blocked))
}

/// Ends every session of these people.
///
/// # Errors
/// If the store can't be used.
fn sign_out(args: &ChangeArgs) -> anyhow::Result<ExitCode> {
    let Some(emails) = addresses(&args.emails) else { return Ok(refuse(&"nobody was signed out")) };
    let store = args.write.store.open_existing()?;
    say_where(&args.write.store);
    let ended = on(store, async |access| Ok(access.sign_out(&actor(), &emails).await))?;
    answer(ended, |entry| print::entry(entry, args.write.format.format))
}

/// Returns who is running the command.
fn actor() -> Actor {
    let user = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    Actor::CommandLine(user.filter(|user| !user.is_empty()))
}

/// Prints which store is about to be changed, to standard error because programs read standard output.
fn say_where(store: &StoreOptions) {
    eprintln!("callguide: changing the list in {}", store.place());
}

/// Prints one page at a time, so that a long trail takes little memory and can be cut short.
async fn log(access: &AccessRules, args: &LogArgs) -> anyhow::Result<()> {
    let mut left = args.limit.unwrap_or(usize::MAX);
    let mut before: Option<String> = None;
    let mut lines = print::Log::new(args.read.format.format);
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

/// Runs `work` on the list in a store.
fn on<T>(
    store: Arc<dyn DocumentStore>,
    work: impl AsyncFnOnce(AccessRules) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    wait_for(work(AccessRules::new(store, None)))
}
