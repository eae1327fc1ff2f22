//! The origin guard: pictures are drawn only for pages of the service.
//!
//! Drawing takes time that is reserved for readers of the service; other clients get only pictures that have been drawn before.
//! The headers can be forged: the guard limits the load, and does not protect the pictures.

use http::HeaderMap;
use http::header::{HOST, REFERER};
use lagrum_artifact::Base;

use crate::ApiError;

/// Accepts requests that a page of the service makes, and rejects all others with 403.
///
/// Browsers say in `Sec-Fetch-Site` where a request comes from. Without that header the host and port of `Referer` decide;
/// its scheme does not, since proxies hide it.
pub(crate) fn check_origin(headers: &HeaderMap, base: &Base) -> Result<(), ApiError> {
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

    use super::check_origin;

    #[test]
    fn only_requests_from_pages_of_the_service_pass() {
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
            assert_eq!(check_origin(&sent, &base).is_ok(), expected, "{headers:?}");
        }
    }
}
