//! How endpoints print: what is kept is answered at once, all else goes to the press.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST, REFERER};
use http::request::Parts;
use http::{HeaderMap, Method};
use lagrum_artifact::Base;
use lagrum_print_pool::{Asker, Key, Press, PrintError, Refusal};
use lagrum_server::Client;

use crate::ApiError;
use crate::files::OpenFile;

/// Extractor: the press of this server, and who asks it. Answers 503 on a server without one.
pub struct Pressed {
    /// The press.
    pub press: Arc<Press>,
    /// The client of the request, for turns and for limits per client.
    pub asker: Asker,
}

/// The press as the router hands it to requests.
#[derive(Clone, Default)]
pub(crate) struct MaybePress(pub(crate) Option<Arc<Press>>);

impl<S: Sync> FromRequestParts<S> for Pressed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let press = parts.extensions.get::<MaybePress>().and_then(|press| press.0.clone());
        let asker = parts.extensions.get::<Client>().and_then(|client| client.group());
        press
            .map(|press| Self { press, asker })
            .ok_or_else(|| ApiError::unavailable("this server prints nothing"))
    }
}

/// The answer with a print that is kept, whole or in part; nothing when it is not. It is read from its file as the client
/// takes it.
pub(crate) async fn kept(
    press: &Press,
    key: Key,
    content_type: &'static str,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Option<Response>, ApiError> {
    let Some(file) = press.kept_file(key).await else { return Ok(None) };
    let identity = key.to_string();
    // A kept file is touched whenever it is used, so its date says nothing of its content.
    let content = OpenFile { content_type, identity: Some(&identity), dated: false };
    content.serve(file.into(), method, headers).await.map(Some)
}

/// The answer with a print that has just been made: from its file as of now, or from memory where it is not kept.
pub(crate) async fn fresh(
    press: &Press,
    key: Key,
    content_type: &'static str,
    print: Bytes,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    match kept(press, key, content_type, method, headers).await? {
        Some(response) => Ok(response),
        None => Ok(([(CONTENT_TYPE, content_type)], print).into_response()),
    }
}

/// The failure of an endpoint whose print failed. `retry_after` is after how many seconds a busy press may be less so.
///
/// That a source lacks a page, or a part reaches beyond it, is the request's doing. All else is not: a stored PDF that
/// cannot be read, or that the printer dies of, is damage of ours.
pub(crate) fn no_print(error: &PrintError, retry_after: u32) -> ApiError {
    match error {
        PrintError::Busy => ApiError::busy("too much is being printed at once", retry_after),
        PrintError::TooMany => {
            ApiError::too_many("this client has too many prints under way: wait for one of them", retry_after)
        }
        PrintError::TooSlow => ApiError::busy("the print took too long", 10 * retry_after),
        PrintError::Refused(Refusal::NoSuchPage) => {
            ApiError::not_found("the document has no page of that number")
        }
        PrintError::Refused(Refusal::OffThePage) => ApiError::bad_request("bbox reaches beyond the page"),
        PrintError::Refused(_) | PrintError::Died(_) => ApiError::internal(error),
    }
}

/// Lets through only requests that a page of the service makes. Drawing takes time that strangers shall not spend; they
/// get what has been drawn already. The headers can be forged: this guards the load, not the pictures.
///
/// Browsers say by `Sec-Fetch-Site` where a request comes from. Without it the referer tells, by host and port; its scheme
/// does not, since proxies hide that.
pub(crate) fn gate(headers: &HeaderMap, base: &Base) -> Result<(), ApiError> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let passes = if let Some(site) = headers.get("sec-fetch-site") {
        site == "same-origin"
    } else {
        let authority = |address: &str| {
            let uri: http::Uri = address.parse().ok()?;
            Some(uri.authority()?.as_str().to_ascii_lowercase())
        };
        let from = text(REFERER.as_str()).and_then(authority);
        let host = text(HOST.as_str()).map(str::to_ascii_lowercase);
        from.is_some_and(|from| Some(&from) == host.as_ref() || Some(from) == authority(base.as_str()))
    };
    passes.then_some(()).ok_or_else(|| {
        ApiError::forbidden(
            "this picture has not been drawn yet, and is drawn for pages of this service only",
        )
    })
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderName, HeaderValue};
    use lagrum_artifact::Base;

    use super::gate;

    #[test]
    fn pages_of_the_service_pass() {
        let base = Base::parse("https://lag.example").unwrap();
        let site = |value: &'static str| vec![("sec-fetch-site", value)];
        let referer = |value: &'static str| vec![("host", "127.0.0.1:8080"), ("referer", value)];
        let table = [
            (site("same-origin"), true),
            (site("same-site"), false),
            (site("cross-site"), false),
            (site("none"), false),
            (site("SAME-ORIGIN"), false),
            (vec![("sec-fetch-site", "cross-site"), ("referer", "https://lag.example/x")], false),
            (vec![("sec-fetch-site", "same-origin"), ("referer", "https://elsewhere.example/x")], true),
            (referer("https://lag.example/prop/1?q#a"), true),
            (referer("http://lag.example/"), true),
            (referer("https://LAG.example/"), true),
            (referer("http://127.0.0.1:8080/x"), true),
            (referer("https://127.0.0.1:8080"), true),
            (referer("http://127.0.0.1:8081/x"), false),
            (referer("https://lag.example:8443/x"), false),
            (referer("https://lag.example.elsewhere.example/"), false),
            (referer("https://lag.example@elsewhere.example/"), false),
            (referer("https://elsewhere.example/?https://lag.example/"), false),
            (referer("/prop/1"), false),
            (referer("lag"), false),
            (referer(""), false),
            (vec![], false),
            (vec![("host", "lag.example")], false),
        ];
        for (headers, expected) in table {
            let sent: HeaderMap = headers
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect();
            assert_eq!(gate(&sent, &base).is_ok(), expected, "{headers:?}");
        }
    }
}
