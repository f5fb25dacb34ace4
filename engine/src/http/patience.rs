//! A connection's stream, with an end to waiting: for a request, for the rest of its head, and for a client that
//! doesn't take its answer.
//!
//! Time is counted without progress, never in total: a stream of events and a slow phone live as long as they like.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::connections::Connection;
use super::network::Times;

/// `S`, which ends by itself where nothing comes or goes for longer than [`Times`] allow. What is under way
/// ([`Connection::begin`]) is waited for without a bound.
#[derive(Debug)]
pub struct Patient<S> {
    stream: S,
    connection: Connection,
    times: Times,
    /// Of which request, by its number, the head is waited for.
    awaited: u32,
    /// Whether a byte of it has come.
    head_began: bool,
    read_by: Instant,
    read_timer: Pin<Box<Sleep>>,
    /// When something last went out.
    wrote: Instant,
    /// Runs while the client takes nothing.
    write_timer: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    /// `stream` of `connection`, which was opened just now.
    pub fn new(stream: S, connection: Connection, times: Times) -> Self {
        let now = Instant::now();
        let read_by = now + times.head;
        let read_timer = Box::pin(sleep_until(read_by));
        let awaited = connection.begun();
        Self {
            stream,
            connection,
            times,
            awaited,
            head_began: false,
            read_by,
            read_timer,
            wrote: now,
            write_timer: None,
        }
    }

    /// Something came: where it begins a request's head, the rest has to follow.
    fn came(&mut self) {
        if self.connection.is_under_way() || (self.head_began && self.awaited == self.connection.begun()) {
            return;
        }
        self.awaited = self.connection.begun();
        self.head_began = true;
        self.read_by = Instant::now() + self.times.head;
    }

    /// Nothing has come. Whether it has been waited for long enough.
    fn poll_waited(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.connection.is_under_way() {
            return Poll::Pending;
        }
        if self.awaited != self.connection.begun() {
            // The request before was answered: its successor may take its time.
            self.awaited = self.connection.begun();
            self.head_began = false;
            self.read_by = Instant::now() + self.times.keep_alive;
        }
        loop {
            // A long answer may still be going out after it was handed over as a whole.
            let by = if self.awaited > 0 && !self.head_began {
                self.read_by.max(self.wrote + self.times.keep_alive)
            } else {
                self.read_by
            };
            if self.read_timer.deadline() != by {
                self.read_timer.as_mut().reset(by);
            }
            ready!(self.read_timer.as_mut().poll(cx));
            if by <= Instant::now() {
                return Poll::Ready(());
            }
        }
    }

