//! The listener: connections with bounds on their number, on the time and size of a request's head and on a client
//! that doesn't take its answer, and an end that loses no request.
//!
//! Time is counted without progress, never in total: a stream of events and a slow phone live as long as they like. Nobody
//! is told to make room: what the proxy in front of the engine can't bound, the number of connections does.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};
use tokio_io_timeout::TimeoutWriter;
use tower::Service as _;

use super::limits::Peer;
use super::network::Times;
use super::{AppState, router};

/// The most bytes of a request's head.
const MAX_HEAD: usize = 32 * 1024;
/// The most headers of a request.
const MAX_HEADERS: usize = 100;
/// Where no connection can be accepted, it is tried again after so long.
const RETRY: Duration = Duration::from_millis(50);
/// Whoever hasn't acknowledged for so long what was sent is gone. More than [`Times::write`], which is the rule: a
/// phone may be without a network for a while.
const GONE: Duration = Duration::from_secs(90);

/// Serves until `stop` resolves, then lets the requests under way end, and those that a proxy has sent already.
///
/// # Errors
/// Where the listener can't be taken back from the runtime: a connection that can't be accepted is logged, and the next one is.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let times = state.network.times;
    let server = Server::new(&state);
    let mut stop = pin!(async {
        stop.await;
        state.drain();
        // Not even a moment where nobody asked for one: whoever is answered in it isn't told that it's the last answer.
        if !times.drain.is_zero() {
            sleep(times.drain).await;
        }
    });
    loop {
        // Whoever comes while every place is taken waits in the system's queue.
        let accepted = async { (server.places.clone().acquire_owned().await.ok(), accept(&listener).await) };
        tokio::select! {
            (place, (stream, peer)) = accepted => server.serve(stream, peer, place),
            () = &mut stop => break,
        }
    }
    server.stopping.store(true, Ordering::Relaxed);
    // Whoever connected before the listener closes waits in the system's queue and may have sent a request. The system
    // itself is asked: tokio knows of those only whom it has been told of.
    let waiting = listener.into_std()?;
    while let Ok((stream, peer)) = waiting.accept() {
        if stream.set_nonblocking(true).is_ok()
            && let Ok(stream) = TcpStream::from_std(stream)
        {
            server.serve(stream, peer, None);
        }
    }
    drop(waiting);
    // Streams of events would be waited for until they were cut off.
    state.events.close();
    server.end(times).await;
    Ok(())
}

/// The next connection.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                // Out of file descriptors, say.
                tracing::warn!(%error, "a connection can't be accepted");
                sleep(RETRY).await;
            }
        }
    }
}

/// What serves connections.
struct Server {
    http: auto::Builder<TokioExecutor>,
    router: Router,
    /// One for each connection that there may be.
    places: Arc<Semaphore>,
    /// From here on every answer is the last one of its connection.
    stopping: Arc<AtomicBool>,
    graceful: GracefulShutdown,
    times: Times,
}

impl Server {
    fn new(state: &AppState) -> Self {
        let times = state.network.times;
        let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
        // The time for a head runs between requests as well, so it's as long as an idle connection is kept.
        let http1 = &mut http.http1();
        http1
            .timer(TokioTimer::new())
            .header_read_timeout(times.keep_alive)
            .max_buf_size(MAX_HEAD)
            .max_headers(MAX_HEADERS);
        Self {
            http,
            router: router(state.clone()),
            places: Arc::new(Semaphore::new(state.network.connections.clamp(1, Semaphore::MAX_PERMITS))),
            stopping: Arc::default(),
            graceful: GracefulShutdown::new(),
            times,
        }
    }

    /// Answers what comes on a connection, in a task of its own. One without a place is beyond the bound.
    fn serve(&self, stream: TcpStream, peer: SocketAddr, place: Option<OwnedSemaphorePermit>) {
        // Answers are small: waiting to fill a packet only makes them late.
        let _ = stream.set_nodelay(true);
        give_up_on_the_dead(&stream);
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(self.times.write));
        let router = self.router.clone();
        let stopping = self.stopping.clone();
        let service = service_fn(move |mut request: axum::http::Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            let answer = router.clone().call(request);
            let stopping = stopping.clone();
            async move {
                let mut response = answer.await?;
                if stopping.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let stream = TokioIo::new(Box::pin(stream));
        let served = self.graceful.watch(self.http.serve_connection(stream, service).into_owned());
        tokio::spawn(async move {
            if let Err(error) = served.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }

    /// Lets everyone finish, for as long as there is time.
    async fn end(self, times: Times) {
        // A proxy that keeps a connection open may just now send a request on it: that one is answered, and is the
        // connection's last.
        let by = Instant::now() + times.linger;
        while self.graceful.count() > 0 && Instant::now() < by {
            sleep(Duration::from_millis(5)).await;
        }
        let _ = timeout(times.last, self.graceful.shutdown()).await;
    }
}

/// Ends the connection of a client that is [`GONE`], where the system would go on trying for a quarter of an hour: a
/// stream of events has little to send, and that fits into its buffers.
#[cfg(target_os = "linux")]
fn give_up_on_the_dead(stream: &TcpStream) {
    let ms = u32::try_from(GONE.as_millis()).unwrap_or(u32::MAX);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, ms);
}

#[cfg(not(target_os = "linux"))]
fn give_up_on_the_dead(_: &TcpStream) {}
