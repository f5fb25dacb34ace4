//! `callguide serve`: serves the web app and the API.
//!
//! Each group of options has its own file, which defines and validates the settings and builds the objects using them.

pub(super) mod content;
mod log;
mod network;
pub(super) mod sign_in;
pub(super) mod store;

use std::env;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Command};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use self::content::{ContentOptions, First};
use self::log::LogOptions;
use self::network::{NetworkOptions, ObserveOptions, connections};
use self::sign_in::{SessionOptions, SignInOptions};
use self::store::StoreOptions;
use crate::access::AccessRules;
use crate::auth::SignIn;
use crate::auth::development::People;
use crate::clock::Clock;
use crate::diagnostics::meant;
use crate::http::{self, AppState, EventStreams, Parts};
use crate::metrics::Metrics;
use crate::readings::in_words;
use crate::revisions::Revisions;
use crate::session::{PER_PERSON, Sessions};
use crate::store::{Counted, DocumentStore, StoreError};

/// Serve the web app and the API
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 after a clean stop, 2 if it can't start.")]
pub struct ServeArgs {
    /// The address and port to listen on
    #[arg(long, env = "CALLGUIDE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(super) listen: SocketAddr,
    #[command(flatten)]
    pub(super) content: ContentOptions,
    #[command(flatten)]
    pub(super) store: StoreOptions,
    #[command(flatten)]
    pub(super) network: NetworkOptions,
    #[command(flatten)]
    pub(super) sign_in: SignInOptions,
    #[command(flatten)]
    session: SessionOptions,
    /// How many sessions one person may have: the next sign-in ends the one that's been idle longest, and is refused
    /// if each was used within the last half hour
    #[arg(
        long,
        env = "CALLGUIDE_SESSIONS_PER_PERSON",
        default_value_t = PER_PERSON,
        value_name = "N",
        help_heading = "Sessions"
    )]
    sessions_per_person: NonZeroUsize,
    #[command(flatten)]
    observe: ObserveOptions,
    #[command(flatten)]
    log: LogOptions,
}

/// The prefix of the settings' variables.
const PREFIX: &str = "CALLGUIDE_";

/// Variables for the build (`build.rs`). Cargo passes them on to the programs that it runs.
const OF_BUILD: [&str; 2] = ["CALLGUIDE_COMMIT", "CALLGUIDE_VERSION"];

/// The prefixes of the variables that Kubernetes sets in every container for a service named `callguide`.
const FROM_KUBERNETES: [&str; 2] = ["PORT", "SERVICE_"];

/// Runs the command until it's asked to stop.
///
/// # Errors
/// If it can't start; the message says why and what to do.
pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    args.log.start()?;
    misnamed().iter().for_each(|variable| tracing::warn!("{variable}"));
    let people = args.sign_in.development(args.listen, &args.network)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime can't start")?;
    let first = args.content.first(&args.store.data, &runtime)?;
    let metrics = Metrics::default();
    metrics.watch_disk_of(&args.store.data);
    if let Some(data) = args.store.sqlite_folder() {
        metrics.watch_backups_of(data);
    }
    let store = args.store.open(people.as_ref())?;
    let store: Arc<dyn DocumentStore> = Arc::new(Counted::new(store, metrics.clone()));
    runtime.block_on(serve(args, first, people, store, metrics))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(
    args: &ServeArgs,
    first: First,
    people: Option<People>,
    store: Arc<dyn DocumentStore>,
    metrics: Metrics,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen).await.with_context(|| {
        format!("can't listen on {}; is another program using it? Choose another with --listen", args.listen)
    })?;
    let address = listener.local_addr().context("the listener has no address")?;
    let network = args.network.open(address, connections(args.observe.event_streams))?;
    let public = args.network.seen_at(address);
    let revisions = Revisions::new(store.clone(), Clock::machine());
    let sessions = Sessions::new(store.clone(), args.session.timeouts(), Clock::machine())
        .per_person(args.sessions_per_person)
        .within(&args.store.cache_size)
        .watching(&revisions);
    let installation = sessions.installation().clone();
    let sign_in = args.sign_in.open(people, public.as_ref(), store.clone(), installation.clone())?;
    let metrics_listener = args.observe.listen().await?;
    let version = first.version().to_owned();
    let (current, _watch) = args.content.watch(first, &args.store.data, metrics.clone())?;
    let state = AppState::new(Parts {
        current,
        access: AccessRules::new(store.clone(), args.sign_in.organisation_domain.clone())
            .within(&args.store.cache_size)
            .watching(&revisions),
        sessions,
        store,
        sign_in,
        cookie: network.cookie(),
        network,
        events: EventStreams::new(args.observe.event_streams),
        metrics,
    });
    let day = args.content.on;
    tracing::info!(%address, content = %version, on = day.map(tracing::field::display), "ready");
    let day =
        day.map_or_else(String::new, |day| format!("\nIt shows how the content reads on {}.", in_words(day)));
    // The reader of the output may have stopped reading. That mustn't end the engine, as `println` would.
    let _ = writeln!(io::stdout(), "{}{day}", sign_in::ready(address, &state.sign_in));
    tokio::spawn(sweep(state.clone()));
    tokio::spawn(state.current.clone().turns());
    tokio::spawn(async move { installation.learn().await });
    let meeting = state.clone();
    tokio::spawn(async move {
        if let SignIn::Provider(provider) = &meeting.sign_in {
            provider.meet().await;
        }
    });
    if let Some(listener) = metrics_listener {
        tokio::spawn(http::serve_metrics(listener, state.clone(), std::future::pending()));
    }
    http::serve(listener, state, stop_signal()).await.context("serving ended")
}

