//! How others observe the running engine: browsers through events, Prometheus through metrics.

use std::net::SocketAddr;

use anyhow::Context as _;
use clap::Args;
use tokio::net::TcpListener;

use crate::http::EventStreams;

/// Options about events and metrics.
#[derive(Debug, Args)]
#[command(next_help_heading = "Events and metrics")]
pub struct ObserveOptions {
    /// How many browsers may listen for new content at once
    #[arg(long, env = "CALLGUIDE_EVENT_STREAMS", default_value_t = 2000, value_name = "N")]
    event_streams: usize,
    /// The address and port to serve GET /metrics on, for Prometheus; not served by default. Anyone who can reach it
    /// can read it
    #[arg(long, env = "CALLGUIDE_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
}

impl ObserveOptions {
    /// Returns the maximum number of concurrent event streams.
    pub fn event_streams(&self) -> usize {
        self.event_streams
    }

    /// Returns the event streams.
    pub fn events(&self) -> EventStreams {
        EventStreams::new(self.event_streams)
    }

    /// Opens the listener for metrics, if one is configured, and logs its address.
    ///
    /// # Errors
    /// If it can't listen on the address.
    pub async fn listen(&self) -> anyhow::Result<Option<TcpListener>> {
        let Some(address) = self.metrics_listen else { return Ok(None) };
        let listener = TcpListener::bind(address).await.with_context(|| {
            format!("can't listen on {address}; choose another address with --metrics-listen")
        })?;
        tracing::info!(address = %listener.local_addr().unwrap_or(address), "metrics are served");
        Ok(Some(listener))
    }
}
