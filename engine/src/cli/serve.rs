//! `callguide serve`: serves the web app and the API.

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::access::AccessRules;
use crate::auth::development::People;
use crate::diagnostics::human;
use crate::examine::examine;
use crate::http::{self, AppState, Parts, SessionCookie};
use crate::session::{Sessions, Timeouts};
use crate::snapshot::{Current, Snapshot};
use crate::store::{DocumentStore, SqliteStore};

/// Serve the web app and the API
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 after a clean stop, 2 where it cannot start.")]
pub struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, env = "CALLGUIDE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// The content folder
    #[arg(long, env = "CALLGUIDE_CONTENT", default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// The folder for what outlives the process: who may sign in, sessions, the audit trail
    #[arg(long, env = "CALLGUIDE_DATA", default_value = "data", value_name = "DIR")]
    data: PathBuf,
    /// A session ends when it was not used for so many minutes
    #[arg(long, env = "CALLGUIDE_SESSION_IDLE_MINUTES", default_value_t = 720, value_name = "N")]
    session_idle_minutes: u64,
    /// A session ends so many minutes after sign-in
    #[arg(long, env = "CALLGUIDE_SESSION_MINUTES", default_value_t = 10_080, value_name = "N")]
    session_minutes: u64,
    /// How log lines are written
    #[arg(long, value_enum, env = "CALLGUIDE_LOG_FORMAT", default_value_t = LogFormat::Text)]
    log_format: LogFormat,
    /// What is logged: error, warn, info, debug, or a filter such as callguide=debug
    #[arg(long, env = "CALLGUIDE_LOG", default_value = "info", value_name = "FILTER")]
    log: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    /// For a person
    Text,
    /// One JSON object a line
    Json,
}

/// Runs the command until it is told to stop.
///
/// # Errors
/// Where it can't start; the message says why and what to do.
pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    start_log(args)?;
    // Without a configured provider there is only the development sign-in, which must not be
    // reachable from anywhere else.
    if !args.listen.ip().is_loopback() {
        bail!(
            "the development sign-in works on loopback only, and no sign-in provider is configured; \
             listen on 127.0.0.1, or configure a provider"
        );
    }
    let snapshot = first_snapshot(&args.content)?;
    let people = People::shipped();
    // The list is written only to a store that is made here and now: a real one is never touched.
    let store: Arc<dyn DocumentStore> = Arc::new(SqliteStore::open(&args.data, &people.allow_list())?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime can't start")?;
    runtime.block_on(serve(args, snapshot, people, store))?;
    Ok(ExitCode::SUCCESS)
}

fn start_log(args: &ServeArgs) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&args.log).with_context(|| format!("--log {} is no filter", args.log))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match args.log_format {
        LogFormat::Text => log.compact().init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    Ok(())
}

/// The content as a snapshot to serve. A cold start on broken content is refused with the findings
/// that lint prints.
fn first_snapshot(folder: &Path) -> anyhow::Result<Snapshot> {
    let examined = examine(folder, None).with_context(|| {
        format!("{} can't be read; name the content folder with --content", folder.display())
    })?;
    if let Some(snapshot) = examined.snapshot() {
        return Ok(snapshot);
    }
    eprint!("{}", human::render(&examined.findings, &examined.sources));
    bail!("the content in {} has errors; mend what is printed above, then start again", folder.display())
}

async fn serve(
    args: &ServeArgs,
    snapshot: Snapshot,
    people: People,
    store: Arc<dyn DocumentStore>,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen).await.with_context(|| {
        format!("can't listen on {}; is another program using it? Choose another with --listen", args.listen)
    })?;
    let address = listener.local_addr().context("the listener has no address")?;
    let minutes = |n: u64| Duration::from_secs(n * 60);
    let timeouts =
        Timeouts { idle: minutes(args.session_idle_minutes), absolute: minutes(args.session_minutes) };
    let version = snapshot.version().to_owned();
    let state = AppState::new(Parts {
        current: Arc::new(Current::new(snapshot)),
        access: AccessRules::new(store.clone(), None),
        sessions: Sessions::new(store.clone(), timeouts),
        store,
        development: Some(people),
        cookie: SessionCookie::Loopback,
    });
    tracing::info!(%address, content = %version, "ready");
    println!("Callguide is ready: http://{address}/");
    tokio::spawn(sweep(state.clone()));
    http::serve(listener, state, stop_signal()).await.context("serving ended")
}

/// Removes the sessions that ended by themselves, at the start and every hour.
async fn sweep(state: AppState) {
    let mut hourly = tokio::time::interval(Duration::from_secs(3600));
    loop {
        hourly.tick().await;
        match state.sessions.sweep().await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "removed ended sessions"),
            Err(error) => tracing::warn!(%error, "ended sessions can't be removed now"),
        }
    }
}

/// Resolves when the process is told to stop.
async fn stop_signal() {
    let interrupt = async {
        // Without a handler the signal ends the process by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { () = interrupt => {}, () = terminate => {} }
    tracing::info!("stopping");
}
