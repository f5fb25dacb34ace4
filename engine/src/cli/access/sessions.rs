//! Lists who is signed in, and ends someone's sessions.

use std::process::ExitCode;

use clap::Args;

use super::{ChangeArgs, FormatOption, actor, addresses, on, print, refused, say_where};
use crate::access::{AccessRules, ChangeError, EmailAddress};
use crate::api::access::OpenSessions;
use crate::cli::serve::{SessionOptions, StoreOptions};
use crate::session::{self, Sessions};

#[derive(Debug, Args)]
pub(super) struct SessionsArgs {
    /// Only the sessions of this email address
    #[arg(value_name = "EMAIL")]
    email: Option<String>,
    #[command(flatten)]
    format: FormatOption,
    /// As set on the engine: sessions that have ended by these limits aren't listed
    #[command(flatten)]
    bounds: SessionOptions,
    #[command(flatten)]
    store: StoreOptions,
}

/// Prints who is signed in.
///
/// # Errors
/// If the store can't be used.
pub(super) fn list(args: &SessionsArgs) -> anyhow::Result<ExitCode> {
    let email = match args.email.as_deref().map(|email| addresses(&[email.to_owned()])) {
        None => None,
        Some(Some(emails)) => emails.into_iter().next(),
        Some(None) => return refused("no sessions were listed"),
    };
    let store = args.store.open_existing()?;
    let sessions = Sessions::new(store.clone(), args.bounds.timeouts());
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
    let holding = open.into_iter().filter(|session| {
        session.person.email.parse::<EmailAddress>().is_ok_and(|email| {
            let rights = everyone.rights(&email);
            !rights.blocked && rights.mark.as_deref() == session.mark.as_deref()
        })
    });
    Ok(session::open(holding))
}

/// Ends every session of these people.
///
/// # Errors
/// If the store can't be used.
pub(super) fn sign_out(args: &ChangeArgs) -> anyhow::Result<ExitCode> {
    let Some(emails) = addresses(&args.emails) else { return refused("nobody was signed out") };
    let store = args.store.open_existing()?;
    say_where(&args.store);
    let made = on(store, async |access| match access.sign_out(&actor(), &emails).await {
        Err(ChangeError::Store(error)) => Err(error.into()),
        made => Ok(made),
    })?;
    match made {
        Ok(entry) => {
            print::entry(&entry, args.format.format)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => refused(&refusal.to_string()),
    }
}
