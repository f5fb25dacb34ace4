//! The body of an answer, under way until it has been handed over.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::{Frame, SizeHint};

use super::connections::UnderWay;

/// A body, and its request's mark on the connection for as long as there is more of it.
#[derive(Debug)]
pub struct Answer {
    body: Body,
    _under_way: UnderWay,
}

impl Answer {
    /// `body` of the answer to a request that is `under_way`.
    pub fn new(body: Body, under_way: UnderWay) -> Self {
        Self { body, _under_way: under_way }
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
