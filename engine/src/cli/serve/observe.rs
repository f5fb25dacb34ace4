//! What others learn of the running engine: browsers by events, Prometheus by metrics.

use std::net::SocketAddr;

use anyhow::Context as _;
use clap::Args;
use tokio::net::TcpListener;

use crate::http::Events;

/// Options about events and metrics.
#[derive(Debug, Args)]
#[command(next_help_heading = "Events and metrics")]
pub struct ObserveOptions {
    /// How many browsers may listen for new content at a time
    #[arg(long, env = "CALLGUIDE_EVENT_STREAMS", default_value_t = 2000, value_name = "N")]
    event_streams: usize,
    /// The address and port to serve GET /metrics on, for Prometheus; nowhere by default. Anyone who reaches it
    /// may read it
    #[arg(long, env = "CALLGUIDE_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
}

impl ObserveOptions {
    /// How many may listen at a time.
    pub fn event_streams(&self) -> usize {
        self.event_streams
    }

    /// The streams of those who listen.
    pub fn events(&self) -> Events {
        Events::new(self.event_streams)
    }

    /// The listener for metrics, where they are asked for. Its address is logged.
    ///
    /// # Errors
    /// Where it can't listen there.
    pub async fn listen(&self) -> anyhow::Result<Option<TcpListener>> {
        let Some(address) = self.metrics_listen else { return Ok(None) };
        let listener = TcpListener::bind(address).await.with_context(|| {
            format!("can't listen on {address}; choose another address with --metrics-listen")
        })?;
        tracing::info!(address = %listener.local_addr().unwrap_or(address), "metrics are served");
        Ok(Some(listener))
    }
}
