//! The listener. It limits the number of connections, the time and size of a request's head, and clients that
//! don't read their responses, and it shuts down without losing a request.
//!
//! Timeouts measure time without progress, never total time: an event stream or a slow phone may take as long as it
//! likes. No connection is closed to make room for another. The number of connections is limited for cases that the
//! proxy in front of the engine can't handle.

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

use super::caller::Peer;
use super::network::Times;
use super::routes::router;
use super::state::AppState;

/// The maximum size of a request's head, in bytes.
const MAX_HEAD: usize = 32 * 1024;
/// The maximum number of headers in a request.
const MAX_HEADERS: usize = 100;
/// The delay before trying again if no connection can be accepted.
const RETRY: Duration = Duration::from_millis(50);
/// The time after which a client that hasn't acknowledged sent data is considered gone. It's longer than
/// [`Times::write`], the usual limit, because a phone may lose its network for a while.
const GONE: Duration = Duration::from_secs(90);

/// Serves until `stop` resolves, then finishes the requests in progress, including those that a proxy has already sent.
///
/// # Errors
/// If the listener can't be taken back from the runtime. A connection that can't be accepted is only logged.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let times = state.network.times;
    let server = Server::new(&state);
    let mut stop = pin!(async {
        stop.await;
        state.shared.draining.store(true, Ordering::Relaxed);
        // If no drain time is set, don't yield even for a moment: a response sent at that moment wouldn't announce
        // that it's the last one on its connection.
        if !times.drain.is_zero() {
            sleep(times.drain).await;
        }
    });
    loop {
        // While the limit is reached, new connections wait in the system's queue.
        let accepted = async { (server.places.clone().acquire_owned().await.ok(), accept(&listener).await) };
        tokio::select! {
            (place, (stream, peer)) = accepted => server.serve(stream, peer, place),
            () = &mut stop => break,
        }
    }
    server.stopping.store(true, Ordering::Relaxed);
    // Clients that connected before the listener closed may be waiting in the system's queue and may have sent a
    // request. Ask the system itself, since tokio knows only the connections that it has been notified of.
    let waiting = listener.into_std()?;
    while let Ok((stream, peer)) = waiting.accept() {
        if stream.set_nonblocking(true).is_ok()
            && let Ok(stream) = TcpStream::from_std(stream)
        {
            server.serve(stream, peer, None);
        }
    }
    drop(waiting);
    // Shutdown would otherwise wait for the event streams until they were cut off.
    state.events.close();
    server.end(times).await;
    Ok(())
}

/// Accepts the next connection.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                // The process may be out of file descriptors, for example.
                tracing::warn!(%error, "a connection can't be accepted");
                sleep(RETRY).await;
            }
        }
    }
}

/// The parts that all connections share.
struct Server {
    http: auto::Builder<TokioExecutor>,
    router: Router,
    /// One permit per connection.
    places: Arc<Semaphore>,
    /// Once this is set, every response is the last one on its connection.
    stopping: Arc<AtomicBool>,
    graceful: GracefulShutdown,
    times: Times,
}

impl Server {
    fn new(state: &AppState) -> Self {
        let times = state.network.times;
        let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
        // The head's timeout also runs between requests, so it equals the time for which an idle connection is kept.
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

    /// Serves a connection in its own task. A connection without a permit exceeds the limit.
    fn serve(&self, stream: TcpStream, peer: SocketAddr, place: Option<OwnedSemaphorePermit>) {
        // Responses are small: waiting to fill a packet would only delay them.
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

    /// Lets all connections finish, within the time limits.
    async fn end(self, times: Times) {
        // A proxy with an open connection may be sending a request on it right now. Such a request is still answered,
        // and it's the last one on its connection.
        let by = Instant::now() + times.linger;
        while self.graceful.count() > 0 && Instant::now() < by {
            sleep(Duration::from_millis(5)).await;
        }
        let _ = timeout(times.last, self.graceful.shutdown()).await;
    }
}

/// Ends the connection of a client that is [`GONE`]. The write timeout doesn't catch such a client, since an event
/// stream sends so little that it fits into the system's buffers, and the system itself would keep trying for a
/// quarter of an hour.
#[cfg(target_os = "linux")]
fn give_up_on_the_dead(stream: &TcpStream) {
    let ms = u32::try_from(GONE.as_millis()).unwrap_or(u32::MAX);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, ms);
}

#[cfg(not(target_os = "linux"))]
fn give_up_on_the_dead(_: &TcpStream) {}
