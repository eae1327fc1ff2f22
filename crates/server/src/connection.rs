//! One connection: its requests in sequence, and those that the server itself rejects.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;

use bytes::Bytes;
use http::header::{CONNECTION, HOST, HeaderValue};
use http::uri::Authority;
use http::{Request, Response, Version};
use http_body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::Watcher;
use tokio::net::TcpStream;
use tower_service::Service;

use crate::activity::Activity;
use crate::body::{BoxError, ResponseBody};
use crate::idle::TrackedConnection;
use crate::share::ClientShares;
use crate::stream::ClientStream;
use crate::{Client, Limits, RejectedRequest, Site};

/// The buffer of the HTTP library in bytes, for reading and for writing.
const BUFFER_BYTES: usize = 64 * 1024;

/// What all connections of a server share.
#[derive(Clone)]
pub(crate) struct ConnectionRules<S> {
    pub(crate) site: Site<S>,
    pub(crate) limits: Limits,
    /// The concurrent requests of each client.
    pub(crate) requests: ClientShares,
}

/// Serves the requests of a connection until it ends. One that was not admitted gets a single response: an error, or that
/// of the liveness check.
pub(crate) async fn answer<S, B>(
    rules: ConnectionRules<S>,
    stream: TcpStream,
    peer: SocketAddr,
    admitted: Option<TrackedConnection>,
    watcher: Watcher,
) where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let Limits { head, head_bytes, write_timeout, .. } = rules.limits;
    let activity = Activity::new(admitted.clone());
    let keep_alive = admitted.is_some();
    let head = if keep_alive { head } else { head.min(crate::limits::REJECTED_HEAD_TIMEOUT) };
    // On a system without this option, the write timeout is less exact.
    let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(crate::stream::UNSENT);
    let stream = ClientStream::new(stream, activity.clone(), write_timeout, rules.site.refuse);
    let service = service_fn(move |request| {
        activity.begin();
        respond(rules.clone(), peer, keep_alive, activity.clone(), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(keep_alive)
        .header_read_timeout(head)
        .max_header_size(head_bytes)
        .max_buf_size(BUFFER_BYTES.max(head_bytes))
        .serve_connection(TokioIo::new(stream), service);
    let mut served = pin!(watcher.watch(connection));
    // In this order, so that a request that has arrived is read before the connection is closed.
    let served = match &admitted {
        Some(tracked) => tokio::select! {
            biased;
            served = &mut served => served,
            () = tracked.must_close() => Ok(()),
        },
        None => served.await,
    };
    // A failure of a connection matters to its client only.
    if let Err(error) = served {
        tracing::debug!(%peer, %error, "a connection ended early");
    }
}

async fn respond<S, B>(
    rules: ConnectionRules<S>,
    peer: SocketAddr,
    admitted: bool,
    activity: Activity,
    mut request: Request<Incoming>,
) -> Result<Response<ResponseBody>, Infallible>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let ConnectionRules { mut site, requests, .. } = rules;
    let client = Client::of(peer.ip(), request.headers(), &site.proxies);
    let refusal = if has_bad_host(&request) {
        Some(RejectedRequest::BadHost)
    } else if request.uri().path() == site.alive {
        None
    } else if !admitted {
        Some(RejectedRequest::ServerFull)
    } else if let Some(share) = requests.take(client.group(), 1) {
        activity.hold(share);
        None
    } else {
        Some(RejectedRequest::ClientFull)
    };
    // A request with a body is the last on its connection, so that the end of the body need not be found.
    let last = refusal == Some(RejectedRequest::BadHost) || !request.body().is_end_stream();
    let extensions = request.extensions_mut();
    extensions.insert(client);
    if let Some(refusal) = refusal {
        extensions.insert(refusal);
    }
    std::future::poll_fn(|cx| site.service.poll_ready(cx)).await?;
    let mut response = site.service.call(request).await?;
    if last {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response.map(|body| ResponseBody::new(body, activity)))
}

/// Whether a request breaks RFC 9112, 3.2: one of HTTP/1.1 has exactly one `Host`, of HTTP/1.0 at most one, and its
/// value is a host with or without a port. It may be empty.
fn has_bad_host<B>(request: &Request<B>) -> bool {
    let mut hosts = request.headers().get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() >= Version::HTTP_11,
        (Some(host), None) if host.is_empty() => false,
        (Some(host), None) => {
            let authority = Authority::try_from(host.as_bytes());
            authority.is_err() || host.as_bytes().contains(&b'@')
        }
        (Some(_), Some(_)) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_without_one_valid_host_are_rejected() {
        for (version, hosts, bad) in [
            (Version::HTTP_11, &["lag.example"][..], false),
            (Version::HTTP_11, &["lag.example:8080"], false),
            (Version::HTTP_11, &["[::1]:8080"], false),
            (Version::HTTP_11, &["127.0.0.1"], false),
            (Version::HTTP_11, &[""], false),
            (Version::HTTP_11, &[], true),
            (Version::HTTP_10, &[], false),
            (Version::HTTP_11, &["lag.example", "lag.example"], true),
            (Version::HTTP_10, &["a", "b"], true),
            (Version::HTTP_11, &["a b"], true),
            (Version::HTTP_11, &["a/b"], true),
            (Version::HTTP_11, &["a,b"], false),
            (Version::HTTP_11, &["user@a"], true),
            (Version::HTTP_11, &["a\u{e5}"], true),
        ] {
            let mut request = Request::builder().version(version);
            for host in hosts {
                request = request.header(HOST, *host);
            }
            assert_eq!(has_bad_host(&request.body(()).unwrap()), bad, "{version:?} {hosts:?}");
        }
    }
}
