//! The listener: connections with bounds on their number, on the time and size of a request's head and on a client
//! that doesn't take its answer, and an end that loses no request.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout};
use tower::Service as _;

use super::answer::Answer;
use super::connections::{Connections, Place};
use super::limits::Peer;
use super::network::Times;
use super::patience::Patient;
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
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, &server.connections) => accepted,
            () = &mut stop => break,
        };
        // Accepted is accepted: it gets an answer also where the engine is told to stop before there is a place.
        let place = tokio::select! {
            place = server.connections.place() => place,
            () = &mut stop => {
                server.serve(stream, peer, server.connections.last_place());
                break;
            }
        };
        server.serve(stream, peer, place);
    }
    server.connections.stop();
    // Whoever connected before the listener closes waits in the system's queue and may have sent a request. The system
    // itself is asked: tokio knows of those only whom it has been told of.
    let waiting = listener.into_std()?;
    while let Ok((stream, peer)) = waiting.accept() {
        if stream.set_nonblocking(true).is_ok()
            && let Ok(stream) = TcpStream::from_std(stream)
        {
            server.serve(stream, peer, server.connections.last_place());
        }
    }
    drop(waiting);
    // Streams of events would be waited for until they were cut off.
    state.events.close();
    server.end(times).await;
    Ok(())
}

/// The next connection.
async fn accept(listener: &TcpListener, connections: &Connections) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                // Out of file descriptors, say: whoever can best be spared gives one back.
                let told = connections.make_room();
                tracing::warn!(%error, told, "a connection can't be accepted");
                sleep(RETRY).await;
            }
        }
    }
}

/// What serves connections.
struct Server {
    http: auto::Builder<TokioExecutor>,
    router: Router,
    connections: Connections,
    graceful: GracefulShutdown,
    times: Times,
}

impl Server {
    fn new(state: &AppState) -> Self {
        let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
        // How long a head may take is `Patient`'s matter: here that time would run between requests as well.
        let http1 = &mut http.http1();
        http1
            .timer(TokioTimer::new())
            .header_read_timeout(None)
            .max_buf_size(MAX_HEAD)
            .max_headers(MAX_HEADERS);
        Self {
            http,
            router: router(state.clone()),
            connections: Connections::new(state.network.connections),
            graceful: GracefulShutdown::new(),
            times: state.network.times,
        }
    }

    /// Answers what comes on a connection, in a task of its own.
    fn serve(&self, stream: TcpStream, peer: SocketAddr, place: Place) {
        // Answers are small: waiting to fill a packet only makes them late.
        let _ = stream.set_nodelay(true);
        give_up_on_the_dead(&stream);
        let connection = place.connection().clone();
        let stream = Patient::new(stream, connection.clone(), self.times);
        let router = self.router.clone();
        let asked = connection.clone();
        let service = service_fn(move |mut request: axum::http::Request<Incoming>| {
            let (connection, under_way) = (asked.clone(), asked.begin());
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(connection.clone());
            let answer = router.clone().call(request);
            async move {
                let mut response = answer.await?;
                if connection.is_last_answer() {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response.map(|body| Answer::new(body, under_way)))
            }
        });
        let served = self.http.serve_connection(TokioIo::new(stream), service).into_owned();
        let served = self.graceful.watch(served);
        tokio::spawn(async move {
            tokio::select! {
                ended = served => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection ended early");
                    }
                }
                () = connection.has_to_go() => tracing::debug!("a connection made room"),
            }
            drop(place);
        });
    }

    /// Lets everyone finish, for as long as there is time.
    async fn end(self, times: Times) {
        // A proxy that keeps a connection open may just now send a request on it: that one is answered, and is the
        // connection's last.
        let by = Instant::now() + times.linger;
        while self.connections.number() > 0 && Instant::now() < by {
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
