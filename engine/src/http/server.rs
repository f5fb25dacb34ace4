//! The listener: connections with bounds on their number, on the time and size of a request's head,
//! and an end that lets requests under way finish.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::Layer as _;

use super::limits::Peer;
use super::{AppState, router};

/// The most bytes of a request's head.
const MAX_HEAD: usize = 32 * 1024;
/// The most headers of a request.
const MAX_HEADERS: usize = 100;
/// The most connections at once; more wait in the system's queue.
const MAX_CONNECTIONS: usize = 8192;

/// Serves until `stop` resolves, then lets the requests under way end.
///
/// # Errors
/// None today: a connection that can't be accepted is logged, and the next one is.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let times = state.network.times;
    let router = router(state.clone());
    let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
    http.http1()
        .timer(TokioTimer::new())
        .header_read_timeout(times.head)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS);
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stop => break,
        };
        let Some((stream, peer, place)) = accepted else { continue };
        let service = TowerToHyperService::new(Extension(Peer(peer)).layer(router.clone()));
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    drop(listener);
    // Streams of events would be waited for until they were cut off.
    state.events.close();
    let _ = tokio::time::timeout(times.last, graceful.shutdown()).await;
    Ok(())
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => {
            // Answers are small: waiting to fill a packet only makes them late.
            let _ = stream.set_nodelay(true);
            Some((stream, peer, place))
        }
        Err(error) => {
            tracing::warn!(%error, "a connection can't be accepted");
            // Out of file descriptors, say: a moment later there may be some.
            tokio::time::sleep(Duration::from_millis(200)).await;
            None
        }
    }
}
