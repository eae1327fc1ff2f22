//! A cached response equals the first one: the second of two equal requests gets the response of the first.

use http::HeaderMap;

use crate::served::Served;
use crate::table::ENDPOINTS;

/// The headers of a response, without those that differ for each response.
fn comparable(headers: &HeaderMap) -> Vec<(String, Vec<u8>)> {
    let headers = headers.iter().filter(|(name, _)| *name != "x-request-id");
    let mut headers: Vec<_> =
        headers.map(|(name, value)| (name.to_string(), value.as_bytes().to_owned())).collect();
    headers.sort_unstable();
    headers
}

#[tokio::test]
async fn the_second_response_is_the_first() {
    let (served, _folder) = Served::printing();
    for endpoint in ENDPOINTS {
        let fine = format!("{}?{}", endpoint.path, endpoint.fine);
        // A failure is not cached, and each request has its own ledger entry.
        let broken = format!("{}?limit=x&offset=x&sid=x", endpoint.path);
        for (path, is_fine) in [(fine, true), (broken, false)] {
            for coding in ["identity", "gzip", "br", "zstd"] {
                let headers = [("accept-encoding", coding), ("sec-fetch-site", "same-origin")];
                let first = served.get_with(&path, &headers).await;
                for (method, second) in [
                    ("GET", served.get_with(&path, &headers).await),
                    ("HEAD", served.head(&path, &headers).await),
                ] {
                    let what = format!("{method} {path}, {coding}");
                    assert!(!is_fine || first.status == 200, "{what}: {}", first.status);
                    assert_eq!(first.status, second.status, "{what}");
                    assert_eq!(comparable(&first.headers), comparable(&second.headers), "{what}");
                    let body = if method == "HEAD" { &[] } else { &*first.body };
                    assert!(!is_fine || second.body == body, "{what}");
                    for answer in [&first, &second] {
                        assert_eq!(answer.header("vary"), "Accept-Encoding", "{what}");
                        assert_eq!(answer.header("access-control-allow-origin"), "*", "{what}");
                        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{what}");
                        assert_eq!(answer.header("x-request-id").len(), 16, "{what}");
                        assert!(!answer.header("cache-control").is_empty(), "{what}");
                    }
                    assert_ne!(first.header("x-request-id"), second.header("x-request-id"), "{what}");
                }
            }
        }
    }
}