/// Removes expired data: sessions and sign-ins at startup and every hour, rate limit counters and old
/// versions every minute.
async fn sweep(state: AppState) {
    let mut minutes = tokio::time::interval(Duration::from_secs(60));
    for minute in 0_u64.. {
        minutes.tick().await;
        state.network.limits.sweep();
        let current = state.current.clone();
        // This waits for the disk, which requests must not do.
        let _ = tokio::task::spawn_blocking(move || current.tidy()).await;
        if minute % 60 > 0 {
            continue;
        }
        told("ended sessions", state.sessions.sweep().await);
        if let SignIn::Provider(provider) = &state.sign_in {
            told("old sign-ins", provider.attempts.sweep().await);
        }
    }
}

fn told(what: &str, swept: Result<usize, StoreError>) {
    match swept {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "removed {what}"),
        Err(error) => tracing::warn!(%error, "can't remove {what} right now"),
    }
}

/// Resolves when the process is asked to stop.
async fn stop_signal() {
    tokio::select! { () = asked(SignalKind::interrupt()) => {}, () = asked(SignalKind::terminate()) => {} }
    tracing::info!("stopping");
}

/// Resolves when the process gets this signal. Without a handler, the signal ends the process anyway.
async fn asked(kind: SignalKind) {
    match signal(kind) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

/// Returns a message for each environment variable that has our prefix but isn't a setting of `serve`, sorted
/// by name, with what to do: a mistyped name would otherwise be silently ignored.
pub(super) fn misnamed() -> Vec<String> {
    let set = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let set: Vec<String> = set.collect();
    misnamed_among(set.iter().map(String::as_str))
}

fn misnamed_among<'a>(set: impl Iterator<Item = &'a str>) -> Vec<String> {
    let command = ServeArgs::augment_args(Command::new("serve"));
    let options = command.get_arguments().filter_map(|option| option.get_env()?.to_str());
    let known: Vec<&str> = options.chain([content::TOKEN, sign_in::SECRET, sign_in::CODE]).collect();
    let may_be_meant = |name: &&str| {
        let of_service = |rest: &str| FROM_KUBERNETES.iter().any(|begins| rest.starts_with(begins));
        !known.contains(name)
            && !OF_BUILD.contains(name)
            && name.strip_prefix(PREFIX).is_some_and(|rest| !of_service(rest))
    };
    let mut misnamed: Vec<&str> = set.filter(may_be_meant).collect();
    misnamed.sort_unstable();
    let sentence = |name: &str| {
        let names = known.iter().filter_map(|known| known.strip_prefix(PREFIX));
        let hint = meant(&name[PREFIX.len()..], names).map_or_else(
            || "see callguide serve --help for the available settings".to_owned(),
            |near| format!("did you mean {PREFIX}{near}?"),
        );
        format!("{name} is set, but no setting has that name, so it does nothing: {hint}")
    };
    misnamed.into_iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_variable_is_reported_with_the_one_probably_meant() {
        let set = [
            "PATH",
            "CALLGUIDE_LISTEN",
            "CALLGUIDE_CONTENT_TOKEN",
            "CALLGUIDE_VERSION",
            "CALLGUIDE_PORT_8080_TCP",
            "CALLGUIDE_SERVICE_HOST",
            "CALLGUIDE_OIDC_ISUER",
            "CALLGUIDE_TEA",
        ];
        let [issuer, tea] = &misnamed_among(set.into_iter())[..] else {
            panic!("{:?}", misnamed_among(set.into_iter()))
        };
        assert_eq!(
            issuer,
            "CALLGUIDE_OIDC_ISUER is set, but no setting has that name, so it does nothing: did you mean \
             CALLGUIDE_OIDC_ISSUER?"
        );
        assert!(
            tea.starts_with("CALLGUIDE_TEA is set")
                && tea.ends_with("serve --help for the available settings"),
            "{tea}"
        );
    }

    #[test]
    fn options_are_grouped_by_topic_in_the_help() {
        let command = ServeArgs::augment_args(Command::new("serve"));
        let mut headings: Vec<_> =
            command.get_arguments().filter_map(|option| option.get_help_heading()).collect();
        headings.dedup();
        let expected =
            ["Content", "Documents", "Network", "Sign-in", "Sessions", "Events and metrics", "Log"];
        assert_eq!(headings, expected);
    }
}
