//! The double's HTTP server: parses requests, and checks requests and responses against the
//! discovery document.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, Response, StatusCode, header};
use futures_util::stream;
use http_body_util::BodyExt as _;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use serde_json::{Value as Json, json};
use tokio::net::TcpListener;

use super::discovery::Call;
use super::documents::Refusal;
use super::faults::Fault;
use super::{Inside, lock};

/// Serves until aborted.
pub async fn serve(listener: TcpListener, inside: Arc<Inside>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let service = TowerToHyperService::new(Front(Arc::clone(&inside)));
        tokio::spawn(async move {
            // Errors are expected: they cut the connection.
            let _ = auto::Builder::new(TokioExecutor::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// A service that cuts the connection when it has an error.
#[derive(Clone)]
struct Front(Arc<Inside>);

impl<B> tower::Service<Request<B>> for Front
where
    B: axum::body::HttpBody<Data = Bytes> + Send + 'static,
    B::Error: std::fmt::Debug,
{
    type Response = Response<Body>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Response<Body>>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let inside = Arc::clone(&self.0);
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let body = body.collect().await.map_err(|_| io::Error::other("no body"))?.to_bytes();
            answer(&inside, &Request::from_parts(head, body)).await
        })
    }
}

async fn answer(inside: &Inside, request: &Request<Bytes>) -> io::Result<Response<Body>> {
    if *lock(&inside.away) {
        return cut();
    }
    if request.uri().path() == "/token" {
        let token = lock(&inside.token).clone();
        return Ok(response(
            200,
            &json!({ "access_token": token, "expires_in": 3600, "token_type": "Bearer" }),
        ));
    }
    let call = match inside.discovery.call(request) {
        Ok(call) => call,
        Err(violation) => {
            lock(&inside.violations).push(violation);
            return Ok(refused(400, "INVALID_ARGUMENT", "not in the discovery document"));
        }
    };
    lock(&inside.seen).push(call.method.clone());
    match next_fault(inside, &call.method) {
        None => Ok(done(inside, request, &call)),
        Some(Fault::Refused(status, reason)) => Ok(refused(status, reason, "asked for by the test")),
        Some(Fault::Bare(status)) => Ok(bytes(status, "<html>something on the way</html>")),
        Some(Fault::Cut) => cut(),
        Some(Fault::DoneThenCut) => {
            done(inside, request, &call);
            cut()
        }
        Some(Fault::DoneThenRefused(status, reason)) => {
            done(inside, request, &call);
            Ok(refused(status, reason, "done all the same"))
        }
        Some(Fault::Slow(time)) => {
            tokio::time::sleep(time).await;
            Ok(done(inside, request, &call))
        }
        Some(Fault::DoneThenSlow(time)) => {
            let response = done(inside, request, &call);
            tokio::time::sleep(time).await;
            Ok(response)
        }
        Some(Fault::Garbage(text)) => Ok(bytes(200, text)),
        Some(Fault::Truncated) => Ok(truncated(done(inside, request, &call)).await),
    }
}

fn next_fault(inside: &Inside, method: &str) -> Option<Fault> {
    let mut faults = lock(&inside.faults);
    let at = faults.iter().position(|(on, _)| on.means(method))?;
    Some(faults.remove(at).1)
}

/// Handles a request, and checks the response against the discovery document.
fn done(inside: &Inside, request: &Request<Bytes>, call: &Call) -> Response<Body> {
    let expected = format!("Bearer {}", lock(&inside.token));
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let result = if given == Some(&expected) {
        lock(&inside.documents).call(call)
    } else {
        Err(Refusal::new(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."))
    };
    let (status, body) = match result {
        Ok(body) => {
            let wrong = inside.discovery.check_answer(call, &body);
            lock(&inside.violations).extend(wrong);
            (200, body)
        }
        Err(refusal) => (refusal.http, refusal.body(call.streams())),
    };
    if status != 200 {
        let wrong = inside.discovery.check_error(&body);
        lock(&inside.violations).extend(wrong);
    }
    response(status, &body)
}

fn refused(http: u16, reason: &'static str, message: &str) -> Response<Body> {
    response(http, &Refusal::new(http, reason, message).body(false))
}

fn response(status: u16, body: &Json) -> Response<Body> {
    bytes(status, &body.to_string())
}

fn bytes(status: u16, body: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(body.to_owned()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    let json = header::HeaderValue::from_static("application/json; charset=UTF-8");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

async fn truncated(response: Response<Body>) -> Response<Body> {
    let whole = response.into_body().collect().await.unwrap().to_bytes();
    let half = whole.slice(..whole.len() / 2);
    // Lets the data be sent before the connection is cut, rather than discarded with it.
    let cut = async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        Err(io::Error::other("cut"))
    };
    let parts = stream::once(async { Ok(half) });
    Response::new(Body::from_stream(futures_util::StreamExt::chain(parts, stream::once(cut))))
}

fn cut<T>() -> io::Result<T> {
    Err(io::Error::other("cut by the test"))
}
