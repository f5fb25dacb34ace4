//! `callguide serve`: serves the web app and the API.
//!
//! One file per group of options; each group knows its settings, what is wrong with them, and
//! what they make.

mod content;
mod log;
mod session;
mod sign_in;
pub(super) mod store;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tokio::net::TcpListener;

use crate::access::AccessRules;
use crate::auth::development::People;
use crate::http::{self, AppState, Parts, SessionCookie};
use crate::session::Sessions;
use crate::snapshot::{Current, Snapshot};
use crate::store::DocumentStore;

pub use store::StoreOptions;

/// Serve the web app and the API
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 after a clean stop, 2 where it cannot start.")]
pub struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, env = "CALLGUIDE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: SocketAddr,
    #[command(flatten)]
    content: content::ContentOptions,
    #[command(flatten)]
    store: StoreOptions,
    #[command(flatten)]
    sign_in: sign_in::SignInOptions,
    #[command(flatten)]
    session: session::SessionOptions,
    #[command(flatten)]
    log: log::LogOptions,
}

/// Runs the command until it is told to stop.
///
/// # Errors
/// Where it can't start; the message says why and what to do.
pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    args.log.start()?;
    let people = args.sign_in.development(args.listen)?;
    let snapshot = args.content.first_snapshot()?;
    let store = args.store.open(people.as_ref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the runtime can't start")?;
    runtime.block_on(serve(args, snapshot, people, store))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(
    args: &ServeArgs,
    snapshot: Snapshot,
    development: Option<People>,
    store: Arc<dyn DocumentStore>,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen).await.with_context(|| {
        format!("can't listen on {}; is another program using it? Choose another with --listen", args.listen)
    })?;
    let address = listener.local_addr().context("the listener has no address")?;
    let version = snapshot.version().to_owned();
    let room = args.store.room();
    let state = AppState::new(Parts {
        current: Arc::new(Current::new(snapshot)),
        access: AccessRules::new(store.clone(), None).within(&room),
        sessions: Sessions::new(store.clone(), args.session.timeouts()).within(&room),
        store,
        development,
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