    /// What a write said, and an end to it where the client hasn't taken anything for too long.
    fn progress(&mut self, cx: &mut Context<'_>, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        if written.is_ready() {
            self.wrote = Instant::now();
            self.write_timer = None;
            return written;
        }
        let timer =
            self.write_timer.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + self.times.write)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client takes nothing")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let before = buf.filled().len();
        match Pin::new(&mut self.stream).poll_read(cx, buf) {
            Poll::Ready(read) => {
                if buf.filled().len() > before {
                    self.came();
                }
                Poll::Ready(read)
            }
            // As if the client had closed: it is to hear nothing of it.
            Poll::Pending => self.poll_waited(cx).map(Ok),
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.progress(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.progress(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        // The last that is done for an answer, which may have ended since it was last tried to read: from here on
        // its successor is waited for.
        match self.poll_waited(cx) {
            Poll::Ready(()) => Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "no request comes"))),
            Poll::Pending => Poll::Ready(Ok(())),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::http::connections::{Connections, Place};

    /// Longer than anything here takes.
    const BOUND: Duration = Duration::from_secs(20);
    const SHORT: Duration = Duration::from_millis(100);
    const LONG: Duration = Duration::from_secs(3600);
    /// Nothing ends by itself.
    const NEVER: Times = Times {
        head: LONG,
        keep_alive: LONG,
        request: LONG,
        write: LONG,
        drain: LONG,
        linger: LONG,
        last: LONG,
    };

    async fn pair(times: Times) -> (DuplexStream, Patient<DuplexStream>, Place) {
        let place = Connections::new(1).place().await;
        let (client, server) = duplex(4);
        (client, Patient::new(server, place.connection().clone(), times), place)
    }

    /// Waits until the stream says that the client is gone, which it isn't.
    async fn ends(stream: &mut Patient<DuplexStream>) {
        let read = timeout(BOUND, stream.read(&mut [0; 64])).await.expect("it ends");
        assert_eq!(read.unwrap(), 0, "as if the client had closed");
    }

    fn waits(stream: &mut Patient<DuplexStream>) -> bool {
        stream.read(&mut [0; 64]).now_or_never().is_none()
    }

    #[tokio::test]
    async fn a_new_connection_and_a_head_have_the_time_of_a_head() {
        let (_client, mut stream, _place) = pair(Times { head: SHORT, ..NEVER }).await;
        ends(&mut stream).await;
        let (mut client, mut stream, place) = pair(Times { head: SHORT, ..NEVER }).await;
        // Byte by byte it takes no longer.
        let drip = async {
            while client.write_all(b"G").await.is_ok() {
                sleep(SHORT / 20).await;
            }
        };
        let read = async { while stream.read(&mut [0; 64]).await.unwrap() > 0 {} };
        timeout(BOUND, async {
            tokio::select! { () = drip => {}, () = read => {} }
        })
        .await
        .expect("it ends");
        // The head of another request too.
        drop(place.connection().begin());
        assert!(waits(&mut stream));
        let end = stream.read_timer.deadline();
        client.write_all(b"G").await.unwrap();
        assert_eq!(stream.read(&mut [0; 64]).await.unwrap(), 1);
        assert!(waits(&mut stream) && stream.read_timer.deadline() < end);
        ends(&mut stream).await;
    }

    #[tokio::test]
    async fn between_requests_there_is_a_time_of_its_own_and_during_one_any() {
        let short = Times { head: SHORT, keep_alive: SHORT, ..NEVER };
        let (mut client, mut stream, place) = pair(short).await;
        client.write_all(b"GET").await.unwrap();
        assert_eq!(stream.read(&mut [0; 64]).await.unwrap(), 3);
        let request = place.connection().begin();
        sleep(2 * SHORT).await;
        assert!(waits(&mut stream), "a stream of events, say");
        drop(request);
        ends(&mut stream).await;
        let (_client, mut stream, place) = pair(Times { keep_alive: SHORT, ..NEVER }).await;
        assert!(waits(&mut stream));
        drop(place.connection().begin());
        ends(&mut stream).await;
    }

    #[tokio::test]
    async fn it_is_waited_for_the_next_request_also_where_nobody_tried_to_read_since() {
        let (_client, mut stream, place) = pair(Times { keep_alive: SHORT, ..NEVER }).await;
        let request = place.connection().begin();
        assert!(waits(&mut stream));
        drop(request);
        stream.flush().await.unwrap();
        assert!(stream.read_timer.deadline() <= Instant::now() + SHORT);
    }

    #[tokio::test]
    async fn an_answer_goes_out_as_slowly_as_it_likes_as_long_as_it_goes() {
        let (mut client, mut stream, _place) = pair(Times { write: SHORT, ..NEVER }).await;
        let until =
            |stream: &Patient<DuplexStream>| stream.write_timer.as_ref().map(|timer| timer.deadline());
        let mut before = None;
        for _ in 0..4 {
            assert!(stream.write_all(&[1; 8]).now_or_never().is_none(), "there is room for four");
            let end = until(&stream).expect("it is waited for");
            assert!(before < Some(end), "what went out counts anew");
            before = Some(end);
            client.read_exact(&mut [0; 4]).await.unwrap();
        }
        let stuck = async { stream.write_all(&[1; 64]).await };
        let stuck = timeout(BOUND, stuck).await.expect("it ends").unwrap_err();
        assert_eq!(stuck.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn what_still_goes_out_is_not_idle() {
        let (mut client, mut stream, place) = pair(Times { keep_alive: SHORT, ..NEVER }).await;
        // Handed over as a whole, and taken slowly.
        drop(place.connection().begin());
        assert!(waits(&mut stream));
        let end = stream.read_timer.deadline();
        sleep(SHORT / 10).await;
        stream.write_all(&[1; 4]).await.unwrap();
        client.read_exact(&mut [0; 4]).await.unwrap();
        assert!(waits(&mut stream) && stream.read_timer.deadline() > end);
        ends(&mut stream).await;
    }
}
