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
        let timer = self.write_timer.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + self.times.write)));
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

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::time::{advance, timeout};

    use super::*;
    use crate::http::connections::{Connections, Place};

    const SECOND: Duration = Duration::from_secs(1);

    fn times() -> Times {
        Times { head: 10 * SECOND, keep_alive: 60 * SECOND, write: 20 * SECOND, ..Times::default() }
    }

    async fn pair(room: usize) -> (DuplexStream, Patient<DuplexStream>, Place) {
        let place = Connections::new(1).place().await;
        let (client, server) = duplex(room);
        (client, Patient::new(server, place.connection().clone(), times()), place)
    }

    /// How many whole seconds it is until the stream gives up waiting.
    async fn read_until_end(stream: &mut Patient<DuplexStream>) -> u64 {
        let began = Instant::now();
        assert_eq!(stream.read(&mut [0; 64]).await.unwrap(), 0, "as if the client had closed");
        began.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_is_waited_for_from_its_first_byte_and_never_for_longer() {
        let (mut client, mut stream, _place) = pair(64).await;
        assert_eq!(read_until_end(&mut stream).await, 10, "nothing at all");
        let (mut client_of_another, mut stream, _place) = pair(64).await;
        for _ in 0..3 {
            client_of_another.write_all(b"G").await.unwrap();
            assert_eq!(stream.read(&mut [0; 64]).await.unwrap(), 1);
            // It came to wait for more before the time passed.
            assert!(timeout(3 * SECOND, stream.read(&mut [0; 64])).await.is_err());
        }
        assert_eq!(read_until_end(&mut stream).await, 1, "byte by byte it takes no longer");
        client.shutdown().await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn between_requests_there_is_more_time_and_during_one_any() {
        let (mut client, mut stream, place) = pair(64).await;
        client.write_all(b"GET").await.unwrap();
        stream.read(&mut [0; 64]).await.unwrap();
        let request = place.connection().begin();
        assert!(timeout(600 * SECOND, stream.read(&mut [0; 64])).await.is_err(), "a stream of events, say");
        drop(request);
        assert_eq!(read_until_end(&mut stream).await, 60);
        // The next one's head has to come as quickly as the first one's.
        let (mut client, mut stream, place) = pair(64).await;
        drop(place.connection().begin());
        assert!(timeout(50 * SECOND, stream.read(&mut [0; 64])).await.is_err());
        client.write_all(b"GET").await.unwrap();
        stream.read(&mut [0; 64]).await.unwrap();
        assert_eq!(read_until_end(&mut stream).await, 10);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_goes_out_as_slowly_as_it_likes_as_long_as_it_goes() {
        let (mut client, mut stream, _place) = pair(4).await;
        let write = async { stream.write_all(&[1; 64]).await };
        let read = async {
            for _ in 0..16 {
                advance(19 * SECOND).await;
                client.read_exact(&mut [0; 4]).await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(write, read);
        written.unwrap();
        let began = Instant::now();
        let stuck = stream.write_all(&[1; 64]).await.unwrap_err();
        assert_eq!((stuck.kind(), began.elapsed().as_secs()), (ErrorKind::TimedOut, 20));
    }

    #[tokio::test(start_paused = true)]
    async fn what_still_goes_out_is_not_idle() {
        let (mut client, mut stream, place) = pair(4).await;
        // Handed over as a whole, and taken slowly.
        drop(place.connection().begin());
        assert!(timeout(50 * SECOND, stream.read(&mut [0; 64])).await.is_err());
        stream.write_all(&[1; 4]).await.unwrap();
        client.read_exact(&mut [0; 4]).await.unwrap();
        assert_eq!(read_until_end(&mut stream).await, 60);
    }
}
